"""The records of the store, as values. JSON in them is saved as given."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.games.game import Act


@dataclass(frozen=True, slots=True)
class Stamp:
    """The time of an act. Never used for order: races and acts are numbered.

    `wall_s`: seconds since 1970 by the system clock, right only if `clock_synced`. `mono_s`: the
    monotonic clock, comparable within one `boot` (the kernel's boot id).
    """

    wall_s: float
    mono_s: float
    boot: str
    clock_synced: bool


@dataclass(frozen=True, slots=True)
class Position:
    """The last reliable line accepted from a node (link.md, "Reliable lines")."""

    uid: str
    session: str
    seq: int


@dataclass(frozen=True, slots=True)
class StoredAnswer:
    """The reply to a client's `key`: repeated if the key comes again, also after a restart."""

    key: str
    reply: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Start:
    """A new race. The race's `id` is added to its answer.

    `replaces`: the race whose set-up was reopened; it stays on disk but is no longer listed.
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
    """The `n`-th act of a race or season, counted from 1; undo and redo count, too.

    `position`: the node's line that caused it. `result`: the race's result after this act, None
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
    """A saved race. `acts`: how many it has. `result`: None before the race is over."""

    id: int
    game: str
    options: Mapping[str, Any]
    stamp: Stamp
    origin: Mapping[str, Any]
    acts: int
    result: Any


@dataclass(frozen=True, slots=True)
class Tagged:
    """A known tag, and the piece of `game` that carries it."""

    uid: str
    game: str
    piece: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Course:
    """A course of the course book, identified by its name.

    `limits`: the red lines in driving order, empty if not entered. `picture`: a data URL, "" for
    none. `laid`: its track pieces in driving order, empty if it was not laid from pieces.
    """

    name: str
    limits: tuple[int, ...] = ()
    flag: str = "left"
    note: str = ""
    picture: str = ""
    laid: tuple[Mapping[str, Any], ...] = ()


def encode(value: Any) -> str:
    """JSON in ASCII. Raises ValueError, a bug, for a number that JSON cannot express."""
    return _JSON.encode(value)


def encode_piece(piece: Mapping[str, Any]) -> str:
    """JSON that is the same for equal pieces, whatever the order of their fields."""
    return _SORTED.encode(piece)


_JSON = json.JSONEncoder(separators=(",", ":"), allow_nan=False)
_SORTED = json.JSONEncoder(separators=(",", ":"), allow_nan=False, sort_keys=True)
