"""Check the database at the start, and recover it if it is damaged.

The order: finish an interrupted swap; read `-shm`'s record of the log; compare the pages with their
checksums; only if these differ, run SQLite's integrity check and read every row. A database that
fails is salvaged into a fresh one, which then takes its place.
"""

import sqlite3
from contextlib import closing, suppress
from dataclasses import replace
from enum import Enum
from pathlib import Path

from companion.errors import StoreError
from companion.store.fault import fault_of
from companion.store.file import (
    NAME,
    READY,
    check_kind,
    connect,
    connect_read_only,
    intact,
    migrate,
    migrate_open,
    remove,
    swap,
    swap_in,
    sync,
    version,
)
from companion.store.recovery.backup_files import FOLDER, backups_in
from companion.store.recovery.log_mark import Known, belongs, is_backup
from companion.store.recovery.page_sums import PageSums
from companion.store.recovery.reserve import Reserve
from companion.store.recovery.salvage import DamageReport, salvage, whole
from companion.store.recovery.wal import PAGE, Log, has_frames, log_bytes, log_of, synced_frames
from companion.store.schema import MIGRATIONS


def recover(directory: Path) -> DamageReport | None:
    """Leave a sound, migrated database in the directory; return what a damaged one lost.

    For the holder of the lock. Gives the reserve back first: the start needs the disk space.
    Raises StoreError for the disk, and `store.newer`.
    """
    path, reserve = directory / NAME, Reserve(directory / NAME)
    check_kind(path)
    used = bool(reserve.held)
    reserve.give_back()
    try:
        swap(directory)
        sums = PageSums(path)
        known = Known(synced_frames(path) | sums.synced, sums.mark)
        gone = _nothing_at(path) and (
            used or sums.there or bool(known.synced.counts or backups_in(directory / FOLDER))
        )
        found = _look(path, known)
        if found is _Found.DAMAGED:
            return _salvaged(directory, known)
        return DamageReport("", 0, 0, lost=gone) if gone or found is _Found.CHANGED else None
    except (sqlite3.Error, OSError) as error:
        if isinstance(error, StoreError):
            raise
        raise fault_of(error, path) from error


def _nothing_at(path: Path) -> bool:
    """Whether neither the database nor its log is there."""
    return not (path.exists() and path.stat().st_size) and not log_bytes(path)


class _Found(Enum):
    """The state of the file. CHANGED: SQLite reads all of it, but not as it was written."""

    SOUND, CHANGED, DAMAGED = range(3)


def _look(path: Path, known: Known) -> _Found:
    """The state of the file. Unless damaged, it is migrated and its page sums are on disk."""
    try:
        return _checked(path, known)
    except UnicodeDecodeError:  # SQLite's own message quotes what it could not read
        return _Found.DAMAGED
    except (sqlite3.Error, StoreError) as error:
        fault = error if isinstance(error, StoreError) else fault_of(error, path)
        if fault.key != "store.unreadable":
            raise fault from error
        return _Found.DAMAGED


def _checked(path: Path, known: Known) -> _Found:
    sums, fits, changed = PageSums(path), False, False
    if not path.exists() and has_frames(path):
        path.touch()  # its log is handled as an emptied file's
    if path.exists():
        if _emptied(path, sums):
            return _Found.DAMAGED
        log = log_of(path, known.synced)
        fits = sums.fit(log)
        if log.torn or not belongs(path, log, known) or not (fits or intact(path)):
            return _Found.DAMAGED
        changed = not fits and _is_changed(path, sums, log)
    with closing(connect(path)) as connection:
        migrate_open(connection, path)
        if not (fits or whole(connection)):
            return _Found.DAMAGED
        sums.checkpoint(connection, end=True)
    if not fits:
        sums.renew()
    return _Found.CHANGED if changed else _Found.SOUND


def _is_changed(path: Path, sums: PageSums, log: Log) -> bool:
    """Whether a page is not as it was written, by a flipped bit or by another program."""
    return not is_backup(path) and sums.show_change(log)


def _emptied(path: Path, sums: PageSums) -> bool:
    """Whether the file was truncated to less than a page. SQLite would delete its log."""
    return path.stat().st_size < PAGE and (sums.known or log_bytes(path) > 0)


def _salvaged(directory: Path, known: Known) -> DamageReport:
    fresh = directory / f"{NAME}.new"
    remove(fresh)
    migrate(fresh)
    with closing(connect(fresh)) as connection:
        report = salvage(directory / NAME, connection, known, _newest_sound_backup(directory))
    sync(fresh)
    fresh.rename(directory / READY)
    sync(directory)
    aside = swap_in(directory, READY, "damaged")
    PageSums(directory / NAME).renew()
    return replace(report, file=aside)


def _newest_sound_backup(directory: Path) -> Path | None:
    for backup in reversed(backups_in(directory / FOLDER)):
        with suppress(sqlite3.Error), closing(connect_read_only(backup.path)) as copy:
            if version(copy) == len(MIGRATIONS) and intact(backup.path):
                return backup.path
    return None
