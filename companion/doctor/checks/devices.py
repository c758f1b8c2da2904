"""Check the devices: ask the running service, or else open them with our own drivers.

Nothing is written to foreign ports: the drivers open only the ports in table.toml and CircuitPython
data ports, where the node speaks first (link.md).
"""

import json
import secrets
import time
import urllib.request
from collections.abc import Iterator, Mapping
from queue import Empty, SimpleQueue
from typing import Any

from companion.doctor.checks.running import services
from companion.doctor.finding import Case, Finding, found
from companion.drivers.nodes.node_events import Report
from companion.drivers.nodes.register import STUCK, TWIN
from companion.drivers.room import TableRoom
from companion.drivers.serial_port import Ports
from companion.games.game import Say
from companion.protocols.link_words import Hello
from companion.signals import Device

LOOK_S = 5.0
"""A node sends HELLO at least every second; after 3 s without one a port counts as silent."""

CALM_S = 0.6
"""Stop listening when all devices are in order and nothing has been reported for this long."""

_ID_OF_NOTE = {
    "link.reflash": "node_reflash",
    "link.update_firmware": "node_outdated",
    "link.silent": "node_silent",
    "link.port_busy": "node_busy",
    "link.unassigned": "node_unseated",
    "link.seat_taken": "node_unseated",
    "link.no_such_seat": "node_unseated",
    TWIN: "node_twin",
    "hall.is_away": "hall_away",
    **dict.fromkeys((*STUCK, "gpio.stuck"), "button_stuck"),
}
SETTLED = ("connected", "refused")
_SAID_ELSEWHERE = (
    "link.no_permission",
    "config.not_used",
    "link.bug",
    "hall.is_connected",
    "hall.has_refused",
)
"""Notes that other checks or the pages report, or that are no fault."""


def devices(case: Case, look_s: float = LOOK_S) -> Iterator[Finding]:
    """Faults of the devices that the table names or that are plugged in."""
    told = _asked(case.port) if services(case.machine) else None
    if told is None:
        told, heard = _looked_at(case, look_s)
        for seat, hello in sorted(heard.items()):
            if not hello.readers:
                yield found("node_no_reader", seat=seat, id=hello.uid)
    for device in told:
        if device.note in _SAID_ELSEWHERE or (device.state == "lost" and device.id in case.ports):
            continue
        what = Say(device.note, device.params)
        if device.note in _ID_OF_NOTE:
            yield found(_ID_OF_NOTE[device.note], what=what, **device.params)
        elif device.note and device.state in ("lost", "refused"):
            yield found(f"device_{device.state}", what=what, **device.params)
        elif device.note and device.state == "connected":
            yield found("device_trouble", what=what, **device.params)


def _looked_at(case: Case, look_s: float) -> tuple[list[Device], Mapping[int, Hello]]:
    """Open the table's hardware for a moment and listen, without acknowledging anything.

    Returns every device's last state, and the parts that the seats' nodes report.
    """
    config = case.config
    named = case.ports or case.on_pi or config.wleds or any(seat.node for seat in config.seats)
    if not named and not Ports()():
        return [], {}
    inbox: SimpleQueue[Report] = SimpleQueue()
    room = TableRoom(case.config, inbox.put, lambda uid: None, session)
    room.start()
    try:
        _listen(inbox, look_s)
        return room.devices(), room.heard()
    finally:
        room.close()


def _listen(inbox: "SimpleQueue[Report]", look_s: float) -> None:
    """Collect reports until the time is over or every device has been in order for a while."""
    states: dict[str, str] = {}
    until = time.monotonic() + look_s
    while (left := until - time.monotonic()) > 0:
        calm = bool(states) and all(state in SETTLED for state in states.values())
        try:
            report = inbox.get(timeout=min(left, CALM_S) if calm else left)
        except Empty:
            return
        if isinstance(report, Device):
            states[report.id] = report.state
            if report.state == "gone":
                del states[report.id]


def session() -> str:
    """A random session number for the link, different from the service's."""
    return f"{1 + secrets.randbelow(0xFFFF):04X}"


def _asked(port: int) -> list[Device] | None:
    """The running service's health report, None if it does not answer."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/v1/state", timeout=3) as answer:
            told: list[dict[str, Any]] = json.load(answer)["devices"]
    except (OSError, ValueError, KeyError):
        return None
    names = ("id", "kind", "seat", "state", "note")
    return [Device(*(device.get(name, "") for name in names)) for device in told]
