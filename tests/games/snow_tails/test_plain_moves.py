"""Examples of moves on a course, reckoned by driving every sequence of steps."""

import pytest

from tests.games.snow_tails.plain_examples import CONSTRUCTED, PRINTED, Example
from tests.games.snow_tails.plain_moves import Place, Scene, dents, rides


@pytest.mark.parametrize("example", [*PRINTED, *CONSTRUCTED], ids=lambda one: one.name)
def test_every_sequence_of_steps_of_an_example_ends_where_it_says(example: Example) -> None:
    scene = Scene(example.track, example.sleds, example.saplings)
    found = rides(
        scene, Place(*example.at), example.speed, example.drift, example.side, example.bonus
    )
    assert {
        (one.end, one.events, one.stop, one.steps): dents(one, example.speed, example.bonus)
        for one in found
    } == example.ends
