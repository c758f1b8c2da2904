"""Nodes on faulty cables: pulled, swapped, cut, noisy, full, or in use."""

import os
import threading
import time
from contextlib import suppress
from pathlib import Path

import pytest
from driver_rig import BLUE, RED, Desk, Disk, Rig, by_port, by_uid, uid

from companion.drivers.serial_port import Port
from companion.drivers.simulated.node import Cable
from companion.signals import Button, Device
from tests.patience import PATIENCE_S, Pace


def test_a_pulled_cable_is_reported_and_the_others_go_on(folder: Path) -> None:
    """Field reports 76 and 116."""
    with Desk(folder, 2) as desk, Rig(by_port(*desk.ports)) as rig:
        desk.plug(1, 2)
        rig.await_device(uid(1), "connected")
        rig.await_device(uid(2), "connected")
        desk.unplug(1)
        assert rig.await_device(uid(1), "lost", "link.missing").seat == 1
        assert rig.nodes.pixels() == {2: 8}
        desk.press(2)
        assert rig.edges(2) == [(2, "ok", True), (2, "ok", False)]


def test_a_replugged_node_is_lit_within_five_seconds(folder: Path) -> None:
    """Field report 81."""
    with Desk(folder, 1) as desk, Rig(by_port(desk.paths[1])) as rig:
        desk.plug(1)
        rig.nodes.show({1: RED})
        desk.await_strip(1, RED)
        desk.unplug(1)
        rig.await_device(uid(1), "lost", "link.missing")
        with Pace() as pace:
            desk.plug(1)
            rig.await_device(uid(1), "connected")
            desk.await_strip(1, RED)
        assert pace.took_s <= pace.allows(5)


def test_a_node_restart_while_a_button_is_down_adds_no_press(folder: Path) -> None:
    with Desk(folder, 1) as desk, Rig(by_port(desk.paths[1])) as rig:
        desk.plug(1)
        rig.await_device(uid(1), "connected")
        desk.do(1, lambda node: node.down.add("ok"))
        first = rig.take(Button)
        desk.do(1, lambda node: node.reboot("reload"))
        rig.await_device(uid(1), "connected", "link.stuck_ok")
        desk.do(1, lambda node: node.down.discard("ok"))
        second = rig.take(Button)
        assert (first.down, second.down) == (True, False)
        assert first.origin.session != second.origin.session
        assert second.origin.seq == 1


def test_a_node_waits_while_its_position_cannot_be_read(folder: Path) -> None:
    disk = Disk(broken=True)
    with Desk(folder, 2) as desk, Rig(by_port(*desk.ports), disk=disk) as rig:
        desk.plug(1)
        assert rig.take(Device, lambda device: device.note == "link.not_known").seat == 1
        disk.broken = False
        rig.await_device(uid(1), "connected")
        disk.broken = True
        desk.press(1)
        assert rig.edges(2) == [(1, "ok", True), (1, "ok", False)]
        desk.plug(2)
        assert rig.take(Device, lambda device: device.note == "link.not_known").seat == 2


def test_a_board_that_resets_comes_back_on_a_new_port(folder: Path) -> None:
    """Field reports 80, 81 and 91."""
    with Desk(folder, 1) as desk, Rig(by_port(desk.paths[1])) as rig:
        desk.plug(1)
        assert rig.await_device(uid(1), "connected")
        desk.do(1, lambda node: node.reboot("watchdog"))
        assert rig.await_device(uid(1), "lost", "link.missing")
        assert rig.await_device(uid(1), "connected")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path


def swap(desk: Desk) -> None:
    """Swap the cables of the first two nodes."""
    for number in (1, 2):
        desk.unplug(number)
    one, two = desk.nodes[1].cable, desk.nodes[2].cable
    desk.do(1, lambda node: setattr(node, "cable", two))
    desk.do(2, lambda node: setattr(node, "cable", one))
    desk.plug(1, 2)


def test_nodes_known_by_uid_keep_their_seats_when_they_swap_ports(folder: Path) -> None:
    with Desk(folder, 2) as desk, Rig(by_uid(uid(1), uid(2)), desk.ports) as rig:
        desk.plug(1, 2)
        rig.nodes.show({1: RED, 2: BLUE})
        desk.await_strip(1, RED)
        swap(desk)
        desk.await_strip(1, RED)
        desk.await_strip(2, BLUE)
        desk.press(1)
        assert rig.edges(2) == [(1, "ok", True), (1, "ok", False)]


