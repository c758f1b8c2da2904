"""TOML that a builder wrote, taken key by key: a wrong one dies with its file and line.

tomllib tells no lines. A statement's line is found by the parser itself: it is the first line that
must be added to a readable beginning of the file before the key in question appears.
"""

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from companion.errors import ConfigError

_CURLY = re.compile("[\u2018-\u201f\u00ab\u00bb]")
"""The quotes that word processors and phones make of straight ones."""

Place = tuple[str | int, ...]

MOST_BYTES = 32 * 1024
"""A table's file is a page or two; finding the line of a fault takes longer the longer it is."""

MOST_TEXT = 250
"""Characters of a text."""


@dataclass(frozen=True, slots=True)
class Source:
    """A file's name and text."""

    file: str
    text: str

    def fail(self, line: int, key: str, **params: Any) -> NoReturn:
        """Refuse the file. `line` is 1-based."""
        raise ConfigError(key, file=self.file, line=line, **params)

    def parse(self) -> "Table":
        """The whole file as a table. Raises ConfigError where it is no TOML."""
        try:
            values = tomllib.loads(self.text)
        except tomllib.TOMLDecodeError as error:
            at = re.search(r" \(at line (\d+), column \d+\)| \(at end of document\)", str(error))
            last = max(1, len(self.text.splitlines()))
            line = int(at[1]) if at and at[1] else last
            reason = str(error)[: at.start()] if at else str(error)
            curly = _CURLY.search("".join(self.text.splitlines()[line - 1 : line]))
            self.fail(line, "config.curly_quotes" if curly else "config.syntax", reason=reason)
        except (RecursionError, ValueError) as error:  # nested too deep, or endless digits
            self.fail(1, "config.syntax", reason=str(error))
        return Table(self, (), values)

    def line_of(self, path: Place) -> int:
        """The line (1-based) on which the statement that brings `path` begins."""
        lines = self.text.splitlines(keepends=True)
        readable = 0
        for count in range(1, len(lines) + 1):
            if readable == count - 1 and lines[count - 1].lstrip()[:1] in ("", "#"):
                readable = count
                continue
            try:
                values = tomllib.loads("".join(lines[:count]))
            except tomllib.TOMLDecodeError:
                continue
            if _holds(values, path):
                break
            readable = count
        return readable + 1


def _holds(values: Any, path: Place) -> bool:
    """Whether the path leads to something in the parsed values."""
    for step in path:
        if isinstance(step, str):
            found = isinstance(values, dict) and step in values
        else:
            found = isinstance(values, list) and step < len(values)
        if not found:
            return False
        values = values[step]
    return True


def read_source(path: Path) -> Source:
    """The file, read. Raises ConfigError if it cannot be read, is no UTF-8 or far too long."""
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise ConfigError(
            "config.unreadable", file=str(path), line=0, reason=error.strerror or ""
        ) from error
    if len(data) > MOST_BYTES:
        raise ConfigError("config.too_long", file=str(path), line=0, most=MOST_BYTES // 1024)
    try:
        return Source(str(path), data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise ConfigError("config.not_utf8", file=str(path), line=line) from error


@dataclass(frozen=True, slots=True)
class Table:
    """One table of the file, and where it stands in it."""

    source: Source
    path: Place
    values: Mapping[str, Any]

    @property
    def line(self) -> int:
        """The line of the table's header, or of its first key."""
        return self.source.line_of(self.path)

    def line_of(self, name: str) -> int:
        """The line of one of its keys; of the table itself if the key is missing."""
        return self.source.line_of((*self.path, name)) if name in self.values else self.line

    def fail(self, name: str, key: str, **params: Any) -> NoReturn:
        """Refuse the key `name` of this table."""
        self.source.fail(self.line_of(name), key, name=name, **params)

    def only(self, *names: str) -> None:
        """Refuse a key that is none of these."""
        for name in self.values:
            if name not in names:
                self.fail(name, "config.unknown_key", where=self._title(), allowed=", ".join(names))

    def need(self, name: str, example: str) -> None:
        """Refuse the table if the key is missing."""
        if name not in self.values:
            self.fail(name, "config.missing_key", where=self._title(), example=example)

    def table(self, name: str) -> "Table | None":
        """The table `[name]`, if there is one."""
        value = self.values.get(name)
        if value is None:
            return None
        if not isinstance(value, dict):
            self.fail(name, "config.not_table", header=f"[{name}]")
        return Table(self.source, (*self.path, name), value)

    def tables(self, name: str) -> "tuple[Table, ...]":
        """The tables `[[name]]`, in the order of the file."""
        value = self.values.get(name, [])
        if not isinstance(value, list) or not all(isinstance(each, dict) for each in value):
            self.fail(name, "config.not_table", header=f"[[{name}]]")
        return tuple(
            Table(self.source, (*self.path, name, index), each) for index, each in enumerate(value)
        )

    def text(self, name: str, example: str, default: str = "") -> str:
        """A text that is not empty; `default` if the key is missing."""
        value = self.values.get(name)
        if value is None:
            return default
        if not isinstance(value, str) or not value.strip():
            self.fail(name, "config.not_text", example=example)
        if len(value) > MOST_TEXT or not value.isprintable():
            self.fail(name, "config.odd_text", most=MOST_TEXT)
        return value.strip()

    def choice(self, name: str, allowed: Sequence[str], default: str = "") -> str:
        """One of the allowed words."""
        value = self.values.get(name, default)
        if not isinstance(value, str) or (value not in allowed and name in self.values):
            self.fail(name, "config.not_one_of", allowed=", ".join(allowed))
        return value

    def whole(self, name: str, low: int, high: int, default: int = 0) -> int:
        """A whole number from `low` to `high`, both included."""
        value = self.values.get(name, default)
        if not is_whole(value):
            self.fail(name, "config.not_whole", low=low, high=high)
        if name in self.values and not low <= value <= high:
            self.fail(name, "config.out_of_range", low=low, high=high)
        return int(value)

    def number(self, name: str, low: float, high: float, default: float) -> float:
        """A number, whole or not, from `low` to `high`, both included."""
        value = self.values.get(name, default)
        if isinstance(value, bool) or not isinstance(value, int | float):
            self.fail(name, "config.not_number", low=low, high=high)
        if not low <= value <= high:
            self.fail(name, "config.out_of_range", low=low, high=high)
        return float(value)

    def flag(self, name: str) -> bool:
        """true or false; false if the key is missing."""
        value = self.values.get(name, False)
        if not isinstance(value, bool):
            self.fail(name, "config.not_flag")
        return value

    def _title(self) -> str:
        """The table's header, as the file would print it."""
        match self.path:
            case (str(name), int()):
                return f"[[{name}]]"
            case (str(name),):
                return f"[{name}]"
        return "table.toml"


def is_whole(value: object) -> bool:
    """Whether a TOML value is a whole number (true and false are none)."""
    return isinstance(value, int) and not isinstance(value, bool)
