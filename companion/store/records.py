"""What the store keeps, as values. Whatever JSON they hold is kept as it was given."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.games.game import Act


@dataclass(frozen=True, slots=True)
class Stamp:
    """When something happened. Order is never told by it: races and acts are numbered.

    `wall_s` is the machine's idea of the time (seconds since 1970, good only if `clock_synced`);
    `mono_s` the monotonic clock, comparable within one `boot` (the kernel's boot id).
    """

    wall_s: float
    mono_s: float
    boot: str
    clock_synced: bool


@dataclass(frozen=True, slots=True)
class Position:
    """How far a node's reliable lines have been accepted (link.md, "Reliable lines")."""

    uid: str
    session: str
    seq: int


@dataclass(frozen=True, slots=True)
class StoredAnswer:
    """What a client was told for its own `key`: told again for the same key, restarts included."""

    key: str
    reply: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Start:
    """A new race. Its answer gets the race's `id` added.

    `replaces`: the race whose set-up was reopened; it stays on disk, but no list names it again.
    """

    game: str
    options: Mapping[str, Any]
    stamp: Stamp
    origin: Mapping[str, Any] = field(default_factory=dict)
    answer: StoredAnswer | None = None
    position: Position | None = None
    replaces: int | None = None


@dataclass(frozen=True, slots=True)
class Entry:
    """One act of a race, the `n`-th of it, counted from 1 (undo and redo are acts, too).

    `position` is the link's line that caused it; `result` is the race's result after this act, None
    while it goes on. Both, and `answer`, are saved with the act or not at all.
    """

    n: int
    act: Act
    stamp: Stamp
    origin: Mapping[str, Any] = field(default_factory=dict)
    answer: StoredAnswer | None = None
    position: Position | None = None
    result: Any = None


@dataclass(frozen=True, slots=True)
class SavedRace:
    """A saved race; `acts` is how many it has, `result` None while nobody has won."""

    id: int
    game: str
    options: Mapping[str, Any]
    stamp: Stamp
    origin: Mapping[str, Any]
    acts: int
    result: Any


@dataclass(frozen=True, slots=True)
class Tagged:
    """A known tag: the piece of `game` that carries it."""

    uid: str
    game: str
    piece: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Course:
    """A course of the book, known by its name.

    `limits`: the red lines in driving order, empty while nobody has written them down. `picture`:
    a data URL, "" for none.
    """

    name: str
    limits: tuple[int, ...] = ()
    flag: str = "left"
    note: str = ""
    picture: str = ""


def encode(value: Any) -> str:
    """JSON in ASCII. A number that JSON does not have is a bug (ValueError)."""
    return _JSON.encode(value)


def encode_piece(piece: Mapping[str, Any]) -> str:
    """JSON that is the same for equal pieces, in whatever order their fields were given."""
    return _SORTED.encode(piece)


_JSON = json.JSONEncoder(separators=(",", ":"), allow_nan=False)
_SORTED = json.JSONEncoder(separators=(",", ":"), allow_nan=False, sort_keys=True)
