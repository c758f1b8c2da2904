"""The emulated reader: its port, the Adafruit driver on it, and its scripts."""

import io
import os
import select
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import serial
from adafruit_pn532.uart import PN532_UART
from chip_lines import FOUND, SAM, SEARCH, UID

from companion.drivers.serial_port import Port
from companion.drivers.simulated.pn532_chip import ACK_S
from companion.drivers.simulated.pn532_ports import ReaderScript, SimulatedReader, main
from companion.protocols import pn532
from tests.patience import PATIENCE_S


@pytest.fixture
def reader(tmp_path: Path) -> Iterator[SimulatedReader]:
    with SimulatedReader(str(tmp_path / "reader")) as reader:
        yield reader


def await_bytes(port: Port, count: int) -> bytes:
    data, end = b"", time.monotonic() + PATIENCE_S
    while len(data) < count:
        assert time.monotonic() < end, data
        select.select([port], [], [], 0.1)
        data += port.read()
    return data


def test_the_port_is_at_its_path_and_can_be_replugged(reader: SimulatedReader) -> None:
    for _ in range(3):
        port = Port(reader.path)
        port.write(pn532.WAKE_UP + SAM)
        assert await_bytes(port, 15) == pn532.ACK + bytes.fromhex("0000FF02FED5151600")
        reader.unplug()
        reader.unplug()
        assert not os.path.lexists(reader.path)
        port.close()
        reader.plug()
        reader.plug()


@pytest.fixture
def adafruit(reader: SimulatedReader) -> Iterator[Any]:
    with serial.Serial(reader.path, 115200, timeout=0.05) as port:
        yield PN532_UART(port)


def test_the_adafruit_driver_accepts_the_emulated_chip(
    reader: SimulatedReader, adafruit: Any
) -> None:
    assert adafruit.firmware_version == (0x32, 1, 6, 7)
    reader.lay(UID)
    assert bytes(adafruit.read_passive_target(timeout=PATIENCE_S)) == bytes.fromhex(UID)
    assert bytes(adafruit.ntag2xx_read_block(3)) == bytes.fromhex("E1101200")
    assert adafruit.ntag2xx_write_block(5, b"\x01\x02\x03\x04")
    assert bytes(adafruit.ntag2xx_read_block(5)) == b"\x01\x02\x03\x04"
    assert adafruit.power_down()
    assert bytes(adafruit.read_passive_target(timeout=PATIENCE_S)) == bytes.fromhex(UID)
    reader.lift()
    assert adafruit.read_passive_target(timeout=0.02) is None


@pytest.mark.parametrize(
    ("name", "error"),
    [
        ("two", "More than one card"),
        ("nothing", "More than one card"),
        ("error", "unexpected command response"),
        ("extended", "length checksum"),
        ("bad_lcs", "length checksum"),
        ("bad_dcs", "did not match expected"),
    ],
)
def test_the_adafruit_driver_shows_its_known_faults(
    reader: SimulatedReader, adafruit: Any, name: str, error: str
) -> None:
    reader.lay(UID)
    reader.fault(name)
    with pytest.raises(RuntimeError, match=error):
        adafruit.read_passive_target(timeout=PATIENCE_S)


def test_the_adafruit_driver_loses_a_card_to_a_late_answer(
    reader: SimulatedReader, adafruit: Any
) -> None:
    reader.lay(UID)
    reader.fault("late")
    assert adafruit.read_passive_target(timeout=0.05) is None
    with pytest.raises(RuntimeError, match="expected ACK"):
        adafruit.read_passive_target(timeout=PATIENCE_S)


def do(reader: SimulatedReader, *lines: str) -> tuple[int, str]:
    out = io.StringIO()
    return ReaderScript(reader, out).run(lines), out.getvalue()


