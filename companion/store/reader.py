"""Read the database from any thread, without waiting for the writer.

Read-only connections come from a pool, which grows to the number of threads that read at once.
"""

import json
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from queue import Empty, LifoQueue
from typing import Any, TypeVar

from companion.errors import StoreError
from companion.store.fault import fault_of
from companion.store.file import (
    NAME,
    Identity,
    check_directory,
    check_kind,
    connect_read_only,
    identity,
    newer_fault,
    version,
)
from companion.store.records import Course, Entry, Position, SavedRace, Stamp, Tagged, encode
from companion.store.schema import MIGRATIONS

Made = TypeVar("Made")

_RACE = """
    SELECT id, game, options, origin, wall_s, mono_s, boot, clock_synced, result,
        (SELECT coalesce(max(n), 0) FROM act WHERE race = race.id) AS acts
    FROM race
"""

_HIGHEST = 2**63 - 1
"""The highest integer SQLite knows."""


class StoreReader:
    """Reads one directory's races, seasons, courses, tags and settings.

    Every call may raise StoreError.
    """

    def __init__(self, directory: Path):
        self.path = directory / NAME
        check_kind(self.path)
        self._idle: LifoQueue[tuple[Identity | None, sqlite3.Connection]] = LifoQueue()
        with self._lent() as connection:
            found = version(connection)
            newer = found > len(MIGRATIONS)
            key = newer_fault(connection, found) if newer else "store.older"
        if found != len(MIGRATIONS):
            self._close_idle()
            raise StoreError(key, file=str(self.path))

    def close(self) -> None:
        """Close the connections."""
        self._close_idle()

    def races(self) -> list[SavedRace]:
        """All races, newest first, except those replaced when their set-up was reopened."""
        rows = self._all(f"{_RACE} WHERE replaced_by IS NULL ORDER BY id DESC")
        return self._made(_race, rows)

    def race(self, race_id: int) -> SavedRace | None:
        """The race with this id, None for none; any integer is allowed."""
        if abs(race_id) > _HIGHEST:
            return None
        rows = self._all(f"{_RACE} WHERE id = ?", race_id)
        return next(iter(self._made(_race, rows)), None)

    def last_race_id(self) -> int:
        """The highest id that a saved race has, 0 for none."""
        return int(self._all("SELECT coalesce(max(id), 0) AS id FROM race")[0]["id"])

    def acts(self, race_id: int) -> list[Entry]:
        """The race's acts in order, with undo and redo."""
        rows = self._all("SELECT * FROM act WHERE race = ? ORDER BY n", race_id)
        return self._made(_entry, rows)

    def last_act(self) -> int:
        """The place of the newest act among those of all races, 0 for none."""
        return int(self._all("SELECT coalesce(max(id), 0) AS id FROM act")[0]["id"])

    def acts_since(self, place: int) -> int:
        """The number of acts after this place."""
        return int(self._all("SELECT count(*) AS n FROM act WHERE id > ?", place)[0]["n"])

    def acts_after(self, place: int, most: int) -> list[tuple[int, int, Entry]]:
        """The next acts of all races after this place: place, race and act."""
        rows = self._all("SELECT * FROM act WHERE id > ? ORDER BY id LIMIT ?", place, most)
        return self._made(lambda row: (int(row["id"]), int(row["race"]), _entry(row)), rows)

    def reply_for(self, key: str) -> Any:
        """The reply saved for this key, None for none."""
        rows = self._all("SELECT reply FROM answer WHERE key = ?", encode(key))
        return next(iter(self._made(lambda row: json.loads(row["reply"]), rows)), None)

    def answered(self) -> list[str]:
        """The keys whose answers are kept, as `encode` writes them."""
        # One row instead of 20,000: JSON has no line ends.
        row = self._all("SELECT group_concat(key, char(10)) AS keys FROM answer")[0]
        return row["keys"].split("\n") if row["keys"] else []

    def known(self, uid: str) -> Position | None:
        """The last reliable line accepted from this node (link.md, "Reliable lines")."""
        rows = self._all("SELECT * FROM position WHERE uid = ?", uid)
        return Position(**rows[0]) if rows else None

    def get(self, name: str, default: Any = None) -> Any:
        """A setting."""
        rows = self._all("SELECT value FROM setting WHERE name = ?", name)
        return next(iter(self._made(lambda row: json.loads(row["value"]), rows)), default)

    def tag(self, uid: str) -> Tagged | None:
        """The piece with this tag uid (in the form of `tag_file.normal`), None for none."""
        rows = self._all("SELECT * FROM tag WHERE uid = ?", uid)
        return next(iter(self._made(_tagged, rows)), None)

    def tags(self) -> list[Tagged]:
        """All known tags, by game, then in the order in which they were learned."""
        return self._made(_tagged, self._all("SELECT * FROM tag ORDER BY game, rowid"))

    def seasons(self) -> list[int]:
        """The numbers of all seasons, the last changed first."""
        rows = self._all("SELECT season FROM season_act GROUP BY season ORDER BY max(id) DESC")
        return [int(row["season"]) for row in rows]

    def season_acts(self, season: int) -> list[Entry]:
        """The season's acts in order, its creation first; empty for an unknown season."""
        if abs(season) > _HIGHEST:
            return []
        rows = self._all("SELECT * FROM season_act WHERE season = ? ORDER BY n", season)
        return self._made(_entry, rows)

    def courses(self) -> list[Course]:
        """The course book, in the order in which the courses were first saved."""
        return self._made(_course, self._all("SELECT * FROM course ORDER BY id"))

    def box(self, game: str) -> dict[str, Any] | None:
        """The contents of a game's box as entered, None if they were not."""
        box: dict[str, Any] | None = self.get(box_name(game))
        return box

    def _made(
        self, make: Callable[[Mapping[str, Any]], Made], rows: list[dict[str, Any]]
    ) -> list[Made]:
        """A value for each row. Garbled JSON means a damaged file: `store.unreadable`."""
        try:
            return [make(row) for row in rows]
        except ValueError as error:
            raise StoreError("store.unreadable", file=str(self.path)) from error

    def _all(self, query: str, *values: Any) -> list[dict[str, Any]]:
        with self._lent() as connection:
            return [dict(row) for row in connection.execute(query, values)]

    @contextmanager
    def _lent(self) -> Iterator[sqlite3.Connection]:
        try:
            which, connection = self._found()
            try:
                yield connection
            except sqlite3.Error:
                connection.close()
                raise
            self._idle.put((which, connection))
        except sqlite3.Error as error:
            raise fault_of(error, self.path) from error

    def _found(self) -> tuple[Identity | None, sqlite3.Connection]:
        """An idle connection to the file that has the name now, or a new one."""
        now = identity(self.path)
        while True:
            try:
                which, connection = self._idle.get_nowait()
            except Empty:
                return now, self._connect()
            if now in (None, which):  # None: deleted, but an open file can still be read
                return which, connection
            connection.close()

    def _connect(self) -> sqlite3.Connection:
        connection = connect_read_only(self.path)
        connection.row_factory = sqlite3.Row
        return connection

    def _close_idle(self) -> None:
        while not self._idle.empty():
            self._idle.get_nowait()[1].close()


