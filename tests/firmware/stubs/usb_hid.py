"""Stub of CircuitPython's usb_hid, before USB starts."""

import wires


def disable():
    wires.seen("no usb_hid")
