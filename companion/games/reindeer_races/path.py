"""Where a reindeer gets to: moving, passing, leaping, sliding (RR-22 to RR-45).

Pure reckoning over one track: spaces count from 1, 0 lies before the first, one more than the
length is the rewards.
"""

from dataclasses import dataclass, field
from typing import NamedTuple

SLIDES = {"ice_forward": 1, "ice_back": -1}
SIDEWAYS = ("ice_left", "ice_right")

Leaps = bool | tuple[bool, ...]
"""Whether "Bond!" is said: to every reindeer alike, or to each in turn, and to those after them."""


class Step(NamedTuple):
    """One step of a path. `space` is where it leads, None off the track.

    `kind`: "move", "pass", "leap" and "slide" go there; "turn" (the card is turned, RR-41), "skis",
    "reward" and "off" say what happens there.
    """

    kind: str
    space: int | None


@dataclass(slots=True)
class Path:
    """A path. `end`: a space, "reward" or "off".

    `asked`: the table must say where it ends, from here on: "slide" (sideways, AM-RR-03), "chain"
    (endless, AM-RR-05), "unknown" (nobody has entered what this space is), or "". `action`: what
    the last space does, "snowman", "skis" or "". `met`: reindeer landed on.
    """

    steps: list[Step] = field(default_factory=list)
    end: int | str = 0
    asked: str = ""
    action: str = ""
    met: int = 0


@dataclass(frozen=True, slots=True)
class Track:
    """One track as a moving reindeer finds it: its spaces, and which of them others stand on.

    A space that nobody has entered is None.
    """

    spaces: tuple[str | None, ...]
    occupied: frozenset[int]
    span: int

    @property
    def goal(self) -> int:
        """Beyond the last space: the rewards (RR-26)."""
        return len(self.spaces) + 1


def walk(track: Track, start: int, distance: int, leaps: Leaps) -> Path:
    """The path of a reindeer from `start` (0: it enters, RR-24). Surplus is lost (RR-26)."""
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
        onward = _onward(track, path, space, leaps)
        if onward is None:
            return path
        kind, by = onward
        space += by


def _leave(path: Path, space: int) -> None:
    """Beyond the last space (RR-26, AM-RR-12), or back before the first (AM-RR-04)."""
    path.end = "reward" if space else "off"
    path.steps.append(Step(path.end, space or None))


def _onward(track: Track, path: Path, space: int, leaps: Leaps) -> tuple[str, int] | None:
    """How it goes on from a space that it has landed on, None if it does not.

    What is on the space of another reindeer does not matter (RR-44).
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
    """It stays here; what the space does (RR-41 to RR-43)."""
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
    """Whether "Bond!" is said to the reindeer that is met as number `met`; yes unless told."""
    if isinstance(leaps, bool):
        return leaps
    return leaps[met - 1] if met <= len(leaps) else True