def test_a_script_has_a_verb_for_every_fault(reader: SimulatedReader) -> None:
    assert do(reader, "", "# a card", f"lay {UID}", "lay phone", "wait 0") == (0, "")
    assert len(reader.chip.tags) == 2
    do(reader, "lift", "mute 3", "fault late", "fault miss -1", "dribble 2 0.1", "slow 0.5")
    faults = reader.chip.faults
    assert (reader.chip.tags, faults.mute_after, faults.dribble, faults.slow_s) == (
        [],
        3,
        (2, 0.1),
        0.5,
    )
    assert (faults.count["late"], faults.count["miss"]) == (1, -1)
    do(reader, "fault miss 0", "misses 0011", "noise 0.5", "dead", "mute")
    assert (faults.count["miss"], faults.misses, reader.cable.rate) == (0, "0011", 0.5)
    assert (faults.dead, faults.mute) == (True, True)
    do(reader, "speak", "dead", "reset", "restart", "say 00 00FF", "unplug", "plug", "unplug")
    assert (faults.dead, faults.mute, reader.cable.plugged) == (False, False, False)


@pytest.mark.parametrize(
    "line",
    [
        "jump",
        "lay",
        "lay 0x04",
        "fault",
        "fault rain",
        "fault late x",
        "misses 02",
        "slow",
        "slow -1",
        "noise 7",
        "noise nan",
        "dribble 2",
        "dribble -1 0",
        "fault late -2",
        "mute -3",
        "lay 04A1B2C3 04A1B2C3",
        "lift now",
        "wait -1",
        'lay "04',
    ],
)
def test_an_invalid_line_is_reported_and_ends_the_script(
    reader: SimulatedReader, line: str
) -> None:
    status, said = do(reader, line, "lay phone")
    assert status == 2
    assert said.startswith(f"line 1: {line}\n? ")
    assert "fault NAME" in said
    assert reader.chip.tags == []


def test_help_lists_every_verb(reader: SimulatedReader) -> None:
    assert do(reader, "help")[1].count("\n") >= 15


def test_the_command_runs_a_script_from_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"lay {UID}\nwait 0\nlift\n"))
    assert main([str(tmp_path / "reader")]) == 0
    monkeypatch.setattr(sys, "stdin", io.StringIO("jump\n"))
    assert main([str(tmp_path / "reader")]) == 2
    assert list(tmp_path.iterdir()) == []


def test_an_invalid_path_is_reported_and_nothing_overwritten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    notes = tmp_path / "notes.txt"
    notes.write_text("mine")
    assert main([str(notes)]) == 2
    assert notes.read_text() == "mine"
    assert main([str(tmp_path / "nowhere" / "reader")]) == 2
    said = capsys.readouterr().err
    assert f"{notes}: File exists" in said
    assert "nowhere/reader: No such file" in said


def test_link_left_by_a_killed_reader_is_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "reader"
    for left in (path, tmp_path / "reader.new"):
        left.symlink_to("/dev/pts/none")
    monkeypatch.setattr(sys, "stdin", io.StringIO("lift\n"))
    assert main([str(path)]) == 0
    assert f'port = "{path}"' in capsys.readouterr().err, "as table.toml wants it"


def test_the_emulated_reader_works_with_the_service(tmp_path: Path) -> None:
    path = tmp_path / "reader"
    command = [sys.executable, "-m", "companion", "emulate", "reader", str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, bufsize=0) as process:
        assert process.stdin
        end = time.monotonic() + PATIENCE_S
        while not path.exists():
            assert time.monotonic() < end
            select.select([], [], [], 0.01)
        port = Port(str(path))
        process.stdin.write(f"lay {UID}\n".encode())
        port.write(pn532.WAKE_UP + SAM)
        await_bytes(port, 15)
        select.select([], [], [], 2 * ACK_S)
        port.write(SEARCH)
        assert await_bytes(port, len(pn532.ACK + FOUND)) == pn532.ACK + FOUND
        port.close()
        process.stdin.close()
        assert process.wait(PATIENCE_S) == 0
