"""Recognize gestures in button edges: short presses, holds, and the chord that undoes. Pure.

Durations are measured in the node's own ticks, and a hold counts only once a line of the node
reports the button still down (link.md, "When it is quiet"; rules.md 8.1, "Presses"). The service's
clock, `now`, only drives the progress shown on the strip.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from companion.protocols.presence import STUCK_MS
from companion.signals import Beat, Button, Chord, Origin, Press

HOLD_MS = 800
"""Shortest hold, in milliseconds (rules.md 8.1)."""

ALONE_MS = 5000
"""Most milliseconds between a chord's two presses: a button down for longer may be stuck."""

CHORD_MS = 1500
"""Shortest chord: brake and ok both down for this long undo one action (rules.md 8.1)."""

STALE_MS = 2000
"""A press that arrives later than this is shown, but not applied (link.md)."""

PAIR = ("brake", "ok")
TICKS = 2**29

HasHold = Callable[[int, str], bool]
"""Says whether holding a button (seat, name) has a meaning now."""


@dataclass(frozen=True, slots=True)
class LatePress:
    """A press that arrived too late: it is shown, not applied, and has to be repeated."""

    seat: int
    button: str
    origin: Origin


Gesture = Press | Chord | LatePress


@dataclass(slots=True)
class _Down:
    """A button that is down, as far as is known. `ticks`, `at`: when it went down.

    `known`: its own edge was received, so `ticks` is exact. `holds`: a hold had a meaning when the
    button went down; a meaning that appears later does not count. `spent`: its release is not a
    press. `lifted`: a later line reports it as up, while the release is still on its way or lost.
    `late`: the link was lost while it was down, so its gesture becomes a LatePress. `alone`: it
    cannot be part of a chord, because it was down before this service listened or long before the
    other button.
    """

    ticks: int
    at: float
    known: bool = True
    holds: bool = False
    spent: bool = False
    lifted: bool = False
    late: bool = False
    alone: bool = False


class GestureRecognizer:
    """Recognizes the gestures of all seats and devices, each separately."""

    def __init__(self, holds: HasHold):
        self._holds = holds
        self._pads: dict[tuple[int, str], _Pad] = {}

    def take(self, signal: Button | Beat, now: float) -> tuple[Gesture, ...]:
        """Process a signal; returns the gestures that it completes, in order."""
        key = (signal.seat, signal.origin.device)
        pad = self._pads.get(key)
        if pad is None or pad.restarted(signal.origin.session):
            pad = self._pads[key] = _Pad(signal.seat, self._holds)
        pad.session = signal.origin.session or pad.session
        if isinstance(signal, Beat):
            return tuple(pad.beat(signal))
        return tuple(pad.edge(signal, now))

    def interrupt(self, device: str) -> None:
        """Note that the link to a device is lost: the buttons down there become late presses."""
        for pad in [pad for key, pad in self._pads.items() if key[1] == device]:
            pad.interrupt()

    def forget(self, device: str) -> None:
        """Forget the buttons of a device that is gone or has moved to another seat."""
        for key in [key for key in self._pads if key[1] == device]:
            del self._pads[key]

    def filling(self, seat: int, now: float) -> float:
        """The progress of the hold or chord at this seat: 0 (none) to 1 (about to act)."""
        return max(
            (pad.filling(now) for (at, _), pad in self._pads.items() if at == seat), default=0
        )


