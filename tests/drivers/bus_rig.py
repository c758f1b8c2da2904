"""An emulated PN532 on an I2C or SPI bus, for the real `adafruit_pn532`."""

import time
from collections.abc import Callable
from typing import Any

from companion.config import Reader
from companion.drivers.pi.pn532_bus import PiBuses, Pn532
from companion.drivers.simulated.pn532_chip import SimulatedChip
from companion.protocols import pn532

ADDRESS = 0x24
_STATUS, _WRITE, _READ = 0x02, 0x01, 0x03


class Bus:
    """Base of I2C and SPI. `fails`: says whether the next transfer raises OSError."""

    def __init__(self) -> None:
        self.chip = SimulatedChip()
        self.chip.faults.too_soon_s = 0.0  # only a serial line has this
        self.fails: Callable[[], bool] = lambda: False
        self.transfers = 0
        self._locked = False
        self._frame = b""

    def try_lock(self) -> bool:
        taken, self._locked = not self._locked, True
        return taken

    def unlock(self) -> None:
        self._locked = False

    def transfer(self) -> None:
        self.transfers += 1
        if self.fails():
            raise OSError(121, "Remote I/O error")

    def hear(self, data: bytes) -> None:
        self.chip.receive_data(pn532.WAKE_UP + data, time.monotonic())
        self._frame = b""

    def is_ready(self) -> bool:
        self._frame = self._frame or self.chip.data_to_send(time.monotonic())
        return bool(self._frame)

    def take(self) -> bytes:
        frame, self._frame = self._frame, b""
        return frame


class I2C(Bus):
    """A stand-in busio.I2C. `absent`: no device at the address."""

    absent = False

    def writeto(self, address: int, buffer: bytes, *, start: int = 0, end: int = 0) -> None:
        if self.absent:
            raise OSError(6, "No such device or address")
        if buffer:
            self.transfer()
            self.hear(bytes(buffer[start : end or len(buffer)]))

    def readfrom_into(self, address: int, buffer: Any, *, start: int = 0, end: int = 0) -> None:
        if self.absent:
            raise OSError(6, "No such device or address")
        self.transfer()
        count = (end or len(buffer)) - start
        data = b"\x01" if self.is_ready() else b"\x00"
        if count > 1 and data == b"\x01":
            data += self.take()
        buffer[start : start + count] = data.ljust(count, b"\0")[:count]


class SPI(Bus):
    """A stand-in busio.SPI, which transfers the lowest bit first."""

    def configure(self, **settings: object) -> None:
        """Accept any settings."""

    def write(self, buffer: bytes) -> None:
        self.transfer()
        if _mirrored(buffer)[0] == _WRITE:
            self.hear(_mirrored(buffer)[1:])

    def write_readinto(self, out: bytes, into: Any) -> None:
        self.transfer()
        if _mirrored(out[:1])[0] == _STATUS:
            data = b"\0\x01" if self.is_ready() else b"\0\0"
        else:
            data = b"\0" + self.take()
        count = len(into)
        into[:] = _mirrored(data.ljust(count, b"\0")[:count])


class Pin:
    """A stand-in digitalio.DigitalInOut. `set`: called with every level."""

    def __init__(self, told: Callable[[bool], None] = lambda level: None):
        self.direction: object = None
        self._told = told
        self._level = True

    def switch_to_output(self, value: bool = False, **more: object) -> None:
        self.value = value

    @property
    def value(self) -> bool:
        return self._level

    @value.setter
    def value(self, level: bool) -> None:
        self._level = level
        self._told(level)


class DeskBuses(PiBuses):
    """PiBuses with emulated chips on its buses."""

    def __init__(self, bus: Bus, reset: Pin | None = None):
        super().__init__()
        self.bus = bus
        self.opened = 0
        self._reset = reset

    def open(self, reader: Reader) -> Pn532:
        self.opened += 1
        return super().open(reader)

    def _bus(self, name: str) -> Bus:
        return self.bus

    def _pin(self, number: int | None) -> Pin | None:
        if number is None:
            return None
        return self._reset if number == 25 else Pin()


def _mirrored(data: bytes) -> bytes:
    return bytes(int(f"{byte:08b}"[::-1], 2) for byte in data)
