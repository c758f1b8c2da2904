"""The mistakes of an evening that concern buttons, and the lines that a cable loses."""

from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.hands import Gesture, Hands, Stale
from companion.signals import BUTTONS, Beat, Button, Chord, Origin, Press

NODE = Origin("node", "E6605838834A1B2F", "BEEF")
WRAP = 2**29


@dataclass
class Fingers:
    """A child's fingers on seat 2: what they do becomes the lines that a node would send."""

    meanings: set[str] = field(default_factory=lambda: {"event"})
    start: int = 5000
    origin: Origin = NODE
    asked: list[tuple[int, str]] = field(default_factory=list)
    down: set[str] = field(default_factory=set)
    ticks: int = 0
    done: list[Gesture] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.hands = Hands(self.means)

    def means(self, seat: int, button: str) -> bool:
        self.asked.append((seat, button))
        return button in self.meanings

    @property
    def now(self) -> float:
        return 100 + self.ticks / 1000

    def press(self, button: str, *, lost: bool = False, age_s: float = 0.0) -> None:
        self.down.add(button)
        self._edge(button, True, lost, age_s)

    def release(self, button: str, *, lost: bool = False, age_s: float = 0.0) -> None:
        self.down.discard(button)
        self._edge(button, False, lost, age_s)

    def wait(self, ms: int, *, beats: bool = True) -> None:
        """Time passes; the node says every 100 ms what is down."""
        end = self.ticks + ms
        while self.ticks + 100 <= end:
            self.ticks += 100
            if beats:
                self.beat()
        self.ticks = end

    def beat(self, held: set[str] | None = None, ticks: int | None = None) -> None:
        at = self.ticks if ticks is None else ticks
        down = frozenset(self.down if held is None else held)
        self._take(Beat(2, (self.start + at) % WRAP, down, self.origin))

    def tap(self, button: str, ms: int = 120) -> None:
        self.press(button)
        self.wait(ms)
        self.release(button)

    def gestures(self) -> list[str]:
        """What came of it, in words, and forgotten: "ok", "event held", "undo", "ok stale"."""
        words = [_word(gesture) for gesture in self.done]
        self.done.clear()
        return words

    def _edge(self, button: str, down: bool, lost: bool, age_s: float) -> None:
        if not lost:
            at = (self.start + self.ticks) % WRAP
            held = frozenset(self.down)
            self._take(Button(2, button, down, at, held, self.origin, age_s))

    def _take(self, signal: Button | Beat) -> None:
        self.done.extend(self.hands.take(signal, self.now))


def _word(gesture: Gesture) -> str:
    match gesture:
        case Press(button=button, hold=hold):
            return button + (" held" if hold else "")
        case Chord():
            return "undo"
        case Stale(button=button):
            return button + " stale"


def listening(**kinds: set[str]) -> Fingers:
    """Fingers of a node whose link has begun: its first line is a BEAT."""
    fingers = Fingers(**kinds)
    fingers.beat()
    return fingers


def test_a_short_press_acts_when_it_is_released() -> None:
    fingers = listening()
    fingers.press("ok")
    assert fingers.gestures() == []
    fingers.wait(150)
    fingers.release("ok")
    assert fingers.gestures() == ["ok"]


def test_a_press_carries_the_line_that_completed_it() -> None:
    hands = Hands(lambda seat, button: False)
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


def test_the_services_own_clock_never_makes_a_press_a_held_one() -> None:
    fingers = listening()
    fingers.press("event")
    assert fingers.hands.filling(2, fingers.now + 1) == 1
    fingers.wait(700, beats=False)
    fingers.release("event")
    assert fingers.gestures() == ["event"]


def test_a_release_late_enough_proves_the_hold_itself() -> None:
    fingers = listening()
    fingers.press("event")
    fingers.wait(800, beats=False)
    fingers.release("event")
    assert fingers.gestures() == ["event held"]


