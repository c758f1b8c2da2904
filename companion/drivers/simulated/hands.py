"""Movements of hands at simulated seats, and faults to switch on there.

For the page /room (room.py) and for scripts (seat_script.py). Thread-safe; each hand does its
movements in the order of the calls.
"""

from collections.abc import Mapping

from companion.drivers.simulated.bench import REACH_S, Bench
from companion.drivers.simulated.node import SimulatedNode
from companion.drivers.simulated.node_reader import FAULTS
from companion.errors import Refused
from companion.signals import BUTTONS

PRESS_S = 0.08
"""Duration of a short press, in seconds."""

TOUCH_S = 0.04
"""Least seconds between two movements of a finger: longer than a button bounces."""


class Hands:
    """The hands at these seats. Each method raises Refused for an impossible movement."""

    def __init__(self, bench: Bench, seats: Mapping[int, SimulatedNode]):
        self._bench = bench
        self._seats = seats

    def lay(self, seat: int, uid: str) -> None:
        """Lay a tag of this uid on the seat's reader and leave it there."""
        self._bench.next(self._node(seat), REACH_S, lambda node: setattr(node, "card", uid))

    def lift(self, seat: int) -> None:
        """Take the card off the reader."""
        self._bench.next(self._node(seat), REACH_S, lambda node: setattr(node, "card", ""))

    def press(self, seat: int, button: str, hold_s: float = PRESS_S) -> None:
        """Press a button for `hold_s`."""
        _is_button(button)
        self._bench.next(self._node(seat), hold_s, lambda node: node.down.add(button))
        self._bench.next(self._node(seat), REACH_S, lambda node: node.down.discard(button))

    def down(self, seat: int, button: str) -> None:
        """Press a button until `up`: at once, if the hand is free."""
        _is_button(button)
        self._bench.next(self._node(seat), TOUCH_S, lambda node: node.down.add(button))

    def up(self, seat: int, button: str) -> None:
        """Release a button, after it was down long enough to be noticed."""
        _is_button(button)
        self._bench.next(self._node(seat), TOUCH_S, lambda node: node.down.discard(button))

    def unplug(self, seat: int) -> None:
        """Pull the seat's cable: the node loses power and all undelivered events."""
        self._bench.now(self._node(seat), _unplug)

    def plug(self, seat: int) -> None:
        """Plug the cable in again: the node restarts, its port has the same path."""
        self._bench.now(self._node(seat), _plug)

    def cut(self, seat: int) -> None:
        """Drop all bytes in the seat's cable; the node runs on and keeps its events."""
        self._bench.now(self._node(seat), lambda node: setattr(node.cable, "cut", True))

    def mend(self, seat: int) -> None:
        """End `cut` and `damage`."""
        self.damage(seat, 0.0)
        self._bench.now(self._node(seat), lambda node: setattr(node.cable, "cut", False))

    def damage(self, seat: int, rate: float) -> None:
        """Damage each byte in the cable with this probability, 0 to 1, both ways."""
        if type(rate) not in (int, float) or not 0 <= rate <= 1:
            raise Refused("room.no_rate")
        self._bench.now(self._node(seat), lambda node: setattr(node.cable, "rate", rate))

    def stall(self, seat: int, stalled: bool = True) -> None:
        """Let the node's program hang (neither read nor write), or go on."""
        _is_switch(stalled)
        self._bench.now(self._node(seat), lambda node: setattr(node, "stalled", stalled))

    def reboot(self, seat: int, cause: str = "reload") -> None:
        """Restart the node's program; its port disappears and returns, except for "reload"."""
        self._bench.now(
            self._node(seat), lambda node: node.reboot(cause) if node.cable.plugged else None
        )

    def fault(self, seat: int, fault: str, on: bool) -> None:
        """Begin or end one of node_reader.FAULTS at the seat's reader."""
        if not isinstance(fault, str) or fault not in FAULTS:
            raise Refused("room.no_fault", faults=", ".join(FAULTS))
        _is_switch(on)
        self._bench.now(self._node(seat), lambda node: node.antenna.fault(fault, on))

    def _node(self, seat: int) -> SimulatedNode:
        if seat not in self._seats:
            raise Refused("room.no_seat", seat=seat)
        return self._seats[seat]


def _is_button(button: object) -> None:
    if button not in BUTTONS:
        raise Refused("room.no_button")


def _is_switch(on: object) -> None:
    if type(on) is not bool:
        raise Refused("room.no_switch")


def _plug(node: SimulatedNode) -> None:
    if not node.cable.plugged:
        node.cable.plug()
        node.power_on("power")


def _unplug(node: SimulatedNode) -> None:
    if node.cable.plugged:
        node.cable.unplug()
        node.power_off()
