"""Moves of a sled on a laid course, reckoned a second time: every sequence of steps, one by one.

A check of the rules' reckoning, written from rules.md and docs/acts.md without knowing it. It is
slow and says nothing twice: a sequence is driven space by space until it ends or something is hit.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

from companion.games.snow_tails.track_pieces import After, TrackPiece


class Place(NamedTuple):
    """A piece, counted from 0, and a lane and a space on it, counted from 1.

    Behind the last piece the track goes on as one more piece without an end (AM-ST-12).
    """

    piece: int
    lane: int
    space: int


Event = tuple[str, object]
"""("line", its limit), ("finish", its piece), or ("sapling", its place)."""


@dataclass(frozen=True)
class Ride:
    """What a sequence of steps comes to.

    `events` in their order, `met` the same: lines by their number on the course, from 1, the finish
    included, saplings by their places. `stop`: "" | "sled" | "edge"; `hit`: the place of the sled
    that was hit; `path`: every space from the start to the end.
    """

    path: tuple[Place, ...]
    events: tuple[Event, ...]
    met: tuple[object, ...]
    stop: str
    hit: Place | None

    @property
    def end(self) -> Place:
        return self.path[-1]

    @property
    def steps(self) -> int:
        return len(self.path) - 1


@dataclass
class _Driving:
    """A sled under way."""

    path: list[Place]
    events: list[Event] = field(default_factory=list)
    met: list[object] = field(default_factory=list)
    stop: str = ""
    hit: Place | None = None


@dataclass(frozen=True)
class Scene:
    """The course and what stands on it."""

    track: Sequence[TrackPiece]
    sleds: Collection[Place] = frozenset()
    saplings: Collection[Place] = frozenset()


def rides(
    scene: Scene, at: Place, speed: int, drift: int = 0, side: int = 1, bonus: int = 0
) -> set[Ride]:
    """Every ride of a move with this base speed and drift (ST-43 to 46, ST-50 to 52)."""
    found = set()
    for drifts in combinations(range(speed), drift):
        changes = [side if n in drifts else 0 for n in range(speed)]
        found.add(ride(scene, at, changes, bonus if speed else 0))
    return found


def ride(scene: Scene, at: Place, changes: Sequence[int], bonus: int = 0) -> Ride:
    """One sequence of steps, each a change of lane; then the bonus, straight on (ST-52)."""
    sled = _Driving([at])
    for change in changes:
        _step(scene, sled, change)
    if not sled.stop:  # AM-ST-02
        for _ in range(bonus):
            _step(scene, sled, 0)
    return Ride(tuple(sled.path), tuple(sled.events), tuple(sled.met), sled.stop, sled.hit)


def _step(scene: Scene, sled: _Driving, change: int) -> None:
    if sled.stop:
        return
    to = reached(scene.track, sled.path[-1], change)
    if to is None:
        sled.stop = "edge"  # ST-70
        return
    if to in scene.sleds:
        sled.stop, sled.hit = "sled", to  # ST-65
        return
    for line, event in _lines(scene.track, sled.path[-1], to):
        if line not in sled.met:
            sled.met.append(line)
            sled.events.append(event)
    if to in scene.saplings and to not in sled.met:
        sled.met.append(to)
        sled.events.append(("sapling", to))  # ST-76
    sled.path.append(to)


def dents(ride: Ride, speed: int, bonus: int) -> int:
    """The dents of a ride (ST-61, 70, 76; AM-ST-02: a bonus counts once it was begun)."""
    counts = speed + (bonus if ride.steps >= speed > 0 else 0)
    limits = [limit for kind, limit in ride.events if kind == "line"]
    over = sum(max(0, counts - limit) for limit in limits if isinstance(limit, int))
    return over + sum(kind == "sapling" for kind, _ in ride.events) + (ride.stop == "edge")


def reached(track: Sequence[TrackPiece], at: Place, change: int) -> Place | None:
    """The place that a step leads to; None at the edge (ST-70, ST-72)."""
    lane = at.lane + change
    if at.piece == len(track):
        there = 1 <= lane <= len(track[-1].spaces)
        return Place(at.piece, lane, at.space + 1) if there else None
    piece = track[at.piece]
    if not 1 <= lane <= len(piece.spaces):
        return None
    space = at.space + 1 if change == 0 else _drifted(piece, at, lane)
    to = Place(at.piece, lane, space)
    if space > piece.spaces[lane - 1]:
        to = Place(at.piece + 1, lane, 1)
    return to if _open(track, to) else None


def _drifted(piece: TrackPiece, at: Place, lane: int) -> int:
    """The space of a neighbour lane whose rear edge is nearest to the front edge of the space left,
    of two equally near the one farther back; one past the lane's end, too. What the piece says
    itself goes before (docs/acts.md)."""
    for left, (to, space) in piece.drifts:
        if (left, to) == (at[1:], lane):
            return space
    front = Fraction(at.space, piece.spaces[at.lane - 1])
    best, least = 0, Fraction(2)
    for before in range(piece.spaces[lane - 1] + 1):
        away = abs(Fraction(before, piece.spaces[lane - 1]) - front)
        if away < least:
            best, least = before + 1, away
    return best


def _open(track: Sequence[TrackPiece], at: Place) -> bool:
    """Whether a sled can stand at a place."""
    if at.piece == len(track):
        return True
    piece = track[at.piece]
    if at.lane > len(piece.spaces) or (at.lane, at.space) in piece.blocked:
        return False
    return not piece.ticked or (at.lane, at.space) in piece.ticked


def _lines(track: Sequence[TrackPiece], left: Place, to: Place) -> Iterator[tuple[int, Event]]:
    """The lines that lie between two places, with their numbers, in driving order (ST-60)."""
    line = 0
    for number in range(min(to.piece, len(track) - 1) + 1):
        for after, event in across(track, number):
            line += 1
            at_or_before = left.piece < number or (
                left.piece == number and left.space <= after[left.lane - 1]
            )
            behind = to.piece > number or to.space > after[to.lane - 1]
            if at_or_before and behind:
                yield line, event


def across(track: Sequence[TrackPiece], number: int) -> list[tuple[After, Event]]:
    """The lines of a piece, the one whose mean share of the lanes is smallest first."""
    piece = track[number]
    lines: list[tuple[After, Event]] = [(line.after, ("line", line.limit)) for line in piece.lines]
    if piece.finish:
        lines.append((piece.finish, ("finish", number)))
    return sorted(lines, key=lambda line: _share(piece, line[0]))


def _share(piece: TrackPiece, after: After) -> Fraction:
    shares = [Fraction(n, count) for n, count in zip(after, piece.spaces, strict=True)]
    return sum(shares, Fraction(0)) / len(shares)
