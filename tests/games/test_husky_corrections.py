"""Figures of Husky set by hand: what is told, word by word, and what follows."""

import pytest
from husky_race import Race, second_round
from test_husky_board import SNOW, race_on

from companion.games.corrections import NOTHING
from companion.messages import say


def told(race: Race, seat: int | None = None, **figures: object) -> str:
    """What the correction is told as, in English."""
    events = race("correct", seat, set=figures)
    return say(next(event for event in events if "corrected" in event.key), "en")


def test_who_went_out_can_come_back_and_only_that() -> None:
    race = second_round()
    assert told(race, 2, status="eliminated") == "Ben, corrected: Status racing → out of the race."
    assert race.shows(2)["status"] == "eliminated"
    assert race.refused("correct", 2, set={"hand": 3}).key == "husky.not_racing"
    both = race.refused("correct", 2, set={"hand": 3, "status": "racing"})
    assert both.key == "husky.not_racing"
    assert told(race, 2, status="racing") == "Ben, corrected: Status out of the race → racing."
    assert race.shows(2)["status"] == "racing"


def test_whose_turn_is_played_is_blocked_or_free_in_that_turn() -> None:
    race = second_round()
    assert told(race, 1, blocked=True) == "Ada, corrected: Blocked turn no → yes."
    assert race.shows(1)["blocked"]
    before = race.state
    assert race("correct", 1, set={"blocked": True}) == ()
    assert race("correct", 1, set={"hand": race.shows(1)["hand"]}) == ()
    assert race.state is before
    assert told(race, 1, blocked=False) == "Ada, corrected: Blocked turn yes → no."
    assert not race.shows(1)["blocked"]


def test_anybody_else_is_blocked_in_the_next_turn() -> None:
    race = second_round()
    assert told(race, 2, blocked=True) == "Ben, corrected: Blocked turn no → yes."
    assert not race.shows(1)["blocked"]
    assert race.shows(2)["blocked"]
    before = race.state
    assert race("correct", 2, set={"blocked": True}) == ()
    assert race.state is before


def test_cards_that_are_being_played_stay_in_the_hand() -> None:
    race = second_round()
    race.tap(1, "action", 12)
    assert race.refused("correct", 1, set={"hand": 0}).key == "husky.correct_pending"
    race("correct", 1, set={"hand": 1})
    assert race.shows(1)["hand"] == 1


@pytest.mark.parametrize("most", [True, False])
def test_a_hand_takes_from_deck_and_pile_and_no_further(most: bool) -> None:
    race = second_round()
    state = race.state
    left = race.shows(2)["hand"] + state.deck + state.played.unnamed
    if most:
        told(race, 2, hand=left)
        assert race.shows(2)["hand"] == left
        assert race.state.deck == 0
        assert race.state.played.unnamed == 0
    else:
        no = race.refused("correct", 2, set={"hand": left + 1})
        assert (no.key, no.params) == ("husky.correct_hand", {"name": "Ben", "count": left})


def test_the_start_player_is_told_by_name() -> None:
    race = second_round()
    assert told(race, start=3) == "The race, corrected: Start player Ada → Cleo."
    assert race.state.start == 3
    assert race("correct", set={"start": 3}) == ()
    told(race, 4, status="eliminated")
    for figure in ("turn", "start"):
        no = race.refused("correct", set={figure: 4})
        assert (no.key, no.params) == ("husky.not_racing", {"name": "Dan"})


def test_where_a_musher_and_an_animal_stand_is_told_by_column_and_row() -> None:
    race = race_on(SNOW)
    assert told(race, 2, at=[4, 3]) == f"Ben, corrected: Stands on {NOTHING} → row 3, column 4."
    moved = "Ben, corrected: Stands on row 3, column 4 → row 2, column 4."
    assert told(race, 2, at=[4, 2]) == moved
    wolf = "The race, corrected: animal 1 (wolf) row 1, column 1 → row 1, column 2."
    assert told(race, animal=1, space=[2, 1]) == wolf
    taken = race.refused("correct", set={"animal": 2, "space": [2, 1]})
    assert taken.key == "husky.animals_together"
    elsewhere = race.refused("correct", set={"animal": 1, "space": [2, 5]})
    assert elsewhere.key == "husky.other_region"
    assert elsewhere.params == {"number": 1, "column": 2, "row": 5}
