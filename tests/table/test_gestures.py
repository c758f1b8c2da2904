"""Gestures: short presses, holds and chords, also by clumsy fingers."""

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.protocols.presence import STUCK_MS
from companion.signals import BUTTONS, Beat, Button, Chord, Origin, Press
from companion.table.gestures import ALONE_MS, Gesture, GestureRecognizer
from tests.drivers.finger_rig import NODE, WRAP, Fingers, in_words, listening


def test_a_short_press_acts_when_it_is_released() -> None:
    fingers = listening()
    fingers.press("ok")
    assert fingers.gestures() == []
    fingers.wait(150)
    fingers.release("ok")
    assert fingers.gestures() == ["ok"]


def test_a_press_carries_the_line_that_completed_it() -> None:
    hands = GestureRecognizer(lambda seat, button: False)
    release = Origin("node", "uid", "BEEF", 8)
    hands.take(Button(1, "ok", True, 10, frozenset({"ok"}), Origin("node", "uid", "BEEF", 7)), 0)
    assert hands.take(Button(1, "ok", False, 90, frozenset(), release), 0) == (
        Press(1, "ok", False, release),
    )


def test_a_held_press_acts_while_it_is_still_down_and_only_once() -> None:
    fingers = listening()
    fingers.press("event")
    fingers.wait(799)
    assert fingers.gestures() == []
    fingers.wait(101)
    assert fingers.gestures() == ["event held"]
    fingers.wait(4000)
    fingers.release("event")
    assert fingers.gestures() == []


def test_the_services_clock_never_turns_a_press_into_a_hold() -> None:
    fingers = listening()
    fingers.press("event")
    assert fingers.hands.filling(2, fingers.now + 1) == 1
    fingers.wait(700, beats=False)
    fingers.release("event")
    assert fingers.gestures() == ["event"]


def test_a_late_release_completes_a_hold() -> None:
    fingers = listening()
    fingers.press("event")
    fingers.wait(800, beats=False)
    fingers.release("event")
    assert fingers.gestures() == ["event held"]


def test_a_line_of_another_button_completes_a_hold() -> None:
    fingers = listening()
    fingers.press("event")
    fingers.wait(850, beats=False)
    fingers.press("left")
    assert fingers.gestures() == ["event held"]


def test_a_button_without_a_hold_acts_on_release() -> None:
    fingers = listening(meanings=set())
    fingers.press("ok")
    fingers.wait(9000)
    assert fingers.gestures() == []
    fingers.release("ok")
    assert fingers.gestures() == ["ok"]


def test_a_slow_ok_is_one_hold() -> None:
    """The strip's filling warns of the hold, and the act can be undone; it counts once."""
    fingers = listening(meanings={"ok"})
    fingers.press("ok")
    fingers.wait(5000)
    fingers.release("ok")
    assert fingers.gestures() == ["ok held"]


def test_a_quick_ok_is_a_short_press() -> None:
    fingers = listening(meanings={"ok"})
    fingers.press("ok")
    fingers.wait(790)
    fingers.release("ok")
    assert fingers.gestures() == ["ok"]


def test_a_hold_that_appears_while_ok_is_down_does_not_count() -> None:
    fingers = listening(meanings=set())
    fingers.press("ok")
    fingers.wait(3000)
    fingers.meanings.add("ok")
    fingers.wait(3000)
    assert fingers.gestures() == []
    fingers.release("ok")
    assert fingers.gestures() == ["ok"]


def test_a_hold_that_ends_while_the_button_is_down_leaves_a_short_press() -> None:
    fingers = listening(meanings={"ok"})
    fingers.press("ok")
    fingers.wait(400)
    fingers.meanings.clear()
    fingers.wait(5000)
    fingers.release("ok")
    assert fingers.gestures() == ["ok"]


def test_holds_are_looked_up_by_seat_and_button() -> None:
    fingers = listening()
    fingers.tap("left")
    assert set(fingers.asked) == {(2, "left")}


