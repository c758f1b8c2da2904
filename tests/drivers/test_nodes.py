"""The driver of the nodes, with nodes that run the real program on ptys."""

import os
import select
import threading
import tty
from pathlib import Path

import pytest
from driver_rig import BLACK, BLUE, RED, Desk, Rig, by_port, by_uid, uid

from companion.config import Config, Leds, Seat, Segment, Strip, phones_only
from companion.protocols.link import encode
from companion.signals import Beat, Button, Device, Frame, Gone, Tag
from tests.patience import PATIENCE_S

CARD = "04A30B5AEB6C80"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path


class Stranger:
    """A port with a foreign device at its other end."""

    def __init__(self, path: Path):
        self.path = str(path)
        self.master, slave = os.openpty()
        tty.setraw(slave)
        path.symlink_to(os.ttyname(slave))
        self.slave = slave

    def __enter__(self) -> "Stranger":
        return self

    def __exit__(self, *args: object) -> None:
        os.close(self.slave)
        os.close(self.master)

    def say(self, data: bytes) -> None:
        os.write(self.master, data)

    def heard(self) -> bytes:
        """All bytes written to it so far."""
        told = b""
        while select.select([self.master], [], [], 0)[0]:
            told += os.read(self.master, 4096)
        return told


def test_a_node_on_a_configured_port_takes_its_seat(folder: Path) -> None:
    with Desk(folder, 2) as desk, Rig(by_port(desk.paths[2], desk.paths[1])) as rig:
        desk.plug(1, 2)
        assert rig.await_device(uid(2), "connected").seat == 1
        desk.press(2)
        assert rig.edges(2) == [(1, "ok", True), (1, "ok", False)]


def test_a_port_is_listed_by_path_until_its_node_is_known(folder: Path) -> None:
    with Desk(folder, 1) as desk, Rig(by_port(desk.paths[1])) as rig:
        assert rig.await_device(desk.paths[1], "lost", "link.missing").seat == 1
        desk.plug(1)
        rig.await_device(desk.paths[1], "gone")
        rig.await_device(uid(1), "connected")
        assert [device.id for device in rig.nodes.devices()] == [uid(1)]


def test_a_node_is_seated_by_uid_before_its_straps(folder: Path) -> None:
    with Desk(folder, 2) as desk, Rig(by_uid(uid(2), uid(1)), desk.ports) as rig:
        assert rig.await_device(uid(1), "lost", "link.missing").seat == 2
        desk.plug(1)
        assert rig.await_device(uid(1), "connected").seat == 2


def test_a_node_that_is_not_configured_is_seated_by_its_straps(folder: Path) -> None:
    with Desk(folder, 3) as desk, Rig(phones_only(), desk.ports) as rig:
        desk.plug(3)
        assert rig.await_device(uid(3), "connected").seat == 3


def test_a_missing_port_delays_no_other(folder: Path) -> None:
    with Desk(folder, 1) as desk, Rig(by_port("/dev/none", desk.paths[1])) as rig:
        desk.plug(1)
        assert rig.await_device(uid(1), "connected").seat == 2
        assert {device.state for device in rig.nodes.devices()} == {"lost", "connected"}


def test_cards_and_buttons_carry_their_link_position(folder: Path) -> None:
    with Desk(folder, 1) as desk, Rig(by_port(desk.paths[1])) as rig:
        desk.plug(1)
        rig.await_device(uid(1), "connected")
        desk.lay(1, CARD)
        tag = rig.take(Tag)
        desk.lay(1, "")
        gone = rig.take(Gone)
        assert (tag.seat, tag.uid, tag.origin.kind, tag.origin.device) == (1, CARD, "node", uid(1))
        assert tag.origin.session == desk.nodes[1].session
        assert (tag.origin.seq, gone.origin.seq) == (1, 2)
        assert 0 <= tag.age_s < 1


def test_a_held_button_is_repeated_in_beats(folder: Path) -> None:
    with Desk(folder, 1) as desk, Rig(by_port(desk.paths[1])) as rig:
        desk.plug(1)
        rig.await_device(uid(1), "connected")
        desk.do(1, lambda node: node.down.add("brake"))
        edge = rig.take(Button)
        beats = [rig.take(Beat, lambda beat: bool(beat.held)) for _ in range(3)]
        assert edge.held == frozenset({"brake"})
        assert [beat.held for beat in beats] == [frozenset({"brake"})] * 3
        assert beats[0].ticks_ms < beats[1].ticks_ms < beats[2].ticks_ms


def test_the_newest_frame_is_shown(folder: Path) -> None:
    with Desk(folder, 2) as desk, Rig(by_port(*desk.ports)) as rig:
        desk.plug(1, 2)
        rig.nodes.show({1: BLUE, 2: BLUE})
        rig.nodes.show({1: RED, 2: BLUE})
        desk.await_strip(1, RED)
        desk.await_strip(2, BLUE)
        assert rig.nodes.pixels() == {1: 8, 2: 8}
        rig.nodes.show({2: RED})
        desk.await_strip(1, BLACK)
        desk.await_strip(2, RED)


