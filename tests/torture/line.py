"""A line of the torture: a test that is repeated many times."""

import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path


class CannotRun(Exception):
    """This machine lacks something that the line needs; the table reports it."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line. `run(count, folder)` returns a summary or raises AssertionError.

    `full`: the count in `make torture`; `short`: in `make test`, which skips the line if it is 0.
    """

    name: str
    full: int
    short: int
    unit: str
    run: Callable[[int, Path], str]


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a line."""

    line: Line
    count: int
    word: str
    told: str
    took_s: float

    def __str__(self) -> str:
        count = f"{self.count:,} {self.line.unit}"
        return f"{self.line.name:<34}{count:<26}{self.word:<10}{self.took_s:>7.0f} s  {self.told}"


def tried(line: Line, count: int, folder: Path) -> Result:
    """Run a line; a failure is also a result."""
    began = time.monotonic()
    try:
        word, told = "passed", line.run(count, folder)
    except CannotRun as why:
        word, told = "NOT RUN", str(why)
    except Exception as error:
        traceback.print_exc()
        word, told = "FAILED", f"{type(error).__name__}: {error}"[:300]
    return Result(line, count, word, told, time.monotonic() - began)
