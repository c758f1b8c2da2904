"""A WLED on the loopback interface: pixels by DDP, and its own effects without them.

It reads packets as WLED 0.14 does (handleDDPPacket, handleNotifications): a frame shows at its flag
PUSH, and 2.5 s after the last packet, or at a timeout of 0, the own effects are back.
"""

import os
import selectors
import socket
import struct
import threading
import time
from itertools import count
from types import TracebackType
from typing import Self

from companion.signals import Frame
from tests.patience import until

DDP, REALTIME = 4048, 21324
TIMEOUT_S = 2.5
_HOSTS = count(1)


def free_host() -> str:
    """An address of the loopback interface for one WLED."""
    return f"127.{os.getpid() >> 8 & 0x7F | 0x40}.{os.getpid() & 0xFF}.{next(_HOSTS)}"


class WledEmulator:
    """A WLED with this many pixels. `frames`: how many it has shown."""

    def __init__(self, pixels: int, host: str = ""):
        self.host = host or free_host()
        self._pixels = bytearray(3 * pixels)
        self._shown = bytes(self._pixels)
        self._until = 0.0
        self.frames = 0
        self._ended = threading.Event()
        self._sockets = [self._open(port) for port in (DDP, REALTIME)]
        self._thread = threading.Thread(target=self._run)

    def _open(self, port: int) -> socket.socket:
        opened = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        opened.bind((self.host, port))
        return opened

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._ended.set()
        self._thread.join()
        for each in self._sockets:
            each.close()

    @property
    def live(self) -> bool:
        """Whether it shows what was sent, and not its own effects."""
        return time.monotonic() < self._until

    @property
    def shown(self) -> Frame:
        """The pixels of the last whole frame."""
        data = self._shown
        return tuple((data[at], data[at + 1], data[at + 2]) for at in range(0, len(data), 3))

    def await_frame(self, frame: Frame) -> None:
        """Wait until it shows this."""
        until(lambda: self.live and self.shown == frame)

    def _run(self) -> None:
        with selectors.DefaultSelector() as ready:
            for each in self._sockets:
                ready.register(each, selectors.EVENT_READ)
            while not self._ended.is_set():
                for key, _ in ready.select(0.02):
                    data = key.fileobj.recv(1500)  # type: ignore[union-attr]
                    self._take(data) if key.fileobj is self._sockets[0] else self._realtime(data)

    def _take(self, packet: bytes) -> None:
        flags, _, kind, output, offset, length = struct.unpack(">BBBBIH", packet[:10])
        data = packet[10:]
        assert (flags & 0xC0, kind, output, len(data)) == (0x40, 0x0B, 1, length)
        assert len(packet) <= 1472
        assert offset + length <= len(self._pixels)
        self._pixels[offset : offset + length] = data
        self._until = time.monotonic() + TIMEOUT_S
        if flags & 1:
            self._shown = bytes(self._pixels)
            self.frames += 1

    def _realtime(self, packet: bytes) -> None:
        if 0 < packet[0] < 6 and packet[1] == 0:
            self._until = 0.0
