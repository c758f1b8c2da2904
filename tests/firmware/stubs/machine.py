"""Stub of MicroPython's machine, which CircuitPython does not have."""

raise ImportError("no module named 'machine'")
