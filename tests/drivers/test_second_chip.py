"""A second reader chip needs only a class and a line in CHIPS."""

import os
import tty
from collections.abc import Iterator
from pathlib import Path
from queue import SimpleQueue

import pytest

from companion.config import Reader
from companion.drivers.pi.serial_readers import Readers
from companion.protocols.chips import CHIPS
from companion.signals import Tag
from companion.table_file.file import load
from firmware.reader import UartReader

UID = "04A1B2C3D4E5F6"


class LineChip:
    """A chip that answers "?" with a uid and a line feed, "-" for no card."""

    ready, reset = True, False

    def __init__(self, now: int) -> None:
        self._out = self._in = b""
        self._asked = False
        self._results: list[tuple[str, ...]] = []
        self.restart(now)

    @property
    def idle(self) -> bool:
        return not self._asked

    def restart(self, now: int) -> None:
        self._asked, self._results = False, [("ready",)]

    def poll(self, now: int) -> None:
        self._asked, self._out = True, b"?"

    def receive_data(self, data: bytes, now: int) -> None:
        self._in += data

    def tick(self, now: int) -> None:
        """Do nothing: this chip has no timers."""

    def data_to_send(self) -> bytes:
        data, self._out = self._out, b""
        return data

    def next_result(self) -> tuple[str, ...] | None:
        if self._results:
            return self._results.pop()
        line, end, rest = self._in.partition(b"\n")
        if not end:
            return None
        self._in, self._asked = rest, False
        return ("none",) if line == b"-" else ("tag", line.decode(), "0044", "00")

    def due(self, now: int) -> int:
        return 0 if self._results or self._out or b"\n" in self._in else 1000

    def rest(self, now: int) -> int:
        return 0


@pytest.fixture(autouse=True)
def _second_chip(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(CHIPS, "line", LineChip)


@pytest.fixture
def pty() -> Iterator[tuple[int, str]]:
    master, slave = os.openpty()
    tty.setraw(slave)
    yield master, os.ttyname(slave)
    os.close(slave)
    os.close(master)


def test_driver_reads_a_card_with_the_second_chip(pty: tuple[int, str]) -> None:
    master, path = pty
    posted: SimpleQueue[object] = SimpleQueue()
    readers = Readers([Reader(path, seat=2, chip="line")], posted.put)
    readers.start()
    try:
        while True:
            assert os.read(master, 1) == b"?"
            os.write(master, f"{UID}\n".encode())
            while not posted.empty():
                signal = posted.get()
                if isinstance(signal, Tag):
                    assert (signal.uid, signal.seat) == (UID, 2)
                    assert readers.devices()[0].state == "connected"
                    return
    finally:
        readers.close()


def test_board_reads_a_card_with_the_second_chip() -> None:
    class Uart:
        """A serial port in memory."""

        waiting = b""

        @property
        def in_waiting(self) -> int:
            return len(self.waiting)

        def read(self, nbytes: int) -> bytes:
            data, self.waiting = self.waiting[:nbytes], self.waiting[nbytes:]
            return data

        def write(self, data: bytes) -> int:
            self.waiting += f"{UID}\n".encode()
            return len(data)

    reader = UartReader(Uart(), lambda high: None, 0, "line")
    results = [reader.poll(now) for now in range(0, 100, 10)]
    assert ("tag", UID, "0044", "00") in results


def test_table_toml_names_the_chip(tmp_path: Path) -> None:
    table = tmp_path / "table.toml"
    table.write_text('[[reader]]\nport = "/dev/serial0"\nchip = "line"\n')
    assert load(table).readers[0].chip == "line"
    table.write_text('[[reader]]\nport = "/dev/serial0"\n')
    assert load(table).readers[0].chip == "pn532"


@pytest.mark.parametrize(
    ("line", "wrong"),
    [('port = "/dev/serial0"', "no-such-chip"), ('bus = "i2c"', "line")],
    ids=["unknown", "no chip of the bus driver"],
)
def test_other_chip_is_refused_at_its_line(tmp_path: Path, line: str, wrong: str) -> None:
    table = tmp_path / "table.toml"
    table.write_text(f'[[reader]]\n{line}\nchip = "{wrong}"\n')
    config = load(table)
    assert config.readers == ()
    assert config.faults[0].params["line"] == 3
    assert "pn532" in config.faults[0].params["allowed"]
