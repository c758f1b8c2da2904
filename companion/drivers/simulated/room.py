"""The simulated room: seats whose nodes run the real program behind real serial ports.

The service opens these ports with the same driver as at a real table, so the same bytes travel. The
room is controlled by movements of hands: lay a card on a reader, press a button, pull a cable. One
thread runs all nodes. Thread-safe.
"""

import os
import random
import re
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from companion.config import Config, Leds, Seat
from companion.drivers.nodes.node_events import Report
from companion.drivers.nodes.nodes import Known, Nodes
from companion.drivers.own_folder import OwnFolder
from companion.drivers.simulated.bench import Bench
from companion.drivers.simulated.cards import tagged_of
from companion.drivers.simulated.hands import Hands
from companion.drivers.simulated.node import Cable, SimulatedNode
from companion.drivers.wled.strip import WledStrips
from companion.errors import Refused
from companion.signals import Device, Frame, Origin
from companion.store.records import Tagged

PIXELS = 8
_UID = re.compile("(?:[0-9A-F]{2}){4}|(?:[0-9A-F]{2}){7}|(?:[0-9A-F]{2}){10}")


class SimulatedRoom(Hands):
    """A room (drivers/room.py) of simulated seats, and the hands in it. Its WLEDs are real.

    `chance`: randomness for sessions and damage.
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
        self._folder = OwnFolder("companion-room-")
        seats = {seat.number: self._seat(seat) for seat in config.seats}
        paths = [node.cable.path for node in seats.values()]
        table = replace(
            config,
            seats=tuple(_at_a_node(seat, seats[seat.number].uid) for seat in config.seats),
            strip=None,
        )
        self.driver = Nodes(table, post, known, next_session, find=lambda: paths, simulated=True)
        self._wleds = WledStrips(config.wleds, post)
        self._tagged: dict[str, Tagged] = {}
        super().__init__(Bench(seats, self._piece), seats)

    def _seat(self, seat: Seat) -> SimulatedNode:
        path = os.path.join(self._folder.path, f"seat-{seat.number}")
        uid = seat.node or f"5EA7{seat.number:012X}"
        cable = Cable(path, self._chance)
        return SimulatedNode(seat.number, uid, PIXELS, cable, _ticks_ms, self._chance)

    def start(self) -> None:
        """Plug everything in and start."""
        for seat in self._seats:
            self.plug(seat)
        self._bench.start()
        self._wleds.start()
        self.driver.start()

    def show(self, frames: Mapping[int, Frame]) -> None:
        """Show these frames, by seat, until the next call."""
        self.driver.show(frames)
        self._wleds.show(frames)

    def settle(self, origin: Origin) -> None:
        """Acknowledge a node's line: its effect is on disk, or it had none."""
        self.driver.settle(origin)

    def assign(self, uid: str, seat: int) -> None:
        """Assign a seat to a node that has none."""
        self.driver.assign(uid, seat)

    def devices(self) -> list[Device]:
        """Every device's state."""
        return [*self.driver.devices(), *self._wleds.devices()]

    def served_by(self, thread: str) -> list[Device]:
        """The devices whose state only this thread knows, by its name."""
        return self._wleds.devices() if thread == "wled" else self.driver.served_by(thread)

    def pixels(self) -> Mapping[int, int]:
        """The seats whose strip is connected, and its length."""
        return {**self._wleds.pixels(), **self.driver.pixels()}

    def quiet_s(self) -> float:
        """Seconds since the slowest of the drivers' threads last finished a round."""
        return max(self.driver.quiet_s(), self._wleds.quiet_s())

    def close(self) -> None:
        """Darken the strips, stop all threads, remove all ports."""
        self._wleds.close()
        self.driver.close()
        self._bench.close()
        self._folder.close()

    def tap(self, seat: int, card: Mapping[str, Any] | str) -> None:
        """Lay a card on the seat's reader and leave it there: a piece, or any tag by its uid.

        Raises Refused if there is no such card.
        """
        self.lay(seat, self._know(card))

    def hand(self, movement: Mapping[str, Any]) -> None:
        """Carry out a movement from the page /room. Raises Refused if it is invalid."""
        told = dict(movement)
        name = told.pop("hand", None)
        seat = told.pop("seat", None)
        fields = _HANDS.get(name) if isinstance(name, str) else None
        if fields is None or type(seat) is not int or told.keys() != set(fields):
            raise Refused("room.no_movement")
        getattr(self, name)(seat, **told)

    def tagged(self, uid: str) -> Tagged | None:
        """The piece with this tag, if it was laid in this room."""
        return self._tagged.get(uid)

    def strips(self) -> dict[int, Frame]:
        """The pixels that each seat's strip shows."""
        return self._bench.strips()

    def look(self) -> tuple[int, list[dict[str, Any]]]:
        """Every seat's visible state, and the number of changes so far.

        A seat: `seat`, `pixels` (hex), `cable`, `linked`, `down` (buttons), `card` (or None),
        `cut`, `rate` (of damaged bytes), `stalled`, `faults` (of its reader).
        """
        return self._bench.look()

    def wait(self, version: int, timeout_s: float | None = None) -> int:
        """Wait until something has changed since this version; returns the newest version."""
        return self._bench.wait(version, timeout_s)

    def watch(self, changed: Callable[[], None]) -> None:
        """Call this after every change, in the room's thread."""
        self._bench.watch(changed)

    def _know(self, card: Mapping[str, Any] | str) -> str:
        if isinstance(card, str):
            if not _UID.fullmatch(card.upper()):
                raise Refused("room.no_card")
            return card.upper()
        if not isinstance(card, Mapping):
            raise Refused("room.no_card")
        tagged = tagged_of(card)
        self._tagged[tagged.uid] = tagged
        return tagged.uid

    def _piece(self, uid: str) -> Mapping[str, Any]:
        """A card in a visible state."""
        tagged = self._tagged.get(uid)
        return tagged.piece if tagged else {"uid": uid}


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
"""The movements that the page may post, with their arguments besides the seat."""


def _at_a_node(seat: Seat, uid: str) -> Seat:
    """The configuration of a simulated seat: a usual node with this uid."""
    leds = replace(seat.leds, order=Leds().order, reverse=False)
    return replace(seat, node=uid, port="", leds=leds)


def _ticks_ms() -> int:
    return int(time.monotonic() * 1000)
