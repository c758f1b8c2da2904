"""Corrections of a team or the race: allowed values and effects."""

from typing import Any

import pytest
from reindeer_race import LAID, Race, laid

from companion.games.reindeer_races import notation


def spot(track: str, space: int) -> dict[str, Any]:
    return {"track": track, "space": space}


@pytest.mark.parametrize(
    ("figures", "key"),
    [
        ({}, "act.empty"),
        ({"wings": 1}, "act.unknown_field"),
        ({"hand": 8}, "act.out_of_range"),
        ({"status": "finished"}, "act.not_one_of"),
        ({"reindeer": {"5": None}}, "act.unknown_field"),
        ({"reindeer": {"1": spot("letter", 7)}}, "reindeer_races.correct_space"),
        ({"reindeer": {"1": spot("log", 3)}}, "reindeer_races.occupied"),
        ({"reindeer": {"1": spot("log", 1), "2": spot("log", 1)}}, "reindeer_races.occupied"),
        ({"tiles": {"letter": [7]}}, "reindeer_races.correct_tile"),
        ({"tiles": {"letter": [None]}}, "reindeer_races.tile_not_asked"),
        ({"tiles": {"letter": [8]}}, "reindeer_races.correct_tile"),
        ({"tiles": {"tree": [0]}}, "act.out_of_range"),
        ({"status": "eliminated", "hand": 3}, "reindeer_races.correct_retired"),
        (
            {"status": "eliminated", "reindeer": {"1": spot("log", 1)}},
            "reindeer_races.correct_retired",
        ),
    ],
)
def test_impossible_correction_of_a_team_is_refused(figures: dict[str, Any], key: str) -> None:
    race = Race()
    race.correct(2, tiles={"letter": [8]})
    race.stand(2, "log 3")
    assert race.refused("correct", 1, set=figures).key == key


@pytest.mark.parametrize(
    ("figures", "key"),
    [
        ({"turn": 3}, "act.not_one_of"),
        ({"round": 0}, "act.out_of_range"),
        ({"pile": 78}, "act.out_of_range"),
        ({"pile": 68}, "reindeer_races.correct_pile"),
        ({"laid": LAID}, "act.wrong_type"),
        ({"laid": {"letter": [{"card": 7}, {"card": 3}]}}, "act.wrong_length"),
        ({"laid": {"letter": [{"card": 8}] * 3}}, "reindeer_races.card_twice"),
    ],
)
def test_impossible_correction_of_the_race_is_refused(figures: dict[str, Any], key: str) -> None:
    assert Race().refused("correct", set=figures).key == key


def test_correction_to_current_values_returns_the_same_state() -> None:
    race = Race()
    before = race.state
    race.correct(1, hand=5, status="racing", reindeer={"2": None}, tiles={"log": []})
    race.correct(pile=67, round=1, turn=1, laid={"gift": laid()[3]})
    assert race.state is before


def test_corrected_hand_takes_cards_from_the_pile_or_returns_them() -> None:
    race = Race()
    race.correct(1, hand=7)
    assert race.shown["pile"] == 65
    race.correct(1, hand=2)
    assert race.shown["pile"] == 70
    race.correct(pile=1)
    assert race.refused("correct", 1, set={"hand": 4}).params["count"] == 3
    race.correct(1, hand=3)
    assert race.shown["pile"] == 0
    race.correct(1, hand=2)
    assert race.shown["pile"] == 1


def test_discard_balances_a_corrected_pile() -> None:
    race = Race()
    race.tap(1, "gift_1", "gift_2")
    race("done", 1)
    race.correct(pile=60)
    assert (race.shown["pile"], race.shown["discard"]) == (60, 9)
    race.correct(pile=67)
    assert (race.shown["discard"], race.shown["unseen"]["gift_1"]) == (2, 7)
    race.correct(pile=68)
    assert (race.shown["unseen"]["gift_1"], race.shown["unseen"]["gift_2"]) == (7, 6)


def test_surplus_cards_returned_to_the_pile_cannot_be_named() -> None:
    race = Race()
    race.correct(1, hand=7)
    race("done", 1)
    race.correct(pile=race.shown["pile"] + 1)
    assert race.team(1)["to_name"] == 0


