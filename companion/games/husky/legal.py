"""All legal acts of a state, except for free arguments.

Left out are faces of cards and copies without a number, durations of turns, species of attackers,
results of event cards, and corrections; `apply` checks their ranges.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from companion.games.husky import figures, ground
from companion.games.husky.state import ACTIONS, COLOUR_OF, EVENTS, WEATHERS, Musher, State

Act = Mapping[str, Any]


def legal(state: State) -> Iterator[Act]:
    """The legal acts, those of the seat that is up first."""
    if state.phase == "over":
        return
    up = state.musher(state.turn)
    yield from _taps(state, up)
    if state.pending is not None:
        yield from _turn(state, up)
    for number, seat in ground.to_relocate(state):
        for to in ground.relocations(state, number):
            yield {"act": "relocate", "seat": seat, "animal": number, "to": list(to)}
    for musher in state.mushers:
        if musher.racing:
            yield from _any_time(state, musher)
            yield {"act": "retire", "seat": musher.seat}
    yield {"act": "end"}


def _taps(state: State, up: Musher) -> Iterator[Act]:
    """Taps of cards that were not seen since their deck was shuffled."""
    if state.due:
        yield from _cards(state.start, "weather", _left(WEATHERS, state.shown.seen))
        return
    if state.weather_card:
        for musher in state.mushers:
            yield from _cards(musher.seat, "weather", [state.weather_card])
    if not ground.to_relocate(state) and may_play(state):
        yield from _cards(up.seat, "action", _left(ACTIONS, state.played.seen))
    elif state.pending is not None and state.pending.card and not ground.to_relocate(state):
        yield from _cards(up.seat, "action", [state.pending.card])
    if may_close(state):
        yield from _next_cards(state)


def _next_cards(state: State) -> Iterator[Act]:
    """Taps of the next player's card, which end this turn."""
    after = figures.next_up(state)
    assert state.pending is not None
    if after is None:
        seen = () if state.shown.count >= WEATHERS else state.shown.seen
        if state.turn != state.start:
            left = (card for card in _left(WEATHERS, seen) if card != state.weather_card)
            yield from _cards(state.start, "weather", left)
        return
    if state.musher(after).hand and not _must_relocate(state, after):
        seen = (*state.played.seen, state.pending.card)
        yield from _cards(after, "action", _left(ACTIONS, seen))


def _must_relocate(state: State, seat: int) -> bool:
    """Whether this seat's turn will begin with an animal to move away (AM-HU-03)."""
    return bool(ground.to_relocate(replace(state, turn=seat, pending=None)))


def may_play(state: State) -> bool:
    """Whether an action card can be played, or replaced by another one."""
    pending = state.pending
    if pending is None:
        return True
    return pending.drawn is None and not pending.moved and not pending.animals


def may_close(state: State) -> bool:
    """Whether the current turn can be ended."""
    if state.pending is None or figures.event_due(state) or state.due:
        return False
    return ground.settled(state)


def may_draw(state: State) -> bool:
    """Whether an event card can be drawn now."""
    return figures.event_comes(state) and ground.settled(state)


def _turn(state: State, up: Musher) -> Iterator[Act]:
    """The moves of the musher that is up."""
    if may_close(state):
        yield {"act": "done", "seat": up.seat}
    for to in ground.musher_ends(state):
        yield {"act": "move", "seat": up.seat, "to": list(to)}
    if state.board is not None:
        for number in range(1, len(state.animals) + 1):
            for to in ground.animal_ends(state, number):
                yield {"act": "animal", "seat": up.seat, "animal": number, "to": list(to)}
    if may_draw(state):
        yield {"act": "draw", "seat": up.seat}
    yield from _events(state, up)


def _events(state: State, up: Musher) -> Iterator[Act]:
    pending = state.pending
    assert pending is not None
    if may_draw(state):
        seen = () if state.drawn.count >= EVENTS else state.drawn.seen
        yield from _cards(up.seat, "event", _left(EVENTS, seen))
    elif pending.drawn:
        yield from _cards(up.seat, "event", [pending.drawn])


def _any_time(state: State, musher: Musher) -> Iterator[Act]:
    """Acts that are legal for a musher whether it is up or not."""
    if not figures.on_board(state, musher):
        return
    seat = musher.seat
    for number in musher.missing:
        yield {"act": "checkpoint", "seat": seat, "number": number}
    if musher.missing:
        yield {"act": "checkpoint", "seat": seat}
    elif may_finish(state, musher):
        yield {"act": "finish", "seat": seat}
    if state.board is None:
        yield {"act": "attack", "seat": seat}
        yield from (
            {"act": "region", "seat": seat, "where": where} for where in regions(state, musher)
        )


def may_finish(state: State, musher: Musher) -> bool:
    """Whether the musher can be at the finish now: it is moving, or was the last to move."""
    pending = state.pending
    if not figures.may_be_at_finish(state, musher):
        return False
    if musher.seat != state.turn:
        return pending is None and state.last == musher.seat
    if pending is None:
        return state.last == musher.seat
    return not state.still and (figures.distance(state) != 0 or pending.drawn is not None)


def regions(state: State, musher: Musher) -> Iterable[str]:
    """The places that can be given for the musher."""
    pending = state.pending_of(musher)
    if not musher.begun:
        return ()
    if pending is not None and (state.still or pending.drawn is not None):
        return (pending.where,) if pending.where else ()
    return tuple(COLOUR_OF)


def _left(count: int, seen: Iterable[int]) -> Iterator[int]:
    gone = set(seen)
    return (number for number in range(1, count + 1) if number not in gone)


def _cards(seat: int, kind: str, numbers: Iterable[int]) -> Iterator[Act]:
    for number in numbers:
        yield {"act": "tap", "seat": seat, "card": {"kind": kind, "card": number}}
