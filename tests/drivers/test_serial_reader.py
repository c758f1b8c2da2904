"""One serial reader without its thread: its first bytes, and a full port."""

import os
import select
import tty
from collections.abc import Iterator
from typing import Any

import pytest

from companion.config import Reader
from companion.drivers.pi.pn532_serial import FULL_MS, PACE_MS, Ring, SerialReader
from companion.drivers.serial_port import Port
from companion.errors import DeviceLost
from companion.protocols import pn532
from companion.protocols.pn532_chip import FAR_MS


@pytest.fixture
def pty() -> Iterator[tuple[str, int]]:
    master, slave = os.openpty()
    tty.setraw(slave)
    os.set_blocking(master, False)
    yield os.ttyname(slave), master
    os.close(slave)
    os.close(master)


def heard(master: int, count: int) -> bytes:
    data = b""
    while len(data) < count:
        assert select.select([master], [], [], 5.0)[0], data
        data += os.read(master, 100)
    return data


def test_the_first_bytes_wake_the_chip_and_set_it_up(pty: tuple[str, int]) -> None:
    reader = SerialReader(Reader(pty[0]), lambda report: None, 0)
    assert reader.due(0) == FAR_MS
    assert reader.open(0.0, 0)
    assert not reader.open(0.1, 100)
    reader.step(0)
    reader.step(20)
    told = pn532.WAKE_UP + pn532.command(*pn532.sam_configuration())
    assert heard(pty[1], len(told)) == told
    reader.lose("link.missing", 0.1)
    reader.step(40)
    reader.read(40)
    reader.connection.close()


def step_for(reader: SerialReader, ms: int, dues: set[int]) -> None:
    for ticks in range(0, ms, 10):
        reader.step(ticks)
        dues.add(reader.due(ticks))


def test_a_port_that_accepts_nothing_is_given_up(
    pty: tuple[str, int],
) -> None:
    filler = Port(pty[0])
    while filler.write(b"x" * 4096):
        pass
    reader = SerialReader(Reader(pty[0]), lambda report: None, 0)
    reader.connection.port = filler
    dues: set[int] = set()
    with pytest.raises(DeviceLost):
        step_for(reader, 200_000, dues)
    assert FULL_MS in dues
    filler.close()


def test_a_ring_without_ready_readers_is_never_due(pty: tuple[str, int]) -> None:
    told: list[Any] = []
    ring = Ring([SerialReader(Reader(pty[0]), told.append, 0)], 0)
    ring.step(PACE_MS)
    assert ring.due(PACE_MS) == FAR_MS
