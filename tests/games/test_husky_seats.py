"""A seat's side of Husky: what taps and presses mean, what lights and phones show."""

import pytest
from husky_race import ROUND_2, Race, after, second_round

from companion import messages
from companion.games import husky
from companion.games.game import Light, Say, Tap


def test_weather_and_event_cards_may_lie_on_any_reader() -> None:
    race = Race(3, start=2)
    assert race.card(3, "weather", 1)["seat"] == 2
    assert race.card(0, "weather", 1)["seat"] == 2
    assert race.card(1, "event", 1)["seat"] == 2
    assert race.card(3, "action", 1)["seat"] == 3
    assert husky.read(race.state, Tap(9, {"kind": "action", "card": 1})) is None


def test_on_a_shared_reader_an_action_card_is_the_next_ones_once_this_turn_was_played() -> None:
    race = second_round()
    assert race.card(0, "action", 3)["seat"] == 1
    race.tap(1, "action", 3)
    assert race.card(0, "action", 6)["seat"] == 1
    race("region", 1, where="green")
    assert race.card(0, "action", 6)["seat"] == 2
    race.do(race.card(0, "action", 6))
    assert (race.state.turn, race.shows(1)["hand"]) == (2, 6)


def test_three_keys_say_the_colour_and_what_it_gives() -> None:
    race = second_round()
    race.tap(1, "action", 3)
    far = [race.key(1, button).label for button in ("left", "right", "brake")]
    assert [say.params["count"] for say in far] == [1, 2, 5]
    assert [messages.say(say) for say in far] == ["On snow: 1", "On bush: 2", "On ice: 5"]
    race.do(race.press(1, "brake"))
    assert (race.shows(1)["where"], race.shows(1)["pending"]["distance"]) == ("blue", 5)
    assert race.at(1).light == Light("speed", 5)


def test_the_last_known_colour_is_proposed_and_ok_takes_it() -> None:
    race = second_round()
    race("region", 1, where="blue")
    race.tap(1, "action", 3)
    assert race.shows(1)["pending"]["where"] == "blue"
    assert race.shows(1)["pending"]["chosen"] is False
    assert "region" in race.todo(1)
    race.do(race.press(1, "ok"))
    assert race.state.turn == 2


def test_event_passes_the_checkpoints_then_the_finish() -> None:
    race = second_round()
    race.tap(1, "action", 3)
    for number in (1, 2, 3):
        assert race.press(1, "event") == {"act": "checkpoint", "seat": 1, "number": number}
        race.do(race.press(1, "event"))
    race.do(race.press(1, "event"))
    assert (race.state.phase, race.at(1).light) == ("over", Light("winner", 1))
    assert race.at(2).light == Light("moved")
    assert race.todo(1) == ["won"]
    assert race.press(1, "ok") is None


def test_event_held_at_the_own_seat_reports_an_attack() -> None:
    race = second_round()
    race.do(race.press(3, "event", hold=True))
    assert race.shows(3)["blocked_next"]
    assert race.todo(3) == ["attacked", "wait"]
    assert "dents" in [event.cue for event in race.events]
    assert race.at(3).light == Light("wait", 2, limit=3)


def test_in_a_blocked_turn_the_strip_shows_no_distance_and_colours_are_off() -> None:
    race = second_round()
    race("attack", 1)
    race.tap(1, "action", 1)
    assert race.at(1).light == Light("speed", 0)
    assert not race.key(1, "left").enabled
    assert race.todo(1)[0] == "still"
    assert race.key(1, "ok").enabled


def test_ok_held_draws_an_event_card_without_a_tag_and_then_asks() -> None:
    race = second_round()
    race.tap(1, "action", 1)
    assert "event" in race.todo(1)
    assert not race.key(1, "ok").enabled
    race.do(race.press(1, "ok", hold=True))
    assert "event_asks" in race.todo(1)
    assert race.press(1, "right") == {"act": "result", "seat": 1, "where": "green"}
    assert race.press(1, "event", hold=True) == "event"
    assert race.press(1, "left", menu="event") == {"act": "result", "seat": 1, "blocked": True}
    assert race.press(1, "right", menu="event")["cards"] == 1
    assert race.press(1, "brake", menu="event")["cards"] == -1
    assert race.press(1, "event", menu="event") == {"act": "attack", "seat": 1}
    assert race.press(1, "ok", menu="event") == ""
    race.do(race.press(1, "ok"))
    assert race.state.turn == 2


def test_the_weather_can_be_chosen_without_a_reader() -> None:
    race = Race(3)
    menu = race.press(1, "ok")
    for button in ("left", "brake", "brake"):
        menu = race.press(1, button, menu=menu)
    assert menu == "weather:1-0-2"
    race.do(race.press(1, "ok", menu=menu))
    weather = husky.view(race.state).state["weather"]
    assert weather == {"card": None, "white": 1, "green": 0, "blue": 2}


def test_the_table_waits_for_the_weather_then_for_who_is_up() -> None:
    race = Race(3, start=3)
    view = husky.view(race.state)
    assert (view.up, view.begun) == ((3,), False)
    assert view.todo[0].params["what"] == Say("husky.todo_weather")
    assert race.at(3).light == Light("up")
    assert race.todo(1) == ["weather_wait", "wait"]
    race.tap(3, "weather", 1)
    view = husky.view(race.state)
    assert (view.up, view.begun) == ((3,), True)
    assert view.todo[1].key == "husky.todo_conditions"


def test_a_phone_has_its_own_keys_for_what_a_button_is_held_for() -> None:
    race = second_round()
    race("checkpoint", 1)
    race.tap(1, "action", 1)
    acts = [key.act for key in race.at(1).extra]
    assert {"act": "draw", "seat": 1} in acts
    assert {"act": "attack", "seat": 1} in acts
    assert {"act": "region", "seat": 1, "where": "checkpoint_1"} in acts


