"""The service's end of the seat link (link.md): bytes and time in, events and bytes out.

One `Links` serves all ports (link_accounts.py), one `HostEnd` each open port; one thread owns them
all. Times are seconds of the monotonic clock.

    links = Links(take_session, accepted)
    end = HostEnd(links, seat_for)           # at each opening of a port; seat_for(hello), 0: none
    end.receive_data(data, now)              # bytes from the port, in any pieces
    event = end.next_event()                 # drain all ends after any of these calls
    end.tick(now)                            # at least every 50 ms: ends a silent link
    end.wrote(port.write(end.data_to_send(now)))  # as often; the rest is returned again
    end.show(frame)                          # newest wins; sent in full to each new link
    end.assign(seat)                         # change the node's seat
    end.ping("abc")
    end.reboot()
    end.bye()                                # dark, then BYE; wait up to 0.5 s for `closed`
    end.lose_port()                          # the cable is gone
    links.settle(uid, session, seq)          # its effects are on disk: acknowledge it

Events: `Joined`, `Ended`, `Outdated`, and the words of link_words.py. Every event with a `place`
has to be settled once its effects are on disk, or if it has none; until then the node keeps it.
Nothing is written before a valid line of a node was read.
"""

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from companion.protocols.link import (
    NOBODY,
    PIXELS_A_LINE,
    SILENCE_MS,
    TICKS,
    Line,
    Receiver,
    Sender,
    after,
    encode,
    later,
)
from companion.protocols.link_accounts import Account, Links
from companion.protocols.link_words import (
    RELIABLE,
    WORDS,
    Hello,
    Outdated,
    Pulse,
    Word,
    read,
    read_hello,
    read_log,
)

BEAT_MS = 900
MOST_SENDS = 20
MOST_OPENED, OPENED_MS = 20, 1000
"""Limit of links per time at one port. A node that restarts in a loop is ignored beyond it."""

STRAYS = 8
OWN_VERBS = ("WELCOME", "PIXELS", "PING", "WHO", "REBOOT", "BYE")


@dataclass(frozen=True, slots=True)
class Joined:
    """The node has acknowledged its WELCOME: the seat is connected."""

    hello: Hello
    seat: int


@dataclass(frozen=True, slots=True)
class Ended:
    """The link has ended, joined or not.

    `why`: "silent" (3 s), "unanswered" (a line sent 20 times), "hello" (the node restarted),
    "moved" (its uid has a link at another port), "version", "port" (the cable is gone), "bye".
    """

    hello: Hello
    why: str


HostEvent = Joined | Ended | Outdated | Word


@dataclass(slots=True, eq=False)
class _Link:
    """The state of one link. `lit`: the colours last sent, as hex."""

    hello: Hello
    session: str
    account: Account
    seat: int
    heard_ms: int
    sender: Sender = field(default_factory=Sender)
    connected: bool = False
    ack_due: bool = False
    lit: str | None = None
    bye: bool = False

    def say(self, body: str, seq: int = 0) -> bytes:
        return encode(self.session, self.hello.session, seq, self.account.settled, body)

    def has_pixels_under_way(self) -> bool:
        return any(kept.body.startswith("PIXELS") for kept in self.sender.lines)


def _ms(now: float) -> int:
    return int(now * 1000) % TICKS


