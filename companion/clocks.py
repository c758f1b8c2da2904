"""The machine's clocks, read at the edge: order never depends on what the wall clock says."""

import time
from functools import cache
from pathlib import Path

from companion.store.store import Stamp

ROOT = Path("/")


def stamp() -> Stamp:
    """The clocks as they stand now."""
    return Stamp(time.time(), time.monotonic(), boot_id(), clock_synced())


def clock_synced(root: Path = ROOT) -> bool:
    """Whether the machine's wall clock was set by the network since it started.

    A machine without systemd's time service is believed if it has a clock with a battery.
    """
    timesync, synchronized, battery = _marks(root)
    return (synchronized if timesync.exists() else battery).exists()


@cache
def _marks(root: Path) -> tuple[Path, Path, Path]:
    """They are looked for with every act: a path takes longer to make than to look for."""
    timesync = root / "run/systemd/timesync"
    return timesync, timesync / "synchronized", root / "dev/rtc0"


@cache
def boot_id() -> str:
    """The kernel's name for this start of the machine, "" where it has none."""
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text().strip()
    except OSError:
        return ""
