"""A simulated room of two seats, and its reports."""

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from queue import SimpleQueue
from typing import Any

from driver_rig import Disk, bright

from companion.config import Config, simulated
from companion.drivers.nodes.node_events import Report
from companion.drivers.simulated.room import SimulatedRoom
from companion.signals import Button, Device, Gone, Tag
from tests.patience import PATIENCE_S

GREEN = ((0, 255, 0),) * 8
BLACK = ((0, 0, 0),) * 8
RED_FOUR = {"colour": "red", "value": 4, "copy": 2}


class Played:
    """A room of two seats. Its reports are settled when they are taken."""

    def __init__(self, config: Config | None = None) -> None:
        self.reports: SimpleQueue[Report] = SimpleQueue()
        disk = Disk()
        self.room = SimulatedRoom(
            bright(config or simulated(2)),
            self.reports.put,
            disk.positions.get,
            disk.next_session,
            random.Random(1),
        )

    def next(self) -> Report:
        """The next report that is not a beat or a device."""
        while True:
            report = self.reports.get(timeout=PATIENCE_S)
            if isinstance(report, Tag | Gone | Button):
                self.room.settle(report.origin)
                return report

    def await_state(self, seat: int, state: str) -> Device:
        while True:
            report = self.reports.get(timeout=PATIENCE_S)
            if isinstance(report, Device) and (report.seat, report.state) == (seat, state):
                return report

    def await_seat(self, seat: int, fits: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Wait until the seat's visible state matches."""
        version, seats = self.room.look()
        while not fits(seats[seat - 1]):
            newer = self.room.wait(version, PATIENCE_S)
            assert newer > version, seats[seat - 1]
            version, seats = self.room.look()
        return seats[seat - 1]


@contextmanager
def two_seats() -> Iterator[Played]:
    """A room whose two seats are connected."""
    played = Played()
    played.room.start()
    played.await_seat(1, lambda seat: bool(seat["linked"]))
    played.await_seat(2, lambda seat: bool(seat["linked"]))
    try:
        yield played
    finally:
        played.room.close()
