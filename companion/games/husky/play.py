"""The acts of a turn apart from cards: choosing the place, done."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.errors import Refused
from companion.games.game import Event
from companion.games.husky import figures
from companion.games.husky.rounds import give_turn
from companion.games.husky.state import COLOUR_OF, Musher, Pending, State
from companion.games.husky.words import ground as in_words
from companion.games.husky.words import not_up, say, unsettled, weather_first

Act = Mapping[str, Any]


def region(state: State, act: Act, events: list[Event]) -> State:
    """Set the place of the musher: for the current action if it is up, else for its next one."""
    musher, where = state.musher(act["seat"]), act["where"]
    _check_region(state, musher)
    pending = state.pending_of(musher)
    if pending is None:
        if musher.place_known == where:
            return state
        events.append(say("husky.stands", musher, where=in_words(where)))
        return state.with_musher(replace(musher, place_known=where))
    if pending.where == where:
        return state
    _check_open(state, musher, pending)
    state = state.with_musher(
        replace(musher, place_known=where), pending=replace(pending, where=where)
    )
    events.append(_distance(state, musher, where))
    return state


def _check_region(state: State, musher: Musher) -> None:
    if state.board is not None:
        raise Refused("husky.board_knows")
    if not figures.on_board(state, musher):
        raise Refused("husky.not_on_board", name=musher.name)
    if not musher.begun:
        raise Refused("husky.starts_white", name=musher.name)


def _check_open(state: State, musher: Musher, pending: Pending) -> None:
    """Refuse a new place once the distance is fixed."""
    if state.still:
        raise Refused("husky.still", name=musher.name)
    if pending.drawn is not None:
        raise Refused("husky.moved_already", name=musher.name)


def _distance(state: State, musher: Musher, where: str) -> Event:
    """The event with the distance of the move (HU-12)."""
    pending, count = state.pending, figures.distance(state)
    named: dict[str, Any] = {"where": in_words(where)}
    if pending is None or pending.action is None or state.weather is None or count is None:
        return say("husky.distance_unknown", musher, **named)
    colour = COLOUR_OF[where]
    named |= {"value": getattr(pending.action, colour), "less": getattr(state.weather, colour)}
    return say("husky.distance" if count else "husky.stays", musher, **named, count=count)


def done(state: State, act: Act, events: list[Event]) -> State:
    """End the turn: put the card on the pile and give the turn to the next seat."""
    if act["seat"] != state.turn:
        raise not_up(state, act)
    up, pending = state.musher(state.turn), state.pending
    if pending is None or state.due:
        raise _nothing_played(state, up)
    _check_done(state, act, up)
    place = state.board.kind(up.at) if state.board is not None and up.at else up.place_known
    place = place if place in COLOUR_OF else up.place_known
    events.append(say("husky.done", up))
    up = replace(up, hand=up.hand - 1, begun=True, place_known=place)
    state = state.with_musher(up, last=up.seat, played=state.played.plus(pending.card))
    return give_turn(state, figures.next_up(state), events)


def _nothing_played(state: State, up: Musher) -> Refused:
    if state.due:
        return weather_first(state)
    return Refused("husky.tap_first", name=up.name)


def _check_done(state: State, act: Act, up: Musher) -> None:
    """Refuse to end the turn before all visible steps are done."""
    check_settled(state)
    if figures.event_due(state):
        draw = {"act": "draw", "seat": up.seat}
        raise Refused("husky.event_first", remedy=(draw, act), name=up.name)


def check_settled(state: State) -> None:
    """Refuse while figures still have to move."""
    left = unsettled(state)
    if left is not None:
        raise left
