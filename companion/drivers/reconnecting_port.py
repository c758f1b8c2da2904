"""A serial port that is opened when it appears, and reopened after it was lost.

Belongs to the thread that serves it. Times are seconds of the monotonic clock.
"""

import os

from companion.drivers.serial_port import Port
from companion.errors import DeviceLost

BACKOFF_S = (0.25, 5.0)
"""Seconds until a port is reopened: the first and the longest wait."""

REFUSED = ("link.port_busy", "link.no_permission", "link.port_unusable")
"""Notes of faults that waiting does not cure."""


class ReconnectingPort:
    """A path at which a serial port may appear.

    `port` is None while it is missing or cannot be opened; `note` is the message key of the fault,
    "" for none.
    """

    def __init__(self, path: str, backoff_s: tuple[float, float] = BACKOFF_S):
        self.path = path
        self.note = "link.missing"
        self.port: Port | None = None
        self._first_s, self._most_s = backoff_s
        self._wait_s = self._first_s
        self._again_at = 0.0
        self._device: object = None

    def open(self, now: float) -> Port | None:
        """Open a closed port if it is time to; returns the port if it was opened now."""
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
        """Whether the wait is over, or another device has appeared at the path."""
        device = _device_at(self.path)
        changed, self._device = device != self._device, device
        if device is None:
            self.note = "link.missing"
            return False
        return changed or now >= self._again_at

    def _wait(self, note: str, now: float) -> None:
        self.note = note
        self._again_at = now + self._wait_s
        self._wait_s = min(self._most_s, 2 * self._wait_s)

    def works(self) -> None:
        """Note that the device answers: reset the wait before the next reopening."""
        self._wait_s = self._first_s

    def lose(self, note: str, now: float) -> None:
        """Close a broken port at once, so that its name is free for a replugged cable."""
        self.close()
        self._wait(note, now)

    def close(self) -> None:
        """Close the port."""
        if self.port:
            self.port.close()
            self.port = None


def _device_at(path: str) -> tuple[int, int, int] | None:
    """The identity of the device at a path, None if there is none."""
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino, found.st_rdev
