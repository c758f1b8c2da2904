"""The node's end of the seat link (link.md): bytes and ticks in, events and bytes out.

The same file runs on the board. Ticks are milliseconds modulo 2**29.

    end = NodeEnd("E6605838834A1B2F", "BEEF", 5, 1, 8, strap=3, cause="power")
    end.receive_data(data, now)              # bytes from the port, in any pieces
    event = end.next_event()                 # (kind, number, colours), or None
    end.tick(now)                            # often: ends a silent link
    end.wrote(port.write(end.data_to_send(now)))  # the rest is returned again

    end.held("00001", at)                    # buttons down, debounced up to ticks `at`
    end.button(4, True, ticks)               # after `held` with the buttons down now
    end.tag(0, uid, atqa, sak, ticks)
    end.again(0, uid, ticks)                 # read twice in a row
    end.gone(0, ticks)
    end.reader(0, "mute", failures)
    end.log("free text")

Events are `(kind, number, colours)`:

    ("joined", seat, b"")          a link is up; the seat from the service, 0 for none
    ("seat", seat, b"")            the service has changed the seat
    ("pixels", revision, colours)  a full revision, 3 bytes a pixel: red, green, blue
    ("lost", 0, b"")               the link is lost
    ("bye", 0, b"")                the service has ended it: stay dark
    ("reboot", 0, b"")             restart when `flushed`
"""

import binascii

from companion.protocols.link import (
    LAST_SEQ,
    NOBODY,
    PIXELS_A_LINE,
    SILENCE_MS,
    TICKS,
    VERSION,
    Line,
    Receiver,
    Sender,
    after,
    encode,
    escape,
    is_hex,
    is_token,
    later,
    number,
)

FIRMWARE = "1.0"
HELLO_MS = 500
HELD_MS = 100  # between beats while a button is down
LINES_KEPT = 32
HELLOS_KEPT = 8
WORDS_KEPT = 4  # LOG and PONG lines that wait for the port


def read_welcome(args: list[str]) -> tuple[int, int, int] | None:
    """Parse seat, milliseconds between beats and ticks of the HELLO; None if a word is invalid."""
    if len(args) < 3:
        return None
    seat, beat = number(args[0], 99), number(args[1], 1000, 100)
    ticks = number(args[2], TICKS - 1)
    return None if min(seat, beat, ticks) < 0 else (seat, beat, ticks)


class PixelBuffer:
    """The pixels of one revision, collected until complete (link.md, "Verbs", PIXELS)."""

    def __init__(self, total: int):
        self.total = total
        self.empty()

    def empty(self) -> None:
        """Drop the collected pixels."""
        self.revision = 0
        self._colours = bytearray(3 * self.total)
        self._there: set[int] = set()

    def take(self, args: list[str]) -> bool:
        """Add a PIXELS line. Returns False if its words are invalid."""
        if len(args) < 4 or len(args[3]) % 6 or not is_hex(args[3], len(args[3])):
            return False
        count = len(args[3]) // 6
        revision, offset = number(args[0], LAST_SEQ, 1), number(args[1], self.total - count)
        if min(revision, offset, number(args[2], self.total, self.total)) < 0:
            return False
        if not 1 <= count <= PIXELS_A_LINE:
            return False
        if revision != self.revision:
            self.empty()
            self.revision = revision
        self._colours[3 * offset : 3 * (offset + count)] = binascii.unhexlify(args[3])
        self._there.update(range(offset, offset + count))
        return True

    def full(self) -> bytes:
        """The colours of a complete revision, once, or b"" while pixels are missing."""
        if len(self._there) < self.total:
            return b""
        self._there = set()
        return bytes(self._colours)


