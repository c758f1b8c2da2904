"""Copy every readable row of a damaged database into a fresh one.

Works on a copy; the damaged file is not touched. A table is read from both ends; where both scans
stop early, each row is queried by its rowid, so that an unreadable page costs only its own rows. A
race keeps its acts up to the first missing one, because the rules cannot replay later ones.
"""

import os
import shutil
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

from companion.store.file import connect_read_only, remove
from companion.store.recovery import log_mark
from companion.store.recovery.log_mark import Known, belongs, continues
from companion.store.recovery.wal import PAGE, apply_torn_log, has_frames, log_bytes, log_of
from companion.store.schema import MIGRATIONS, TABLES

_SMALLEST_ROW = 32
"""Bytes of the smallest row: the file's size bounds the rowids to ask for, whatever is in it."""

_UNREADABLE = (sqlite3.DatabaseError, UnicodeDecodeError)
"""UnicodeDecodeError: SQLite's own message quotes what it could not read."""


def _garbled(table: str, json: Sequence[str] = (), plain: Sequence[str] = ()) -> str:
    """A query that deletes the rows whose texts are not JSON, or not plain ASCII, any more."""
    wrong = [f"NOT json_valid({column})" for column in json]
    wrong += [f"{column} GLOB '*[^ -~]*'" for column in (*json, *plain)]
    return f"DELETE FROM {table} WHERE {' OR '.join(wrong)}"


_GARBLED = (
    _garbled("race", json=("options", "origin"), plain=("game", "boot")),
    _garbled("act", json=("act", "origin"), plain=("boot",)),
    _garbled("season_act", json=("act", "origin"), plain=("boot",)),
    _garbled("course", json=("name", "limits", "note", "picture", "laid"), plain=("flag",)),
    _garbled("answer", json=("key", "reply")),
    _garbled("position", plain=("uid", "session")),
    _garbled("setting", json=("value",), plain=("name",)),
    _garbled("tag", json=("piece",), plain=("uid", "game")),
)
"""Queries that delete garbled rows."""

_CUT = (
    *_GARBLED,
    "UPDATE race SET result = NULL WHERE result IS NOT NULL AND NOT json_valid(result)",
    "DELETE FROM act WHERE race NOT IN (SELECT id FROM race)",
    """DELETE FROM act WHERE id IN (
        SELECT id FROM (
            SELECT id, n, row_number() OVER (PARTITION BY race ORDER BY n) AS place FROM act
        ) WHERE place <> n
    )""",
    """DELETE FROM season_act WHERE id IN (
        SELECT id FROM (
            SELECT id, n, row_number() OVER (PARTITION BY season ORDER BY n) AS place
            FROM season_act
        ) WHERE place <> n
    )""",
    """DELETE FROM season_act WHERE season NOT IN (
        SELECT season FROM season_act WHERE n = 1 AND json_extract(act, '$.act') = 'create'
    )""",
)
"""Queries that delete garbled rows, and rows that are useless without a missing one."""

_FROM_BACKUP = {
    **dict.fromkeys(("race", "act", "answer", "tag", "season_act", "course"), ""),
    "setting": "WHERE name <> 'sessions'",
}
"""The tables that a backup can fill, and which rows. Not `position`: it would be out of date."""

_FORGET_SESSIONS = "DELETE FROM setting WHERE name = 'sessions'"
"""The number may be older than the last one given: the next start begins at a random one."""

_HIGHEST = 2**63 - 1
"""The highest rowid SQLite knows."""

_CHANGES_AT, _VALID_FOR_AT = 24, 92
"""Offsets in a database's first page (SQLite file format, section 1.3)."""


@dataclass(frozen=True, slots=True)
class DamageReport:
    """The races and acts recovered from a damaged file, and whether rows are lost.

    `file`: the damaged file's new name, "" if it was not replaced: none was there (`lost`), or
    SQLite could read all of it although it is not as it was written. `backup`: the backup that
    filled gaps, "" for none.
    """

    file: str
    races: int
    acts: int
    lost: bool
    backup: str = ""


