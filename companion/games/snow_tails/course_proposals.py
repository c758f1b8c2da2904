"""Courses made from the owner's track pieces, by length and difficulty. Pure.

Chance is an argument: equal numbers make equal courses.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import floor
from typing import Any

from companion.errors import Refused
from companion.games.snow_tails import box
from companion.games.snow_tails.track_pieces import TURNING, TrackPiece

LENGTHS: Mapping[str, int] = {"short": 20, "medium": 32, "long": 44}
"""The fewest rows of a course; a sled drives four or five in a turn."""

DIFFICULTIES = ("easy", "medium", "hard")

TRIES, MOST = 60, 12
"""Courses tried, and proposed at most."""

_QUICK = 8
"""A speed that leaves dents at the limits of all usual lines."""

Chance = Callable[[], float]
Laid = list[Mapping[str, Any]]


def propose(data: Mapping[str, Any], length: str, difficulty: str, chance: Chance) -> list[Laid]:
    """Courses of this length, those that fit the difficulty best first.

    Start place 1 lies inside the first bend (ST-11), no piece is turned round, all have the same
    lanes, and none is laid twice. An easy course has no special pieces (ST-95). Whether pieces lie
    on one another is left to the picture. `data`: the box. `chance` gives numbers from 0 to 1.
    Raises Refused if the pieces do not suffice.
    """
    pieces = box.pieces(box.read(data))
    starts, between, ends = _parts(pieces, special=difficulty != "easy")
    if not (starts and between and ends):
        raise Refused("course.make_lacks")
    least = LENGTHS[length]
    tries = [_way(between, least, chance) for _ in range(TRIES)]
    found = {tuple(map(id, way)): way for way in tries if _rows(way) >= least}
    if not found:
        raise Refused("course.make_short", most=floor(max(map(_rows, tries))), least=least)
    ways = sorted(found.values(), key=_danger)
    return [
        _laid([_start(starts, way), *way, _any(ends, chance)]) for way in _fitting(ways, difficulty)
    ]


def _parts(
    pieces: Sequence[TrackPiece], special: bool
) -> tuple[list[TrackPiece], list[TrackPiece], list[TrackPiece]]:
    """The sides that can be the start, lie between, be the finish: with as many lanes as the first
    start piece."""
    lanes = next((len(piece.spaces) for piece in pieces if piece.kind == "start"), 0)
    fit = [piece for piece in pieces if len(piece.spaces) == lanes]
    ends = ("start", "finish") if special else ("start", "finish", "special")
    return (
        [piece for piece in fit if piece.kind == "start"],
        [piece for piece in fit if piece.kind not in ends],
        [piece for piece in fit if piece.kind == "finish"],
    )


def _way(sides: Sequence[TrackPiece], least: int, chance: Chance) -> list[TrackPiece]:
    """Sides in chance order, each piece once, until they have enough rows.

    Where it can, the course never leads back past its start: it keeps turning by half a circle at
    most, so that its pieces rarely lie on one another.
    """
    left = sorted(sides, key=lambda piece: chance())
    way: list[TrackPiece] = []
    heading = 0
    while left and _rows(way) < least:
        piece = next((one for one in left if abs(heading + _turn(one)) <= 2), left[0])
        way.append(piece)
        heading += _turn(piece)
        left = [one for one in left if one.name != piece.name]
    return way


def _turn(piece: TrackPiece) -> int:
    """By how many quarters of a circle a piece turns to the right."""
    quarters = {"bend": 1, "u_turn": 2}.get(piece.kind, 0)
    return -quarters if piece.turn == "left" else quarters


def _rows(way: Iterable[TrackPiece]) -> float:
    """The rows of pieces: the mean spaces of their lanes."""
    return sum(sum(piece.spaces) / len(piece.spaces) for piece in way)


def _danger(way: Sequence[TrackPiece]) -> float:
    """How hard a course is: low limits, U-turns and special pieces, for each row."""
    points = sum(
        sum(max(0, _QUICK - line.limit) for line in piece.lines)
        + 2 * (piece.kind == "u_turn")
        + 4 * (piece.kind == "special")
        for piece in way
    )
    return points / _rows(way)


def _fitting(ways: Sequence[list[TrackPiece]], difficulty: str) -> Sequence[list[TrackPiece]]:
    """The easiest, the middle or the hardest of courses that are sorted by danger."""
    if difficulty == "easy":
        return ways[:MOST]
    if difficulty == "hard":
        return ways[::-1][:MOST]
    middle = len(ways) // 2
    return [ways[n] for n in sorted(range(len(ways)), key=lambda n: abs(n - middle))][:MOST]


def _start(starts: Sequence[TrackPiece], way: Sequence[TrackPiece]) -> TrackPiece:
    """The start side with place 1 on the inside of the first bend (ST-11), else any."""
    turn = next((piece.turn for piece in way if piece.kind in TURNING), "")
    inside = {"left": min, "right": max}.get(turn)
    for piece in starts:
        lanes = [lane for lane, _ in piece.starts]
        if inside and lanes[0] == inside(lanes):
            return piece
    return starts[0]


def _any(pieces: Sequence[TrackPiece], chance: Chance) -> TrackPiece:
    return min(pieces, key=lambda piece: chance())


def _laid(course: Iterable[TrackPiece]) -> Laid:
    return [{"piece": piece.name, "side": piece.side, "turned": False} for piece in course]
