"""Noise of a bad cable: damaged, cut, doubled, reordered and spliced lines, and junk."""

from collections import deque
from random import Random

REMEMBERED = 200
HARM = 0.1
"""Share of real lines that are damaged during noise."""

BEGINNING = (b" HELLO ", b" WELCOME ")
ANEW = 0.0002
TRIES = 20

KINDS = ("flipped", "cut", "doubled", "reordered", "spliced", "junk")


class Noise:
    """A noisy cable, whose noise is made from the real lines sent over it. `lines`: bad lines so
    far."""

    def __init__(self, chance: Random):
        self.chance = chance
        self.lines = 0
        self._old: deque[bytes] = deque(maxlen=REMEMBERED)
        self._part = b""

    def through(self, data: bytes) -> bytes:
        """Pass bytes on, with some lines damaged."""
        *whole, self._part = (self._part + data).split(b"\n")
        passed = b""
        for line in whole:
            self._old.append(line + b"\n")
            passed += self._harmed(line + b"\n") if self.chance.random() < HARM else line + b"\n"
        return passed

    def more(self, count: int) -> bytes:
        """Make this many lines of noise, each whole unless it is cut."""
        if not self._old:
            return b""
        return b"".join(self._evil(self._remembered()) for _ in range(count))

    def _remembered(self) -> bytes:
        """A random earlier line; rarely one that opens a link."""
        for _ in range(TRIES):
            line = self.chance.choice(self._old)
            if not any(verb in line for verb in BEGINNING) or self.chance.random() < ANEW:
                return line
        return b"\n"

    def _harmed(self, line: bytes) -> bytes:
        return self._evil(line, self.chance.choice(("flipped", "cut", "junk")))

    def _evil(self, line: bytes, kind: str = "") -> bytes:
        chance = self.chance
        self.lines += 1
        match kind or chance.choice(KINDS):
            case "flipped":
                at = chance.randrange(len(line))
                return line[:at] + bytes([line[at] ^ 1 << chance.randrange(8)]) + line[at + 1 :]
            case "cut":
                return line[: chance.randrange(len(line))] + b"\n" * chance.randrange(2)
            case "doubled":
                self.lines += 1
                return line + line
            case "reordered":
                self.lines += 1
                return line + self._remembered()
            case "spliced":
                other = self._remembered()
                return line[: chance.randrange(len(line))] + other[chance.randrange(len(other)) :]
        return chance.randbytes(chance.randrange(1, 60)) + b"\n"
