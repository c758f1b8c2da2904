"""The seats of Husky: taps and presses, lights, extra keys."""

import pytest
from husky_race import ROUND_2, Race, after, second_round

from companion import messages
from companion.games import husky
from companion.games.game import Light, Say, Tap


def test_weather_and_event_cards_can_be_shown_at_any_reader() -> None:
    race = Race(3, start=2)
    assert race.card(3, "weather", 1)["seat"] == 2
    assert race.card(0, "weather", 1)["seat"] == 2
    assert race.card(1, "event", 1)["seat"] == 2
    assert race.card(3, "action", 1)["seat"] == 3
    assert husky.read(race.state, Tap(9, {"kind": "action", "card": 1})) is None


def test_shared_reader_assigns_the_next_players_card_once_the_turn_is_played() -> None:
    race = second_round()
    assert race.card(0, "action", 3)["seat"] == 1
    race.tap(1, "action", 3)
    assert race.card(0, "action", 6)["seat"] == 1
    race("region", 1, where="green")
    assert race.card(0, "action", 6)["seat"] == 2
    race.do(race.card(0, "action", 6))
    assert (race.state.turn, race.shows(1)["hand"]) == (2, 6)


def test_three_keys_show_the_colours_and_distances() -> None:
    race = second_round()
    race.tap(1, "action", 3)
    far = [race.key(1, button).label for button in ("left", "right", "brake")]
    assert [say.params["count"] for say in far] == [1, 2, 5]
    assert [messages.say(say) for say in far] == ["On snow: 1", "On bush: 2", "On ice: 5"]
    race.do(race.press(1, "brake"))
    assert (race.shows(1)["where"], race.shows(1)["pending"]["distance"]) == ("blue", 5)
    assert race.at(1).light == Light("speed", 5)


def test_last_known_colour_is_proposed_and_ok_accepts_it() -> None:
    race = second_round()
    race("region", 1, where="blue")
    race.tap(1, "action", 3)
    assert race.shows(1)["pending"]["where"] == "blue"
    assert race.shows(1)["pending"]["chosen"] is False
    assert "where" in race.todo(1)
    race.do(race.press(1, "ok"))
    assert race.state.turn == 2


def test_event_button_passes_checkpoints_then_the_finish() -> None:
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


def test_held_event_button_reports_an_attack() -> None:
    race = second_round()
    race.do(race.press(3, "event", hold=True))
    assert race.shows(3)["blocked_next"]
    assert race.todo(3) == ["attacked", "wait"]
    assert "dents" in [event.cue for event in race.events]
    assert race.at(3).light == Light("wait", 2, limit=3)


def test_blocked_turn_shows_no_distance_and_disables_colours() -> None:
    race = second_round()
    race("attack", 1)
    race.tap(1, "action", 1)
    assert race.at(1).light == Light("speed", 0)
    assert not race.key(1, "left").enabled
    assert race.todo(1)[0] == "still"
    assert race.key(1, "ok").enabled


def test_held_ok_draws_an_event_card_and_asks_for_the_result() -> None:
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


def test_weather_can_be_chosen_without_a_reader() -> None:
    race = Race(3)
    menu = race.press(1, "ok")
    assert race.press(1, "ok", menu=menu) == menu
    for button in ("left", "left", "right", "brake", "brake", "brake"):
        menu = race.press(1, button, menu=menu)
    assert menu == "weather:1-0-2"
    race.do(race.press(1, "ok", menu=menu))
    weather = husky.view(race.state).state["weather"]
    assert weather == {"card": None, "white": 1, "green": 0, "blue": 2}


def test_table_waits_for_the_weather_then_for_the_seat_that_is_up() -> None:
    race = Race(3, start=3)
    view = husky.view(race.state)
    assert (view.up, view.begun) == ((3,), False)
    assert view.todo[0].params["what"] == Say("husky.todo_weather")
    assert race.at(3).light == Light("up")
    assert race.todo(1) == ["weather_wait", "wait"]
    race.tap(3, "weather", 1)
    view = husky.view(race.state)
    assert (view.up, view.begun) == ((3,), True)
    assert [say.key for say in view.todo[1:]] == ["husky.todo_deal_first", "husky.todo_conditions"]


def test_phone_has_extra_keys_for_held_buttons() -> None:
    race = second_round()
    race("checkpoint", 1)
    race.tap(1, "action", 1)
    acts = [key.act for key in race.at(1).extra]
    assert {"act": "draw", "seat": 1} in acts
    assert {"act": "attack", "seat": 1} in acts
    assert {"act": "region", "seat": 1, "where": "checkpoint_1"} in acts


def test_refusals_offer_remedies() -> None:
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


def test_table_waits_for_the_victim_on_a_board() -> None:
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


def test_event_button_on_a_board_draws_the_event_card_after_all_moves() -> None:
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


def test_event_button_on_a_board_passes_checkpoints_with_an_unknown_card() -> None:
    """rules.md 7.2: neither the distance nor the way of the musher is known."""
    race = Race(4, "small")
    race.tap(1, "weather", 2)
    race.tap(1, "action", 60)
    assert race.key(1, "event").act == {"act": "checkpoint", "seat": 1, "number": 1}


UP, MOVED, OUT = Light("up"), Light("moved"), Light("out")
ATTACK = "1: weather 2, card 2; given 2: at=[6,2]; 1: to 3.5, animal 3 6.2"


def wait(*turns: int, of: int = 3) -> list[Light]:
    """Waiting lights with these turns left; `of`: other racing mushers."""
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
def test_every_seat_has_its_light(words: str, lights: list[Light]) -> None:
    """HU-04: the start player reveals the weather even without cards, and the next one waits."""
    assert [seat.light for seat in husky.view(after(words).state).seats] == lights


def test_victim_is_lit_while_the_attacker_shows_its_distance() -> None:
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
def test_shared_reader_after_the_race_has_no_seat(tapped: Tap, seat: int | None) -> None:
    act = husky.read(after("1: weather 2; end").state, tapped)
    assert act == (seat and {"act": "tap", "seat": seat, "card": tapped.piece})


def test_tap_of_a_card_carries_only_its_number() -> None:
    tapped = Tap(2, {"kind": "action", "card": 4, "copy": 1})
    act = husky.read(after("1: weather 2").state, tapped)
    assert act == {"act": "tap", "seat": 2, "card": {"kind": "action", "card": 4}}
