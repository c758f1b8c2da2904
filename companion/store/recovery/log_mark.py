"""A number in the database's header that tells which log belongs to the file.

While a service may write, the file says so, and its log is never empty: a checkpoint leaves the old
frames in the log until the next transaction overwrites them. A missing, emptied or foreign log can
therefore be detected from these two files alone, and no act costs a further sync.

The number is SQLite's `application_id`, in the first page (SQLite file format, section 1.3.13). It
only grows: four for each log, plus the kind of our latest transaction in it.

IN_USE   the first transaction of a log
MOVED    its last one, before all of it is moved into the file; another log follows
CLOSED   the same at the end: no log follows until the file says MOVED
"""

import secrets
import sqlite3
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, NamedTuple

from companion.store.recovery.wal import PAGE, Log, SyncedFrames

IN_USE, MOVED, CLOSED = 1, 2, 3
_EACH = 4
_AT = 68
_MODE_AT, _ALONE = 18, 1
"""Write version of a file without a log. All our files have one, except backups."""

_FIRST = 2**28
"""The first log's number is random below this, so that two stores do not have the same."""


def put(connection: sqlite3.Connection, kind: int) -> None:
    """Commit the next mark of this kind, unless it is the latest.

    If the disk refuses it, a lost log may look like one that another program moved into the file.
    """
    with suppress(sqlite3.Error):
        (now,) = connection.execute("PRAGMA application_id").fetchone()
        if (new := _next(now, kind)) != now:
            connection.execute(f"PRAGMA application_id = {new}")


def _next(now: int, kind: int) -> int:
    if not now:
        return secrets.randbelow(_FIRST) * _EACH + kind
    log, said = divmod(now, _EACH)
    return (log + (said > kind)) * _EACH + kind


def in_page(first_page: bytes) -> int:
    """The mark in a database's first page, 0 for none (a file of an earlier release)."""
    return int.from_bytes(first_page[_AT : _AT + 4])


def erase(file: BinaryIO) -> None:
    """Leave the open file without a mark: its first page was lost, and with it the mark."""
    file.seek(_AT)
    file.write(bytes(4))


def in_file(path: Path) -> int:
    """The mark in the file itself, whatever its log says. Raises OSError."""
    with path.open("rb") as file:
        return in_page(file.read(PAGE))


def is_backup(path: Path) -> bool:
    """Whether a person has copied a backup here."""
    with path.open("rb") as file:
        return file.read(_MODE_AT + 1)[_MODE_AT:] == bytes((_ALONE,))


class Known(NamedTuple):
    """What other files record about the log: its length, and the mark of the page sums."""

    synced: SyncedFrames
    sealed: int


def continues(path: Path, log: Log) -> bool:
    """Whether the log's frames, if any, continue this file. True for a file without a mark."""
    mark = in_file(path)
    seen = in_page(log.first_page) or mark
    return not mark or mark <= seen <= (mark // _EACH + 1) * _EACH + CLOSED


def belongs(path: Path, log: Log, known: Known) -> bool:
    """Whether `log` is the file's newest log, or none is missing.

    `synced` is used only if the file has no mark: after a power cut it may be of an older log.
    """
    if not log.size and is_backup(path):
        return True
    mark = in_file(path)
    if known.sealed > (in_page(log.first_page) or mark):
        return False
    if log.size:
        return continues(path, log)
    if not mark:
        return not known.synced.counts
    return log.begun or mark % _EACH != MOVED
