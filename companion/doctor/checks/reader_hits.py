"""Measure how well a reader reads: poll it with a card on it and count the hits.

A reader that misses many polls is too far from the card, too near to metal or to another antenna,
or short of current (hardware.md 1.7).
"""

import select
import time
from collections.abc import Callable

from companion.config import Reader
from companion.doctor.finding import Finding, found
from companion.drivers.pi.pn532_bus import Buses, PiBuses, name_of, opened, search, trouble
from companion.drivers.reconnecting_port import ReconnectingPort
from companion.drivers.serial_port import Port
from companion.errors import DeviceLost
from companion.games.game import Say
from companion.protocols.chips import CHIPS, DEFAULT_CHIP, ReaderChip
from companion.protocols.presence import TICKS

POLLS = 50
WEAK = 0.9
"""Least share of hits of a good reader: one miss in ten does not yet interrupt a card."""

MOST_S = 15.0

Result = tuple[str, ...]
"""A result of ReaderChip.next_result."""


def reader(
    path: str,
    polls: int = POLLS,
    most_s: float = MOST_S,
    lay: Callable[[], None] = lambda: None,
    chip: str = DEFAULT_CHIP,
) -> Finding:
    """Poll a reader on a serial port `polls` times. `lay` asks for a card once the port is open."""
    connection = ReconnectingPort(path)
    try:
        port = connection.open(time.monotonic())
        if port is None:
            return found("reader_closed", port=path, what=Say(connection.note, {"id": path}))
        lay()
        return _judged(path, polls, _counted(port, CHIPS[chip](_ticks()), polls, most_s))
    except DeviceLost:
        return found("reader_mute", port=path)
    finally:
        connection.close()


def on_bus(
    reader: Reader,
    polls: int = POLLS,
    lay: Callable[[], None] = lambda: None,
    buses: Buses | None = None,
) -> Finding:
    """Poll a reader on I2C or SPI `polls` times; see `reader`."""
    name, buses = name_of(reader), buses or PiBuses()
    try:
        chip = opened(reader, buses)
    except Exception as error:
        note = trouble(error)
        if not note:
            return found("reader_mute", port=name)
        return found("reader_closed", port=name, what=Say(note, {"id": name}))
    lay()
    return _judged(name, polls, [search(chip, buses.errors) for _ in range(polls)])


def _counted(port: Port, chip: ReaderChip, polls: int, most_s: float) -> list[Result]:
    """Poll, and collect each poll's result. Raises DeviceLost."""
    until = time.monotonic() + most_s
    told: list[Result] = []
    while len(told) < polls and time.monotonic() < until:
        ticks = _ticks()
        chip.poll(ticks)
        chip.tick(ticks)
        _write(port, chip.data_to_send())
        ready, _, _ = select.select([port], [], [], chip.due(ticks) / 1000)
        if ready:
            chip.receive_data(port.read(), _ticks())
        while result := chip.next_result():
            if result[0] not in ("ready", "reopen"):
                told.append(result)
    return told


def _write(port: Port, data: bytes) -> None:
    while data:
        data = data[port.write(data) :]
        if data:
            select.select([], [port], [])


def _judged(path: str, polls: int, told: list[Result]) -> Finding:
    kinds = {result[0] for result in told}
    cards = {result[1] for result in told if result[0] == "tag"}
    hits = sum(result[0] == "tag" for result in told)
    said = {"port": path, "hits": hits, "polls": polls}
    if kinds <= {"fault"}:
        return found("reader_mute", **said)
    if "two" in kinds or len(cards) > 1:
        return found("reader_two", **said)
    if not hits:
        return found("reader_no_card", **said)
    return found("reader_weak" if hits < WEAK * polls else "fine_reader", **said)


def _ticks() -> int:
    return int(time.monotonic() * 1000) % TICKS
