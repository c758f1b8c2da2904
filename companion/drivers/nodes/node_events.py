"""Turn a node's link events into signals for the table."""

import logging
from collections.abc import Callable, Mapping
from typing import Any

from companion.drivers.nodes.cable import Cable
from companion.drivers.nodes.register import Register
from companion.protocols import link_words
from companion.protocols.link_accounts import Links
from companion.protocols.link_host import Ended, HostEvent, Joined
from companion.protocols.link_words import (
    Edge,
    Laid,
    Lifted,
    Log,
    Outdated,
    Place,
    Pong,
    Pulse,
    ReaderState,
)
from companion.signals import BUTTONS, Again, Beat, Button, Device, Gone, Origin, Tag

LOG = logging.getLogger("companion.nodes")

Report = Tag | Again | Gone | Button | Beat | Device
"""A signal from the room to the table."""


class NodeEvents:
    """Posts the events that the table needs as signals, and settles all others immediately.

    Events of a node without a seat are ignored, except buttons: they are posted with seat 0, so
    that "press OK at seat N" can assign a seat.
    """

    def __init__(self, register: Register, links: Links, post: Callable[[Report], None]):
        self._register = register
        self._links = links
        self._post = post
        self._meanings: Mapping[type, Callable[[Cable, Any], None]] = {
            Joined: self._joined,
            Ended: self._ended,
            Outdated: self._outdated,
            Edge: self._edge,
            Laid: self._laid,
            link_words.Again: self._again,
            Lifted: self._lifted,
            ReaderState: self._reader,
            Pulse: self._pulse,
            Log: self._log,
            Pong: self._pong,
        }

    def take(self, cable: Cable, event: HostEvent) -> None:
        """Handle one event of the link on this cable."""
        self._meanings[type(event)](cable, event)

    def _joined(self, cable: Cable, joined: Joined) -> None:
        cable.speaker = joined.hello
        self._register.joined(cable, joined.hello)

    def _ended(self, cable: Cable, ended: Ended) -> None:
        LOG.info("%s: the link with %s ended: %s", cable.path, ended.hello.uid, ended.why)

    def _outdated(self, cable: Cable, node: Outdated) -> None:
        cable.outdated = node.uid
        cable.note = "link.update_firmware"

    def _edge(self, cable: Cable, edge: Edge) -> None:
        seated = self._register.seat_of(edge.place.node)
        if not edge.down:
            self._register.buttons(edge.place.node).release(edge.index)
        if edge.index >= len(BUTTONS) or not (seated.seat or seated.note == "link.unassigned"):
            self._settle(edge.place)
            return
        self._post(
            Button(
                seated.seat,
                BUTTONS[edge.index],
                edge.down,
                edge.ticks_ms,
                _names(edge.held),
                _origin(edge.place),
                edge.age_s,
            )
        )

    def _laid(self, cable: Cable, laid: Laid) -> None:
        seat = self._register.seat_of(laid.place.node).seat
        if seat:
            once = bool(cable.speaker and cable.speaker.again)
            self._post(Tag(seat, laid.uid, _origin(laid.place), age_s=laid.age_s, once=once))
        else:
            self._settle(laid.place)

    def _again(self, cable: Cable, again: link_words.Again) -> None:
        seat = self._register.seat_of(again.place.node).seat
        if seat:
            self._post(Again(seat, again.uid, _origin(again.place), again.age_s))
        else:
            self._settle(again.place)

    def _lifted(self, cable: Cable, lifted: Lifted) -> None:
        seat = self._register.seat_of(lifted.place.node).seat
        if seat:
            self._post(Gone(seat, _origin(lifted.place)))
        else:
            self._settle(lifted.place)

    def _reader(self, cable: Cable, reader: ReaderState) -> None:
        well = reader.state == "ok"
        self._register.note_reader(reader.place.node, "" if well else f"link.reader_{reader.state}")
        self._settle(reader.place)

    def _pulse(self, cable: Cable, pulse: Pulse) -> None:
        node = cable.speaker
        seat = self._register.seat_of(node.uid).seat if node else 0
        if node:
            buttons = self._register.buttons(node.uid)
            buttons.hear(node.session, pulse.held, pulse.ticks_ms)
        if node and seat:
            origin = Origin("node", node.uid, node.session)
            self._post(Beat(seat, pulse.ticks_ms, _names(pulse.held), origin))

    def _log(self, cable: Cable, log: Log) -> None:
        LOG.info("%s: %s", cable.path, log.text)

    def _pong(self, cable: Cable, pong: Pong) -> None:
        """Do nothing: a PONG only proves that the link is alive."""

    def _settle(self, place: Place) -> None:
        self._links.settle(place.node, place.session, place.seq)


def _names(held: tuple[bool, ...]) -> frozenset[str]:
    """The names of the buttons that are down."""
    return frozenset(name for name, down in zip(BUTTONS, held, strict=False) if down)


def _origin(place: Place) -> Origin:
    return Origin("node", place.node, place.session, place.seq)
