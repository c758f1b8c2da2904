"""Checksums of the database's pages: a file that still matches needs no full check at the start.

A full check reads every row and takes longer with every saved race; summing the pages is fast.
SQLite has its own checksums in the log, and the file itself changes only when the log is
checkpointed into it. Only `checkpoint` does that, and it puts the new sums on disk first: they
match the file and its log at every moment at which the power may fail.

A page's sum comes from what was written, never from what is read back later: damage done while the
service runs is found at the next start.
"""

import os
import sqlite3
import zlib
from array import array
from contextlib import suppress
from pathlib import Path

from companion.store.recovery.wal import PAGE, Log, contents, read_open_log

_CHUNK = 256 * PAGE
_UNKNOWN = 0
"""Stands for a page that has no sum yet: the next start makes the full check."""


class PageSums:
    """The page checksums of one database, read from disk when made. Not shared between threads.

    If they cannot be written, the next start takes longer; nothing else depends on them.
    """

    def __init__(self, path: Path):
        self._path = path
        self._file = path.with_name(f"{path.name}.seal")
        self._sums = array("I")
        with suppress(OSError, ValueError):
            self._sums.frombytes(self._file.read_bytes())

    @property
    def known(self) -> bool:
        """Whether there are any."""
        return bool(self._sums)

    def fit(self, log: Log) -> bool:
        """Whether each page matches its sum or is in the log. Raises OSError."""
        if not self.known:
            return False
        found = _sums(self._path)
        if not log.size:
            return found == self._sums
        most = min(len(found), len(self._sums))
        return all(
            number in log.pages or (number <= most and found[number - 1] == self._sums[number - 1])
            for number in range(1, log.size + 1)
        )

    def renew(self) -> None:
        """Sum the file as it is. Only for one that was fully checked, closed, and found sound."""
        with suppress(OSError):
            self._sums = _sums(self._path)
            self._write()

    def drop(self) -> None:
        """Delete the sums: the file is not the one they belong to."""
        self._sums = array("I")
        with suppress(OSError):
            self._file.unlink()

    def checkpoint(self, connection: sqlite3.Connection) -> None:
        """Move the log into the file and empty it. A reader may leave a rest for the next call.

        Raises sqlite3.Error, OSError.
        """
        log = read_open_log(self._path)
        if log.pages and self._sums:
            self._add(log)
        (patience_ms,) = connection.execute("PRAGMA busy_timeout").fetchone()
        connection.execute("PRAGMA busy_timeout = 0")
        try:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        finally:
            connection.execute(f"PRAGMA busy_timeout = {patience_ms}")

    def _add(self, log: Log) -> None:
        """Take over the sums of the log's pages, which are about to be in the file."""
        sums = self._sums[: log.size]
        sums.extend([_UNKNOWN] * (log.size - len(sums)))
        for number, content in contents(self._path, log):
            if number <= log.size:
                sums[number - 1] = zlib.crc32(content)
        self._sums = sums
        with suppress(OSError):
            self._write()

    def _write(self) -> None:
        fresh = self._file.with_name(f"{self._file.name}.new")
        with fresh.open("wb") as file:
            file.write(self._sums.tobytes())
            file.flush()
            os.fsync(file.fileno())
        fresh.rename(self._file)


def _sums(path: Path) -> "array[int]":
    """The CRC-32 of each page of the file."""
    sums = array("I")
    with path.open("rb") as file:
        while chunk := file.read(_CHUNK):
            view = memoryview(chunk)
            sums.extend(zlib.crc32(view[at : at + PAGE]) for at in range(0, len(chunk), PAGE))
    return sums
