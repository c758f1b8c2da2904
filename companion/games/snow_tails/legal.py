"""All legal acts of a state, except for free arguments.

Left out are durations of turns, rows and lanes, colours and copies of cards, whole orders, courses
and corrections; `apply` checks their ranges.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from companion.errors import Refused
from companion.games.snow_tails.cards import may_name, reshuffled
from companion.games.snow_tails.driving import bonus_of, drives, numbered
from companion.games.snow_tails.figures import holdable, move
from companion.games.snow_tails.late import LATE, last_turn
from companion.games.snow_tails.order import neighbour
from companion.games.snow_tails.state import (
    MARKS,
    SLOTS,
    STOPS,
    VALUES,
    Pending,
    Sled,
    State,
    stopped,
)

Act = Mapping[str, Any]


def legal(state: State) -> Iterator[Act]:
    """The legal acts, those of the seat that is up first."""
    if state.phase == "over":
        return
    if state.phase == "turns":
        up = state.sled(state.turn)
        yield from _taps(state, up)
        if state.pending is not None:
            yield from _slots(state, up, state.pending)
            yield from _moves(state, up, state.pending)
    else:
        yield {"act": "order"}
        yield from _shifts(state)
    for sled in state.sleds:
        yield from _any_time(state, sled)
    yield {"act": "end"}


def _taps(state: State, up: Sled) -> Iterator[Act]:
    pending = state.pending
    for value in VALUES:
        if not holdable(state, up, value):
            continue
        if pending is None or pending.value == value or not pending.slots:
            tap = {"act": "tap", "seat": up.seat, "card": {"value": value}}
            yield tap
            known = pending if pending is not None and pending.value == value else Pending(value)
            for slot in SLOTS:
                if slot in known.slots or _slot_left(state, up, known):
                    yield {**tap, "slot": slot}


def _slot_left(state: State, up: Sled, pending: Pending) -> bool:
    """Whether one more slot can take a card."""
    cards = len(pending.slots) + 1
    return not pending.marks and cards <= up.dogs and cards <= holdable(state, up, pending.value)


def _slots(state: State, up: Sled, pending: Pending) -> Iterator[Act]:
    for slot in SLOTS:
        if not pending.marks if slot in pending.slots else _slot_left(state, up, pending):
            yield {"act": "slot", "seat": up.seat, "slot": slot}


def _moves(state: State, up: Sled, pending: Pending) -> Iterator[Act]:
    """Marks and done, once a card lies on a slot."""
    live = move(up, pending)
    if not pending.slots:
        return
    if live.speed > 0 and state.track is None:
        for what in MARKS:
            lines_left = up.lines + pending.lines < state.finish
            if lines_left if what == "line" else not (what in STOPS and stopped(pending.marks)):
                yield {"act": "mark", "seat": up.seat, "what": what}
    for what in dict.fromkeys(pending.marks):
        yield {"act": "unmark", "seat": up.seat, "what": what}
    if pending.marks and live.speed <= 0:
        return
    size = bonus_of(state, up, pending, live)
    if live.speed > 0:
        yield from _ends(state, up, 0)
        yield from _ends(state, up, size) if size else ()
    yield {"act": "done", "seat": up.seat}
    if size:
        yield {"act": "done", "seat": up.seat, "bonus": True}


def _ends(state: State, up: Sled, bonus: int) -> Iterator[Act]:
    """The choice of each end of the move on a laid course."""
    for drive, which in numbered(drives(state, up, bonus)):
        act = {"act": "move", "seat": up.seat, "to": list(drive.to)}
        yield {**act, "which": which, **({"bonus": True} if bonus else {})}


def _shifts(state: State) -> Iterator[Act]:
    for seat in state.proposed:
        for by in (-1, 1):
            if neighbour(state, seat, by) is not None:
                yield {"act": "shift", "seat": seat, "by": by}


def _any_time(state: State, sled: Sled) -> Iterator[Act]:
    """Acts that are legal for a seat whether it is up or not."""
    for what in LATE:
        try:
            last_turn(state, sled, what)
        except Refused:
            continue
        yield {"act": "mark", "seat": sled.seat, "what": what, "late": True}
    for value in VALUES:
        if may_name(state, sled, value):
            yield {"act": "discard", "seat": sled.seat, "value": value}
    if not state.deck(sled) and reshuffled(sled) != sled:
        yield {"act": "shuffle", "seat": sled.seat}
    if sled.racing:
        yield {"act": "retire", "seat": sled.seat}
