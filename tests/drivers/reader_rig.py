"""The serial readers' driver under test, with emulated chips on ptys."""

import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Self, TypeVar

from companion.config import Reader
from companion.drivers.nodes.node_events import Report
from companion.drivers.pi import reset_lines
from companion.drivers.pi.serial_readers import Readers
from companion.drivers.simulated.pn532_ports import SimulatedReader
from companion.protocols.presence import GONE_MS
from companion.signals import Device, Gone, Tag
from tests.patience import PATIENCE_S

SLOTS = ((2, "left"), (2, "right"), (2, "brake"))

A, B, C = "04A1B2C3D4E5F6", "04010203040506", "0477777777777777"[:14]
R = TypeVar("R", bound=Report)


class Lines:
    """A reset line of an emulated chip at BCM 25; no other lines."""

    def __init__(self) -> None:
        self.chip: SimulatedReader | None = None
        self.levels: list[bool] = []
        self.closed = False

    def open(self, pin: int) -> Callable[[bool], None] | None:
        return self._set if pin == 25 else None

    def _set(self, high: bool) -> None:
        self.levels.append(high)
        assert self.chip
        self.chip.reset_line(high)

    def close(self) -> None:
        self.closed = True


class Rig:
    """The driver under test, with `chips` on the ports of `readers`."""

    def __init__(
        self,
        folder: Path,
        *places: tuple[int, str | None],
        reset: int | None = None,
        lines: reset_lines.Lines | None = None,
        gone_ms: int = GONE_MS,
    ):
        self.chips = [SimulatedReader(str(folder / f"reader-{n}")) for n in range(len(places))]
        self.config = [
            Reader(chip.path, seat, slot, reset=reset, gone_ms=gone_ms)
            for chip, (seat, slot) in zip(self.chips, places, strict=True)
        ]
        self.reports: SimpleQueue[Report] = SimpleQueue()
        self.readers = Readers(self.config, self.reports.put, lines=lines, backoff_s=(0.05, 0.2))
        self._stack = ExitStack()

    def __enter__(self) -> Self:
        for chip in self.chips:
            self._stack.enter_context(chip)
        self.readers.start()
        return self

    def __exit__(self, *error: object) -> None:
        self.readers.close()
        self._stack.close()

    def take(self, kind: type[R], fits: Callable[[R], bool] = lambda report: True) -> R:
        """The next matching report of this kind; earlier ones are dropped."""
        end = time.monotonic() + PATIENCE_S
        while True:
            try:
                report = self.reports.get(timeout=max(0.01, end - time.monotonic()))
            except Empty:
                raise AssertionError(self.readers.devices()) from None
            if isinstance(report, kind) and fits(report):
                return report

    def devices(self, count: int) -> list[tuple[str, str, str]]:
        """The next device reports: id, state, note."""
        taken = [self.take(Device) for _ in range(count)]
        return [(device.id, device.state, device.note) for device in taken]

    def connected(self) -> Self:
        """Wait until every reader is connected."""
        waiting = {reader.port for reader in self.config}
        while waiting:
            waiting.discard(self.take(Device, lambda device: device.state == "connected").id)
        return self

    def tap(self, number: int, uid: str) -> tuple[Tag, float]:
        """Lay a card on a reader: the signal, and after how many seconds it came."""
        began = time.monotonic()
        self.chips[number].lay(uid)
        return self.take(Tag), time.monotonic() - began

    def lift(self, number: int) -> Gone:
        self.chips[number].lift()
        return self.take(Gone)

    def drain(self) -> Sequence[Report]:
        told = []
        while not self.reports.empty():
            told.append(self.reports.get())
        return told
