"""`python -m tests.torture.faulty FILE run …`: the service on a machine that does what FILE says.

"full", "read-only", "slow" and "hanging" are its disk; "dns" lets nobody look a name up; "loop"
holds the loop's own thread, as a debugger would. FILE is not there: all is well.
"""

import socket
import sys
import threading
import time
from pathlib import Path
from types import FrameType
from typing import Any

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
            case "hanging" if kind in CHANGING:  # what is read is in the machine's memory
                self.hold(word)
        return OK

    def hold(self, word: str) -> None:
        """Comes back when the file no longer says so."""
        while self._says(word):
            time.sleep(0.01)

    def hold_loop(self, frame: FrameType, event: str, arg: Any) -> None:
        """Called wherever a thread of the service calls something."""
        if threading.current_thread().name == "loop":
            self.hold("loop")

    def _says(self, word: str) -> bool:
        try:
            return self._file.read_text() == word
        except FileNotFoundError:
            return False


def no_names(mood: Mood) -> None:
    """Whoever looks a name up waits as long as the mood is so."""
    known = socket.getaddrinfo

    def slow(*args: Any, **more: Any) -> Any:
        mood.hold("dns")
        return known(*args, **more)

    socket.getaddrinfo = slow


if __name__ == "__main__":
    disk, mood = Disk(), Mood(Path(sys.argv[1]))
    disk.fault = mood
    no_names(mood)
    if "--hold-loop" in sys.argv:
        sys.argv.remove("--hold-loop")
        threading.setprofile(mood.hold_loop)
    with disk.watching():
        sys.exit(main(sys.argv[2:]))
