"""RSTPD_N of readers on pins of the Pi, through gpiozero: a mute reader is reset by it."""

import logging
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Protocol

from companion.drivers.pi.buttons import LgpioPins, Pins

LOG = logging.getLogger("companion.readers")

Line = Callable[[bool], None]
"""Sets a line high or low."""


class Lines(Protocol):
    """Where reset lines are to be had."""

    def open(self, pin: int) -> Line | None:
        """The line at this BCM number, high; None if it cannot be had."""

    def close(self) -> None:
        """Give all lines back."""


class ResetLines:
    """Lines on the Pi's pins. Without them readers work as well, but for their reset."""

    def __init__(self, pins: Pins | None = None):
        self._pins = pins or LgpioPins()
        self._lines: list[Any] = []

    def open(self, pin: int) -> Line | None:
        """The line at this BCM number, high; None if it cannot be had, which is logged."""
        try:
            factory = self._pins.open()
            from gpiozero import OutputDevice

            device = OutputDevice(pin, initial_value=True, pin_factory=factory)
        except Exception as error:
            LOG.warning("GPIO%d is no reset line: %r", pin, error)
            return None
        self._lines.append(device)

        def line(high: bool) -> None:
            try:
                device.value = high
            except Exception as error:
                LOG.warning("GPIO%d: %r", pin, error)

        return line

    def close(self) -> None:
        """Give all lines back."""
        for device in self._lines:
            with suppress(Exception):
                device.close()
        if self._lines:
            self._pins.close()
