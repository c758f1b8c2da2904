"""Results of event cards, wrong card numbers, unknown weather."""

from dataclasses import replace
from typing import Any

import pytest
from husky_box import FAIR, PLAIN
from husky_race import ROUND_2, Race, after, second_round

from companion.games.game import Say
from companion.games.husky.state import Pile, Weather


def part(what: str, **params: Any) -> Say:
    return Say(f"husky.result_{what}", params)


def drawn() -> Race:
    """A race in which seat 1 has played the sample card and drawn its event card."""
    race = second_round()
    race.tap(1, "action", 1)
    race.tap(1, "event", 1)
    return race


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"blocked": True}, [part("blocked")]),
        ({"cards": 1}, [part("drew", count=1)]),
        ({"cards": 2}, [part("drew", count=2)]),
        ({"cards": -1}, [part("gave", count=1)]),
        ({"cards": 0, "blocked": True}, [part("blocked")]),
        ({"where": "blue"}, [Say("husky.ground_blue")]),
        (
            {"where": "green", "blocked": True, "cards": -2},
            [Say("husky.ground_green"), part("blocked"), part("gave", count=2)],
        ),
    ],
)
def test_am_hu_09_result_of_an_event_card_is_announced(
    changes: dict[str, Any], words: list[Say]
) -> None:
    (event,) = drawn()("result", 2, **changes)
    assert (event.key, event.seat) == ("husky.event_result", 2)
    assert event.params == {"name": "Ben", "what": words}


def test_unblocked_musher_is_announced() -> None:
    race = drawn()
    race("result", 2, blocked=True)
    (event,) = race("result", 2, blocked=False)
    assert event.params["what"] == [part("free")]


def test_result_leaves_other_figures_unchanged() -> None:
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
def test_action_keeps_the_colour_on_which_it_began(
    seat: int, where: str, chosen: bool, next_time: str
) -> None:
    """HU-12: an event card moves the musher afterwards."""
    race = after(f'{ROUND_2}; 1: on blue, card 1, draw; {seat}: result where="green"')
    shown = race.shows(1)
    assert shown["where"] == next_time
    assert (shown["pending"]["where"], shown["pending"]["chosen"]) == (where, chosen)
    assert shown["pending"]["distance"] == 2


def test_start_player_is_asked_for_the_weather() -> None:
    race = Race()
    refusal = race.refused("tap", 1, card={"kind": "action", "card": 2})
    assert (refusal.key, refusal.params) == ("husky.weather_first", {"seat": 1, "name": "Ada"})


def hand(race: Race, seat: int) -> int:
    return race.state.musher(seat).hand


@pytest.mark.parametrize(("seat", "kept"), [(1, 1), (2, 0)])
def test_musher_can_give_all_cards_but_the_one_in_play(seat: int, kept: int) -> None:
    race = drawn()
    least = hand(race, seat) - kept
    refusal = race.refused("result", seat, cards=-least - 1)
    assert (refusal.key, refusal.params["count"]) == ("husky.result_hand", least)
    race("result", seat, cards=-least)
    assert hand(race, seat) == kept


def test_empty_hand_can_draw_up_to_the_deck() -> None:
    race = drawn()
    race("result", 2, cards=-hand(race, 2))
    pile = 3
    race.state = replace(race.state, played=race.state.played.plus(0, race.state.deck - pile))
    assert race.refused("result", 2, cards=pile + 1).params == {"count": pile}
    race("result", 2, cards=0, blocked=True)
    race("result", 2, cards=pile)
    assert (hand(race, 2), race.state.deck) == (pile, 0)


def test_finish_has_a_cue() -> None:
    race = second_round()
    race.tap(1, "action", 14)
    ada = race.state.musher(1)
    race.state = race.state.with_musher(replace(ada, checkpoints=(1, 2, 3), place_known="blue"))
    (finished,) = [event for event in race("finish", 1) if event.key == "husky.finished"]
    assert (finished.seat, finished.cue) == (1, "finished")


