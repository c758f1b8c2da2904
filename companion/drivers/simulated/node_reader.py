"""A node's reader in the simulated room: the board's own program at an emulated PN532, in memory.

Every tap goes through frames. The faults are those that a person can think of; a builder at a desk
has all of them (simulated_pn532.py).
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
    """The chip at a node, and the line to it (firmware/reader.py, `Uart`).

    The chip's time is the node's, which does not pass for it while nobody asks.
    """

    def __init__(self) -> None:
        self.chip = SimulatedChip()
        self.faults: frozenset[str] = frozenset()
        self._came = b""
        self._now_s = 0.0

    @property
    def in_waiting(self) -> int:
        """How many bytes came."""
        return len(self._came)

    def read(self, nbytes: int) -> bytes:
        """At most so many of them."""
        told, self._came = self._came[:nbytes], self._came[nbytes:]
        return told

    def write(self, data: bytes) -> int:
        """All go out at once."""
        self.chip.receive_data(data, self._now_s)
        self.chip.heard.clear()
        return len(data)

    def elapse(self, passed_s: float) -> None:
        """Time passed: what the chip has said meanwhile is there."""
        self._now_s += passed_s
        while data := self.chip.data_to_send(self._now_s):
            self._came += data

    def restart(self) -> None:
        """The chip begins anew, not held in reset, and whatever was on the line is gone."""
        self.chip.reset_line(True)
        self._came = b""

    def lay(self, uid: str) -> None:
        """A sticker lies there and nothing else, or nothing at all ("")."""
        self.chip.clear()
        if uid:
            self.chip.lay(Ntag(bytes.fromhex(uid)), self._now_s)

    def fault(self, name: str, on: bool) -> None:
        """One of FAULTS begins or ends."""
        FAULTS[name](self.chip, on)
        self.faults = self.faults | {name} if on else self.faults - {name}


class MemoryReader:
    """seat.CardReader: the board's program, started at these ticks, at this antenna."""

    def __init__(self, antenna: Antenna, now: int):
        self._antenna = antenna
        self._reader = UartReader(antenna, antenna.chip.reset_line, now)
        self._asked_ms = now

    def poll(self, now: int) -> tuple[str, ...] | None:
        """A round of the line; what came of a poll since the last one."""
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
    """Faults of the chip that strike every time."""

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
that end too soon, other bytes around good frames, an answer to a search behind the next command,
and every answer 50 ms later."""
