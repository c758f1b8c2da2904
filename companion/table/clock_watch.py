"""Watches the disk and the wall clock behind the game, for notices.

Order, timers and lights never use the wall clock; only people read it.
"""

from collections.abc import Iterator

from companion.clocks import JUMP_S, jumped_s
from companion.games.game import Say
from companion.store.records import Stamp

WAIT_S = 2.0
"""A notice is due when an act has waited this long for the disk."""


class ClockWatch:
    """Asked by the loop at least every quarter of a second. `stamp`: the clocks now."""

    def __init__(self, stamp: Stamp):
        self._stamp = stamp
        self._waits = False

    def look(self, stamp: Stamp, waiting_s: float) -> Iterator[Say]:
        """Notices of what began since the last look. `waiting_s`: age of the oldest pending act."""
        before, self._stamp = self._stamp, stamp
        jump = jumped_s(before, stamp)
        if abs(jump) > JUMP_S:
            yield Say("clock.jumped", {"by": f"{jump:+.0f}"})
        waited, self._waits = self._waits, waiting_s > WAIT_S
        if self._waits and not waited:
            yield Say("store.waiting")