def test_the_line_of_another_button_proves_a_hold_too() -> None:
    fingers = listening()
    fingers.press("event")
    fingers.wait(850, beats=False)
    fingers.press("left")
    assert fingers.gestures() == ["event held"]


def test_a_button_without_held_meaning_acts_on_release_however_long_it_was_down() -> None:
    fingers = listening(meanings=set())
    fingers.press("ok")
    fingers.wait(9000)
    assert fingers.gestures() == []
    fingers.release("ok")
    assert fingers.gestures() == ["ok"]


def test_a_bonus_by_too_slow_a_finger_is_one_held_press() -> None:
    """Who wanted the plain OK saw the strip fill, and can take it back; it counts once."""
    fingers = listening(meanings={"ok"})
    fingers.press("ok")
    fingers.wait(5000)
    fingers.release("ok")
    assert fingers.gestures() == ["ok held"]


def test_a_bonus_by_too_quick_a_finger_is_a_plain_press() -> None:
    fingers = listening(meanings={"ok"})
    fingers.press("ok")
    fingers.wait(790)
    fingers.release("ok")
    assert fingers.gestures() == ["ok"]


def test_a_child_who_leans_on_ok_does_not_take_a_bonus_that_comes_up_under_the_elbow() -> None:
    fingers = listening(meanings=set())
    fingers.press("ok")
    fingers.wait(3000)
    fingers.meanings.add("ok")
    fingers.wait(3000)
    assert fingers.gestures() == []
    fingers.release("ok")
    assert fingers.gestures() == ["ok"]


def test_a_held_meaning_that_goes_while_the_finger_is_down_leaves_a_plain_press() -> None:
    fingers = listening(meanings={"ok"})
    fingers.press("ok")
    fingers.wait(400)
    fingers.meanings.clear()
    fingers.wait(5000)
    fingers.release("ok")
    assert fingers.gestures() == ["ok"]


def test_the_meaning_is_asked_for_this_seat_and_button() -> None:
    fingers = listening()
    fingers.tap("left")
    assert set(fingers.asked) == {(2, "left")}


def test_brake_and_ok_down_together_for_a_second_and_a_half_take_back_one_action() -> None:
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


def test_a_chord_with_sloppy_fingers_counts_from_the_later_one() -> None:
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


def test_a_chord_given_up_does_nothing() -> None:
    fingers = listening(meanings={"ok"})
    fingers.press("brake")
    fingers.wait(100)
    fingers.press("ok")
    fingers.wait(1000)
    fingers.release("brake")
    fingers.wait(2000)
    fingers.release("ok")
    assert fingers.gestures() == []


def test_a_finger_that_slips_off_begins_the_chord_anew() -> None:
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


def test_the_release_proves_a_chord_whose_beats_were_lost() -> None:
    fingers = listening()
    fingers.press("ok")
    fingers.press("brake")
    fingers.wait(1500, beats=False)
    fingers.release("ok")
    assert fingers.gestures() == ["undo"]


def test_a_seats_undo_button_takes_back_on_release() -> None:
    fingers = listening()
    fingers.tap("undo")
    assert fingers.gestures() == ["undo"]


def test_two_seats_and_two_devices_of_one_seat_do_not_mix() -> None:
    hands = Hands(lambda seat, button: True)
    made: list[Gesture] = []
    for seat, device, button in [(1, "a", "brake"), (1, "b", "ok"), (2, "a", "ok")]:
        held = frozenset({button})
        origin = Origin("node", device, "BEEF")
        made += hands.take(Button(seat, button, True, 0, held, origin), 0)
        made += hands.take(Beat(seat, 1600, held, origin), 1.6)
    assert [_word(gesture) for gesture in made] == ["brake held", "ok held", "ok held"]


