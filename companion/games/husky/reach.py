"""Where a musher can be after exactly so many king's steps, no space twice, nobody crossed (HU-14).

That is a question about simple paths, which is hard in general and easy on nearly every board:
detours are short, so that almost every space within the distance can be reached with any number of
steps. So it is answered in two parts, both of them exact.

1. `_walks` grows real walks step by step and keeps one for each space and number of steps, now
   the first and now the last that is found. A space that has one is reachable: the walk proves it.
2. For each space that is near enough but has none, `_walk_exists` searches all walks. It gives up a
   branch only where a count proves that none is left: of the free spaces that lie near enough to
   both ends for the steps that are left, and are no dead ends, there must be as many as steps. What
   was searched in vain is remembered by what was left of the board. In corridors and pockets, where
   the first part fails, few spaces are left and few ways lead through them: a walk leaves no pocket
   through the space by which it came, so only the blocks between both ends count (`_between`).

Spaces are bits, as `Board` numbers them; `stride` bits lie from one row to the next.
"""

from collections.abc import Iterator
from functools import lru_cache

from companion.games.husky.board import spread

Failed = set[tuple[int, int, int, tuple[int, ...]]]
"""Searches that found nothing: where, what was free, steps left, what was still to be passed."""


@lru_cache(maxsize=256)
def reach(start: int, free: int, finish: int, steps: int, stride: int) -> int:
    """The spaces in which a move of `steps` from `start` can end, as far as possible (AM-HU-02).

    `free`: spaces that may be used. `finish`: those on which the move ends at once, with whatever
    is left of the distance (HU-33).
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
    """Whether a walk of exactly `steps` leads over at least one space of each of `marks`."""
    marks = tuple(mark for mark in marks if not mark & end)
    free = (free | end) & ~start
    return bool(steps) and _walk_exists(start, end, steps, free, stride, marks, set())


def _walks(start: int, free: int, steps: int, stride: int) -> list[dict[int, int]]:
    """For each number of steps: space -> the spaces of a walk that ends there ."""
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
    """The spaces at exactly so many steps."""
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
    """All spaces (but `start`) that a walk from `start` to `end` can use at all."""
    inner = 0
    space = end
    while space != start:
        block, space = blocks[space]
        inner |= block
    return inner & ~start


def _blocks(start: int, free: int, stride: int) -> dict[int, tuple[int, int]]:
    """Space -> its block on the side of `start`, and the space by which that block is entered.

    A block is what no single space parts in two (Hopcroft and Tarjan, 1973).
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
    """All that was opened since `space` forms a block with `entry`."""
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
    """The next spaces; those that leave the rest whole come first, behind what is to be passed."""

    def rank(space: int) -> tuple[int, int]:
        wanted = 0 if not marks or space & marks[0] else 1
        return wanted, (spread(space, stride) & useful).bit_count()

    return sorted(bits(spread(here, stride) & useful), key=rank)


def _useful(here: int, end: int, steps: int, free: int, stride: int) -> int:
    """The free spaces that a walk of so many steps can use at all, `end` among them."""
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
    """Only spaces that have a way in and another one out."""
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
    """All within so many steps, over free spaces only."""
    reached = start
    for _ in range(steps):
        reached |= spread(reached, stride) & free
    return reached


def bits(spaces: int) -> Iterator[int]:
    """The spaces one by one."""
    while spaces:
        lowest = spaces & -spaces
        yield lowest
        spaces ^= lowest
