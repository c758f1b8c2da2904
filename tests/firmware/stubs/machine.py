"""A board with CircuitPython has no such module."""

raise ImportError("no module named 'machine'")
