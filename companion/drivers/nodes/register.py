"""The driver's register of nodes: the cable, seat and state of each.

Belongs to the thread that serves the cables; no clock and no I/O.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import count

from companion.config import Config
from companion.drivers.nodes.cable import Cable
from companion.drivers.nodes.seat_assignment import (
    Node,
    Seated,
    lit,
    seating,
    stretched,
    wired,
    woven,
)
from companion.drivers.nodes.stuck_buttons import StuckButtons
from companion.drivers.reconnecting_port import REFUSED as PORT_REFUSED
from companion.protocols.link_words import Hello
from companion.signals import Device, Frame

TWIN = "link.twin"
"""Notes of two boards with the same uid: for the board with the link, and for the other's port."""

STUCK = (
    "link.stuck_left",
    "link.stuck_right",
    "link.stuck_brake",
    "link.stuck_event",
    "link.stuck_ok",
)
"""The notes of a seat's stuck buttons, by button number."""

REFUSED = (*PORT_REFUSED, "link.reflash", "link.update_firmware", TWIN)
"""Notes of faults that a person has to fix."""

STRANGERS = 8
"""Most listed nodes that have neither seat nor link; further ones are only counted."""

STRANGER_S = 60.0
"""Seconds after which a disconnected node without a seat leaves the list."""

MOST_NODES = 32
"""Most remembered nodes. Beyond this limit the oldest disconnected one is forgotten."""


@dataclass(slots=True)
class _Entry:
    """A node that has connected, or that table.toml names. `reader`: a note about its card reader.

    `came`: its position in the order of arrival; a reconnected node counts as new.
    """

    hello: Hello | None = None
    cable: Cable | None = None
    came: int = 0
    seated: Seated = field(default_factory=Seated)
    reader: str = ""
    buttons: StuckButtons = field(default_factory=StuckButtons)
    joined: bool = False
    gone_at: float | None = None

    @property
    def is_here(self) -> bool:
        """Whether it is the last node that connected at its cable since that was plugged in."""
        node = self.cable.node if self.cable else None
        return bool(node and self.hello and node.uid == self.hello.uid)

    @property
    def link(self) -> Hello | None:
        """The node's link at its cable, None without one."""
        hello = self.cable.end.hello if self.cable else None
        return hello if hello and self.hello and hello.uid == self.hello.uid else None


