"""Buttons on the Pi's own pins, with gpiozero's MockFactory: the field reports about them."""

from itertools import accumulate, pairwise

import pytest
from gpio_rig import BRAKE, OK, Fingers, tap
from gpiozero.pins.pi import PiPin
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.config import PinButton
from companion.signals import Beat, Button, Chord, Device, Press
from companion.table.gestures import Gesture, GestureRecognizer


def gestures(fingers: Fingers, holds: bool = True) -> list[Gesture]:
    """The gestures that the table recognizes."""
    hands = GestureRecognizer(lambda seat, button: holds)
    done: list[Gesture] = []
    for now, report in fingers.told:
        if isinstance(report, Button | Beat):
            done += hands.take(report, now)
    return done


def test_a_press_and_a_release_have_the_times_of_their_first_edges() -> None:
    with Fingers([OK]) as fingers:
        fingers.play(tap(10), 300)
    assert fingers.edges() == [(10, 1, "ok", True), (90, 1, "ok", False)]
    assert [type(gesture) for gesture in gestures(fingers)] == [Press]


def test_48_bounces_around_a_press_and_a_release_are_one_of_each() -> None:
    levels = [(0, True), (2, False), (4, True), (120, False), (123, True), (126, False)]
    with Fingers([OK]) as fingers:
        fingers.play([(ms, 5, down) for ms, down in levels], 400)
    assert fingers.edges() == [(0, 1, "ok", True), (120, 1, "ok", False)]


def test_50_a_hold_ends_within_a_second_when_the_edge_of_its_release_is_lost() -> None:
    with Fingers([OK]) as fingers:
        fingers.play([(0, 5, True)], 1500)
        fingers.lab.pin(5).deaf = True
        fingers.play([(1500, 5, False)], 2500)
        press, release = fingers.edges()
        assert press == (0, 1, "ok", True)
        assert release[1:] == (1, "ok", False)
        assert 1400 <= release[0] <= 1500
        assert all(at <= 1500 for at, held in fingers.beats() if held)
        fingers.lab.pin(5).deaf = False
        fingers.told.clear()
        fingers.play(tap(3000), 3500)
    assert [down for *_, down in fingers.edges()] == [True, False]


def test_press_that_is_delivered_seconds_late_counts_with_its_own_times() -> None:
    with Fingers([OK]) as fingers:
        fingers.play([], 5000)
        for ms, level in ((1500, False), (1580, True)):
            PiPin._call_when_changed(fingers.lab.pin(5), 1000 + ms / 1000, level)
        fingers.play([], 5500)
    assert fingers.edges() == [(1500, 1, "ok", True), (1580, 1, "ok", False)]


def test_51_a_minute_of_one_millisecond_spikes_is_not_a_press() -> None:
    spikes = [(at + ms, 5, ms == 0) for at in range(0, 60_000, 100) for ms in (0, 1)]
    with Fingers([OK]) as fingers:
        fingers.play(spikes, 61_000)
    assert fingers.edges() == []
    assert fingers.beats() == []


def test_51_a_spike_whose_end_is_lost_is_not_a_press() -> None:
    with Fingers([OK]) as fingers:
        fingers.play([(0, 5, True)], 0.5)
        fingers.lab.pin(5).deaf = True
        fingers.play([(1, 5, False)], 1000)
    assert fingers.edges() == []


def test_53_three_taps_while_the_thread_is_busy_all_count() -> None:
    taps = [edge for at in (100, 700, 1500) for edge in tap(at)]
    with Fingers([OK], busy_ms=2100) as fingers:
        fingers.play(taps, 3000)
    assert [(at, down) for at, _, _, down in fingers.edges()] == [
        (100, True), (180, False), (700, True), (780, False), (1500, True), (1580, False),
    ]  # fmt: skip
    ages = [report.age_s for _, report in fingers.told if isinstance(report, Button)]
    assert ages == [pytest.approx(age, abs=0.1) for age in (2.0, 1.9, 1.4, 1.3, 0.6, 0.5)]


def test_55_a_tap_shorter_than_the_debounce_time_counts() -> None:
    for lag_s in (0.0, 0.02):
        with Fingers([OK], lag_s) as fingers:
            fingers.play([(0, 5, True), (15, 5, False)], 300)
        assert fingers.edges() == [(0, 1, "ok", True), (15, 1, "ok", False)]


def test_55_a_short_tap_whose_second_edge_is_late_counts() -> None:
    with Fingers([OK], lag_s=0.016) as fingers:
        fingers.play([(5, 5, True)], 10)
        fingers.lab.pin(5).deaf = True
        fingers.play([(20, 5, False)], 40)
        fingers.lab.pin(5).deliver()
        fingers.play([], 300)
    assert fingers.edges() == [(5, 1, "ok", True), (20, 1, "ok", False)]