def test_ticks_that_wrap_measure_the_same_hold() -> None:
    for meanings, word in [({"event"}, "event held"), (set[str](), "event")]:
        fingers = Fingers(meanings=meanings, start=WRAP - 300)
        fingers.beat()
        fingers.tap("event", 1000)
        assert fingers.gestures() == [word]


def test_a_beat_alone_is_never_a_press() -> None:
    fingers = listening()
    for held in [{"event"}, {"brake", "ok"}, set[str](), {"ok"}, set[str]()]:
        fingers.down = set(held)
        fingers.wait(3000)
    assert fingers.gestures() == []


def test_a_beat_sets_right_a_release_that_an_overflow_lost() -> None:
    fingers = listening()
    fingers.press("event")
    fingers.wait(300)
    fingers.release("event", lost=True)
    fingers.wait(3000)
    assert fingers.gestures() == []
    assert fingers.hands.filling(2, fingers.now) == 0
    fingers.tap("event")
    assert fingers.gestures() == ["event"]


def test_a_line_of_another_button_sets_right_what_was_lost() -> None:
    fingers = listening()
    fingers.press("brake")
    fingers.wait(50)
    fingers.release("brake", lost=True)
    fingers.tap("ok", 1700)
    assert fingers.gestures() == ["ok"]


def test_a_release_still_on_its_way_counts_although_a_beat_overtook_it() -> None:
    for down_ms, word in [(300, "event"), (850, "event held")]:
        fingers = listening()
        fingers.press("event")
        fingers.ticks += down_ms + 100
        fingers.beat(set())
        assert fingers.gestures() == []
        fingers.ticks -= 100
        fingers.release("event")
        assert fingers.gestures() == [word]


def test_a_press_still_on_its_way_counts_although_a_beat_overtook_it() -> None:
    fingers = listening()
    fingers.beat({"ok"}, ticks=50)
    fingers.tap("ok")
    assert fingers.gestures() == ["ok"]


def test_an_old_beat_changes_nothing() -> None:
    fingers = listening()
    fingers.wait(500)
    fingers.press("event")
    fingers.beat(set(), ticks=400)
    fingers.wait(900)
    assert fingers.gestures() == ["event held"]


def test_a_release_whose_press_was_lost_is_a_short_press() -> None:
    fingers = listening()
    fingers.press("event", lost=True)
    fingers.wait(2000)
    assert fingers.gestures() == []
    fingers.release("event")
    assert fingers.gestures() == ["event"]


def test_the_release_after_a_restart_of_the_service_is_a_short_press() -> None:
    """As in the last of link.md's test vectors: the first BEAT comes after the release."""
    fingers = Fingers()
    fingers.beat(set(), ticks=200)
    fingers.ticks = 100
    fingers.release("ok")
    assert fingers.gestures() == ["ok"]


def test_a_button_that_was_down_when_the_link_began_gives_nothing_on_release() -> None:
    """The service that listened before may have acted upon it."""
    fingers = Fingers(meanings={"event", "ok"})
    fingers.down = {"event", "brake", "ok"}
    fingers.wait(3000)
    for button in ("event", "brake", "ok"):
        fingers.release(button)
    assert fingers.gestures() == []
    fingers.tap("ok")
    assert fingers.gestures() == ["ok"]


def test_buttons_beside_the_first_edge_were_down_when_the_link_began() -> None:
    fingers = Fingers()
    fingers.down = {"left"}
    fingers.tap("ok")
    fingers.release("left")
    assert fingers.gestures() == ["ok"]


def test_a_node_that_reboots_in_the_middle_of_a_press_forgets_it() -> None:
    fingers = listening()
    fingers.press("event")
    fingers.wait(300)
    fingers.origin = Origin("node", NODE.device, "CAFE")
    fingers.start = 0
    fingers.wait(2000)
    fingers.release("event")
    assert fingers.gestures() == []


