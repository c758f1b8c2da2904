"""Scripts for emulated hardware: lines of a verb and its words, executed one after the other.

`companion emulate` uses them, so that a builder can repeat a fault from a file.
"""

import contextlib
import math
import os
import shlex
import threading
from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import TextIO

FINE, USAGE = 0, 2

MOST_PATH = 200
"""Letters of a path that are repeated when it cannot be used."""


@dataclass(frozen=True, slots=True)
class Verb:
    """A verb of a script. `text`: its syntax and effect.

    `do` gets the words after it, at least `least` and at most `most` (-1: any number); it raises
    ValueError for invalid words.
    """

    text: str
    do: Callable[[list[str]], object]
    least: int = 0
    most: int = -1

    def __call__(self, words: list[str]) -> None:
        if not self.least <= len(words) <= max(self.least, self.most):
            raise ValueError("too few or too many words")
        self.do(words)


class Script:
    """A part's verbs, and `help` and `wait`."""

    def __init__(self, verbs: Mapping[str, Verb], out: TextIO):
        self._out = out
        self._verbs = {
            **verbs,
            "wait": Verb("wait SECONDS", lambda words: _pause(number(words[0], 0, 3600)), 1),
            "help": Verb("help", lambda words: self._help()),
        }

    def run(self, lines: Iterable[str]) -> int:
        """Execute all lines. Returns 0, or 2 at the first invalid line, which is reported."""
        for count, line in enumerate(lines, 1):
            try:
                words = shlex.split(line, comments=True)
                if words:
                    self._verb(words[0])(words[1:])
            except ValueError as error:
                print(f"line {count}: {line.strip()}\n? {error}", file=self._out)
                self._help()
                return USAGE
        return FINE

    def tell(self, text: str) -> None:
        """Print a text for the builder."""
        print(text, file=self._out, flush=True)

    def _verb(self, word: str) -> Verb:
        if word not in self._verbs:
            raise ValueError(f"{word} is none of these")
        return self._verbs[word]

    def _help(self) -> None:
        print("\n".join(verb.text for verb in self._verbs.values()), file=self._out, flush=True)


def play(
    part: AbstractContextManager[object],
    path: str,
    script: Script,
    lines: Iterable[str],
    stay: bool,
    out: TextIO,
) -> int:
    """Run a script with a part, whose port is at `path` until the end. Returns the exit status.

    `stay`: keep the part after the last line, until Ctrl-C.
    """
    try:
        with contextlib.suppress(KeyboardInterrupt), part:
            print(f'port = "{os.path.abspath(path)}"', file=out, flush=True)
            status = script.run(lines)
            if stay and not status:
                threading.Event().wait()
            return status
    except OSError as error:
        print(f"{path[:MOST_PATH]}: {error.strerror}", file=out)
        return USAGE
    return FINE


def number(word: str, low: float, high: float) -> float:
    """Parse a number in this range. Raises ValueError."""
    value = float(word)
    if not math.isfinite(value) or not low <= value <= high:
        raise ValueError(f"{word} is not from {low:g} to {high:g}")
    return value


def whole(word: str, low: int, high: int) -> int:
    """Parse a whole number in this range. Raises ValueError."""
    value = int(word)
    if not low <= value <= high:
        raise ValueError(f"{word} is not from {low} to {high}")
    return value


def one_of(word: str, words: Iterable[str]) -> str:
    """Check that the word is one of these. Raises ValueError."""
    if word not in words:
        raise ValueError(f"{word} is none of {', '.join(words)}")
    return word


def _pause(seconds: float) -> None:
    threading.Event().wait(seconds)
