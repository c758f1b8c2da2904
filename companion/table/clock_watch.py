"""What goes on behind the game's back and is to be said: a disk that does not answer, a clock set.

Order, timers and lights never ask the wall clock; only people do.
"""

from collections.abc import Iterator

from companion.games.game import Say
from companion.store.records import Stamp

WAIT_S = 2.0
"""A disk that has kept an act waiting for so long is said."""

JUMP_S = 2.0
"""A wall clock that went on so much more or less than the monotonic one was set."""


class ClockWatch:
    """Looked through by the loop, at least every quarter of a second. `stamp`: the clocks now."""

    def __init__(self, stamp: Stamp):
        self._stamp = stamp
        self._waits = False

    def look(self, stamp: Stamp, waiting_s: float) -> Iterator[Say]:
        """What has begun since the last look. `waiting_s`: of the oldest act not on disk yet."""
        before, self._stamp = self._stamp, stamp
        jump = jumped_s(before, stamp)
        if abs(jump) > JUMP_S:
            yield Say("clock.jumped", {"by": f"{jump:+.0f}"})
        waited, self._waits = self._waits, waiting_s > WAIT_S
        if self._waits and not waited:
            yield Say("store.waiting")


def jumped_s(before: Stamp, after: Stamp) -> float:
    """By how much the wall clock was set between these two, as far as one can know."""
    wall_s = after.wall_s - before.wall_s
    if before.boot == after.boot:
        return wall_s - (after.mono_s - before.mono_s)
    return min(0.0, wall_s)  # after a restart of the machine only going back is certain


def sure(stamp: Stamp, before: Stamp | None) -> bool:
    """Whether people may trust the time that stands at an act; `before`: at the one before it."""
    return stamp.clock_synced and (before is None or abs(jumped_s(before, stamp)) <= JUMP_S)
