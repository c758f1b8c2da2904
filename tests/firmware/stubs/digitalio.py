"""Stub of CircuitPython's digitalio: inputs with a pull-up or pull-down, outputs."""

import wires

_used = []


class Pull:
    UP = "up"
    DOWN = "down"


class DigitalInOut:
    def __init__(self, pin):
        if pin in _used:
            raise ValueError(pin + " in use")
        _used.append(pin)
        self._pin = pin
        self._pull = None
        self._level = None

    def switch_to_input(self, pull=None):
        self._pull = pull

    def switch_to_output(self, value=False):
        self._level = value

    @property
    def value(self):
        if self._level is not None:
            return self._level
        assert self._pull in (Pull.UP, Pull.DOWN), "a pin that floats"
        return wires.level(self._pin, self._pull == Pull.UP)

    @value.setter
    def value(self, high):
        assert self._level is not None, "an input cannot be set"
        self._level = high
        wires.seen(self._pin + (" high" if high else " low"))

    def deinit(self):
        _used.remove(self._pin)

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.deinit()