def box_name(game: str) -> str:
    """The name of the setting with a game's box."""
    return f"box.{game}"


def _race(row: Mapping[str, Any]) -> SavedRace:
    return SavedRace(
        id=row["id"],
        game=row["game"],
        options=json.loads(row["options"]),
        stamp=_stamp(row),
        origin=json.loads(row["origin"]),
        acts=row["acts"],
        result=None if row["result"] is None else json.loads(row["result"]),
    )


def _entry(row: Mapping[str, Any]) -> Entry:
    return Entry(
        n=row["n"],
        act=json.loads(row["act"]),
        stamp=_stamp(row),
        origin=json.loads(row["origin"]),
    )


def _stamp(row: Mapping[str, Any]) -> Stamp:
    return Stamp(row["wall_s"], row["mono_s"], row["boot"], bool(row["clock_synced"]))


def _course(row: Mapping[str, Any]) -> Course:
    return Course(
        name=json.loads(row["name"]),
        limits=tuple(json.loads(row["limits"])),
        flag=row["flag"],
        note=json.loads(row["note"]),
        picture=json.loads(row["picture"]),
        laid=tuple(json.loads(row["laid"])),
    )


def _tagged(row: Mapping[str, Any]) -> Tagged:
    return Tagged(row["uid"], row["game"], json.loads(row["piece"]))


@contextmanager
def reading(directory: Path) -> Iterator[StoreReader | None]:
    """A reader of `directory`, also while a service owns it; None if nothing is saved there."""
    check_directory(directory)
    check_kind(directory / NAME)
    if not (directory / NAME).exists():
        yield None
        return
    reader = StoreReader(directory)
    try:
        yield reader
    finally:
        reader.close()
