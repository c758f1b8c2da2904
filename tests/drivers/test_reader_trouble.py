"""The Pi's own readers in trouble: mute, dead, broken ports, bugs (field reports 15 to 35)."""

import errno
import os
import termios
import threading
import time
from pathlib import Path
from statistics import median
from typing import Any

import pytest
from reader_rig import SLOTS, A, B, C, Lines, Rig

from companion.config import Reader
from companion.drivers import serial_port as ports
from companion.drivers.pi.serial_readers import Readers
from companion.drivers.serial_port import Port
from companion.drivers.simulated.pn532_ports import SimulatedReader
from companion.protocols import pn532, pn532_chip, presence
from companion.signals import Device, Tag
from tests.patience import PATIENCE_S, Pace


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a reader count as mute after half a second."""
    monkeypatch.setattr(presence, "MUTE_MS", 500)
    monkeypatch.setattr(pn532_chip, "MUTE_MS", 900)  # reported first, then reset
    monkeypatch.setattr(pn532_chip, "MUTE_RETRY_MS", 50)


def test_field_report_15_a_mute_reader_is_reported_once_within_3_s(
    tmp_path: Path,
) -> None:
    with Rig(tmp_path, *SLOTS) as rig:
        rig.connected()
        path = rig.config[1].port
        rig.chips[1].do(lambda chip: setattr(chip.faults, "mute", True))
        with Pace() as pace:
            times = [rig.tap(0, A)[1], rig.tap(2, B)[1]]
            lost = rig.take(Device)
        assert 2 < pace.took_s <= pace.allows(3.2)
        assert (lost.id, lost.state, lost.note) == (path, "lost", "reader.no_reset")
        assert median(times) <= pace.allows(0.5)
        rig.chips[1].do(lambda chip: setattr(chip.faults, "mute", False))
        rig.chips[1].do(lambda chip: chip.power_on())
        rig.chips[1].lay(C)
        assert rig.devices(1) == [(path, "connected", "")]
        assert rig.take(Tag).uid == C


def test_field_report_16_answers_to_an_earlier_session_do_no_harm(tmp_path: Path) -> None:
    with SimulatedReader(str(tmp_path / "reader-0")) as chip:
        chip.do(lambda sim: sim.say(bytes.fromhex("0000FF02FED5151600"), time.monotonic()))
        told: list[Any] = []
        is_there = threading.Event()

        def post(report: Any) -> None:
            told.append(report)
            if isinstance(report, Device) and report.state == "connected":
                is_there.set()

        readers = Readers([Reader(chip.path)], post)
        readers.start()
        assert is_there.wait(PATIENCE_S), told
        readers.close()


@pytest.mark.usefixtures("quick")
def test_field_report_18_a_dead_reader_is_reset_by_its_line(tmp_path: Path) -> None:
    lines = Lines()
    with Rig(tmp_path, (1, None), reset=25, lines=lines) as rig:
        lines.chip = rig.chips[0]
        rig.connected()
        path = rig.config[0].port
        rig.chips[0].do(lambda chip: setattr(chip.faults, "dead", True))
        assert rig.devices(2) == [(path, "lost", "link.reader_mute"), (path, "connected", "")]
        assert lines.levels == [False, True]
    assert lines.closed


@pytest.mark.usefixtures("quick")
def test_field_report_18_without_the_line_the_cure_is_reported(tmp_path: Path) -> None:
    with Rig(tmp_path, (1, None), reset=24, lines=Lines()) as rig:
        rig.connected()
        path = rig.config[0].port
        rig.chips[0].do(lambda chip: setattr(chip.faults, "dead", True))
        assert rig.devices(1) == [(path, "lost", "reader.no_reset")]
        rig.chips[0].unplug()
        assert rig.devices(1) == [(path, "lost", "link.missing")]
        rig.chips[0].do(lambda chip: setattr(chip.faults, "dead", False))
        rig.chips[0].plug()
        rig.connected()


class BadOs:
    """A stand-in os whose next read of the port fails."""

    def __init__(self, error: Exception):
        self._error: Exception | None = error

    def __getattr__(self, name: str) -> Any:
        return getattr(os, name)

    def read(self, fd: int, count: int) -> bytes:
        if self._error:
            error, self._error = self._error, None
            raise error
        return os.read(fd, count)


@pytest.mark.parametrize(
    "error",
    [
        OSError(errno.ENODEV, "No such device"),
        OSError(errno.EIO, "Input/output error"),
        termios.error(5, "Input/output error"),
        TypeError("closed by somebody else"),
    ],
    ids=repr,
)
def test_field_report_35_a_broken_port_is_reopened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    with Rig(tmp_path, (1, None)) as rig:
        rig.connected()
        monkeypatch.setattr(ports, "os", BadOs(error))
        path, state, _ = rig.devices(1)[0]
        assert (path, state in ("lost", "refused")) == (rig.config[0].port, True)
        rig.connected()
        assert rig.tap(0, A)[0].uid == A


def test_a_bug_at_one_reader_is_logged_and_stops_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    real = pn532.found

    def found(data: bytes) -> tuple[str, ...]:
        result = real(data)
        if result[1:2] == (B,):
            raise ZeroDivisionError("a bug")
        return result

    with Rig(tmp_path, (1, None), (2, None)) as rig:
        rig.connected()
        monkeypatch.setattr(pn532, "found", found)
        rig.chips[0].lay(B)
        lost = rig.take(Device)
        assert (lost.id, lost.state, lost.note) == (rig.config[0].port, "lost", "reader.failed")
        assert rig.tap(1, A)[0].seat == 2
        rig.chips[0].lift()
        rig.take(Device, lambda device: device.state == "connected")
        assert rig.tap(0, C)[0].uid == C
    assert "this is a bug" in caplog.text
    assert "ZeroDivisionError" in caplog.text


def test_a_readers_port_in_use_is_opened_once_it_is_free(
    tmp_path: Path,
) -> None:
    with SimulatedReader(str(tmp_path / "reader")) as chip:
        port = Port(chip.path)
        states: list[tuple[str, str]] = []
        changed = threading.Condition()

        def post(report: Any) -> None:
            with changed:
                states.append((report.state, report.note))
                changed.notify()

        readers = Readers([Reader(chip.path)], post, backoff_s=(0.05, 0.1))
        readers.start()
        with changed:
            assert changed.wait_for(
                lambda: states[-1:] == [("refused", "link.port_busy")], PATIENCE_S
            )
            port.close()
            assert changed.wait_for(lambda: states[-1:] == [("connected", "")], PATIENCE_S)
        readers.close()


@pytest.mark.usefixtures("quick")
def test_a_console_that_echoes_on_the_port_is_reported(tmp_path: Path) -> None:
    chip = SimulatedReader(str(tmp_path / "echo"))
    chip.plug()
    chip.cable.read(1)
    notes: list[str] = []
    named = threading.Event()

    def post(report: Device | Any) -> None:
        notes.append(report.note)
        if report.note == "reader.echo":
            named.set()

    readers = Readers([Reader(chip.path)], post)
    readers.start()
    end = time.monotonic() + PATIENCE_S
    while not named.is_set():
        assert time.monotonic() < end, notes
        chip.cable.write(chip.cable.read(100))
        named.wait(0.001)
    readers.close()
    chip.unplug()
