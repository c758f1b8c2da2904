"""Buttons on the Pi's own pins, through gpiozero on lgpio and nothing else.

lgpio calls back on one thread for all pins, and an exception there would silence every button
(hardware.md 0, finding 5): a callback of ours only puts an edge with its time into a queue. One
thread of ours takes them, reads the levels again, debounces (keypad.py) and reports.
"""

import logging
import os
import re
import shutil
import tempfile
import threading
import time
import warnings
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Any, Protocol

from companion.config import PinButton
from companion.drivers.hearing import Report
from companion.drivers.keypad import Keypad, ticks_ms
from companion.errors import DeviceLost
from companion.signals import Device

LOG = logging.getLogger("companion.buttons")

RETRY_S = 5.0
"""How long to wait before a pin that could not be had is tried again."""

FRESH_S = 1.0
STOP_S = 2.0

_CURES = (
    ("PinFactoryFallback", "gpio.fallback"),
    ("ImportError|ModuleNotFoundError|BadPinFactory", "gpio.no_lgpio"),
    ("PinUnknownPi", "gpio.no_pi"),
    ("PermissionError|can not open gpiochip", "gpio.no_access"),
    ("GPIOPinInUse|busy", "gpio.busy"),
)
"""What is known of errors by their kind and text, and the sentence that tells the cure."""

Edge = tuple[int, bool, float]
"""A pin (BCM), whether it is down now, and since when (monotonic seconds)."""


class Pins(Protocol):
    """Where pins are to be had."""

    def open(self) -> Any:
        """gpiozero's pin factory. Raises whatever stands in the way."""

    def close(self) -> None:
        """Give everything back."""


