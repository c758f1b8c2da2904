"""The database file in its directory: open, migrate, check and replace it.

companion.db               the database (with -wal and -shm beside it while it is open)
companion.lock             held by the service that owns the directory (store/lock.py)
companion.db.seal          the checksums of its pages (store/recovery/page_sums.py)
companion.db.reserve       disk space kept for a full disk (store/recovery/reserve.py)
companion.db.damaged-1     a damaged database; never touched again
companion.db.ready         a recovered database about to take the damaged one's place
companion.db.restored      a backup about to take the database's place (store/recovery/backups.py)
companion.db.replaced-1    the database before a backup was restored
"""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from companion.errors import StoreError
from companion.store.fault import fault_of, reason
from companion.store.schema import MIGRATIONS

NAME = "companion.db"
READY = f"{NAME}.ready"
RESTORED = f"{NAME}.restored"
PARTS = ("", "-wal", "-shm")
"""Suffixes of the files that SQLite keeps for one open database."""

BUSY_MS = 8000
"""How long a write waits for another process that holds the database."""

_WRITE_VERSION_AT, _WAL = 18, b"\x02"
"""Write version (SQLite file format, section 1.3.3): a higher byte makes the file read-only."""

_MOST_MIGRATIONS = 99
"""More migrations than any release has. A higher version is damage."""

Identity = tuple[int, int]
"""Device and inode of a file."""


def identity(path: Path) -> Identity | None:
    """The identity of the file at `path`, None for none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def check_kind(path: Path) -> None:
    """Raise StoreError if anything but a regular file has the name of a file that SQLite opens.

    Opening a pipe would block forever, and a dangling link would be followed.
    """
    swapped = (path.with_name(name) for name in (READY, RESTORED))
    for name in (*(Path(f"{path}{part}") for part in (*PARTS, "-journal")), *swapped):
        if not name.is_file() and (name.exists() or name.is_symlink()):
            raise StoreError("store.not_a_file", file=str(name))


def check_directory(directory: Path) -> None:
    """Raise StoreError if a file has the directory's name."""
    if directory.exists() and not directory.is_dir():
        raise StoreError("store.no_directory", data=str(directory))


def make_directory(directory: Path) -> None:
    """Make the directory, readable only by its owner: the PIN and the phones' secret are in it.

    Raises StoreError.
    """
    try:
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    except FileExistsError as error:  # not a directory
        raise StoreError("store.no_directory", data=str(directory)) from error
    except OSError as error:
        raise StoreError("store.no_place", data=str(directory), detail=reason(error)) from error


def connect(path: Path) -> sqlite3.Connection:
    """Open the database for writing; every commit is on disk when it returns. Raises StoreError."""
    try:
        connection = sqlite3.connect(
            path, timeout=BUSY_MS / 1000, isolation_level=None, check_same_thread=False
        )
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            # Only PageSums.checkpoint moves the log into the file: the sums go to disk first.
            connection.execute("PRAGMA wal_autocheckpoint = 0")
            connection.execute("PRAGMA journal_size_limit = 0")  # truncates a restarted log
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("PRAGMA foreign_keys = ON")
        except sqlite3.Error:
            connection.close()
            raise
    except sqlite3.Error as error:
        raise fault_of(error, path) from error
    return connection


def connect_read_only(path: Path) -> sqlite3.Connection:
    """Open an existing database for reading, in any one thread at a time. Raises sqlite3.Error."""
    uri = f"{path.absolute().as_uri()}?mode=ro"
    return sqlite3.connect(uri, uri=True, check_same_thread=False)


def migrate(path: Path) -> None:
    """Bring the file to the newest version. Raises StoreError, sqlite3.Error."""
    with closing(connect(path)) as connection:
        migrate_open(connection, path)


def migrate_open(connection: sqlite3.Connection, path: Path) -> None:
    """Run the missing migrations, each with its version number in one transaction."""
    done = version(connection)
    if done > len(MIGRATIONS):
        raise StoreError(newer_fault(connection, done), file=str(path))
    for number, script in enumerate(MIGRATIONS[done:], done + 1):
        connection.executescript(f"BEGIN; {script}; PRAGMA user_version = {number}; COMMIT;")


def version(connection: sqlite3.Connection) -> int:
    """How many migrations the file has had."""
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def newer_fault(connection: sqlite3.Connection, found: int) -> str:
    """The message key for a version above ours: a newer release's file, or a flipped bit in ours.

    `integrity_check` ignores the version. A newer release has other tables.
    """
    flipped = found > _MOST_MIGRATIONS or (found ^ len(MIGRATIONS)).bit_count() == 1
    return "store.unreadable" if flipped and _schema(connection) == _our_schema() else "store.newer"


def _schema(connection: sqlite3.Connection) -> set[tuple[str, ...]]:
    cursor = connection.cursor()
    cursor.row_factory = None  # the connection may have one of its own
    return set(cursor.execute("SELECT type, name, sql FROM sqlite_master"))


def _our_schema() -> set[tuple[str, ...]]:
    with closing(sqlite3.connect(":memory:")) as connection:
        for script in MIGRATIONS:
            connection.executescript(script)
        return _schema(connection)


def intact(path: Path) -> bool:
    """Whether SQLite's integrity check passes. Opens read-only: a writer would checkpoint the log.

    Where power failed before the file was in WAL mode, the hot rollback journal must be rolled back
    first, which a read-only connection cannot do.
    """
    with path.open("rb") as file:
        if file.read(_WRITE_VERSION_AT + 1)[_WRITE_VERSION_AT:] > _WAL:
            return False
    mode = "rw" if Path(f"{path}-journal").exists() else "ro"
    uri = f"{path.absolute().as_uri()}?mode={mode}"
    with closing(sqlite3.connect(uri, uri=True, timeout=BUSY_MS / 1000)) as connection:
        return bool(connection.execute("PRAGMA integrity_check(1)").fetchone()[0] == "ok")


def swap(directory: Path) -> None:
    """Move a recovered or restored database into place. Safe to interrupt and to repeat."""
    swap_in(directory, READY, "damaged")
    swap_in(directory, RESTORED, "replaced")


def swap_in(directory: Path, name: str, why: str) -> str:
    """Move the file `name` into the database's place; return the old database's new name, or ""."""
    ready, path = directory / name, directory / NAME
    if not ready.exists():
        return ""
    number = 1
    while (aside := directory / f"{NAME}.{why}-{number}").exists():
        number += 1
    Path(f"{path}.seal").unlink(missing_ok=True)  # the page sums of the old database
    # The database goes last: until then a repeated call finds the same number.
    for part in ("-wal", "-shm", ""):
        if (old := Path(f"{path}{part}")).exists():
            old.rename(f"{aside}{part}")
    ready.rename(path)
    sync(directory)
    return aside.name


def remove(path: Path) -> None:
    """Delete a database and the files SQLite keeps beside it."""
    for part in PARTS:
        Path(f"{path}{part}").unlink(missing_ok=True)


def sync(path: Path) -> None:
    """Flush a file or a directory to disk. Raises OSError."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
