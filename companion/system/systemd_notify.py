"""Tell systemd that the service is ready, alive or stopping (sd_notify), a datagram each.

The watchdog is fed only while the loop, the store's writer and the room's threads are alive:
feeding it unconditionally would hide the very faults that it is for (hardware.md section 5).
Without systemd nothing is sent and nothing fails.
"""

import os
import socket
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress

SLOW_START_S = 300
"""Start timeout requested from systemd, long enough to repair a damaged database."""

FEED_A_TIME = 3
"""How many times the watchdog is fed per watchdog period."""


class Manager:
    """The connection to the service manager, if one started this process. Thread-safe."""

    def __init__(self, environ: Mapping[str, str], pid: int | None = None):
        address = environ.get("NOTIFY_SOCKET", "")
        self._address = f"\0{address[1:]}" if address.startswith("@") else address
        self._feed_s = _feed_s(environ, os.getpid() if pid is None else pid)

    def tell(self, *lines: str) -> None:
        """Send states such as "READY=1". Never raises, even if the manager is gone."""
        if not self._address:
            return
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as out:
            out.sendto("\n".join(lines).encode(), self._address)

    @property
    def listens(self) -> bool:
        """Whether a service manager started this process."""
        return bool(self._address)

    def status(self, text: str) -> None:
        """Say what the service is doing, in one line, which `systemctl status` shows."""
        self.tell(f"STATUS={' '.join(text.split())}")

    def starting(self) -> None:
        """Extend the start timeout to `SLOW_START_S`."""
        self.tell(f"EXTEND_TIMEOUT_USEC={SLOW_START_S * 1_000_000}")

    @contextmanager
    def watching(self, is_well: Callable[[], bool]) -> Iterator[None]:
        """Report ready on entry, stopping on exit; in between feed the watchdog if `is_well()`."""
        over = threading.Event()
        feeder = threading.Thread(target=self._feed, args=(is_well, over), name="watchdog")
        self.tell("READY=1")
        if self._feed_s:
            feeder.start()
        try:
            yield
        finally:
            self.tell("STOPPING=1")
            over.set()
            if self._feed_s:
                feeder.join()

    def _feed(self, is_well: Callable[[], bool], over: threading.Event) -> None:
        while not over.is_set():
            if is_well():
                self.tell("WATCHDOG=1")
            over.wait(self._feed_s)


def _feed_s(environ: Mapping[str, str], pid: int) -> float:
    """Seconds between two feedings of the watchdog; 0 if it does not watch this process."""
    meant = environ.get("WATCHDOG_PID", str(pid)) == str(pid)
    told = environ.get("WATCHDOG_USEC", "")
    return int(told) / 1_000_000 / FEED_A_TIME if meant and told.isdigit() else 0.0
