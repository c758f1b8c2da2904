"""The track pieces of an owner's copy, one value for each printed side. Pure.

Lanes are numbered from 1 from the left in driving direction, where the yellow flags stand (ST-10);
the spaces of a lane from 1 in driving direction. A lane's spaces divide the piece evenly. A place
along the piece is measured in its `parts`, which every lane's spaces divide without a remainder:
from 0 at the rear joint to `parts` at the front joint.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import lcm
from typing import Any

KINDS = ("start", "straight", "bend", "u_turn", "finish", "special")
TURNING = ("bend", "u_turn")
SIDES = ("A", "B")
_OTHER = {"left": "right", "right": "left", "": ""}

Space = tuple[int, int]
"""Lane and space within a piece, both from 1."""

Drift = tuple[Space, Space]
"""The space that a drift leaves, and the one that it reaches in the lane beside it."""

After = tuple[int, ...]
"""A line across a piece: lane by lane, the number of spaces before it."""


@dataclass(frozen=True, slots=True)
class Line:
    """A red line with its speed limit (ST-05, ST-60)."""

    limit: int
    after: After


@dataclass(frozen=True, slots=True)
class TrackPiece:
    """One side of a track piece, in its driving direction.

    `turn`: "left", "right", or "" on a straight piece. `level`: rows of spaces with dots of equal
    colour, None for a lane without a dot (ST-22). `starts`: the space of start place n is entry
    n - 1. `finish` and `flag`: the finish line and the side of the chequered flag, () and "" on
    other pieces. `drifts`: those that lead elsewhere than track_steps.step reads them.
    """

    name: str
    side: str
    kind: str
    turn: str
    spaces: tuple[int, ...]
    lines: tuple[Line, ...] = ()
    level: tuple[tuple[int | None, ...], ...] = ()
    blocked: frozenset[Space] = frozenset()
    ticked: frozenset[Space] = frozenset()
    saplings: frozenset[Space] = frozenset()
    starts: tuple[Space, ...] = ()
    finish: After = ()
    flag: str = ""
    drifts: frozenset[Drift] = frozenset()

    def has(self, at: Space) -> bool:
        """Whether the piece has this space."""
        lane, space = at
        return 1 <= lane <= len(self.spaces) and 1 <= space <= self.spaces[lane - 1]

    def usable(self, at: Space) -> bool:
        """Whether a sled may stand here: on a piece with ticks only on ticked spaces (ST-72)."""
        return at not in self.blocked and (not self.ticked or at in self.ticked)

    @property
    def parts(self) -> int:
        """The parts into which the piece is divided."""
        return lcm(*self.spaces)

    def edge(self, lane: int, after: int) -> int:
        """The edge after so many spaces of a lane, in parts."""
        return after * self.parts // self.spaces[lane - 1]

    def turned(self) -> "TrackPiece":
        """This side driven the other way round: lanes, spaces and lines reversed."""
        lanes = len(self.spaces)

        def back(at: Space) -> Space:
            return lanes + 1 - at[0], self.spaces[at[0] - 1] + 1 - at[1]

        def across(after: After) -> After:
            return tuple(count - n for count, n in zip(self.spaces, after, strict=True))[::-1]

        def row(dots: tuple[int | None, ...]) -> tuple[int | None, ...]:
            pairs = zip(self.spaces, dots, strict=True)
            return tuple(None if n is None else count + 1 - n for count, n in pairs)[::-1]

        return replace(
            self,
            turn=_OTHER[self.turn],
            spaces=self.spaces[::-1],
            lines=tuple(Line(line.limit, across(line.after)) for line in self.lines[::-1]),
            level=tuple(row(dots) for dots in self.level[::-1]),
            blocked=frozenset(map(back, self.blocked)),
            ticked=frozenset(map(back, self.ticked)),
            saplings=frozenset(map(back, self.saplings)),
            starts=tuple(map(back, self.starts)),
            finish=across(self.finish) if self.finish else (),
            flag=_OTHER[self.flag],
            drifts=frozenset((back(to), back(at)) for at, to in self._two_way()),
        )

    def _two_way(self) -> list[Drift]:
        """The drifts that are also drifts backwards: within the piece, and alone between two lanes
        in reaching their space."""
        reached = Counter((at[0], to) for at, to in self.drifts)
        return [(at, to) for at, to in self.drifts if self.has(to) and reached[at[0], to] == 1]


def track_piece(data: Mapping[str, Any]) -> TrackPiece:
    """The track piece of an entry in the box (box.py), whose fields have been checked."""

    def spaces(field: str) -> tuple[Space, ...]:
        return tuple((lane, space) for lane, space in data.get(field, ()))

    return TrackPiece(
        name=data["name"],
        side=data["side"],
        kind=data["kind"],
        turn=data.get("turn", ""),
        spaces=tuple(data["spaces"]),
        lines=tuple(Line(line["limit"], tuple(line["after"])) for line in data.get("lines", ())),
        level=tuple(map(tuple, data.get("level", ()))),
        blocked=frozenset(spaces("blocked")),
        ticked=frozenset(spaces("ticked")),
        saplings=frozenset(spaces("saplings")),
        starts=spaces("starts"),
        finish=tuple(data.get("finish", ())),
        flag=data.get("flag", ""),
        drifts=frozenset(((one[0], one[1]), (one[2], one[3])) for one in data.get("drifts", ())),
    )