class Contact:
    """One pin with its pull-up on, and a button to ground at it."""

    def __init__(self, pin: int, factory: Any, put: Callable[[Edge], None]):
        """Take the pin. Raises whatever gpiozero and the library below it raise."""
        from gpiozero import DigitalInputDevice  # not Button: that one starts a thread for each

        self._pin = pin
        self._put = put
        self._device = DigitalInputDevice(pin, pull_up=True, pin_factory=factory)
        # gpiozero's own events leave out what does not change its idea of the level; when an edge
        # was lost, that idea is wrong.
        self._device.pin.when_changed = self._changed

    def _changed(self, ticks: float, state: float) -> None:
        """In the library's thread. The kernel's time of the edge, if it is of our clock."""
        now = time.monotonic()
        at = ticks if 0 <= now - ticks < FRESH_S else now
        self._put((self._pin, not state, at))

    def is_down(self) -> bool:
        """The level as it is now."""
        return bool(self._device.value)

    def close(self) -> None:
        """Give the pin back, if it is still there."""
        with suppress(Exception):
            self._device.close()


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
        self._buttons = {button.pin: button for button in buttons}
        self._post = post
        self._pins = pins or LgpioPins()
        self._factory: Any = None
        self._keypad = Keypad(self._buttons.values())
        self._contacts: dict[int, Contact] = {}
        self._edges: SimpleQueue[Edge | None] = SimpleQueue()
        self._devices: Mapping[int, Device] = {}
        self._thread = threading.Thread(target=self._run, name="buttons", daemon=True)
        self._turned_at = time.monotonic()
        self._retry_at = 0.0

    def start(self) -> None:
        """Take the pins, as far as they are to be had, and begin to listen.

        Importing lgpio changes the working directory for a moment: to be called while no other
        thread opens files.
        """
        try:
            self._factory = self._pins.open()
        except Exception as error:
            for pin in self._buttons:
                self._fail(pin, "refused", error)
            return
        self._turn_up()
        self._thread.start()

    def devices(self) -> list[Device]:
        """Every button as it stands."""
        return list(self._devices.values())

    def quiet_s(self) -> float:
        """How long ago the thread last came round, in seconds; 0 when there is none."""
        return time.monotonic() - self._turned_at if self._thread.is_alive() else 0.0

    def close(self) -> None:
        """Stop to listen and give everything back."""
        if self._thread.is_alive():
            self._edges.put(None)
            self._thread.join(STOP_S)
            if self._thread.is_alive():
                raise DeviceLost("gpio.will_not_stop")
        for contact in self._contacts.values():
            contact.close()
        self._contacts.clear()
        self._pins.close()

    def _run(self) -> None:
        going = True
        while going:
            going = self._turn()

    def _turn(self) -> bool:
        """Wait for an edge, read all levels, take every edge up to then, report. False at the end.

        The levels are read before the queue is emptied: an edge that explains one is then known.
        """
        try:
            first = [self._edges.get(timeout=self._keypad.pause_ms() / 1000)]
        except Empty:
            first = []
        self._turned_at = time.monotonic()
        now = ticks_ms(self._turned_at)
        levels = self._levels()
        edges = first + [self._edges.get() for _ in range(self._edges.qsize())]
        if None in edges:
            return False
        for pin, down, at in filter(None, edges):
            self._report(self._keypad.edge(pin, down, ticks_ms(at), now))
        self._report(self._keypad.look(levels, now))
        self._turn_up()
        return True

    def _report(self, signals: Iterable[Report]) -> None:
        for signal in signals:
            self._post(signal)

    def _levels(self) -> dict[int, bool]:
        """What is down. A pin that cannot be read is lost, and it alone."""
        levels = {}
        for pin, contact in list(self._contacts.items()):
            try:
                levels[pin] = contact.is_down()
            except Exception as error:
                self._contacts.pop(pin).close()
                self._keypad.lose(pin)
                self._fail(pin, "lost", error)
        return levels

    def _turn_up(self) -> None:
        """Take the pins that are not ours yet, from time to time, and tell what has changed."""
        now = time.monotonic()
        if now >= self._retry_at:
            self._retry_at = now + RETRY_S
            for pin in self._buttons.keys() - self._contacts.keys():
                self._take(pin)
        for pin in self._contacts:
            stuck = self._keypad.is_stuck(pin)
            self._tell(pin, "connected", "gpio.stuck" if stuck else "")

    def _take(self, pin: int) -> None:
        try:
            contact = Contact(pin, self._factory, self._edges.put)
            down = contact.is_down()
        except Exception as error:
            self._fail(pin, "refused", error)
            return
        self._contacts[pin] = contact
        self._keypad.begin(pin, down, ticks_ms(time.monotonic()))

    def _fail(self, pin: int, state: str, error: Exception) -> None:
        if self._tell(pin, state, trouble(error)):
            LOG.warning("GPIO%d: %r", pin, error)

    def _tell(self, pin: int, state: str, note: str) -> bool:
        """Report how a button stands, if that is new."""
        device = Device(f"GPIO{pin}", "button", self._buttons[pin].seat, state, note)
        if self._devices.get(pin) == device:
            return False
        self._devices = {**self._devices, pin: device}
        self._post(device)
        return True


class LgpioPins:
    """The Pi's pins: gpiozero on lgpio, never on anything else."""

    def __init__(self) -> None:
        self._folder = ""
        self._factory: Any = None

    def open(self) -> Any:
        """gpiozero's pin factory. Raises whatever stands in the way.

        lgpio makes a pipe in LG_WD, which must be writable, and goes there: we come back.
        """
        os.environ["GPIOZERO_PIN_FACTORY"] = "lgpio"
        if not os.access(os.environ.get("LG_WD", ""), os.W_OK):
            self._folder = os.environ["LG_WD"] = tempfile.mkdtemp(prefix="companion-gpio-")
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
            shutil.rmtree(self._folder, ignore_errors=True)
            del os.environ["LG_WD"]


def trouble(error: Exception) -> str:
    """The message key of what is wrong with the pins, and what helps."""
    text = f"{type(error).__name__}: {error}"
    return next((note for known, note in _CURES if re.search(known, text)), "gpio.fault")
