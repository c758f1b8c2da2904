"""Mistakes at the table in Snow Tails: wrong presses and taps, forgotten events."""

import pytest
from snow_evening import Evening, refused

from companion.messages import say
from companion.signals import BUTTONS


def test_slot_before_a_tap_is_refused() -> None:
    evening = Evening()
    for slot in ("left", "right", "brake"):
        with refused("tap_first"):
            evening.press(1, slot)
    with refused("tap_first"):
        evening.press(1, "ok")
    with refused("tap_first"):
        evening.press(1, "event")


def test_ok_before_a_slot_is_refused() -> None:
    evening = Evening()
    evening.tap(1, 4)
    with refused("slot_first"):
        evening.press(1, "ok")


def test_second_tapped_card_replaces_the_first_until_a_slot_is_taken() -> None:
    evening = Evening()
    evening.tap(1, 4)
    evening.tap(1, 2)
    assert evening.label(1, "left") == "Left dog 2"
    evening.press(1, "left")
    with refused("one_value"):
        evening.tap(1, 4)


def test_same_card_tapped_twice_changes_nothing() -> None:
    evening = Evening()
    evening.tap(1, 4)
    once = evening.state
    evening.tap(1, 4)
    assert evening.state is once


def test_pressing_a_slot_again_takes_the_card_back() -> None:
    evening = Evening()
    evening.tap(1, 4)
    evening.press(1, "left")
    evening.press(1, "left")
    evening.press(1, "right")
    assert evening.state.pending is not None
    assert evening.state.pending.slots == ("right",)


def test_slot_after_a_mark_is_disabled_and_refused() -> None:
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


def test_foreign_card_is_refused_at_a_seats_own_reader() -> None:
    with refused("foreign_card"):
        Evening().tap(1, 4, owner=2)


def test_crash_can_be_added_after_ok() -> None:
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


def test_crash_marked_before_a_line_counts_after_it() -> None:
    evening = Evening()
    evening.tap(1, 5)
    evening.press(1, "left")
    evening.press(1, "event", hold=True)
    evening.press(1, "right")
    evening.press(1, "event")
    assert evening.state.pending is not None
    assert evening.state.pending.marks == ("line", "edge")


def test_forgotten_line_can_be_added_two_turns_later() -> None:
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


def test_nothing_can_be_added_late_before_the_first_turn() -> None:
    evening = Evening()
    assert evening.label(2, "event", hold=True) == ""
    assert evening.extra(2) == []


@pytest.mark.parametrize("button", BUTTONS)
def test_press_at_a_seat_that_is_not_up_is_refused(button: str) -> None:
    evening = Evening()
    before = evening.state
    with refused("not_up"):
        evening.press(2, button)
    assert evening.state is before


def test_tap_at_a_seat_that_is_not_up_is_refused() -> None:
    with refused("not_up"):
        Evening().tap(2, 4)


def test_more_slots_than_dog_cards_are_disabled() -> None:
    evening = Evening()
    evening.correct(1, dogs=1)
    evening.tap(1, 4)
    evening.press(1, "left")
    key = evening.seat(1).keys[""]["right"].press
    assert key is not None
    assert (say(key.label), key.enabled) == ("Right dog 4", False)
