"""The machine's clocks, read at the edge: order never depends on what the wall clock says."""

import time
from functools import cache
from pathlib import Path

from companion.store import Stamp

TIMESYNC = Path("/run/systemd/timesync")


def stamp() -> Stamp:
    """The clocks as they stand now."""
    return Stamp(time.time(), time.monotonic(), boot_id(), clock_synced())


def clock_synced() -> bool:
    """Whether the machine's wall clock was set by the network since it started.

    A machine without systemd's time service is believed if it has a clock with a battery.
    """
    if TIMESYNC.exists():
        return (TIMESYNC / "synchronized").exists()
    return Path("/dev/rtc0").exists()


@cache
def boot_id() -> str:
    """The kernel's name for this start of the machine, "" where it has none."""
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text().strip()
    except OSError:
        return ""
