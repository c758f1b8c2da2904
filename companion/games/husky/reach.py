"""Exact reachability of a move: n king's steps, no space twice, none occupied (HU-14).

Such simple paths are hard to find in general, but easy on nearly every board: detours are short, so
that almost every space within the distance can be reached in any number of steps. The search has
two parts, both exact.

1. `_walks` grows walks step by step and keeps one for each space and number of steps, alternately
   the first and the last found. A space with a walk is reachable.
2. For each space near enough but without a walk, `_walk_exists` searches all walks. It cuts a
   branch only if too few spaces are left: those near enough to both ends, without dead ends, must
   be at least as many as the steps left. Failed searches are remembered by the spaces left. In
   corridors and pockets, where part 1 fails, few spaces and few ways are left: a walk cannot leave
   a pocket through the space by which it came, so only the blocks between both ends count
   (`_between`).

Sets of spaces are bits as in `Board`, with `stride` bits from one row to the next.
"""

from collections.abc import Iterator
from functools import lru_cache

from companion.games.husky.board import spread

Failed = set[tuple[int, int, int, tuple[int, ...]]]
"""Searches without a result: space, free spaces, steps left, marks left to pass."""


@lru_cache(maxsize=256)
def reach(start: int, free: int, finish: int, steps: int, stride: int) -> int:
    """The possible end spaces of a move of `steps` from `start`, or of a shorter one (AM-HU-02).

    A shorter move counts only if the full distance is impossible. `free`: spaces that can be used.
    `finish`: spaces that end the move with any number of steps left (HU-33).
    """
    finish &= ~start
    free &= ~(start | finish)
    arrived = finish & spread(_flood(start, free, steps - 1, stride), stride) if steps else 0
    walks = _walks(start, free, steps, stride)
    for length in range(steps, 0, -1):
        ends = _ends(start, free, length, stride, walks[length])
        if ends:
            return ends | arrived
    return arrived


def passes(
    start: int, end: int, free: int, steps: int, stride: int, marks: tuple[int, ...]
) -> bool:
    """Whether a walk of exactly `steps` passes at least one space of each of `marks`."""
    marks = tuple(mark for mark in marks if not mark & end)
    free = (free | end) & ~start
    return bool(steps) and _walk_exists(start, end, steps, free, stride, marks, set())


def _walks(start: int, free: int, steps: int, stride: int) -> list[dict[int, int]]:
    """For each number of steps: space -> the spaces of one walk that ends there."""
    near = _neighbours(start | free, stride)
    levels = [{start: start}]
    for length in range(steps):
        longer: dict[int, int] = {}
        for space, walk in levels[-1].items():
            for beside in near[space]:
                if not walk & beside and (length & 1 or beside not in longer):
                    longer[beside] = walk | beside
        levels.append(longer)
    return levels


@lru_cache(maxsize=64)
def _neighbours(spaces: int, stride: int) -> dict[int, tuple[int, ...]]:
    return {space: tuple(bits(spread(space, stride) & spaces & ~space)) for space in bits(spaces)}


def _ends(start: int, free: int, steps: int, stride: int, walks: dict[int, int]) -> int:
    """The spaces at exactly `steps` steps."""
    ends = sum(walks) & ~start
    doubtful = _flood(start, free, steps, stride) & free & ~ends
    blocks = _blocks(start, free, stride) if doubtful else {}
    for space in bits(doubtful):
        inner = _between(start, space, blocks)
        if inner.bit_count() >= steps and _walk_exists(
            start, space, steps, inner, stride, (), set()
        ):
            ends |= space
    return ends


def _between(start: int, end: int, blocks: dict[int, tuple[int, int]]) -> int:
    """All spaces (but `start`) that a walk from `start` to `end` can use."""
    inner = 0
    space = end
    while space != start:
        block, space = blocks[space]
        inner |= block
    return inner & ~start


