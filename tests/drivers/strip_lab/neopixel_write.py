"""The last function before the wire: what it is given goes to the file STRIP_WIRE, a line each."""

import os

from digitalio import DigitalInOut


def neopixel_write(pin: DigitalInOut, buffer: bytearray) -> None:
    with open(os.environ["STRIP_WIRE"], "a") as wire:
        wire.write(f"{buffer.hex()}\n")
