"""Pins of gpiozero's MockFactory with a clock that the test sets, and bouncing contacts."""

import heapq
from collections.abc import Iterable
from typing import Any, Self

from gpiozero.pins.mock import MockFactory, MockPin

from companion.config import PinButton
from companion.drivers.nodes.node_events import Report
from companion.drivers.pi.button_pins import Contacts
from companion.signals import Beat, Button, Device

OK, BRAKE = PinButton(5, 1, "ok"), PinButton(6, 1, "brake")


def tap(at_ms: float, pin: int = 5, lasts_ms: float = 80) -> list[tuple[float, int, bool]]:
    """The edges of a tap whose contact bounces when closing and opening."""
    bounces = (0, 0.7, 1.5, 2.1, 4)
    down = [(at_ms + ms, pin, n % 2 == 0) for n, ms in enumerate(bounces)]
    up = [(at_ms + lasts_ms + ms, pin, n % 2 == 1) for n, ms in enumerate(bounces)]
    return down + up


class Clock:
    """A clock in seconds that the test advances."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


class LabPin(MockPin):  # type: ignore[misc]
    """A pin with its factory's clock. `deaf`: its edges are lost, its level is right."""

    def __init__(self, factory: Any, info: Any):
        self.deaf = False
        super().__init__(factory, info)

    def clear_states(self) -> None:
        super().clear_states()
        self._last_change = self.factory.clock()

    def _change_state(self, value: bool) -> bool:
        changed = bool(super()._change_state(value))
        self._last_change = self.factory.clock()
        return changed

    def _call_when_changed(self) -> None:
        if not self.deaf:
            self.deliver()

    def deliver(self) -> None:
        """Call back with the last edge and its time."""
        super()._call_when_changed()


class Lab(MockFactory):  # type: ignore[misc]
    """A Pi's header. `broken`: unavailable pins, each with its error."""

    def __init__(self, clock: Clock):
        super().__init__(pin_class=LabPin)
        self.clock = clock
        self.broken: dict[int, Exception] = {}

    def pin(self, name: int) -> LabPin:
        if name in self.broken:
            raise self.broken[name]
        pin = super().pin(name)
        assert isinstance(pin, LabPin)
        return pin

    def wire(self, pin: int, down: bool) -> None:
        """Set a pin's level as its button does."""
        lead = super().pin(pin)
        lead.drive_low() if down else lead.drive_high()


class Fingers:
    """The driver of some buttons without its thread: the test runs its turns.

    `lag_s`: delay of the thread's turn after an edge. `busy_ms`: the time since the start until
    which there is no turn.
    """

    def __init__(self, buttons: Iterable[PinButton], lag_s: float = 0.0, busy_ms: float = 0.0):
        self.clock = Clock()
        self.lab = Lab(self.clock)
        self.told: list[tuple[float, Report]] = []
        self.lag_s = lag_s
        self.contacts = Contacts(buttons, self._post, self._ring, self.clock)
        self._turn_at = self.clock.now
        self._start = self.clock.now
        self._busy_to = self._start + busy_ms / 1000

    def __enter__(self) -> Self:
        self.contacts.take_all(self.lab)
        self._turn_at = self.clock.now
        return self

    def __exit__(self, *args: object) -> None:
        self.contacts.close()

    def _post(self, report: Report) -> None:
        self.told.append((self.clock.now, report))

    def _ring(self) -> None:
        self._turn_at = min(self._turn_at, self.clock.now + self.lag_s)

    def play(self, edges: Iterable[tuple[float, int, bool]], until_ms: float) -> None:
        """Play edges (ms since the start, pin, down), then let time pass up to `until_ms`."""
        waiting = [(self._start + ms / 1000, pin, down) for ms, pin, down in edges]
        heapq.heapify(waiting)
        end = self._start + until_ms / 1000
        while True:
            edge_at = waiting[0][0] if waiting else end
            self._turn_at = max(self._turn_at, self._busy_to)
            self.clock.now = max(self.clock.now, min(edge_at, self._turn_at, end))
            if waiting and edge_at <= self._turn_at:
                _, pin, down = heapq.heappop(waiting)
                self.lab.wire(pin, down)
            elif self.clock.now >= end:
                return
            else:
                self._turn_at = self.clock.now + self.contacts.turn()

    def ms(self, ticks: int) -> int:
        """Convert ticks to milliseconds since the start."""
        return ticks - round(self._start * 1000)

    def edges(self) -> list[tuple[int, int, str, bool]]:
        """The reported button edges: ms since the start, seat, button, down."""
        signals = [report for _, report in self.told if isinstance(report, Button)]
        return [(self.ms(each.ticks_ms), each.seat, each.button, each.down) for each in signals]

    def beats(self) -> list[tuple[int, frozenset[str]]]:
        """The reported beats: ms up to which they are certain, and the buttons down."""
        signals = [report for _, report in self.told if isinstance(report, Beat)]
        return [(self.ms(each.ticks_ms), each.held) for each in signals]

    def device(self, pin: int) -> Device:
        """A button's last reported state."""
        return next(each for each in self.contacts.devices() if each.id == f"GPIO{pin}")
