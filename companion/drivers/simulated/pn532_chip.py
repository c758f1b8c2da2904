"""An emulated PN532: frame-exact on its serial line, with switches for every fault. Pure.

Bytes and seconds in, bytes out at their time. The timing (0.5 ms to an ACK, 5 ms per search) is
assumed: no chip was available. The faults are those of hardware.md 1.9.
"""

from collections import Counter
from dataclasses import dataclass, field

from companion.drivers.simulated.tags import Tag
from companion.protocols import pn532

ACK_S = 0.0005
ANSWER_S = 0.001
SEARCH_S = 0.005
TOO_SOON_S = 0.001
FOR_EVER = 0xFF

NAMES = (
    "no_ack",  # a command gets nothing
    "ack_only",  # and nothing after its ACK
    "error",  # the error frame instead of the answer
    "bad_lcs",
    "bad_dcs",
    "truncated",  # the answer ends after `cut` bytes
    "noise_ack",  # `noise` before the ACK
    "noise_answer",
    "duplicate",  # the answer twice
    "extended",  # the answer in an extended frame
    "late",  # the answer to a search comes in front of the next command's ACK
    "nothing",  # a search finds NbTg 0 at once, whatever lies there
    "two",  # a search finds NbTg 2
    "miss",  # a search misses the card
)
"""Faults that occur a number of times; -1 means always."""

VERSION = (0x32, 0x01, 0x06, 0x07)
_ASLEEP_OK = (pn532.SAM_CONFIGURATION, pn532.GET_FIRMWARE_VERSION)
_TIMEOUT, _CONTEXT, _SYNTAX = 0x01, 0x27, 0x7F


@dataclass(slots=True)
class Faults:
    """The faults of a chip. Those in NAMES count down; the others last until changed.

    `mute`: receives and sends nothing, as with a loose wire. `mute_after`: mute after this many
    commands. `dead`: mute until the reset line has been low. `misses`: a repeating pattern of
    searches that miss the card ("01": every other one). `dribble`: bytes per write, and the pause
    between writes in seconds. `too_soon_s`: a command this soon after an answer or an abort is
    ignored.
    """

    count: Counter[str] = field(default_factory=Counter)
    mute: bool = False
    mute_after: int = -1
    dead: bool = False
    cut: int = 25
    noise: bytes = b"\x00\xff\x13\x00\xff\x55\xaa"
    misses: str = "0"
    dribble: tuple[int, float] = (0, 0.0)
    slow_s: float = 0.0
    too_soon_s: float = TOO_SOON_S

    def strikes(self, name: str) -> bool:
        """Whether this fault occurs now; if so, count it down."""
        left = self.count[name]
        if left > 0:
            self.count[name] -= 1
        return left != 0


