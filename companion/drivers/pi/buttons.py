"""Driver of buttons on the Pi's own pins, by gpiozero on lgpio only.

One thread takes the queued edges and reads the levels (button_pins.py), debounces (keypad.py) and
posts signals.
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
    """A source of pins."""

    def open(self) -> Any:
        """Open gpiozero's pin factory. Raises any error."""

    def close(self) -> None:
        """Release everything."""


class Buttons:
    """The driver of all buttons in table.toml. `start` first, `close` last; `post` gets signals.

    `pins`: replaces the Pi's pins.
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
        self._ended = True
        self._turned_at = 0.0

    def start(self) -> None:
        """Claim the available pins and start the thread.

        Importing lgpio changes the working directory for a moment: call this while no other thread
        opens files.
        """
        try:
            factory = self._pins.open()
        except Exception as error:
            self._contacts.refuse_all(error)
            return
        self._contacts.take_all(factory)
        self._turned_at = time.monotonic()
        self._ended = False
        self._thread.start()

    def devices(self) -> list[Device]:
        """Every button's state."""
        return self._contacts.devices()

    def quiet_s(self) -> float:
        """Seconds since the thread last finished a round; 0 before it starts and after `close`."""
        return 0.0 if self._ended else time.monotonic() - self._turned_at

    def close(self) -> None:
        """Stop the thread and release everything."""
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
    """The Pi's pins: gpiozero on lgpio, without fallback."""

    def __init__(self) -> None:
        self._folder: OwnFolder | None = None
        self._factory: Any = None

    def open(self) -> Any:
        """Open gpiozero's pin factory. Raises any error.

        lgpio creates a pipe in LG_WD, which must be writable, and changes the working directory to
        it; this method changes back.
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
        """Release the pins and remove lgpio's folder."""
        if self._factory:
            import gpiozero

            self._factory.close()
            gpiozero.Device.pin_factory = None
        if self._folder:
            self._folder.close()
            self._folder = None
            del os.environ["LG_WD"]
