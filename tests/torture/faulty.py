"""`python -m tests.torture.faulty FILE run …`: the service on a disk that does what FILE says.

FILE holds a word of `FAULTS`, or is not there: all is well.
"""

import sys
import time
from pathlib import Path

from companion.__main__ import main
from tests.torture.disk import OK, Disk

FULL, READ_ONLY = 13, 8  # SQLITE_FULL, SQLITE_READONLY
SLOW_S = 0.5

CHANGING = ("write", "truncate", "sync", "delete")


class Mood:
    """What the disk does now, as the file says; SQLite's own `-shm` is memory and no disk."""

    def __init__(self, file: Path):
        self._file = file

    def __call__(self, kind: str, path: str) -> int:
        try:
            word = self._file.read_text()
        except FileNotFoundError:
            return OK
        match word:
            case "full" if kind == "write":
                return FULL
            case "read-only" if kind in CHANGING:
                return READ_ONLY
            case "slow" if kind == "sync":
                time.sleep(SLOW_S)
            case "hanging":
                self._hang(word)
        return OK

    def _hang(self, word: str) -> None:
        """The disk does not answer until the file says something else."""
        while self._file.exists() and self._file.read_text() == word:
            time.sleep(0.01)


if __name__ == "__main__":
    disk = Disk()
    disk.fault = Mood(Path(sys.argv[1]))
    with disk.watching():
        sys.exit(main(sys.argv[2:]))
