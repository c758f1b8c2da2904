"""How good a play is, by strength: the lower, the better. The unit is a turn, roughly."""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from companion.games.snow_tails.played.ahead import (
    FASTEST,
    OUT,
    ROW,
    left,
    lines_ahead,
    turns_left,
)
from companion.games.snow_tails.played.plays import SLOT_SETS, Play
from companion.games.snow_tails.state import MAX_DENTS, SLOTS, State
from companion.games.snow_tails.track import Place, Track
from companion.games.snow_tails.track_moves import outcomes

PACE = 4.5
"""Spaces of a usual turn."""

_DENT, _FAST, _DRIFT, _CRASH = 0.3, 0.3, 0.05, 0.35
"""What a dent costs, a step too fast before a line, a drift on the mat, a turn without drawing."""

_LAST = 4
"""Rows to the finish from which on a dent costs less and less."""


class _Free(NamedTuple):
    """An end of a move without other sleds. `beyond`: rows beyond the finish line."""

    finished: bool
    dents: int
    rows: int
    beyond: int


def careful(state: State, play: Play) -> tuple[float, ...]:
    """The fewest dents, then the farthest."""
    drive = play.drive
    return drive.out, drive.dents, rows_to_go(state, play)


def keen(state: State, play: Play) -> float:
    """The turns to go at the usual pace, and a price for dents, for speed before a line, drift.

    Near the finish a dent costs less and less.
    """
    return _to_go(state, play, _at_usual_pace)


def expected(state: State, play: Play) -> float:
    """The expected turns to go after the play, whatever the hand."""
    return _to_go(state, play, _whatever_the_hand)


def _to_go(state: State, play: Play, turns: Callable[[Track, Play, int], float]) -> float:
    """The turns to go, with the price of drift and of a crash; less than 0 beyond the finish."""
    assert state.track is not None
    drive, rows = play.drive, rows_to_go(state, play)
    if drive.out or rows <= 0:
        return OUT if drive.out else ROW * rows
    costs = turns(state.track, play, rows)
    return costs + _DRIFT * play.live.drift + _CRASH * drive.after.crashed


def _at_usual_pace(track: Track, play: Play, rows: int) -> float:
    after, speed = play.drive.after, play.live.speed
    lines = lines_ahead(track)[after.lines :]
    near = bool(lines) and rows - lines[0].rows <= speed + 2
    fast = max(0, speed - 2 - lines[0].limit) if near else 0
    return rows / PACE + _DENT * after.dents * min(1, rows / _LAST) + _FAST * fast


def _whatever_the_hand(track: Track, play: Play, rows: int) -> float:
    speed = max(0, min(FASTEST, play.live.speed))
    return turns_left(track)[rows][play.drive.after.dents][speed]


def rows_to_go(state: State, play: Play) -> int:
    """Spaces to the finish after the play; beyond the line, its rows as a negative number."""
    assert state.track is not None
    drive = play.drive
    if drive.after.status == "finished":
        return -state.track.past_finish(drive.to)[0]
    return left(state.track, drive.to)


def next_turn(state: State, play: Play, hand: Iterable[int]) -> float:
    """The expected turns to go after the play if the next turn is played with this hand.

    Other sleds are not in the way.
    """
    assert state.track is not None
    sorted_hand, trees = tuple(sorted(hand)), frozenset(state.saplings)
    at, dents = play.drive.to, play.drive.after.dents
    moves = _moves(play.mat, sorted_hand)
    each = (_best(state.track, at, dents, move, trees) for move in moves)
    return 1 + min(each, default=OUT)


@lru_cache(maxsize=1024)
def _moves(mat: tuple[int, int, int], hand: Sequence[int]) -> frozenset[tuple[int, int]]:
    """Each speed above 0 that a hand allows, with the drift: to the left if negative."""
    found = set()
    for value in set(hand):
        for slots in SLOT_SETS:
            if len(slots) <= hand.count(value):
                left, right, brake = (
                    value if slot in slots else old for slot, old in zip(SLOTS, mat, strict=True)
                )
                found.add((left + right - brake, right - left))
    return frozenset(move for move in found if move[0] > 0)


def _best(
    track: Track, at: Place, dents: int, move: tuple[int, int], trees: frozenset[Place]
) -> float:
    """The fewest turns to go after this move."""
    speed, drift = move
    turns = turns_left(track)
    found = OUT
    for end in _free(track, at, speed, drift, trees):
        if end.finished:
            found = min(found, -ROW * end.beyond)
        elif dents + end.dents <= MAX_DENTS:
            after = turns[end.rows][dents + end.dents][min(FASTEST, speed)]
            found = min(found, after + _DRIFT * abs(drift))
    return found


@lru_cache(maxsize=8192)
def _free(
    track: Track, at: Place, speed: int, drift: int, trees: frozenset[Place]
) -> tuple[_Free, ...]:
    """The ends of a move without other sleds; of several that cost equally many dents the best."""
    side = (drift > 0) - (drift < 0)
    limits, behind = track.limits, track.lines_behind(at)
    best: dict[tuple[bool, int], _Free] = {}
    for end in outcomes(track, at, speed, min(abs(drift), speed), side, 0, frozenset(), trees):
        lines = [line for line in end.lines if line > behind]
        done = len(limits) in lines
        over = sum(max(0, speed - limits[line - 1]) for line in lines if line < len(limits))
        dents = over + len(end.saplings) + (end.stop == "edge")
        beyond = track.past_finish(end.to)[0] if done else 0
        one = _Free(done, dents, 0 if done else left(track, end.to), beyond)
        old = best.setdefault((done, dents), one)
        if (one.rows, -one.beyond) < (old.rows, -old.beyond):
            best[done, dents] = one
    return tuple(best.values())
