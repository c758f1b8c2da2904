"""One PN532 at the other end of a serial line: woken, asked for cards, woken again. Pure.

The very same file runs on the board. Bytes and ticks go in, bytes and results come out; ticks are
milliseconds modulo 2**29. Whoever owns the line does this, as often as `due` says:

    chip.receive_data(what the line brought, now)
    chip.tick(now)
    result = chip.next_result()     # until there is none
    line.write(chip.data_to_send())

and `chip.poll(now)` when it is this reader's turn. The field is on only while a poll runs, so that
neighbours do not see each other's cards, a card begins anew each time, and nothing shines in vain.
"""

from companion.protocols import pn532
from companion.protocols.presence import passed

GAP_MS = 2  # a command right behind an answer gets lost: 1 ms, and a tick may be nearly over
ACK_MS = 30  # usual is 1; a USB adapter may hold it back for 16
ANSWER_MS = 80
TRICKLE_MS = 60  # while bytes come, the rest is waited for
LONGEST_MS = 500
AGAIN_MS = 250  # between two attempts to wake the chip
MUTE_MS = 2500  # so long without an answer: mute, and noticed within 3 s
MUTE_AGAIN_MS = 1000
RESET_MS = 100  # RSTPD_N low
START_MS = 10  # after a reset or a wake-up
SEARCH_MS = 11  # what a search takes: the field comes up, 5 ms for the card to wake, its uid
SETTLE_MS = 11  # the answer to the end of a poll may wait until the next one is due
FAR_MS = 1000

_WAKE_UP = b""  # no command: the bytes that wake the serial port
_SETTINGS = (
    pn532.sam_configuration(),  # after power-on the chip listens to nothing else
    pn532.get_firmware_version(),
    pn532.passive_retries(0),
    pn532.rf_field(False),
)
_POLL = (pn532.in_list_passive_target(), pn532.rf_field(False))


class Chip:
    """The host's end of the line to one chip.

    `ready`: it is set up, polls are possible. `idle`: and nothing is under way. `mute`: for 2.5 s
    it has not answered. `reset`: RSTPD_N is to be held low, where there is a wire to it.
    `version`: IC, Ver, Rev, Support, once it has said so.
    """

    def __init__(self, now: int) -> None:
        self.version: tuple[int, ...] = ()
        self.ready = False
        self.mute = False
        self.reset = False
        self._results: list[tuple[str, ...]] = []
        self._queue: list[bytes] = []
        self._began = now  # the command under way
        self._until = now  # so long the next byte is waited for
        self._heard = now
        self._echo = False
        self._step = 0  # what is tried next with a mute chip
        self.restart(now)

    @property
    def idle(self) -> bool:
        """A poll may begin."""
        return self.ready and not self._running and not self._queue

    def restart(self, now: int) -> None:
        """Wake the chip and set it up: its port was opened, or it was without power."""
        self._frames = pn532.Frames()
        self._out = b""
        self._wake(now)

    def poll(self, now: int) -> None:
        """Search for cards once, if nothing else is under way."""
        if self.idle:
            self._queue = list(_POLL)
            self.tick(now)

    def receive_data(self, data: bytes, now: int) -> None:
        """Take in what the line brought."""
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
        """Time passed: see whether something is overdue, send what may be sent."""
        if self._running and passed(now, self._until) >= 0:
            self._missed(("no_answer" if self._acked else "no_ack"), now)
        if self._running or passed(now, self._free) < 0:
            return
        if self.reset:
            self.reset = False
            self._wake(now + START_MS)
        elif self._queue:
            self._send(self._queue.pop(0), now)

    def data_to_send(self) -> bytes:
        """What is to be written now."""
        data, self._out = self._out, b""
        return data

    def next_result(self) -> tuple[str, ...] | None:
        """What came of it, oldest first; None if there is no more.

        Polls: ("none",), ("tag", uid, atqa, sak), ("two",), ("unsupported",), and at any time
        ("fault", kind) with kind "no_ack", "no_answer", "syntax", "malformed" or "echo". Beside
        them ("ready",): the chip is set up, and ("reopen",): opening its port again may help.
        """
        return self._results.pop(0) if self._results else None

    def due(self, now: int) -> int:
        """After how many milliseconds something is to be done, if no byte comes. 0: at once."""
        if self._results or self._out:
            return 0
        if self._running:
            return max(0, passed(self._until, now))
        if self._queue or self.reset:
            return max(0, passed(self._free, now))
        return FAR_MS

    def rest(self, now: int) -> int:
        """For how many milliseconds nothing comes that has to be taken in at once.

        Whoever looks at the line for every byte looks three times as often as need be.
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
            self._hear(now)
            if self._running:
                self._missed("syntax", now)
        elif kind == "data" and len(data) >= 2:
            if data[0] == pn532.FROM_HOST:
                self._echo = True
            elif data[0] == pn532.FROM_CHIP:
                self._hear(now)
                self._answer(data[1], data[2:], now)

    def _hear(self, now: int) -> None:
        """The chip lives. An ACK is no proof: a port that gives back what it gets sends it too."""
        self._heard = now
        self.mute = self._echo = False
        self._step = 0

    def _answer(self, code: int, data: bytes, now: int) -> None:
        if self._acked and code == self._running[0] + 1:
            self._done(self._running[0], data, now)
        elif code == pn532.IN_LIST_PASSIVE_TARGET + 1 and data[:1] != b"\x00":
            # The answer to an earlier search, late, in front of the ACK: a card was there.
            self._results.append(pn532.found(data))

    def _done(self, code: int, data: bytes, now: int) -> None:
        self._running = b""
        self._acked = self._again = False
        self._free = now + GAP_MS
        if code == pn532.IN_LIST_PASSIVE_TARGET:
            self._results.append(pn532.found(data))
        elif code == pn532.GET_FIRMWARE_VERSION:
            self.version = tuple(data)
        if not self._queue and not self.ready:
            self.ready = True
            self._results.append(("ready",))

    def _missed(self, kind: str, now: int) -> None:
        """The command under way came to nothing: stop it and send it again, but only once."""
        self._frames.abandon()
        if not self._again:
            self._again = True
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
        """A poll or the set-up has failed: at once, then at intervals, begin from the beginning.

        A mute chip is also reset, and its port opened again, in turn.
        """
        first, self.ready = self.ready, False
        if not self.mute:
            self._wake(now if first else now + AGAIN_MS)
            return
        self._step += 1
        if self._step % 3 == 1:
            self.reset = True
            self._quiet(now + RESET_MS)
            return
        if self._step % 3 == 2:
            self._results.append(("reopen",))
        self._wake(now + MUTE_AGAIN_MS)

    def _quiet(self, until: int) -> None:
        """Forget what was under way, send nothing before this."""
        self._queue = []
        self._running = b""  # the command under way, without its frame
        self._acked = False
        self._again = False  # it is sent for the second time
        self._free = until  # before this nothing is sent

    def _wake(self, at: int) -> None:
        self.ready = False
        self._quiet(at)
        self._queue = [_WAKE_UP]
        self._queue.extend(_SETTINGS)
