"""Debounce the buttons on the Pi's pins: edges and levels in, signals out. Pure.

Ticks are milliseconds of the Pi's monotonic clock, modulo 2**29. An edge may be lost or late, so
the levels are read regularly; a level that no edge explains in time counts as a lost edge.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from companion.config import PinButton
from companion.protocols import presence
from companion.protocols.presence import STUCK_MS, TICKS, passed
from companion.signals import Beat, Button, Origin

BEAT_MS = 100
"""Milliseconds between two beats, as for a node (link.md, "Verbs")."""

LATE_MS = 50
"""Longest delay, in milliseconds, of the edge that led to a level."""

BUSY_MS, DOWN_MS, IDLE_MS = 5, 50, 250

ORIGIN = Origin("pi", "gpio")
"""The id of all of the Pi's buttons: a single device, so that two buttons can form a chord."""


@dataclass(slots=True)
class _Key:
    """A button's state.

    `agreed`: when its level last matched its edges; `doubted`: since when it has not. `stuck`: down
    since before the start, or for too long.
    """

    seat: int
    name: str
    press: presence.Button
    level: bool
    last: int  # ticks of its last edge
    agreed: int
    doubted: int | None = None
    stuck: bool = False


class Keypad:
    """The buttons on the Pi's pins, by BCM number."""

    def __init__(self, buttons: Iterable[PinButton]):
        self._buttons = {button.pin: button for button in buttons}
        self._keys: dict[int, _Key] = {}
        self._beat_at: int | None = None

    def begin(self, pin: int, down: bool, now: int) -> None:
        """Add a pin. A button that is down already counts as stuck, not as pressed."""
        button = self._buttons[pin]
        press = presence.Button(down)
        self._keys[pin] = _Key(button.seat, button.name, press, down, now, now, stuck=down)

    def lose(self, pin: int) -> None:
        """Remove a pin that cannot be read any more."""
        del self._keys[pin]

    def is_stuck(self, pin: int) -> bool:
        """Whether the button is stuck."""
        key = self._keys.get(pin)
        return bool(key and key.stuck)

    def edge(self, pin: int, down: bool, at: int, now: int) -> tuple[Button, ...]:
        """Handle an edge at the ticks `at`."""
        key = self._keys.get(pin)
        return tuple(self._edge(key, down, at, now)) if key else ()

    def _edge(self, key: _Key, down: bool, at: int, now: int) -> Iterator[Button]:
        key.doubted = None
        yield from self._sure(key, key.press.edge(down, at), now)
        if down != key.level:
            key.level, key.last = down, at

    def look(self, levels: Mapping[int, bool], now: int) -> tuple[Button | Beat, ...]:
        """Handle the levels read at `now`, after all edges known by then."""
        return tuple(self._look(levels, now))

    def _look(self, levels: Mapping[int, bool], now: int) -> Iterator[Button | Beat]:
        for pin, level in levels.items():
            key = self._keys[pin]
            if level == key.level:
                key.agreed, key.doubted = now, None
                yield from self._sure(key, key.press.settle(now), now)
            else:
                yield from self._doubt(key, level, now)
        for key in self._keys.values():
            held_ms = passed(now, key.last)
            key.stuck = key.press.down and (key.stuck or held_ms >= STUCK_MS)
        yield from self._beats(now)

    def pause_ms(self) -> int:
        """Milliseconds until `look` is needed again, if no edge comes."""
        keys = self._keys.values()
        if any(key.press.moving or key.doubted is not None for key in keys):
            return BUSY_MS
        return DOWN_MS if any(key.press.down for key in keys) else IDLE_MS

    def _doubt(self, key: _Key, level: bool, now: int) -> Iterator[Button]:
        """Note a level that contradicts the edges: an edge is late or lost."""
        if key.doubted is None:
            key.doubted = now
        elif passed(now, key.doubted) >= LATE_MS:
            yield from self._edge(key, level, _lost_at(key, level, key.doubted), now)

    def _sure(self, key: _Key, at: int, now: int) -> Iterator[Button]:
        if at < 0:
            return
        down, held = key.press.down, self._held(key.seat)
        age_s = max(0, passed(now, at)) / 1000
        yield Button(key.seat, key.name, down, at, held, ORIGIN, age_s)

    def _beats(self, now: int) -> Iterator[Beat]:
        """Make the beats: the buttons down at each seat, up to the last debounced moment."""
        seats = {key.seat for key in self._keys.values() if key.press.down}
        if self._beat_at is not None and passed(now, self._beat_at) < BEAT_MS:
            return
        self._beat_at = now if seats else None
        for seat in sorted(seats):
            keys = [key for key in self._keys.values() if key.seat == seat]
            ends = [key.press.first for key in keys if key.press.moving]
            ends += [key.agreed for key in keys if key.doubted is not None]
            at = min([now, *ends], key=lambda ticks: passed(ticks, now))
            yield Beat(seat, at, self._held(seat), ORIGIN)

    def _held(self, seat: int) -> frozenset[str]:
        return frozenset(
            key.name for key in self._keys.values() if key.seat == seat and key.press.down
        )


def _lost_at(key: _Key, level: bool, doubted: int) -> int:
    """Estimate the time of a lost edge so that no button counts as down longer than was seen.

    If the last edge was still being debounced, the lost one came right after it: a spike is not a
    press.
    """
    if key.press.moving:
        return key.last
    return doubted if level else key.agreed


def ticks_ms(seconds: float) -> int:
    """Convert a time of the monotonic clock to ticks."""
    return int(seconds * 1000) % TICKS
