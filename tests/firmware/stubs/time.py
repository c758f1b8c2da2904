"""CircuitPython's time: it has no ticks_ms."""

from utime import sleep as sleep
from utime import time


def monotonic():
    return float(time())