class HostEnd:
    """The service's end at one port (see the module).

    `named`: table.toml assigns the port to a seat. `twin`: the uid of a node here that is left
    waiting because an active board on another port reports the same uid; "" for none.
    """

    def __init__(self, links: Links, seat_for: Callable[[Hello], int], named: bool = False):
        self.unknown = 0
        self.named = named
        self.twin = ""
        self._twin_ms = 0
        self._heard_ms = 0
        self._seat_for = seat_for
        self._links = links
        self._receiver = Receiver()
        self._link: _Link | None = None
        self._events: deque[HostEvent] = deque()
        self._out = b""
        self._colours = ""
        self._revision = 0
        self._own_sessions: deque[str] = deque(maxlen=64)
        self._opened: deque[int] = deque(maxlen=MOST_OPENED)
        self._strays: list[bytes] = []
        self._pings: list[str] = []
        self._closing = False

    @property
    def bad(self) -> int:
        """The number of lines that were unreadable or invalid."""
        return self._receiver.bad

    @property
    def overflow(self) -> int:
        """The number of overlong runs of bytes."""
        return self._receiver.overflow

    @property
    def hello(self) -> Hello | None:
        """The HELLO of the current link, joined or not; None without one."""
        return self._link.hello if self._link else None

    @property
    def connected(self) -> bool:
        """Whether the node has acknowledged its WELCOME."""
        return bool(self._link and self._link.connected)

    @property
    def closed(self) -> bool:
        """Whether `bye` was called and no link is left."""
        return self._closing and not self._link

    def receive_data(self, data: bytes, now: float) -> None:
        """Process bytes from the port."""
        for line in self._receiver.feed(data):
            link = self._link
            if line.verb == "HELLO" and line.to == NOBODY:
                self._hello(line, _ms(now))
            elif link and line.frm == link.hello.session and line.to == link.session:
                self._take(line, link, _ms(now))
            else:
                self._stray(line)

    def next_event(self) -> HostEvent | None:
        """The oldest event, or None."""
        return self._events.popleft() if self._events else None

    def tick(self, now: float) -> None:
        """End a link that is silent or does not acknowledge."""
        link = self._link
        if self.twin and later(_ms(now), self._twin_ms) >= SILENCE_MS:
            self.twin = ""
        if link and later(_ms(now), link.heard_ms) >= SILENCE_MS:
            self._end("silent")
        elif link and link.sender.unanswered(MOST_SENDS, _ms(now)):
            self._end("unanswered")

    def data_to_send(self, now: float) -> bytes:
        """The bytes to write next. New lines are added only after the old ones are written."""
        self.tick(now)
        if not self._out:
            self._out = b"".join(self._strays)
            self._strays = []
            if self._link:
                self._out += self._link_lines(self._link, _ms(now))
        return self._out

    def wrote(self, count: int) -> None:
        """Remove `count` bytes that the port has taken."""
        self._out = self._out[count:]

    def show(self, frame: Sequence[tuple[int, int, int]]) -> None:
        """Set the frame of the strip, cut or padded with black to the node's pixels."""
        self._colours = "".join(f"{red:02X}{green:02X}{blue:02X}" for red, green, blue in frame)

    def assign(self, seat: int) -> None:
        """Give the node another seat within its link; 0 for none."""
        if self._link and self._link.seat != seat:
            self._link.seat = seat
            self._link.sender.add(f"WELCOME {seat} {BEAT_MS} {self._link.hello.ticks_ms}")

    def ping(self, token: str) -> None:
        """Send a PING with a token of at most 16 letters or digits."""
        self._pings = [*self._pings[1 - STRAYS :], token]

    def reboot(self) -> None:
        """Ask the node to restart."""
        if self._link:
            self._link.sender.add("REBOOT please")

    def bye(self) -> None:
        """Turn the strip dark and end the link; no new one is opened."""
        self._closing = True
        self.show(())

    def lose_port(self) -> None:
        """End the link because the port is gone."""
        self._end("port")

    def is_alive(self, now_ms: int) -> bool:
        """Whether the node here was heard within 3 s. A lost port releases its uid at once."""
        return later(now_ms, self._heard_ms) < SILENCE_MS

    def end_moved(self) -> None:
        """End the link because the uid has a new one at another port."""
        self._end("moved")

    def acknowledge(self) -> None:
        """Acknowledge newly settled lines with the next data."""
        if self._link:
            self._link.ack_due = True

    def _hello(self, line: Line, now: int) -> None:
        hello = read_hello(line.frm, line.args)
        if hello is None or line.seq or line.frm == NOBODY:
            self._receiver.bad += 1
        elif isinstance(hello, Outdated):
            self._end("version")
            self._events.append(hello)
        elif self._links.is_held(hello.uid, self, now):
            self._wait(hello.uid, now)
        elif not (self._closing or self._is_repeated(hello, now) or self._opens_too_often(now)):
            if self._link and self._link.hello.uid != hello.uid:
                self._links.release(self._link.hello.uid, self)
            self._end("hello")
            self._open(hello, now)

    def _wait(self, uid: str, now: int) -> None:
        """Leave a HELLO unanswered: an active board on another port has this uid."""
        self.twin, self._twin_ms = uid, now
        self._end("moved")

    def _opens_too_often(self, now: int) -> bool:
        """Whether too many links were opened here; each uses up one of the few session numbers."""
        opened = self._opened
        return len(opened) == MOST_OPENED and later(now, opened[0]) < OPENED_MS

    def _is_repeated(self, hello: Hello, now: int) -> bool:
        """Whether the HELLO is of a node still waiting for WELCOME; it gets the newest ticks."""
        link = self._link
        if not link or link.connected or hello != replace(link.hello, ticks_ms=hello.ticks_ms):
            return False
        link.hello = hello
        link.account.clock.hear(now, hello.ticks_ms)
        welcome = link.sender.lines[0]
        welcome.body = f"{welcome.body.rpartition(' ')[0]} {hello.ticks_ms}"
        return True

    def _open(self, hello: Hello, now: int) -> None:
        self._opened.append(now)
        session = self._links.session_for(hello)
        account = self._links.account(hello)
        account.clock.hear(now, hello.ticks_ms)
        seat = self._seat_for(hello)
        self._link = _Link(hello, session, account, seat, now)
        self._link.sender.add(f"WELCOME {seat} {BEAT_MS} {hello.ticks_ms}")
        self._own_sessions.append(session)
        self._heard_ms = now
        self.twin = ""

    def _end(self, why: str) -> None:
        link, self._link = self._link, None
        if link:
            if why != "hello":  # a restarting node keeps its uid reserved
                self._links.release(link.hello.uid, self)
            self._events.append(Ended(link.hello, why))

    def _take(self, line: Line, link: _Link, now: int) -> None:
        """Process a line of the link: sign of life, acknowledgement, and perhaps the next line."""
        if not link.connected and self._links.is_held(link.hello.uid, self, now):
            self._wait(link.hello.uid, now)
            return
        link.heard_ms = self._heard_ms = now
        self._links.adopt(link.hello.uid, link.account)
        link.sender.acknowledge(line.ack)
        if link.sender.acked and not link.connected:
            link.connected = True
            self._links.claim(link.hello.uid, self)
            self._events.append(Joined(link.hello, link.seat))
        link.ack_due = link.ack_due or line.seq > 0 or line.verb == "BEAT"
        if not line.seq or link.account.takes(line.seq):
            self._read(line, link, now)
        if link.bye and not link.sender.lines:
            self._end("bye")

    def _read(self, line: Line, link: _Link, now: int) -> None:
        """Parse a line. An invalid one still uses its sequence number."""
        word = None
        if line.verb not in WORDS and line.verb != "ACK":
            self.unknown += 1
        elif (line.verb in RELIABLE) != (line.seq > 0):
            self._receiver.bad += 1
        elif line.verb != "ACK":
            clock = link.account.clock
            word = read(
                line.verb, line.args, link.hello, line.seq, lambda ticks: clock.age_s(now, ticks)
            )
            self._receiver.bad += word is None
        if line.seq:
            link.account.accept(line.seq, waits=word is not None)
        if isinstance(word, Pulse):
            link.account.clock.hear(now, word.ticks_ms)
        if word:
            self._events.append(word)

    def _stray(self, line: Line) -> None:
        """Handle a line outside any known link. A node that assumes it has a link is sent WHO."""
        if line.to == NOBODY:
            log = read_log(line.args) if line.verb == "LOG" else None
            if log:
                self._events.append(log)
        elif line.frm not in (NOBODY, *self._own_sessions) and line.verb not in OWN_VERBS:
            who = encode(line.to, line.frm, 0, 0, "WHO")
            if who not in self._strays and len(self._strays) < STRAYS:
                self._strays.append(who)

    def _link_lines(self, link: _Link, now: int) -> bytes:
        """The lines that are due, with an ACK only if no other line carries it."""
        self._light(link)
        said = [link.say(kept.body, kept.seq) for kept in link.sender.due(now)]
        said += [link.say("PING " + token) for token in self._pings]
        self._pings = []
        if link.ack_due and not said:
            said = [link.say("ACK")]
        link.ack_due = False
        return b"".join(said)

    def _light(self, link: _Link) -> None:
        """Queue the newest colours once the previous revision is acknowledged; finally BYE."""
        if link.has_pixels_under_way() or link.bye:
            return
        total = link.hello.pixels
        colours = self._colours[: 6 * total].ljust(6 * total, "0")
        if colours != link.lit:
            link.lit = colours
            self._revision = after(self._revision)
            self._add_pixels(link, colours)
        if self._closing:
            link.bye = True
            link.sender.add("BYE")

    def _add_pixels(self, link: _Link, colours: str) -> None:
        total = link.hello.pixels
        for offset in range(0, total, PIXELS_A_LINE):
            part = colours[6 * offset : 6 * (offset + PIXELS_A_LINE)]
            link.sender.add(f"PIXELS {self._revision} {offset} {total} {part}")
