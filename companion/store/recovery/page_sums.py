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
import struct
import zlib
from array import array
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from companion.store.recovery import log_mark
from companion.store.recovery.wal import (
    NOTHING_SYNCED,
    PAGE,
    Log,
    SyncedFrames,
    contents,
    read_open_log,
    synced_frames,
)

_CHUNK = 256 * PAGE
_HEAD = struct.Struct("<4sII")
_MAGIC = b"sums"
"""The file begins with this, the mark (log_mark.py), and the CRC-32 of mark and sums."""

_LOG = struct.Struct("<8sI")
_LOG_CRC = struct.Struct("<I")
_SUMS_AT = _HEAD.size + _LOG.size + _LOG_CRC.size
"""Then come the log's salts, how many frames of it are on disk, and the CRC-32 of both."""

_UNKNOWN = 0
"""Stands for a page that has no sum yet: the next start makes the full check."""


class PageSums:
    """The page checksums of one database, read from disk when made. Not shared between threads.

    If they cannot be written, the next start takes longer; nothing else depends on them. `mark`:
    of the database when they were written, 0 for none (log_mark.py). `synced`: how long the log
    was; written after each commit but not synced, so that it outlives a kill.
    """

    def __init__(self, path: Path):
        self._path = path
        self._file = path.with_name(f"{path.name}.seal")
        self.mark, self.synced, self._sums = 0, NOTHING_SYNCED, array("I")
        with suppress(OSError, ValueError, struct.error):
            if self._file.is_file():  # opening a pipe would wait forever
                self._read(self._file.read_bytes())

    @property
    def known(self) -> bool:
        """Whether there are sums."""
        return bool(self._sums)

    @property
    def there(self) -> bool:
        """Whether the file exists, readable or not: a database was here."""
        return self._file.exists()

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

    def show_change(self, log: Log) -> bool:
        """Whether a page of the file has changed since it was summed. Raises OSError.

        False if the sums are older than the file, because they could not be written in time.
        """
        if not self.mark or log_mark.in_file(self._path) != self.mark:
            return False
        pages = enumerate(zip(_sums(self._path), self._sums, strict=False), 1)
        return any(
            found != known != _UNKNOWN
            for number, (found, known) in pages
            if number not in log.pages
        )

    def renew(self) -> None:
        """Sum the file as it is. Only for a closed file that passed the full check."""
        with suppress(OSError):
            self._sums = _sums(self._path)
            self._write(log_mark.in_file(self._path))

    def drop(self) -> None:
        """Delete the sums: the file is not the one they belong to."""
        self.mark, self._sums = 0, array("I")
        with suppress(OSError):
            self._file.unlink()

    def note_log(self) -> None:
        """Write how long the log is now. Call after a commit."""
        self.synced = synced_frames(self._path)
        with suppress(OSError):
            descriptor = os.open(self._file, os.O_WRONLY | os.O_NONBLOCK | os.O_CLOEXEC)
            try:
                os.pwrite(descriptor, self._log_record(), _HEAD.size)
            finally:
                os.close(descriptor)

    def checkpoint(self, connection: sqlite3.Connection, end: bool = False) -> None:
        """Move the log into the file, and begin a new log unless it is the `end`.

        If a reader is active, part of the log may stay for the next call. Raises sqlite3.Error,
        OSError.
        """
        with _impatient(connection):
            log_mark.put(connection, log_mark.CLOSED if end else log_mark.MOVED)
            log = read_open_log(self._path)
            if log.pages and self._sums:
                self._add(log)
            mode = "TRUNCATE" if end else "RESTART"
            (busy, *_) = connection.execute(f"PRAGMA wal_checkpoint({mode})").fetchone()
            if not (busy or end):
                log_mark.put(connection, log_mark.IN_USE)

    def _add(self, log: Log) -> None:
        """Add the sums of the log's pages, which are about to be moved into the file."""
        sums = self._sums[: log.size]
        sums.extend([_UNKNOWN] * (log.size - len(sums)))
        for number, content in contents(self._path, log):
            if number <= log.size:
                sums[number - 1] = zlib.crc32(content)
        self._sums = sums
        with suppress(OSError):
            self._write(log_mark.in_page(log.first_page) or self.mark)

    def _read(self, data: bytes) -> None:
        magic, mark, crc = _HEAD.unpack_from(data)
        sums, record = data[_SUMS_AT:], data[_HEAD.size : _SUMS_AT]
        if (magic, crc) == (_MAGIC, zlib.crc32(sums, mark)):
            self._sums.frombytes(sums)
            self.mark = mark
        salts, count = _LOG.unpack_from(record)
        if count and _LOG_CRC.unpack_from(record, _LOG.size) == (zlib.crc32(record[: _LOG.size]),):
            self.synced = SyncedFrames({salts: count})

    def _log_record(self) -> bytes:
        record = _LOG.pack(*next(iter(self.synced.counts.items()), (b"", 0)))
        return record + _LOG_CRC.pack(zlib.crc32(record))

    def _write(self, mark: int) -> None:
        self.mark, sums = mark, self._sums.tobytes()
        fresh = self._file.with_name(f"{self._file.name}.new")
        with fresh.open("wb") as file:
            file.write(_HEAD.pack(_MAGIC, mark, zlib.crc32(sums, mark)))
            file.write(self._log_record() + sums)
            file.flush()
            os.fsync(file.fileno())
        fresh.rename(self._file)


@contextmanager
def _impatient(connection: sqlite3.Connection) -> Iterator[None]:
    """Do not wait for a reader or for another process."""
    (patience_ms,) = connection.execute("PRAGMA busy_timeout").fetchone()
    connection.execute("PRAGMA busy_timeout = 0")
    try:
        yield
    finally:
        connection.execute(f"PRAGMA busy_timeout = {patience_ms}")


def _sums(path: Path) -> "array[int]":
    """The CRC-32 of each page of the file."""
    sums = array("I")
    with path.open("rb") as file:
        while chunk := file.read(_CHUNK):
            view = memoryview(chunk)
            sums.extend(zlib.crc32(view[at : at + PAGE]) for at in range(0, len(chunk), PAGE))
    return sums
