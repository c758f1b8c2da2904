"""A bell that wakes a thread out of its select."""

import os
import threading
from contextlib import suppress


class Bell:
    """One thread sleeps with it in its select, every other one may ring."""

    def __init__(self) -> None:
        self._fd = os.eventfd(0, os.EFD_NONBLOCK | os.EFD_CLOEXEC)
        self._lock = threading.Lock()

    def fileno(self) -> int:
        """For select."""
        return self._fd

    def ring(self) -> None:
        """From any thread, also after `close`."""
        with self._lock:
            if self._fd >= 0:
                os.eventfd_write(self._fd, 1)

    def hush(self) -> None:
        """It has been heard."""
        with suppress(BlockingIOError):
            os.eventfd_read(self._fd)

    def close(self) -> None:
        """Give the descriptor back."""
        with self._lock:
            fd, self._fd = self._fd, -1
        if fd >= 0:
            os.close(fd)
