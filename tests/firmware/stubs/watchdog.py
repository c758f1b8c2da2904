"""Stub of CircuitPython's watchdog."""


class WatchDogMode:
    RAISE = "raise"
    RESET = "reset"
