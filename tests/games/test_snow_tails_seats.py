"""The lights of a seat, and the acts that its taps and presses mean."""

from random import Random

import pytest
from snow_evening import HERE, Evening, refused
from trials import TRIALS

from companion.bench import players
from companion.games import history, snow_tails
from companion.games.game import Light, Tap
from companion.games.snow_tails.seats import seat_view
from companion.games.snow_tails.view import _seat
from companion.messages import say
from companion.signals import Press


def test_held_button_without_a_hold_function_does_nothing() -> None:
    evening = Evening()
    assert snow_tails.read(evening.state, Press(1, "ok", True, HERE)) is None


def test_unknown_button_or_seat_does_nothing() -> None:
    evening = Evening()
    assert snow_tails.read(evening.state, Press(6, "ok", False, HERE)) is None
    assert snow_tails.read(evening.state, Press(1, "undo", False, HERE)) is None
    assert snow_tails.read(evening.state, Tap(6, {"colour": "red", "value": 1})) is None


def test_press_in_a_vanished_menu_is_read_without_a_menu() -> None:
    evening = Evening()
    press = Press(1, "ok", False, HERE, "event")
    assert snow_tails.read(evening.state, press) == {"act": "done", "seat": 1, "bonus": False}


# Readers


def test_shared_reader_assigns_a_card_by_its_colour() -> None:
    evening = Evening()
    evening.tap(0, 4, owner=1)
    assert evening.state.pending is not None
    with refused("not_up_slot"):
        evening.tap(0, 4, owner=2)


def test_shared_reader_assigns_an_unknown_colour_to_the_seat_that_is_up() -> None:
    evening = Evening()
    with refused("unknown_colour"):
        evening.tap(0, 4, owner=5)
    act = snow_tails.read(evening.state, Tap(0, {"kind": "dog", "value": 2}))
    assert act == {"act": "tap", "seat": 1, "card": {"value": 2}}


def test_shared_reader_ignores_a_card_without_colour_if_no_seat_is_up() -> None:
    evening = Evening()
    for seat in (1, 2, 3):
        evening.turn(seat)
    assert snow_tails.read(evening.state, Tap(0, {"kind": "dog", "value": 2})) is None


def test_slot_reader_puts_the_card_on_its_slot() -> None:
    evening = Evening()
    evening.tap(1, 4, slot="brake")
    assert evening.state.pending is not None
    assert evening.state.pending.slots == ("brake",)


def test_tap_after_the_turn_names_a_surplus_discard() -> None:
    evening = Evening(players=5)
    for seat in (1, 2, 3, 4):
        evening.turn(seat)
    evening.turn(5, 3)
    assert evening.ticks(5) == ["Discard 1 card"]
    evening.tap(5, 2)
    assert [card.value for card in evening.state.sled(5).discard] == [2]
    with refused("order_first"):
        evening.tap(5, 2)


def test_discards_of_a_correction_are_not_named_by_taps() -> None:
    evening = Evening()
    evening.correct(2, deck=10)
    assert evening.state.sled(2).unnamed == 5
    with refused("not_up"):
        evening.tap(2, 4)


# Lights


def test_lights_follow_a_round() -> None:
    evening = Evening()
    assert [evening.seat(seat).light for seat in (1, 2, 3)] == [
        Light("up"),
        Light("wait", 1, limit=2),
        Light("wait", 2, limit=2),
    ]
    evening.tap(1, 4)
    evening.press(1, "left")
    assert evening.seat(1).light == Light("speed", 4, drift=-1)
    evening.press(1, "left")
    evening.press(1, "right")
    assert evening.seat(1).light == Light("speed", 4, drift=1)
    evening.press(1, "ok")
    assert evening.seat(1).light == Light("moved")
    evening.turn(2)
    evening.turn(3)
    assert [evening.seat(seat).light.form for seat in (1, 2, 3)] == ["order"] * 3
    assert [evening.seat(seat).light.count for seat in evening.state.proposed] == [1, 2, 3]


def finishing_race() -> Evening:
    """A race without limits: seat 1 is first at the finish, seat 2 has retired, seat 3 races on."""
    evening = Evening(limits=())
    evening.tap(1, 3)
    evening.press(1, "left")
    evening.press(1, "event")
    evening.press(1, "ok")
    evening.act({"act": "retire", "seat": 2})
    return evening


def test_finished_and_retired_sleds_have_their_lights_and_instructions() -> None:
    evening = finishing_race()
    assert evening.seat(1).light == Light("moved")
    assert evening.todo(1)[-1].startswith("You are across the finish line!")
    assert evening.seat(2).light == Light("out")
    assert evening.todo(2) == ["You are out of the race."]
    assert evening.ticks(1) == []
    evening.turn(3)
    evening.press(3, "ok")
    assert evening.seat(1).light == Light("finished", 1)
    assert evening.todo(1)[-1] == "Well raced: place 1! Now cheer the others on."


def test_lights_and_instructions_show_the_end_of_a_race() -> None:
    evening = finishing_race()
    evening.turn(3)
    evening.press(3, "ok")
    evening.tap(3, 3)
    evening.press(3, "left")
    evening.press(3, "event")
    evening.end(3)
    assert snow_tails.view(evening.state).over
    lights = [evening.seat(seat).light for seat in (1, 2, 3)]
    assert lights == [Light("winner", 1), Light("out"), Light("finished", 2)]
    assert [evening.todo(seat) for seat in (1, 2, 3)] == [
        ["You won the race: 5 points!"],
        ["The race is over. You did not reach the finish: 0 points."],
        ["The race is over. Place 2: 3 points."],
    ]
    assert [say(todo) for todo in snow_tails.view(evening.state).todo] == ["Ada wins the race!"]


def test_order_light_counts_the_places_already_taken() -> None:
    evening = Evening(limits=())
    evening.tap(1, 3)
    evening.press(1, "left")
    evening.press(1, "event")
    evening.press(1, "ok")
    for seat in (2, 3):
        evening.turn(seat)
    evening.press(1, "ok")
    for seat in evening.state.order:
        evening.turn(seat)
    assert sorted(evening.seat(seat).light.count for seat in (2, 3)) == [2, 3]
    labels = evening.labels(1)
    assert labels[0] == "One place forward"
    with refused("not_asked"):
        evening.press(1, "left")


@pytest.mark.parametrize("seed", range(5))
def test_cached_seats_equal_freshly_built_ones(seed: int) -> None:
    rng = Random(seed)
    options = TRIALS["snow_tails"].options(rng)
    race = history.begin(snow_tails, options)
    for act in players.play(snow_tails, options, rng):
        race, _ = race.apply(act)
        alone = tuple(seat_view(race.state, sled) for sled in race.state.sleds)
        view = snow_tails.view(race.state)
        assert view.seats == alone
        assert view.state["seats"] == [_seat(race.state, sled) for sled in race.state.sleds]
