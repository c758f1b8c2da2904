"""Movements of hands at simulated seats, and faults to switch on there.

For the page /room (simulated.py) and for scripts (simulated_seat.py). Every method may be called
from any thread; a hand does what it is told in a row.
"""

from collections.abc import Mapping

from companion.drivers.simulated.bench import REACH_S, Bench
from companion.drivers.simulated.node import SimulatedNode
from companion.drivers.simulated.node_reader import FAULTS
from companion.errors import Refused
from companion.signals import BUTTONS

PRESS_S = 0.08
"""How long a finger stays for a short press."""

TOUCH_S = 0.04
"""The least time from a finger's movement to the next one: longer than a button bounces."""


class Hands:
    """The hands at these seats. Each method raises Refused for what makes no sense."""

    def __init__(self, bench: Bench, seats: Mapping[int, SimulatedNode]):
        self._bench = bench
        self._seats = seats

    def lay(self, seat: int, uid: str) -> None:
        """Lay a sticker of this uid on the seat's reader, where it stays."""
        self._bench.next(self._node(seat), REACH_S, lambda node: setattr(node, "card", uid))

    def lift(self, seat: int) -> None:
        """Take the card off the reader."""
        self._bench.next(self._node(seat), REACH_S, lambda node: setattr(node, "card", ""))

    def press(self, seat: int, button: str, hold_s: float = PRESS_S) -> None:
        """A finger on a button for so long."""
        _is_button(button)
        self._bench.next(self._node(seat), hold_s, lambda node: node.down.add(button))
        self._bench.next(self._node(seat), REACH_S, lambda node: node.down.discard(button))

    def down(self, seat: int, button: str) -> None:
        """A finger on a button until `up`: at once, if the hand is free."""
        _is_button(button)
        self._bench.next(self._node(seat), TOUCH_S, lambda node: node.down.add(button))

    def up(self, seat: int, button: str) -> None:
        """The finger leaves the button, which was down long enough to be felt."""
        _is_button(button)
        self._bench.next(self._node(seat), TOUCH_S, lambda node: node.down.discard(button))

    def unplug(self, seat: int) -> None:
        """Pull the seat's cable: the node loses its power and all it had not told."""
        self._bench.now(self._node(seat), _unplug)

    def plug(self, seat: int) -> None:
        """Plug it in again: the node starts anew, the port stands at the same path."""
        self._bench.now(self._node(seat), _plug)

    def cut(self, seat: int) -> None:
        """Bytes vanish in the seat's cable; the node goes on and keeps what it has to say."""
        self._bench.now(self._node(seat), lambda node: setattr(node.cable, "cut", True))

    def mend(self, seat: int) -> None:
        """The cable carries bytes again, undamaged."""
        self.damage(seat, 0.0)
        self._bench.now(self._node(seat), lambda node: setattr(node.cable, "cut", False))

    def damage(self, seat: int, rate: float) -> None:
        """How likely each byte of the cable is damaged, 0 to 1, both ways."""
        if type(rate) not in (int, float) or not 0 <= rate <= 1:
            raise Refused("room.no_rate")
        self._bench.now(self._node(seat), lambda node: setattr(node.cable, "rate", rate))

    def stall(self, seat: int, stalled: bool = True) -> None:
        """The node's program hangs: it reads nothing and says nothing; or it goes on."""
        _is_switch(stalled)
        self._bench.now(self._node(seat), lambda node: setattr(node, "stalled", stalled))

    def reboot(self, seat: int, cause: str = "reload") -> None:
        """The node's program starts again; but for "reload" its port goes and comes, too."""
        self._bench.now(
            self._node(seat), lambda node: node.reboot(cause) if node.cable.plugged else None
        )

    def fault(self, seat: int, fault: str, on: bool) -> None:
        """One of simulated_reader.FAULTS begins or ends at the seat's reader."""
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
