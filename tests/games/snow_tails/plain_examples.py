"""Moves on a course as vectors: the printed examples whose picture the text describes, and edges of
the rules. Where a picture's spaces are not described the piece around it is invented."""

from dataclasses import dataclass
from typing import Any

from companion.games.snow_tails.track_pieces import Line, TrackPiece
from tests.games.snow_tails.plain_moves import Event, Place

End = tuple[tuple[int, int, int], tuple[Event, ...], str, int]
"""Where a ride ends, its events, what stopped it, its steps."""


@dataclass(frozen=True)
class Example:
    """A move: where from, what it meets, all its ends, and the dents of each."""

    name: str
    track: tuple[TrackPiece, ...]
    at: tuple[int, int, int]
    speed: int
    ends: dict[End, int]
    drift: int = 0
    side: int = 1
    bonus: int = 0
    sleds: frozenset[Place] = frozenset()
    saplings: frozenset[Place] = frozenset()


def piece(*spaces: int, **more: Any) -> TrackPiece:
    return TrackPiece("x", "A", more.pop("kind", "straight"), more.pop("turn", ""), spaces, **more)


def places(*found: tuple[int, int, int]) -> frozenset[Place]:
    return frozenset(Place(*one) for one in found)


def line(limit: int, *after: int) -> Line:
    return Line(limit, after)


def tree(*at: int) -> Event:
    return "sapling", at


FOUR: Event = ("line", 4)
FINISH: Event = ("finish", 0)
ROAD = piece(9, 9, 9)
CANYON = piece(4, 4, 4, kind="special", ticked=frozenset({(2, 1), (1, 2), (3, 2), (2, 3), (2, 4)}))
SNOWDRIFT = piece(4, 4, 4, kind="special", blocked=frozenset({(1, 2), (1, 3), (2, 3)}))
BEND = piece(3, 4, 5, kind="bend", turn="left", lines=(line(4, 1, 1, 2),))
LIMITED = piece(5, 5, 5, lines=(line(4, 2, 2, 2),))

PRINTED = [
    Example(
        "ST-T02, movement example: 3 spaces, two of them drifts right",
        (ROAD,),
        (0, 1, 1),
        3,
        {((0, 3, 4), (), "", 3): 0},
        drift=2,
    ),
    Example(
        "ST-T04: speed 5, drift 2 left, in any order",
        (ROAD,),
        (0, 3, 1),
        5,
        {((0, 1, 6), (), "", 5): 0},
        drift=2,
        side=-1,
    ),
    Example(
        "ST-T06: 5 over a limit of 3",
        (piece(9, lines=(line(3, 2),)),),
        (0, 1, 1),
        5,
        {((0, 1, 6), (("line", 3),), "", 5): 2},
    ),
    Example(
        "ST-T07: 5 over a limit of 4",
        (LIMITED, ROAD),
        (0, 1, 1),
        5,
        {((1, 1, 1), (FOUR,), "", 5): 1},
    ),
    Example(
        "ST-T08, example round, Yellow: 3 with drift 2 right, no dent",
        (LIMITED,),
        (0, 1, 1),
        3,
        {((0, 3, 4), (FOUR,), "", 3): 0},
        drift=2,
    ),
    Example(
        "ST-T09, example round, Blue: 2 and a bonus of 2, no dent",
        (LIMITED,),
        (0, 2, 1),
        2,
        {((0, 2, 5), (FOUR,), "", 4): 0},
        bonus=2,
    ),
    Example(
        "ST-T10, example round, Red: 5 with drift 1 into the bend, 1 dent",
        (ROAD, BEND),
        (0, 1, 7),
        5,
        {((1, 2, 3), (FOUR,), "", 5): 1, ((1, 2, 4), (FOUR,), "", 5): 1},
        drift=1,
    ),
    Example(
        "ST-T11: 6 through a bend crosses a black line twice",
        (BEND, ROAD),
        (0, 1, 1),
        6,
        {((1, 3, row), (FOUR,), "", 6): 2 for row in (2, 3, 4)},
        drift=2,
    ),
    Example(
        "ST-T15: the edge after two drifts",
        (ROAD,),
        (0, 1, 1),
        3,
        {((0, 3, 3), (), "edge", 2): 1},
        drift=3,
    ),
    Example(
        "ST-T16: a sled hit from behind",
        (ROAD,),
        (0, 2, 1),
        4,
        {((0, 2, 3), (), "sled", 2): 0},
        sleds=places((0, 2, 4)),
    ),
    Example(
        "ST-T16: a sled hit by a drift, or passed",
        (ROAD,),
        (0, 1, 1),
        2,
        {((0, 1, 1), (), "sled", 0): 0, ((0, 2, 3), (), "", 2): 0},
        drift=1,
        sleds=places((0, 2, 2)),
    ),
    Example(
        "Drift figure: sleds beside the corner do not matter (ST-47)",
        (ROAD,),
        (0, 1, 1),
        1,
        {((0, 2, 2), (), "", 1): 0},
        drift=1,
        sleds=places((0, 1, 2), (0, 2, 1)),
    ),
    Example(
        "Drift figure: overlapping spaces",
        (piece(2, 3),),
        (0, 1, 1),
        1,
        {((0, 2, 2), (), "", 1): 0},
        drift=1,
    ),
    Example(
        "Saplings: a dent at once, and on with the move (ST-76)",
        (ROAD,),
        (0, 1, 1),
        3,
        {((0, 1, 4), (tree(0, 1, 2), tree(0, 1, 4)), "", 3): 2},
        saplings=places((0, 1, 2), (0, 1, 4), (0, 1, 5), (0, 2, 2)),
    ),
    Example(
        "Canyon: diagonals between ticks are free (ST-72)",
        (CANYON,),
        (0, 2, 1),
        1,
        {((0, 1, 2), (), "", 1): 0},
        drift=1,
        side=-1,
    ),
    Example(
        "Canyon: a column is the edge (ST-72)",
        (CANYON,),
        (0, 2, 1),
        3,
        {((0, 2, 1), (), "edge", 0): 1},
    ),
    Example(
        "Snowdrift: past it diagonally, or into it",
        (SNOWDRIFT,),
        (0, 1, 1),
        2,
        {((0, 2, 2), (), "edge", 1): 1, ((0, 1, 1), (), "edge", 0): 1},
        drift=1,
    ),
    Example(
        "Joints count as blue lines",
        (piece(2), piece(3)),
        (0, 1, 1),
        3,
        {((1, 1, 2), (), "", 3): 0},
    ),
]

