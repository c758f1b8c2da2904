"""The buttons on the Pi's own pins as the table hears them: edges and levels in, signals out. Pure.

Ticks are milliseconds of the Pi's monotonic clock, modulo 2**29. An edge may be lost or late: the
level is read again all the time, and what it says counts once no edge came to explain it.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from companion.config import PinButton
from companion.protocols import presence
from companion.protocols.presence import TICKS, passed
from companion.signals import Beat, Button, Origin

BEAT_MS = 100
"""As often as a node says what is down (link.md, "Verbs")."""

LATE_MS = 50
"""How long the edge to a level that was read may be on its way."""

STUCK_MS = 30_000
"""No finger lies so long on a button."""

BUSY_MS, DOWN_MS, IDLE_MS = 5, 50, 250

ORIGIN = Origin("pi", "gpio")
"""All buttons of a seat on the Pi are one device: two of them can be a chord."""


@dataclass(slots=True)
class _Key:
    """A button that is listened to.

    `agreed`: when its level was last read to be what the edges say; `doubted`: since when it is
    another one. `stuck`: down since before anyone listened, or for longer than a finger lies there.
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
    """All buttons on the Pi's pins, by BCM number."""

    def __init__(self, buttons: Iterable[PinButton]):
        self._buttons = {button.pin: button for button in buttons}
        self._keys: dict[int, _Key] = {}
        self._beat_at: int | None = None

    def begin(self, pin: int, down: bool, now: int) -> None:
        """Listen to a pin from now on. A button that is down already is not pressed by that."""
        button = self._buttons[pin]
        press = presence.Button(down)
        self._keys[pin] = _Key(button.seat, button.name, press, down, now, now, stuck=down)

    def lose(self, pin: int) -> None:
        """The pin is not heard any more: whatever was down there is not known to be."""
        del self._keys[pin]

    def is_stuck(self, pin: int) -> bool:
        """Whether the button has been down longer than a finger would lie there."""
        key = self._keys.get(pin)
        return bool(key and key.stuck)

    def edge(self, pin: int, down: bool, at: int, now: int) -> tuple[Button, ...]:
        """A pin changed at these ticks."""
        key = self._keys.get(pin)
        return tuple(self._edge(key, down, at, now)) if key else ()

    def _edge(self, key: _Key, down: bool, at: int, now: int) -> Iterator[Button]:
        key.doubted = None
        yield from self._sure(key, key.press.edge(down, at), now)
        if down != key.level:
            key.level, key.last = down, at

    def look(self, levels: Mapping[int, bool], now: int) -> tuple[Button | Beat, ...]:
        """These were the levels at `now`, and every edge that is known by then was told."""
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
        """How long nobody need look if no edge comes."""
        keys = self._keys.values()
        if any(key.press.moving or key.doubted is not None for key in keys):
            return BUSY_MS
        return DOWN_MS if any(key.press.down for key in keys) else IDLE_MS

    def _doubt(self, key: _Key, level: bool, now: int) -> Iterator[Button]:
        """The level is not what the edges say: one is on its way, or was lost."""
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
        """The buttons down at each seat, and until when that is certain."""
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
    """When an edge was that was lost. No button is taken to be down for longer than was seen.

    Before the last one had settled: right after it, for a spike is no press.
    """
    if key.press.moving:
        return key.last
    return doubted if level else key.agreed


def ticks_ms(seconds: float) -> int:
    """A time of the monotonic clock as ticks."""
    return int(seconds * 1000) % TICKS
