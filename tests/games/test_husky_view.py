"""The view of a race of Husky: its result, possible moves, event cards."""

from typing import Any

import pytest
from husky_race import ROUND_2, after

from companion.games import husky

WON = f"{ROUND_2}; given 2: checkpoints=[1,2,3]; 3: retire; 1: card 3, ok; 2: card 6, finish"


def test_finished_race_has_no_seat_up_and_a_result() -> None:
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
def test_last_weather_stays_in_the_view_if_known(
    words: str, weather: dict[str, Any] | None
) -> None:
    view = husky.view(after(words).state)
    assert (view.begun, view.over) == (True, True)
    assert view.state["weather"] == weather
    assert view.state["weather_due"] is False


@pytest.mark.parametrize(
    ("words", "relocate"),
    [
        (
            "1: weather 2, card 2; given 2: at=[6,2]; 1: to 3.5, animal 3 6.2",
            [{"animal": 3, "seat": 2, "to": [[6, 5], [7, 5], [6, 6]]}],
        ),
        ("1: weather 2, card 2; given 2: at=[6,2]; 1: to 3.5, animal 3 6.2; end", []),
        ("1: weather 2, card 2", []),
        ("1: weather 2, card 60, to 3.5, animal 1 1.5, animal 3 5.1", []),
    ],
)
def test_animals_move_in_order_and_at_most_two(words: str, relocate: list[dict[str, Any]]) -> None:
    """HU-14, HU-15, HU-21: the musher and a pending relocation come first.

    No animal moves when the race is over.
    """
    board = husky.view(after(words, box="small").state).state["board"]
    assert [animal["steps"] for animal in board["animals"]] == [[]] * 6
    assert board["relocate"] == relocate


@pytest.mark.parametrize(
    ("event", "shown"),
    [
        ("event 1", (1, "A hare.", False)),
        ("event 2", (2, "A fall.", True)),
        ("event 3", (3, None, True)),
        ("draw", (None, None, True)),
    ],
)
def test_event_card_is_shown_as_the_owner_entered_it(
    event: str, shown: tuple[int | None, str | None, bool]
) -> None:
    """AM-HU-09."""
    pending = after(f"{ROUND_2}; 1: card 1, {event}").shows(1)["pending"]
    assert (pending["drawn_card"], pending["drawn_text"], pending["asks"]) == shown
    assert pending["drawn"] is True
