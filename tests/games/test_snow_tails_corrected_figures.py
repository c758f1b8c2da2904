"""The figures that a correction can set: ranges, and the sentence of each change."""

from typing import Any

import pytest
from snow_race import Race

from companion import messages
from companion.games.corrections import NOTHING


@pytest.mark.parametrize(
    ("figure", "least", "most"),
    [
        ("left", 1, 5),
        ("right", 1, 5),
        ("brake", 1, 5),
        ("dents", 0, 4),
        ("dogs", 0, 20),
        ("deck", 0, 15),
        ("lines", 0, 4),
    ],
)
def test_figure_of_a_sled_out_of_range_is_refused(figure: str, least: int, most: int) -> None:
    """For a sled that is not up: one that is up with no card in hand draws at once."""
    highest = 20 if figure == "deck" else most
    for value in (least - 1, highest + 1):
        wrong = Race().refused("correct", 2, set={figure: value})
        assert wrong.key == "act.out_of_range"
        assert wrong.params == {
            "act": "correct",
            "field": f"set.{figure}",
            "low": least,
            "high": highest,
        }
    for value in (least, most):
        race = Race()
        race.correct(2, **{figure: value})
        assert race.sled(2)[figure] == value


@pytest.mark.parametrize(
    ("figure", "values"),
    [("turn", [0, 4]), ("big_paws", [0, 4]), ("round", [0]), ("order", [[0, 1, 2], [1, 2, 7]])],
)
def test_figure_of_the_race_out_of_range_is_refused(figure: str, values: list[Any]) -> None:
    for value in values:
        wrong = Race(3).refused("correct", set={figure: value})
        assert wrong.key in ("act.not_one_of", "act.out_of_range")


@pytest.mark.parametrize(
    ("seat", "figures", "sentence"),
    [
        (1, {"left": 5}, "Ada, corrected: Left dog 3 → 5."),
        (1, {"right": 1, "brake": 2}, "Ada, corrected: Right dog 3 → 1, Brake 3 → 2."),
        (
            1,
            {"dents": 1, "dogs": 4},
            "Ada, corrected: Dents 0 → 1, Dog cards in hand 5 → 4, Cards in the deck 15 → 16.",
        ),
        (1, {"deck": 12}, "Ada, corrected: Cards in the deck 15 → 12."),
        (1, {"lines": 4}, "Ada, corrected: Lines crossed 0 → 4, Status racing → finished."),
        (1, {"status": "eliminated"}, "Ada, corrected: Status racing → out of the race."),
        (
            2,
            {"status": "finished", "place": 1},
            f"Ben, corrected: Lines crossed 0 → 4, Status racing → finished, Place {NOTHING} → 1.",
        ),
        (None, {"turn": 2}, "The race, corrected: Whose turn Ada → Ben."),
        (None, {"round": 2}, "The race, corrected: Round 1 → 2."),
        (
            None,
            {"order": [2, 1, 3]},
            "The race, corrected: Race order Ada, Ben, Cleo → Ben, Ada, Cleo.",
        ),
        (None, {"big_paws": 3}, f"The race, corrected: Big Paws {NOTHING} → Cleo."),
    ],
)
def test_correction_sentence_shows_old_and_new_values(
    seat: int | None, figures: dict[str, Any], sentence: str
) -> None:
    assert messages.say(Race(3).correct(seat, **figures)[0]) == sentence