def test_brake_and_ok_for_a_second_and_a_half_undo_one_action() -> None:
    fingers = listening(meanings={"ok"})
    fingers.press("brake")
    fingers.press("ok")
    fingers.wait(1400)
    assert fingers.gestures() == []
    fingers.wait(100)
    assert fingers.gestures() == ["undo"]
    fingers.wait(6000)
    fingers.release("ok")
    fingers.release("brake")
    assert fingers.gestures() == []


def test_a_chord_is_timed_from_its_second_button() -> None:
    fingers = listening(meanings={"ok"})
    fingers.press("ok")
    fingers.wait(600)
    fingers.press("brake")
    fingers.wait(1400)
    assert fingers.gestures() == []
    fingers.wait(300)
    assert fingers.gestures() == ["undo"]
    fingers.release("brake")
    fingers.wait(500)
    fingers.release("ok")
    assert fingers.gestures() == []


def test_an_early_released_chord_does_nothing() -> None:
    fingers = listening(meanings={"ok"})
    fingers.press("brake")
    fingers.wait(100)
    fingers.press("ok")
    fingers.wait(1000)
    fingers.release("brake")
    fingers.wait(2000)
    fingers.release("ok")
    assert fingers.gestures() == []


def test_a_slipped_finger_restarts_the_chord() -> None:
    fingers = listening()
    fingers.press("brake")
    fingers.press("ok")
    fingers.wait(1000)
    fingers.release("brake")
    fingers.wait(100)
    fingers.press("brake")
    fingers.wait(1400)
    assert fingers.gestures() == []
    fingers.wait(200)
    assert fingers.gestures() == ["undo"]


def test_after_an_undo_both_must_be_released_before_the_next() -> None:
    fingers = listening()
    fingers.press("brake")
    fingers.press("ok")
    fingers.wait(1600)
    fingers.release("brake")
    fingers.wait(200)
    fingers.press("brake")
    fingers.wait(3000)
    assert fingers.gestures() == ["undo"]
    fingers.release("brake")
    fingers.release("ok")
    fingers.press("brake")
    fingers.press("ok")
    fingers.wait(1600)
    assert fingers.gestures() == ["undo"]


def test_a_stuck_brake_makes_no_chord_with_ok() -> None:
    fingers = listening()
    fingers.press("brake")
    fingers.wait(ALONE_MS)
    fingers.tap("ok")
    fingers.press("ok")
    fingers.wait(2000)
    fingers.release("ok")
    assert fingers.gestures() == ["ok", "ok"]
    fingers.wait(STUCK_MS)
    fingers.release("brake")
    assert fingers.gestures() == []
    fingers.press("brake")
    fingers.press("ok")
    fingers.wait(1600)
    assert fingers.gestures() == ["undo"]


def test_a_brake_down_at_the_start_makes_no_chord_with_ok() -> None:
    fingers = Fingers()
    fingers.down.add("brake")
    fingers.beat()
    fingers.wait(300)
    fingers.tap("ok")
    assert fingers.gestures() == ["ok"]


@pytest.mark.parametrize("first", ["brake", "ok"])
def test_a_chord_pressed_seconds_apart_still_undoes(first: str) -> None:
    fingers = listening()
    fingers.press(first)
    fingers.wait(ALONE_MS - 100)
    fingers.press("ok" if first == "brake" else "brake")
    fingers.wait(1600)
    assert fingers.gestures() == ["undo"]


def test_the_release_completes_a_chord_whose_beats_were_lost() -> None:
    fingers = listening()
    fingers.press("ok")
    fingers.press("brake")
    fingers.wait(1500, beats=False)
    fingers.release("ok")
    assert fingers.gestures() == ["undo"]


def test_a_seats_undo_button_undoes_on_release() -> None:
    fingers = listening()
    fingers.tap("undo")
    assert fingers.gestures() == ["undo"]


def test_two_seats_and_two_devices_of_one_seat_do_not_mix() -> None:
    hands = GestureRecognizer(lambda seat, button: True)
    made: list[Gesture] = []
    for seat, device, button in [(1, "a", "brake"), (1, "b", "ok"), (2, "a", "ok")]:
        held = frozenset({button})
        origin = Origin("node", device, "BEEF")
        made += hands.take(Button(seat, button, True, 0, held, origin), 0)
        made += hands.take(Beat(seat, 1600, held, origin), 1.6)
    assert [in_words(gesture) for gesture in made] == ["brake held", "ok held", "ok held"]


