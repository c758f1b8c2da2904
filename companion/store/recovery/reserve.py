"""Reserve disk space for when the disk is full: an allocated, unused file.

New rows go to the log. A checkpoint gives all of its space back, but the database must grow a
little before that; and a start needs space for the files that SQLite keeps beside an open database.
"""

import os
from contextlib import suppress
from pathlib import Path

from companion.store.fault import free_bytes

RESERVE = 128 * 1024
"""Bytes: four times what a start needs beside the file."""


class Reserve:
    """The reserved space of one database, for the holder of its directory. Never raises."""

    def __init__(self, path: Path):
        self._file = path.with_name(f"{path.name}.reserve")

    @property
    def held(self) -> int:
        """Bytes reserved now, 0 for none."""
        try:
            return self._file.stat().st_size
        except OSError:
            return 0

    def take(self) -> None:
        """Reserve RESERVE bytes, or all free space if there is less."""
        try:
            held = self.held
            if held < RESERVE and (free := free_bytes(self._file)):
                self._write(min(RESERVE, held + free))
        except OSError:  # another process took the space first
            self.give_back()

    def give_back(self) -> None:
        """Free the reserved space."""
        with suppress(OSError):
            self._file.unlink(missing_ok=True)

    def _write(self, size: int) -> None:
        descriptor = os.open(self._file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            os.posix_fallocate(descriptor, 0, size)
        finally:
            os.close(descriptor)
