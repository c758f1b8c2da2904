"""Benchmark of the moves on a laid course: all outcomes of one, with everything in the way."""

import time
from random import Random
from statistics import median
from typing import Any

from companion.bench.row import Row
from companion.games.snow_tails import box, track_course
from companion.games.snow_tails.track import Place, Track
from companion.games.snow_tails.track_moves import outcomes

COURSE = ("1A", "5A", "2B", "4B", "2A", "8A", "3B", "6B", "2B", "9B", "4B", "7A", "10A")
"""A course of the example box with bends, U-turns, saplings, snowdrift and canyon."""

LAID = [{"piece": name[:-1], "side": name[-1]} for name in COURSE]
MOVES = 2000


def options(plain: dict[str, Any]) -> dict[str, Any]:
    """The options of a race on this course, with the seats of `plain`."""
    return {**plain, "laid": LAID, "box": "example"}


def rows() -> list[Row]:
    """Rows for the outcomes of a move: five sleds, all saplings, any place, speed and drift."""
    pieces = track_course.driven(LAID, box.example())
    track = track_course.track(pieces, range(1, 6))
    rng = Random(1)
    moves = [_move(track, rng) for _ in range(MOVES)]
    times = []
    for move in moves:
        began = time.perf_counter()
        outcomes.__wrapped__(track, *move)
        times.append((time.perf_counter() - began) * 1000)
    name = f"rules: outcomes of a move on a course, %s of {MOVES}"
    middle, worst = median(times), max(times)
    return [
        Row(name % "p50", middle, "ms", "<= 5", middle <= 5),
        Row(name % "worst", worst, "ms", "<= 20", worst <= 20),
    ]


def _move(track: Track, rng: Random) -> tuple[Any, ...]:
    """The arguments of `outcomes` but for the track: the four other sleds stand nearby."""
    spaces = [
        (number, lane, space)
        for number, piece in enumerate(track.pieces)
        for lane, count in enumerate(piece.spaces, 1)
        for space in range(1, count + 1)
    ]
    spaces = [at for at in spaces if track.has(at)]
    at = rng.choice(spaces)
    near = [one for one in spaces if one != at and abs(one[0] - at[0]) < 2]
    others: frozenset[Place] = frozenset(rng.sample(near, 4))
    saplings = frozenset(one for one in track_course.saplings(track) if one not in {at, *others})
    speed = rng.randint(1, 9)
    drift = min(speed, rng.randint(0, 4))
    bonus = 0 if drift else rng.randint(1, 5)
    return at, speed, drift, rng.choice((-1, 1)), bonus, others, saplings