def test_show_returns_once_the_frames_are_written(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Pages are served afterwards, so the lights come first."""
    monkeypatch.setattr("companion.drivers.nodes.nodes.WRITTEN_S", PATIENCE_S)
    with Desk(folder, 1) as desk, Rig(by_port(desk.paths[1])) as rig:
        desk.plug(1)
        rig.await_device(uid(1), "connected")
        rig.awake.clear()
        desk.press(1)
        assert rig.held_up.wait(PATIENCE_S)
        show = threading.Thread(target=rig.nodes.show, args=({1: RED},))
        show.start()
        show.join(0.2)
        assert show.is_alive()
        rig.awake.set()
        show.join(PATIENCE_S / 2)
        assert not show.is_alive()
        desk.await_strip(1, RED)


def test_another_colour_order_shows_the_right_colours(folder: Path) -> None:
    lamps: Frame = ((1, 2, 3), *BLACK[1:])
    with Desk(folder, 1) as desk:
        seat = Seat(1, "red", port=desk.paths[1], leds=Leds("RGB", reverse=True))
        with Rig(Config("", "en", (seat,))) as rig:
            desk.plug(1)
            rig.nodes.show({1: lamps})
            # The node sends green first, which this strip shows as red.
            assert desk.await_strip(1, (*BLACK[1:], (2, 1, 3)))


def test_a_node_can_drive_the_tables_strip(folder: Path) -> None:
    strip = Strip(8, (Segment(1, 0, 3), Segment(2, 4, 4)), node=uid(1))
    config = Config("", "en", phones_only(2).seats, strip=strip)
    with Desk(folder, 1) as desk, Rig(config, desk.ports) as rig:
        desk.plug(1)
        device = rig.await_device(uid(1), "connected")
        assert (device.kind, device.seat) == ("strip", 0)
        assert rig.nodes.pixels() == {1: 3, 2: 4}
        rig.nodes.show({1: RED[:3], 2: BLUE[:4]})
        desk.await_strip(1, (*RED[:3], (0, 0, 0), *BLUE[:4]))


def test_a_second_node_for_a_seat_waits_until_the_first_is_gone(folder: Path) -> None:
    with Desk(folder, 2, strap=lambda number: 3) as desk, Rig(phones_only(), desk.ports) as rig:
        desk.plug(1)
        assert rig.await_device(uid(1), "connected").seat == 3
        desk.plug(2)
        second = rig.await_device(uid(2), "waiting", "link.seat_taken")
        assert (second.seat, second.wants) == (0, 3)
        desk.lay(2, CARD)
        desk.press(2)
        desk.press(1)
        assert rig.edges(2) == [(3, "ok", True), (3, "ok", False)]
        desk.unplug(1)
        assert rig.await_device(uid(2), "connected").seat == 3
        desk.plug(1)
        rig.await_device(uid(1), "waiting", "link.seat_taken")


def test_a_configured_node_displaces_a_strapped_one(folder: Path) -> None:
    with Desk(folder, 2, strap=lambda number: 1) as desk, Rig(by_uid(uid(2)), desk.ports) as rig:
        desk.plug(1)
        rig.await_device(uid(1), "connected")
        desk.plug(2)
        rig.await_device(uid(1), "waiting", "link.seat_taken")
        assert rig.await_device(uid(2), "connected").seat == 1


def test_an_unassigned_nodes_presses_are_reported_and_it_can_be_assigned(folder: Path) -> None:
    with Desk(folder, 1, strap=lambda number: 0) as desk, Rig(phones_only(), desk.ports) as rig:
        desk.plug(1)
        assert rig.await_device(uid(1), "waiting", "link.unassigned").seat == 0
        desk.lay(1, CARD)
        desk.press(1)
        edge = rig.take(Tag | Button)
        assert isinstance(edge, Button)
        assert (edge.seat, edge.origin.device) == (0, uid(1))
        rig.nodes.assign(edge.origin.device, 4)
        assert rig.await_device(uid(1), "connected").seat == 4
        rig.take(Button, lambda edge: edge.seat == 4)


def test_straps_for_an_unknown_seat_are_reported(folder: Path) -> None:
    with Desk(folder, 1, strap=lambda number: 7) as desk, Rig(phones_only(), desk.ports) as rig:
        desk.plug(1)
        assert rig.await_device(uid(1), "waiting", "link.no_such_seat").wants == 7


def test_nothing_is_written_to_a_foreign_device(folder: Path) -> None:
    """Field report 88: nothing is written to other devices on the hub."""
    with Stranger(folder / "port") as stranger, Desk(folder, 1) as desk:
        with Rig(by_port(stranger.path, desk.paths[1])) as rig:
            rig.await_device(stranger.path, "waiting")
            stranger.say(b"AT\r\nOK\r\n\x94\xff\xfe\x00" + bytes(range(256)) * 4 + b"\n")
            stranger.say(encode("BEEF", "0000", 0, 0, "HELLO nonsense"))
            desk.plug(1)
            rig.await_device(uid(1), "connected")
            stranger.say(b"Adafruit CircuitPython 10.0.3; Raspberry Pi Pico\r\n>>> ")
            rig.await_device(stranger.path, "refused", "link.reflash")
        assert stranger.heard() == b""


def test_an_outdated_node_is_reported_and_gets_no_bytes(folder: Path) -> None:
    with Stranger(folder / "port") as node, Rig(by_port(node.path)) as rig:
        rig.await_device(node.path, "waiting")
        node.say(encode("BEEF", "0000", 0, 0, f"HELLO {uid(9)} 2 7.1 wheels=4"))
        assert rig.await_device(uid(9), "refused", "link.update_firmware").seat == 1
        assert node.heard() == b""


def test_a_readers_fault_is_reported_at_its_node(folder: Path) -> None:
    with Desk(folder, 1) as desk, Rig(by_port(desk.paths[1])) as rig:
        desk.plug(1)
        assert rig.await_device(uid(1), "connected")
        desk.lay(1, "04A1B2C3D4E5F6")
        desk.do(1, lambda node: node.antenna.fault("two", True))
        assert rig.await_device(uid(1), "connected", "link.reader_two")
        desk.do(1, lambda node: node.antenna.fault("two", False))
        assert rig.await_device(uid(1), "connected")


def test_a_node_restart_clears_its_readers_fault(folder: Path) -> None:
    """After the power cycle that the page advises, the fault must not stay on the page."""
    with Desk(folder, 1) as desk, Rig(by_port(desk.paths[1])) as rig:
        desk.plug(1)
        assert rig.await_device(uid(1), "connected")
        desk.do(1, lambda node: node.antenna.fault("mute", True))
        assert not rig.await_device(uid(1), "connected", "link.reader_mute").reads
        desk.unplug(1)
        desk.do(1, lambda node: node.antenna.fault("mute", False))
        desk.plug(1)
        assert rig.await_device(uid(1), "connected").reads


def test_a_restarted_service_learns_of_a_mute_reader(folder: Path) -> None:
    with Desk(folder, 1) as desk:
        desk.plug(1)
        with Rig(by_port(desk.paths[1])) as rig:
            assert rig.await_device(uid(1), "connected")
            desk.do(1, lambda node: node.antenna.fault("mute", True))
            assert rig.await_device(uid(1), "connected", "link.reader_mute")
        with Rig(by_port(desk.paths[1]), disk=rig.disk) as rig:
            assert rig.await_device(uid(1), "connected", "link.reader_mute")


def test_log_line_of_a_node_is_logged(folder: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO", "companion.nodes")
    with Stranger(folder / "port") as node, Rig(by_port(node.path)) as rig:
        rig.await_device(node.path, "waiting")
        node.say(encode("BEEF", "0000", 0, 0, "LOG reader%200%3A%203%20misses"))
        node.say(b">>> ")
        rig.await_device(node.path, "refused", "link.reflash")
    assert "reader 0: 3 misses" in caplog.text


def test_a_path_that_is_not_a_serial_port_is_reported(folder: Path) -> None:
    (folder / "file").touch()
    with Rig(by_port(str(folder / "file"))) as rig:
        assert rig.await_device(str(folder / "file"), "refused", "link.port_unusable")


def test_a_restarted_service_gets_only_lines_that_were_not_on_disk(folder: Path) -> None:
    with Desk(folder, 1) as desk:
        desk.plug(1)
        with Rig(by_port(desk.paths[1])) as rig:
            rig.await_device(uid(1), "connected")
            desk.press(1, "left")
            assert rig.edges(2) == [(1, "left", True), (1, "left", False)]
            desk.press(1, "right")
            seen = [rig.next() for _ in range(2)]
            while not any(isinstance(each, Button) and not each.down for each in seen):
                seen.append(rig.next())
            disk = rig.disk
        with Rig(by_port(desk.paths[1]), disk=disk) as rig:
            assert rig.edges(2) == [(1, "right", True), (1, "right", False)]


def test_strips_stay_dark_after_the_end(folder: Path) -> None:
    with Desk(folder, 1) as desk:
        desk.plug(1)
        with Rig(by_port(desk.paths[1])) as rig:
            rig.nodes.show({1: RED})
            desk.await_strip(1, RED)
        desk.await_strip(1, BLACK)
        assert not desk.nodes[1].linked


def test_twenty_starts_leave_no_thread_or_descriptor(folder: Path) -> None:
    with Desk(folder, 2) as desk:
        desk.plug(1, 2)
        before = len(os.listdir("/proc/self/fd")), threading.active_count()
        for _ in range(20):
            with Rig(by_port(*desk.ports)) as rig:
                rig.take(Device, lambda device: device.state == "waiting")
        assert (len(os.listdir("/proc/self/fd")), threading.active_count()) == before


def test_a_driver_that_was_not_started_can_be_closed(folder: Path) -> None:
    before = threading.active_count()
    rig = Rig(by_port("/dev/none"))
    rig.nodes.close()
    assert rig.drain() == []
    assert threading.active_count() == before
