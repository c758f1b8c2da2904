"""Rewards left and won, points, and the places that the known values already decide.

A value that nobody has entered lies between the rewards won before it and after it on its track,
because the highest is always taken first (RR-06, RR-26).
"""

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from companion.games.reindeer_races.box import MOST_VALUE
from companion.games.reindeer_races.state import OBJECTS, Land, State, Team, Tile


def known(state: State) -> bool:
    """Whether the owner has entered the rewards."""
    return any(state.box.rewards)


def unknown(state: State, land: Land | None) -> bool:
    """Whether a reward of unknown value is won; then it may also be the last."""
    return land is not None and land.end == "reward" and not known(state)


def left(state: State, track: str) -> tuple[int, ...]:
    """The tiles left at the end of a track, highest first; () if they are unknown."""
    remaining = list(state.box.rewards[OBJECTS.index(track)])
    for tile in won_on(state, track):
        if tile.value in remaining:
            remaining.remove(tile.value)
    return tuple(remaining)


def emptied(state: State, track: str) -> bool:
    """Whether the last reward of a track is gone (RR-50)."""
    return bool(state.box.rewards[OBJECTS.index(track)]) and not left(state, track)


def won_on(state: State, track: str) -> tuple[Tile, ...]:
    """All rewards won on a track, team by team."""
    return tuple(tile for team in state.teams for tile in team.tiles if tile.track == track)


def bounds(state: State, tile: Tile) -> tuple[int, int]:
    """The smallest and the largest possible value of a reward that was won."""
    if tile.value is not None:
        return tile.value, tile.value
    valued = [(one.nth, one.value) for one in won_on(state, tile.track) if one.value is not None]
    least = max((value for nth, value in valued if nth > tile.nth), default=1)
    most = min((value for nth, value in valued if nth < tile.nth), default=MOST_VALUE)
    return least, most


def missing(team: Team) -> int:
    """How many of its rewards have an unknown value."""
    return sum(tile.value is None for tile in team.tiles)


def known_points(team: Team) -> int:
    """The points of the rewards with a known value."""
    return sum(tile.value or 0 for tile in team.tiles)


def points(team: Team) -> int | None:
    """The points of a team (RR-51); None while a value is unknown."""
    return None if missing(team) else known_points(team)


Rank = tuple[int, list[int]]
"""Points, then the single tiles from the highest down (RR-51)."""


def _rank(values: list[int]) -> Rank:
    return sum(values), sorted(values, reverse=True)


class Ranks(NamedTuple):
    """The lowest and the highest possible rank of a team."""

    least: Rank
    most: Rank

    def surely_ahead_of(self, other: "Ranks") -> bool:
        return self.least > other.most

    def decided(self, other: "Ranks") -> bool:
        """Whether no unknown value can change which of the two is ahead, or that they are tied."""
        same = self.least == self.most == other.least == other.most
        return same or self.surely_ahead_of(other) or other.surely_ahead_of(self)


def _ranks(state: State) -> dict[int, Ranks]:
    """The possible ranks of each racing team, by seat."""
    found = {}
    for team in state.teams:
        if team.racing:
            limits = [bounds(state, tile) for tile in team.tiles]
            found[team.seat] = Ranks(
                _rank([least for least, _ in limits]), _rank([most for _, most in limits])
            )
    return found


def standing(state: State) -> tuple[tuple[Team, int | None], ...]:
    """All teams with their current places, best first, then the retired by seat.

    Ties go to the higher single tile, then to the second highest and so on (RR-51). Teams equal in
    all of them share a place. None: retired, or an unknown value could change the place.
    """
    ranks = _ranks(state)
    ahead = {
        seat: sum(other.surely_ahead_of(own) for other in ranks.values())
        for seat, own in ranks.items()
    }
    after_all = len(state.teams)
    order = sorted(state.teams, key=lambda team: (ahead.get(team.seat, after_all), team.seat))
    places = {seat: 1 + ahead[seat] for seat in ranks if _is_decided(ranks, seat)}
    return tuple((team, places.get(team.seat)) for team in order)


def _is_decided(ranks: dict[int, Ranks], seat: int) -> bool:
    own = ranks[seat]
    return all(own.decided(other) for at, other in ranks.items() if at != seat)


def place(state: State, team: Team) -> int | None:
    """The final place; None before the end of the race, if open, and for a retired team."""
    return place_now(state, team) if state.phase == "over" else None


def place_now(state: State, team: Team) -> int | None:
    """The current place as in `standing`."""
    return next(place for other, place in standing(state) if other.seat == team.seat)


def asked(state: State) -> tuple[Team, ...]:
    """The teams with unknown values that decide a place, unless they said that nobody knows."""
    ranks = _ranks(state)
    return tuple(
        team
        for team in state.teams
        if team.racing and missing(team) and not team.unsure and not _is_decided(ranks, team.seat)
    )


class Tie(NamedTuple):
    """A tie on points that a single tile decided (RR-51).

    `kind`: "tie" if the highest tiles decided it, "tie_next" if those were equal.
    """

    ahead: Team
    behind: Team
    kind: str
    value: int
    less: int


def ties(state: State) -> Iterator[Tie]:
    """The ties on points between neighbours of the standing that have different places."""
    order = [(team, place) for team, place in standing(state) if place is not None]
    for (ahead, better), (behind, worse) in pairwise(order):
        if better < worse and points(ahead) == points(behind) is not None:
            yield _tie(ahead, behind)


def _tie(ahead: Team, behind: Team) -> Tie:
    pairs = list(zip(_descending(ahead), _descending(behind), strict=False))
    value, less = next(pair for pair in pairs if pair[0] != pair[1])
    kind = "tie" if pairs[0] == (value, less) else "tie_next"
    return Tie(ahead, behind, kind, value, less)


def _descending(team: Team) -> list[int]:
    return sorted((tile.value or 0 for tile in team.tiles), reverse=True)
