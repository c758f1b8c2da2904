"""The buttons of a seat in Snow Tails."""

import pytest
from snow_evening import NAMES, Evening, refused

from companion.games import snow_tails
from companion.games.game import Key, Light, SeatView
from companion.messages import say

# The flow of a turn.


def test_button_labels_follow_the_turn() -> None:
    evening = Evening()
    assert evening.labels(1) == ["Left dog", "Right dog", "Brake", "Line crossed: limit 4", "Done"]
    evening.tap(1, 4)
    assert evening.labels(1)[:3] == ["Left dog 4", "Right dog 4", "Brake 4"]
    evening.press(1, "left")
    assert evening.labels(1)[:3] == ["Take the left card back", "Right dog 4", "Brake 4"]
    evening.press(1, "event")
    assert evening.label(1, "event") == "Line crossed: limit 3"
    evening.press(1, "ok")
    assert evening.state.turn == 2


def test_tap_slot_and_ok_complete_a_turn() -> None:
    evening = Evening()
    evening.turn(1, 4, "left", "brake")
    ada = evening.state.sled(1)
    assert (ada.left, ada.right, ada.brake, evening.state.turn) == (4, 3, 4, 2)


def test_last_line_of_the_course_is_the_finish() -> None:
    evening = Evening(limits=())
    evening.turn(1)
    evening.tap(2, 3)
    evening.press(2, "left")
    assert evening.label(2, "event") == "Finish line crossed"
    evening.press(2, "event")
    assert evening.label(2, "event") == "No line left"
    with refused("no_more_lines"):
        evening.press(2, "event")


def test_value_can_be_chosen_without_a_reader() -> None:
    evening = Evening()
    assert evening.label(1, "event", hold=True) == "Choose the card's value…"
    evening.press(1, "event", hold=True)
    assert evening.labels(1) == ["Value 2", "Value 4", "Close", "Close", "Play a 3"]
    evening.press(1, "right")
    evening.press(1, "ok")
    assert evening.state.pending is not None
    assert evening.state.pending.value == 4
    assert evening.menus == {}


def test_value_menu_wraps_around_and_closes_without_effect() -> None:
    evening = Evening()
    evening.press(1, "event", hold=True)
    for _ in range(4):
        evening.press(1, "left")
    assert evening.label(1, "ok") == "Play a 4"
    evening.press(1, "event")
    assert (evening.menus, evening.state.pending) == ({}, None)


def test_value_can_be_changed_until_a_slot_is_taken() -> None:
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
def test_event_menu_adds_a_mark(button: str, mark: str) -> None:
    evening = Evening()
    evening.tap(1, 4)
    evening.press(1, "left")
    evening.press(1, "event", hold=True)
    assert evening.labels(1) == ["Hit a sapling", "Hit the edge", "Hit a sled", "Close", "Close"]
    evening.press(1, button)
    assert evening.state.pending is not None
    assert evening.state.pending.marks == (mark,)


@pytest.mark.parametrize("button", ["event", "ok"])
def test_event_menu_closes_without_a_mark(button: str) -> None:
    evening = Evening()
    evening.tap(1, 4)
    evening.press(1, "left")
    before = evening.state
    evening.press(1, "event", hold=True)
    evening.press(1, button)
    assert (evening.state, evening.menus) == (before, {})


def test_ok_asks_for_the_bonus_and_event_takes_it() -> None:
    evening = Evening()
    evening.tap(1, 3)
    evening.press(1, "left")
    assert evening.label(1, "ok") == "Done: 3"
    evening.press(1, "ok")
    evening.turn(2)
    evening.turn(3)
    evening.press(1, "ok")
    front, second = evening.state.order[:2]
    evening.turn(front)
    evening.tap(second, 3)
    evening.press(second, "left")
    assert evening.label(second, "ok") == "Done…"
    assert evening.seat(second).light == Light("speed", 3, bonus=True)
    before = evening.state
    evening.press(second, "ok")
    assert evening.state is before
    assert evening.labels(second)[-2:] == ["Done with bonus: 5", "Done: 3"]
    evening.press(second, "event")
    assert evening.state.sled(second).last == snow_tails.state.LastTurn(3, 2, 0, 0)


def test_second_ok_declines_the_bonus() -> None:
    evening = Evening()
    evening.round()
    evening.tap(1, 3)
    evening.press(1, "left")
    evening.press(1, "ok")
    evening.press(1, "ok")
    assert evening.state.sled(1).last == snow_tails.state.LastTurn(3, 0, 0, 0)


def test_ok_that_ends_the_race_has_to_be_pressed_twice() -> None:
    evening = Evening(limits=(1, 9))
    evening.correct(1, dents=4)
    evening.tap(1, 5)
    evening.press(1, "left")
    assert evening.label(1, "ok") == "Done: 5"
    evening.press(1, "event")
    evening.press(1, "ok")
    assert evening.menus == {1: "done:out"}
    assert evening.state.sled(1).status == "racing"
    assert evening.label(1, "ok") == "Done: 5: this ends your race"
    evening.press(1, "ok")
    assert evening.state.sled(1).status == "eliminated"


def test_question_disappears_when_its_danger_changes() -> None:
    evening = Evening(limits=(1, 9))
    evening.round()
    evening.tap(1, 3)
    evening.press(1, "left")
    evening.press(1, "ok")
    evening.act({"act": "mark", "seat": 1, "what": "line"})
    evening.press(1, "ok")
    assert evening.state.sled(1).last == snow_tails.state.LastTurn(3, 0, 0, 0)
    assert evening.menus == {1: "done:costs:costs"}


# The order step.


def test_order_step_moves_a_seat_and_any_ok_confirms() -> None:
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


def test_order_step_disables_moves_past_the_ends() -> None:
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


def test_sled_ahead_of_one_with_more_lines_is_asked_for_a_forgotten_line() -> None:
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
    assert evening.todo(ahead)[0] == (
        "A sled behind you has crossed more lines than you. Did you forget one? "
        "Then hold EVENT and press it again "
        "(\N{LEFT DOUBLE QUOTATION MARK}Forgot: line, limit 4\N{RIGHT DOUBLE QUOTATION MARK})."
    )
    table = [say(todo) for todo in snow_tails.view(evening.state).todo]
    assert f"{NAMES[ahead]}: was a line forgotten?" in table
    evening.press(ahead, "event", hold=True)
    evening.press(ahead, "event")
    assert evening.state.sled(ahead).lines == 1