class NodeEnd:
    """The node's end (see the module).

    `uid`: 16 hex digits. `session`: 4 hex digits, random at each start, never 0000.
    `strap`: the seat set by straps, 0 for none. `cause`: one of link.CAUSES. `more`: further
    capabilities, such as ",again=1" if it will call `again`.
    """

    def __init__(
        self,
        uid: str,
        session: str,
        buttons: int,
        readers: int,
        pixels: int,
        strap: int,
        cause: str,
        more: str = "",
    ):
        self.session = session
        self.peer = ""  # the service's session, "" without a link
        self.unknown = 0
        self.dropped = 0
        has = f"buttons={buttons},readers={readers},pixels={pixels}{more}"
        self._hello = f"HELLO {uid} {VERSION} {FIRMWARE} {has} {strap} {cause}"
        self._receiver = Receiver()
        self._sender = Sender()
        self._pixel_buffer = PixelBuffer(pixels)
        self._events: list[tuple[str, int, bytes]] = []
        self._out = b""
        self._bye_ack = b""
        self._held = "0" * max(1, buttons)
        self._held_at = -1
        self._hellos: list[int] = []  # ticks of the latest HELLOs sent without a link
        self._beat_due = True
        self._beat_sent_ms = 0  # time of the last HELLO or BEAT
        self._heard_ms = 0
        self._beat_ms = 0
        self._accepted = 0
        self._ack_due = False
        self._pongs: list[str] = []
        self._logs: list[str] = []
        self._set_handlers()

    def _set_handlers(self) -> None:
        self._reliable = {
            "WELCOME": self._welcome,
            "PIXELS": self._pixels,
            "REBOOT": self._reboot,
            "BYE": self._bye,
        }
        self._others = {"ACK": lambda args: True, "WHO": self._who, "PING": self._ping}

    @property
    def bad(self) -> int:
        """The number of lines that were unreadable or invalid."""
        return self._receiver.bad

    @property
    def overflow(self) -> int:
        """The number of overlong runs of bytes."""
        return self._receiver.overflow

    @property
    def flushed(self) -> bool:
        """Whether the port has taken everything, including acknowledgements."""
        return not self._out and not self._ack_due and not self._bye_ack

    def receive_data(self, data: bytes, now: int) -> None:
        """Process bytes from the port."""
        for line in self._receiver.feed(data):
            if line.to != self.session or line.frm in (NOBODY, self.session):
                continue
            if line.frm == self.peer:
                self._take(line, now)
            elif not self.peer and line.verb == "WELCOME" and line.seq == 1:
                self._join(line, now)

    def next_event(self) -> tuple[str, int, bytes] | None:
        """The oldest event, or None."""
        return self._events.pop(0) if self._events else None

    def tick(self, now: int) -> None:
        """End the link after three seconds of silence."""
        if self.peer and later(now, self._heard_ms) >= SILENCE_MS:
            self._leave("lost")

    def data_to_send(self, now: int) -> bytes:
        """The bytes to write next. New lines are added only after the old ones are written."""
        if not self._out:
            lines = self._link_lines(now) if self.peer else self._unlinked_lines(now)
            self._out = self._bye_ack + lines
            self._bye_ack = b""
        return self._out

    def wrote(self, count: int) -> None:
        """Remove `count` bytes that the port has taken."""
        self._out = self._out[count:]

    def held(self, bits: str, at: int = -1) -> None:
        """Set the buttons that are down, 0/1 each, and the ticks of the sample (-1: now)."""
        self._held = bits or "0"
        self._held_at = at

    def button(self, index: int, down: bool, ticks: int) -> None:
        """Queue an edge of a button, with the buttons last given to `held`."""
        self._keep(f"BUTTON {index} {'D' if down else 'U'} {ticks} {self._held}")

    def tag(self, reader: int, uid: str, atqa: str, sak: str, ticks: int) -> None:
        """Queue a card laid on a reader. `uid`, `atqa`, `sak`: upper-case hex."""
        self._keep(f"TAG {reader} {uid} {atqa} {sak} {ticks}")

    def again(self, reader: int, uid: str, ticks: int) -> None:
        """Queue the second read in a row of the card laid on a reader."""
        self._keep(f"AGAIN {reader} {uid} {ticks}")

    def gone(self, reader: int, ticks: int) -> None:
        """Queue the report that a reader is empty again."""
        self._keep(f"GONE {reader} {ticks}")

    def reader(self, reader: int, state: str, failures: int) -> None:
        """Queue a reader's state, one of link.READER_STATES, with its failures since the start."""
        self._keep(f"READER {reader} {state} {failures}")

    def log(self, text: str) -> None:
        """Queue free text for the log. It is unreliable; only the last few wait for the port."""
        word = escape(text)
        if word:
            self._logs.append(word)
            self._logs = self._logs[-WORDS_KEPT:]

    def _keep(self, body: str) -> None:
        if len(self._sender.lines) >= LINES_KEPT:
            self._sender.drop_oldest_unsent()
            self.dropped += 1
        self._sender.add(body)

    def _say(self, body: str, seq: int = 0) -> bytes:
        if not self.peer:
            return encode(self.session, NOBODY, 0, 0, body)
        self._ack_due = False
        return encode(self.session, self.peer, seq, self._accepted, body)

    def _unlinked_lines(self, now: int) -> bytes:
        """The lines without a link: HELLO and LOG only."""
        said = b""
        if self._beat_due or later(now, self._beat_sent_ms) >= HELLO_MS:
            self._beat_due = False
            self._beat_sent_ms = now
            self._hellos.append(now)
            self._hellos = self._hellos[-HELLOS_KEPT:]
            said = self._say(f"{self._hello} {now} {self._sender.acked} {self._sender.sent}")
        return said + self._say_logs()

    def _link_lines(self, now: int) -> bytes:
        """The lines in a link: beat, lines due, then an ACK if no other line carries it."""
        said = b""
        every = HELD_MS if "1" in self._held else self._beat_ms
        if self._beat_due or later(now, self._beat_sent_ms) >= every:
            self._beat_due = False
            self._beat_sent_ms = now
            at = now if self._held_at < 0 else self._held_at
            said = self._say(f"BEAT {at} {self._held} {self.bad} {self.overflow} {self.dropped}")
        for kept in self._sender.due(now):
            said += self._say(kept.body, kept.seq)
        for token in self._pongs:
            said += self._say("PONG " + token)
        self._pongs = []
        said += self._say_logs()
        return said + (self._say("ACK") if self._ack_due else b"")

    def _say_logs(self) -> bytes:
        said = b"".join([self._say("LOG " + word) for word in self._logs])
        self._logs = []
        return said

    def _leave(self, why: str) -> None:
        self.peer = ""
        self._ack_due = False
        self._pongs = []
        self._beat_due = True
        self._pixel_buffer.empty()
        self._events.append((why, 0, b""))

    def _join(self, line: Line, now: int) -> None:
        """Join the link if the WELCOME answers one of the latest HELLOs."""
        welcome = read_welcome(line.args)
        if not welcome:
            self._receiver.bad += 1
        elif welcome[2] in self._hellos:
            self.peer = line.frm
            self._beat_ms = welcome[1]
            self._heard_ms = now
            self._accepted = line.seq
            self._hellos = []
            self._beat_due = True
            self._sender.acknowledge(line.ack)
            self._sender.resend_all()
            self._events.append(("joined", welcome[0], b""))

    def _take(self, line: Line, now: int) -> None:
        """Process a line of the link: sign of life, acknowledgement, and perhaps the next line."""
        self._heard_ms = now
        self._sender.acknowledge(line.ack)
        if line.seq:
            self._ack_due = True
            if line.seq != after(self._accepted):
                return
            self._accepted = line.seq
        if line.verb not in self._reliable and line.verb not in self._others:
            self.unknown += 1
            return
        obey = (self._reliable if line.seq else self._others).get(line.verb)
        if not obey or not obey(line.args):
            self._receiver.bad += 1

    def _welcome(self, args: list[str]) -> bool:
        welcome = read_welcome(args)
        if not welcome:
            return False
        self._beat_ms = welcome[1]
        self._events.append(("seat", welcome[0], b""))
        return True

    def _pixels(self, args: list[str]) -> bool:
        if not self._pixel_buffer.take(args):
            return False
        colours = self._pixel_buffer.full()
        if colours:
            self._events.append(("pixels", self._pixel_buffer.revision, colours))
        return True

    def _reboot(self, args: list[str]) -> bool:
        if args[:1] != ["please"]:
            return False
        self._events.append(("reboot", 0, b""))
        return True

    def _bye(self, args: list[str]) -> bool:
        self._bye_ack = self._say("ACK")
        self._leave("bye")
        return True

    def _who(self, args: list[str]) -> bool:
        self._leave("lost")
        return True

    def _ping(self, args: list[str]) -> bool:
        if not args or not is_token(args[0]):
            return False
        self._pongs.append(args[0])
        self._pongs = self._pongs[-WORDS_KEPT:]
        return True