def test_turn_given_to_its_own_seat_restarts() -> None:
    race = second_round()
    race.tap(1, "action", 14)
    race("correct", set={"turn": 1})
    assert (race.state.turn, race.state.pending) == (1, None)
    assert race.shows(1)["hand"] == race.shows(2)["hand"]


def test_blocked_musher_stays_blocked_when_the_turn_is_given_away() -> None:
    race = second_round()
    race.state = replace(race.state, still=True)
    race("correct", set={"turn": 2})
    assert (race.state.turn, race.state.musher(1).blocked) == (2, True)


ACTION = {"kind": "action", "card": 2}
ODD = {"white": 5, "green": 1, "blue": 1, "animals": ["elk", "bear"], "event": False}
WEATHER = {"kind": "weather", "card": 2}
HAIL = {"white": 2, "green": 2, "blue": 1}


@pytest.mark.parametrize(("face", "shows"), [({}, PLAIN), (ODD, ODD)])
def test_remedy_for_a_played_action_card_gives_its_face(
    face: dict[str, Any], shows: dict[str, Any]
) -> None:
    refusal = second_round().refused("tap", 1, card={**ACTION, **face})
    same = {"act": "tap", "seat": 1, "card": {"kind": "action", **shows}}
    assert (refusal.key, refusal.remedy) == ("husky.action_played", (same,))


@pytest.mark.parametrize(("face", "shows"), [({}, FAIR), (HAIL, HAIL)])
def test_remedy_for_a_shown_weather_card_gives_its_face(
    face: dict[str, Any], shows: dict[str, Any]
) -> None:
    race = second_round()
    race("correct", set={"due": True})
    refusal = race.refused("tap", 1, card={**WEATHER, **face})
    same = {"act": "tap", "seat": 1, "card": {"kind": "weather", **shows}}
    assert (refusal.key, refusal.remedy) == ("husky.weather_played", (same,))


def test_unknown_face_has_no_remedy() -> None:
    race = Race()
    race.tap(1, "weather", 24)
    race.turn(1, 60)
    refusal = race.refused("tap", 2, card={"kind": "action", "card": 60})
    assert (refusal.key, refusal.remedy) == ("husky.action_played", ())
    for seat, card in ((2, 5), (3, 8), (4, 11)):
        race.turn(seat, card)
    refusal = race.refused("tap", 1, card={"kind": "weather", "card": 24})
    assert (refusal.key, refusal.remedy) == ("husky.weather_played", ())


def test_covered_weather_card_can_come_again() -> None:
    race = second_round()
    race("correct", set={"due": True})
    assert race.state.due
    assert (race.state.weather, race.state.weather_card) == (None, 0)
    assert race.state.shown == Pile((2,))
    race.tap(1, "weather", 3)
    assert race.state.shown == Pile((2, 3))


def test_covered_weather_card_without_a_number_returns_to_the_deck() -> None:
    race = Race()
    race("tap", 1, card={"kind": "weather", **FAIR})
    assert race.state.shown == Pile((), 1)
    race("correct", set={"due": True})
    assert race.state.shown == Pile()
    before = race.state
    race("correct", set={"due": True})
    assert race.state == before


def test_corrected_weather_while_due_uses_a_card_of_the_deck() -> None:
    race = Race()
    race("correct", set=HAIL)
    assert race.state.shown == Pile((), 1)
    race("correct", set={**HAIL, "white": 0})
    assert race.state.shown == Pile((), 1)
    assert race.state.weather == Weather(0, 2, 1)


def test_covering_the_last_weather_card_announces_no_shuffle() -> None:
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
def test_instruction_for_an_unknown_card_subtracts_the_weather(weather: int, asked: Say) -> None:
    race = Race()
    race.tap(1, "weather", weather)
    race.tap(1, "action", 60)
    assert asked in race.at(1).todo
