"""Values derived from a state: unseen cards, candidates, paths.

They are computed on each call; none is stored.
"""

from collections import Counter
from dataclasses import replace
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


def kept_choices(team: Team, before: Pending, after: Pending) -> Pending:
    """`after` with the choices of `before` that are still possible.

    A chosen reindeer stays chosen as long as it can move on the track. Answers one by one belong to
    the reindeer that the old path met, so they are dropped.
    """
    number = before.reindeer
    if number is None or number not in candidates(team, after.target):
        return after
    leaps = before.leaps if isinstance(before.leaps, bool) else True
    return replace(after, reindeer=number, leaps=leaps)


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
