"""The room: the interface to all of a table's hardware, real or simulated."""

from collections.abc import Callable, Mapping
from contextlib import ExitStack
from itertools import chain
from typing import Protocol

from companion.config import Config
from companion.drivers.nodes.node_events import Report
from companion.drivers.nodes.nodes import Known, Nodes
from companion.drivers.pi.buttons import Buttons
from companion.drivers.pi.pn532_bus import BusReaders
from companion.drivers.pi.serial_readers import Readers
from companion.drivers.pi.strip import PiStrip
from companion.drivers.simulated.room import SimulatedRoom
from companion.drivers.wled.strip import WledStrips
from companion.signals import Device, Frame, Origin


class Room(Protocol):
    """The interface of a room. `start` first, `close` last; thread-safe."""

    def start(self) -> None:
        """Start to look for the hardware. Never waits for it."""

    def show(self, frames: Mapping[int, Frame]) -> None:
        """Show these frames, by seat, from now on; the newest call wins."""

    def settle(self, origin: Origin) -> None:
        """Acknowledge a node's line: its effect is on disk, or it had none."""

    def assign(self, uid: str, seat: int) -> None:
        """Assign this seat (0: none) to a node that has none by table.toml or straps."""

    def devices(self) -> list[Device]:
        """Every device's state."""

    def served_by(self, thread: str) -> list[Device]:
        """The devices whose state only this thread knows, by its name."""

    def pixels(self) -> Mapping[int, int]:
        """The seats whose strip is connected, and its length."""

    def quiet_s(self) -> float:
        """Seconds since the driver's thread last finished a round: more than a few is a bug.

        It should do several rounds a second.
        """

    def close(self) -> None:
        """Darken the strips and release everything. Takes about half a second."""


def open_room(
    config: Config,
    post: Callable[[Report], None],
    known: Callable[[str], Known | None],
    next_session: Callable[[], str],
    simulate: bool,
) -> Room:
    """Make the table's room, or a simulated one. `post` gets its signals, in its threads.

    `known` returns the last line of a node that is on disk. `next_session` returns the service's
    next session, 4 hex digits.
    """
    if simulate:
        return SimulatedRoom(config, post, known, next_session)
    return TableRoom(config, post, known, next_session)


class Part(Protocol):
    """The driver of one kind of hardware beside the nodes: readers, buttons or strips."""

    def start(self) -> None:
        """Start. Never waits for the hardware."""

    def devices(self) -> list[Device]:
        """Every device's state. From any thread."""

    def quiet_s(self) -> float:
        """Seconds since its thread last finished a round."""

    def close(self) -> None:
        """Stop, and release everything."""


class TableRoom(Nodes):
    """The room of a table: its nodes, and in table.toml the Pi's own hardware and the WLEDs."""

    def __init__(
        self,
        config: Config,
        post: Callable[[Report], None],
        known: Callable[[str], Known | None],
        next_session: Callable[[], str],
    ):
        super().__init__(config, post, known, next_session)
        self._strip = _strip(config, post)
        self._wleds = WledStrips(config.wleds, post)
        self._parts = {**_parts(config, post, self._strip), "wled": self._wleds}

    def start(self) -> None:
        """Start all drivers. Never waits for a port."""
        for part in self._parts.values():
            part.start()
        super().start()

    def devices(self) -> list[Device]:
        """Every device's state."""
        return [*super().devices(), *chain(*(part.devices() for part in self._parts.values()))]

    def served_by(self, thread: str) -> list[Device]:
        """The devices whose state only this thread knows, by its name."""
        part = self._parts.get(thread)
        return part.devices() if part else super().served_by(thread)

    def show(self, frames: Mapping[int, Frame]) -> None:
        """Show these frames, by seat, from now on; the newest call wins."""
        super().show(frames)
        if self._strip:
            self._strip.show(frames)
        self._wleds.show(frames)

    def pixels(self) -> Mapping[int, int]:
        """The seats whose strip is connected, and its length. A seat's own strip comes first."""
        of_table = self._strip.pixels() if self._strip else {}
        return {**self._wleds.pixels(), **of_table, **super().pixels()}

    def quiet_s(self) -> float:
        """Seconds since the slowest of the drivers' threads last finished a round."""
        return max(super().quiet_s(), *(part.quiet_s() for part in self._parts.values()))

    def close(self) -> None:
        """Darken the strips and release everything."""
        with ExitStack() as ends:  # a fault of one must not keep the others from closing
            ends.callback(super().close)
            for part in self._parts.values():
                ends.callback(part.close)


def _parts(
    config: Config, post: Callable[[Report], None], strip: PiStrip | None
) -> dict[str, Part]:
    """The drivers for the Pi's own hardware in table.toml, by their threads' names."""
    on_ports = [reader for reader in config.readers if reader.bus == "uart"]
    on_buses = [reader for reader in config.readers if reader.bus != "uart"]
    parts: dict[str, Part | None] = {
        "buttons": Buttons(config.buttons, post) if config.buttons else None,
        "readers": Readers(on_ports, post) if on_ports else None,
        "bus readers": BusReaders(on_buses, post) if on_buses else None,
        "strip": strip,
    }
    return {thread: part for thread, part in parts.items() if part}


def _strip(config: Config, post: Callable[[Report], None]) -> PiStrip | None:
    """The driver of the table's strip, None if it is not on the Pi itself."""
    return PiStrip(config.strip, post) if config.strip and config.strip.pin else None
