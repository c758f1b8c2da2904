"""Stuck buttons of a node: down for 30 s, or since before the link."""

from pathlib import Path

from companion.drivers.nodes.stuck_buttons import StuckButtons
from companion.protocols.link import TICKS
from companion.protocols.presence import STUCK_MS
from companion.signals import Device
from tests.drivers.driver_rig import Desk, Rig, by_uid, uid

UP, BRAKE, BOTH = (
    (False,) * 5,
    (False, False, True, False, False),
    (False, False, True, False, True),
)


def test_button_is_stuck_after_thirty_seconds_until_it_is_released() -> None:
    buttons = StuckButtons()
    start = TICKS - 1000
    found = []
    beats = ((0, UP), (100, BRAKE), (STUCK_MS + 99, BOTH), (STUCK_MS + 100, BOTH))
    for ms, held in (*beats, (STUCK_MS + 200, UP)):
        buttons.hear("BEEF", held, (start + ms) % TICKS)
        found.append(buttons.stuck)
    assert found == [None, None, None, 2, None]


def test_button_down_in_the_first_beat_of_a_session_is_stuck_at_once() -> None:
    buttons = StuckButtons()
    buttons.hear("BEEF", BRAKE, 5)
    assert buttons.stuck == 2
    buttons.release(2)
    assert buttons.stuck is None
    buttons.hear("BEEF", UP, 900)
    buttons.hear("BEEF", BRAKE, 1800)
    assert buttons.stuck is None
    buttons.hear("ABCD", BRAKE, 5)
    assert buttons.stuck == 2


def test_stuck_button_of_a_board_is_reported_and_the_others_work(tmp_path: Path) -> None:
    with Desk(tmp_path, 1) as desk, Rig(by_uid(uid(1)), desk.ports) as rig:
        desk.do(1, lambda node: node.down.add("brake"))
        desk.plug(1)
        device = rig.await_device(uid(1), "connected", "link.stuck_brake")
        assert device.seat == 1
        desk.press(1, "ok")
        assert rig.edges(2) == [(1, "ok", True), (1, "ok", False)]
        desk.do(1, lambda node: node.down.discard("brake"))
        assert isinstance(rig.await_device(uid(1), "connected"), Device)
