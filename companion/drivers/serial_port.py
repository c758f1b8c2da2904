"""Serial ports for the link: found by their USB names, exclusive, non-blocking.

Every fault of a cable is raised as DeviceLost, whose text is a message key.
"""

import contextlib
import errno
import fcntl
import os
import stat
import termios
from collections.abc import Iterator

from companion.errors import DeviceLost

DATA_INTERFACE = "CircuitPython CDC2 "
"""The USB interface name of a node's data port; its console is "CircuitPython CDC "."""

_READ_BYTES = 4096
_NOTES = {
    errno.ENOENT: "link.missing",
    errno.ENXIO: "link.missing",
    errno.ENODEV: "link.missing",
    errno.EIO: "link.missing",
    errno.EACCES: "link.no_permission",
    errno.EPERM: "link.no_permission",
    errno.EAGAIN: "link.port_busy",
    errno.EBUSY: "link.port_busy",
}


class Ports:
    """Finds this machine's CircuitPython data ports; examines them only after changes."""

    def __init__(self) -> None:
        self._names: frozenset[str] = frozenset()
        self._found: tuple[str, ...] = ()

    def __call__(self) -> tuple[str, ...]:
        """The paths of all data ports."""
        from serial.tools import list_ports

        names = frozenset(name for name in os.listdir("/dev") if name.startswith("ttyACM"))
        if names != self._names:
            self._names = names
            self._found = tuple(
                port.device
                for port in list_ports.comports()
                if (port.interface or "").startswith(DATA_INTERFACE)
            )
        return self._found


class Port:
    """An open port. Belongs to the thread that opened it."""

    def __init__(self, path: str) -> None:
        """Open the port exclusively. Raises DeviceLost.

        Only a device is opened: a file or a pipe could be named by mistake or malice.
        """
        self.path = path
        with _lost("link.port_unusable"):
            if not stat.S_ISCHR(os.stat(path).st_mode):
                raise DeviceLost("link.port_unusable")
            self._fd = os.open(path, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK | os.O_CLOEXEC)
            try:
                self._make_ours()
            except BaseException:
                os.close(self._fd)
                raise

    def _make_ours(self) -> None:
        """Lock the port, by flock and exclusively, and set raw mode.

        Bytes that are waiting in it are kept: they may be a HELLO.
        """
        fcntl.flock(self._fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        settings = termios.tcgetattr(self._fd)
        fcntl.ioctl(self._fd, termios.TIOCEXCL)
        characters = settings[6]
        characters[termios.VMIN], characters[termios.VTIME] = 1, 0
        local = termios.CS8 | termios.CREAD | termios.CLOCAL | termios.HUPCL
        speed = termios.B115200
        raw = [0, 0, local, 0, speed, speed, characters]
        termios.tcsetattr(self._fd, termios.TCSANOW, raw)

    def fileno(self) -> int:
        """For select."""
        return self._fd

    def read(self) -> bytes:
        """The bytes that arrived, maybe none. Raises DeviceLost."""
        with _lost("link.missing"):
            try:
                data = os.read(self._fd, _READ_BYTES)
            except BlockingIOError:
                return b""
            if not data:  # a lost port returns nothing; a quiet one would block
                raise DeviceLost("link.missing")
            return data

    def write(self, data: bytes) -> int:
        """Write; returns the number of bytes that the port accepted, maybe 0. Raises DeviceLost."""
        with _lost("link.missing"):
            try:
                return os.write(self._fd, data)
            except BlockingIOError:
                return 0

    def close(self) -> None:
        """Close the port, dropping unsent bytes: the kernel would wait for them up to 30 s."""
        with contextlib.suppress(OSError, termios.error):
            fcntl.ioctl(self._fd, termios.TIOCNXCL)
            termios.tcflush(self._fd, termios.TCOFLUSH)
        with contextlib.suppress(OSError):
            os.close(self._fd)


@contextlib.contextmanager
def _lost(otherwise: str) -> Iterator[None]:
    """Context that turns the kernel's errors of a bad cable into DeviceLost."""
    try:
        yield
    except DeviceLost:
        raise
    except (OSError, termios.error, TypeError, ValueError) as error:
        code = error.errno if isinstance(error, OSError) else None
        raise DeviceLost(_NOTES.get(code or 0, otherwise)) from error
