"""The simulated room: hands at seats whose nodes run the real program behind real serial ports.

The service opens these ports with the driver that it uses at a table, so the same bytes travel. The
room speaks in hand movements: a card is laid on a reader, a finger is on a button, a cable is
pulled. One thread runs all nodes; every method may be called from any thread.
"""

import os
import random
import re
import shutil
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from companion.config import Config, Leds, Seat
from companion.drivers.hearing import Report
from companion.drivers.nodes import Known, Nodes
from companion.drivers.simulated_bench import REACH_S, Bench
from companion.drivers.simulated_cards import GAME, piece_of, uid_of
from companion.drivers.simulated_node import Cable, SimulatedNode
from companion.drivers.simulated_reader import FAULTS
from companion.errors import Refused
from companion.signals import BUTTONS, Device, Frame, Origin
from companion.store_records import Tagged

PIXELS = 8
PRESS_S = 0.08
"""How long a finger stays for a short press."""

TOUCH_S = 0.04
"""The least time from a finger's movement to the next one: longer than a button bounces."""

_UID = re.compile("(?:[0-9A-F]{2}){4}|(?:[0-9A-F]{2}){7}|(?:[0-9A-F]{2}){10}")


class SimulatedRoom:
    """A room (room.py) of simulated seats, and the hands in it.

    `chance` draws sessions and damage.
    """

    def __init__(
        self,
        config: Config,
        post: Callable[[Report], None],
        known: Callable[[str], Known | None],
        next_session: Callable[[], str],
        chance: random.Random | None = None,
    ):
        self._chance = chance or random.SystemRandom()
        self._folder = tempfile.mkdtemp(prefix="companion-room-")
        self._seats = {seat.number: self._seat(seat) for seat in config.seats}
        paths = [node.cable.path for node in self._seats.values()]
        table = replace(
            config,
            seats=tuple(_at_a_node(seat, self._seats[seat.number].uid) for seat in config.seats),
            strip=None,
        )
        self.driver = Nodes(table, post, known, next_session, find=lambda: paths, simulated=True)
        self._tagged: dict[str, Tagged] = {}
        self._bench = Bench(self._seats, self._piece)

    def _seat(self, seat: Seat) -> SimulatedNode:
        path = os.path.join(self._folder, f"seat-{seat.number}")
        uid = seat.node or f"5EA7{seat.number:012X}"
        cable = Cable(path, self._chance)
        return SimulatedNode(seat.number, uid, PIXELS, cable, _ticks_ms, self._chance)

    def start(self) -> None:
        """Plug everything in and begin."""
        for seat in self._seats:
            self.plug(seat)
        self._bench.start()
        self.driver.start()

    def show(self, frames: Mapping[int, Frame]) -> None:
        """What each seat's strip is to show from now on."""
        self.driver.show(frames)

    def settle(self, origin: Origin) -> None:
        """What came of this node's line is on disk, or nothing came of it."""
        self.driver.settle(origin)

    def assign(self, uid: str, seat: int) -> None:
        """Put a node that has no seat at this one."""
        self.driver.assign(uid, seat)

    def devices(self) -> list[Device]:
        """Every device as it stands."""
        return self.driver.devices()

    def pixels(self) -> Mapping[int, int]:
        """The seats whose strip is connected, and its length."""
        return self.driver.pixels()

    def quiet_s(self) -> float:
        """How long ago the driver's thread last came round, in seconds."""
        return self.driver.quiet_s()

    def close(self) -> None:
        """Darken the strips, end everything, leave nothing behind."""
        self.driver.close()
        self._bench.close()
        shutil.rmtree(self._folder, ignore_errors=True)

    def tap(self, seat: int, card: Mapping[str, Any] | str) -> None:
        """Lay a card on the seat's reader, where it stays: a piece, or any tag by its uid.

        Raises Refused for what is no card.
        """
        uid = self._know(card)
        self._bench.next(self._node(seat), REACH_S, lambda node: setattr(node, "card", uid))

    def lift(self, seat: int) -> None:
        """Take the card off the reader."""
        self._bench.next(self._node(seat), REACH_S, lambda node: setattr(node, "card", ""))

    def press(self, seat: int, button: str, hold_s: float = PRESS_S) -> None:
        """A finger on a button for so long. What a hand is told in a row it does in a row."""
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
        """How likely each byte of the cable is damaged, 0 to 1, both ways. Raises Refused."""
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
        """One of simulated_reader.FAULTS begins or ends at the seat's reader. Raises Refused."""
        if not isinstance(fault, str) or fault not in FAULTS:
            raise Refused("room.no_fault", faults=", ".join(FAULTS))
        _is_switch(on)
        self._bench.now(self._node(seat), lambda node: node.antenna.fault(fault, on))

    def hand(self, movement: Mapping[str, Any]) -> None:
        """A movement as the page /room tells it. Raises Refused if it makes no sense."""
        told = dict(movement)
        name = told.pop("hand", None)
        seat = told.pop("seat", None)
        fields = _HANDS.get(name) if isinstance(name, str) else None
        if fields is None or type(seat) is not int or told.keys() != set(fields):
            raise Refused("room.no_movement")
        getattr(self, name)(seat, **told)

    def tagged(self, uid: str) -> Tagged | None:
        """The piece of a card that was laid in this room, by its tag."""
        return self._tagged.get(uid)

    def strips(self) -> dict[int, Frame]:
        """What each seat's strip really shows."""
        return self._bench.strips()

    def look(self) -> tuple[int, list[dict[str, Any]]]:
        """Every seat as an onlooker sees it, and the number of changes so far.

        A seat: `seat`, `pixels` (hex), `cable`, `linked`, `down` (buttons), `card` (or None),
        `cut`, `rate` (of damaged bytes), `stalled`, `faults` (of its reader).
        """
        return self._bench.look()

    def wait(self, version: int, timeout_s: float | None = None) -> int:
        """Wait until something has changed since this version. The newest version."""
        return self._bench.wait(version, timeout_s)

    def watch(self, changed: Callable[[], None]) -> None:
        """Have this called after every change, from the room's thread."""
        self._bench.watch(changed)

    def _know(self, card: Mapping[str, Any] | str) -> str:
        if isinstance(card, str):
            if not _UID.fullmatch(card.upper()):
                raise Refused("room.no_card")
            return card.upper()
        if not isinstance(card, Mapping):
            raise Refused("room.no_card")
        uid = uid_of(card)
        self._tagged[uid] = Tagged(uid, GAME, piece_of(card))
        return uid

    def _piece(self, uid: str) -> Mapping[str, Any]:
        """A card as an onlooker names it."""
        tagged = self._tagged.get(uid)
        return tagged.piece if tagged else {"uid": uid}

    def _node(self, seat: int) -> SimulatedNode:
        if seat not in self._seats:
            raise Refused("room.no_seat", seat=seat)
        return self._seats[seat]


_HANDS: Mapping[str, tuple[str, ...]] = {
    "tap": ("card",),
    "lift": (),
    "down": ("button",),
    "up": ("button",),
    "press": ("button",),
    "plug": (),
    "unplug": (),
    "cut": (),
    "mend": (),
    "damage": ("rate",),
    "stall": ("stalled",),
    "reboot": (),
    "fault": ("fault", "on"),
}
"""The movements that the page may ask for, and what each needs beside the seat."""


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


def _at_a_node(seat: Seat, uid: str) -> Seat:
    """The seat as the simulated room has it: a node of the usual kind, known by its uid."""
    leds = replace(seat.leds, order=Leds().order, reverse=False)
    return replace(seat, node=uid, port="", leds=leds)


def _ticks_ms() -> int:
    return int(time.monotonic() * 1000)
