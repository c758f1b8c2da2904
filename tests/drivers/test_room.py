"""What a table has is driven or said not to be; nothing pretends."""

from pathlib import Path
from queue import SimpleQueue

from driver_rig import PATIENCE_S, Desk, Disk, bright, uid

from companion.config import (
    Config,
    PinButton,
    Seat,
    Segment,
    Strip,
    phones_only,
    simulated,
)
from companion.drivers.hearing import Report
from companion.drivers.room import Room, open_room
from companion.drivers.simulated import SimulatedRoom
from companion.signals import Device


def opened(config: Config, simulate: bool = False) -> tuple[Room, "SimpleQueue[Report]"]:
    reports: SimpleQueue[Report] = SimpleQueue()
    disk = Disk()
    room = open_room(config, reports.put, disk.positions.get, disk.next_session, simulate)
    return room, reports


def test_a_table_is_never_simulated_by_itself() -> None:
    assert not isinstance(opened(phones_only())[0], SimulatedRoom)
    room, _ = opened(simulated(1), simulate=True)
    assert isinstance(room, SimulatedRoom)
    room.close()


def test_what_hangs_on_the_pi_itself_is_said_not_to_be_driven_yet() -> None:
    config = Config(
        "",
        "en",
        phones_only(2).seats,
        (),
        (PinButton(5, 1, "ok"),),
        Strip(60, (Segment(1, 0, 12),), pin="D18"),
    )
    room, reports = opened(config)
    room.start()
    note = "room.not_driven_yet"
    told = [
        Device("GPIO5", "button", 1, "refused", note),
        Device("D18", "strip", 0, "refused", note, 60),
    ]
    assert room.devices() == told
    assert [reports.get(timeout=PATIENCE_S) for _ in told] == told
    assert room.pixels() == {}
    room.close()


def test_a_room_begins_without_its_devices_and_says_that_they_are_lost() -> None:
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
        assert room.quiet_s() < 5
        room.close()
