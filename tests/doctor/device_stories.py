"""Faults of devices, at real serial ports (ptys), examined by the real drivers.

As in stories.py, a story is named after its fault's id, and cures it after the yield.
"""

import json
import os
import threading
import tty
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from fcntl import LOCK_EX, LOCK_UN, flock
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

from node_at import UID, NodeAt
from sick_pi import SickPi

from companion.doctor.checks.devices import devices
from companion.doctor.checks.running import threads
from companion.protocols.link import encode

Story = Iterator[None]

LOOK_S = 4.0
OTHER_VERSION = f"HELLO {UID} 2 9.0 buttons=5,readers=1,pixels=8 0 power 1234 0 0"


class _Port:
    """A serial port at its own path, whose other end the test writes."""

    def __init__(self, pi: SickPi):
        self.path = str(pi.folder / "port")
        self.master, self._slave = os.openpty()
        tty.setraw(self._slave)
        os.symlink(os.ttyname(self._slave), self.path)
        pi.toml = f'[[seat]]\nport = "{self.path}"\n'
        pi.examine = lambda: devices(pi.case, LOOK_S)

    def say(self, data: bytes) -> None:
        os.write(self.master, data)

    def close(self) -> None:
        os.unlink(self.path)
        os.close(self.master)
        os.close(self._slave)


def node_reflash(pi: SickPi) -> Story:
    """Field report 93: the board's prompt is on the port instead of the seat link."""
    port = _Port(pi)
    port.say(b"\r\nAdafruit CircuitPython 9.2.1 on 2024-11-20; Raspberry Pi Pico\r\n>>> ")
    yield
    port.close()
    with NodeAt(port.path):
        assert pi.ids() == set()
    pi.toml = ""


def node_outdated(pi: SickPi) -> Story:
    port = _Port(pi)
    port.say(encode("BEEF", "0000", 0, 0, OTHER_VERSION))
    yield
    port.close()
    pi.toml = ""


def node_silent(pi: SickPi) -> Story:
    port = _Port(pi)
    yield
    port.close()
    pi.toml = ""


def node_busy(pi: SickPi) -> Story:
    """Field report 76: a second program uses the port."""
    port = _Port(pi)
    other = os.open(port.path, os.O_RDWR | os.O_NOCTTY)
    flock(other, LOCK_EX)
    yield
    flock(other, LOCK_UN)
    os.close(other)
    pi.examine = lambda: devices(pi.case, 0.3)
    assert "node_busy" not in pi.ids()
    port.close()


def node_no_reader(pi: SickPi) -> Story:
    """The reader had no power, or its TX was not wired, when the board started."""
    path = str(pi.folder / "port")
    pi.toml = f'[[seat]]\nport = "{path}"\n'
    pi.examine = lambda: devices(pi.case, LOOK_S)
    with NodeAt(path, reader=False):
        yield
    with NodeAt(path):
        assert pi.ids() == set()
    pi.toml = ""


def device_trouble(pi: SickPi) -> Story:
    """A mute reader at a seat that works otherwise."""
    path = str(pi.folder / "port")
    pi.toml = f'[[seat]]\nport = "{path}"\n'
    pi.examine = lambda: devices(pi.case, LOOK_S)
    with NodeAt(path) as node:
        node.fault("mute", True)
        node.until_mute()
        yield
        node.fault("mute", False)
    pi.toml = ""


def device_refused(pi: SickPi) -> Story:
    """A path that is not a serial port."""
    file = pi.folder / "port"
    file.touch()
    pi.toml = f'[[seat]]\nport = "{file}"\n'
    pi.examine = lambda: devices(pi.case, LOOK_S)
    yield
    pi.toml = ""


def device_lost(pi: SickPi) -> Story:
    pi.toml = f'[[seat]]\nnode = "{UID}"\n'
    pi.examine = lambda: devices(pi.case, 0.3)
    yield
    pi.toml = ""


def node_unseated(pi: SickPi) -> Story:
    """The doctor reports what the running service reports about its devices."""
    told = {"id": UID, "kind": "node", "seat": 0, "state": "waiting", "note": "link.unassigned"}
    with _running_service(pi, told):
        yield
        told |= {"seat": 2, "state": "connected", "note": ""}
        assert pi.ids() == set()


def node_twin(pi: SickPi) -> Story:
    """The running service hears two boards with one number."""
    told = {"id": UID, "kind": "node", "seat": 1, "state": "connected", "note": "link.twin"}
    with _running_service(pi, told):
        yield
        told |= {"note": ""}
        assert pi.ids() == set()


def button_stuck(pi: SickPi) -> Story:
    """A button of a node or on the Pi's pins is down all the time."""
    told = {"id": UID, "kind": "node", "seat": 3, "state": "connected", "note": "link.stuck_brake"}
    with _running_service(pi, told):
        assert pi.ids() == {"button_stuck"}
        told |= {"id": "GPIO5", "kind": "button", "note": "gpio.stuck"}
        yield
        told |= {"note": ""}
        assert pi.ids() == set()


def hall_away(pi: SickPi) -> Story:
    told = {"id": "10.0.0.7", "kind": "hall", "seat": 0, "state": "lost", "note": "hall.is_away"}
    with _running_service(pi, told):
        yield
        told |= {"state": "connected", "note": "hall.is_connected"}
        assert pi.ids() == set()


def part_ended(pi: SickPi) -> Story:
    """A bug has ended a thread of the running service, and its device is unknown."""
    health = {"ok": False, "ended": ["buttons", "buttons"]}
    device = {"id": "GPIO5", "kind": "button", "seat": 3, "state": "lost", "note": "link.bug"}
    with _service(pi, {"state": (200, {"devices": [device]}), "health": (503, health)}):
        pi.examine = lambda: [*threads(pi.case), *devices(pi.case)]
        assert [finding.params["part"].key for finding in pi.examine()] == ["run.part_buttons"]
        yield
        health["ended"] = []
        assert pi.ids() == set()
    assert list(threads(pi.case)) == [], "a service that does not answer"


@contextmanager
def _running_service(pi: SickPi, device: Mapping[str, Any]) -> Iterator[None]:
    """A web server that answers `GET /api/v1/state` with this device."""
    with _service(pi, {"state": (200, {"devices": [device]})}):
        pi.examine = lambda: devices(pi.case, 0.3)
        yield


@contextmanager
def _service(pi: SickPi, reports: Mapping[str, tuple[int, Any]]) -> Iterator[None]:
    """A web server that answers `GET /api/v1/NAME` with the report NAME: status and contents."""

    class Answers(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            status, report = reports.get(self.path.removeprefix("/api/v1/"), (404, None))
            self.send_response(status)
            self.end_headers()
            self.wfile.write(json.dumps(report).encode())

        def log_message(self, format: str, *args: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Answers) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        pi.write("/proc/101/cmdline", "companion\0run\0")
        pi.port = server.server_address[1]
        try:
            yield
        finally:
            server.shutdown()
            thread.join()
