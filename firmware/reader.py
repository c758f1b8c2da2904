"""A reader at a serial port, with port and chip passed in: the same on the board and simulated."""

from companion.protocols.chips import CHIPS, DEFAULT_CHIP
from companion.protocols.presence import passed

try:
    from collections.abc import Callable
    from typing import Protocol
except ImportError:  # CircuitPython has none, and looks at no annotation
    Protocol = object  # type: ignore[assignment]

PACE_MS = 20  # from the start of a poll to the next


class Uart(Protocol):
    """A serial port that nobody waits for, as busio.UART with `timeout` 0."""

    @property
    def in_waiting(self) -> int:
        """How many bytes came."""

    def read(self, nbytes: int) -> bytes | None:
        """At most so many of them."""

    def write(self, data: bytes) -> int | None:
        """Send them all: the longest takes 2 ms."""


class UartReader:
    """seat.CardReader. `reset` sets RSTPD_N, True is high. `chip`: a name of CHIPS."""

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
        """A round of the line. What came of a poll since the last round, None if nothing did."""
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
