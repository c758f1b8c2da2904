"""Stub of CircuitPython's busio: a UART connected to a port of the machine, named by UART."""

import os
import select


def _cable():
    return open(os.getenv("UART"), "r+b", buffering=0)


class UART:
    """A non-blocking port."""

    def __init__(self, tx=None, rx=None, *, baudrate=9600, timeout=1, receiver_buffer_size=64):
        assert (tx, rx) in (("GP0", "GP1"), ("GP4", "GP5")), "no UART of the RP2040 has these pins"
        assert timeout == 0, "a read that waits"
        self._file = _cable()
        self._readable = select.poll()
        self._readable.register(self._file, select.POLLIN)
        self._size = receiver_buffer_size
        self._received = b""

    @property
    def in_waiting(self):
        while len(self._received) < self._size and self._readable.poll(0):
            data = self._file.read(1)
            if not data:
                break
            self._received += data
        return len(self._received)

    def read(self, nbytes=None):
        data = self._received[:nbytes]
        self._received = self._received[len(data) :]
        return data or None

    def write(self, data):
        return self._file.write(data)
