"""What an event card changed, in words; cards whose numbers must be wrong; unknown weather."""

from dataclasses import replace
from typing import Any

import pytest
from husky_box import FAIR, PLAIN
from husky_race import ROUND_2, Race, after, second_round

from companion.games.game import Say
from companion.games.husky.state import Pile, Weather


def said(what: str, **params: Any) -> Say:
    return Say(f"husky.result_{what}", params)


def drawn() -> Race:
    """Seat 1 played the sample card and has drawn its event card."""
    race = second_round()
    race.tap(1, "action", 1)
    race.tap(1, "event", 1)
    return race


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"blocked": True}, [said("blocked")]),
        ({"cards": 1}, [said("drew", count=1)]),
        ({"cards": 2}, [said("drew", count=2)]),
        ({"cards": -1}, [said("gave", count=1)]),
        ({"cards": 0, "blocked": True}, [said("blocked")]),
        ({"where": "blue"}, [Say("husky.ground_blue")]),
        (
            {"where": "green", "blocked": True, "cards": -2},
            [Say("husky.ground_green"), said("blocked"), said("gave", count=2)],
        ),
    ],
)
def test_am_hu_09_what_an_event_card_changed_is_told(
    changes: dict[str, Any], words: list[Say]
) -> None:
    (told,) = drawn()("result", 2, **changes)
    assert (told.key, told.seat) == ("husky.event_result", 2)
    assert told.params == {"name": "Ben", "what": words}


def test_a_musher_who_is_free_again_is_told_so() -> None:
    race = drawn()
    race("result", 2, blocked=True)
    (told,) = race("result", 2, blocked=False)
    assert told.params["what"] == [said("free")]


def test_what_an_event_card_does_not_change_stays_as_it_was() -> None:
    race = drawn()
    race("result", 2, blocked=True)
    race("result", 2, cards=1)
    assert (race.shows(2)["blocked_next"], hand(race, 2)) == (True, 8)
    race("result", 2, where="green")
    assert (race.shows(2)["where"], race.shows(2)["blocked_next"], hand(race, 2)) == (
        "green",
        True,
        8,
    )


@pytest.mark.parametrize(
    ("seat", "where", "chosen", "next_time"),
    [(1, "blue", True, "green"), (2, "blue", False, "blue")],
)
def test_the_action_keeps_the_colour_on_which_it_began(
    seat: int, where: str, chosen: bool, next_time: str
) -> None:
    """HU-12: an event card moves the musher afterwards."""
    race = after(f'{ROUND_2}; 1: on blue, card 1, draw; {seat}: result where="green"')
    shown = race.shows(1)
    assert shown["where"] == next_time
    assert (shown["pending"]["where"], shown["pending"]["chosen"]) == (where, chosen)
    assert shown["pending"]["distance"] == 2


def test_until_the_weather_is_known_its_first_player_is_asked_for_it() -> None:
    race = Race()
    refusal = race.refused("tap", 1, card={"kind": "action", "card": 2})
    assert (refusal.key, refusal.params) == ("husky.weather_first", {"seat": 1, "name": "Ada"})


def hand(race: Race, seat: int) -> int:
    return race.state.musher(seat).hand


@pytest.mark.parametrize(("seat", "kept"), [(1, 1), (2, 0)])
def test_a_musher_can_give_all_cards_but_the_one_that_is_played(seat: int, kept: int) -> None:
    race = drawn()
    least = hand(race, seat) - kept
    refusal = race.refused("result", seat, cards=-least - 1)
    assert (refusal.key, refusal.params["count"]) == ("husky.result_hand", least)
    race("result", seat, cards=-least)
    assert hand(race, seat) == kept


def test_who_holds_nothing_may_draw_and_no_more_than_the_pile_has() -> None:
    race = drawn()
    race("result", 2, cards=-hand(race, 2))
    pile = 3
    race.state = replace(race.state, played=race.state.played.plus(0, race.state.deck - pile))
    assert race.refused("result", 2, cards=pile + 1).params == {"count": pile}
    race("result", 2, cards=0, blocked=True)
    race("result", 2, cards=pile)
    assert (hand(race, 2), race.state.deck) == (pile, 0)


def test_the_first_at_the_finish_is_told_with_a_cue() -> None:
    race = second_round()
    race.tap(1, "action", 14)
    ada = race.state.musher(1)
    race.state = race.state.with_musher(replace(ada, checkpoints=(1, 2, 3), place_known="blue"))
    (finished,) = [event for event in race("finish", 1) if event.key == "husky.finished"]
    assert (finished.seat, finished.cue) == (1, "finished")


