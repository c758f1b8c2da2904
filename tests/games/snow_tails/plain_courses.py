"""Random courses and positions, for comparing the rules' moves with plain_moves.py."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from companion.errors import Refused
from companion.games.snow_tails import box
from companion.games.snow_tails.track_pieces import KINDS, TURNING, TrackPiece
from tests.games.snow_tails.plain_moves import Place, Scene

EXAMPLE = box.pieces(box.read(box.example()))


@dataclass(frozen=True)
class Position:
    """A sled about to move."""

    scene: Scene
    at: Place
    speed: int
    drift: int
    side: int
    bonus: int


def course(chance: Random) -> tuple[TrackPiece, ...]:
    """1 to 6 pieces as driven: of the example or invented, some turned round."""
    lanes = chance.randint(1, 6)
    pieces = []
    for _ in range(chance.randint(1, 6)):
        wide = lanes if chance.random() < 0.85 else chance.randint(1, 6)
        piece = chance.choice(EXAMPLE) if chance.random() < 0.4 else _invented(chance, wide)
        pieces.append(piece.turned() if chance.random() < 0.25 else piece)
    return tuple(pieces)


def position(chance: Random, track: tuple[TrackPiece, ...]) -> Position:
    """A sled anywhere on the course, most often with others and saplings just ahead."""
    everywhere = places(track)
    at = chance.choice(everywhere)
    near = [
        place for place in everywhere if at.piece <= place.piece <= at.piece + 1 and place != at
    ]
    few = min(4, len(near))
    sleds = chance.sample(near, chance.randint(0, few))
    trees = [place for place in near if place not in sleds and place.piece < len(track)]
    printed = [place for place in trees if place[1:] in track[place.piece].saplings]
    more = chance.sample(trees, chance.randint(0, min(6, len(trees))))
    speed = chance.choice((0, 1, 2, 3, 4, 5, 6, 7, 8, 9))
    drift = min(chance.randint(0, 4), speed)
    bonus = chance.randint(0, 5) if drift == 0 else 0
    scene = Scene(track, frozenset(sleds), frozenset(printed) | frozenset(more))
    return Position(scene, at, speed, drift, chance.choice((-1, 1)), bonus)


def places(track: Sequence[TrackPiece]) -> list[Place]:
    """All usable places, and some rows behind the last piece."""
    on = [
        Place(number, lane, space)
        for number, piece in enumerate(track)
        for lane, count in enumerate(piece.spaces, 1)
        for space in range(1, count + 1)
        if piece.usable((lane, space))
    ]
    behind = [
        Place(len(track), lane, row)
        for lane in range(1, len(track[-1].spaces) + 1)
        for row in range(1, 4)
    ]
    return on + behind


def _invented(chance: Random, lanes: int) -> TrackPiece:
    """A random piece that the box takes."""
    while True:
        try:
            return box.pieces(box.read({"pieces": [_entry(chance, lanes)]}))[0]
        except Refused:
            continue


def _entry(chance: Random, lanes: int) -> dict[str, Any]:
    kind = chance.choice(KINDS)
    even = [chance.randint(1, 7)] * lanes
    spaces = even if chance.random() < 0.3 else [chance.randint(1, 8) for _ in range(lanes)]
    every = [
        [lane, space] for lane in range(1, lanes + 1) for space in range(1, spaces[lane - 1] + 1)
    ]

    def some(share: float) -> list[list[int]]:
        return [at for at in every if chance.random() < share]

    def across() -> list[int]:
        if chance.random() < 0.3:
            return [round(chance.random() * count) for count in spaces]
        share = chance.random()
        return [round(share * count) for count in spaces]

    entry: dict[str, Any] = {"name": "x", "side": "A", "kind": kind, "spaces": spaces}
    entry["lines"] = [
        {"limit": chance.randint(1, 8), "after": across()} for _ in range(chance.choice((0, 1, 2)))
    ]
    if kind in TURNING:
        entry["turn"] = chance.choice(("left", "right"))
    if kind == "start":
        entry["starts"] = chance.sample(every, min(len(every), chance.randint(1, 5)))
    if kind == "finish":
        entry |= {"finish": across(), "flag": chance.choice(("left", "right"))}
    if chance.random() < 0.5:
        entry[chance.choice(("blocked", "ticked"))] = some(chance.choice((0.2, 0.7)))
    if chance.random() < 0.3:
        entry["drifts"] = [_drift(chance, spaces) for _ in range(2)]
    if chance.random() < 0.4:
        entry["saplings"] = some(0.2)
    return entry


def _drift(chance: Random, spaces: list[int]) -> list[int]:
    """A drift to a neighbour lane, or beyond the edge; most are refused."""
    lane = chance.randint(1, len(spaces))
    to = lane + chance.choice((-1, 1))
    count = spaces[to - 1] if 1 <= to <= len(spaces) else 1
    return [lane, chance.randint(1, spaces[lane - 1]), max(1, to), chance.randint(1, count + 1)]
