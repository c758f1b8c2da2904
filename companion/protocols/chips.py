"""The reader chips that can hang at a serial port: on the Pi as on a seat's board.

A new chip is a class and a line in `CHIPS`. The very same file runs on the board.
"""

from companion.protocols.pn532_chip import Chip

try:
    from collections.abc import Callable
    from typing import Protocol
except ImportError:  # CircuitPython has neither, and evaluates no annotation
    Protocol = object  # type: ignore[assignment]


class ReaderChip(Protocol):
    """One chip at the other end of a serial line, as a value: bytes and ticks in, results out.

    Ticks are milliseconds modulo 2**29. `ready`: it is set up. `reset`: its reset line is to be
    held low.
    """

    ready: bool
    reset: bool

    @property
    def idle(self) -> bool:
        """Whether it is ready and nothing is under way, so that `poll` may be called."""

    def restart(self, now: int) -> None:
        """Wake the chip and set it up: its port was opened, or it was without power."""

    def poll(self, now: int) -> None:
        """Look for a card."""

    def receive_data(self, data: bytes, now: int) -> None:
        """Take in what the line brought."""

    def tick(self, now: int) -> None:
        """Let time pass."""

    def data_to_send(self) -> bytes:
        """What is to be written to the line now, b"" for nothing."""

    def next_result(self) -> "tuple[str, ...] | None":
        """The next result, None if there is none (docs/adding-hardware.md lists them)."""

    def due(self, now: int) -> int:
        """Milliseconds until `tick` has something to do, at least 0."""

    def rest(self, now: int) -> int:
        """Milliseconds that the chip still needs before the next poll, at least 0."""


CHIPS: "dict[str, Callable[[int], ReaderChip]]" = {"pn532": Chip}
"""Name in table.toml -> what makes such a chip, given the time."""

DEFAULT_CHIP = "pn532"
