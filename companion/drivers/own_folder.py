"""A folder of this process alone among the temporary files, gone with it.

A killed process cannot take its folder away. The lock on it goes with the process, so the next one
that makes such a folder finds the old one free, and takes it away.
"""

import fcntl
import glob
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress


class OwnFolder:
    """The folder, at `path`, until `close`. `prefix`: what all of its kind are called."""

    def __init__(self, prefix: str):
        for left in glob.glob(os.path.join(tempfile.gettempdir(), glob.escape(prefix) + "*")):
            _clear(left)
        while True:
            self.path = tempfile.mkdtemp(prefix=prefix)
            self._lock = os.open(self.path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
            fcntl.flock(self._lock, fcntl.LOCK_EX)
            if os.path.isdir(self.path):
                break
            os.close(self._lock)  # another process took it for a dead one's

    def close(self) -> None:
        """Take it away, with all that is in it."""
        if self._lock >= 0:
            shutil.rmtree(self.path, ignore_errors=True)
            os.close(self._lock)
            self._lock = -1


def _clear(path: str) -> None:
    """Take a folder away, if it is ours and no process has it."""
    with suppress(OSError), _locked(path):
        shutil.rmtree(path, ignore_errors=True)


@contextmanager
def _locked(path: str) -> Iterator[None]:
    """Raises OSError if the folder is somebody else's, or in use."""
    flags = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
    folder = os.open(path, flags)
    try:
        if os.fstat(folder).st_uid != os.geteuid():
            raise PermissionError(path)
        fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    finally:
        os.close(folder)
