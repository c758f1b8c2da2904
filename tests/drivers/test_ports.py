"""Serial ports: finding, opening, reading and writing them, and their errors."""

import os
import tty
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from serial.tools import list_ports

from companion.drivers.serial_port import Port, Ports
from companion.errors import DeviceLost


@dataclass
class Pty:
    """A port whose other end the test holds."""

    path: str
    master: int

    def hang_up(self) -> None:
        os.close(self.master)
        self.master = -1


@pytest.fixture
def pty() -> Iterator[Pty]:
    master, slave = os.openpty()
    tty.setraw(slave)
    pty = Pty(os.ttyname(slave), master)
    os.close(slave)
    yield pty
    if pty.master >= 0:
        os.close(pty.master)


@dataclass
class Found:
    """A port in pyserial's list."""

    device: str
    interface: str | None


def test_only_data_ports_of_circuitpython_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = [
        Found("/dev/ttyACM0", "CircuitPython CDC control"),
        Found("/dev/ttyACM1", "CircuitPython CDC2 control"),
        Found("/dev/ttyACM2", "Modem"),
        Found("/dev/ttyACM3", None),
    ]
    others = ["ttyAMA0", "tty", "serial"]
    monkeypatch.setattr(
        os, "listdir", lambda folder: [*(port.device[5:] for port in machine), *others]
    )
    monkeypatch.setattr(list_ports, "comports", lambda: machine)
    ports = Ports()
    assert ports() == ("/dev/ttyACM1",)
    monkeypatch.setattr(list_ports, "comports", lambda: pytest.fail("nothing has changed"))
    assert ports() == ("/dev/ttyACM1",)
    machine.pop(1)
    monkeypatch.setattr(list_ports, "comports", lambda: machine)
    assert ports() == ()


def test_bytes_go_both_ways_as_they_are(pty: Pty) -> None:
    port = Port(pty.path)
    every = bytes(range(256))
    assert port.write(every) == 256
    assert os.read(pty.master, 300) == every
    os.write(pty.master, every)
    assert port.read() == every
    assert port.read() == b""
    port.close()


def test_bytes_from_before_the_open_are_read(pty: Pty) -> None:
    keeper = os.open(pty.path, os.O_RDWR | os.O_NOCTTY)
    os.write(pty.master, b"HELLO")
    port = Port(pty.path)
    assert port.read() == b"HELLO"
    port.close()
    os.close(keeper)


def test_a_full_port_accepts_nothing_and_does_not_block(pty: Pty) -> None:
    port = Port(pty.path)
    taken = 0
    while took := port.write(b"x" * 4096):
        taken += took
    assert taken >= 4096, "it took something until it was full"
    port.close()


def test_reading_and_writing_a_pulled_cable_raise_device_lost(pty: Pty) -> None:
    port = Port(pty.path)
    pty.hang_up()
    with pytest.raises(DeviceLost, match=r"link\.missing"):
        port.read()
    with pytest.raises(DeviceLost, match=r"link\.missing"):
        port.write(b"x")
    port.close()


def test_a_port_is_exclusive_until_closed(pty: Pty) -> None:
    port = Port(pty.path)
    with pytest.raises(DeviceLost, match=r"link\.port_busy"):
        Port(pty.path)
    port.close()
    Port(pty.path).close()


@pytest.mark.parametrize(
    ("path", "note"),
    [
        ("/dev/none", "link.missing"),
        ("/dev/null", "link.port_unusable"),
        ("/dev", "link.port_unusable"),
        ("/dev/a\0b", "link.port_unusable"),
    ],
)
def test_an_unavailable_port_raises_its_reason(path: str, note: str) -> None:
    before = len(os.listdir("/proc/self/fd"))
    with pytest.raises(DeviceLost) as caught:
        Port(path)
    assert str(caught.value) == note
    assert len(os.listdir("/proc/self/fd")) == before


@pytest.mark.skipif(os.geteuid() == 0, reason="root may open everything")
def test_a_port_of_another_group_raises_no_permission(pty: Pty) -> None:
    os.chmod(pty.path, 0)
    with pytest.raises(DeviceLost, match=r"link\.no_permission"):
        Port(pty.path)
