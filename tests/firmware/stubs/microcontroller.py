"""Stub of CircuitPython's microcontroller: uid, cause of the start, restart.

CHIP is the uid in hex, RESET_REASON the cause of the start; by default power-on.
"""

import binascii
import os
import sys

import wires


class ResetReason:
    POWER_ON = "power_on"
    BROWNOUT = "brownout"
    SOFTWARE = "software"
    RESET_PIN = "reset_pin"
    WATCHDOG = "watchdog"
    UNKNOWN = "unknown"


class _Processor:
    uid = binascii.unhexlify(os.getenv("CHIP") or "E6605838834A1B2F")
    reset_reason = os.getenv("RESET_REASON") or ResetReason.POWER_ON


class _Watchdog:
    timeout = None
    mode = None

    def feed(self):
        assert None not in (self.timeout, self.mode), "a watchdog that sleeps"


cpu = _Processor()
watchdog = _Watchdog()


def reset():
    wires.seen("reset")
    sys.exit(0)
