"""A line of the torture: what is done how often, and what must come of it."""

import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path


class CannotRun(Exception):
    """This machine lacks what the line needs; the table says so."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line. `run(count, folder)` says what it found, or raises AssertionError.

    `full` times in `make torture`, `short` times in `make test`, which leaves it out if that is 0.
    """

    name: str
    full: int
    short: int
    unit: str
    run: Callable[[int, Path], str]


@dataclass(frozen=True, slots=True)
class Result:
    """What came of a line."""

    line: Line
    count: int
    word: str
    told: str
    took_s: float

    def __str__(self) -> str:
        count = f"{self.count:,} {self.line.unit}"
        return f"{self.line.name:<34}{count:<26}{self.word:<10}{self.took_s:>7.0f} s  {self.told}"


def tried(line: Line, count: int, folder: Path) -> Result:
    """The line's result; a failure is one, too."""
    began = time.monotonic()
    try:
        word, told = "passed", line.run(count, folder)
    except CannotRun as why:
        word, told = "NOT RUN", str(why)
    except Exception as error:
        traceback.print_exc()
        word, told = "FAILED", f"{type(error).__name__}: {error}"[:300]
    return Result(line, count, word, told, time.monotonic() - began)