def test_holds_are_timed_across_a_tick_wrap() -> None:
    for meanings, word in [({"event"}, "event held"), (set[str](), "event")]:
        fingers = Fingers(meanings=meanings, start=WRAP - 300)
        fingers.beat()
        fingers.tap("event", 1000)
        assert fingers.gestures() == [word]


def test_the_strip_fills_during_a_hold() -> None:
    fingers = listening(meanings={"ok"})
    assert fingers.hands.filling(2, fingers.now) == 0
    fingers.press("ok")
    assert fingers.hands.filling(2, fingers.now) == 0
    assert fingers.hands.filling(2, fingers.now + 0.4) == pytest.approx(0.5)
    assert fingers.hands.filling(1, fingers.now + 0.4) == 0
    fingers.wait(900)
    assert fingers.hands.filling(2, fingers.now) == 0
    fingers.release("ok")
    fingers.press("left")
    assert fingers.hands.filling(2, fingers.now + 0.4) == 0


def test_the_strip_fills_during_a_chord() -> None:
    fingers = listening(meanings={"ok"})
    fingers.press("ok")
    fingers.wait(300)
    fingers.press("brake")
    assert fingers.hands.filling(2, fingers.now + 0.75) == pytest.approx(0.5)
    fingers.wait(1600)
    assert fingers.hands.filling(2, fingers.now) == 0


def test_the_filling_ends_when_no_more_lines_arrive() -> None:
    fingers = listening()
    fingers.press("event")
    assert fingers.hands.filling(2, fingers.now + 2) == 1
    assert fingers.hands.filling(2, fingers.now + 5) == 0


NAMES = st.sampled_from((*BUTTONS, "undo"))
HELD = st.frozensets(NAMES, max_size=5)
CLOSE = st.integers(0, 4000) | st.integers(WRAP - 2000, WRAP - 1)
NOISY = st.sampled_from([NODE, Origin("node", NODE.device, "CAFE"), Origin("pi", "gpio")])
SIGNALS = st.one_of(
    st.builds(Beat, st.integers(1, 2), CLOSE, HELD, NOISY),
    st.builds(
        Button,
        st.integers(1, 2),
        NAMES,
        st.booleans(),
        CLOSE,
        HELD,
        NOISY,
        st.sampled_from([0.0, 0.5, 3.0]),
    ),
)


def _edges(signals: list[Button | Beat]) -> Iterator[Button]:
    return (signal for signal in signals if isinstance(signal, Button) and signal.age_s <= 2)


@settings(max_examples=150, deadline=None)
@given(st.lists(SIGNALS, max_size=40), st.booleans())
def test_no_noise_raises_and_no_press_comes_without_an_edge(
    signals: list[Button | Beat], means: bool
) -> None:
    hands = GestureRecognizer(lambda seat, button: means)
    made: list[Gesture] = []
    for at, signal in enumerate(signals):
        made += hands.take(signal, float(at))
        assert 0 <= hands.filling(signal.seat, at + 0.5) <= 1
    edges = [(edge.seat, edge.button) for edge in _edges(signals)]
    presses = [(made.seat, made.button) for made in made if isinstance(made, Press)]
    for press in set(presses):
        assert presses.count(press) <= edges.count(press)
    for chord in (made for made in made if isinstance(made, Chord)):
        assert {(chord.seat, "brake"), (chord.seat, "ok")} <= {*edges} or (
            (chord.seat, "undo") in edges
        )


@settings(max_examples=100, deadline=None)
@given(st.lists(st.tuples(NAMES, st.integers(1, 700), st.integers(0, 700)), max_size=25))
def test_one_finger_at_a_time_gives_exactly_its_presses(
    taps: list[tuple[str, int, int]],
) -> None:
    fingers = listening(meanings=set(BUTTONS))
    for button, ms, pause in taps:
        fingers.tap(button, ms)
        fingers.wait(pause)
    assert fingers.gestures() == [button for button, _, _ in taps]
