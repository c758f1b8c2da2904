"""Buttons on the Pi's own pins, through gpiozero on lgpio and nothing else.

One thread of ours takes what the callbacks left (contacts.py), reads the levels again, debounces
(keypad.py) and reports.
"""

import os
import threading
import time
import warnings
from collections.abc import Callable, Iterable
from typing import Any, Protocol

from companion.config import PinButton
from companion.drivers.nodes.node_events import Report
from companion.drivers.own_folder import OwnFolder
from companion.drivers.pi.button_pins import Contacts
from companion.errors import DeviceLost
from companion.signals import Device

STOP_S = 2.0


class Pins(Protocol):
    """Where pins are to be had."""

    def open(self) -> Any:
        """gpiozero's pin factory. Raises whatever stands in the way."""

    def close(self) -> None:
        """Give everything back."""


class Buttons:
    """All buttons of table.toml. `start`, at the end `close`; `post` gets every signal.

    `pins`: where they are, if not on the Pi.
    """

    def __init__(
        self,
        buttons: Iterable[PinButton],
        post: Callable[[Report], None],
        pins: Pins | None = None,
    ):
        self._pins = pins or LgpioPins()
        self._rang = threading.Event()
        self._contacts = Contacts(buttons, post, self._rang.set, time.monotonic)
        self._thread = threading.Thread(target=self._run, name="buttons", daemon=True)
        self._ended = False
        self._turned_at = 0.0

    def start(self) -> None:
        """Take the pins, as far as they are to be had, and begin to listen.

        Importing lgpio changes the working directory for a moment: to be called while no other
        thread opens files.
        """
        try:
            factory = self._pins.open()
        except Exception as error:
            self._contacts.refuse_all(error)
            return
        self._contacts.take_all(factory)
        self._turned_at = time.monotonic()
        self._thread.start()

    def devices(self) -> list[Device]:
        """Every button as it stands."""
        return self._contacts.devices()

    def quiet_s(self) -> float:
        """How long ago the thread last came round, in seconds; 0 before and after."""
        return time.monotonic() - self._turned_at if self._thread.is_alive() else 0.0

    def close(self) -> None:
        """Stop to listen and give everything back."""
        self._ended = True
        self._rang.set()
        if self._thread.is_alive():
            self._thread.join(STOP_S)
            if self._thread.is_alive():
                raise DeviceLost("gpio.will_not_stop")
        self._contacts.close()
        self._pins.close()

    def _run(self) -> None:
        while not self._ended:
            self._turned_at = time.monotonic()
            self._rang.wait(self._contacts.turn())
            self._rang.clear()


class LgpioPins:
    """The Pi's pins: gpiozero on lgpio, never on anything else."""

    def __init__(self) -> None:
        self._folder: OwnFolder | None = None
        self._factory: Any = None

    def open(self) -> Any:
        """gpiozero's pin factory. Raises whatever stands in the way.

        lgpio makes a pipe in LG_WD, which must be writable, and goes there: we come back.
        """
        os.environ["GPIOZERO_PIN_FACTORY"] = "lgpio"
        if not os.access(os.environ.get("LG_WD", ""), os.W_OK):
            self._folder = OwnFolder("companion-gpio-")
            os.environ["LG_WD"] = self._folder.path
        here = os.getcwd()
        try:
            with warnings.catch_warnings():
                import gpiozero

                warnings.simplefilter("error", gpiozero.PinFactoryFallback)
                gpiozero.Device.ensure_pin_factory()
                self._factory = gpiozero.Device.pin_factory
            return self._factory
        finally:
            os.chdir(here)

    def close(self) -> None:
        """Give the pins back, and take lgpio's folder away."""
        if self._factory:
            import gpiozero

            self._factory.close()
            gpiozero.Device.pin_factory = None
        if self._folder:
            self._folder.close()
            self._folder = None
            del os.environ["LG_WD"]
