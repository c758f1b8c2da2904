"""Stub of CircuitPython's traceback."""

import sys


def print_exception(error):
    sys.print_exception(error, sys.stderr)
