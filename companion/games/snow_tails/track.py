"""A laid course: its spaces, the steps from each to the next, its lines, and who is ahead. Pure.

Beyond the last piece the track goes on straight in the same lanes, in rows of one space without end
(AM-ST-12); their piece index is the number of pieces.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from companion.games.snow_tails.track_pieces import After, TrackPiece
from companion.games.snow_tails.track_steps import level_of, line_at, step

Place = tuple[int, int, int]
"""The index of a piece from 0, a lane and a space from 1."""

Key = tuple[int, ...]

FINISH = 0
"""The limit of the finish line: none."""


class Crossed(NamedTuple):
    """A line of the course. `number`: from 1 in driving order; `limit`: FINISH for the finish."""

    number: int
    limit: int
    after: After


class Step(NamedTuple):
    """A step to the next space. `to` is None at the edge; `lines`: the numbers of those crossed."""

    to: Place | None
    lines: tuple[int, ...] = ()


@dataclass(frozen=True)
class Track:
    """The pieces of a course in driving order, each as it is driven.

    `flag`: the side of the chequered flag. Steps are worked out once and kept.
    """

    pieces: tuple[TrackPiece, ...]
    flag: str = "left"

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.pieces, self.flag))

    @cached_property
    def _steps(self) -> dict[tuple[Place, int], Step]:
        return {}

    @cached_property
    def lines(self) -> tuple[tuple[Crossed, ...], ...]:
        """The lines of each piece in driving order, the finish line among them (ST-60)."""
        found: list[tuple[Crossed, ...]] = []
        number = 0
        for piece in self.pieces:
            lines = [(line.after, line.limit) for line in piece.lines]
            lines += [(piece.finish, FINISH)] if piece.finish else []
            lines.sort(key=lambda line: line_at(piece, line[0]))
            found.append(
                tuple(
                    Crossed(n, limit, after) for n, (after, limit) in enumerate(lines, number + 1)
                )
            )
            number += len(lines)
        return tuple(found)

    @cached_property
    def limits(self) -> tuple[int, ...]:
        """The limits of all lines in driving order, FINISH for the finish line."""
        return tuple(line.limit for lines in self.lines for line in lines)

    def has(self, at: Place) -> bool:
        """Whether a sled may stand here."""
        piece, lane, space = at
        if piece == len(self.pieces):
            return space >= 1 and 1 <= lane <= len(self.pieces[-1].spaces)
        if not 0 <= piece < len(self.pieces):
            return False
        return self.pieces[piece].has((lane, space)) and self.pieces[piece].usable((lane, space))

    def spaces(self) -> Iterator[Place]:
        """All spaces of the pieces on which a sled may stand."""
        for number, piece in enumerate(self.pieces):
            for lane, count in enumerate(piece.spaces, 1):
                places = ((number, lane, space) for space in range(1, count + 1))
                yield from filter(self.has, places)

    def step(self, at: Place, drift: int) -> Step:
        """The step from a space, straight on (0) or drifting to the left (-1) or right (1)."""
        found = self._steps.get((at, drift))
        if found is None:
            found = self._steps[at, drift] = self._step(at, drift)
        return found

    def _step(self, at: Place, drift: int) -> Step:
        piece, lane, space = at
        if piece == len(self.pieces):
            to = (piece, lane + drift, space + 1)
            return Step(to if self.has(to) else None)
        reached = step(self.pieces[piece], (lane, space), drift)
        if reached is None:
            return Step(None)
        inside = self.pieces[piece].has(reached)
        to = (piece, *reached) if inside else (piece + 1, reached[0], 1)
        return Step(to, tuple(self._crossed(at, to))) if self.has(to) else Step(None)

    def _crossed(self, at: Place, to: Place) -> Iterator[int]:
        """The lines crossed between two spaces, each of which is measured in its own lane."""
        for piece in dict.fromkeys((at[0], to[0])):
            if piece < len(self.pieces):
                for line in self.lines[piece]:
                    if _behind(line, piece, to) and not _behind(line, piece, at):
                        yield line.number

    def lines_behind(self, at: Place) -> int:
        """The number of lines that lie behind a sled on this space."""
        piece = at[0]
        before = sum(map(len, self.lines[:piece]))
        here = self.lines[piece] if piece < len(self.pieces) else ()
        return before + sum(_behind(line, piece, at) for line in here)

    def ahead(self, at: Place) -> Key:
        """The sort key of the race order, larger for the space that is ahead (ST-21)."""
        piece, lane, space = at
        inside = -lane if self._inside(piece) == "left" else lane
        if piece == len(self.pieces):
            return piece, 0, space, inside
        return piece, *level_of(self.pieces[piece], (lane, space)), inside

    def along(self, at: Place) -> float:
        """How far along the course a space is, in pieces; also for a space that does not exist."""
        piece, lane, space = at
        spaces = self.pieces[piece].spaces if piece < len(self.pieces) else ()
        return piece + space / max(spaces[lane - 1] if 0 < lane <= len(spaces) else 0, space, 1)

    def _inside(self, piece: int) -> str:
        """The inner side of this bend, or of the next one, or the side of the flag (ST-21)."""
        return next((one.turn for one in self.pieces[piece:] if one.turn), self.flag)

    def past_finish(self, at: Place) -> tuple[int, int]:
        """Rows past the finish line, and the lane counted from the flag (ST-91)."""
        piece, lane, space = at
        last = self.pieces[-1]
        row = space if piece < len(self.pieces) else last.spaces[lane - 1] + space
        from_flag = lane if self.flag == "left" else len(last.spaces) + 1 - lane
        return row - last.finish[lane - 1], from_flag


def _behind(line: Crossed, piece: int, at: Place) -> bool:
    """Whether this line of a piece lies behind a sled, in its lane."""
    if at[0] != piece:
        return at[0] > piece
    return at[2] > line.after[at[1] - 1]
