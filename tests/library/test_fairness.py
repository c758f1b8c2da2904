"""The fairness of courses, worked out by a process of its own."""

from itertools import islice
from time import monotonic, sleep
from typing import Any

import pytest

from companion.errors import Refused
from companion.games.snow_tails import box, fair_races
from companion.library.fairness import Fairness
from tests.patience import PATIENCE_S

LAID = [{"piece": name, "side": "A"} for name in ("1", "5", "10")]
RACES = 3


def worked_out(fairness: Fairness, laid: Any) -> dict[str, Any]:
    """The shares once they are done."""
    until = monotonic() + PATIENCE_S
    while not (found := fairness.of(laid, box.example()))["done"]:
        assert monotonic() < until
        sleep(0.1)
    return found


def test_wins_are_those_of_the_races_and_are_worked_out_once() -> None:
    fairness = Fairness(RACES)
    assert not fairness.of(LAID, box.example())["done"]
    found = worked_out(fairness, LAID)
    won = list(islice(fair_races.winners(LAID, box.example()), RACES))
    assert found["wins"] == [won.count(place) for place in range(1, 6)]
    assert (found["races"], found["of"]) == (RACES, RACES)
    assert fairness.of(LAID, box.example()) == found


def test_another_course_takes_the_place_of_the_one_at_work() -> None:
    fairness = Fairness(RACES)
    fairness.of(LAID, box.example())
    other = [*LAID[:2], {"piece": "3", "side": "A"}, LAID[-1]]
    assert worked_out(fairness, other)["races"] == RACES
    assert worked_out(fairness, LAID)["races"] == RACES


def test_a_course_on_which_no_race_is_possible_is_refused() -> None:
    with pytest.raises(Refused):
        Fairness(RACES).of(LAID[:2], box.example())


def test_work_that_breaks_off_is_reported_and_begins_again() -> None:
    fairness = Fairness(RACES)
    assert not fairness.of(LAID, box.example())["failed"]
    assert fairness._working
    process = fairness._working[1]
    process.kill()
    process.wait()
    found = fairness.of(LAID, box.example())
    assert (found["failed"], found["done"]) == (True, False)
    again = worked_out(fairness, LAID)
    assert (again["failed"], again["races"]) == (False, RACES)
