"""Lines and reliable transport of the seat link, version 1 (link.md), for both ends. Pure.

The same file runs on the board, so it uses only features of CircuitPython and MicroPython. Times
are a node's ticks: milliseconds modulo 2**29 (`TICKS`). The ends are link_node.py (on the board and
in the simulated room) and link_host.py (the service).

The checksum detects any one or two changed bytes of a line and any damage of up to four consecutive
bytes; it misses 1 in 2**32 cases of other damage.
"""

import binascii

VERSION = 1
NOBODY = "0000"
TICKS = 1 << 29
LONGEST = 512  # bytes of a line with its end
LAST_SEQ = 9999
WINDOW = 8  # reliable lines in flight
RESEND_MS = 150
SILENCE_MS = 3000
PIXELS_A_LINE = 64
CAUSES = ("power", "reset", "watchdog", "reload")
READER_STATES = ("ok", "mute", "two", "unsupported")

HEX = "0123456789ABCDEF"
LETTERS = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
LOG_ROOM = LONGEST - len("FFFF>FFFF 9999 9999 LOG *FFFFFFFF\n")


def later(now: int, then: int) -> int:
    """Milliseconds from `then` to `now`, negative if `now` is earlier."""
    return (now - then + TICKS // 2) % TICKS - TICKS // 2


def after(seq: int) -> int:
    """The sequence number after `seq`; 9999 is followed by 1."""
    return seq % LAST_SEQ + 1


def number(word: str, top: int, bottom: int = 0) -> int:
    """Parse a decimal without sign or leading zeros; -1 if it is invalid or out of range."""
    if not word.isdigit() or len(word) > 10 or (word[0] == "0" and len(word) > 1):
        return -1
    value = int(word)
    return value if bottom <= value <= top else -1


def is_hex(word: str, *lengths: int) -> bool:
    """Whether the word is upper-case hex of one of these lengths."""
    return len(word) in lengths and all(digit in HEX for digit in word)


def is_token(word: str) -> bool:
    """Whether the word is a valid PING token: 1 to 16 letters or digits."""
    return 1 <= len(word) <= 16 and all(ord(letter) in LETTERS for letter in word)


def escape(text: str) -> str:
    """Percent-encode free text as one LOG word, cut to the length of a line."""
    word = ""
    for letter in text:
        code = ""
        for byte in letter.encode():
            code += chr(byte) if byte in LETTERS or byte in b"-._" else f"%{byte:02X}"
        if len(word) + len(code) > LOG_ROOM:
            break
        word += code
    return word


class Line:
    """A received line. `seq` is 0 for an unreliable one."""

    def __init__(self, frm: str, to: str, seq: int, ack: int, verb: str, args: list[str]):
        self.frm = frm
        self.to = to
        self.seq = seq
        self.ack = ack
        self.verb = verb
        self.args = args


def encode(frm: str, to: str, seq: int, ack: int, body: str) -> bytes:
    """A line with checksum and line end. `body` is the verb and its arguments."""
    text = f"{frm}>{to} {seq} {ack} {body}".encode()
    return text + f"*{binascii.crc32(text):08X}\n".encode()


def decode(raw: bytes) -> Line | None:
    """Parse a line without its line end. Returns None if form or checksum are wrong."""
    text = raw[:-9]
    if not text or min(raw) < 0x20 or max(raw) > 0x7E or b"*" in text:
        return None
    if raw[-9:] != f"*{binascii.crc32(text):08X}".encode():
        return None
    words = text.decode().split(" ")
    if len(words) < 4 or "" in words:
        return None
    frm, to = words[0][:4], words[0][5:]
    seq, ack = number(words[1], LAST_SEQ), number(words[2], LAST_SEQ)
    if seq < 0 or ack < 0 or words[0][4:5] != ">" or not is_hex(frm, 4) or not is_hex(to, 4):
        return None
    return Line(frm, to, seq, ack, words[3], words[4:])


class Receiver:
    """Split received bytes into lines, holding at most one line. Counts the bytes dropped."""

    def __init__(self) -> None:
        self.bad = 0
        self.overflow = 0
        self._kept = bytearray()
        self._skipping = False

    def feed(self, data: bytes) -> list[Line]:
        """The lines that end in `data`."""
        lines: list[Line] = []
        start = 0
        while True:
            end = data.find(b"\n", start)
            if end < 0:
                self._keep(data[start:])
                return lines
            self._keep(data[start:end])
            line = self._end_line()
            if line:
                lines.append(line)
            start = end + 1

    def _keep(self, piece: bytes) -> None:
        if self._skipping:
            return
        if len(self._kept) + len(piece) < LONGEST:
            self._kept.extend(piece)
            return
        self.overflow += 1
        self._skipping = True
        self._kept = bytearray()

    def _end_line(self) -> Line | None:
        if self._skipping:
            self._skipping = False
            return None
        raw = bytes(self._kept)
        self._kept = bytearray()
        if raw[-1:] == b"\r":
            raw = raw[:-1]
        line = decode(raw)
        if raw and not line:
            self.bad += 1
        return line


class QueuedLine:
    """A reliable line in the send queue. `seq` 0: not sent yet."""

    def __init__(self, body: str):
        self.body = body
        self.seq = 0
        self.times = 0  # sent in this link
        self.sent_ms = 0


class Sender:
    """The send queue of reliable lines: in order, resent until acknowledged (link.md)."""

    def __init__(self) -> None:
        self.lines: list[QueuedLine] = []
        self.acked = 0
        self.sent = 0

    def add(self, body: str) -> None:
        """Queue a line. It gets its number when it is first sent."""
        self.lines.append(QueuedLine(body))

    def acknowledge(self, seq: int) -> None:
        """Remove this line and all before it. A number not in flight is ignored."""
        for place, kept in enumerate(self.lines):
            if seq and kept.seq == seq:
                self.lines = self.lines[place + 1 :]
                self.acked = seq
                return

    def resend_all(self) -> None:
        """Resend all lines in flight in a new link, under their old numbers."""
        for kept in self.lines:
            kept.times = 0

    def due(self, now: int) -> list[QueuedLine]:
        """The lines to write now, marked as sent."""
        due: list[QueuedLine] = []
        for kept in self.lines[:WINDOW]:
            if kept.times and later(now, kept.sent_ms) < RESEND_MS:
                continue
            if not kept.seq:
                self.sent = kept.seq = after(self.sent)
            kept.times += 1
            kept.sent_ms = now
            due.append(kept)
        return due

    def unanswered(self, times: int, now: int) -> bool:
        """Whether a line was sent this many times and the last answer is overdue."""
        return any(
            kept.times >= times and later(now, kept.sent_ms) >= RESEND_MS for kept in self.lines
        )

    def drop_oldest_unsent(self) -> None:
        """Drop the oldest line without a number; numbered lines must not be missing."""
        for place, kept in enumerate(self.lines):
            if not kept.seq:
                del self.lines[place]
                return
