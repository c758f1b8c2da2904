"""A temporary folder for this process, removed at its end.

A killed process leaves its folder behind, but not its lock on the folder. The next process that
makes such a folder finds the old one unlocked and removes it.
"""

import fcntl
import glob
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress


class OwnFolder:
    """A folder at `path`, until `close`. `prefix`: begins the names of all such folders."""

    def __init__(self, prefix: str):
        for left in glob.glob(os.path.join(tempfile.gettempdir(), glob.escape(prefix) + "*")):
            _clear(left)
        while True:
            self.path = tempfile.mkdtemp(prefix=prefix)
            self._lock = os.open(self.path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
            fcntl.flock(self._lock, fcntl.LOCK_EX)
            if os.path.isdir(self.path):
                break
            os.close(self._lock)  # another process has removed it as abandoned

    def close(self) -> None:
        """Remove the folder with its contents."""
        if self._lock >= 0:
            shutil.rmtree(self.path, ignore_errors=True)
            os.close(self._lock)
            self._lock = -1


def _clear(path: str) -> None:
    """Remove a folder that belongs to this user and that no process has locked."""
    with suppress(OSError), _locked(path):
        shutil.rmtree(path, ignore_errors=True)


@contextmanager
def _locked(path: str) -> Iterator[None]:
    """Lock a folder. Raises OSError if it belongs to another user or is in use."""
    flags = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
    folder = os.open(path, flags)
    try:
        if os.fstat(folder).st_uid != os.geteuid():
            raise PermissionError(path)
        fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    finally:
        os.close(folder)
