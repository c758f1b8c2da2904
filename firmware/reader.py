"""A card reader on a serial port; port and chip are passed in, for board and simulation."""

from companion.protocols.chips import CHIPS, DEFAULT_CHIP
from companion.protocols.presence import passed

try:
    from collections.abc import Callable
    from typing import Protocol
except ImportError:  # CircuitPython has neither module and ignores annotations
    Protocol = object  # type: ignore[assignment]

PACE_MS = 20  # from the start of a poll to the next


class Uart(Protocol):
    """A non-blocking serial port, like busio.UART with `timeout` 0."""

    @property
    def in_waiting(self) -> int:
        """The number of bytes received."""

    def read(self, nbytes: int) -> bytes | None:
        """Read at most `nbytes` bytes."""

    def write(self, data: bytes) -> int | None:
        """Send all bytes; the longest command takes 2 ms."""


class UartReader:
    """A card reader, as seat.CardReader. `reset` sets RSTPD_N; True is high. `chip`: in CHIPS."""

    def __init__(
        self,
        uart: Uart,
        reset: "Callable[[bool], None]",
        now: int,
        chip: str = DEFAULT_CHIP,
    ):
        self.chip = CHIPS[chip](now)
        self._uart = uart
        self._reset = reset
        self._is_high = True
        self._polled_ms = now

    def poll(self, now: int) -> tuple[str, ...] | None:
        """Service the line. Returns the result of a poll since the last call, or None."""
        chip = self.chip
        count = self._uart.in_waiting
        if count:
            chip.receive_data(self._uart.read(count) or b"", now)
        chip.tick(now)
        if chip.idle and passed(now, self._polled_ms) >= PACE_MS:
            self._polled_ms = now
            chip.poll(now)
        data = chip.data_to_send()
        if data:
            self._uart.write(data)
        if chip.reset == self._is_high:
            self._is_high = not chip.reset
            self._reset(self._is_high)
        result = chip.next_result()
        while result and result[0] in ("ready", "reopen"):
            result = chip.next_result()
        return result