def test_63_a_hundred_queued_edges_lead_to_the_true_levels() -> None:
    edges = [edge for at in range(0, 4900, 200) for edge in tap(at, lasts_ms=100)]
    with Fingers([OK, BRAKE], busy_ms=6000) as fingers:
        fingers.play([*edges, (5000, 5, True)], 7000)
        presses = [down for *_, down in fingers.edges()]
    assert presses == [True, False] * 25 + [True]
    assert fingers.beats()[-1][1] == {"ok"}


def test_a_button_down_at_the_start_is_reported_and_its_release_ignored() -> None:
    fingers = Fingers([OK])
    fingers.lab.pin(5)._set_pull = lambda value: None  # held to ground externally
    fingers.lab.wire(5, True)
    with fingers:
        fingers.play([], 500)
        assert fingers.device(5) == Device("GPIO5", "button", 1, "connected", "gpio.stuck")
        assert fingers.edges() == []
        assert fingers.beats()[0] == (0, {"ok"})
        fingers.play([(500, 5, False)], 1000)
        assert fingers.device(5) == Device("GPIO5", "button", 1, "connected")
        assert fingers.edges() == [(500, 1, "ok", False)]
        assert gestures(fingers) == []
        fingers.play(tap(1100), 1500)
    assert len(gestures(fingers)) == 1


def test_a_stuck_button_is_reported_until_it_comes_up() -> None:
    with Fingers([OK]) as fingers:
        fingers.play([(0, 5, True)], 29_000)
        assert fingers.device(5).note == ""
        fingers.play([], 31_000)
        assert fingers.device(5) == Device("GPIO5", "button", 1, "connected", "gpio.stuck")
        fingers.play([(31_000, 5, False)], 32_000)
        assert fingers.device(5).note == ""


def test_beats_complete_holds_and_two_pins_make_a_chord() -> None:
    with Fingers([OK, BRAKE]) as fingers:
        fingers.play(tap(0, lasts_ms=900), 1200)
        (hold,) = gestures(fingers)
        assert isinstance(hold, Press)
        assert hold.hold
        fingers.told.clear()
        fingers.play(tap(1500, lasts_ms=1700) + tap(1550, 6, 1700), 4000)
    assert [type(gesture) for gesture in gestures(fingers)] == [Chord]


def test_a_beat_has_only_certain_levels() -> None:
    with Fingers([OK]) as fingers:
        fingers.play([(0, 5, True)], 95)
        flutter = [(95 + ms, 5, bool(ms % 2)) for ms in range(20)]
        fingers.play(flutter, 200)
    assert max(at for at, held in fingers.beats()) <= 95
    assert fingers.beats()[-1][0] >= 0


def test_buttons_of_two_seats_do_not_mix() -> None:
    with Fingers([OK, PinButton(6, 2, "ok")]) as fingers:
        fingers.play([(0, 5, True), (50, 6, True)], 300)
    assert fingers.edges() == [(0, 1, "ok", True), (50, 2, "ok", True)]
    held = [report.held for _, report in fingers.told if isinstance(report, Button | Beat)]
    assert all(each == {"ok"} for each in held)


@settings(max_examples=60, deadline=None)
@given(
    phases=st.lists(st.integers(60, 400), min_size=2, max_size=8),
    bounce=st.lists(st.floats(0.2, 3.9), max_size=6),
    lag_ms=st.sampled_from([0, 3, 12, 100]),
)
def test_every_press_counts_once_with_any_bounce(
    phases: list[int], bounce: list[float], lag_ms: int
) -> None:
    starts = [0, *accumulate(phases)]
    times = list(accumulate(bounce[: len(bounce) // 2 * 2], initial=0.0))
    edges = [
        (start + ms, 5, (count + step) % 2 == 0)
        for count, start in enumerate(starts)
        for step, ms in enumerate(times)
    ]
    with Fingers([OK], lag_ms / 1000) as fingers:
        fingers.play(edges, starts[-1] + 1000)
    assert [at for at, *_ in fingers.edges()] == starts
    assert all(one[3] != other[3] for one, other in pairwise(fingers.edges()))


@settings(max_examples=60, deadline=None)
@given(
    edges=st.lists(st.tuples(st.floats(0, 3000), st.booleans(), st.booleans()), max_size=30),
)
def test_after_any_lost_edges_the_truth_is_reported_within_a_second(
    edges: list[tuple[float, bool, bool]],
) -> None:
    with Fingers([OK]) as fingers:
        for ms, down, lost in sorted(edges):
            fingers.play([], ms)
            fingers.lab.pin(5).deaf = lost
            fingers.lab.wire(5, down)
        fingers.play([], 4000)
        real = not fingers.lab.pin(5).state
    told = [down for *_, down in fingers.edges()]
    assert told == [n % 2 == 0 for n in range(len(told))]
    assert (len(told) % 2 == 1) == real
