"""What lies ahead on a course: spaces and turns to the finish. An estimate, worked out once.

For it the course is a row of spaces, with each line across it. The chance of a speed comes from the
cards: how many hands of so many cards can change the mat's sum to it.
"""

from collections.abc import Iterator
from functools import lru_cache
from math import comb, prod
from typing import NamedTuple

from companion.games.snow_tails.played.plays import SLOT_SETS
from companion.games.snow_tails.state import HAND, MAX_DENTS, SLOTS, VALUES
from companion.games.snow_tails.track import Place, Track
from companion.games.snow_tails.track_steps import DRIFTS

OUT = 25.0
"""The turns that an elimination counts as: more than any race has left."""

FASTEST = 9
"""The highest speed of a mat: 5 + 5 - 1."""

ROW = 0.05
"""The part of a turn that a row beyond the finish line is worth (ST-91)."""

_MOST_DRIFT = 2
"""More drift than this ends at the edge too often."""

_GAIN = (0, 1, 2, 2, 3, 4, 5, 6, 7, 8)
"""Spaces gained by a move, by its speed: in the mean of many races five sixths of it."""

Speeds = list[list[float]]


class Line(NamedTuple):
    """A line that lies ahead. `rows`: spaces to the finish right behind it."""

    rows: int
    limit: int


@lru_cache(maxsize=8)
def rows_left(track: Track) -> dict[Place, int]:
    """The fewest steps from each space across the finish line, 0 behind it. Dead ends are left out.

    Other sleds, saplings and limits do not count.
    """
    finish = len(track.limits)
    back: dict[Place, list[Place]] = {}
    rows: dict[Place, int] = {}
    for at in _spaces(track):
        for step in (track.step(at, drift) for drift in DRIFTS):
            if step.to is not None:
                back.setdefault(step.to, []).append(at)
                if finish in step.lines:
                    rows[at] = 1
        if track.lines_behind(at) == finish:
            rows[at] = 0
    here, count = {at for at, steps in rows.items() if steps == 1}, 1
    while here:
        count += 1
        here = {at for to in here for at in back.get(to, ()) if at not in rows}
        rows |= dict.fromkeys(here, count)
    return rows


def left(track: Track, at: Place) -> int:
    """The fewest steps from this space across the finish line; all of the course in a dead end."""
    if at[0] == len(track.pieces):
        return 0
    rows = rows_left(track)
    return rows[at] if at in rows else max(rows.values())


@lru_cache(maxsize=8)
def lines_ahead(track: Track) -> tuple[Line, ...]:
    """The lines with a limit, in driving order."""
    rows, found = rows_left(track), dict[int, int]()
    for at, count in rows.items():
        for number in range(1, track.lines_behind(at) + 1):
            found[number] = max(found.get(number, 0), count)
    return tuple(Line(found[n], limit) for n, limit in enumerate(track.limits[:-1], 1))


@lru_cache(maxsize=8)
def turns_left(track: Track) -> list[list[list[float]]]:
    """The expected turns to the finish, by spaces left, dents, and the speed of the mat."""
    most, lines = max(rows_left(track).values()), lines_ahead(track)
    turns: list[list[list[float]]] = []
    for rows in range(most + 1):
        turns.append([[]] * (MAX_DENTS + 1))
        for dents in range(MAX_DENTS, -1, -1):
            after = [_after(turns, lines, rows, dents, speed) for speed in range(FASTEST + 1)]
            chances = _chances(HAND - dents)
            turns[rows][dents] = [
                _expected(after, chance, _else(turns, rows, dents, speed))
                for speed, chance in enumerate(chances)
            ]
    return turns


def _after(
    turns: list[list[list[float]]], lines: tuple[Line, ...], rows: int, dents: int, speed: int
) -> float:
    """The turns to the finish if this one is driven at `speed`."""
    gain = _GAIN[speed]
    if gain >= rows:
        return 1 - ROW * (gain - rows)
    crossed = (line.limit for line in lines if rows - gain <= line.rows < rows)
    dents += sum(max(0, speed - limit) for limit in crossed)
    if dents > MAX_DENTS or speed == 0:
        return OUT
    return 1 + turns[rows - gain][dents][speed]


def _else(turns: list[list[list[float]]], rows: int, dents: int, speed: int) -> float:
    """The turns to the finish if the hand allows no speed: a turn of two spaces."""
    return min(OUT, 1 + turns[rows - 2][dents][speed]) if rows > 2 else 2.0


def _expected(after: list[float], chance: list[float], else_: float) -> float:
    """The mean of the best speed that a hand allows, `else_` if it allows none."""
    turns, none = 0.0, 1.0
    for speed in sorted(range(len(after)), key=after.__getitem__):
        turns += none * chance[speed] * after[speed]
        none *= 1 - chance[speed]
    return turns + none * else_


@lru_cache(maxsize=HAND + 1)
def _chances(hand: int) -> Speeds:
    """The chance that this many cards can change the mat's speed from one to another."""
    found: list[list[list[float]]] = [[] for _ in range(FASTEST + 1)]
    for left, right, brake in _mats():
        found[max(0, left + right - brake)].append(_from_mat(left, right, brake, hand))
    return [[sum(column) / len(rows) for column in zip(*rows, strict=True)] for rows in found]


def _mats() -> Iterator[tuple[int, int, int]]:
    for left in VALUES:
        for right in VALUES:
            if abs(left - right) <= _MOST_DRIFT:
                yield from ((left, right, brake) for brake in VALUES)


def _from_mat(left: int, right: int, brake: int, hand: int) -> list[float]:
    """The chance of each speed from this mat."""
    fails: list[list[float]] = [[1.0] for _ in range(FASTEST + 1)]
    for value in VALUES:
        cards: dict[int, int] = {}
        for slots in SLOT_SETS:
            mat = [
                value if slot in slots else old
                for slot, old in zip(SLOTS, (left, right, brake), strict=True)
            ]
            if abs(mat[0] - mat[1]) <= _MOST_DRIFT:
                cards.setdefault(max(0, mat[0] + mat[1] - mat[2]), len(slots))
        for speed, count in cards.items():
            fails[speed].append(1 - _holds(count, hand))
    return [1 - prod(each) for each in fails]


def _holds(count: int, hand: int, copies: int = 4, deck: int = 20) -> float:
    """The chance that a hand has at least `count` cards of one value (ST-03)."""
    others = deck - copies
    ways = (comb(copies, many) * comb(others, hand - many) for many in range(count, hand + 1))
    return sum(ways) / comb(deck, hand)


def _spaces(track: Track) -> Iterator[Place]:
    for number, piece in enumerate(track.pieces):
        for lane, count in enumerate(piece.spaces, 1):
            at = ((number, lane, space) for space in range(1, count + 1))
            yield from (one for one in at if track.has(one))
