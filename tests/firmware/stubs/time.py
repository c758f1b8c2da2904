"""Stub of CircuitPython's time, without ticks_ms."""

import utime
from utime import time

STEP_S = 0.004
"""A pause of the main loop with the work before it. A Pico works for milliseconds, this machine for
a tenth of one: without this, the nodes of five seats would scan all the time on half a core."""


def sleep(seconds):
    utime.sleep(max(seconds, STEP_S))


def monotonic():
    return float(time())