def salvage(
    damaged: Path, fresh: sqlite3.Connection, known: Known, backup: Path | None = None
) -> DamageReport:
    """Copy every readable row into `fresh` (migrated, empty). Raises only for the disk.

    `known`: what other files say of the log. `backup`: an earlier, sound copy; saved rows never
    change, so its rows fill the gaps.
    """
    copy = damaged.with_name(f"{damaged.name}.copy")
    remove(copy)
    try:
        for part in ("", "-wal"):
            if (source := Path(f"{damaged}{part}")).exists():
                shutil.copyfile(source, f"{copy}{part}")
        if log_bytes(copy) and copy.stat().st_size < PAGE:
            os.truncate(copy, PAGE)  # SQLite would delete the log of an empty file
        lost = _lost_log(copy, known, fresh)
        if not _has_tables(copy):
            _give_first_page(copy, fresh)
        return _copy_rows(copy, fresh, backup, lost)
    finally:
        remove(copy)


def whole(connection: sqlite3.Connection) -> bool:
    """Whether every table is as our scripts made it and no row would be deleted.

    SQLite has no checksums in the file: a bit may have flipped in a column's name, too. Raises
    sqlite3.Error.
    """
    if not _tables(connection).items() >= _ours().items():
        return False
    connection.execute("BEGIN IMMEDIATE")
    try:
        connection.execute("PRAGMA defer_foreign_keys = ON")
        return not any(connection.execute(cut).rowcount for cut in _CUT)
    finally:
        connection.execute("ROLLBACK")


def _lost_log(copy: Path, known: Known, fresh: sqlite3.Connection) -> bool:
    """Whether some of the copy's log is lost. Moves a torn one in, deletes one of another file."""
    try:
        log = log_of(copy, known.synced)
    except _UNREADABLE:  # the file's first page; without it SQLite ignores the log
        _give_first_page(copy, fresh)
        try:
            log = log_of(copy, known.synced)
        except _UNREADABLE:
            return False
        if not (log.size or log.torn or log.begun) and has_frames(copy):
            apply_torn_log(copy, known.synced)
            return True  # no frame fits, and the page that identified the log is also gone
    if log.torn and not log.size:  # the damaged header no longer identifies the log
        return apply_torn_log(copy, known.synced)
    if not continues(copy, log):
        Path(f"{copy}-wal").unlink()
        return True
    lost = not belongs(copy, log, known)
    return (log.torn and apply_torn_log(copy, known.synced)) or lost


def _has_tables(copy: Path) -> bool:
    try:
        with closing(sqlite3.connect(copy, isolation_level=None)) as connection:
            tables = _tables(connection)
    except _UNREADABLE:
        return False
    ours = {name: sql for name, sql in _ours().items() if name in tables}
    return tables.keys() >= {"race", "act"} and tables.items() >= ours.items()


def _tables(connection: sqlite3.Connection) -> dict[str, str]:
    """The CREATE TABLE statement of each table, by the table's name."""
    query = "SELECT name, sql FROM sqlite_master WHERE type = 'table'"
    return {str(name): str(sql) for name, sql in connection.execute(query)}


@cache
def _ours() -> dict[str, str]:
    with closing(sqlite3.connect(":memory:")) as connection:
        for script in MIGRATIONS:
            connection.executescript(script)
        return _tables(connection)


def _give_first_page(copy: Path, fresh: sqlite3.Connection) -> None:
    """Replace the schema page: the first script's tables start at the same pages everywhere.

    A later script's tables start wherever there was space. In a file that is older than the script
    their rows may be another table's, which `_CUT` deletes.
    """
    fresh.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    model = Path(fresh.execute("PRAGMA database_list").fetchone()[2]).read_bytes()
    page = model[: fresh.execute("PRAGMA page_size").fetchone()[0]]
    # If the two counters differ, SQLite takes the number of pages from the file's size.
    other = bytes(255 - byte for byte in page[_CHANGES_AT : _CHANGES_AT + 4])
    with copy.open("r+b") as stream:
        stream.write(page[:_VALID_FOR_AT] + other + page[_VALID_FOR_AT + 4 :])
        log_mark.erase(stream)
        stream.truncate(max(copy.stat().st_size, len(model)))


def _copy_rows(
    copy: Path, fresh: sqlite3.Connection, backup: Path | None, lost: bool
) -> DamageReport:
    most = (copy.stat().st_size + log_bytes(copy)) // _SMALLEST_ROW
    fresh.execute("BEGIN IMMEDIATE")
    fresh.execute("PRAGMA defer_foreign_keys = ON")
    with closing(sqlite3.connect(copy, isolation_level=None)) as old:
        for table in TABLES:
            lost = not _copy_table(old, fresh, table, most) or lost
    lost, filled = _clean(fresh, backup, lost)
    races, acts = (
        int(fresh.execute(f"SELECT count(*) FROM {table}").fetchone()[0])
        for table in ("race", "act")
    )
    fresh.execute("COMMIT")
    return DamageReport("", races, acts, lost, backup.name if backup and filled else "")


