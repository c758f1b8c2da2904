"""Who owns a directory: one process, by a lock on a file in it."""

import fcntl
import os
from pathlib import Path

from companion.errors import StoreError
from companion.store.fault import fault_of
from companion.store.file import Identity, identity, make_directory


class Lock:
    """The directory, for this process alone until `release`.

    Making it raises StoreError, `store.in_use` if another process (or another store) has it.
    """

    def __init__(self, directory: Path):
        self._directory = directory
        self._file = directory / "companion.lock"
        self._descriptor = self._taken()
        self._held = _identity_of(self._descriptor)

    def hold(self) -> None:
        """Takes it again where the file, or the directory, was deleted. Raises StoreError.

        `store.in_use`: somebody else was quicker, and what is there now is theirs.
        """
        if identity(self._file) == self._held:
            return
        make_directory(self._directory)
        again = self._taken()
        os.close(self._descriptor)
        self._descriptor, self._held = again, _identity_of(again)

    def release(self) -> None:
        os.close(self._descriptor)

    def _taken(self) -> int:
        """The file descriptor holds it until it is closed."""
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
