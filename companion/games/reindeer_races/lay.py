"""Laying the track cards (RR-03): 25 taps in track order, and turning a card."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.errors import Refused
from companion.games.game import Event
from companion.games.reindeer_races.board import FIRST
from companion.games.reindeer_races.rounds import announce
from companion.games.reindeer_races.state import CARDS_LAID, TRACK_CARDS, Laid, State
from companion.games.reindeer_races.words import on_track

Act = Mapping[str, Any]


def lay(state: State, card: int, events: list[Event]) -> State:
    """Lay the next track card. The last card again changes nothing."""
    if state.phase != "lay":
        raise Refused("reindeer_races.not_laying", card=card)
    if state.laid and state.laid[-1].card == card:
        return state
    if any(one.card == card for one in state.laid):
        raise Refused("reindeer_races.card_laid", card=card)
    state = replace(state, laid=(*state.laid, Laid(card)))
    track, place = place_of(len(state.laid))
    params = {"card": card, "track": on_track(track), "count": place, "of": TRACK_CARDS[track]}
    events.append(Event("reindeer_races.card_placed", params=params))
    if len(state.laid) < CARDS_LAID:
        return state
    first = next(seat for seat in state.order if state.team(seat).racing)
    state = replace(state, phase="turns", turn=first)
    events.append(Event("reindeer_races.all_laid"))
    announce(state, events)
    return state


def place_of(number: int) -> tuple[str, int]:
    """The track and the position on it of the `number`th laid card; both count from 1."""
    track = [track for track, before in FIRST.items() if before < number][-1]
    return track, number - FIRST[track]


def flip(state: State, act: Act, events: list[Event]) -> State:
    """Turn a recorded card: the named one, or before the first turn the last one.

    It corrects the record, so no reindeer moves.
    """
    if not state.laid:
        raise Refused("reindeer_races.nothing_laid")
    named = act.get("card")
    if named is None and not may_flip(state):
        raise Refused("reindeer_races.flip_which")
    wanted = state.laid[-1].card if named is None else named
    if all(one.card != wanted for one in state.laid):
        raise Refused("reindeer_races.not_laid", card=wanted)
    laid = tuple(
        Laid(one.card, not one.turned) if one.card == wanted else one for one in state.laid
    )
    turned = next(one.turned for one in laid if one.card == wanted)
    key = "reindeer_races.flipped" if turned else "reindeer_races.flipped_back"
    events.append(Event(key, params={"card": wanted}))
    return replace(state, laid=laid, pending=state.pending and state.pending.without_land)


def may_flip(state: State) -> bool:
    """Whether a flip without a card number is possible: until the first turn is played."""
    return (
        bool(state.laid)
        and not state.begun
        and state.pending is None
        and state.phase in ("lay", "turns")
    )
