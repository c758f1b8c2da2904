"""`python -m tests.torture.faulty FILE run …`: the service on a machine with the fault in FILE.

"full", "read-only", "slow" and "hanging": of the disk; "dns": name resolution blocks; "loop": the
loop's thread is stopped, as by a debugger. Without FILE there is no fault.
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
    """The current fault, read from the file. SQLite's `-shm` is memory and never faulty."""

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
            case "hanging" if kind in CHANGING:  # reads come from the page cache
                self.hold(word)
        return OK

    def hold(self, word: str) -> None:
        """Wait while the file has this word."""
        while self._says(word):
            time.sleep(0.01)

    def hold_loop(self, frame: FrameType, event: str, arg: Any) -> None:
        """Trace function: block the loop's thread at any call."""
        if threading.current_thread().name == "loop":
            self.hold("loop")

    def _says(self, word: str) -> bool:
        try:
            return self._file.read_text() == word
        except FileNotFoundError:
            return False


def no_names(mood: Mood) -> None:
    """Let name resolution block during the fault "dns"."""
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
