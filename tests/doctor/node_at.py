"""A seat's node that runs our program on its own port."""

import threading
from random import Random
from types import TracebackType
from typing import Self

from companion.drivers.simulated.node import Cable, SimulatedNode
from companion.signals import Frame
from tests.patience import PATIENCE_S

UID = "E6605838834A1B2F"
STEP_S = 0.002


class NodeAt:
    """Context in which a node is plugged in at this path."""

    def __init__(self, path: str, pixels: int = 8, reader: bool = True):
        self._has_reader = reader
        self._cable = Cable(path, Random(1))
        ticks = iter(range(0, 1 << 29, int(STEP_S * 1000)))
        self._node = SimulatedNode(1, UID, pixels, self._cable, lambda: next(ticks), Random(1))
        self._stepped = threading.Condition()
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run)

    def __enter__(self) -> Self:
        self._cable.plug()
        self._node.power_on("power", self._has_reader)
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._over.set()
        self._thread.join()
        self._cable.unplug()

    def _run(self) -> None:
        while not self._over.wait(STEP_S):
            with self._stepped:
                self._node.step()
                self._stepped.notify_all()

    def fault(self, name: str, on: bool) -> None:
        """Begin or end a fault of the node's reader (node_reader.FAULTS)."""
        with self._stepped:
            self._node.antenna.fault(name, on)

    def until_mute(self) -> None:
        """Wait until the node reports its reader as mute."""
        program = self._node._program
        with self._stepped:
            assert self._stepped.wait_for(lambda: program._cards.state == "mute", PATIENCE_S)

    def await_strip(self, frame: Frame) -> Frame:
        """Wait until the node's strip shows this frame at any brightness; returns its frame."""
        with self._stepped:
            told = self._stepped.wait_for(lambda: _same(self._node.strip, frame), PATIENCE_S)
            assert told, self._node.strip
            return self._node.strip


def _same(shown: Frame, wanted: Frame) -> bool:
    """Whether the same channels of all pixels are lit."""
    return [tuple(map(bool, pixel)) for pixel in shown] == [
        tuple(map(bool, pixel)) for pixel in wanted
    ]
