"""CircuitPython's digitalio: inputs with a pull-up."""

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

    def switch_to_input(self, pull=None):
        self._pull = pull

    @property
    def value(self):
        assert self._pull == Pull.UP, "a pin that floats"
        return wires.level(self._pin)

    def deinit(self):
        _used.remove(self._pin)

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.deinit()
