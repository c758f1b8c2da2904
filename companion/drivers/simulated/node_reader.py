"""A node's reader in the simulated room: the board's own program and an emulated PN532, in memory.

Every tap goes through real frames. Only the most typical faults are offered here;
`companion emulate reader` has all of them (pn532_ports.py).
"""

from collections.abc import Callable, Mapping

from companion.drivers.simulated.pn532_chip import SimulatedChip
from companion.drivers.simulated.tags import Ntag
from companion.firmware.reader import UartReader
from companion.protocols.presence import passed

ALWAYS = -1
SLOW_S = 0.05
CUT = 8  # shorter than any answer

Put = Callable[[SimulatedChip, bool], None]


class Antenna:
    """The chip at a node, and the serial line to it (firmware/reader.py, `Uart`).

    The chip's clock advances only in `elapse`.
    """

    def __init__(self) -> None:
        self.chip = SimulatedChip()
        self.faults: frozenset[str] = frozenset()
        self._came = b""
        self._now_s = 0.0

    @property
    def in_waiting(self) -> int:
        """The number of bytes to read."""
        return len(self._came)

    def read(self, nbytes: int) -> bytes:
        """Read at most `nbytes` bytes."""
        told, self._came = self._came[:nbytes], self._came[nbytes:]
        return told

    def write(self, data: bytes) -> int:
        """Write all bytes at once."""
        self.chip.receive_data(data, self._now_s)
        self.chip.heard.clear()
        return len(data)

    def elapse(self, passed_s: float) -> None:
        """Advance the chip's clock and collect its output."""
        self._now_s += passed_s
        while data := self.chip.data_to_send(self._now_s):
            self._came += data

    def restart(self) -> None:
        """Restart the chip, out of reset, and drop all bytes on the line."""
        self.chip.reset_line(True)
        self._came = b""

    def lay(self, uid: str) -> None:
        """Lay a tag on the reader as the only one, or remove it ("")."""
        self.chip.clear()
        if uid:
            self.chip.lay(Ntag(bytes.fromhex(uid)), self._now_s)

    def fault(self, name: str, on: bool) -> None:
        """Begin or end one of FAULTS."""
        FAULTS[name](self.chip, on)
        self.faults = self.faults | {name} if on else self.faults - {name}


class MemoryReader:
    """A seat.CardReader at this antenna: the board's program, started at these ticks."""

    def __init__(self, antenna: Antenna, now: int):
        self._antenna = antenna
        self._reader = UartReader(antenna, antenna.chip.reset_line, now)
        self._asked_ms = now

    def poll(self, now: int) -> tuple[str, ...] | None:
        """Run a round of the program; returns the last poll's result."""
        self._antenna.elapse(max(0, passed(now, self._asked_ms)) / 1000)
        self._asked_ms = now
        return self._reader.poll(now)


def _mute(chip: SimulatedChip, on: bool) -> None:
    chip.faults.mute = on


def _truncated(chip: SimulatedChip, on: bool) -> None:
    chip.faults.cut = CUT
    chip.faults.count["truncated"] = ALWAYS if on else 0


def _slow(chip: SimulatedChip, on: bool) -> None:
    chip.faults.slow_s = SLOW_S if on else 0.0


def _always(*names: str) -> Put:
    """Faults of the chip that occur every time."""

    def put(chip: SimulatedChip, on: bool) -> None:
        for name in names:
            chip.faults.count[name] = ALWAYS if on else 0

    return put


FAULTS: Mapping[str, Put] = {
    "mute": _mute,
    "two": _always("two"),
    "checksum": _always("bad_dcs"),
    "truncated": _truncated,
    "noise": _always("noise_ack", "noise_answer"),
    "late": _always("late"),
    "slow": _slow,
}
"""Faults of a reader: no answer, two cards (NbTg 2), wrong checksums, answers
that end too soon, other bytes around good frames, the answer to a search after the next command,
and every answer 50 ms later.
"""