def test_a_device_that_was_taken_away_forgets_its_buttons() -> None:
    fingers = listening()
    fingers.press("event")
    fingers.hands.forget("another")
    assert fingers.hands.filling(2, fingers.now + 0.4) == pytest.approx(0.5)
    fingers.hands.forget(NODE.device)
    assert fingers.hands.filling(2, fingers.now + 0.4) == 0
    fingers.wait(3000)
    fingers.release("event")
    assert fingers.gestures() == []


def test_a_hold_during_which_the_link_is_lost_comes_too_late_and_says_so() -> None:
    fingers = listening()
    fingers.press("event")
    fingers.wait(300)
    fingers.hands.interrupt("another")
    assert fingers.hands.filling(2, fingers.now) > 0
    fingers.hands.interrupt(NODE.device)
    assert fingers.hands.filling(2, fingers.now) == 0
    fingers.wait(3000)
    assert fingers.gestures() == []
    fingers.release("event")
    assert fingers.gestures() == ["event stale"]
    fingers.tap("event")
    assert fingers.gestures() == ["event"]


def test_a_chord_during_which_the_link_is_lost_says_so_once() -> None:
    fingers = listening()
    fingers.press("brake")
    fingers.press("ok")
    fingers.wait(500)
    fingers.hands.interrupt(NODE.device)
    fingers.wait(3000)
    fingers.release("ok")
    fingers.release("brake")
    assert fingers.gestures() == ["ok stale"]


def test_what_has_acted_before_the_link_was_lost_says_nothing_more() -> None:
    fingers = listening()
    fingers.press("event")
    fingers.wait(900)
    fingers.hands.interrupt(NODE.device)
    fingers.release("event")
    assert fingers.gestures() == ["event held"]
    fingers.press("brake")
    fingers.press("ok")
    fingers.wait(1600)
    fingers.hands.interrupt(NODE.device)
    fingers.release("ok")
    fingers.release("brake")
    assert fingers.gestures() == ["undo"]


def test_a_press_that_waited_for_the_link_is_shown_but_not_applied() -> None:
    fingers = listening()
    fingers.press("ok", age_s=5.0)
    fingers.ticks += 100
    fingers.release("ok", age_s=4.9)
    assert fingers.gestures() == ["ok stale"]
    fingers.press("ok")
    fingers.ticks += 100
    fingers.release("ok", age_s=2.1)
    assert fingers.gestures() == ["ok stale"]
    fingers.tap("ok")
    assert fingers.gestures() == ["ok"]


def test_an_old_press_that_is_still_down_makes_no_hold_and_no_chord() -> None:
    fingers = listening(meanings={"ok"})
    fingers.press("ok", age_s=2.5)
    fingers.press("brake")
    fingers.wait(2000)
    fingers.release("brake")
    fingers.release("ok")
    assert fingers.gestures() == ["ok stale"]


def test_a_hold_that_an_outage_kept_from_us_is_shown_but_not_applied() -> None:
    fingers = listening()
    fingers.press("event")
    fingers.wait(3500, beats=False)
    fingers.beat()
    fingers.release("event")
    assert fingers.gestures() == ["event stale"]


def test_a_chord_that_an_outage_kept_from_us_takes_nothing_back() -> None:
    fingers = listening()
    fingers.press("ok")
    fingers.press("brake")
    fingers.wait(4000, beats=False)
    fingers.wait(3000)
    fingers.release("ok")
    fingers.release("brake")
    assert fingers.gestures() == []


def test_the_strip_fills_while_a_button_is_held_that_means_something() -> None:
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


def test_the_strip_fills_for_the_chord() -> None:
    fingers = listening(meanings={"ok"})
    fingers.press("ok")
    fingers.wait(300)
    fingers.press("brake")
    assert fingers.hands.filling(2, fingers.now + 0.75) == pytest.approx(0.5)
    fingers.wait(1600)
    assert fingers.hands.filling(2, fingers.now) == 0


def test_the_filling_ends_when_nothing_more_is_heard() -> None:
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
    hands = Hands(lambda seat, button: means)
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
