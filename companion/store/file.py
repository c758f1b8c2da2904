"""The store's one file in its directory: locked, opened, migrated, checked, and mended if damaged.

companion.db               the database (with -wal and -shm beside it while it is open)
companion.lock             held by the service that owns the directory (companion/store/lock.py)
companion.db.seal          the sums of its pages (companion/store/recovery/page_sums.py)
companion.db.reserve       room for when the disk is full (companion/store/recovery/reserve.py)
companion.db.damaged-1     what could not be trusted any more; never touched again
companion.db.ready         a mended database about to take the damaged one's place
companion.db.restored      a backup about to take the file's place (recovery/backups.py)
companion.db.replaced-1    what was there before a backup was restored
"""

import os
import sqlite3
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path

from companion.errors import StoreError
from companion.store.fault import fault_of
from companion.store.recovery.backup_files import FOLDER, copies_in, looking
from companion.store.recovery.page_sums import PageSums
from companion.store.recovery.salvage import DamageReport, remove, salvage, whole
from companion.store.recovery.wal import PAGE, SyncedFrames, log_bytes, log_of, synced_frames
from companion.store.schema import MIGRATIONS

NAME = "companion.db"
RESTORED = f"{NAME}.restored"
BUSY_MS = 8000
"""How long a write waits for another process that holds the database."""

_WRITTEN_AT, _WAL = 18, b"\x02"
"""Who may write the file (SQLite file format, section 1.3.3): nobody, if the byte is higher."""

_MOST_EVER = 99
"""So many migrations no companion has ever had."""

Identity = tuple[int, int]
"""Which file it is, whatever it is called."""


