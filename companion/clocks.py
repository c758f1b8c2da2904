"""Read the machine's clocks. The order of acts never depends on the wall clock."""

import time
from functools import cache, lru_cache
from pathlib import Path

from companion.store.store import Stamp

ROOT = Path("/")

JUMP_S = 2.0
"""A wall clock that drifts by more than this from the monotonic clock has been set."""


def stamp() -> Stamp:
    """Read the clocks. Whether the network has set them is checked once a second."""
    mono_s = time.monotonic()
    return Stamp(time.time(), mono_s, boot_id(), _synced_in(int(mono_s)))


def clock_synced(root: Path = ROOT) -> bool:
    """Whether the machine's wall clock was set by the network since it started.

    Without systemd's time service, a battery-backed clock counts as set.
    """
    timesync, synchronized, battery = _marks(root)
    return (synchronized if timesync.exists() else battery).exists()


@lru_cache(maxsize=1)
def _synced_in(second: int) -> bool:
    """Cache `clock_synced`: each act asks three times, and each round of the loop once."""
    return clock_synced()


@cache
def _marks(root: Path) -> tuple[Path, Path, Path]:
    """Cache the paths: building a Path takes longer than checking that it exists."""
    timesync = root / "run/systemd/timesync"
    return timesync, timesync / "synchronized", root / "dev/rtc0"


@cache
def boot_id() -> str:
    """The kernel's id of this boot, "" if there is none."""
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text().strip()
    except OSError:
        return ""


def jumped_s(before: Stamp, after: Stamp) -> float:
    """Seconds by which the wall clock was set between two stamps, as far as can be known."""
    wall_s = after.wall_s - before.wall_s
    if before.boot == after.boot:
        return wall_s - (after.mono_s - before.mono_s)
    return min(0.0, wall_s)  # after a reboot only a step back is certain


def trusted(stamp: Stamp, before: Stamp | None) -> bool:
    """Whether an act's time of day can be trusted. `before`: the stamp of the act before it."""
    return stamp.clock_synced and (before is None or abs(jumped_s(before, stamp)) <= JUMP_S)
