"""The outcomes of a move on a laid course: every order of its steps, to the first collision. Pure.

Steps are reckoned layer by layer over (space, drifts made, lines and saplings met), so paths that
meet again are followed once (ST-43 to ST-53, ST-60, ST-65 to ST-76).
"""

from collections.abc import Iterator, Set
from functools import lru_cache
from typing import NamedTuple

from companion.games.snow_tails.track import Place, Track

Met = tuple[int | Place, ...]
"""What a move meets, in order: lines by their numbers, saplings by their places."""

Path = tuple[Place, ...]
_Layer = dict[tuple[Place, int, Met, Path], Path]


class End(NamedTuple):
    """One outcome of a move, with a path that leads to it.

    `path`: every space from the start to the end. `stop`: "sled" or "edge" if a collision ended the
    move, else "". `hit`: the place of the sled that was hit.
    """

    path: Path
    met: Met
    stop: str = ""
    hit: Place | None = None

    @property
    def to(self) -> Place:
        """The space on which the sled stands."""
        return self.path[-1]

    @property
    def steps(self) -> int:
        """The steps made."""
        return len(self.path) - 1

    @property
    def lines(self) -> tuple[int, ...]:
        """The numbers of the lines crossed, in order."""
        return tuple(one for one in self.met if isinstance(one, int))

    @property
    def saplings(self) -> tuple[Place, ...]:
        """The places of the saplings entered, in order."""
        return tuple(one for one in self.met if not isinstance(one, int))


@lru_cache(maxsize=64)
def outcomes(
    track: Track,
    at: Place,
    speed: int,
    drift: int,
    side: int,
    bonus: int,
    sleds: frozenset[Place],
    saplings: frozenset[Place],
) -> tuple[End, ...]:
    """All outcomes of a move from `at`, each once.

    `speed` and `drift`: steps, at least 0, `drift` of them to the `side` (-1 left, 1 right).
    `bonus`: steps straight on after them (ST-52). `sleds`: the other sleds. `saplings`: those that
    still stand. Outcomes differ in end, lines, saplings, collision or the number of steps; or in
    the space before a sapling across the last line, where a French sled may have to stay (D1).
    """
    ends: dict[tuple[Place, Met, str, Path, Place | None, int], End] = {}
    layer: _Layer = {(at, 0, (), ()): (at,)}
    for left in (*range(speed, 0, -1), *([1] * bonus if speed else ())):
        ahead: _Layer = {}
        for (here, made, met, before), path in layer.items():
            for turn in _turns(drift - made, left, side):
                to, lines = track.step(here, turn)
                if to is None or to in sleds:
                    end = End(path, met, "edge") if to is None else End(path, met, "sled", to)
                    ends.setdefault((here, met, end.stop, before, to, len(path)), end)
                else:
                    now = _met(met, lines, to, saplings)
                    tree = now[-1:] == (to,) and len(track.limits) in now
                    came = (*before, here) if tree else before
                    ahead.setdefault((to, made + (turn != 0), now, came), (*path, to))
        layer = ahead
    free = [End(path, met) for (_, _, met, _), path in layer.items()]
    return (*free, *ends.values())


def _turns(drifts: int, left: int, side: int) -> Iterator[int]:
    """The next step's changes of lane, with so many drifts to make in the steps left (ST-45)."""
    if drifts < left:
        yield 0
    if drifts:
        yield side


def _met(met: Met, lines: tuple[int, ...], to: Place, saplings: Set[Place]) -> Met:
    """What the move has met after a step; each line counts once, a sapling is gone (ST-76)."""
    if lines:
        met = (*met, *(line for line in lines if line not in met))
    return (*met, to) if to in saplings and to not in met else met
