"""Stub of CircuitPython's time, without ticks_ms."""

from utime import sleep as sleep
from utime import time


def monotonic():
    return float(time())
