"""Room that is kept for the moment at which the disk is full: a file with nothing in it.

What is saved lies in the log first. Emptying the log gives all of its room back, but the database
must grow a little before; and a start needs room for what SQLite keeps beside an open file.
"""

import os
from contextlib import suppress
from pathlib import Path

from companion.store.fault import free_bytes

RESERVE = 128 * 1024
"""Bytes: four times what a start needs beside the file."""


class Reserve:
    """The reserve of one database. For who holds its directory; that it fails is never said."""

    def __init__(self, path: Path):
        self._file = path.with_name(f"{path.name}.reserve")

    @property
    def held(self) -> int:
        """Bytes that are kept now, 0 for none."""
        try:
            return self._file.stat().st_size
        except OSError:
            return 0

    def take(self) -> None:
        """Keeps so much, or all that is left where that is less."""
        try:
            held = self.held
            if held < RESERVE and (free := free_bytes(self._file)):
                self._write(min(RESERVE, held + free))
        except OSError:  # somebody else was quicker
            self.give_back()

    def give_back(self) -> None:
        with suppress(OSError):
            self._file.unlink(missing_ok=True)

    def _write(self, size: int) -> None:
        descriptor = os.open(self._file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            os.posix_fallocate(descriptor, 0, size)
        finally:
            os.close(descriptor)
