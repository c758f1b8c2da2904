"""Gestures over a faulty link: nothing is invented, late presses are reported."""

import pytest

from companion.signals import Origin
from tests.drivers.finger_rig import NODE, Fingers, listening


def test_a_beat_alone_is_never_a_press() -> None:
    fingers = listening()
    for held in [{"event"}, {"brake", "ok"}, set[str](), {"ok"}, set[str]()]:
        fingers.down = set(held)
        fingers.wait(3000)
    assert fingers.gestures() == []


def test_a_beat_replaces_a_release_lost_by_overflow() -> None:
    fingers = listening()
    fingers.press("event")
    fingers.wait(300)
    fingers.release("event", lost=True)
    fingers.wait(3000)
    assert fingers.gestures() == []
    assert fingers.hands.filling(2, fingers.now) == 0
    fingers.tap("event")
    assert fingers.gestures() == ["event"]


def test_a_line_of_another_button_replaces_lost_edges() -> None:
    fingers = listening()
    fingers.press("brake")
    fingers.wait(50)
    fingers.release("brake", lost=True)
    fingers.tap("ok", 1700)
    assert fingers.gestures() == ["ok"]


def test_a_release_overtaken_by_a_beat_counts() -> None:
    for down_ms, word in [(300, "event"), (850, "event held")]:
        fingers = listening()
        fingers.press("event")
        fingers.ticks += down_ms + 100
        fingers.beat(set())
        assert fingers.gestures() == []
        fingers.ticks -= 100
        fingers.release("event")
        assert fingers.gestures() == [word]


def test_a_press_overtaken_by_a_beat_counts() -> None:
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
    """The last test vector of link.md: the first BEAT comes after the release."""
    fingers = Fingers()
    fingers.beat(set(), ticks=200)
    fingers.ticks = 100
    fingers.release("ok")
    assert fingers.gestures() == ["ok"]


def test_a_button_down_at_link_start_is_ignored_on_release() -> None:
    """The previous run of the service may have handled it."""
    fingers = Fingers(meanings={"event", "ok"})
    fingers.down = {"event", "brake", "ok"}
    fingers.wait(3000)
    for button in ("event", "brake", "ok"):
        fingers.release(button)
    assert fingers.gestures() == []
    fingers.tap("ok")
    assert fingers.gestures() == ["ok"]


def test_buttons_held_at_the_first_edge_are_ignored_on_release() -> None:
    fingers = Fingers()
    fingers.down = {"left"}
    fingers.tap("ok")
    fingers.release("left")
    assert fingers.gestures() == ["ok"]


def test_a_node_reboot_drops_a_press_under_way() -> None:
    fingers = listening()
    fingers.press("event")
    fingers.wait(300)
    fingers.origin = Origin("node", NODE.device, "CAFE")
    fingers.start = 0
    fingers.wait(2000)
    fingers.release("event")
    assert fingers.gestures() == []


def test_a_removed_devices_buttons_are_forgotten() -> None:
    fingers = listening()
    fingers.press("event")
    fingers.hands.forget("another")
    assert fingers.hands.filling(2, fingers.now + 0.4) == pytest.approx(0.5)
    fingers.hands.forget(NODE.device)
    assert fingers.hands.filling(2, fingers.now + 0.4) == 0
    fingers.wait(3000)
    fingers.release("event")
    assert fingers.gestures() == []


def test_a_hold_across_a_link_loss_is_reported_as_late() -> None:
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


def test_a_chord_across_a_link_loss_is_reported_as_late_once() -> None:
    fingers = listening()
    fingers.press("brake")
    fingers.press("ok")
    fingers.wait(500)
    fingers.hands.interrupt(NODE.device)
    fingers.wait(3000)
    fingers.release("ok")
    fingers.release("brake")
    assert fingers.gestures() == ["ok stale"]


def test_gesture_done_before_the_link_was_lost_is_not_repeated() -> None:
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


def test_a_late_press_still_down_makes_no_hold_or_chord() -> None:
    fingers = listening(meanings={"ok"})
    fingers.press("ok", age_s=2.5)
    fingers.press("brake")
    fingers.wait(2000)
    fingers.release("brake")
    fingers.release("ok")
    assert fingers.gestures() == ["ok stale"]


def test_a_hold_delayed_by_an_outage_is_shown_but_not_applied() -> None:
    fingers = listening()
    fingers.press("event")
    fingers.wait(3500, beats=False)
    fingers.beat()
    fingers.release("event")
    assert fingers.gestures() == ["event stale"]


def test_a_chord_delayed_by_an_outage_undoes_nothing() -> None:
    fingers = listening()
    fingers.press("ok")
    fingers.press("brake")
    fingers.wait(4000, beats=False)
    fingers.wait(3000)
    fingers.release("ok")
    fingers.release("brake")
    assert fingers.gestures() == []
