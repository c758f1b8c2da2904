"""The benchmark's rows about card readers: how soon a card is a signal, and what waiting costs.

Each reader is an emulated PN532 in a process of its own, behind a pseudo-terminal. The chip's own
times are assumed (drivers/simulated/pn532_chip.py), the same for both drivers. A card is laid at
another moment of the poll each time, and the time counts from then.
"""

import contextlib
import os
import select
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from queue import Empty, SimpleQueue
from random import Random
from statistics import fmean, median, quantiles

from companion.bench.row import Row
from companion.bench.wires import Failed
from companion.config import Reader
from companion.drivers.nodes.node_events import Report
from companion.drivers.pi.pn532_bus import on_port
from companion.drivers.pi.serial_readers import Readers
from companion.signals import Gone, Tag

TAPS = 60
THEIR_TIMEOUT_S = 0.1
"""The Adafruit driver's serial timeout, as its guide has it."""

IDLE_S = 2.0
IDLE_TIMES = 7
PATIENCE_S = 10.0
AT_ONCE = 3


def rows() -> list[Row]:
    """Ours and the Adafruit driver, if that is installed; the idle cost of one reader and three."""
    ours = _ours(1)
    alone = median(ours)
    told = [
        Row("card to signal, a reader alone, p50", alone * 1000, "ms", "<= 40", alone <= 0.040),
        _turns(),
        *_compared(ours),
    ]
    for count in (1, AT_ONCE):
        used = _idle(count) * 100
        told.append(Row(f"idle, readers: {count}", used, "% core", "< 2", used < 2))
    return told


def _turns() -> Row:
    seen = quantiles(_ours(AT_ONCE), n=10)[8]
    name = f"card to signal, {AT_ONCE} neighbours in turn, p90"
    return Row(name, seen * 1000, "ms", "<= 120", seen <= 0.120)


def _compared(ours: list[float]) -> list[Row]:
    """By the mean: so few taps meet early moments of a poll now, late ones then."""
    try:
        theirs = _theirs()
    except ImportError:
        return []
    name = f"the same, Adafruit driver, timeout {THEIR_TIMEOUT_S} s, p50"
    times = fmean(theirs) / fmean(ours)
    return [
        Row(name, median(theirs) * 1000, "ms", "", True),
        Row("ours is quicker by, on average", times, "times", ">= 5", times >= 5),
    ]


class Chips:
    """Emulated chips, a process each, which does what it is told on its standard input."""

    def __init__(self, folder: str, count: int):
        self.paths = [str(Path(folder) / f"reader-{number}") for number in range(count)]
        command = [sys.executable, "-m", "companion.drivers.simulated.pn532_ports"]
        self._processes = [
            subprocess.Popen(
                [*command, path], stdin=subprocess.PIPE, stderr=subprocess.DEVNULL, bufsize=0
            )
            for path in self.paths
        ]

    def tell(self, number: int, line: str) -> None:
        """A line to one of them."""
        pipe = self._processes[number].stdin
        assert pipe
        pipe.write(f"{line}\n".encode())

    def close(self) -> None:
        """End them."""
        for process in self._processes:
            assert process.stdin
            process.stdin.close()
            process.wait(PATIENCE_S)


@contextlib.contextmanager
def _chips(count: int) -> Iterator[Chips]:
    with tempfile.TemporaryDirectory(prefix="companion-readers-") as folder:
        chips = Chips(folder, count)
        try:
            _until("the chips", lambda: all(map(os.path.exists, chips.paths)))
            yield chips
        finally:
            chips.close()


@contextlib.contextmanager
def _driven(chips: Chips) -> Iterator["SimpleQueue[Report]"]:
    """Our driver on these chips, all connected; what it reports."""
    reports: SimpleQueue[Report] = SimpleQueue()
    readers = Readers([Reader(path, 1) for path in chips.paths], reports.put)
    readers.start()
    try:
        _until("readers", lambda: all(each.state == "connected" for each in readers.devices()))
        yield reports
    finally:
        readers.close()


def _ours(count: int) -> list[float]:
    """Seconds from a card to our signal, for so many readers in turn."""
    chance = Random(count)
    times = []
    with _chips(count) as chips, _driven(chips) as reports:
        for tap in range(TAPS):
            _pause(chance.random() * 0.1)
            began = time.perf_counter()
            chips.tell(tap % count, f"lay {_uid(tap)}")
            _take(reports, Tag)
            times.append(time.perf_counter() - began)
            chips.tell(tap % count, "lift")
            _take(reports, Gone)
    return times


def _theirs() -> list[float]:
    """Seconds from a card to its uid, for a loop around the Adafruit driver."""
    chance = Random(1)
    times = []
    with _chips(1) as chips, on_port(chips.paths[0], THEIR_TIMEOUT_S) as poll:
        for tap in range(TAPS):
            laid: list[float] = []

            def lay(uid: str = _uid(tap), laid: list[float] = laid) -> None:
                laid.append(time.perf_counter())
                chips.tell(0, f"lay {uid}")

            hand = threading.Timer(0.05 + chance.random() * 0.1, lay)
            hand.start()
            _read_theirs(poll)
            times.append(time.perf_counter() - laid[0])
            hand.join()
            chips.tell(0, "lift")
            _pause(0.05)
    return times


def _read_theirs(poll: Callable[[], bool]) -> None:
    """Until there is a card; a late answer in front of an ACK raises, and is read again."""
    end = time.perf_counter() + PATIENCE_S
    while time.perf_counter() < end:
        with contextlib.suppress(RuntimeError):
            if poll():
                return
    raise Failed("the Adafruit driver saw no card")


def _idle(count: int) -> float:
    """The part of a core that our thread takes while nothing lies on so many readers, median."""
    with _chips(count) as chips, _driven(chips):
        thread = next(each for each in threading.enumerate() if each.name == "readers")
        file = Path(f"/proc/self/task/{thread.native_id}/schedstat")
        return median(_taken(file) for _ in range(IDLE_TIMES))


def _taken(file: Path) -> float:
    began, used = time.perf_counter(), _used_s(file)
    _pause(IDLE_S)
    return (_used_s(file) - used) / (time.perf_counter() - began)


def _used_s(file: Path) -> float:
    return int(file.read_text().split()[0]) / 1e9


def _take(reports: "SimpleQueue[Report]", kind: type[Report]) -> None:
    """The next of this kind."""
    with contextlib.suppress(Empty):
        while not isinstance(reports.get(timeout=PATIENCE_S), kind):
            pass
        return
    raise Failed(f"no {kind.__name__}")


def _until(what: str, done: Callable[[], bool]) -> None:
    end = time.perf_counter() + PATIENCE_S
    while not done():
        if time.perf_counter() > end:
            raise Failed(what)
        _pause(0.01)


def _pause(seconds: float) -> None:
    select.select([], [], [], seconds)


def _uid(number: int) -> str:
    return f"04{number:012X}"
