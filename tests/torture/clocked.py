"""`python -m tests.torture.clocked FILE run …`: the service on a machine whose clock is off.

FILE has the seconds by which the wall clock is off; it may change at any time. The monotonic clock
is right, as on a Pi whose time is set while it runs.
"""

import sys
import time
from pathlib import Path

from companion.__main__ import main

TRUE = time.time


def shifted(file: Path) -> None:
    """Shift the wall clock by the seconds in the file from now on."""
    time.time = lambda: TRUE() + float(file.read_text() or 0)


if __name__ == "__main__":
    shifted(Path(sys.argv[1]))
    sys.exit(main(sys.argv[2:]))
