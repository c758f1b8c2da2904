"""The pins of a seat's Pico and its main loop; seat.py has the logic.

An unexpected failure restarts the board: the link begins again, and only events not yet sent are
lost.
"""

import os
import time
import traceback

import board
import busio
import digitalio
import microcontroller
import neopixel
import reader
import seat
import supervisor
import usb_cdc
from watchdog import WatchDogMode

PINS = {
    "left": board.GP6,
    "right": board.GP7,
    "brake": board.GP8,
    "event": board.GP9,
    "ok": board.GP14,
    "strap 1": board.GP10,  # the seat in three bits: a bridge to GND is 1
    "strap 2": board.GP11,
    "strap 4": board.GP12,
    "pixels": board.GP28,
    "reader RX": board.GP0,  # the reader's RX is the node's transmit pin
    "reader TX": board.GP1,
    "reader RSTPD_N": board.GP2,
}
BUTTONS = ("left", "right", "brake", "event", "ok")
PIXELS = 8
READER_BAUD = 115200
CHIP = "pn532"  # the reader's chip: a name in companion/protocols/chips.py
GONE_MS = 700  # a card not seen for this long was taken away
LOOP_S = 0.001
WATCHDOG_S = 5
WRITE_S = 0  # a write never waits; the rest is sent later

CAUSES = {
    microcontroller.ResetReason.POWER_ON: "power",
    microcontroller.ResetReason.BROWNOUT: "power",
    microcontroller.ResetReason.WATCHDOG: "watchdog",
}


def pulled_up(name: str) -> digitalio.DigitalInOut:
    """A pin that reads False while connected to GND."""
    pin = digitalio.DigitalInOut(PINS[name])
    pin.switch_to_input(pull=digitalio.Pull.UP)
    return pin


def start_cause() -> str:
    """The cause of the start, as one of link.CAUSES."""
    if supervisor.runtime.run_reason != supervisor.RunReason.STARTUP:
        return "reload"
    return CAUSES.get(microcontroller.cpu.reset_reason, "reset")


def random_session() -> str:
    """A random session: 4 hex digits, never 0000."""
    drawn = 0
    while not drawn:
        drawn = int.from_bytes(os.urandom(2), "big")
    return f"{drawn:04X}"


def has_reader() -> bool:
    """Whether the reader's line is held high, as an idle serial port does."""
    with digitalio.DigitalInOut(PINS["reader TX"]) as line:
        line.switch_to_input(pull=digitalio.Pull.DOWN)
        return bool(line.value)


def open_reader() -> reader.UartReader:
    """Open the PN532 at its serial port."""
    reset = digitalio.DigitalInOut(PINS["reader RSTPD_N"])
    reset.switch_to_output(value=True)
    uart = busio.UART(
        PINS["reader RX"],
        PINS["reader TX"],
        baudrate=READER_BAUD,
        timeout=0,
        receiver_buffer_size=seat.READ,
    )

    def set_reset(high: bool) -> None:
        reset.value = high

    return reader.UartReader(uart, set_reset, ticks_ms(), CHIP)


def ticks_ms() -> int:
    """Milliseconds modulo 2**29."""
    return int(supervisor.ticks_ms())


class Board:
    """The Pico as seat.Hardware."""

    def __init__(self) -> None:
        self.uid = "".join([f"{byte:02X}" for byte in microcontroller.cpu.uid])
        self.session = random_session()
        self.pixels = PIXELS
        self.cause = start_cause()
        self.reader: seat.CardReader | None = open_reader() if has_reader() else None
        straps = [pulled_up("strap 1"), pulled_up("strap 2"), pulled_up("strap 4")]
        self.strap = sum(0 if pin.value else 1 << bit for bit, pin in enumerate(straps))
        self._buttons = [pulled_up(name) for name in BUTTONS]
        self._strip = neopixel.NeoPixel(PINS["pixels"], PIXELS, auto_write=False)
        self._port = usb_cdc.data
        self._port.timeout = 0
        self._port.write_timeout = WRITE_S

    def ticks_ms(self) -> int:
        return ticks_ms()

    def read(self, count: int) -> bytes:
        return self._port.read(min(count, self._port.in_waiting)) or b""

    def write(self, data: bytes) -> int:
        return (self._port.write(data) or 0) if self._port.connected else 0

    def buttons(self) -> tuple[bool, ...]:
        return tuple([not pin.value for pin in self._buttons])

    def show(self, pixels: list[tuple[int, int, int]]) -> None:
        for place, colour in enumerate(pixels):
            self._strip[place] = colour
        self._strip.show()

    def reset(self) -> None:
        microcontroller.reset()


def run() -> None:
    """Run the loop forever, under the watchdog."""
    node = seat.Seat(Board(), GONE_MS)
    watchdog = microcontroller.watchdog
    watchdog.timeout = WATCHDOG_S
    watchdog.mode = WatchDogMode.RESET
    while True:
        node.step()
        watchdog.feed()
        time.sleep(LOOP_S)


try:
    run()
except Exception as error:
    traceback.print_exception(error)
    microcontroller.reset()
