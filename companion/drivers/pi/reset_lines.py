"""Reset lines: pins of the Pi that are wired to RSTPD_N of readers, by gpiozero."""

import logging
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Protocol

from companion.drivers.pi.buttons import LgpioPins, Pins

LOG = logging.getLogger("companion.readers")

Line = Callable[[bool], None]
"""Sets a line high (True) or low."""


class Lines(Protocol):
    """A source of reset lines."""

    def open(self, pin: int) -> Line | None:
        """Open the line at this BCM number and set it high; None if it is unavailable."""

    def close(self) -> None:
        """Release all lines."""


class ResetLines:
    """Reset lines on the Pi's pins. They are optional: readers work without a reset."""

    def __init__(self, pins: Pins | None = None):
        self._pins = pins or LgpioPins()
        self._lines: list[Any] = []

    def open(self, pin: int) -> Line | None:
        """Open the line at this BCM number and set it high. Logs a failure and returns None."""
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
        """Release all lines."""
        for device in self._lines:
            with suppress(Exception):
                device.close()
        if self._lines:
            self._pins.close()
