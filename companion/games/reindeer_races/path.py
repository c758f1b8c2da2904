"""Paths on one track: moving, passing, leaping, sliding (RR-22 to RR-45).

Spaces count from 1. 0 is before the first space, length + 1 is the rewards.
"""

from dataclasses import dataclass, field
from typing import NamedTuple

SLIDES = {"ice_forward": 1, "ice_back": -1}
SIDEWAYS = ("ice_left", "ice_right")

Leaps = bool | tuple[bool, ...]
"""Whether "Bond!" is said to the reindeer landed on: to all of them, or one by one."""


class Step(NamedTuple):
    """One step of a path. `space` is its end, None off the track.

    `kind`: "move", "pass", "leap" and "slide" move the reindeer; "turn" (the card, RR-41), "skis",
    "reward" and "off" are effects.
    """

    kind: str
    space: int | None


@dataclass(slots=True)
class Path:
    """A path. `end`: a space, "reward" or "off".

    `asked`: why the table must enter the landing, "slide" (sideways, AM-RR-03), "chain" (endless,
    AM-RR-05), "unknown" (the space is not in the box), or "". `action`: the effect of the last
    space, "snowman", "skis" or "". `met`: number of reindeer landed on.
    """

    steps: list[Step] = field(default_factory=list)
    end: int | str = 0
    asked: str = ""
    action: str = ""
    met: int = 0


@dataclass(frozen=True, slots=True)
class Track:
    """One track for a moving reindeer: its spaces and those occupied by others.

    A space that is not in the box is None.
    """

    spaces: tuple[str | None, ...]
    occupied: frozenset[int]
    span: int

    @property
    def goal(self) -> int:
        """The position after the last space: the rewards (RR-26)."""
        return len(self.spaces) + 1


def walk(track: Track, start: int, distance: int, leaps: Leaps) -> Path:
    """The path of a reindeer from `start`, 0 to enter (RR-24). Surplus steps are lost (RR-26)."""
    path = Path()
    seen: set[int] = set()
    kind, space = "move", start + distance
    while True:
        space = min(space, track.goal)
        path.steps.append(Step(kind, space))
        path.end = space
        if space in seen:
            path.asked = "chain"
            return path
        seen.add(space)
        if not 0 < space < track.goal:
            _leave(path, space)
            return path
        onward = _next_step(track, path, space, leaps)
        if onward is None:
            return path
        kind, by = onward
        space += by


def _leave(path: Path, space: int) -> None:
    """End the path after the last space (RR-26, AM-RR-12) or before the first (AM-RR-04)."""
    path.end = "reward" if space else "off"
    path.steps.append(Step(path.end, space or None))


def _next_step(track: Track, path: Path, space: int, leaps: Leaps) -> tuple[str, int] | None:
    """The kind and length of the next step after landing on `space`; None at the end.

    The effect of an occupied space does not matter (RR-44).
    """
    if space in track.occupied:
        path.met += 1
        return ("leap", track.span) if says_bond(leaps, path.met) else ("pass", 1)
    what = track.spaces[space - 1]
    if what in SLIDES:
        return "slide", SLIDES[what]
    _rest(path, space, what)
    return None


def _rest(path: Path, space: int, what: str | None) -> None:
    """End the path on this space, with its effect (RR-41 to RR-43)."""
    if what is None:
        path.asked = "unknown"
    elif what in SIDEWAYS:
        path.asked = "slide"
    elif what == "yeti":
        path.end = "off"
        path.steps.append(Step("off", None))
    elif what == "snowman":
        path.action = what
        path.steps.append(Step("turn", twin(space)))
    elif what == "skis":
        path.action = what
        path.steps.append(Step("skis", space))


def twin(space: int) -> int:
    """The other space of the same track card (RR-04)."""
    return space + 1 if space % 2 else space - 1


def says_bond(leaps: Leaps, met: int) -> bool:
    """Whether "Bond!" is said to the `met`th reindeer landed on. The default is yes."""
    if isinstance(leaps, bool):
        return leaps
    return leaps[met - 1] if met <= len(leaps) else True
