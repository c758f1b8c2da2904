"""A stand-in strip that records its frames and their times."""

import time
from queue import SimpleQueue

from companion.signals import Frame
from tests.patience import PATIENCE_S


class Lamp:
    """A strip that records its frames. `fails`: the number of writes that fail next."""

    def __init__(self) -> None:
        self.fails = 0
        self.written: SimpleQueue[tuple[float, Frame]] = SimpleQueue()

    def show(self, frame: Frame) -> None:
        if self.fails:
            self.fails -= 1
            raise RuntimeError("ws2811_render failed with code -10 (DMA error)")
        self.written.put((time.monotonic(), frame))

    def close(self) -> None:
        self.show(())

    def next(self) -> Frame:
        return self.written.get(timeout=PATIENCE_S)[1]
