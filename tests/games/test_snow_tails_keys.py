"""What a seat's buttons do, and the mistakes of an evening."""

import re
from collections.abc import Mapping
from random import Random
from typing import Any

import pytest
from hands_at_table import HERE, NAMES, Evening, refused
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.errors import Refused
from companion.games import snow_tails
from companion.games.game import Key, Light, SeatView
from companion.games.snow_tails.state import State
from companion.messages import say
from companion.signals import BUTTONS, Press

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
