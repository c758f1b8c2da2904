"""A path at which a port may stand: opened when it does, lost when it breaks, found again.

Owned by the thread that serves it. Times are seconds of the monotonic clock.
"""

import os

from companion.drivers.serial_port import Port
from companion.errors import DeviceLost

BACKOFF_S = (0.25, 5.0)
"""How long to wait before a port is opened again: at first, and at most."""

REFUSED = ("link.port_busy", "link.no_permission", "link.port_unusable")
"""Notes of what does not go away by waiting: somebody must do something."""


class Outlet:
    """Where a cable may be plugged in.

    `port` is None while nothing stands there, or while it cannot be had; `note` is a message key
    that says what is wrong, "" for nothing.
    """

    def __init__(self, path: str, backoff_s: tuple[float, float] = BACKOFF_S):
        self.path = path
        self.note = "link.missing"
        self.port: Port | None = None
        self._first_s, self._most_s = backoff_s
        self._wait_s = self._first_s
        self._again_at = 0.0
        self._stood: object = None

    def open(self, now: float) -> Port | None:
        """Open the port if it is closed and it is time to; the port if it was opened just now."""
        if self.port or not self._is_time(now):
            return None
        try:
            self.port = Port(self.path)
        except DeviceLost as lost:
            self._wait(str(lost), now)
            return None
        self.note = ""
        return self.port

    def _is_time(self, now: float) -> bool:
        """When the wait is over; at once when something else stands at the path than before."""
        stands = _what_stands_at(self.path)
        changed, self._stood = stands != self._stood, stands
        if stands is None:
            self.note = "link.missing"
            return False
        return changed or now >= self._again_at

    def _wait(self, note: str, now: float) -> None:
        self.note = note
        self._again_at = now + self._wait_s
        self._wait_s = min(self._most_s, 2 * self._wait_s)

    def works(self) -> None:
        """What is behind the port has proved itself: when it breaks it is soon tried again."""
        self._wait_s = self._first_s

    def lose(self, note: str, now: float) -> None:
        """The port is broken: close it at once (a held one takes the next cable's name)."""
        self.close()
        self._wait(note, now)

    def close(self) -> None:
        """Give the port back."""
        if self.port:
            self.port.close()
            self.port = None


def _what_stands_at(path: str) -> tuple[int, int, int] | None:
    """The identity of the device at a path, None if there is none."""
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino, found.st_rdev
