"""Wake a thread blocked in select()."""

import os
import threading
from contextlib import suppress


class Wakeup:
    """An event file descriptor: one thread selects on it, any other may wake that thread."""

    def __init__(self) -> None:
        self._fd = os.eventfd(0, os.EFD_NONBLOCK | os.EFD_CLOEXEC)
        self._lock = threading.Lock()

    def fileno(self) -> int:
        """The descriptor, for select."""
        return self._fd

    def wake(self) -> None:
        """Make the descriptor readable. From any thread, also after `close`."""
        with self._lock:
            if self._fd >= 0:
                os.eventfd_write(self._fd, 1)

    def clear(self) -> None:
        """Make the descriptor unreadable again."""
        with suppress(BlockingIOError):
            os.eventfd_read(self._fd)

    def close(self) -> None:
        """Close the descriptor."""
        with self._lock:
            fd, self._fd = self._fd, -1
        if fd >= 0:
            os.close(fd)
