"""Stub of CircuitPython's usb_cdc: the data port is standard input and output."""

import select
import sys

import wires

FIFO = 256  # bytes, as on a Pico


class Serial:
    """A non-blocking port. A timeout of None would block forever."""

    timeout = None
    write_timeout = None
    connected = True

    def __init__(self):
        self._readable = select.poll()
        self._readable.register(sys.stdin.buffer, select.POLLIN)
        self._writable = select.poll()
        self._writable.register(sys.stdout.buffer, select.POLLOUT)
        self._received = b""

    @property
    def in_waiting(self):
        while len(self._received) < FIFO and self._readable.poll(0):
            self._received += sys.stdin.buffer.read(1)
        return len(self._received)

    def read(self, size=1):
        assert self.timeout == 0, "a read that waits"
        data = self._received[:size]
        self._received = self._received[size:]
        return data

    def write(self, data):
        assert self.write_timeout is not None, "a write that waits"
        return sys.stdout.buffer.write(data[:FIFO]) if self._writable.poll(0) else 0


console = None
data = Serial()


def enable(*, console=True, data=False):
    wires.seen(f"console={int(console)} data={int(data)}")
