"""The five tracks: their cards, their spaces and the reindeer on them."""

from dataclasses import replace
from itertools import accumulate

from companion.games.reindeer_races.path import Track, twin
from companion.games.reindeer_races.state import (
    OBJECTS,
    TRACK_CARDS,
    Laid,
    Pair,
    Spot,
    State,
    Team,
)

TURNED = {
    "ice_forward": "ice_back",
    "ice_back": "ice_forward",
    "ice_left": "ice_right",
    "ice_right": "ice_left",
}
"""Arrows after their card is turned (AM-RR-06)."""

FIRST = dict(zip(OBJECTS, accumulate(TRACK_CARDS.values(), initial=0), strict=False))
"""The number of cards laid before each track."""


def length(track: str) -> int:
    """The number of spaces of a track: 6, 8, 10, 12, 14 (RR-04)."""
    return 2 * TRACK_CARDS[track]


def cards_on(state: State, track: str) -> tuple[Laid | None, ...]:
    """The track's cards in driving order, None for one that is not laid."""
    first, count = FIRST[track], TRACK_CARDS[track]
    known = state.laid[first : first + count]
    return (*known, *(None,) * (count - len(known)))


def spaces(state: State, track: str) -> tuple[str | None, ...]:
    """The spaces of the track as its cards lie, None for one that is unknown."""
    pairs = (_pair(state, laid) for laid in cards_on(state, track))
    return tuple(space for pair in pairs for space in pair or (None, None))


def _pair(state: State, laid: Laid | None) -> Pair | None:
    pair = state.box.tracks[laid.card - 1] if laid else None
    if pair is None or laid is None or not laid.turned:
        return pair
    first, second = pair
    return TURNED.get(second, second), TURNED.get(first, first)


def track_for(state: State, team: Team, number: int | None, track: str) -> Track:
    """The track for one moving reindeer: all others occupy spaces (RR-30, RR-32)."""
    taken = frozenset(
        spot.space
        for other in state.teams
        for at, spot in enumerate(other.reindeer, 1)
        if spot and spot.track == track and (other.seat, at) != (team.seat, number)
    )
    return Track(spaces(state, track), taken, state.span)


def place_reindeer(team: Team, number: int, spot: Spot | None) -> Team:
    """The team with one reindeer moved to `spot`."""
    reindeer = tuple(spot if at == number else old for at, old in enumerate(team.reindeer, 1))
    return replace(team, reindeer=reindeer)


def turn_card(state: State, spot: Spot) -> State:
    """Turn the card under this spot, with the reindeer on it (RR-41, AM-RR-07)."""
    pair = (spot.space, twin(spot.space))
    teams = tuple(
        replace(
            team,
            reindeer=tuple(
                Spot(one.track, twin(one.space))
                if one and one.track == spot.track and one.space in pair
                else one
                for one in team.reindeer
            ),
        )
        for team in state.teams
    )
    at = FIRST[spot.track] + (spot.space - 1) // 2
    laid = (
        Laid(one.card, not one.turned) if number == at else one
        for number, one in enumerate(state.laid)
    )
    return replace(state, teams=teams, laid=tuple(laid))
