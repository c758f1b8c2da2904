"""The messages of a node on the seat link, as values (link.md, "Verbs"). Pure.

`read` parses a verb and its words to an event, or None if a word is missing or out of range. Events
of reliable lines carry a `place`. The service passes it to `Links.settle` once their effects are on
disk, and only then is the line acknowledged.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from companion.protocols.link import (
    CAUSES,
    LAST_SEQ,
    READER_STATES,
    TICKS,
    VERSION,
    is_hex,
    is_token,
    number,
)

MANY = 10**9
UID_DIGITS = (8, 14, 20)


@dataclass(frozen=True, slots=True)
class Hello:
    """A node without a link. `strap`: the seat set by straps, 0 none. `acked` and `sent`: SEQs.

    `again`: whether it says when a card was read twice in a row (AGAIN), which older firmware
    does not.
    """

    uid: str
    session: str
    firmware: str
    buttons: int
    readers: int
    pixels: int
    strap: int
    cause: str
    ticks_ms: int
    acked: int
    sent: int
    again: bool = False


@dataclass(frozen=True, slots=True)
class Outdated:
    """A node with another version of the link: its firmware has to be updated."""

    uid: str
    version: str
    firmware: str


@dataclass(frozen=True, slots=True)
class Place:
    """The position of a reliable line: uid and session of its node, and its number."""

    node: str
    session: str
    seq: int


@dataclass(frozen=True, slots=True)
class Edge:
    """A button went down or up. `held`: the buttons down after it, button 0 first."""

    place: Place
    index: int
    down: bool
    ticks_ms: int
    held: tuple[bool, ...]
    age_s: float


@dataclass(frozen=True, slots=True)
class Laid:
    """A card was laid on a reader. `uid`, `atqa`, `sak`: upper-case hex."""

    place: Place
    reader: int
    uid: str
    atqa: str
    sak: str
    ticks_ms: int
    age_s: float


@dataclass(frozen=True, slots=True)
class Again:
    """The card on a reader was read a second time, with no other read in between."""

    place: Place
    reader: int
    uid: str
    ticks_ms: int
    age_s: float


@dataclass(frozen=True, slots=True)
class Lifted:
    """A reader is empty again."""

    place: Place
    reader: int
    ticks_ms: int
    age_s: float


@dataclass(frozen=True, slots=True)
class ReaderState:
    """A reader is now "ok", "mute", "two" (cards at once) or "unsupported"."""

    place: Place
    reader: int
    state: str
    failures: int


@dataclass(frozen=True, slots=True)
class Pulse:
    """A BEAT with the buttons down at these ticks. Unreliable, never a press."""

    ticks_ms: int
    held: tuple[bool, ...]
    bad: int
    overflow: int
    dropped: int


@dataclass(frozen=True, slots=True)
class Log:
    """Free text of the node, for the log."""

    text: str


@dataclass(frozen=True, slots=True)
class Pong:
    """The answer to a PING."""

    token: str


Word = Edge | Laid | Again | Lifted | ReaderState | Pulse | Log | Pong
Age = Callable[[int], float]

RELIABLE = ("BUTTON", "TAG", "AGAIN", "GONE", "READER")


def read_hello(session: str, args: Sequence[str]) -> Hello | Outdated | None:
    """Parse a HELLO. With another version, only the version is read."""
    if len(args) < 3 or not is_hex(args[0], 16):
        return None
    if number(args[1], MANY) != VERSION:
        return Outdated(args[0], args[1], args[2])
    if len(args) < 9 or args[5] not in CAUSES:
        return None
    has = _has(args[3])
    strap, ticks = number(args[4], 99), number(args[6], TICKS - 1)
    acked, sent = number(args[7], LAST_SEQ), number(args[8], LAST_SEQ)
    if has is None or min(strap, ticks, acked, sent) < 0:
        return None
    buttons, readers, pixels, again = has
    node = (args[0], session, args[2], buttons, readers, pixels, strap, args[5])
    return Hello(*node, ticks, acked, sent, again > 0)


def _has(word: str) -> tuple[int, int, int, int] | None:
    """The numbers of buttons, readers, pixels and `again`; other parts of the node are ignored."""
    has = {"buttons": 0, "readers": 0, "pixels": 0, "again": 0}
    for part in word.split(","):
        name, _, count = part.partition("=")
        if name in has:
            has[name] = number(count, LAST_SEQ)
    counts = (has["buttons"], has["readers"], has["pixels"], has["again"])
    return None if min(counts) < 0 else counts


def read(verb: str, args: Sequence[str], hello: Hello, seq: int, age: Age) -> Word | None:
    """Parse a line of the link; None if a word is missing or out of range.

    `verb` is a key of WORDS; `age` gives the seconds since these ticks.
    """
    place = Place(hello.uid, hello.session, seq)
    return WORDS[verb](args, hello, place, age)


def read_log(args: Sequence[str]) -> Log | None:
    """Decode a LOG word; invalid UTF-8 becomes replacement characters."""
    if not args:
        return None
    first, *escaped = args[0].split("%")
    if not all(is_hex(part[:2], 2) for part in escaped):
        return None
    codes = [bytes.fromhex(part[:2]) + part[2:].encode() for part in escaped]
    return Log((first.encode() + b"".join(codes)).decode(errors="replace"))


def _held(word: str, buttons: int) -> tuple[bool, ...] | None:
    """Parse a 0 or 1 for each button; a single 0 without buttons, as a word cannot be empty."""
    if len(word) != max(1, buttons) or set(word) - {"0", "1"}:
        return None
    return tuple(digit == "1" for digit in word[:buttons])


def _pulse(args: Sequence[str], hello: Hello, place: Place, age: Age) -> Pulse | None:
    if len(args) < 5:
        return None
    ticks, held = number(args[0], TICKS - 1), _held(args[1], hello.buttons)
    counts = [number(word, MANY) for word in args[2:5]]
    return None if held is None or min(ticks, *counts) < 0 else Pulse(ticks, held, *counts)


def _edge(args: Sequence[str], hello: Hello, place: Place, age: Age) -> Edge | None:
    if len(args) < 4 or args[1] not in ("D", "U"):
        return None
    index, ticks = number(args[0], hello.buttons - 1), number(args[2], TICKS - 1)
    held = _held(args[3], hello.buttons)
    if held is None or min(index, ticks) < 0:
        return None
    return Edge(place, index, args[1] == "D", ticks, held, age(ticks))


def _laid(args: Sequence[str], hello: Hello, place: Place, age: Age) -> Laid | None:
    if len(args) < 5:
        return None
    reader, ticks = number(args[0], hello.readers - 1), number(args[4], TICKS - 1)
    uid, atqa, sak = args[1:4]
    if min(reader, ticks) < 0 or not is_hex(uid, *UID_DIGITS):
        return None
    if not is_hex(atqa, 4) or not is_hex(sak, 2):
        return None
    return Laid(place, reader, uid, atqa, sak, ticks, age(ticks))


def _again(args: Sequence[str], hello: Hello, place: Place, age: Age) -> Again | None:
    if len(args) < 3 or not is_hex(args[1], *UID_DIGITS):
        return None
    reader, ticks = number(args[0], hello.readers - 1), number(args[2], TICKS - 1)
    return None if min(reader, ticks) < 0 else Again(place, reader, args[1], ticks, age(ticks))


def _lifted(args: Sequence[str], hello: Hello, place: Place, age: Age) -> Lifted | None:
    if len(args) < 2:
        return None
    reader, ticks = number(args[0], hello.readers - 1), number(args[1], TICKS - 1)
    return None if min(reader, ticks) < 0 else Lifted(place, reader, ticks, age(ticks))


def _reader(args: Sequence[str], hello: Hello, place: Place, age: Age) -> ReaderState | None:
    if len(args) < 3 or args[1] not in READER_STATES:
        return None
    reader, failures = number(args[0], hello.readers - 1), number(args[2], MANY)
    return None if min(reader, failures) < 0 else ReaderState(place, reader, args[1], failures)


def _log(args: Sequence[str], hello: Hello, place: Place, age: Age) -> Log | None:
    return read_log(args)


def _pong(args: Sequence[str], hello: Hello, place: Place, age: Age) -> Pong | None:
    return Pong(args[0]) if args and is_token(args[0]) else None


WORDS: Mapping[str, Callable[[Sequence[str], Hello, Place, Age], Word | None]] = {
    "BEAT": _pulse,
    "BUTTON": _edge,
    "TAG": _laid,
    "AGAIN": _again,
    "GONE": _lifted,
    "READER": _reader,
    "LOG": _log,
    "PONG": _pong,
}
