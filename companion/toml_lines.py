"""Read a builder's TOML key by key; an error names its file and line.

tomllib does not report lines. A statement ends with the first line at which it parses by itself.
"""

import os
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple, NoReturn, TypeGuard

from companion.errors import ConfigError
from companion.games.game import Say

_CURLY = re.compile("[\u2018-\u201f\u00ab\u00bb]")
"""Typographic quotes that word processors and phones insert instead of straight ones."""

_REASONS = {
    "Cannot": "config.syntax_twice",
    "Illegal character": "config.syntax_quote",
    "Unterminated string": "config.syntax_quote",
    'Expected "\'"': "config.syntax_quote",
    "Expected '\"'": "config.syntax_quote",
    "Unclosed": "config.syntax_bracket",
    "Invalid value": "config.syntax_value",
    "Expected newline": "config.syntax_more",
}
"""The beginnings of tomllib's messages for the commonest mistakes, with our message keys."""

Place = tuple[str | int, ...]

MOST_BYTES = 32 * 1024
"""Largest file, in bytes; a table's file is a page or two."""

MOST_LINES = 100
"""Most lines of a statement: an unclosed one must not be parsed again for each of its lines."""

DEPTH = 3
"""Most steps of a place: `[[seat]]`, its number, its key."""

MOST_TEXT = 250
"""Most characters of a text."""


@dataclass(frozen=True, slots=True)
class Source:
    """A file's name and text."""

    file: str
    text: str

    def fail(self, line: int, key: str, **params: Any) -> NoReturn:
        """Refuse the file. `line` is 1-based."""
        raise ConfigError(key, file=self.file, line=line, **params)

    def parse(self) -> "Table":
        """The whole file as a table. Raises ConfigError if it is not TOML."""
        try:
            values = tomllib.loads(self.text)
        except tomllib.TOMLDecodeError as error:
            at = re.search(r" \(at line (\d+), column \d+\)| \(at end of document\)", str(error))
            lines = self.text.rstrip("\n").split("\n")
            line = int(at[1]) if at and at[1] else len(lines)
            reason = Say(_reason(str(error)))
            curly = _CURLY.search("".join(lines[line - 1 : line]))
            self.fail(line, "config.curly_quotes" if curly else "config.syntax", reason=reason)
        except RecursionError:
            self.fail(_lines(self.text).end, "config.too_deep")
        except ValueError:
            self.fail(_lines(self.text).end, "config.too_many_digits")
        return Table(self, (), values)

    def line_of(self, path: Place) -> int:
        """The line (1-based) on which the statement that defines `path` begins."""
        lines = _lines(self.text)
        return lines.found.get(path, lines.end)


def _reason(error: str) -> str:
    """The message key for tomllib's error, whose own text is English and for programmers."""
    found = (key for begins, key in _REASONS.items() if error.startswith(begins))
    return next(found, "config.syntax_line")


class _Statement(NamedTuple):
    """A heading, or a key with its value: its line, its text, and the values it defines."""

    line: int
    text: str
    values: dict[str, Any]


class _Lines(NamedTuple):
    """The line on which each table and key begins, and that of the last statement read."""

    found: dict[Place, int]
    end: int


def _statements(text: str) -> Iterator[_Statement]:
    """The statements of a file, up to one that is too long or that Python cannot parse.

    That one has no values, and neither has a comment or blank line, which is also a statement.
    """
    line, lines = 1, ""
    for number, more in enumerate(text.split("\n"), 1):
        line, lines = (line if lines else number), f"{lines}{more}\n"
        try:
            values = tomllib.loads(lines)
        except tomllib.TOMLDecodeError:
            if number - line < MOST_LINES:
                continue
            break
        except (ValueError, RecursionError):
            break
        yield _Statement(line, lines, values)
        lines = ""
    yield _Statement(line, lines, {})