def test_hand_cannot_be_smaller_than_the_cards_in_play() -> None:
    race = Race()
    race.tap(1, "gift_1", "elf")
    assert race.refuses("correct_pending_hand", "correct", 1, set={"hand": 1}).params["count"] == 2
    race.correct(1, hand=2)
    race("done", 1)
    assert race.team(1)["hand"] == 0


def test_unchanged_track_cards_keep_the_choices() -> None:
    race = Race()
    race.tap(1, "gift_2")
    race("reindeer", 1, reindeer=2)
    before = race.state
    race.correct(laid={"letter": laid()[0]})
    assert race.state is before


def test_track_chosen_for_elves_survives_a_correction() -> None:
    race = Race()
    race.tap(1, "elf", "elf")
    race("track", 1, track="log")
    race("reindeer", 1, reindeer=2)
    race.stand(2, "log 4")
    assert race.pending()["track"] == "log"
    assert race.pending()["reindeer"] == 2


def test_corrected_reindeer_has_to_be_chosen_again() -> None:
    race = Race(spaces={"gift": {6: "ice_left"}})
    race.stand(1, "gift 4")
    race.tap(1, "gift_2")
    race("reindeer", 1, reindeer=1, leaps=False)
    race("land", 1, end=7)
    race.stand(2, "gift 7")
    pending = race.pending()
    assert (pending["reindeer"], pending["leaps"], pending["end"]) == (None, [], None)
    assert pending["distance"] == 2


def test_cards_stay_in_play_while_a_reindeer_can_use_them() -> None:
    race = Race()
    race.stand(1, "gift 1", "log 2", "log 3", "log 4")
    race.tap(1, "gift_2")
    race.correct(1, reindeer={"4": spot("tree", 1)})
    assert (race.pending()["candidates"], race.pending()["distance"]) == ([1], 2)


def test_correction_that_leaves_no_reindeer_for_the_cards_is_refused() -> None:
    race = Race()
    race.tap(1, "gift_2")
    spots = {str(number): spot("log", number) for number in range(1, 5)}
    race.refuses("no_reindeer", "correct", 1, set={"reindeer": spots})


def test_giving_the_turn_drops_tapped_cards() -> None:
    race = Race()
    race.tap(1, "gift_2")
    race.correct(turn=2, round=4)
    assert (race.shown["turn"], race.shown["round"], race.team(1)["pending"]) == (2, 4, None)
    race("retire", 1)
    race.refuses("correct_turn_racing", "correct", set={"turn": 1})


def test_retired_player_can_return() -> None:
    race = Race()
    race.correct(1, status="eliminated")
    assert (race.shown["turn"], race.shown["discard"], race.team(1)["hand"]) == (2, 5, 0)
    race.correct(1, status="racing", hand=4)
    assert (race.team(1)["status"], race.team(1)["hand"], race.shown["pile"]) == ("racing", 4, 63)
    assert notation.read(notation.write(race.state)) == race.state


def test_won_tiles_are_gone_from_their_track() -> None:
    race = Race()
    race.correct(1, tiles={"gift": [9], "letter": [2]})
    assert (race.team(1)["points"], race.track("gift")["rewards"]) == (11, [12])
    race.correct(1, tiles={"gift": []})
    assert (race.team(1)["points"], race.track("gift")["rewards"]) == (2, [12, 9])


def test_correction_that_takes_the_last_tile_ends_the_race() -> None:
    """RR-50."""
    race = Race()
    race.tap(1, "gift_2")
    race.correct(2, tiles={"tree": [15]})
    assert race.event_keys()[:3] == ["corrected", "emptied", "over"]
    assert (race.shown["phase"], race.team(2)["place"]) == ("over", 1)


def test_unknown_tiles_accept_any_value_or_none() -> None:
    race = Race(box=None, laid=None)
    race.correct(1, tiles={"gift": [None, 4]})
    assert (race.team(1)["points"], race.team(1)["place_now"]) == (None, 1)
    assert race.shown["phase"] == "turns"


def test_wrongly_recorded_track_cards_can_be_corrected() -> None:
    race = Race(spaces={"letter": {1: "yeti"}})
    race.correct(laid={"letter": laid()[0][::-1]})
    assert race.track("letter")["spaces"] == ["plain"] * 4 + ["yeti", "plain"]
