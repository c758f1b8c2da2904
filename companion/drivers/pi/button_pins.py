"""The Pi's pins with buttons: claim them, collect edges, read levels. No thread of its own.

lgpio calls back in one thread for all pins, and an exception there would silence every button
(hardware.md 0, finding 5), so our callback only queues the edge with its time.
"""

import logging
import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from queue import SimpleQueue
from typing import Any

from companion.config import PinButton
from companion.drivers.nodes.node_events import Report
from companion.drivers.pi.keypad import Keypad, ticks_ms
from companion.signals import Device

LOG = logging.getLogger("companion.buttons")

RETRY_S = 5.0
"""Seconds until an unavailable pin is tried again."""

FRESH_S = 30.0
"""Longest delay of an edge, in seconds. An older timestamp comes from another clock.

A Pi that is busy at its start delivers edges seconds late. With the time of their delivery, press
and release would lie so close together that they count as a spike.
"""

Edge = tuple[int, bool, float]
"""An edge: pin (BCM), whether it is down now, and the time (monotonic seconds)."""

_CURES = (
    ("PinFactoryFallback", "gpio.fallback"),
    ("ImportError|ModuleNotFoundError|BadPinFactory", "gpio.no_lgpio"),
    ("PinUnknownPi", "gpio.no_pi"),
    ("PermissionError|can not open gpiochip", "gpio.no_access"),
    ("GPIOPinInUse|busy", "gpio.busy"),
)
"""Known errors by type and text, with the message key that names the cure."""


class Contact:
    """A pin with its pull-up on and a button to ground."""

    def __init__(
        self, pin: int, factory: Any, put: Callable[[Edge], None], clock: Callable[[], float]
    ):
        """Claim the pin. Raises any error of gpiozero and lgpio."""
        from gpiozero import DigitalInputDevice  # not Button, which starts a thread for each pin

        self._pin = pin
        self._put = put
        self._clock = clock
        self._device = DigitalInputDevice(pin, pull_up=True, pin_factory=factory)
        # gpiozero drops events that do not change the level it remembers, which is wrong once an
        # edge has been lost.
        self._device.pin.when_changed = self._changed

    def _changed(self, ticks: float, state: float) -> None:
        """Queue an edge, in lgpio's thread, with the kernel's time if that is from our clock."""
        now = self._clock()
        at = ticks if 0 <= now - ticks < FRESH_S else now
        self._put((self._pin, not state, at))

    def is_down(self) -> bool:
        """Whether the button is down now."""
        return bool(self._device.value)

    def close(self) -> None:
        """Release the pin, if it is still there."""
        with suppress(Exception):
            self._device.close()


class Contacts:
    """The pins of all buttons in table.toml. A fault of one does not affect the others.

    `rang` is called, from any thread, when an edge is queued for the next `turn`.
    """

    def __init__(
        self,
        buttons: Iterable[PinButton],
        post: Callable[[Report], None],
        rang: Callable[[], None],
        clock: Callable[[], float],
    ):
        self._buttons = {button.pin: button for button in buttons}
        self._post = post
        self._rang = rang
        self._clock = clock
        self._factory: Any = None
        self._keypad = Keypad(self._buttons.values())
        self._open: dict[int, Contact] = {}
        self._edges: SimpleQueue[Edge] = SimpleQueue()
        self._devices: Mapping[int, Device] = {}
        self._retry_at = clock()

    def take_all(self, factory: Any) -> None:
        """Claim all available pins from this gpiozero factory."""
        self._factory = factory
        self._turn_up()

    def refuse_all(self, error: Exception) -> None:
        """Report that no pins are available at all."""
        for pin in self._buttons:
            self._fail(pin, "refused", error)

    def turn(self) -> float:
        """Read all levels, then handle all queued edges. Returns the seconds until the next turn.

        The levels are read first, so that every edge that led to them is in the queue.
        """
        now = ticks_ms(self._clock())
        levels = self._levels()
        for _ in range(self._edges.qsize()):
            pin, down, at = self._edges.get()
            self._report(self._keypad.edge(pin, down, ticks_ms(at), now))
        self._report(self._keypad.look(levels, now))
        self._turn_up()
        return self._keypad.pause_ms() / 1000

    def devices(self) -> list[Device]:
        """Every button's state. From any thread."""
        return list(self._devices.values())

    def close(self) -> None:
        """Release all pins."""
        for contact in self._open.values():
            contact.close()
        self._open.clear()

    def _put(self, edge: Edge) -> None:
        self._edges.put(edge)
        self._rang()

    def _report(self, signals: Iterable[Report]) -> None:
        for signal in signals:
            self._post(signal)

    def _levels(self) -> dict[int, bool]:
        """The buttons that are down. Drops pins that cannot be read."""
        levels = {}
        for pin, contact in list(self._open.items()):
            try:
                levels[pin] = contact.is_down()
            except Exception as error:
                self._open.pop(pin).close()
                self._keypad.lose(pin)
                self._fail(pin, "lost", error)
        return levels

    def _turn_up(self) -> None:
        """Retry unavailable pins when due, and report stuck buttons."""
        now = self._clock()
        if now >= self._retry_at:
            self._retry_at = now + RETRY_S
            for pin in self._buttons.keys() - self._open.keys():
                self._take(pin)
        for pin in self._open:
            self._tell(pin, "connected", "gpio.stuck" if self._keypad.is_stuck(pin) else "")

    def _take(self, pin: int) -> None:
        try:
            contact = Contact(pin, self._factory, self._put, self._clock)
            down = contact.is_down()
        except Exception as error:
            self._fail(pin, "refused", error)
            return
        self._open[pin] = contact
        self._keypad.begin(pin, down, ticks_ms(self._clock()))

    def _fail(self, pin: int, state: str, error: Exception) -> None:
        if self._tell(pin, state, trouble(error)):
            # Stored as text: the error would keep gpiozero's unfinished device alive, and so the
            # pin.
            LOG.warning("GPIO%d: %s", pin, repr(error))

    def _tell(self, pin: int, state: str, note: str) -> bool:
        """Report a button's state if it has changed."""
        device = Device(f"GPIO{pin}", "button", self._buttons[pin].seat, state, note)
        if self._devices.get(pin) == device:
            return False
        self._devices = {**self._devices, pin: device}
        self._post(device)
        return True


def trouble(error: Exception) -> str:
    """The message key that names the fault of the pins and its cure."""
    text = f"{type(error).__name__}: {error}"
    return next((note for known, note in _CURES if re.search(known, text)), "gpio.fault")
