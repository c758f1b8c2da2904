"""The room: all of a table's hardware behind one seam, real or simulated."""

from collections.abc import Callable, Mapping
from contextlib import ExitStack
from typing import Protocol

from companion.config import Config
from companion.drivers.nodes.node_events import Report
from companion.drivers.nodes.nodes import Known, Nodes
from companion.drivers.pi.buttons import Buttons
from companion.drivers.pi.pn532_bus import BusReaders
from companion.drivers.pi.serial_readers import Readers
from companion.drivers.pi.strip import PiStrip
from companion.drivers.simulated.room import SimulatedRoom
from companion.signals import Device, Frame, Origin


class Room(Protocol):
    """The interface of a room. `start` first, `close` last; any thread may call."""

    def start(self) -> None:
        """Begin to look for the hardware; never waits for it."""

    def show(self, frames: Mapping[int, Frame]) -> None:
        """Show these frames, by seat, from now on; the newest call wins."""

    def settle(self, origin: Origin) -> None:
        """Acknowledge a node's line: its effect is on disk, or it had none."""

    def assign(self, uid: str, seat: int) -> None:
        """Put a node that neither table.toml nor its straps place at this seat (0: nowhere)."""

    def devices(self) -> list[Device]:
        """Every device as it stands."""

    def pixels(self) -> Mapping[int, int]:
        """The seats whose strip is connected, and its length."""

    def quiet_s(self) -> float:
        """How long ago the driver's thread last came round, in seconds: more than a few is a bug.

        It should come round several times a second.
        """

    def close(self) -> None:
        """Dark strips, then everything is given back. Within about half a second."""


def open_room(
    config: Config,
    post: Callable[[Report], None],
    known: Callable[[str], Known | None],
    next_session: Callable[[], str],
    simulate: bool,
) -> Room:
    """The table's hardware, or the simulated room instead. `post` is called by its threads.

    `known`: how far a node's lines are accepted on disk. `next_session`: the next session of the
    service, 4 hex digits.
    """
    if simulate:
        return SimulatedRoom(config, post, known, next_session)
    return TableRoom(config, post, known, next_session)


class Part(Protocol):
    """Hardware that the Pi drives itself: all readers, all buttons, or a strip."""

    def start(self) -> None:
        """Begin; never waits for the hardware."""

    def devices(self) -> list[Device]:
        """Every device of this part as it stands. From any thread."""

    def quiet_s(self) -> float:
        """How long ago its thread last came round, in seconds."""

    def close(self) -> None:
        """Give everything back."""


class TableRoom(Nodes):
    """The nodes of a table, and what table.toml lists beside them."""

    def __init__(
        self,
        config: Config,
        post: Callable[[Report], None],
        known: Callable[[str], Known | None],
        next_session: Callable[[], str],
    ):
        super().__init__(config, post, known, next_session)
        self._strip = _strip(config, post)
        self._parts = _parts(config, post, self._strip)

    def start(self) -> None:
        """Begin. Never waits for a port."""
        for part in self._parts:
            part.start()
        super().start()

    def devices(self) -> list[Device]:
        """Every device as it stands."""
        of_parts = [device for part in self._parts for device in part.devices()]
        return [*super().devices(), *of_parts]

    def show(self, frames: Mapping[int, Frame]) -> None:
        """Show these frames, by seat, from now on; the newest call wins."""
        super().show(frames)
        if self._strip:
            self._strip.show(frames)

    def pixels(self) -> Mapping[int, int]:
        """The seats whose strip is connected, and its length. A seat's own strip comes first."""
        of_table = self._strip.pixels() if self._strip else {}
        return {**of_table, **super().pixels()}

    def quiet_s(self) -> float:
        """How long ago the slowest of the drivers' threads last came round, in seconds."""
        return max(super().quiet_s(), *(part.quiet_s() for part in self._parts), 0.0)

    def close(self) -> None:
        """Dark strips, then everything is given back."""
        with ExitStack() as ends:  # whatever does not end keeps no other from it
            ends.callback(super().close)
            for part in self._parts:
                ends.callback(part.close)


def _parts(config: Config, post: Callable[[Report], None], strip: PiStrip | None) -> list[Part]:
    """The drivers of what this table has."""
    parts: list[Part] = [Buttons(config.buttons, post)] if config.buttons else []
    on_ports = [reader for reader in config.readers if reader.bus == "uart"]
    on_buses = [reader for reader in config.readers if reader.bus != "uart"]
    parts += [Readers(on_ports, post)] if on_ports else []
    parts += [BusReaders(on_buses, post)] if on_buses else []
    return parts + ([strip] if strip else [])


def _strip(config: Config, post: Callable[[Report], None]) -> PiStrip | None:
    """The driver of the table's strip, if that hangs on the Pi itself."""
    return PiStrip(config.strip, post) if config.strip and config.strip.pin else None