def test_a_turn_given_to_its_own_seat_is_played_anew() -> None:
    race = second_round()
    race.tap(1, "action", 14)
    race("correct", set={"turn": 1})
    assert (race.state.turn, race.state.pending) == (1, None)
    assert race.shows(1)["hand"] == race.shows(2)["hand"]


def test_who_stands_still_stays_blocked_when_the_turn_is_given_away() -> None:
    race = second_round()
    race.state = replace(race.state, still=True)
    race("correct", set={"turn": 2})
    assert (race.state.turn, race.state.musher(1).blocked) == (2, True)


ACTION = {"kind": "action", "card": 2}
ODD = {"white": 5, "green": 1, "blue": 1, "animals": ["elk", "bear"], "event": False}
WEATHER = {"kind": "weather", "card": 2}
HAIL = {"white": 2, "green": 2, "blue": 1}


@pytest.mark.parametrize(("said", "shows"), [({}, PLAIN), (ODD, ODD)])
def test_an_action_card_that_was_played_is_taken_for_one_that_shows_the_same(
    said: dict[str, Any], shows: dict[str, Any]
) -> None:
    refusal = second_round().refused("tap", 1, card={**ACTION, **said})
    same = {"act": "tap", "seat": 1, "card": {"kind": "action", **shows}}
    assert (refusal.key, refusal.remedy) == ("husky.action_played", (same,))


@pytest.mark.parametrize(("said", "shows"), [({}, FAIR), (HAIL, HAIL)])
def test_a_weather_card_that_was_shown_is_taken_for_one_that_shows_the_same(
    said: dict[str, Any], shows: dict[str, Any]
) -> None:
    race = second_round()
    race("correct", set={"due": True})
    refusal = race.refused("tap", 1, card={**WEATHER, **said})
    same = {"act": "tap", "seat": 1, "card": {"kind": "weather", **shows}}
    assert (refusal.key, refusal.remedy) == ("husky.weather_played", (same,))


def test_where_nobody_entered_what_a_card_shows_there_is_no_way_on() -> None:
    race = Race()
    race.tap(1, "weather", 24)
    race.turn(1, 60)
    refusal = race.refused("tap", 2, card={"kind": "action", "card": 60})
    assert (refusal.key, refusal.remedy) == ("husky.action_played", ())
    for seat, card in ((2, 5), (3, 8), (4, 11)):
        race.turn(seat, card)
    refusal = race.refused("tap", 1, card={"kind": "weather", "card": 24})
    assert (refusal.key, refusal.remedy) == ("husky.weather_played", ())


def test_a_weather_card_that_is_covered_again_may_come_again() -> None:
    race = second_round()
    race("correct", set={"due": True})
    assert race.state.due
    assert (race.state.weather, race.state.weather_card) == (None, 0)
    assert race.state.shown == Pile((2,))
    race.tap(1, "weather", 3)
    assert race.state.shown == Pile((2, 3))


def test_a_weather_card_without_a_number_goes_back_as_one_too() -> None:
    race = Race()
    race("tap", 1, card={"kind": "weather", **FAIR})
    assert race.state.shown == Pile((), 1)
    race("correct", set={"due": True})
    assert race.state.shown == Pile()
    before = race.state
    race("correct", set={"due": True})
    assert race.state == before


def test_weather_told_while_its_card_is_due_is_one_more_card_of_the_deck() -> None:
    race = Race()
    race("correct", set=HAIL)
    assert race.state.shown == Pile((), 1)
    race("correct", set={**HAIL, "white": 0})
    assert race.state.shown == Pile((), 1)
    assert race.state.weather == Weather(0, 2, 1)


def test_a_weather_deck_that_is_used_up_is_told_when_its_last_card_is_covered() -> None:
    race = Race()
    race.tap(1, "weather", 1)
    race.state = replace(race.state, shown=Pile((1,), 23))
    race("correct", set={"due": True})
    assert race.state.shown == Pile((), 23)


@pytest.mark.parametrize(
    ("weather", "asked"),
    [
        (24, Say("husky.todo_read_all", {"where": Say("husky.ground_start")})),
        (1, Say("husky.todo_read", {"where": Say("husky.ground_start"), "less": 1})),
    ],
)
def test_how_far_a_card_goes_that_nobody_entered_is_read_off_it_less_the_weather(
    weather: int, asked: Say
) -> None:
    race = Race()
    race.tap(1, "weather", weather)
    race.tap(1, "action", 60)
    assert asked in race.at(1).todo
