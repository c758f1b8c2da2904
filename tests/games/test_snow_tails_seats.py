"""What a seat's buttons do and say, and the mistakes of an evening."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.errors import Refused
from companion.games import snow_tails
from companion.games.game import Key, Light, Say, SeatView, Tap
from companion.games.snow_tails.state import State
from companion.messages import say
from companion.signals import BUTTONS, Origin, Press

HERE = Origin("node", "test")
COLOURS = {1: "red", 2: "blue", 3: "green", 4: "yellow", 5: "white"}
NAMES = {1: "Ada", 2: "Bert", 3: "Cleo", 4: "Dora", 5: "Emil"}


@dataclass
class Evening:
    """Hands at a table of real rules: menus open and close as the table keeps them."""

    players: int = 3
    limits: tuple[int, ...] = (4, 3, 5)
    settings: Mapping[str, Any] = field(default_factory=dict)
    menus: dict[int, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        seats = [
            {"seat": seat, "name": NAMES[seat], "colour": COLOURS[seat], "place": seat}
            for seat in range(1, self.players + 1)
        ]
        options = {"seats": seats, "limits": list(self.limits), **self.settings}
        self.state: State = snow_tails.setup(options)[0]

    def tap(self, seat: int, value: int, owner: int = 0, slot: str | None = None) -> None:
        colour = COLOURS[owner or seat]
        piece = {"kind": "dog", "colour": colour, "value": value}
        wish = snow_tails.read(self.state, Tap(seat, piece, slot))
        assert isinstance(wish, Mapping)
        self.act(wish)

    def press(self, seat: int, button: str, *, hold: bool = False) -> None:
        menu = self.menus.pop(seat, "")
        wish = snow_tails.read(self.state, Press(seat, button, hold, HERE, menu))
        if isinstance(wish, str) and wish:
            self.menus[seat] = wish
        elif isinstance(wish, Mapping):
            self.act(wish)

    def act(self, act: Mapping[str, Any]) -> None:
        self.state = snow_tails.apply(self.state, act)[0]

    def correct(self, seat: int, **figures: Any) -> None:
        self.act({"act": "correct", "seat": seat, "set": figures})

    def turn(self, seat: int, value: int = 3, *slots: str) -> None:
        """A clean turn."""
        self.tap(seat, value)
        for slot in slots or ("left",):
            self.press(seat, slot)
        self.press(seat, "ok")

    def round(self) -> None:
        """Everybody takes a clean turn, and the order is right as proposed."""
        for seat in self.state.order:
            self.turn(seat)
        self.press(1, "ok")

    def seat(self, seat: int) -> SeatView:
        return next(view for view in snow_tails.view(self.state).seats if view.seat == seat)

    def todo(self, seat: int) -> list[str]:
        return [say(todo).replace("\N{MINUS SIGN}", "-") for todo in self.seat(seat).todo]

    def label(self, seat: int, button: str, *, hold: bool = False) -> str:
        keys = self.seat(seat).keys[self.menus.get(seat, "")][button]
        key = keys.hold if hold else keys.press
        return say(key.label) if key else ""

    def labels(self, seat: int) -> list[str]:
        return [self.label(seat, button) for button in BUTTONS]

    def extra(self, seat: int) -> list[str]:
        return [say(key.label) for key in self.seat(seat).extra]


def refused(key: str) -> Any:
    return pytest.raises(Refused, match=f"^snow_tails.{key}$")


# The flow of a turn.


def test_the_buttons_say_what_they_do_as_a_turn_goes_on() -> None:
    evening = Evening()
    assert evening.labels(1) == ["Left dog", "Right dog", "Brake", "Line crossed: limit 4", "Done"]
    evening.tap(1, 4)
    assert evening.labels(1)[:3] == ["Left dog 4", "Right dog 4", "Brake 4"]
    evening.press(1, "left")
    assert evening.labels(1)[:3] == ["Take back left", "Right dog 4", "Brake 4"]
    evening.press(1, "event")
    assert evening.label(1, "event") == "Line crossed: limit 3"
    evening.press(1, "ok")
    assert evening.state.turn == 2


def test_a_turn_is_a_tap_a_slot_and_ok() -> None:
    evening = Evening()
    evening.turn(1, 4, "left", "brake")
    ada = evening.state.sled(1)
    assert (ada.left, ada.right, ada.brake, evening.state.turn) == (4, 3, 4, 2)


def test_the_last_line_of_the_course_is_the_finish() -> None:
    evening = Evening(limits=())
    evening.turn(1)
    evening.tap(2, 3)
    evening.press(2, "left")
    assert evening.label(2, "event") == "Finish line crossed"
    evening.press(2, "event")
    assert evening.label(2, "event") == "No line left"
    with refused("no_more_lines"):
        evening.press(2, "event")


def test_a_value_can_be_chosen_without_a_reader() -> None:
    evening = Evening()
    assert evening.label(1, "event", hold=True) == "Choose the card's value…"
    evening.press(1, "event", hold=True)
    assert evening.labels(1) == ["Value 2", "Value 4", "Close", "Close", "Play a 3"]
    evening.press(1, "right")
    evening.press(1, "ok")
    assert evening.state.pending is not None
    assert evening.state.pending.value == 4
    assert evening.menus == {}


def test_choosing_a_value_goes_round_and_closes_without_harm() -> None:
    evening = Evening()
    evening.press(1, "event", hold=True)
    for _ in range(4):
        evening.press(1, "left")
    assert evening.label(1, "ok") == "Play a 4"
    evening.press(1, "event")
    assert (evening.menus, evening.state.pending) == ({}, None)


def test_another_value_can_be_chosen_until_a_slot_is_taken() -> None:
    evening = Evening()
    evening.tap(1, 5)
    evening.press(1, "event", hold=True)
    assert evening.label(1, "ok") == "Play a 5"
    evening.press(1, "left")
    evening.press(1, "ok")
    evening.press(1, "left")
    assert evening.state.pending is not None
    assert evening.state.pending.value == 4
    assert evening.label(1, "event", hold=True) == "Sapling, edge or sled…"


@pytest.mark.parametrize(
    ("button", "mark"), [("left", "sapling"), ("right", "edge"), ("brake", "sled")]
)
def test_the_event_menu_marks_what_happened(button: str, mark: str) -> None:
    evening = Evening()
    evening.tap(1, 4)
    evening.press(1, "left")
    evening.press(1, "event", hold=True)
    assert evening.labels(1) == ["Hit a sapling", "Hit the edge", "Hit a sled", "Close", "Close"]
    evening.press(1, button)
    assert evening.state.pending is not None
    assert evening.state.pending.marks == (mark,)


@pytest.mark.parametrize("button", ["event", "ok"])
def test_the_event_menu_closes_without_marking(button: str) -> None:
    evening = Evening()
    evening.tap(1, 4)
    evening.press(1, "left")
    before = evening.state
    evening.press(1, "event", hold=True)
    evening.press(1, button)
    assert (evening.state, evening.menus) == (before, {})


def test_a_bonus_is_offered_where_it_is_allowed_and_taken_by_holding_ok() -> None:
    evening = Evening()
    evening.tap(1, 3)
    evening.press(1, "left")
    assert evening.label(1, "ok", hold=True) == ""
    evening.press(1, "ok")
    evening.turn(2)
    evening.turn(3)
    evening.press(1, "ok")
    front, second = evening.state.order[:2]
    evening.turn(front)
    evening.tap(second, 3)
    assert evening.label(second, "ok", hold=True) == ""
    evening.press(second, "left")
    assert evening.label(second, "ok", hold=True) == "Done with bonus +2"
    assert evening.extra(second)[0] == "Done with bonus +2"
    assert evening.seat(second).light == Light("speed", 3, bonus=True)
    evening.press(second, "ok", hold=True)
    assert evening.state.sled(second).last == snow_tails.state.LastTurn(3, 2, 0, 0)


def test_a_held_ok_without_a_held_meaning_asks_for_nothing() -> None:
    evening = Evening()
    assert snow_tails.read(evening.state, Press(1, "ok", True, HERE)) is None


def test_a_button_or_seat_that_is_not_there_asks_for_nothing() -> None:
    evening = Evening()
    assert snow_tails.read(evening.state, Press(6, "ok", False, HERE)) is None
    assert snow_tails.read(evening.state, Press(1, "undo", False, HERE)) is None
    assert snow_tails.read(evening.state, Tap(6, {"colour": "red", "value": 1})) is None


def test_a_menu_that_is_gone_is_read_as_none() -> None:
    evening = Evening()
    press = Press(1, "ok", False, HERE, "event")
    assert snow_tails.read(evening.state, press) == {"act": "done", "seat": 1, "bonus": False}


# The mistakes of an evening.


def test_a_slot_before_the_tap_is_told_to_tap_first() -> None:
    evening = Evening()
    for slot in ("left", "right", "brake"):
        with refused("tap_first"):
            evening.press(1, slot)
    with refused("tap_first"):
        evening.press(1, "ok")
    with refused("tap_first"):
        evening.press(1, "event")


def test_ok_before_a_slot_is_told_to_choose_one() -> None:
    evening = Evening()
    evening.tap(1, 4)
    with refused("slot_first"):
        evening.press(1, "ok")


def test_of_two_cards_tapped_the_second_counts_until_a_slot_is_taken() -> None:
    evening = Evening()
    evening.tap(1, 4)
    evening.tap(1, 2)
    assert evening.label(1, "left") == "Left dog 2"
    evening.press(1, "left")
    with refused("one_value"):
        evening.tap(1, 4)


def test_the_same_card_tapped_twice_changes_nothing() -> None:
    evening = Evening()
    evening.tap(1, 4)
    once = evening.state
    evening.tap(1, 4)
    assert evening.state is once


def test_a_wrong_slot_is_taken_back_by_pressing_it_again() -> None:
    evening = Evening()
    evening.tap(1, 4)
    evening.press(1, "left")
    evening.press(1, "left")
    evening.press(1, "right")
    assert evening.state.pending is not None
    assert evening.state.pending.slots == ("right",)


def test_a_slot_after_a_mark_is_refused_and_not_offered() -> None:
    evening = Evening()
    evening.tap(1, 4)
    evening.press(1, "left")
    evening.press(1, "event")
    for slot in ("left", "right"):
        key = evening.seat(1).keys[""][slot].press
        assert key is not None
        assert not key.enabled
        with refused("slot_after_mark"):
            evening.press(1, slot)


def test_another_players_card_is_refused_at_a_seats_own_reader() -> None:
    with refused("foreign_card"):
        Evening().tap(1, 4, owner=2)


def test_ok_before_the_sled_has_moved_and_then_a_crash_is_added_late() -> None:
    evening = Evening()
    evening.turn(1, 4)
    assert evening.label(1, "event", hold=True) == "Forgot something…"
    evening.press(1, "event", hold=True)
    assert evening.labels(1) == [
        "Forgot: sapling",
        "Forgot: edge",
        "Close",
        "Forgot: line, limit 4",
        "Close",
    ]
    evening.press(1, "right")
    assert (evening.state.sled(1).dents, evening.state.turn) == (1, 2)
    assert "Forgot: edge" not in evening.extra(1)
    evening.press(1, "event", hold=True)
    with refused("late_second_stop"):
        evening.press(1, "right")


def test_a_crash_marked_before_the_line_still_counts_after_it() -> None:
    evening = Evening()
    evening.tap(1, 5)
    evening.press(1, "left")
    evening.press(1, "event", hold=True)
    evening.press(1, "right")
    evening.press(1, "event")
    assert evening.state.pending is not None
    assert evening.state.pending.marks == ("line", "edge")


def test_a_line_forgotten_until_two_turns_later_is_added_at_its_own_seat() -> None:
    evening = Evening()
    evening.turn(1, 5)
    evening.turn(2)
    evening.turn(3)
    evening.press(2, "ok")
    assert evening.state.turn == 1
    evening.turn(1)
    evening.turn(2)
    evening.press(1, "event", hold=True)
    evening.press(1, "event")
    assert evening.state.sled(1).lines == 1
    assert evening.state.turn == 3


def test_nothing_can_have_been_forgotten_before_the_first_turn() -> None:
    evening = Evening()
    assert evening.label(2, "event", hold=True) == ""
    assert evening.extra(2) == []


@pytest.mark.parametrize("button", BUTTONS)
def test_presses_at_a_seat_that_is_not_up_are_refused_and_change_nothing(button: str) -> None:
    evening = Evening()
    before = evening.state
    with refused("not_up"):
        evening.press(2, button)
    assert evening.state is before


def test_a_tap_at_a_seat_that_is_not_up_is_refused() -> None:
    with refused("not_up"):
        Evening().tap(2, 4)


def test_more_slots_than_dogs_in_hand_are_not_offered() -> None:
    evening = Evening()
    evening.correct(1, dogs=1)
    evening.tap(1, 4)
    evening.press(1, "left")
    key = evening.seat(1).keys[""]["right"].press
    assert key is not None
    assert (say(key.label), key.enabled) == ("Right dog 4", False)


# Readers.


def test_at_a_shared_reader_the_cards_colour_says_whose_it_is() -> None:
    evening = Evening()
    evening.tap(0, 4, owner=1)
    assert evening.state.pending is not None
    with refused("not_up_slot"):
        evening.tap(0, 4, owner=2)


def test_at_a_shared_reader_a_card_of_nobodys_colour_is_for_the_seat_that_is_up() -> None:
    evening = Evening()
    with refused("unknown_colour"):
        evening.tap(0, 4, owner=5)
    act = snow_tails.read(evening.state, Tap(0, {"kind": "dog", "value": 2}))
    assert act == {"act": "tap", "seat": 1, "card": {"value": 2}}


def test_nobody_is_asked_about_a_card_without_colour_when_no_seat_is_up() -> None:
    evening = Evening()
    for seat in (1, 2, 3):
        evening.turn(seat)
    assert snow_tails.read(evening.state, Tap(0, {"kind": "dog", "value": 2})) is None


def test_a_reader_of_its_own_for_a_slot_lays_the_card_there() -> None:
    evening = Evening()
    evening.tap(1, 4, slot="brake")
    assert evening.state.pending is not None
    assert evening.state.pending.slots == ("brake",)


def test_a_surplus_discard_can_be_named_by_a_tap_after_the_turn() -> None:
    evening = Evening(players=5)
    for seat in (1, 2, 3, 4):
        evening.turn(seat)
    evening.turn(5, 3)
    assert evening.todo(5)[0] == "Discard 1"
    evening.tap(5, 2)
    assert [card.value for card in evening.state.sled(5).discard] == [2]
    with refused("order_first"):
        evening.tap(5, 2)


# The order step.


def test_the_order_step_moves_a_seat_and_ok_anywhere_accepts() -> None:
    evening = Evening()
    for seat in (1, 2, 3):
        evening.turn(seat)
    proposed = evening.state.proposed
    last = proposed[-1]
    assert evening.labels(last) == [
        "One place forward",
        "One place back",
        "Brake",
        "Line crossed",
        "The order is right",
    ]
    evening.press(last, "left")
    evening.press(last, "left")
    assert evening.state.proposed[0] == last
    with refused("shift_front"):
        evening.press(last, "left")
    evening.press(last, "right")
    evening.press(proposed[0], "ok")
    assert evening.state.order == (proposed[0], last, proposed[1])


def test_the_order_step_enables_only_the_places_that_there_are() -> None:
    evening = Evening()
    for seat in (1, 2, 3):
        evening.turn(seat)
    front, middle, back = evening.state.proposed
    enabled = {
        seat: [bool(key and key.enabled) for key in _presses(evening.seat(seat), "left", "right")]
        for seat in (front, middle, back)
    }
    assert enabled == {front: [False, True], middle: [True, True], back: [True, False]}


def _presses(view: SeatView, *buttons: str) -> list[Key | None]:
    return [view.keys[""][button].press for button in buttons]


def test_a_sled_in_front_of_one_with_more_lines_is_asked_whether_it_forgot_one() -> None:
    evening = Evening()
    evening.turn(1)
    evening.turn(2)
    evening.tap(3, 3)
    evening.press(3, "left")
    evening.press(3, "event")
    evening.press(3, "ok")
    evening.press(3, "right")
    ahead = evening.state.proposed[0]
    assert ahead != 3
    assert evening.todo(ahead)[1] == (
        "A sled behind you has crossed more lines than you. Did you forget one? "
        "Hold EVENT, then press EVENT."
    )
    table = [say(todo) for todo in snow_tails.view(evening.state).todo]
    assert f"{NAMES[ahead]}: was a line forgotten?" in table
    evening.press(ahead, "event", hold=True)
    evening.press(ahead, "event")
    assert evening.state.sled(ahead).lines == 1


# What to do now.


def test_a_seat_that_is_up_is_told_step_by_step() -> None:
    evening = Evening()
    assert evening.todo(1) == ["Play a card: tap it on the reader."]
    evening.tap(1, 4)
    assert evening.todo(1) == ["You play a 4. Which slot? Left dog, right dog or brake."]
    evening.press(1, "left")
    assert evening.todo(1) == [
        "4 + 3 - 3 = 4: 4 forward, 1 of them drifting left.",
        "The next line is limit 4: no dent if you cross it now.",
        "Move the sled, then OK.",
    ]
    evening.press(1, "right")
    assert evening.todo(1)[:2] == [
        "4 + 4 - 3 = 5: 5 forward, straight on.",
        "The next line is limit 4: 1 dent if you cross it now.",
    ]
    evening.press(1, "event")
    assert evening.todo(1)[1:3] == [
        "In this move: line. That is 1 dent.",
        "The next line is limit 3: 2 dents if you cross it now.",
    ]


def test_the_table_is_told_the_same_under_the_players_name() -> None:
    evening = Evening()
    evening.turn(1, 2)
    told = [say(todo) for todo in snow_tails.view(evening.state).todo]
    assert told == ["Bert: Play a card: tap it on the reader.", "Ada: Draw 1"]


def test_a_sled_without_speed_stays() -> None:
    evening = Evening()
    evening.correct(1, left=1, right=1)
    evening.tap(1, 5)
    evening.press(1, "brake")
    assert evening.todo(1) == ["1 + 1 - 5 = -3: the sled stays where it is.", "Press OK."]
    assert evening.seat(1).light == Light("speed", -3)
    with refused("no_move"):
        evening.press(1, "event")


def test_the_next_line_can_be_the_fifth_dent() -> None:
    evening = Evening()
    evening.correct(1, dents=3)
    evening.tap(1, 5)
    evening.press(1, "left")
    evening.press(1, "right")
    assert evening.todo(1)[1] == (
        "The next line is limit 4: crossing it now is your fifth dent, and you are out."
    )
    evening.press(1, "event")
    assert evening.todo(1)[1:3] == [
        "In this move: line. That is 1 dent.",
        "A fifth dent: the sled is out of the race.",
    ]
    assert evening.todo(1)[-1] == "Move the sled, then OK."


def test_the_finish_is_named_as_the_next_line_and_nothing_behind_it() -> None:
    evening = Evening(limits=())
    evening.tap(1, 4)
    evening.press(1, "left")
    assert evening.todo(1)[1] == "The next line is the finish."
    evening.press(1, "event")
    assert evening.todo(1)[1:] == [
        "In this move: line. No dent.",
        "Move the sled, then OK.",
    ]


def test_the_dents_of_a_bonus_are_told_before_it_is_taken() -> None:
    evening = Evening(limits=(4,))
    evening.round()
    front, second = evening.state.order[:2]
    evening.turn(front)
    evening.tap(second, 3)
    evening.press(second, "left")
    assert evening.todo(second)[1:] == [
        "The next line is limit 4: no dent if you cross it now.",
        "With the bonus the line costs 1 dent.",
        "Move the sled, then OK. With the bonus (2 more straight on): hold OK.",
    ]


def test_four_dents_and_the_only_dog_card_are_warned_about() -> None:
    evening = Evening()
    evening.correct(1, dents=4, dogs=1)
    assert evening.todo(1)[1].startswith("You have 4 dents, and this is your only dog card.")
    evening.tap(1, 3)
    assert evening.todo(1)[1].startswith("You have 4 dents, and this is your only dog card.")
    evening.press(1, "left")
    assert any("only dog card" in todo for todo in evening.todo(1))


def test_what_to_do_with_the_cards_stays_until_the_seats_next_turn() -> None:
    evening = Evening()
    evening.turn(1)
    for seat in (2, 3):
        assert evening.todo(1)[0] == "Draw 1"
        evening.turn(seat)
    assert evening.todo(1)[0] == "Draw 1"
    evening.press(1, "ok")
    up = evening.state.turn
    assert up is not None
    assert evening.todo(up) == ["Play a card: tap it on the reader."]


def test_an_empty_hand_is_told_when_its_turn_begins() -> None:
    evening = Evening()
    evening.correct(2, dogs=0)
    evening.turn(1)
    assert evening.todo(2) == ["Take 1 dent", "Draw 4", "Play a card: tap it on the reader."]
    evening.tap(2, 3)
    assert evening.todo(2)[0].startswith("You play a 3.")


def test_a_hand_emptied_by_a_correction_is_told_too() -> None:
    evening = Evening()
    evening.correct(1, dogs=0, dents=2)
    assert evening.todo(1)[:2] == ["Take 1 dent", "Draw 2"]


def test_an_empty_deck_is_shuffled_between_two_draws() -> None:
    evening = Evening()
    evening.correct(1, deck=1)
    evening.turn(1, 3, "left", "right", "brake")
    assert evening.todo(1)[:3] == ["Draw 1", "Shuffle: the deck is empty", "Then draw 2"]


def test_the_others_are_told_how_long_they_wait() -> None:
    evening = Evening(players=4)
    assert [evening.todo(seat)[-1] for seat in (2, 3, 4)] == [
        "You are next.",
        "Wait: 2 turns",
        "Wait: 3 turns",
    ]
    evening.turn(1)
    assert evening.todo(1)[-1] == "You have moved. Wait for the others."


# Lights.


def test_the_lights_of_a_round() -> None:
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


def test_a_race_to_its_end() -> None:
    evening = Evening(limits=())
    evening.tap(1, 3)
    evening.press(1, "left")
    evening.press(1, "event")
    evening.press(1, "ok")
    assert evening.seat(1).light == Light("moved")
    assert evening.todo(1)[-1].startswith("You are across the finish line!")
    evening.act({"act": "retire", "seat": 2})
    assert evening.seat(2).light == Light("out")
    assert evening.todo(2) == ["You are out of the race."]
    evening.turn(3)
    evening.press(3, "ok")
    assert evening.seat(1).light == Light("finished", 1)
    assert evening.todo(1)[-1] == "You finished: place 1."
    evening.tap(3, 3)
    evening.press(3, "left")
    evening.press(3, "event")
    evening.press(3, "ok")
    assert snow_tails.view(evening.state).over
    lights = [evening.seat(seat).light for seat in (1, 2, 3)]
    assert lights == [Light("winner", 1), Light("out"), Light("finished", 2)]
    assert [evening.todo(seat) for seat in (1, 2, 3)] == [
        ["You won the race: 5 points!"],
        ["The race is over. You did not reach the finish: 0 points."],
        ["The race is over. Place 2: 3 points."],
    ]
    assert [say(todo) for todo in snow_tails.view(evening.state).todo] == ["Ada wins the race!"]


def test_the_order_step_counts_the_places_that_are_taken() -> None:
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


def test_a_race_that_nobody_finishes() -> None:
    evening = Evening(players=2)
    evening.act({"act": "retire", "seat": 1})
    evening.act({"act": "retire", "seat": 2})
    assert [say(todo) for todo in snow_tails.view(evening.state).todo] == [
        "The race is over. Nobody reached the finish."
    ]


# Always.


@settings(max_examples=12, deadline=None)
@given(st.integers(2, 5), st.integers(0, 10_000))
def test_in_every_state_every_button_has_a_key_that_keeps_its_word(players: int, seed: int) -> None:
    evening = Evening(players, limits=(4, 3))
    chance = Random(seed)
    for _ in range(150):
        for view in snow_tails.view(evening.state).seats:
            assert view.todo
            _check_words(view)
            _check_keys(evening.state, view)
        acts = _likely(evening.state)
        if not acts:
            break
        evening.act(chance.choice(acts))


def _likely(state: State) -> list[Mapping[str, Any]]:
    """Legal acts, without those that end a race at once, so that races come far."""
    acts = [act for act in snow_tails.legal(state) if act["act"] not in ("end", "retire")]
    return [*acts, *(act for act in acts if act["act"] in ("done", "order") for _ in range(4))]


def _check_words(view: SeatView) -> None:
    keys = [
        key for table in view.keys.values() for k in table.values() for key in (k.press, k.hold)
    ]
    labels = [key.label for key in (*keys, *view.extra) if key]
    for sentence in (*view.todo, *labels):
        words = say(sentence)
        assert not re.search(r"[{}]|^snow_tails\.", words), sentence


def _check_keys(state: State, view: SeatView) -> None:
    """Enabled keys are accepted, the others refused, and a press asks for what its key says."""
    assert all(key.enabled for key in view.extra)
    keys = [*view.extra]
    for menu, table in view.keys.items():
        assert set(table) == set(BUTTONS)
        for button, both in table.items():
            for key, hold in ((both.press, False), (both.hold, True)):
                wish = snow_tails.read(state, Press(view.seat, button, hold, HERE, menu))
                assert wish == (None if key is None else key.menu if key.act is None else key.act)
                keys += [key] if key else []
            assert both.press
    for key in keys:
        if key.act is None:
            assert key.menu == "" or key.menu in view.keys
        else:
            assert key.enabled == _accepted(state, key.act), key


def _accepted(state: State, act: Mapping[str, Any]) -> bool:
    try:
        snow_tails.apply(state, act)
    except Refused:
        return False
    return True


def test_labels_and_todo_carry_keys_not_sentences() -> None:
    evening = Evening()
    assert evening.seat(1).todo == (Say("snow_tails.todo_play"),)
