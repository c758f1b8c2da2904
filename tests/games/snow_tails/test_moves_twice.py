"""The rules' moves on a course against the plain reckoning: examples, and random positions."""

from collections.abc import Sequence
from itertools import pairwise
from random import Random

import pytest

from companion.games.snow_tails.track import Track
from companion.games.snow_tails.track_moves import End, outcomes
from tests.games.shared import seeds
from tests.games.snow_tails.plain_courses import Position, course, position
from tests.games.snow_tails.plain_examples import CONSTRUCTED, PRINTED, Example
from tests.games.snow_tails.plain_moves import Place, Ride, Scene, across, ride, rides

POSITIONS = 100
"""Of each course."""


def by_the_rules(where: Position) -> Sequence[End]:
    scene = where.scene
    move = (where.speed, where.drift, where.side, where.bonus)
    return outcomes(
        Track(tuple(scene.track)),
        where.at,
        *move,
        frozenset(scene.sleds),
        frozenset(scene.saplings),
    )


def apart(end: End | Ride, last: int) -> tuple[object, ...]:
    """What tells outcomes apart; also the spaces before saplings across the last line (D1)."""
    across_it = end.met[end.met.index(last) :] if last in end.met else ()
    before = [end.path[end.path.index(tree) - 1] for tree in across_it if isinstance(tree, tuple)]
    return end.path[-1], end.met, end.stop, end.hit, len(end.path), tuple(before)


def compare(where: Position) -> None:
    """Fail unless both reckonings have the same outcomes, and the rules' paths lead to them."""
    move = (where.speed, where.drift, where.side, where.bonus)
    last = sum(len(across(where.scene.track, n)) for n in range(len(where.scene.track)))
    plain = {apart(one, last) for one in rides(where.scene, where.at, *move)}
    found = by_the_rules(where)
    by_rules = [apart(end, last) for end in found]
    assert (set(by_rules), len(by_rules)) == (plain, len(plain))
    for end in found:
        changes = [there[1] - here[1] for here, there in pairwise(end.path)]
        driven = ride(where.scene, where.at, changes)
        assert (driven.end, driven.met, driven.stop) == (end.path[-1], end.met, "")
        assert changes.count(where.side) <= where.drift
        assert not any(changes[where.speed :])


@pytest.mark.parametrize("example", [*PRINTED, *CONSTRUCTED], ids=lambda one: one.name)
def test_an_example_has_the_same_outcomes_by_the_rules(example: Example) -> None:
    scene = Scene(example.track, example.sleds, example.saplings)
    at, speed, drift = Place(*example.at), example.speed, example.drift
    compare(Position(scene, at, speed, drift, example.side, example.bonus))


@pytest.mark.parametrize("seed", seeds(3, 197))
def test_random_positions_have_the_same_outcomes_by_the_rules(seed: int) -> None:
    """20,000 positions of 200 courses with `--long`."""
    chance = Random(seed)
    track = course(chance)
    for _ in range(POSITIONS):
        compare(position(chance, track))