@lru_cache(maxsize=1)
def _lines(text: str) -> _Lines:
    """Find the line of every table, and of each of its keys."""
    found: dict[Place, int] = {}
    rows: dict[str, int] = {}
    heading: Place = ()
    line = 1
    for line, statement, values in _statements(text):
        if statement.lstrip().startswith("["):
            heading = _heading(values, rows)
            for count in range(1, len(heading) + 1):
                found.setdefault(heading[:count], line)
        else:
            for name, value in values.items():
                _find(found, (*heading, name), value, line)
    return _Lines(found, line)


def _heading(values: Mapping[str, Any], rows: dict[str, int]) -> Place:
    """The place that a heading begins. `rows`: the last row so far of each `[[name]]`."""
    for name, inner in values.items():
        if isinstance(inner, list):
            rows[name] = rows.get(name, -1) + 1
            return name, rows[name]
        place: Place = (name, rows[name]) if name in rows else (name,)
        return (*place, *inner)
    return ()


def _find(found: dict[Place, int], place: Place, value: Any, line: int) -> None:
    """Record the line of a value, and of the values nested in it in the same statement."""
    found.setdefault(place, line)
    if len(place) < DEPTH:
        items = enumerate(value) if isinstance(value, list) else ()
        for step, each in value.items() if isinstance(value, dict) else items:
            _find(found, (*place, step), each, line)


def read_source(path: Path) -> Source:
    """Read the file. Raises ConfigError if it cannot be read, is not UTF-8 or is far too long."""
    try:
        with open(path, "rb", opener=_open_at_once) as file:
            data = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:  # ValueError: a NUL in the path
        reason = getattr(error, "strerror", None) or str(error)
        raise ConfigError("config.unreadable", file=str(path), line=0, reason=reason) from error
    if len(data) > MOST_BYTES:
        raise ConfigError("config.too_long", file=str(path), line=0, most=MOST_BYTES // 1024)
    text, wrong = "", data.find(0)  # every second byte of a UTF-16 file
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        wrong = error.start
    if wrong >= 0:
        line = data[:wrong].count(b"\n") + 1
        raise ConfigError("config.not_utf8", file=str(path), line=line)
    return Source(str(path), text)


def _open_at_once(path: str, flags: int) -> int:
    """Open a file without waiting for the other end of a pipe that nobody writes to."""
    file = os.open(path, flags | os.O_NONBLOCK)
    os.set_blocking(file, True)
    return file


@dataclass(frozen=True, slots=True)
class Table:
    """One table of the file, and its place there. `ignored`: keys left out, as invalid ones."""

    source: Source
    path: Place
    values: Mapping[str, Any]
    ignored: frozenset[str] = frozenset()

    @property
    def line(self) -> int:
        """The line of the table's header, or of its first key."""
        return self.source.line_of(self.path)

    def line_of(self, name: str) -> int:
        """The line of one of its keys; of the table itself if the key is missing."""
        return self.source.line_of((*self.path, name)) if name in self.values else self.line

    def without(self, name: str) -> "Table":
        """The same table without this key."""
        values = {key: value for key, value in self.values.items() if key != name}
        return replace(self, values=values, ignored=self.ignored | {name})

    def fail(self, name: str, key: str, **params: Any) -> NoReturn:
        """Refuse the key `name` of this table."""
        self.source.fail(self.line_of(name), key, name=name, **params)

    def only(self, *names: str) -> None:
        """Refuse any key other than these."""
        for name in self.values:
            if name not in names:
                self.fail(name, "config.unknown_key", where=self._title(), allowed=", ".join(names))

    def need(self, name: str, example: str) -> None:
        """Refuse the table if the key is missing, unless it was left out."""
        if name not in self.values and name not in self.ignored:
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

    def flag(self, name: str, default: bool = False) -> bool:
        """true or false; `default` if the key is missing."""
        value = self.values.get(name, default)
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


def is_whole(value: object) -> TypeGuard[int]:
    """Whether a TOML value is an integer (true and false are not)."""
    return isinstance(value, int) and not isinstance(value, bool)
