"""Races of keen sleds from all start places of a laid course."""

from itertools import islice

import pytest
import snow_course

from companion.errors import Refused
from companion.games.snow_tails import box, fair_races

LAID = snow_course.laid("1A", "5A", "10A")


def test_each_race_has_other_cards_and_the_same_ones_every_time() -> None:
    first, again = (list(islice(fair_races.winners(LAID, box.example()), 8)) for _ in range(2))
    assert first == again
    assert set(first) <= {*range(6)}
    assert len(set(first)) > 1


def test_a_course_without_a_finish_is_refused() -> None:
    assert fair_races.starts(LAID, box.example()) == 5
    with pytest.raises(Refused):
        fair_races.starts(LAID[:2], box.example())
    with pytest.raises(Refused):
        fair_races.starts([], box.example())
