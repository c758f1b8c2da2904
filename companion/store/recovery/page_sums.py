"""The sums of the database's pages: a file found as it was written need not be looked through.

Looking through every row takes longer with every race that is stored; summing the pages does not
count. SQLite sums what stands in its log, and the file changes only when the log is emptied into
it: that is done here and nowhere else, and its pages' sums are on disk before. So they fit at any
moment at which the power may fail. A page's sum is that of what was written, never of what is found
there later: what was damaged while the service ran is found at the next start.
"""

import os
import sqlite3
import zlib
from array import array
from contextlib import suppress
from pathlib import Path

from companion.store.recovery.wal import PAGE, Log, contents, open_log

_PIECE = 256 * PAGE
_UNKNOWN = 0
"""Of a page that was never seen: the next start looks the file through."""


class PageSums:
    """The sums of one database. Each thread has its own; it is read when it is made.

    That it cannot be written costs nothing but the next start's time.
    """

    def __init__(self, path: Path):
        self._path = path
        self._beside = path.with_name(f"{path.name}.seal")
        self._sums = array("I")
        with suppress(OSError, ValueError):
            self._sums.frombytes(self._beside.read_bytes())

    @property
    def known(self) -> bool:
        """Whether there is one."""
        return bool(self._sums)

    def fits(self, log: Log) -> bool:
        """Whether each page is as it was written, or stands in the log. Raises OSError."""
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
        """The file was looked through, is closed and whole."""
        with suppress(OSError):
            self._sums = _sums(self._path)
            self._write()

    def drop(self) -> None:
        """Nobody knows any more what was written."""
        self._sums = array("I")
        with suppress(OSError):
            self._beside.unlink()

    def empty_log(self, connection: sqlite3.Connection) -> None:
        """Empties the log into the file. Who reads is not waited for: then the rest comes later.

        Raises sqlite3.Error, OSError.
        """
        log = open_log(self._path)
        if log.pages and self._sums:
            self._take_in(log)
        (patience_ms,) = connection.execute("PRAGMA busy_timeout").fetchone()
        connection.execute("PRAGMA busy_timeout = 0")
        try:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        finally:
            connection.execute(f"PRAGMA busy_timeout = {patience_ms}")

    def _take_in(self, log: Log) -> None:
        """The pages of the log are as good as in the file."""
        sums = self._sums[: log.size]
        sums.extend([_UNKNOWN] * (log.size - len(sums)))
        for number, content in contents(self._path, log):
            if number <= log.size:
                sums[number - 1] = zlib.crc32(content)
        self._sums = sums
        with suppress(OSError):
            self._write()

    def _write(self) -> None:
        fresh = self._beside.with_name(f"{self._beside.name}.new")
        with fresh.open("wb") as file:
            file.write(self._sums.tobytes())
            file.flush()
            os.fsync(file.fileno())
        fresh.rename(self._beside)


def _sums(path: Path) -> "array[int]":
    """The CRC-32 of each page of the file."""
    sums = array("I")
    with path.open("rb") as file:
        while piece := file.read(_PIECE):
            view = memoryview(piece)
            sums.extend(zlib.crc32(view[at : at + PAGE]) for at in range(0, len(piece), PAGE))
    return sums
