"""The reach of a musher, compared with a search over all walks (HU-14, AM-HU-02)."""

import time
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shared import seeds

from companion.games.husky import example
from companion.games.husky.board import build, spread
from companion.games.husky.reach import bits, passes, reach

Walk = tuple[int, int]
"""The end of a walk, and all its spaces."""


def walks(start: int, free: int, steps: int, stride: int) -> set[Walk]:
    """All walks of exactly `steps`, by exhaustive search."""
    found = {(start, start)}
    for _ in range(steps):
        found = {
            (after, walk | after)
            for here, walk in found
            for after in bits(spread(here, stride) & free & ~walk)
        }
    return found


def ends(start: int, free: int, steps: int, stride: int) -> int:
    """The ends of those walks, with as many steps as possible."""
    while steps:
        found = {end for end, _ in walks(start, free, steps, stride)}
        if found:
            return sum(found)
        steps -= 1
    return 0


@st.composite
def maps(draw: st.DrawFn) -> tuple[int, int, int, list[int]]:
    """A start, free spaces, the stride and all spaces of a small map with many gaps."""
    width, height = draw(st.integers(2, 5)), draw(st.integers(1, 4))
    stride = width + 1
    spaces = [1 << y * stride + x for y in range(height) for x in range(width)]
    free = sum(draw(st.lists(st.sampled_from(spaces), min_size=2, unique=True)))
    return draw(st.sampled_from(spaces)), free, stride, spaces


@settings(max_examples=150, deadline=None)
@given(drawn=maps(), steps=st.integers(1, 7))
def test_reach_equals_exhaustive_search(drawn: tuple[int, int, int, list[int]], steps: int) -> None:
    start, free, stride, _ = drawn
    assert reach(start, free, 0, steps, stride) == ends(start, free & ~start, steps, stride)


@settings(max_examples=150, deadline=None)
@given(drawn=maps(), steps=st.integers(0, 6), data=st.data())
def test_finish_ends_the_move_with_any_steps_left(
    drawn: tuple[int, int, int, list[int]], steps: int, data: st.DataObject
) -> None:
    """HU-33: a musher on a finish without a win goes on from there, and returns to no finish."""
    start, free, stride, spaces = drawn
    finish = sum(data.draw(st.lists(st.sampled_from(spaces), max_size=3, unique=True)))
    ways = [walks(start, free & ~(start | finish), count, stride) for count in range(steps)]
    near = {beside for way in ways for end, _ in way for beside in bits(spread(end, stride))}
    arrived = sum(near & set(bits(finish & ~start)))
    expected = arrived | ends(start, free & ~(start | finish), steps, stride)
    assert reach(start, free, finish, steps, stride) == expected


@settings(max_examples=150, deadline=None)
@given(drawn=maps(), steps=st.integers(0, 6), data=st.data())
def test_passes_equals_exhaustive_search(
    drawn: tuple[int, int, int, list[int]], steps: int, data: st.DataObject
) -> None:
    start, free, stride, spaces = drawn
    marks = tuple(data.draw(st.lists(st.sampled_from(spaces), min_size=1, max_size=2)))
    end = data.draw(st.sampled_from([one for one in spaces if one != start]))
    free = (free | end) & ~start
    expected = any(
        where == end and all(walk & ~start & mark for mark in marks)
        for where, walk in walks(start, free, steps, stride)
    )
    assert passes(start, end, free, steps, stride, marks) == expected


@pytest.mark.parametrize("seed", seeds(2, 20))
def test_long_walks_in_corridors_and_pockets_are_exact(seed: int) -> None:
    """Mazes of two-wide rows: few walks, but long ones."""
    rng = Random(seed)
    for _ in range(20):
        width, stride = 7, 8
        spaces = [1 << y * stride + x for y in range(3) for x in range(width)]
        free = sum(one for one in spaces if rng.random() < 0.6)
        start, steps = rng.choice(spaces), rng.randint(6, 12)
        assert reach(start, free, 0, steps, stride) == ends(start, free & ~start, steps, stride)


def test_walk_does_not_enter_a_dead_end_it_has_to_leave() -> None:
    """Five spaces in a row, the start in the middle: four steps are impossible, two are not."""
    assert reach(0b100, 0b11111, 0, 4, 6) == 0b10001
    assert reach(0b100, 0b11111, 0, 2, 6) == 0b10001
    assert reach(0b100, 0b11111, 0, 1, 6) == 0b01010


def test_one_step_passes_nothing_else() -> None:
    """Three spaces in a row: from the first to the second, not to the third."""
    assert passes(0b001, 0b010, 0b111, 1, 6, ())
    assert passes(0b001, 0b010, 0b111, 1, 6, (0b010,))
    assert not passes(0b001, 0b100, 0b111, 1, 6, ())
    assert not passes(0b001, 0b010, 0b111, 1, 6, (0b100,))


def test_one_walk_must_pass_all_marks() -> None:
    """Two steps, around the middle of nine spaces on one side or the other."""
    start, end, above, below = 1 << 4, 1 << 6, 1 << 1, 1 << 9
    assert passes(start, end, above | below, 2, 4, (above,))
    assert passes(start, end, above | below, 2, 4, (above | below,))
    assert not passes(start, end, above | below, 2, 4, (above, below))


def test_enclosed_musher_cannot_move() -> None:
    assert reach(0b100, 0b10001, 0, 3, 6) == 0


def test_finish_takes_any_number_of_steps_and_is_not_crossed() -> None:
    """HU-33: F is the fourth space, with a fifth behind it."""
    free, finish = 0b10111, 0b1000
    assert reach(0b001, free, finish, 4, 6) == 0b1100
    assert reach(0b001, free, finish, 2, 6) == 0b0100


def crowded(seed: int) -> tuple[int, int]:
    """The example board with 25 figures: the start of one of them, and its free spaces."""
    rng, board = Random(seed), build(example.board())
    spaces = list(bits(board.spaces_of("wgbSF123")))
    start, *others = rng.sample(spaces, 25)
    return start, sum(set(spaces) - {start, *others})


def test_twenty_steps_among_25_figures_are_fast(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The target is 50 ms (issue 5); the limit allows for a loaded machine."""
    board, took_ms = build(example.board()), []
    for seed in range(20):
        start, free = crowded(seed)
        began = time.process_time()
        found = reach(start, free, 0, 20, board.stride)
        took_ms.append((time.process_time() - began) * 1000)
        assert found
    with capsys.disabled():
        print(f" reach: {sorted(took_ms)[10]:.1f} ms, at most {max(took_ms):.1f} ms ", end="")
    assert sorted(took_ms)[10] < 50
    assert max(took_ms) < 250
