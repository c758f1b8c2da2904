"""A reader on a serial port: port, chip and reset line; and rings of readers that take turns.

Belongs to the thread of serial_readers.py. `now` is in seconds of the monotonic clock, `ticks` the
same time in milliseconds, wrapping.
"""

from collections.abc import Callable, Sequence

from companion.config import Reader
from companion.drivers.nodes.node_events import Report
from companion.drivers.pi.reader_state import MUTE, NO_RESET, ReaderState
from companion.drivers.pi.reset_lines import Line
from companion.drivers.reconnecting_port import BACKOFF_S, ReconnectingPort
from companion.errors import DeviceLost
from companion.protocols.chips import CHIPS
from companion.protocols.pn532_chip import FAR_MS
from companion.protocols.presence import passed

PACE_MS = 24
"""Milliseconds between the starts of two polls in a ring."""

FULL_MS = 10
"""Milliseconds until a full port is written to again."""

STUCK_BYTES = 1024


class SerialReader:
    """A reader on a serial port."""

    def __init__(
        self,
        reader: Reader,
        post: Callable[[Report], None],
        ticks: int,
        backoff_s: tuple[float, float] = BACKOFF_S,
    ):
        self.connection = ReconnectingPort(reader.port, backoff_s)
        self.chip = CHIPS[reader.chip](ticks)
        self.seat = reader.seat
        self.state = ReaderState(reader, reader.port, post, NO_RESET)
        self._line: Line | None = None
        self._is_high = True
        self._out = b""

    def wire(self, line: Line | None) -> None:
        """Set the line that RSTPD_N is wired to."""
        self._line = line
        self.state.mute_note = MUTE if line else NO_RESET

    def open(self, now: float, ticks: int) -> bool:
        """Open a closed port if it is time to; returns whether it was opened now."""
        if self.connection.port:
            return False
        if not self.connection.open(now):
            self.state.closed(self.connection.note)
            return False
        self._out = b""
        self.chip.restart(ticks)
        self.state.opened()
        return True

    def read(self, ticks: int) -> None:
        """Pass the received bytes to the chip. Raises DeviceLost."""
        if self.connection.port:
            self.chip.receive_data(self.connection.port.read(), ticks)

    def step(self, ticks: int) -> None:
        """Advance the chip's timers, post results, write what is due. Raises DeviceLost."""
        if not self.connection.port:
            return
        self.chip.tick(ticks)
        while result := self.chip.next_result():
            if result[0] == "reopen":
                raise DeviceLost(self.state.device.note)
            if result[0] == "ready":
                self.connection.works()
            self.state.take(result, ticks)
        self._write()

    def _write(self) -> None:
        self._reset(self.chip.reset)
        self._out += self.chip.data_to_send()
        if self._out and self.connection.port:
            self._out = self._out[self.connection.port.write(self._out) :]
        if len(self._out) > STUCK_BYTES:
            raise DeviceLost(MUTE)

    def _reset(self, low: bool) -> None:
        if self._line and low == self._is_high:
            self._is_high = not low
            self._line(self._is_high)

    def lose(self, note: str, now: float) -> None:
        """Close a port that is broken or must be reopened."""
        self.connection.lose(note, now)
        self.state.closed(note)

    def due(self, ticks: int) -> int:
        """Milliseconds until `step` is needed, if no byte arrives."""
        if not self.connection.port:
            return FAR_MS
        return min(self.chip.due(ticks), FULL_MS if self._out else FAR_MS)

    def rest(self, ticks: int) -> int:
        """Milliseconds during which arriving bytes need not be read at once."""
        return self.chip.rest(ticks) if self.connection.port else FAR_MS


class Ring:
    """Readers so close together that only one at a time may have its field on.

    A faulty reader delays the others until its poll has failed, about 70 ms; then it is skipped
    until it is set up again.
    """

    def __init__(self, readers: Sequence[SerialReader], ticks: int):
        self._readers = list(readers)
        self._turn: SerialReader | None = None
        self._next = ticks

    def step(self, ticks: int) -> None:
        """Start the next reader's poll, if the last one is finished and it is time."""
        if self._is_taken() or passed(ticks, self._next) < 0:
            return
        for place, reader in enumerate(self._readers):
            if reader.connection.port and reader.chip.idle:
                self._readers.append(self._readers.pop(place))
                self._turn = reader
                self._next = ticks + PACE_MS
                reader.chip.poll(ticks)
                return

    def due(self, ticks: int) -> int:
        """Milliseconds until `step` is needed, if no byte arrives."""
        if not self._is_taken() and any(
            each.chip.idle and each.connection.port for each in self._readers
        ):
            return max(0, passed(self._next, ticks))
        return FAR_MS

    def _is_taken(self) -> bool:
        """Whether the current reader is still polling."""
        last = self._turn
        return bool(last and last.connection.port and last.chip.ready and not last.chip.idle)
