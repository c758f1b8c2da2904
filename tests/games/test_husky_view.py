"""What everybody may know of a race of Husky once it is over (HU-33)."""

from typing import Any

import pytest
from husky_race import ROUND_2, after

from companion.games import husky

WON = f"{ROUND_2}; given 2: checkpoints=[1,2,3]; 3: retire; 1: card 3, ok; 2: card 6, finish"


def test_a_race_that_is_over_waits_for_nobody_and_has_a_result() -> None:
    view = husky.view(after(WON).state)
    assert (view.up, view.begun, view.over) == ((), True, True)
    assert (view.state["phase"], view.state["turn"]) == ("over", None)
    assert view.state["result"] == [
        {"seat": 2, "place": 1, "points": 1},
        {"seat": 1, "place": None, "points": 0},
        {"seat": 3, "place": None, "points": 0},
        {"seat": 4, "place": None, "points": 0},
    ]


@pytest.mark.parametrize(
    ("words", "weather"),
    [
        ("end", None),
        ("1: weather 24; end", None),
        ("1: weather 1; end", {"card": 1, "white": 1, "green": 0, "blue": 2}),
        ("given white=1 green=1 blue=0; end", {"card": None, "white": 1, "green": 1, "blue": 0}),
    ],
)
def test_the_last_weather_stays_where_it_was_known(
    words: str, weather: dict[str, Any] | None
) -> None:
    view = husky.view(after(words).state)
    assert (view.begun, view.over) == (True, True)
    assert view.state["weather"] == weather
    assert view.state["weather_due"] is False
