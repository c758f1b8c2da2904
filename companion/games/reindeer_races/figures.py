"""Values derived from a state: points, rewards left, unseen cards, candidates, paths.

They are computed on each call; none is stored.
"""

from collections import Counter
from functools import lru_cache

from companion.games.reindeer_races.board import track_for
from companion.games.reindeer_races.path import Path, walk
from companion.games.reindeer_races.state import (
    ELF,
    KINDS,
    MOVE_CARDS,
    OBJECTS,
    Card,
    Land,
    Pending,
    State,
    Team,
)


def unseen(state: State, what: str, count: int) -> int:
    """Cards of a kind that are not known to be in the discard. Without a box: any number."""
    return unseen_of_all(state)[KINDS.index((what, count))]


def unseen_of_all(state: State) -> tuple[int, ...]:
    """`unseen` for each of KINDS."""
    return _unseen(state.box.moves or (MOVE_CARDS,) * len(KINDS), state.discard)


@lru_cache(maxsize=256)
def _unseen(moves: tuple[int, ...], discard: tuple[Card, ...]) -> tuple[int, ...]:
    known = Counter(card.kind for card in discard)
    return tuple(count - known[kind] for kind, count in zip(KINDS, moves, strict=True))


def playable(state: State, team: Team, pending: Pending) -> tuple[bool, ...]:
    """Whether a card of each of KINDS can be tapped now.

    It needs a place in the hand, one object with elves (RR-20, RR-21), and a reindeer that it can
    move (AM-RR-10).
    """
    room = len(pending.cards) < team.hand
    objects = (pending.played,) if pending.played else OBJECTS
    fit = {ELF, *(what for what in objects if candidates(team, what))}
    return tuple(
        room and what in fit and left > pending.of_kind(what, count)
        for (what, count), left in zip(KINDS, unseen_of_all(state), strict=True)
    )


def candidates(team: Team, track: str | None) -> tuple[int, ...]:
    """The reindeer that can move on a track: those on it and those beside the tracks (RR-23)."""
    return tuple(
        number
        for number, spot in enumerate(team.reindeer, 1)
        if spot is None or spot.track == track
    )


def chosen(team: Team, pending: Pending) -> int | None:
    """The reindeer that moves: the chosen one, or the only possible one.

    Those beside the tracks move alike: if none is on the track, it is the first of them.
    """
    if pending.reindeer is not None or pending.target is None:
        return pending.reindeer
    may = candidates(team, pending.target)
    on_track = any(team.reindeer[number - 1] for number in may)
    return None if not may or (on_track and len(may) > 1) else may[0]


def path(state: State, team: Team, pending: Pending) -> Path | None:
    """The path of the move; None until track and reindeer are known."""
    number = chosen(team, pending)
    if number is None or pending.target is None:
        return None
    spot = team.reindeer[number - 1]
    track = track_for(state, team, number, pending.target)
    return walk(track, spot.space if spot else 0, pending.distance, pending.leaps)


def landing(pending: Pending, way: Path) -> Land | None:
    """The end of the move; None while the table has to give it."""
    if pending.land is not None:
        return pending.land
    if way.asked or pending.target is None:
        return None
    return Land(pending.target, way.end, way.action)


def reward_unknown(state: State, land: Land | None) -> bool:
    """Whether a reward of unknown value is won; then it may also be the last."""
    return land is not None and land.end == "reward" and not any(state.box.rewards)


def rewards_left(state: State, track: str) -> tuple[int, ...]:
    """The tiles left at the end of a track, highest first; () if they are unknown."""
    left = list(state.box.rewards[OBJECTS.index(track)])
    for team in state.teams:
        for tile in team.tiles:
            if tile.track == track and tile.value in left:
                left.remove(tile.value)
    return tuple(left)


def emptied(state: State, track: str) -> bool:
    """Whether the last reward of a track is gone (RR-50)."""
    return bool(state.box.rewards[OBJECTS.index(track)]) and not rewards_left(state, track)


def points(team: Team) -> int:
    """The points of a team (RR-51)."""
    return sum(tile.value for tile in team.tiles)


def standing(state: State) -> tuple[tuple[Team, int | None], ...]:
    """All teams with their current places: by place, then the retired by seat.

    Ties go to the higher single tile, then to the second highest and so on (RR-51). Teams equal in
    all of them share a place.
    """
    ranks = {team.seat: _rank(team) for team in state.teams if team.racing}
    places = {
        seat: 1 + sum(other > rank for other in ranks.values()) for seat, rank in ranks.items()
    }
    after_all = len(state.teams) + 1
    order = sorted(state.teams, key=lambda team: (places.get(team.seat, after_all), team.seat))
    return tuple((team, places.get(team.seat)) for team in order)


def _rank(team: Team) -> tuple[int, list[int]]:
    return points(team), sorted((tile.value for tile in team.tiles), reverse=True)


def place(state: State, team: Team) -> int | None:
    """The final place; None before the end of the race and for a retired team."""
    if state.phase != "over":
        return None
    return next(place for other, place in standing(state) if other.seat == team.seat)
