"""The machine's clocks, read at the edge: order never depends on what the wall clock says."""

import time
from functools import cache, lru_cache
from pathlib import Path

from companion.store.store import Stamp

ROOT = Path("/")

JUMP_S = 2.0
"""A wall clock that gains or loses more than this against the monotonic clock was set."""


def stamp() -> Stamp:
    """The clocks as they stand now; whether the network has set them, as of this second."""
    mono_s = time.monotonic()
    return Stamp(time.time(), mono_s, boot_id(), _synced_in(int(mono_s)))


def clock_synced(root: Path = ROOT) -> bool:
    """Whether the machine's wall clock was set by the network since it started.

    A machine without systemd's time service is believed if it has a clock with a battery.
    """
    timesync, synchronized, battery = _marks(root)
    return (synchronized if timesync.exists() else battery).exists()


@lru_cache(maxsize=1)
def _synced_in(second: int) -> bool:
    """Each act asks three times, and every look of the loop once."""
    return clock_synced()


@cache
def _marks(root: Path) -> tuple[Path, Path, Path]:
    """A path takes longer to make than to look for."""
    timesync = root / "run/systemd/timesync"
    return timesync, timesync / "synchronized", root / "dev/rtc0"


@cache
def boot_id() -> str:
    """The kernel's name for this start of the machine, "" where it has none."""
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text().strip()
    except OSError:
        return ""


def jumped_s(before: Stamp, after: Stamp) -> float:
    """By how many seconds the wall clock was set between two stamps, as far as can be known."""
    wall_s = after.wall_s - before.wall_s
    if before.boot == after.boot:
        return wall_s - (after.mono_s - before.mono_s)
    return min(0.0, wall_s)  # after a restart of the machine only going back is certain


def trusted(stamp: Stamp, before: Stamp | None) -> bool:
    """Whether people may trust an act's time of day. `before`: the stamp of the act before it."""
    return stamp.clock_synced and (before is None or abs(jumped_s(before, stamp)) <= JUMP_S)
