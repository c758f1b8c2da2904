"""Keep the database file in its place, its log short, and some disk space in reserve.

For the thread that writes. Everything here tolerates a full disk: what cannot be done now is tried
again at the next call.
"""

import sqlite3
from contextlib import suppress
from pathlib import Path

from companion.store.fault import free_bytes
from companion.store.lock import Lock
from companion.store.recovery.page_sums import PageSums
from companion.store.recovery.replaced_file import NameWatch
from companion.store.recovery.reserve import RESERVE, Reserve
from companion.store.recovery.wal import PAGE, SHORTEST, log_bytes


class Upkeep:
    """The upkeep of one database, open as `connection`. `lock`: of its directory.

    Without a lock the directory is another process's, and so are the log, the page sums and the
    reserve: then only the file's name is watched.
    """

    def __init__(self, path: Path, lock: Lock | None, connection: sqlite3.Connection):
        self._path = path
        self._sums = PageSums(path) if lock else None
        self._begin_log(connection)
        self._names = NameWatch(path, lock)
        self._in_place = self._sums  # None while another process's files have the names
        self._reserve = Reserve(path)
        self._log_seen = 0
        if lock:
            self._reserve.take()

    def _begin_log(self, connection: sqlite3.Connection) -> None:
        """Mark the file, before anything is acknowledged, as having a log."""
        if self._sums:
            with suppress(sqlite3.Error, OSError):
                self._sums.checkpoint(connection)

    def check_name(self, connection: sqlite3.Connection) -> sqlite3.Connection:
        """Write the file again if it lost its name; return the connection to go on with.

        Raises StoreError, sqlite3.Error, OSError.
        """
        self._in_place = None
        if not self._names.unchanged():
            connection = self._names.write_again(connection)
            if self._sums:
                self._sums.drop()
                self._begin_log(connection)
        self._in_place = self._sums
        return connection

    def committed(self) -> None:
        """Record a commit that is on disk, before it is acknowledged."""
        if self._in_place:
            self._in_place.note_log()

    def log_has_grown(self) -> bool:
        """Whether the log has grown by a quarter of the reserve since the last `shorten_log`."""
        return log_bytes(self._path) > self._log_seen + RESERVE // 4

    def shorten_log(self, connection: sqlite3.Connection, above: int) -> None:
        """Checkpoint a log of more than `above` bytes, or one that the disk has no space for."""
        if self._in_place:
            with suppress(sqlite3.Error, OSError):
                due = log_bytes(self._path) > max(above, SHORTEST) or self._cramped(connection)
                if due and self._names.unchanged():
                    self._in_place.checkpoint(connection)
            self._reserve.take()
        self._log_seen = log_bytes(self._path)

    def free_log(self, connection: sqlite3.Connection) -> bool:
        """Checkpoint the log, on a full disk into the reserve; return whether there was a log."""
        if not self._in_place or log_bytes(self._path) <= SHORTEST:
            return False
        self._empty_log(connection, end=False)
        return True

    def end(self, connection: sqlite3.Connection) -> None:
        """Checkpoint the log for the last time, on a full disk into the reserve."""
        if self._in_place:
            self._empty_log(connection, end=True)

    def _empty_log(self, connection: sqlite3.Connection, end: bool) -> None:
        assert self._in_place
        self._reserve.give_back()
        with suppress(sqlite3.Error, OSError):
            self._in_place.checkpoint(connection, end)
        self._reserve.take()

    def closed(self) -> None:
        """Reserve the space that closing the database has freed: the next start needs it."""
        if self._in_place:
            self._reserve.take()

    def _cramped(self, connection: sqlite3.Connection) -> bool:
        """Whether a checkpoint may soon find no space for the pages that the file must grow by."""
        space = max(self._reserve.held // 2, free_bytes(self._path) // 8)
        if log_bytes(self._path) <= space:  # the file never grows by more
            return False
        (pages,) = connection.execute("PRAGMA page_count").fetchone()
        return bool(pages * PAGE - self._path.stat().st_size > space)
