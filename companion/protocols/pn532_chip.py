"""The driver of one PN532 on a serial line: set-up, polls, recovery. Pure.

The same file runs on the board. Bytes and ticks go in, bytes and results come out; ticks are
milliseconds modulo 2**29. The owner of the line does this, as often as `due` says:

    chip.receive_data(bytes from the line, now)
    chip.tick(now)
    result = chip.next_result()     # until there is none
    line.write(chip.data_to_send())

and `chip.poll(now)` when it is this reader's turn. The field is on only during a poll, so that
neighbouring readers do not see each other's cards, each poll starts with a reset card, and no power
is wasted.
"""

from companion.protocols import pn532
from companion.protocols.presence import passed

GAP_MS = 2  # a command right after an answer gets lost: 1 ms, plus 1 for an unfinished tick
ACK_MS = 30  # usually 1; a USB adapter can hold it back for 16
ANSWER_MS = 80
TRICKLE_MS = 60  # while bytes arrive, the wait for the rest is extended
LONGEST_MS = 500
RETRY_MS = 250  # between two attempts to wake the chip
MUTE_MS = 2500  # without an answer for this long it is mute, reported within 3 s
MUTE_RETRY_MS = 1000
RESET_MS = 100  # RSTPD_N low
START_MS = 10  # after a reset or a wake-up
SEARCH_MS = 11  # duration of a search: field on, 5 ms for the card to wake, its uid
SETTLE_MS = 11  # the answer to the end of a poll can wait until the next one is due
FAR_MS = 1000

_WAKE_UP = b""  # no command: the bytes that wake the serial port
_SETTINGS = (
    pn532.sam_configuration(),  # after power-on the chip accepts nothing else
    pn532.get_firmware_version(),
    pn532.passive_retries(0),
    pn532.rf_field(False),
)
_POLL = (pn532.in_list_passive_target(), pn532.rf_field(False))


