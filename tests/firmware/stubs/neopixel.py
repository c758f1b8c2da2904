"""Stub of CircuitPython's neopixel: a strip whose frames are visible to the test."""

import wires


class NeoPixel:
    def __init__(self, pin, n, *, brightness=1.0, auto_write=True):
        assert not auto_write, "each pixel on its own would be sent"
        self._pixels = [(0, 0, 0)] * n

    def __setitem__(self, place, colour):
        self._pixels[place] = colour

    def show(self):
        wires.seen("pixels " + "".join([f"{r:02X}{g:02X}{b:02X}" for r, g, b in self._pixels]))
