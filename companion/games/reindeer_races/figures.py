"""What follows from a state: points, rewards left, cards unseen, who may move and where to.

Everything here is worked out anew; nothing of it is stored.
"""

from collections import Counter
from functools import lru_cache

from companion.games.reindeer_races.board import seen_by
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
    """Cards of a kind that are not known to lie in the discard; all there are if nobody knows."""
    return unseen_of_all(state)[KINDS.index((what, count))]


def unseen_of_all(state: State) -> tuple[int, ...]:
    """The same for each of KINDS."""
    return _unseen(state.box.moves or (MOVE_CARDS,) * len(KINDS), state.discard)


@lru_cache(maxsize=256)
def _unseen(moves: tuple[int, ...], discard: tuple[Card, ...]) -> tuple[int, ...]:
    known = Counter(card.kind for card in discard)
    return tuple(count - known[kind] for kind, count in zip(KINDS, moves, strict=True))


def playable(state: State, team: Team, pending: Pending) -> tuple[bool, ...]:
    """Whether a card of each of KINDS goes with those that were tapped: one object and elves
    (RR-20, RR-21), no more than are in the hand, and a reindeer that it can move (AM-RR-10).
    """
    room = len(pending.cards) < team.hand
    objects = (pending.played,) if pending.played else OBJECTS
    fit = {ELF, *(what for what in objects if candidates(team, what))}
    return tuple(
        room and what in fit and left > pending.of_kind(what, count)
        for (what, count), left in zip(KINDS, unseen_of_all(state), strict=True)
    )


def candidates(team: Team, track: str | None) -> tuple[int, ...]:
    """The reindeer that may move on a track: those on it, and those beside the tracks (RR-23)."""
    return tuple(
        number
        for number, spot in enumerate(team.reindeer, 1)
        if spot is None or spot.track == track
    )


def chosen(team: Team, pending: Pending) -> int | None:
    """The reindeer that moves: the chosen one, or the one there is no choice about.

    Those beside the tracks all move alike: where none stands on the track it is the first of them.
    """
    if pending.reindeer is not None or pending.target is None:
        return pending.reindeer
    may = candidates(team, pending.target)
    on_track = any(team.reindeer[number - 1] for number in may)
    return None if not may or (on_track and len(may) > 1) else may[0]


def path(state: State, team: Team, pending: Pending) -> Path | None:
    """The path that the cards lead to, None while track or reindeer are not chosen."""
    number = chosen(team, pending)
    if number is None or pending.target is None:
        return None
    spot = team.reindeer[number - 1]
    track = seen_by(state, team, number, pending.target)
    return walk(track, spot.space if spot else 0, pending.distance, pending.leaps)


def landing(pending: Pending, way: Path) -> Land | None:
    """Where the move ends, None while the table has not said what only it can know."""
    if pending.land is not None:
        return pending.land
    if way.asked or pending.target is None:
        return None
    return Land(pending.target, way.end, way.action)


def reward_unknown(state: State, land: Land | None) -> bool:
    """Whether a reward is won of which only the table knows the value, and if it is the last."""
    return land is not None and land.end == "reward" and not any(state.box.rewards)


def rewards_left(state: State, track: str) -> tuple[int, ...]:
    """The tiles that lie at the end of a track, the highest first; () if nobody entered them."""
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
    """RR-51."""
    return sum(tile.value for tile in team.tiles)


def standing(state: State) -> tuple[tuple[Team, int | None], ...]:
    """Everybody and the place that the rewards give now: by place, then the retired by seat.

    Ties go to the higher single tile, then to the second highest and so on (RR-51); who is equal in
    all of them shares a place.
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
    """The final place; None before the end and for who has left."""
    if state.phase != "over":
        return None
    return next(place for other, place in standing(state) if other.seat == team.seat)
