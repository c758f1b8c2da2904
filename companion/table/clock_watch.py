"""Watch for a slow disk and jumps of the wall clock, and report them as notices.

Order, timers and lights never use the wall clock; it is only shown to people.
"""

from collections.abc import Iterator

from companion.clocks import JUMP_S, jumped_s
from companion.games.game import Say
from companion.store.records import Stamp

WAIT_S = 2.0
"""Seconds that an act may wait for the disk before a notice is due."""


class ClockWatch:
    """The watch over disk and clock. The loop calls `look` at least every quarter of a second."""

    def __init__(self, stamp: Stamp):
        self._stamp = stamp
        self._waits = False

    def look(self, stamp: Stamp, waiting_s: float) -> Iterator[Say]:
        """Notices of trouble since the last call. `waiting_s`: age of the oldest pending act."""
        before, self._stamp = self._stamp, stamp
        jump = jumped_s(before, stamp)
        if abs(jump) > JUMP_S:
            yield Say("clock.jumped", {"by": f"{jump:+.0f}"})
        waited, self._waits = self._waits, waiting_s > WAIT_S
        if self._waits and not waited:
            yield Say("store.waiting")