class SimulatedChip:
    """The chip, its antenna and the `tags` on it.

    `heard`: all commands received, for tests. `searches`: the number of searches.
    """

    def __init__(self) -> None:
        self.tags: list[Tag] = []
        self.faults = Faults()
        self.heard: list[bytes] = []
        self.searches = 0
        self.field = False
        self._line: list[tuple[float, bytes]] = []
        self._reset_low = False
        self.power_on()

    def power_on(self) -> None:
        """Start as after power-on or reset: asleep until 55, and deaf until SAMConfiguration."""
        self._asleep = True
        self._configured = False
        self._retries = FOR_EVER
        self._frames = pn532.Frames()
        self._running: bytes = b""
        self._due = 0.0
        self._selected: Tag | None = None
        self._answer = self._held = b""
        self._quiet_until = 0.0
        self._line.clear()
        self.field = False

    def reset_line(self, high: bool) -> None:
        """Set RSTPD_N. Low stops the chip; high restarts it, which also cures `dead`."""
        if high and self._reset_low:
            self.faults.dead = False
        self._reset_low = not high
        self.power_on()

    def receive_data(self, data: bytes, now: float) -> None:
        """Receive bytes from the host."""
        self.tick(now)
        if self._reset_low or self.faults.mute or self.faults.dead:
            return
        if self._asleep:
            data = data[data.index(0x55) :] if 0x55 in data else b""
            self._asleep = not data
        self._frames.receive_data(data)
        while told := self._frames.next_frame():
            self._take(*told, now)

    def tick(self, now: float) -> None:
        """Advance the time: a search may end."""
        if self._running and now >= self._due:
            self._finish(now)

    def data_to_send(self, now: float) -> bytes:
        """The next write whose time has come, b"" if there is none."""
        self.tick(now)
        if not self._line or self._line[0][0] > now:
            return b""
        return self._line.pop(0)[1]

    def due(self) -> float | None:
        """The time at which it next sends or does something, if nothing else happens."""
        times = [at for at, _ in self._line[:1]]
        if self._running and self._due < float("inf"):
            times.append(self._due)
        return min(times, default=None)

    def say(self, data: bytes, now: float) -> None:
        """Send bytes unasked."""
        self._emit(data, now)

    def lay(self, tag: Tag, now: float) -> None:
        """Lay a tag on the antenna; an endless search finds it."""
        self.tags.append(tag)
        if self._running and self._due == float("inf"):
            self._due = now + SEARCH_S

    def clear(self) -> None:
        """Remove all tags."""
        self.tags.clear()
        self._selected = None

    def _take(self, kind: str, data: bytes, now: float) -> None:
        if kind == "ack":
            self._running = b""
            self._quiet_until = now + self.faults.too_soon_s
        elif kind == "nack":
            self._emit(self._answer, now + ANSWER_S)
        elif kind == "data" and len(data) > 1 and data[0] == pn532.FROM_HOST:
            self._command(data[1:], now)

    def _command(self, command: bytes, now: float) -> None:
        """Acknowledge the command of a valid frame and begin it, if the chip is ready."""
        deaf = not self._configured and command[0] not in _ASLEEP_OK
        if deaf or now < self._quiet_until:
            return
        if self.faults.mute_after == 0:
            self.faults.mute = True
            self.faults.mute_after = -1
            return
        self.faults.mute_after -= self.faults.mute_after > 0
        self._running = b""
        self.heard.append(command)
        if self.faults.strikes("no_ack"):
            return
        self._emit(self._held, now)
        self._held = b""
        if self.faults.strikes("noise_ack"):
            self._emit(self.faults.noise, now)
        self._emit(pn532.ACK, now + ACK_S)
        if not self.faults.strikes("ack_only"):
            self._begin(command, now + ACK_S)

    def _begin(self, command: bytes, now: float) -> None:
        takes = ANSWER_S
        if command[0] == pn532.IN_LIST_PASSIVE_TARGET:
            self.field = True
            self._selected = None
            nothing = self.faults.count["nothing"] != 0
            if self.tags or nothing:
                takes = SEARCH_S
            elif self._retries == FOR_EVER:
                takes = float("inf")
            else:
                takes = SEARCH_S * (1 + self._retries)
        self._running = command
        self._due = now + takes + self.faults.slow_s

    def _finish(self, now: float) -> None:
        command, self._running = self._running, b""
        if command[0] == pn532.IN_LIST_PASSIVE_TARGET:
            goes_on = self._retries == FOR_EVER and not self.faults.count["nothing"]
            data = self._list(command)
            if goes_on and data[1:] == b"\x00":
                self._begin(command, now)
                return
        else:
            data = self._execute(command)
        self._reply(pn532.ERROR if data[:1] == bytes([_SYNTAX]) else pn532.answer(*data), data, now)

    def _list(self, command: bytes) -> bytes:
        """Search once; returns the answer's PD. Of several tags it finds one, alternating."""
        self.searches += 1
        code = pn532.IN_LIST_PASSIVE_TARGET + 1
        missed = self.faults.misses[self.searches % len(self.faults.misses)] == "1"
        missed = self.faults.strikes("miss") or missed
        if self.faults.strikes("nothing") or not self.tags or missed:
            return bytes((code, 0))
        count = 2 if self.faults.strikes("two") or (command[1] == 2 and len(self.tags) > 1) else 1
        told = bytes((code, count))
        for number in range(1, count + 1):
            tag = self.tags[(self.searches + number) % len(self.tags)]
            uid = tag.activate()
            told += bytes((number, *tag.atqa, tag.sak, len(uid))) + uid + tag.ats
            self._selected = tag
        return told

    def _execute(self, command: bytes) -> bytes:
        """Execute a command other than a search; returns the answer's PD, 7F for an unknown one."""
        code, told = command[0], bytes((command[0] + 1,))
        if code == pn532.GET_FIRMWARE_VERSION:
            return told + bytes(VERSION)
        if code == pn532.SAM_CONFIGURATION and command[1:2] == b"\x01":
            self._configured = True
            return told
        if code == pn532.RF_CONFIGURATION and len(command) > 2:
            return told if self._configure(command) else bytes((_SYNTAX,))
        if code == pn532.POWER_DOWN:
            self._asleep = True
            return told + b"\x00"
        if code in (pn532.IN_RELEASE, pn532.IN_DESELECT):
            self._selected = None
            return told + b"\x00"
        if code == pn532.IN_DATA_EXCHANGE and len(command) > 3:
            return told + self._exchange(command[2], command[3], command[4:])
        return bytes((_SYNTAX,))

    def _configure(self, command: bytes) -> bool:
        if command[1] == 0x01:
            self.field = bool(command[2] & 1)
            if not self.field:
                self._selected = None
        elif command[1] == 0x05 and len(command) == 5:
            self._retries = command[4]
        return True

    def _exchange(self, verb: int, page: int, data: bytes) -> bytes:
        """Exchange data with the tag; returns the status and the tag's answer."""
        tag = self._selected
        if tag is None:
            return bytes((_TIMEOUT if self.field else _CONTEXT,))
        if verb == pn532.NTAG_READ:
            read = tag.read(page)
            return bytes((_TIMEOUT,)) if read is None else b"\x00" + read
        done = verb == pn532.NTAG_WRITE and tag.write(page, data)
        return b"\x00" if done else bytes((_TIMEOUT,))

    def _reply(self, frame: bytes, data: bytes, now: float) -> None:
        """Send an answer, with the faults that apply to it."""
        faults = self.faults
        if faults.strikes("extended"):
            body = bytes((pn532.FROM_CHIP,)) + data
            head = bytes((0, 0, 0xFF, 0xFF, 0xFF, 0, len(body), -len(body) & 0xFF))
            frame = head + body + bytes((-sum(body) & 0xFF, 0))
        if faults.strikes("error"):
            frame = pn532.ERROR
        self._answer = frame
        if data[0] == pn532.IN_LIST_PASSIVE_TARGET + 1 and faults.strikes("late"):
            self._held = frame
            return
        if faults.strikes("bad_lcs"):
            frame = frame[:4] + bytes((frame[4] ^ 1,)) + frame[5:]
        if faults.strikes("bad_dcs"):
            frame = frame[:-2] + bytes((frame[-2] ^ 1,)) + frame[-1:]
        if faults.strikes("truncated"):
            frame = frame[: faults.cut]
        if faults.strikes("noise_answer"):
            self._emit(faults.noise, now)
        self._emit(frame, now)
        if faults.strikes("duplicate"):
            self._emit(frame, now)

    def _emit(self, data: bytes, at: float) -> None:
        """Queue bytes to send at `at`, one write for each piece, always in order."""
        size, pause = self.faults.dribble
        size = size or len(data) or 1
        if self._line:
            at = max(at, self._line[-1][0])
        for start in range(0, len(data), size):
            self._line.append((at, data[start : start + size]))
            at += pause
        self._quiet_until = at + self.faults.too_soon_s
