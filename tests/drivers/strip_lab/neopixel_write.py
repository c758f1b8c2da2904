"""A stand-in neopixel_write that appends each write to the file STRIP_WIRE."""

import os

from digitalio import DigitalInOut


def neopixel_write(pin: DigitalInOut, buffer: bytearray) -> None:
    with open(os.environ["STRIP_WIRE"], "a") as wire:
        wire.write(f"{buffer.hex()}\n")
