"""Whether the file that is written is still the one that bears the name; and writing it again.

Who deletes an open database deletes only its name: what is written goes on into a file that nobody
can open any more, and is gone with the process. All of it can still be read until then.
"""

import sqlite3
from contextlib import closing
from pathlib import Path

from companion.store.file import (
    NAME,
    RESTORED,
    Identity,
    connect,
    identity,
    make_directory,
    swap,
    sync,
)
from companion.store.lock import Lock
from companion.store.recovery.salvage import remove

_PARTS = ("", "-wal", "-shm")


class NameWatch:
    """Watches the names of an open database. For the thread that writes it.

    `lock`: on its directory, None where another process has it.
    """

    def __init__(self, path: Path, lock: Lock | None):
        self._path = path
        self._lock = lock
        self._names = tuple(Path(f"{path}{part}") for part in _PARTS)
        self._meant = self._now()
        self._unopened = False

    def same(self) -> bool:
        """Whether the names are still those of the open files; one that came late is taken in.

        The directory stays ours: raises StoreError `store.in_use` if it is another process's now.
        """
        if self._lock:
            self._lock.hold()
        now = self._now()
        if now != self._meant:
            self._meant = tuple(old or new for old, new in zip(self._meant, now, strict=True))
        return now == self._meant and not self._unopened

    def write_again(self, connection: sqlite3.Connection) -> sqlite3.Connection:
        """Writes all that `connection` sees under the name again; gives the one to go on with.

        What bears the name by now is put aside. Raises sqlite3.Error, OSError or StoreError, and
        then `connection` is as it was, or all is written and the next call opens it.
        """
        if not self._unopened:
            self._write(connection)
            # Closed before the new one opens: SQLite knows what it leaves behind only by its name.
            self._unopened = True
            connection.close()
        new = connect(self._path)
        self._unopened = False
        self._meant = self._now()
        return new

    def _write(self, connection: sqlite3.Connection) -> None:
        directory = self._path.parent
        make_directory(directory)
        fresh = directory / f"{NAME}.again"
        remove(fresh)
        with closing(sqlite3.connect(fresh)) as copy:
            connection.backup(copy)
        sync(fresh)
        fresh.rename(directory / RESTORED)
        swap(directory)

    def _now(self) -> tuple[Identity | None, ...]:
        return tuple(map(identity, self._names))