def _blocks(start: int, free: int, stride: int) -> dict[int, tuple[int, int]]:
    """Space -> its block towards `start`, and the space through which that block is entered.

    A block has no single space whose removal disconnects it (Hopcroft and Tarjan, 1973).
    """
    near = _neighbours(start | free, stride)
    number, low = {start: 0}, {start: 0}
    path, open_spaces = [(start, iter(near[start]))], [start]
    blocks: dict[int, tuple[int, int]] = {}
    while path:
        space, besides = path[-1]
        beside = next(besides, 0)
        if not beside:
            path.pop()
            if path:
                entry = path[-1][0]
                low[entry] = min(low[entry], low[space])
                if low[space] >= number[entry]:
                    _close_block(space, entry, open_spaces, blocks)
        elif beside in number:
            low[space] = min(low[space], number[beside])
        else:
            number[beside] = low[beside] = len(number)
            path.append((beside, iter(near[beside])))
            open_spaces.append(beside)
    return blocks


def _close_block(
    space: int, entry: int, open_spaces: list[int], blocks: dict[int, tuple[int, int]]
) -> None:
    """Close the block of all spaces opened since `space`, together with `entry`."""
    at = open_spaces.index(space)
    inside = open_spaces[at:]
    del open_spaces[at:]
    blocks.update(dict.fromkeys(inside, (sum(inside) | entry, entry)))


def _walk_exists(
    here: int,
    end: int,
    steps: int,
    free: int,
    stride: int,
    marks: tuple[int, ...],
    failed: Failed,
) -> bool:
    """Whether a walk of exactly `steps` through `free` leads from `here` over `marks` to `end`."""
    if steps == 1:
        return not marks and bool(spread(here, stride) & end)
    useful = _useful(here, end, steps, free, stride)
    tried = (here, useful, steps, marks)
    if useful.bit_count() < steps or tried in failed or not all(mark & useful for mark in marks):
        return False
    for space in _tightest_first(here, useful & ~end, stride, marks):
        left = tuple(mark for mark in marks if not mark & space)
        if _walk_exists(space, end, steps - 1, useful & ~space, stride, left, failed):
            return True
    failed.add(tried)
    return False


def _tightest_first(here: int, useful: int, stride: int, marks: tuple[int, ...]) -> list[int]:
    """The next spaces: first those with a mark to pass, then those with the fewest neighbours."""

    def rank(space: int) -> tuple[int, int]:
        wanted = 0 if not marks or space & marks[0] else 1
        return wanted, (spread(space, stride) & useful).bit_count()

    return sorted(bits(spread(here, stride) & useful), key=rank)


def _useful(here: int, end: int, steps: int, free: int, stride: int) -> int:
    """The free spaces that a walk of `steps` from `here` to `end` can use, with `end`."""
    inner = free & ~end
    ahead, behind = [here], [end]
    for _ in range(steps - 1):
        ahead.append(spread(ahead[-1], stride) & inner | here)
        behind.append(spread(behind[-1], stride) & inner | end)
    useful = end if spread(ahead[-1], stride) & end else 0
    for gone in range(1, steps):
        useful |= ahead[gone] & behind[steps - gone]
    return _without_dead_ends(useful & free, here, end, stride) if useful & end else 0


def _without_dead_ends(useful: int, here: int, end: int, stride: int) -> int:
    """Remove spaces that do not have both a way in and a way out."""
    while True:
        both = useful | here
        once = twice = 0
        for shift in (1, stride - 1, stride, stride + 1):
            for beside in (both << shift, both >> shift):
                twice |= once & beside
                once |= beside
        kept = useful & (twice | end)
        if kept == useful:
            return useful
        useful = kept


def _flood(start: int, free: int, steps: int, stride: int) -> int:
    """All spaces within `steps` steps over free spaces."""
    reached = start
    for _ in range(steps):
        reached |= spread(reached, stride) & free
    return reached


def bits(spaces: int) -> Iterator[int]:
    """The spaces one by one, each as a bit."""
    while spaces:
        lowest = spaces & -spaces
        yield lowest
        spaces ^= lowest
