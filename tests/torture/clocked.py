"""`python -m tests.torture.clocked FILE run …`: the service on a machine whose clock is off.

FILE holds the seconds by which the wall clock differs from the true one; it may change at any time.
The clock that timers go by is the true one, as on a Pi whose time is set while it runs.
"""

import sys
import time
from pathlib import Path

from companion.__main__ import main

TRUE = time.time


def shifted(file: Path) -> None:
    """From now on the wall clock is what the file makes of it."""
    time.time = lambda: TRUE() + float(file.read_text() or 0)


if __name__ == "__main__":
    shifted(Path(sys.argv[1]))
    sys.exit(main(sys.argv[2:]))