def test_nodes_known_by_port_swap_seats_when_they_swap_ports(folder: Path) -> None:
    with Desk(folder, 2) as desk, Rig(by_port(*desk.ports)) as rig:
        desk.plug(1, 2)
        rig.nodes.show({1: RED, 2: BLUE})
        assert desk.await_strip(1, RED)
        swap(desk)
        assert desk.await_strip(1, BLUE)
        assert desk.await_strip(2, RED)


def test_a_port_in_use_is_opened_once_it_is_free(folder: Path) -> None:
    """Field report 76."""
    with Desk(folder, 1) as desk:
        desk.plug(1)
        other = Port(desk.paths[1])
        with Rig(by_port(desk.paths[1])) as rig:
            assert rig.await_device(desk.paths[1], "refused", "link.port_busy")
            other.close()
            assert rig.await_device(uid(1), "connected")


def test_a_stalled_node_delays_no_other_and_gets_the_newest_frame(folder: Path) -> None:
    with Desk(folder, 2) as desk, Rig(by_port(*desk.ports)) as rig:
        desk.plug(1, 2)
        assert rig.await_device(uid(1), "connected")
        assert rig.await_device(uid(2), "connected")
        desk.do(1, lambda node: setattr(node, "stalled", True))
        for level in range(1, 30):
            frame = ((level, level, level),) * 8
            rig.nodes.show({1: frame, 2: frame})
            assert desk.await_strip(2, frame)
        desk.do(1, lambda node: setattr(node, "stalled", False))
        assert desk.await_strip(1, ((29, 29, 29),) * 8)


def test_field_report_78_a_full_port_takes_little_processor_time(folder: Path) -> None:
    with Desk(folder, 1) as desk, Rig(by_port(desk.paths[1])) as rig:
        desk.plug(1)
        rig.await_device(uid(1), "connected")
        desk.do(1, lambda node: setattr(node, "stalled", True))
        desk.do(1, lambda node: fill(node.cable))
        (driver,) = (each for each in threading.enumerate() if each.name == "nodes")
        clock = time.pthread_getcpuclockid(driver.ident or 0)
        began, used = time.monotonic(), time.clock_gettime(clock)
        for level in range(1, 21):  # there is always a new frame to write
            rig.nodes.show({1: ((level, level, level),) * 8})
            threading.Event().wait(0.05)
        took, used = time.monotonic() - began, time.clock_gettime(clock) - used
        assert used < 0.2 * took, f"{used:.3f} s of the processor in {took:.3f} s"
        desk.do(1, lambda node: setattr(node, "stalled", False))
        desk.await_strip(1, ((20, 20, 20),) * 8)


def fill(cable: Cable) -> None:
    """Write to the node until its port is full."""
    os.set_blocking(cable._slave, False)
    with suppress(BlockingIOError):
        while True:
            os.write(cable._slave, b"\n" * 512)


def test_events_during_a_pause_arrive_later_in_order(folder: Path) -> None:
    with Desk(folder, 1) as desk, Rig(by_port(desk.paths[1])) as rig:
        desk.plug(1)
        rig.await_device(uid(1), "connected")
        rig.awake.clear()
        for button in ("left", "right", "ok"):
            desk.press(1, button)
        version = desk.bench.look()[0]
        while [seat["down"] for seat in desk.bench.look()[1]] != [["ok"]]:
            version = desk.bench.wait(version, PATIENCE_S)
        rig.awake.set()
        assert [name for _, name, down in rig.edges(6) if down] == ["left", "right", "ok"]


def test_a_noisy_cable_neither_loses_nor_doubles_presses(folder: Path) -> None:
    """Field reports 85 and 86."""
    with Desk(folder, 1) as desk, Rig(by_port(desk.paths[1])) as rig:
        desk.plug(1)
        rig.await_device(uid(1), "connected")
        desk.do(1, lambda node: setattr(node.cable, "rate", 0.004))
        pressed = ["left", "right", "brake", "event", "ok"] * 2
        for button in pressed:
            desk.press(1, button)
        edges = rig.edges(2 * len(pressed))
        assert edges == [(1, name, down) for name in pressed for down in (True, False)]
        desk.do(1, lambda node: setattr(node.cable, "rate", 0.0))
        assert rig.drain() == []


def test_a_cut_cable_loses_no_press(folder: Path) -> None:
    with Desk(folder, 1) as desk, Rig(by_port(desk.paths[1])) as rig:
        desk.plug(1)
        rig.await_device(uid(1), "connected")
        desk.do(1, lambda node: setattr(node.cable, "cut", True))
        desk.press(1, "left")
        rig.await_device(uid(1), "lost", "link.lost")
        desk.do(1, lambda node: setattr(node.cable, "cut", False))
        late = rig.take(Button)
        assert (late.button, late.down) == ("left", True)
        assert late.age_s > 2
        assert rig.edges(1) == [(1, "left", False)]
