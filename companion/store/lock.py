"""The lock on a data directory: one process owns it."""

import fcntl
import os
from pathlib import Path

from companion.errors import StoreError
from companion.store.fault import fault_of
from companion.store.file import Identity, identity, make_directory


class Lock:
    """An exclusive lock on a directory, until `release`.

    Making it raises StoreError, `store.in_use` if another process (or another store) holds it.
    """

    def __init__(self, directory: Path):
        self._directory = directory
        self._file = directory / "companion.lock"
        self._descriptor = self._acquired()
        self._held = _identity_of(self._descriptor)

    def hold(self) -> None:
        """Acquire the lock again if its file or the directory was deleted. Raises StoreError.

        `store.in_use`: another process acquired it first; the directory's contents are now its own.
        """
        if identity(self._file) == self._held:
            return
        make_directory(self._directory)
        again = self._acquired()
        os.close(self._descriptor)
        self._descriptor, self._held = again, _identity_of(again)

    def release(self) -> None:
        """Give the directory to the next process."""
        os.close(self._descriptor)

    def _acquired(self) -> int:
        """A descriptor that holds the lock until it is closed."""
        try:
            descriptor = os.open(self._file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                os.close(descriptor)
                raise
        except BlockingIOError as error:
            raise StoreError("store.in_use", data=str(self._directory)) from error
        except OSError as error:
            raise fault_of(error, self._file) from error
        return descriptor


def _identity_of(descriptor: int) -> Identity:
    held = os.fstat(descriptor)
    return held.st_dev, held.st_ino