class Chip:
    """The host's end of the line to one chip.

    `ready`: set up, polls are possible. `idle`: ready, with no command in progress. `mute`: no
    answer for 2.5 s. `reset`: RSTPD_N has to be held low, if it is wired. `version`: IC, Ver, Rev,
    Support, once known.
    """

    def __init__(self, now: int) -> None:
        self.version: tuple[int, ...] = ()
        self.ready = False
        self.mute = False
        self.reset = False
        self._results: list[tuple[str, ...]] = []
        self._queue: list[bytes] = []
        self._began = now  # of the current command
        self._until = now  # deadline of the next byte
        self._heard = now
        self._echo = False
        self._step = 0  # the next recovery step for a mute chip
        self.restart(now)

    @property
    def idle(self) -> bool:
        """Whether a poll can begin."""
        return self.ready and not self._running and not self._queue

    def restart(self, now: int) -> None:
        """Wake the chip and set it up, after its port was opened or it lost power."""
        self._frames = pn532.Frames()
        self._out = b""
        self._wake(now)

    def poll(self, now: int) -> None:
        """Search for cards once, if idle."""
        if self.idle:
            self._queue = list(_POLL)
            self.tick(now)

    def receive_data(self, data: bytes, now: int) -> None:
        """Process bytes from the line."""
        if not data:
            return
        if self._running and passed(now, self._began) < LONGEST_MS:
            self._extend(now + TRICKLE_MS)
        self._frames.receive_data(data)
        frame = self._frames.next_frame()
        while frame:
            self._take(frame[0], frame[1], now)
            frame = self._frames.next_frame()

    def tick(self, now: int) -> None:
        """Handle timeouts and send the next command."""
        if self._running and passed(now, self._until) >= 0:
            self._command_failed(("no_answer" if self._acked else "no_ack"), now)
        if self._running or passed(now, self._free) < 0:
            return
        if self.reset:
            self.reset = False
            self._wake(now + START_MS)
        elif self._queue:
            self._send(self._queue.pop(0), now)

    def data_to_send(self) -> bytes:
        """The bytes to write now."""
        data, self._out = self._out, b""
        return data

    def next_result(self) -> tuple[str, ...] | None:
        """The oldest result, or None.

        Polls: ("none",), ("tag", uid, atqa, sak), ("two",), ("unsupported",), and at any time
        ("fault", kind) with kind "no_ack", "no_answer", "syntax", "malformed" or "echo". In
        addition ("ready",): the chip is set up, and ("reopen",): reopening its port may help.
        """
        return self._results.pop(0) if self._results else None

    def due(self, now: int) -> int:
        """Milliseconds until the next action if no byte arrives; 0 for now."""
        if self._results or self._out:
            return 0
        if self._running:
            return max(0, passed(self._until, now))
        if self._queue or self.reset:
            return max(0, passed(self._free, now))
        return FAR_MS

    def rest(self, now: int) -> int:
        """Milliseconds in which no bytes have to be read.

        Reading on every byte would wake the loop three times as often as needed.
        """
        if not self._running:
            return FAR_MS
        if self._running == _POLL[0]:
            return max(0, SEARCH_MS - passed(now, self._began))
        if self._running == _POLL[1]:
            return max(0, SETTLE_MS - passed(now, self._began))
        return 0

    def _send(self, payload: bytes, now: int) -> None:
        if payload == _WAKE_UP:
            self._out += pn532.WAKE_UP
            self._free = now + START_MS
            return
        self._running = payload
        self._acked = False
        self._began = now
        self._until = now + ACK_MS
        self._out += pn532.command(*payload)

    def _extend(self, until: int) -> None:
        if passed(until, self._until) > 0:
            self._until = until

    def _take(self, kind: str, data: bytes, now: int) -> None:
        if kind == "ack":
            if self._running and not self._acked:
                self._acked = True
                self._extend(now + ANSWER_MS)
        elif kind == "error":
            self._note_alive(now)
            if self._running:
                self._command_failed("syntax", now)
        elif kind == "data" and len(data) >= 2:
            if data[0] == pn532.FROM_HOST:
                self._echo = True
            elif data[0] == pn532.FROM_CHIP:
                self._note_alive(now)
                self._answer(data[1], data[2:], now)

    def _note_alive(self, now: int) -> None:
        """Record a sign of life, other than an ACK: a port that echoes its input also sends it."""
        self._heard = now
        self.mute = self._echo = False
        self._step = 0

    def _answer(self, code: int, data: bytes, now: int) -> None:
        if self._acked and code == self._running[0] + 1:
            self._done(self._running[0], data, now)
        elif code == pn532.IN_LIST_PASSIVE_TARGET + 1 and data[:1] != b"\x00":
            # The late answer to an earlier search, before the ACK: a card was there.
            self._results.append(pn532.found(data))

    def _done(self, code: int, data: bytes, now: int) -> None:
        self._running = b""
        self._acked = self._retried = False
        self._free = now + GAP_MS
        if code == pn532.IN_LIST_PASSIVE_TARGET:
            self._results.append(pn532.found(data))
        elif code == pn532.GET_FIRMWARE_VERSION:
            self.version = tuple(data)
        if not self._queue and not self.ready:
            self.ready = True
            self._results.append(("ready",))

    def _command_failed(self, kind: str, now: int) -> None:
        """Abort the failed command and send it again, once."""
        self._frames.abandon()
        if not self._retried:
            self._retried = True
            self._out += pn532.ACK
            self._queue.insert(0, self._running)
            self._running = b""
            self._acked = False
            self._free = now + GAP_MS
            return
        self._results.append(("fault", "echo" if self._echo else kind))
        self.mute = self.mute or passed(now, self._heard) >= MUTE_MS
        self._recover(now)

    def _recover(self, now: int) -> None:
        """Start again after a failed poll or set-up: at once, then at intervals.

        A mute chip is reset and its port reopened in turn.
        """
        first, self.ready = self.ready, False
        if not self.mute:
            self._wake(now if first else now + RETRY_MS)
            return
        self._step += 1
        if self._step % 3 == 1:
            self.reset = True
            self._pause(now + RESET_MS)
            return
        if self._step % 3 == 2:
            self._results.append(("reopen",))
        self._wake(now + MUTE_RETRY_MS)

    def _pause(self, until: int) -> None:
        """Drop all commands and send nothing before `until`."""
        self._queue = []
        self._running = b""  # the current command, without its frame
        self._acked = False
        self._retried = False  # the current command is sent for the second time
        self._free = until  # nothing is sent before

    def _wake(self, at: int) -> None:
        self.ready = False
        self._pause(at)
        self._queue = [_WAKE_UP]
        self._queue.extend(_SETTINGS)
