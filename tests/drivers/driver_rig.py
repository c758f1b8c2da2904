"""The nodes' driver under test, with nodes that run the real program on ptys."""

import random
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from queue import Empty, SimpleQueue
from types import TracebackType
from typing import Self, TypeVar

from companion.config import Config, Leds, Seat
from companion.drivers.nodes.node_events import Report
from companion.drivers.nodes.nodes import Nodes
from companion.drivers.simulated.bench import REACH_S, Bench
from companion.drivers.simulated.node import Cable, SimulatedNode
from companion.errors import StoreError
from companion.signals import Beat, Button, Device, Frame, Gone, Origin, Tag
from tests.patience import PATIENCE_S

RED = ((255, 0, 0),) * 8

BLUE = ((0, 0, 255),) * 8

BLACK = ((0, 0, 0),) * 8


def by_port(*paths: str) -> Config:
    seats = tuple(Seat(number, "red", port=path) for number, path in enumerate(paths, 1))
    return Config("", "en", seats)


def by_uid(*uids: str) -> Config:
    seats = tuple(Seat(number, "red", node=each) for number, each in enumerate(uids, 1))
    return Config("", "en", seats)


R = TypeVar("R", bound=Report)


@dataclass(frozen=True)
class Position:
    """The last line of a node that is on disk."""

    session: str
    seq: int


@dataclass
class Disk:
    """The stored sessions and positions, which outlive the driver."""

    positions: dict[str, Position] = field(default_factory=dict)
    session: int = 0xC0DE
    broken: bool = False

    def next_session(self) -> str:
        self.session += 1
        return f"{self.session:04X}"

    def known(self, uid: str) -> Position | None:
        if self.broken:
            raise StoreError("store.unreadable")
        return self.positions.get(uid)

    def accept(self, origin: Origin) -> None:
        self.positions[origin.device] = Position(origin.session, origin.seq)


def uid(number: int) -> str:
    return f"{number:016X}"


class Desk:
    """Nodes 1, 2, …, each on its own cable; node N has uid N and the straps of seat N."""

    def __init__(self, folder: Path, nodes: int, strap: Callable[[int], int] = lambda seat: seat):
        chance = random.Random(folder.name)
        self.paths = {number: str(folder / f"port-{number}") for number in range(1, nodes + 1)}
        self.nodes = {
            number: SimulatedNode(
                number,
                uid(number),
                8,
                Cable(path, chance),
                lambda: int(time.monotonic() * 1000),
                chance,
            )
            for number, path in self.paths.items()
        }
        for number, node in self.nodes.items():
            node.strap = strap(number)
        self.ports = list(self.paths.values())
        self.bench = Bench(self.nodes, lambda card: {"uid": card})
        self.bench.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *args: object) -> None:
        self.bench.close()

    def do(self, number: int, do: Callable[[SimulatedNode], object]) -> None:
        self.bench.now(self.nodes[number], do)

    def plug(self, *numbers: int) -> None:
        for number in numbers:
            self.do(number, lambda node: (node.cable.plug(), node.power_on("power")))

    def unplug(self, number: int) -> None:
        self.do(number, lambda node: (node.cable.unplug(), node.power_off()))

    def press(self, number: int, button: str = "ok") -> None:
        node = self.nodes[number]
        self.bench.next(node, REACH_S, lambda node: node.down.add(button))
        self.bench.next(node, REACH_S, lambda node: node.down.discard(button))

    def lay(self, number: int, card: str) -> None:
        self.do(number, lambda node: setattr(node, "card", card))

    def await_strip(self, number: int, frame: Frame) -> Frame:
        """Wait until the node's strip shows exactly this frame."""
        ends_at = time.monotonic() + PATIENCE_S
        version = self.bench.look()[0]
        while self.bench.strips()[number] != frame:
            assert time.monotonic() < ends_at, self.bench.strips()[number]
            version = self.bench.wait(version, PATIENCE_S)
        return frame


def bright(config: Config) -> Config:
    """The configuration with strips at full brightness, so that frames arrive unchanged."""
    strip = config.strip and replace(config.strip, leds=_full(config.strip.leds))
    seats = tuple(replace(seat, leds=_full(seat.leds)) for seat in config.seats)
    return replace(config, seats=seats, strip=strip)


def _full(leds: Leds) -> Leds:
    return replace(leds, brightness=1.0, budget_ma=20_000)


class Rig:
    """The driver under test. Its reports are settled when they are taken."""

    def __init__(self, config: Config, ports: list[str] | None = None, disk: Disk | None = None):
        self.disk = disk or Disk()
        self.reports: SimpleQueue[Report] = SimpleQueue()
        self.ports = ports or []
        self.awake = threading.Event()
        self.awake.set()
        self.held_up = threading.Event()
        self.nodes = Nodes(
            bright(config),
            self._post,
            self.disk.known,
            self.disk.next_session,
            find=lambda: list(self.ports),
        )

    def __enter__(self) -> Self:
        self.nodes.start()
        return self

    def __exit__(
        self, kind: type | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.nodes.close()

    def _post(self, report: Report) -> None:
        """Queue a report; blocks while the simulated service is stalled."""
        if not self.awake.is_set():
            self.held_up.set()
        self.awake.wait(PATIENCE_S)
        self.reports.put(report)

    def next(self) -> Report:
        try:
            return self.reports.get(timeout=PATIENCE_S)
        except Empty:
            raise AssertionError(self.nodes.devices()) from None

    def settle(self, report: Report) -> None:
        if isinstance(report, Tag | Button | Gone):
            self.disk.accept(report.origin)
            self.nodes.settle(report.origin)

    def take(self, kind: type[R], fits: Callable[[R], bool] = lambda report: True) -> R:
        """The next matching report of this kind; earlier ones are settled and dropped."""
        ends_at = time.monotonic() + PATIENCE_S
        while True:
            report = self.next()
            assert time.monotonic() < ends_at, self.nodes.devices()
            self.settle(report)
            if isinstance(report, kind) and fits(report):
                return report

    def await_device(self, name: str, state: str, note: str = "") -> Device:
        """Wait for this state of a device; earlier reports are settled and dropped."""
        return self.take(
            Device,
            lambda device: (device.id, device.state, device.note) == (name, state, note),
        )

    def edges(self, count: int) -> list[tuple[int, str, bool]]:
        """The next button edges: seat, button, down."""
        taken = [self.take(Button) for _ in range(count)]
        return [(edge.seat, edge.button, edge.down) for edge in taken]

    def drain(self) -> list[Report]:
        """Take all remaining reports."""
        told = []
        while not self.reports.empty():
            told.append(self.reports.get())
        return [report for report in told if not isinstance(report, Beat)]
