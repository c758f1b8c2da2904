"""Detect that the open database was deleted or replaced under its name, and write it again.

Deleting an open file deletes only its name: writes go on into a file that no other process can
open, and that is gone when this one ends. Until then everything in it can still be read.
"""

import sqlite3
from contextlib import closing
from pathlib import Path

from companion.store.file import (
    NAME,
    PARTS,
    RESTORED,
    Identity,
    connect,
    identity,
    make_directory,
    remove,
    swap,
    sync,
)
from companion.store.lock import Lock
from companion.store.recovery import log_mark


class NameWatch:
    """Watches the names of an open database's files. For the thread that writes it.

    `lock`: of its directory, None if another process holds it.
    """

    def __init__(self, path: Path, lock: Lock | None):
        self._path = path
        self._lock = lock
        self._names = tuple(Path(f"{path}{part}") for part in PARTS)
        self._opened = self._now()
        self._unopened = False

    def unchanged(self) -> bool:
        """Whether the names still belong to the open files; a file that appeared later is added.

        Keeps the directory locked. Raises StoreError, `store.in_use` if another process has it now.
        """
        if self._lock:
            self._lock.hold()
        now = self._now()
        if now != self._opened:
            self._opened = tuple(old or new for old, new in zip(self._opened, now, strict=True))
        return now == self._opened and not self._unopened

    def write_again(self, connection: sqlite3.Connection) -> sqlite3.Connection:
        """Write all that `connection` sees under the name again; return the connection to use now.

        A file that now has the name is renamed. Raises sqlite3.Error, OSError or StoreError;
        after one of these `connection` can still be used, or everything is written and the next
        call opens it.
        """
        if not self._unopened:
            self._write(connection)
            # Closed before the new one opens: it deletes -wal and -shm by their names.
            self._unopened = True
            connection.close()
        new = connect(self._path)
        self._unopened = False
        self._opened = self._now()
        return new

    def _write(self, connection: sqlite3.Connection) -> None:
        directory = self._path.parent
        make_directory(directory)
        fresh = directory / f"{NAME}.again"
        remove(fresh)
        with closing(sqlite3.connect(fresh)) as copy:
            connection.backup(copy)
            log_mark.put(copy, log_mark.CLOSED)
        sync(fresh)
        fresh.rename(directory / RESTORED)
        swap(directory)

    def _now(self) -> tuple[Identity | None, ...]:
        return tuple(map(identity, self._names))