def _clean(fresh: sqlite3.Connection, backup: Path | None, lost: bool) -> tuple[bool, int]:
    """Delete useless rows; return whether rows were missing, and how many the backup filled."""
    lost = _drop(fresh, _GARBLED) or lost
    fresh.execute("SAVEPOINT uncut")
    lost, filled = _drop(fresh, _CUT) or lost, 0
    if lost and backup:
        fresh.execute("ROLLBACK TO uncut")
        filled = _fill(fresh, backup)
        _drop(fresh, _CUT)
    if lost:
        fresh.execute(_FORGET_SESSIONS)
    return lost, filled


def _drop(fresh: sqlite3.Connection, cuts: Sequence[str]) -> bool:
    """Run the queries; return whether any row was deleted."""
    return sum(fresh.execute(cut).rowcount for cut in cuts) > 0


def _fill(fresh: sqlite3.Connection, backup: Path) -> int:
    """Insert the backup's rows that are missing; return how many."""
    before = fresh.total_changes
    with closing(connect_read_only(backup)) as old:
        for table, which in _FROM_BACKUP.items():
            found = old.execute(f"SELECT * FROM {table} {which}")
            names = [column[0] for column in found.description]
            for row in found:
                _insert(fresh, table, dict(zip(names, row, strict=True)), _HIGHEST)
    return fresh.total_changes - before


def _copy_table(old: sqlite3.Connection, fresh: sqlite3.Connection, table: str, most: int) -> bool:
    """Copy a table; return whether every row was there and could be inserted.

    `most`: rows that the file has space for.
    """
    names = [column[1] for column in old.execute(f"PRAGMA table_info({table})")]
    if not names:
        return True  # a file from before this table
    found, complete = 0, True
    for row in _rows(old, table, most):
        taken = row and _insert(fresh, table, dict(zip(names, row[1:], strict=True)), most)
        found += bool(row)
        complete = bool(taken) and complete
    return complete and found >= _indexed(old, table)


def _rows(old: sqlite3.Connection, table: str, most: int) -> Iterator[Sequence[Any] | None]:
    """Each row of the table, its rowid first; None for a gap that cannot be read.

    A scan follows the order of the pages and does not trust the rowids in them. Rows between two
    unreadable pages are queried by every rowid that the file has space for.
    """
    every = f"SELECT rowid, * FROM {table}"
    seen: set[int | None] = set()
    for order in ("ASC", "DESC"):
        for row in _read(old, f"{every} ORDER BY rowid {order}", most):
            seen.add(None if row is None else row[0])
            yield row
        if None not in seen:
            return
    for number in range(1, most + 1):
        if number not in seen:
            yield from _read(old, f"{every} WHERE rowid = ?", 1, number)


def _read(
    old: sqlite3.Connection, query: str, most: int, *values: int
) -> Iterator[Sequence[Any] | None]:
    """The query's rows, at most `most`, then None if reading stopped at damage."""
    try:
        yield from islice(old.execute(query, values), most)
    except _UNREADABLE:
        yield None


def _indexed(old: sqlite3.Connection, table: str) -> int:
    """How many rows the table's index, which has pages of its own, counts; 0 if unreadable."""
    query = f"SELECT count(*) FROM {table} INDEXED BY sqlite_autoindex_{table}_1"
    try:
        return int(old.execute(query).fetchone()[0])
    except _UNREADABLE:
        return 0


def _insert(fresh: sqlite3.Connection, table: str, row: dict[str, Any], most: int) -> bool:
    """Insert a row; return whether it could be. A row with an invalid or used id gets a new one.

    Except a race, whose acts refer to its id.
    """
    if 1 <= row.get("id", 1) <= most and _put(fresh, table, row):
        return True
    if table == "race" or "id" not in row:
        return False
    return _put(fresh, table, {name: value for name, value in row.items() if name != "id"})


def _put(fresh: sqlite3.Connection, table: str, row: dict[str, Any]) -> bool:
    marks = ", ".join(f":{name}" for name in row)
    try:
        done = fresh.execute(f"INSERT INTO {table} ({', '.join(row)}) VALUES ({marks})", row)
    except sqlite3.IntegrityError:
        return False
    return done.rowcount == 1
