"""The reader chips supported on a serial port, on the Pi and on a seat's board.

A new chip is a class and a line in `CHIPS`. The same file runs on the board.
"""

from companion.protocols.pn532_chip import Chip

try:
    from collections.abc import Callable
    from typing import Protocol
except ImportError:  # CircuitPython has neither and ignores annotations
    Protocol = object  # type: ignore[assignment]


class ReaderChip(Protocol):
    """The driver of one chip on a serial line: bytes and ticks in, results and bytes out.

    Ticks are milliseconds modulo 2**29. `ready`: it is set up. `reset`: its reset line has to be
    held low.
    """

    ready: bool
    reset: bool

    @property
    def idle(self) -> bool:
        """Whether it is ready with no command in progress, so that `poll` can be called."""

    def restart(self, now: int) -> None:
        """Wake the chip and set it up, after its port was opened or it lost power."""

    def poll(self, now: int) -> None:
        """Search for cards once, if idle."""

    def receive_data(self, data: bytes, now: int) -> None:
        """Process bytes from the line."""

    def tick(self, now: int) -> None:
        """Handle timeouts and send the next command."""

    def data_to_send(self) -> bytes:
        """The bytes to write now."""

    def next_result(self) -> "tuple[str, ...] | None":
        """The oldest result, or None (docs/adding-hardware.md lists them)."""

    def due(self, now: int) -> int:
        """Milliseconds until the next action if no byte arrives; 0 for now."""

    def rest(self, now: int) -> int:
        """Milliseconds in which no bytes have to be read."""


CHIPS: "dict[str, Callable[[int], ReaderChip]]" = {"pn532": Chip}
"""Name in table.toml -> factory of the chip, called with the current ticks."""

BUS_CHIPS = ("pn532",)
"""The chips that the Pi's driver for I2C and SPI knows (drivers/pi/pn532_bus.py)."""

DEFAULT_CHIP = "pn532"