@dataclass(slots=True)
class _Pad:
    """The buttons of one device at one seat.

    `heard` is false until the first line: buttons that are down in it were pressed before this
    service listened, and may have been handled already. `downs`: the buttons that are down.
    `last`: the ticks of each button's last edge.
    """

    seat: int
    holds: HasHold
    session: str = ""
    heard: bool = False
    chord_done: bool = False
    downs: dict[str, _Down] = field(default_factory=dict)
    last: dict[str, int] = field(default_factory=dict)

    def restarted(self, session: str) -> bool:
        return bool(session and self.session and session != self.session)

    def interrupt(self) -> None:
        """End holds and chord without effect; of a chord only ok becomes a LatePress."""
        if self._pair() and not self.chord_done:
            self.downs["ok"].late = self.chord_done = True
        for down in self.downs.values():
            down.late = down.late or not down.spent
            down.known = False

    def beat(self, beat: Beat) -> Iterator[Gesture]:
        self._set_right(beat.held, beat.ticks_ms)
        yield from self._held(beat.held, beat.ticks_ms, beat.origin)

    def edge(self, edge: Button, now: float) -> Iterator[Gesture]:
        stale = edge.age_s * 1000 > STALE_MS
        name, before = edge.button, edge.held - {edge.button}
        if not edge.down:
            before |= {name}  # a release: it was down until now
            if name in self.downs:
                self.downs[name].lifted = False
        if not stale:
            self._set_right(before - {name}, edge.ticks_ms, sparing=name)
            yield from self._held(before, edge.ticks_ms, edge.origin)
        self.heard = True
        self.last[name] = edge.ticks_ms
        yield from self._press(edge, now, stale) if edge.down else self._release(edge, stale)
        self._pair_up()

    def filling(self, now: float) -> float:
        if self._pair() and not self.chord_done:
            start, whole = max(self.downs[name].at for name in PAIR), CHORD_MS / 1000
        else:
            fresh = [down.at for down in self.downs.values() if down.holds and _counts(down)]
            start, whole = max(fresh, default=float("-inf")), HOLD_MS / 1000
        since = now - start
        return min(1.0, max(0.0, since / whole)) if since <= whole + STALE_MS / 1000 else 0.0

    def _press(self, edge: Button, now: float, stale: bool) -> Iterator[Gesture]:
        self.downs[edge.button] = _Down(
            edge.ticks_ms,
            now - edge.age_s,
            known=not stale,
            holds=self.holds(self.seat, edge.button),
            spent=stale,
        )
        if stale:
            yield LatePress(self.seat, edge.button, edge.origin)

    def _release(self, edge: Button, stale: bool) -> Iterator[Gesture]:
        down = self.downs.pop(edge.button, None)
        if down is not None and down.spent and not down.late:
            return
        if down is not None and _since(down.ticks, edge.ticks_ms) >= STUCK_MS:
            return
        if stale or (down is not None and down.late):
            yield LatePress(self.seat, edge.button, edge.origin)
        elif edge.button == "undo":
            yield Chord(self.seat, edge.origin)
        else:
            yield Press(self.seat, edge.button, False, edge.origin)

    def _set_right(self, held: frozenset[str], ticks: int, sparing: str = "") -> None:
        """Resynchronize with the reported levels after lost edges. `sparing`: a button to skip."""
        for name in (held | self.downs.keys()) - {sparing}:
            if name in self.last and _since(self.last[name], ticks) <= 0:
                continue
            if name not in self.downs:
                self.downs[name] = _Down(
                    ticks, 0.0, known=False, spent=not self.heard, alone=not self.heard
                )
            elif name not in held:
                self.downs[name].lifted = True
        self.heard = True
        self._pair_up()

    def _held(self, held: frozenset[str], ticks: int, origin: Origin) -> Iterator[Gesture]:
        """The chord and the holds that are complete, as these buttons are still down at `ticks`."""
        if self._pair() and held.issuperset(PAIR) and not self.chord_done:
            down_ms = min(_since(self.downs[name].ticks, ticks) for name in PAIR)
            self.chord_done = down_ms >= CHORD_MS
            if CHORD_MS <= down_ms <= CHORD_MS + STALE_MS:
                yield Chord(self.seat, origin)
        for name in sorted(held & self.downs.keys()):
            down = self.downs[name]
            down_ms = _since(down.ticks, ticks)
            if not (_counts(down) and down.holds and down_ms >= HOLD_MS):
                continue
            if not self.holds(self.seat, name):
                down.holds = False  # the meaning has ended meanwhile: a short press
                continue
            down.spent = True
            late = down_ms > HOLD_MS + STALE_MS
            yield (
                LatePress(self.seat, name, origin) if late else Press(self.seat, name, True, origin)
            )

    def _pair(self) -> bool:
        """Whether brake and ok are known to be down together."""
        downs = [self.downs.get(name) for name in PAIR]
        return all(down is not None and down.known and _pairs(down) for down in downs)

    def _pair_up(self) -> None:
        """Mark both buttons of a chord as spent; allow the next chord once both are up."""
        downs = [self.downs[name] for name in PAIR if name in self.downs]
        downs = [down for down in downs if _pairs(down)]
        if len(downs) == len(PAIR):
            first, second = downs
            apart = _since(first.ticks, second.ticks)
            if abs(apart) >= ALONE_MS:
                (first if apart > 0 else second).alone = True
                return
            first.spent = second.spent = True
        if not downs:
            self.chord_done = False


def _pairs(down: _Down) -> bool:
    return not down.lifted and not down.alone


def _counts(down: _Down) -> bool:
    return down.known and not down.spent and not down.lifted


def _since(earlier: int, later: int) -> int:
    """Milliseconds from `earlier` to `later`; negative if reversed (ticks wrap at 2**29)."""
    return (later - earlier + TICKS // 2) % TICKS - TICKS // 2
