"""A table's room drives all configured hardware or reports it as lost, and never simulates it."""

import subprocess
import sys
from pathlib import Path
from queue import SimpleQueue

import pytest
from driver_rig import Desk, Disk, bright, uid
from lamp import Lamp

from companion.config import Config, Leds, Reader, Seat, Segment, Strip, phones_only, simulated
from companion.drivers.nodes.node_events import Report
from companion.drivers.nodes.nodes import Nodes
from companion.drivers.pi import strip as strips
from companion.drivers.room import Room, open_room
from companion.drivers.simulated.pn532_ports import SimulatedReader
from companion.drivers.simulated.room import SimulatedRoom
from companion.lights.render import Power, limited
from companion.signals import Device, Tag
from companion.table.loop import STUCK_S
from tests.patience import PATIENCE_S


def opened(config: Config, simulate: bool = False) -> tuple[Room, "SimpleQueue[Report]"]:
    reports: SimpleQueue[Report] = SimpleQueue()
    disk = Disk()
    room = open_room(config, reports.put, disk.positions.get, disk.next_session, simulate)
    return room, reports


def test_a_table_is_simulated_only_on_request() -> None:
    assert not isinstance(opened(phones_only())[0], SimulatedRoom)
    room, _ = opened(simulated(1), simulate=True)
    assert isinstance(room, SimulatedRoom)
    room.close()


ON_A_PI = """
import sys
sys.path.append(sys.argv[1])
from test_room import PATIENCE_S, opened
from companion.config import Config, PinButton, Segment, Strip, phones_only
strip = Strip(60, (Segment(1, 0, 12),), pin="D18")
room, reports = opened(
    Config("", "en", phones_only(2).seats, buttons=(PinButton(5, 1, "ok"),), strip=strip)
)
room.start()
room.show({1: ((9, 9, 9),) * 12})
states = {}
while set(states.values()) != {"refused"} or len(states) < 2:
    report = reports.get(timeout=PATIENCE_S)
    states[report.id] = report.state
assert room.pixels() == {}
print(*(f"{each.id} {each.note}" for each in room.devices()))
room.close()
"""


def test_pins_of_a_pi_are_refused_on_another_machine_and_the_room_goes_on() -> None:
    """In a process of its own, as imported libraries stay loaded."""
    pytest.importorskip("lgpio", reason="lgpio has no wheel for this Python")
    done = subprocess.run(
        [sys.executable, "-c", ON_A_PI, str(Path(__file__).parent)],
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE_S,
    )
    assert done.stdout.split() == ["GPIO5", "gpio.no_pi", "D18", "strip.no_pi"], done.stderr


def test_a_seats_own_strip_comes_before_its_segment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lamp = Lamp()
    monkeypatch.setattr(strips, "neopixels", lambda strip: lamp)
    strip = Strip(3, (Segment(1, 0, 1), Segment(2, 1, 2)), pin="D18")
    with Desk(tmp_path, 1) as desk:
        desk.plug(1)
        seats = (Seat(1, "red", port=desk.paths[1]), Seat(2, "blue"))
        room, reports = opened(bright(Config("", "en", seats, strip=strip)))
        room.start()
        waiting = {uid(1), "D18"}
        while waiting:
            report = reports.get(timeout=PATIENCE_S)
            if isinstance(report, Device) and report.state == "connected":
                waiting.discard(report.id)
        assert room.pixels() == {1: 8, 2: 2}
        room.show({1: ((9, 9, 9),) * 8, 2: ((0, 0, 7),) * 2})
        desk.await_strip(1, ((9, 9, 9),) * 8)
        while lamp.next() != ((9, 9, 9), (0, 0, 7), (0, 0, 7)):
            pass
        room.close()


def test_a_room_drives_the_tables_own_readers(tmp_path: Path) -> None:
    with SimulatedReader(str(tmp_path / "reader")) as chip:
        reader = Reader(chip.path, 2, "left")
        room, reports = opened(Config("", "en", phones_only(2).seats, (reader,)))
        room.start()
        chip.lay("04A1B2C3D4E5F6")
        while not isinstance(tag := reports.get(timeout=PATIENCE_S), Tag):
            pass
        assert (tag.seat, tag.slot, tag.uid) == (2, "left", "04A1B2C3D4E5F6")
        assert room.devices() == [Device(chip.path, "reader", 2, "connected")]
        assert room.quiet_s() < STUCK_S
        room.close()


def test_a_room_starts_without_its_devices_and_reports_them_as_lost() -> None:
    seats = (Seat(1, "red", port="/dev/none"), Seat(2, "blue", node="E6605838834A1B2F"))
    room, _ = opened(Config("", "en", seats))
    room.start()
    told = {device.id: (device.seat, device.state, device.note) for device in room.devices()}
    assert told == {
        "/dev/none": (1, "lost", "link.missing"),
        "E6605838834A1B2F": (2, "lost", "link.missing"),
    }
    room.close()


def test_a_room_drives_the_tables_nodes(tmp_path: Path) -> None:
    with Desk(tmp_path, 1) as desk:
        desk.plug(1)
        room, reports = opened(bright(Config("", "en", (Seat(1, "red", port=desk.paths[1]),))))
        room.start()
        room.show({1: ((9, 9, 9),) * 8})
        desk.await_strip(1, ((9, 9, 9),) * 8)
        while getattr(reports.get(timeout=PATIENCE_S), "state", "") != "connected":
            pass
        assert [device.id for device in room.devices()] == [uid(1)]
        assert room.quiet_s() < STUCK_S
        room.close()


def test_brightness_is_applied_to_the_whole_strip_last(
    tmp_path: Path,
) -> None:
    white = (255, 255, 255)
    dim = Leds(brightness=0.2)
    strip = Strip(
        8,
        (Segment(1, 0, 4), Segment(3, 4, 4)),
        node=uid(2),
        leds=Leds(brightness=1.0, budget_ma=50),
    )
    with Desk(tmp_path, 2) as desk:
        desk.plug(1, 2)
        seats = (Seat(1, "red", node=uid(1), leds=dim), Seat(2, "blue"), Seat(3, "green"))
        config, disk = Config("", "en", seats, strip=strip), Disk()
        nodes = Nodes(
            config,
            lambda report: None,
            disk.positions.get,
            disk.next_session,
            find=lambda: desk.ports,
        )
        nodes.start()
        nodes.show({1: (white,) * 8, 3: ((255, 0, 0),) * 4})
        desk.await_strip(1, ((51, 51, 51),) * 8)
        whole = limited((*(white,) * 4, *((255, 0, 0),) * 4), Power(1.0, 50))
        desk.await_strip(2, whole)
        nodes.close()
    assert sum(map(sum, whole)) * 20 / 255 + 8 <= 50
