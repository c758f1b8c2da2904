"""Driver of readers on the Pi's I2C and SPI, by `adafruit_pn532` on Blinka.

That library blocks, so these readers have a thread of their own that polls one after the other:
they may share a bus and be close together. Its answers are parsed by protocols/pn532.py, because
the library cannot tell no card from several. On a dead I2C bus it waits in a busy loop, so a slow
poll is followed by a pause of five times its length (hardware.md 1.5).
"""

import logging
import os
import termios
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, Protocol

from companion.config import Reader
from companion.drivers.nodes.node_events import Report
from companion.drivers.pi.reader_state import MUTE, NO_RESET, ReaderState
from companion.errors import DeviceLost
from companion.protocols import pn532
from companion.protocols.presence import TICKS
from companion.signals import Device

LOG = logging.getLogger("companion.readers")

PACE_S = 0.04
ANSWER_S = 0.1
"""Seconds that the library waits for the chip's ACK, and again for its answer."""

REST = 5
"""Pause after a failed poll or opening, as a multiple of its duration."""

BACKOFF_S = (0.25, 5.0)
STOP_S = 4.0
POOR = 0.2
"""Share of failed polls from which a bus is reported as poor."""

MEMORY = 32
"""Number of polls over which that share is averaged."""


_NO_BUS = (NotImplementedError, AttributeError, ImportError, FileNotFoundError, PermissionError)
"""Blinka's errors on a machine that is not a Pi, and for a bus that is switched off."""


class Pn532(Protocol):
    """The part of `adafruit_pn532.adafruit_pn532.PN532` that is used."""

    def send_command(self, command: int, params: bytes, timeout: float) -> bool: ...

    def process_response(
        self, command: int, response_length: int, timeout: float
    ) -> bytes | None: ...


class Buses(Protocol):
    """Opens chips on buses. `errors`: all errors that a poll may raise."""

    errors: tuple[type[Exception], ...]

    def open(self, reader: Reader) -> Pn532:
        """Open and wake the chip. Raises any error."""


class PiBuses:
    """Blinka's buses and pins. They are kept, because a pin cannot be claimed twice."""

    def __init__(self) -> None:
        self.errors: tuple[type[Exception], ...] = (
            RuntimeError,
            IndexError,
            TypeError,
            OSError,
            ValueError,
            termios.error,
        )
        self._buses: dict[str, Any] = {}
        self._pins: dict[int, Any] = {}

    def open(self, reader: Reader) -> Pn532:
        """Open and wake the chip. Raises any error."""
        os.environ["BLINKA_SKIP_DEPENDENCY_CHECK"] = "1"  # otherwise Blinka asks on the terminal
        from adafruit_pn532.adafruit_pn532 import BusyError

        self.errors = (*self.errors[:6], BusyError)
        reset = self._pin(reader.reset)
        if reader.bus == "i2c":
            from adafruit_pn532.i2c import PN532_I2C

            i2c: Pn532 = PN532_I2C(self._bus("i2c"), reset=reset, req=self._pin(reader.req))
            return i2c
        from adafruit_pn532.spi import PN532_SPI

        spi: Pn532 = PN532_SPI(self._bus("spi"), self._pin(reader.cs), reset=reset)
        return spi

    def _bus(self, name: str) -> Any:
        if name not in self._buses:
            import board
            import busio

            self._buses[name] = (
                busio.I2C(board.SCL, board.SDA)
                if name == "i2c"
                else busio.SPI(board.SCK, board.MOSI, board.MISO)
            )
        return self._buses[name]

    def _pin(self, number: int | None) -> Any:
        if number is None:
            return None
        if number not in self._pins:
            import board
            import digitalio

            self._pins[number] = digitalio.DigitalInOut(getattr(board, f"D{number}"))
        return self._pins[number]


@contextmanager
def on_port(path: str, timeout_s: float) -> Iterator[Callable[[], bool]]:
    """Open the Adafruit driver on a serial port, as in its guide, for the benchmark.

    Yields a function that polls once and returns whether a card is there. It blocks for up to
    `timeout_s` and may raise RuntimeError.
    """
    import serial
    from adafruit_pn532.uart import PN532_UART

    with serial.Serial(path, 115200, timeout=timeout_s) as port:
        chip = PN532_UART(port)
        yield lambda: chip.read_passive_target(timeout=timeout_s) is not None


