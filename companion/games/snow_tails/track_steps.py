"""Steps from space to space within a track piece, and the way through it. Pure.

The rule books leave to a picture which space a drift reaches in a bend (AM-ST-17). The reading
here: the space of the next lane whose rear edge is nearest to the front edge of the space that is
left; of two equally near, the one farther back. Where corners meet, that is exactly the space at
the corner. A piece's own `drifts` go before the reading.
"""

from collections.abc import Iterator
from functools import lru_cache

from companion.games.snow_tails.track_pieces import After, Space, TrackPiece

DRIFTS = (-1, 0, 1)
"""A step's change of lane: a drift to the left, straight on, a drift to the right (ST-43)."""


def step(piece: TrackPiece, at: Space, drift: int) -> Space | None:
    """The space that a step reaches (ST-43), None beyond the edge of the track.

    One past the lane's last space stands for the first space of the next piece.
    """
    lane = at[0] + drift
    if not 1 <= lane <= len(piece.spaces):
        return None
    own = next((to for left, to in piece.drifts if left == at and to[0] == lane), None)
    return own or (lane, read_step(piece, at, lane))


def read_step(piece: TrackPiece, at: Space, lane: int) -> int:
    """The space of a lane that a step reaches by the reading above, also one past its last one."""
    # The front edge lies `front` of `count` parts into the piece, which has `spaces` in that lane.
    front, count, spaces = at[1], piece.spaces[at[0] - 1], piece.spaces[lane - 1]
    return 1 - (count - 2 * front * spaces) // (2 * count)


@lru_cache(maxsize=256)
def can_pass(piece: TrackPiece) -> bool:
    """Whether a sled can drive through the piece over usable spaces (ST-72)."""
    lanes = range(1, len(piece.spaces) + 1)
    here = {(lane, 1) for lane in lanes if piece.usable((lane, 1))} | {*piece.starts}
    seen: set[Space] = set()
    while here:
        seen |= here
        ahead = {to for at in here for to in _steps(piece, at)}
        if any(not piece.has(to) for to in ahead):
            return True
        here = {to for to in ahead if piece.usable(to)} - seen
    return False


def _steps(piece: TrackPiece, at: Space) -> Iterator[Space]:
    for drift in DRIFTS:
        if (to := step(piece, at, drift)) is not None:
            yield to


def row_end(piece: TrackPiece, dots: tuple[int | None, ...]) -> float:
    """Where a row of level spaces ends, in parts: the mean of their front edges (ST-22)."""
    edges = [piece.edge(lane, n) for lane, n in enumerate(dots, 1) if n is not None]
    return sum(edges) / len(edges)


def level_of(piece: TrackPiece, at: Space) -> tuple[int, int]:
    """How far along the piece a space is (ST-21): its band, then its front edge within, in parts.

    Odd bands are the rows of level spaces (ST-22), in which all are equal; even ones lie between.
    """
    lane, space = at
    front = piece.edge(*at)
    for number, row in enumerate(piece.level):
        dot = row[lane - 1]
        here, end = (front, row_end(piece, row)) if dot is None else (space, dot)
        if here <= end:
            return (2 * number + 1, 0) if here == end else (2 * number, front)
    return 2 * len(piece.level), front


def line_at(piece: TrackPiece, after: After) -> float:
    """Where a line lies, in parts: the mean of its places in the lanes."""
    edges = [piece.edge(lane, n) for lane, n in enumerate(after, 1)]
    return sum(edges) / len(edges)