class Register:
    """All nodes by uid."""

    def __init__(self, config: Config, simulated: bool):
        self._config = config
        self._simulated = simulated
        self._strip = config.strip.node if config.strip else ""
        named = [seat.node for seat in config.seats] + [self._strip]
        self._entries = {uid: _Entry() for uid in named if uid}
        self._assigned: dict[str, int] = {}
        self._numbers = count(1)
        self.seat_all()

    def seat_for(self, cable: Cable, hello: Hello) -> int:
        """Register a link that opens at this cable; returns the node's seat, 0 for none."""
        entry = self._entries.setdefault(hello.uid, _Entry())
        if not entry.is_here:
            entry.came = next(self._numbers)
        if entry.hello and entry.hello.session != hello.session:
            entry.reader = ""  # the node has restarted, and so has its reader
        entry.hello, entry.cable = hello, cable
        cable.greeted(hello)
        self._forget()
        self.seat_all()
        return entry.seated.seat

    def joined(self, cable: Cable, hello: Hello) -> None:
        """Register that a node has joined its link, which confirms its cable."""
        entry = self._entries.setdefault(hello.uid, _Entry(came=next(self._numbers)))
        entry.hello, entry.cable, entry.joined = hello, cable, True
        self.seat_all()

    def forget(self, now: float) -> None:
        """Forget nodes that had no seat and have been gone for a minute. `now`: seconds."""
        for uid, entry in list(self._entries.items()):
            if entry.is_here or entry.seated.seat or self._is_named(uid):
                entry.gone_at = None
            elif entry.gone_at is None:
                entry.gone_at = now
            elif now - entry.gone_at >= STRANGER_S:
                del self._entries[uid]

    def _is_named(self, uid: str) -> bool:
        """Whether table.toml names this node, or OK was pressed at it."""
        return uid in (self._strip, *self._assigned, *(seat.node for seat in self._config.seats))

    def _forget(self) -> None:
        """Forget the oldest nodes beyond the limit: one cable can pose as any number of nodes."""
        gone = [u for u, each in self._entries.items() if not (each.is_here or self._is_named(u))]
        for uid in sorted(gone, key=lambda uid: self._entries[uid].came)[MOST_NODES:]:
            del self._entries[uid]

    def _unlisted(self) -> list[str]:
        """The newest nodes without seat and link, beyond the STRANGERS that are listed."""
        found = [
            (entry.came, uid)
            for uid, entry in self._entries.items()
            if not (entry.seated.seat or self._is_connected(entry) or self._is_named(uid))
        ]
        return [uid for _, uid in sorted(found)[STRANGERS:]]

    def seat_all(self) -> None:
        """Work out all seats, and send each changed seat to its node."""
        here = [
            Node(
                uid,
                entry.cable.path if entry.cable else "",
                entry.hello.strap if entry.hello else 0,
                not entry.is_here,
            )
            for uid, entry in sorted(self._entries.items(), key=lambda item: item[1].came)
            if entry.is_here or entry.joined or self._is_named(uid)
        ]
        seated = seating(self._config, here, self._assigned)
        for uid, entry in self._entries.items():
            entry.seated = seated.get(uid, Seated())
            if entry.cable and entry.link:
                entry.cable.end.assign(entry.seated.seat)

    def assign(self, uid: str, seat: int) -> None:
        """Assign a seat to a node at which OK was pressed."""
        self._assigned[uid] = seat
        self.seat_all()

    def frame(self, hello: Hello, frames: Mapping[int, Frame]) -> Frame:
        """The pixels to send to a node, from these frames by seat."""
        strip = self._config.strip
        if strip and hello.uid == self._strip:
            return wired(lit(woven(frames, strip.segments, strip.pixels), strip.leds), strip.leds)
        seat = self._entries[hello.uid].seated.seat
        if not seat:
            return ()
        leds = self._config.seat(seat).leds
        return wired(lit(stretched(frames.get(seat, ()), hello.pixels), leds), leds)

    def seat_of(self, uid: str) -> Seated:
        """The seat of a node, 0 if it has none or is forgotten."""
        return self._entries[uid].seated if uid in self._entries else Seated()

    def note_reader(self, uid: str, note: str) -> None:
        """Note the fault of a node's card reader, "" for none."""
        if uid in self._entries:
            self._entries[uid].reader = note

    def buttons(self, uid: str) -> StuckButtons:
        """The node's stuck buttons; an empty record for a forgotten node."""
        return self._entries[uid].buttons if uid in self._entries else StuckButtons()

    def pixels(self) -> dict[int, int]:
        """The length of each seat's connected strip: its own, or its segment of the table's."""
        told = {}
        strip = self._config.strip
        if strip and self._strip and self._is_connected(self._entries[self._strip]):
            told = {part.seat: part.count for part in strip.segments}
        for entry in self._entries.values():
            if entry.hello and entry.seated.seat and self._is_connected(entry):
                told[entry.seated.seat] = entry.hello.pixels
        return told

    def heard(self) -> dict[int, Hello]:
        """The HELLO of each connected node, by seat."""
        entries = [entry for entry in self._entries.values() if self._is_connected(entry)]
        return {each.seated.seat: each.hello for each in entries if each.hello and each.seated.seat}

    def devices(self, cables: Iterable[Cable]) -> dict[str, Device]:
        """All nodes by uid, and by path all relevant ports whose node is not known yet."""
        cables = list(cables)
        twins = {cable.end.twin for cable in cables}
        unlisted = self._unlisted()
        told = {
            uid: self._node(uid, entry, uid in twins)
            for uid, entry in self._entries.items()
            if uid not in unlisted
        }
        heard = [entry.cable for entry in self._entries.values()]
        for cable in cables:
            if cable.outdated or cable.end.twin or cable not in heard:
                device = self._port(cable)
                if device:
                    told[device.id] = device
        if unlisted:
            name = f"+{len(unlisted)}"
            told[name] = Device(
                name, "node", 0, "lost", "link.more_nodes", simulated=self._simulated
            )
        return told

    def _node(self, uid: str, entry: _Entry, is_twin: bool) -> Device:
        state, note = self._state(entry)
        stuck = entry.buttons.stuck
        if state == "connected" and is_twin:
            note = TWIN
        elif state == "connected" and stuck is not None and stuck < len(STUCK):
            note = STUCK[stuck]
        return Device(
            uid,
            "strip" if uid == self._strip else "node",
            entry.seated.seat,
            state,
            note,
            entry.hello.pixels if entry.hello else 0,
            self._simulated,
            entry.seated.wants,
            readers=entry.hello.readers if entry.hello else 0,
        )

    def _state(self, entry: _Entry) -> tuple[str, str]:
        """A node's state, and the note about it."""
        cable = entry.cable
        if not cable or not entry.is_here:
            note = (cable.note if cable and not cable.node else "") or "link.missing"
            return ("refused" if note in REFUSED else "lost"), note
        if not entry.link:
            note = cable.note or "link.lost"
            return ("refused" if note in REFUSED else "lost"), note
        if entry.seated.note:
            return "waiting", entry.seated.note
        return ("connected" if cable.end.connected else "waiting"), entry.reader

    def _is_connected(self, entry: _Entry) -> bool:
        return bool(entry.cable and entry.link and entry.cable.end.connected)

    def _port(self, cable: Cable) -> Device | None:
        """A port without a node: reported if table.toml names it or if it has a fault."""
        seats = [seat for seat in self._config.seats if seat.port == cable.path]
        note = TWIN if cable.end.twin else cable.note
        if not seats and (not note or note == "link.missing"):
            return None
        name = cable.path
        known = self._entries.get(cable.outdated)
        if cable.outdated and not (known and self._is_connected(known)):
            name = cable.outdated
            seats += [seat for seat in self._config.seats if seat.node == name]
        state = "waiting" if cable.port else "lost"
        return Device(
            name,
            "node",
            seats[0].number if seats else 0,
            "refused" if note in REFUSED else state,
            note,
            simulated=self._simulated,
        )