class BusReader:
    """One reader on a bus. Belongs to the thread of `BusReaders`."""

    def __init__(self, reader: Reader, post: Callable[[Report], None], buses: Buses):
        self.state = ReaderState(
            reader, name_of(reader), post, NO_RESET if reader.reset is None else MUTE
        )
        self.due_at = 0.0
        self._reader = reader
        self._buses = buses
        self._chip: Pn532 | None = None
        self._wait_s = BACKOFF_S[0]
        self._bad = 0.0

    def turn(self) -> None:
        """Open or poll the chip, and set the time of the next turn."""
        began = time.monotonic()
        if self._chip is None:
            self._open(self._buses)
            took = time.monotonic() - began
            rest = PACE_S if self._chip else max(self._wait_s, REST * took)
        else:
            result = search(self._chip, self._buses.errors)
            took = time.monotonic() - began
            self._take(result)
            rest = max(PACE_S - took, REST * took if result[0] == "fault" else 0.0)
        self.due_at = time.monotonic() + rest

    def _open(self, buses: Buses) -> None:
        try:
            chip = opened(self._reader, buses)
        except Exception as error:
            if self.state.closed(trouble(error) or self.state.mute_note):
                LOG.warning("%s: %r", self.state.device.id, error)
            self._wait_s = min(BACKOFF_S[1], 2 * self._wait_s)
            return
        self._chip = chip
        self._wait_s = BACKOFF_S[0]
        self.state.opened()
        self.state.take(("ready",), _ticks())

    def _take(self, result: tuple[str, ...]) -> None:
        self._bad += ((result[0] == "fault") - self._bad) / MEMORY
        self.state.hint = "reader.poor_bus" if self._bad > POOR else ""
        self.state.take(result, _ticks())
        if self.state.mute:
            self._chip = None  # reopen it, which also resets it


class BusReaders:
    """The driver of readers on I2C and SPI. `start` first, `close` last; `post` gets signals."""

    def __init__(
        self,
        readers: Sequence[Reader],
        post: Callable[[Report], None],
        buses: Buses | None = None,
    ):
        self._post = post
        chosen = buses or PiBuses()
        self._readers = [BusReader(each, post, chosen) for each in readers]
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="bus readers", daemon=True)
        self._turned_at = time.monotonic()

    def start(self) -> None:
        """Start the thread. Never waits for the hardware."""
        for device in self.devices():
            self._post(device)
        self._thread.start()

    def devices(self) -> list[Device]:
        """Every reader's state."""
        return [reader.state.device for reader in self._readers]

    def quiet_s(self) -> float:
        """Seconds since the thread last finished a turn."""
        return time.monotonic() - self._turned_at

    def close(self) -> None:
        """Stop the thread."""
        self._ended.set()
        if self._thread.is_alive():
            self._thread.join(STOP_S)
            if self._thread.is_alive():
                raise DeviceLost("link.will_not_stop")

    def _run(self) -> None:
        wait_s = 0.0
        while not self._ended.wait(wait_s):
            self._turned_at = now = time.monotonic()
            for reader in self._readers:
                if reader.due_at <= now and not self._ended.is_set():
                    self._turned_at = time.monotonic()  # a missing chip takes seconds to fail
                    self._turn(reader)
            due_at = min(reader.due_at for reader in self._readers)
            wait_s = min(1.0, max(0.0, due_at - time.monotonic()))

    def _turn(self, reader: BusReader) -> None:
        """Give a reader its turn; log an unexpected error, so that the others go on."""
        try:
            reader.turn()
        except Exception:
            LOG.exception("%s: this is a bug", reader.state.device.id)
            with suppress(Exception):
                reader.state.closed("reader.failed")
            reader.due_at = time.monotonic() + BACKOFF_S[1]


def name_of(reader: Reader) -> str:
    """The permanent id of a reader on a bus, such as "I2C" or "SPI, GPIO8"."""
    return "I2C" if reader.bus == "i2c" else f"SPI, GPIO{reader.cs}"


def opened(reader: Reader, buses: Buses) -> Pn532:
    """Open and set up a chip. Raises any error."""
    chip = buses.open(reader)
    _ask(chip, pn532.passive_retries(0))
    return chip


def search(chip: Pn532, errors: tuple[type[Exception], ...]) -> tuple[str, ...]:
    """Search once for a card, then turn the field off, ignoring errors of that step.

    `errors`: all errors that the library may raise. Returns a result as ReaderChip.next_result.
    """
    try:
        answer = _ask(chip, pn532.in_list_passive_target())
    except errors:
        return ("fault", "bus")
    with suppress(*errors):
        _ask(chip, pn532.rf_field(False))
    return pn532.found(answer)


def trouble(error: Exception) -> str:
    """The message key for a chip that cannot be opened, "" if it does not answer."""
    if isinstance(error, ModuleNotFoundError):
        return "reader.no_package"
    return "reader.no_bus" if isinstance(error, _NO_BUS) else ""


def _ask(chip: Pn532, payload: bytes) -> bytes:
    """Send a command; returns its answer. Raises the library's errors, RuntimeError for silence."""
    if not chip.send_command(payload[0], payload[1:], ANSWER_S):
        raise RuntimeError("no ACK")
    answer = chip.process_response(payload[0], 64, ANSWER_S)
    if answer is None:
        raise RuntimeError("no answer")
    return bytes(answer)


def _ticks() -> int:
    return int(time.monotonic() * 1000) % TICKS