def test_a_refusal_knows_what_would_make_it_right() -> None:
    race = second_round()
    race.tap(1, "action", 1)
    assert [act["act"] for act in race.refused("done", 1).remedy] == ["draw", "done"]
    race("draw", 1)
    assert race.refused("done", 3).remedy == ()
    early = race.refused("finish", 1)
    assert [act["act"] for act in early.remedy] == ["checkpoint"] * 3 + ["finish"]
    race("done", 1)
    twice = race.refused("tap", 2, card={"kind": "action", "card": 1})
    assert twice.remedy[0]["card"]["animals"] == ["wolf", "bear"]
    race.do(twice.remedy[0])


def test_with_a_board_the_victim_is_waited_for() -> None:
    race = Race(4, "small")
    race.tap(1, "weather", 2)
    race.tap(1, "action", 2)
    race("move", 1, to=[3, 5])
    race("animal", 1, animal=2, to=[3, 5])
    view = husky.view(race.state)
    assert view.up == (1,)
    assert race.todo(1)[0] == "relocate"
    assert not race.key(1, "left").enabled
    assert race.at(1).keys[""]["event"].hold is None


def test_with_a_board_the_event_button_is_for_the_event_card_once_all_have_moved() -> None:
    """HU-16: what the board shows needs no button."""
    race = Race(4, "small")
    race.tap(1, "weather", 2)
    race.tap(1, "action", 1)
    assert race.key(1, "event").act == {"act": "draw", "seat": 1}
    assert not race.key(1, "event").enabled
    assert "event" not in race.todo(1)
    race("move", 1, to=[4, 6])
    race("animal", 1, animal=1, to=[1, 5])
    race("animal", 1, animal=5, to=[8, 1])
    assert race.key(1, "event").enabled
    assert race.todo(1)[0] == "event"
    race.do(race.press(1, "event"))
    assert race.shows(1)["pending"]["drawn"]


def test_with_a_board_a_checkpoint_is_said_for_a_card_that_nobody_has_entered() -> None:
    """rules.md 7.2: how far the musher moves is not known, nor what lies on its way."""
    race = Race(4, "small")
    race.tap(1, "weather", 2)
    race.tap(1, "action", 60)
    assert race.key(1, "event").act == {"act": "checkpoint", "seat": 1, "number": 1}


UP, MOVED, OUT = Light("up"), Light("moved"), Light("out")
ATTACK = "1: weather 2, card 2; given 2: at=[6,2]; 1: to 3.5, animal 3 6.2"


def wait(*turns: int, of: int = 3) -> list[Light]:
    """So many turns until each of them is up; `of`: others that race."""
    return [Light("wait", count, limit=of) for count in turns]


@pytest.mark.parametrize(
    ("words", "lights"),
    [
        (ROUND_2, [UP, *wait(1, 2, 3)]),
        (f"{ROUND_2}; 1: card 3", [Light("speed", 1), *wait(1, 2, 3)]),
        (f"{ROUND_2}; 1: card 60", [UP, *wait(1, 2, 3)]),
        (f"{ROUND_2}; 1: attacked, card 3", [Light("speed", 0), *wait(1, 2, 3)]),
        (f"{ROUND_2}; 1: card 3, ok", [*wait(3), UP, *wait(1, 2)]),
        (f"{ROUND_2}; 3: retire", [UP, *wait(1, of=2), OUT, *wait(2, of=2)]),
        ("given 1: hand=0", [UP, MOVED, *wait(1, 2)]),
        ("given 1: hand=0; 1: weather 2", [*wait(3), UP, *wait(1, 2)]),
        ("3: retire; end", [MOVED, MOVED, OUT, MOVED]),
        (
            "given 2: checkpoints=[1,2,3]; 1: weather 2, card 3, ok; 2: card 6, finish",
            [MOVED, Light("winner", 1), MOVED, MOVED],
        ),
    ],
)
def test_each_seats_light_says_what_it_is_there_for(words: str, lights: list[Light]) -> None:
    """HU-04: without cards the start player still reveals the weather, and the next one waits."""
    assert [seat.light for seat in husky.view(after(words).state).seats] == lights


def test_a_victim_is_lit_while_the_attacker_still_shows_its_distance() -> None:
    """HU-21."""
    seats = husky.view(after(ATTACK, box="small").state).seats
    assert [seat.light for seat in seats] == [Light("speed", 3), UP, *wait(2, 3)]


@pytest.mark.parametrize(
    ("tapped", "seat"),
    [
        (Tap(0, {"kind": "event", "card": 1}), None),
        (Tap(3, {"kind": "event", "card": 1}), 3),
        (Tap(0, {"kind": "action", "card": 4}), None),
        (Tap(2, {"kind": "action", "card": 4}), 2),
        (Tap(2, {"kind": "weather", "card": 4}), 1),
        (Tap(2, {"card": 4}), 2),
        (Tap(0, {}), None),
    ],
)
def test_when_the_race_is_over_nobody_is_up_for_a_shared_reader(
    tapped: Tap, seat: int | None
) -> None:
    act = husky.read(after("1: weather 2; end").state, tapped)
    assert act == (seat and {"act": "tap", "seat": seat, "card": tapped.piece})


def test_a_card_is_shown_as_its_number_whatever_else_the_sticker_knows() -> None:
    tapped = Tap(2, {"kind": "action", "card": 4, "copy": 1})
    act = husky.read(after("1: weather 2").state, tapped)
    assert act == {"act": "tap", "seat": 2, "card": {"kind": "action", "card": 4}}