CONSTRUCTED = [
    Example(
        "ST-42: no speed, no move, no bonus",
        (ROAD,),
        (0, 1, 1),
        0,
        {((0, 1, 1), (), "", 0): 0},
        bonus=2,
    ),
    Example(
        "ST-C01: surplus drift is ignored",
        (ROAD,),
        (0, 3, 1),
        1,
        {((0, 2, 2), (), "", 1): 0},
        drift=1,
        side=-1,
    ),
    Example(
        "ST-C07: 5 and a bonus of 3 over a limit of 5",
        (piece(9, lines=(line(5, 2),)),),
        (0, 1, 1),
        5,
        {((0, 1, 9), (("line", 5),), "", 8): 3},
        bonus=3,
    ),
    Example(
        "ST-C08: 6 over limits of 4 and 5",
        (piece(9, lines=(line(5, 4), line(4, 2))),),
        (0, 1, 1),
        6,
        {((0, 1, 7), (FOUR, ("line", 5)), "", 6): 3},
    ),
    Example(
        "ST-71: a drift into the edge stops in front of the red line",
        (LIMITED,),
        (0, 3, 2),
        6,
        {
            ((0, 3, 2), (), "edge", 0): 1,
            ((0, 3, 3), (FOUR,), "edge", 1): 3,
            ((0, 3, 4), (FOUR,), "edge", 2): 3,
            ((0, 3, 5), (FOUR,), "edge", 3): 3,
            ((1, 3, 1), (FOUR,), "edge", 4): 3,
            ((1, 3, 2), (FOUR,), "edge", 5): 3,
        },
        drift=1,
    ),
    Example(
        "AM-ST-01, 02: a bonus cut short counts whole",
        (LIMITED,),
        (0, 1, 1),
        2,
        {((0, 1, 3), (FOUR,), "sled", 2): 1},
        bonus=3,
        sleds=places((0, 1, 4)),
    ),
    Example(
        "AM-ST-02: no bonus after a collision",
        (LIMITED,),
        (0, 1, 2),
        5,
        {((0, 1, 3), (FOUR,), "sled", 1): 1},
        bonus=3,
        sleds=places((0, 1, 4)),
    ),
    Example(
        "ST-62: a line, then a sled behind it",
        (LIMITED,),
        (0, 1, 1),
        5,
        {((0, 1, 3), (FOUR,), "sled", 2): 1},
        sleds=places((0, 1, 4)),
    ),
    Example(
        "A line at the joint is crossed with the joint",
        (piece(2, lines=(line(4, 2),)), piece(3, lines=(line(5, 0),))),
        (0, 1, 2),
        1,
        {((1, 1, 1), (FOUR, ("line", 5)), "", 1): 0},
    ),
    Example(
        "A slanting line drifted across from behind counts only if it is crossed again",
        (piece(6, 6, lines=(line(4, 1, 4),)),),
        (0, 1, 2),
        3,
        {((0, 2, 5), (FOUR,), "", 3): 0, ((0, 2, 5), (), "", 3): 0},
        drift=1,
    ),
    Example(
        "AM-ST-12: rows behind the last piece",
        (piece(2, 2, finish=(1, 1), kind="finish", flag="left"),),
        (0, 1, 1),
        5,
        {((1, 2, 4), (FINISH,), "", 5): 0},
        drift=1,
    ),
    Example(
        "A lane that the next piece lacks is the edge",
        (piece(2, 2), piece(2)),
        (0, 2, 2),
        1,
        {((0, 2, 2), (), "edge", 0): 1},
    ),
    Example(
        "A sled at the first step",
        (ROAD,),
        (0, 1, 1),
        4,
        {((0, 1, 1), (), "sled", 0): 0},
        sleds=places((0, 1, 2)),
    ),
    Example(
        "ST-60: a slanting line met again after a drift counts once",
        (piece(6, 6, lines=(line(4, 1, 4),)),),
        (0, 1, 1),
        4,
        {
            ((0, 2, 5), (FOUR,), "", 4): 0,
        },
        drift=1,
    ),
]