def identity(path: Path) -> Identity | None:
    """Which file bears this name, None for none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def make_directory(directory: Path) -> None:
    """A new one is its owner's alone: the PIN and the key of the phones' tokens lie there."""
    try:
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError("store.no_place", data=str(directory), detail=str(error)) from error


def open_mended(directory: Path) -> DamageReport | None:
    """Leaves a sound, migrated database in the directory; says what a damaged one lost.

    Only for the owner of the lock. Raises StoreError if the disk does not let it.
    """
    path = directory / NAME
    try:
        swap(directory)
        synced = synced_frames(path)
        return None if _sound(path, synced) else _mend(directory, synced)
    except (sqlite3.Error, OSError) as error:
        if isinstance(error, StoreError):
            raise
        raise fault_of(error, path) from error


def connect(path: Path) -> sqlite3.Connection:
    """A connection that writes: every commit is on disk when it returns. Raises StoreError."""
    try:
        connection = sqlite3.connect(
            path, timeout=BUSY_MS / 1000, isolation_level=None, check_same_thread=False
        )
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA wal_autocheckpoint = 0")  # the page sums go first
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("PRAGMA foreign_keys = ON")
        except sqlite3.Error:
            connection.close()
            raise
    except sqlite3.Error as error:
        raise fault_of(error, path) from error
    return connection


def migrate(path: Path) -> None:
    """Brings the file up to the newest migration, each with its number in one transaction."""
    with closing(connect(path)) as connection:
        _migrate(connection, path)


def _migrate(connection: sqlite3.Connection, path: Path) -> None:
    done = version(connection)
    if done > len(MIGRATIONS):
        raise StoreError(too_high(connection, done), file=str(path))
    for number, script in enumerate(MIGRATIONS[done:], done + 1):
        connection.executescript(f"BEGIN; {script}; PRAGMA user_version = {number}; COMMIT;")


def version(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def too_high(connection: sqlite3.Connection, found: int) -> str:
    """What a version beyond ours means: a newer companion's file, or a bit that turned in ours.

    `integrity_check` does not look at that number. A newer companion has other tables.
    """
    turned = found > _MOST_EVER or (found ^ len(MIGRATIONS)).bit_count() == 1
    return "store.unreadable" if turned and _schema(connection) == _ours() else "store.newer"


def _schema(connection: sqlite3.Connection) -> set[tuple[str, ...]]:
    cursor = connection.cursor()
    cursor.row_factory = None  # whatever the connection makes of its rows
    return set(cursor.execute("SELECT type, name, sql FROM sqlite_master"))


def _ours() -> set[tuple[str, ...]]:
    with closing(sqlite3.connect(":memory:")) as connection:
        for script in MIGRATIONS:
            connection.executescript(script)
        return _schema(connection)


def _sound(path: Path, synced: SyncedFrames) -> bool:
    """Whether the file can be trusted; it is migrated then, and its pages are summed."""
    try:
        return _trusted(path, synced)
    except UnicodeDecodeError:  # in SQLite's own message: it names what it stumbles over
        return False
    except (sqlite3.Error, StoreError) as error:
        fault = error if isinstance(error, StoreError) else fault_of(error, path)
        if fault.key != "store.unreadable":
            raise fault from error
        return False


def _trusted(path: Path, synced: SyncedFrames) -> bool:
    sums, fits = PageSums(path), False
    if path.exists():
        if _emptied(path, sums):
            return False
        log = log_of(path, synced)
        fits = sums.fits(log)
        if log.torn or not (fits or intact(path)):
            return False
    with closing(connect(path)) as connection:
        _migrate(connection, path)
        if not (fits or whole(connection)):
            return False
        sums.empty_log(connection)
    if not fits:
        sums.renew()
    return True


def _emptied(path: Path, sums: PageSums) -> bool:
    """Whether all is gone from a file that had something. SQLite would delete its log."""
    return path.stat().st_size < PAGE and (sums.known or log_bytes(path) > 0)


def intact(path: Path) -> bool:
    """Whether SQLite finds nothing wrong. It only looks: a writer would empty the WAL into it.

    Except where the power failed before there was a WAL, while the file was made: that write has to
    be taken back first, which the one who only looks may not.
    """
    with path.open("rb") as file:
        if file.read(_WRITTEN_AT + 1)[_WRITTEN_AT:] > _WAL:
            return False
    mode = "rw" if Path(f"{path}-journal").exists() else "ro"
    only = f"{path.absolute().as_uri()}?mode={mode}"
    with closing(sqlite3.connect(only, uri=True, timeout=BUSY_MS / 1000)) as connection:
        return bool(connection.execute("PRAGMA integrity_check(1)").fetchone()[0] == "ok")


def _mend(directory: Path, synced: SyncedFrames) -> DamageReport:
    fresh = directory / f"{NAME}.new"
    remove(fresh)
    migrate(fresh)
    with closing(connect(fresh)) as connection:
        kept = salvage(directory / NAME, connection, synced, _newest_whole(directory))
    sync(fresh)
    fresh.rename(directory / f"{NAME}.ready")
    sync(directory)
    aside = _swap(directory, f"{NAME}.ready", "damaged")
    PageSums(directory / NAME).renew()
    return replace(kept, file=aside)


def _newest_whole(directory: Path) -> Path | None:
    """The newest backup that is of this version and has no fault."""
    for backup in reversed(copies_in(directory / FOLDER)):
        with suppress(sqlite3.Error), closing(looking(backup.path)) as copy:
            if version(copy) == len(MIGRATIONS) and intact(backup.path):
                return backup.path
    return None


def swap(directory: Path) -> None:
    """Puts what lies ready in the file's place; can be cut off anywhere and done again."""
    _swap(directory, f"{NAME}.ready", "damaged")
    _swap(directory, RESTORED, "replaced")


def _swap(directory: Path, name: str, why: str) -> str:
    """Returns the name that the file has now whose place was taken."""
    ready, path = directory / name, directory / NAME
    if not ready.exists():
        return ""
    number = 1
    while (aside := directory / f"{NAME}.{why}-{number}").exists():
        number += 1
    # The database goes last: as long as it is here, the number found above stays the same.
    for part in ("-wal", "-shm", ""):
        if (old := Path(f"{path}{part}")).exists():
            old.rename(f"{aside}{part}")
    ready.rename(path)
    sync(directory)
    return aside.name


def sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
