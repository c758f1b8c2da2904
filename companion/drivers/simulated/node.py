"""One simulated seat: the node's real program, its buttons and reader, and its cable (a pty).

Belongs to the bench (bench.py), whose lock guards every call.
"""

import contextlib
import errno
import os
import random
import tty
from collections.abc import Callable, Sequence

from companion.drivers.simulated.node_reader import Antenna, MemoryReader
from companion.firmware.seat import CardReader, Seat
from companion.protocols.link import TICKS
from companion.signals import BUTTONS, Frame

_FLIP, _DROP, _DOUBLE = range(3)


class Cable:
    """A USB cable: a pty whose other end is at `path` while it is plugged in.

    `cut`: bytes are dropped, but both ends stay powered. `rate`: probability that a byte is damaged
    (a bit flipped, lost or doubled), 0 to 1.
    """

    def __init__(self, path: str, chance: random.Random):
        self.path = path
        self.cut = False
        self.rate = 0.0
        self._chance = chance
        self._master = -1
        self._slave = -1

    @property
    def plugged(self) -> bool:
        return self._master >= 0

    def fileno(self) -> int:
        """For select."""
        return self._master

    def plug(self) -> None:
        """Make a new port at the path. Raises OSError, also if the path is taken."""
        if os.path.lexists(self.path) and not os.path.islink(self.path):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), self.path)
        self._master, self._slave = os.openpty()
        tty.setraw(self._slave)
        os.set_blocking(self._master, False)
        try:
            self._stand()
        except OSError:
            os.close(self._slave)
            os.close(self._master)
            self._master = self._slave = -1
            raise

    def _stand(self) -> None:
        fresh = self.path + ".new"
        with contextlib.suppress(FileNotFoundError):
            os.unlink(fresh)  # left by a process that was killed here
        os.symlink(os.ttyname(self._slave), fresh)
        os.replace(fresh, self.path)

    def unplug(self) -> None:
        """Hang up on the process that has the port open, as the kernel does for a pulled cable."""
        with contextlib.suppress(FileNotFoundError):
            os.unlink(self.path)
        os.close(self._slave)
        os.close(self._master)
        self._master = self._slave = -1

    def read(self, count: int) -> bytes:
        """Read at most `count` bytes from the service."""
        try:
            data = os.read(self._master, count)
        except BlockingIOError:
            return b""
        return b"" if self.cut else self._damaged(data)

    def write(self, data: bytes) -> int:
        """Write; returns the number of bytes accepted, 0 if nothing reads the other end."""
        if self.cut:
            return len(data)
        try:
            sent = os.write(self._master, self._damaged(data))
        except BlockingIOError:
            return 0
        return min(sent, len(data)) if not self.rate else len(data)

    def _damaged(self, data: bytes) -> bytes:
        if not self.rate:
            return data
        told = bytearray()
        for byte in data:
            if self._chance.random() >= self.rate:
                told.append(byte)
                continue
            kind = self._chance.randrange(3)
            if kind == _FLIP:
                told.append(byte ^ 1 << self._chance.randrange(8))
            elif kind == _DOUBLE:
                told += bytes((byte, byte))
        return bytes(told)


class SimulatedNode:
    """The hardware of one seat (firmware/seat.py, `Hardware`), and the program that runs on it.

    Buttons and cards keep their state without power.
    """

    def __init__(
        self,
        seat: int,
        uid: str,
        pixels: int,
        cable: Cable,
        ticks_ms: Callable[[], int],
        chance: random.Random,
    ):
        self.seat = seat
        self.uid = uid
        self.pixels = pixels
        self.cable = cable
        self.strap = seat
        self.session = ""
        self.cause = "power"
        self.reader: CardReader | None = None
        self.antenna = Antenna()
        self.down: set[str] = set()
        self.strip: Frame = ()
        self.stalled = False
        self._ticks_ms = ticks_ms
        self._chance = chance
        self._program: Seat | None = None
        self._wants_reset = False
        self._card = ""
        self.dark()

    @property
    def card(self) -> str:
        """The uid of the tag on the reader, "" for none."""
        return self._card

    @card.setter
    def card(self, uid: str) -> None:
        self._card = uid
        self.antenna.lay(uid)

    @property
    def linked(self) -> bool:
        """Whether the node's link is up."""
        return bool(self._program and self._program.end.peer)

    @property
    def dropped(self) -> int:
        """Events dropped since the start because the node's buffer was full."""
        return self._program.end.dropped if self._program else 0

    def dark(self) -> None:
        """Turn the strip off, as without power."""
        self.strip = ((0, 0, 0),) * self.pixels

    def power_on(self, cause: str, reader: bool = True) -> None:
        """Start the node's program with a new session, and its reader's chip.

        `reader`: whether a reader is connected.
        """
        self.cause = cause
        self.antenna.restart()
        self.reader = MemoryReader(self.antenna, self.ticks_ms()) if reader else None
        self.session = f"{self._chance.randrange(1, 0x10000):04X}"
        self._program = Seat(self)

    def power_off(self) -> None:
        """Stop the program; its memory is lost."""
        self._program = None
        self.dark()

    def step(self) -> None:
        """Run one round of the program, unless it hangs."""
        if not self._program or self.stalled:
            return
        self._program.step()
        if self._wants_reset:
            self._wants_reset = False
            self.reboot("reset")

    def reboot(self, cause: str) -> None:
        """Restart the program. Only "reload" keeps the port; any other cause reconnects USB."""
        if cause != "reload":
            self.cable.unplug()
            self.cable.plug()
        self.power_off()
        self.power_on(cause)

    def ticks_ms(self) -> int:
        return self._ticks_ms() % TICKS

    def read(self, count: int) -> bytes:
        return self.cable.read(count)

    def write(self, data: bytes) -> int:
        return self.cable.write(data)

    def buttons(self) -> tuple[bool, ...]:
        return tuple(name in self.down for name in BUTTONS)

    def show(self, pixels: Sequence[tuple[int, int, int]]) -> None:
        self.strip = tuple(pixels)

    def reset(self) -> None:
        self._wants_reset = True
