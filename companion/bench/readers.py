"""Benchmark of the card readers: time from card to signal, and processor time while idle.

Each reader is an emulated PN532 in its own process, behind a pseudo-terminal. The chip's timing is
assumed (drivers/simulated/pn532_chip.py) and the same for both drivers. Cards are laid at random
moments of the poll cycle, and the time runs from that moment.
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
"""The Adafruit driver's serial timeout in seconds, as in its guide."""

IDLE_S = 2.0
IDLE_TIMES = 7
PATIENCE_S = 10.0
AT_ONCE = 3


def rows() -> list[Row]:
    """Rows for our driver and, if installed, Adafruit's; idle cost of one and of three readers."""
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
    """Rows that compare the drivers, by the mean: the median of so few taps varies too much."""
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
    """Emulated chips, one process each, controlled by lines on its standard input."""

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
        """Send a line to one of the chips."""
        pipe = self._processes[number].stdin
        assert pipe
        pipe.write(f"{line}\n".encode())

    def close(self) -> None:
        """End the processes."""
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
    """Run our driver on these chips until all are connected; yields its queue of reports."""
    reports: SimpleQueue[Report] = SimpleQueue()
    readers = Readers([Reader(path, 1) for path in chips.paths], reports.put)
    readers.start()
    try:
        _until("readers", lambda: all(each.state == "connected" for each in readers.devices()))
        yield reports
    finally:
        readers.close()


def _ours(count: int) -> list[float]:
    """Seconds from card to our driver's signal, using `count` readers in turn."""
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
    """Seconds from card to uid, in a loop around the Adafruit driver."""
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
    """Poll until a card is read. An answer that arrives before its ACK raises: poll again."""
    end = time.perf_counter() + PATIENCE_S
    while time.perf_counter() < end:
        with contextlib.suppress(RuntimeError):
            if poll():
                return
    raise Failed("the Adafruit driver saw no card")


def _idle(count: int) -> float:
    """Median share of a core that our thread uses while no card lies on `count` readers."""
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
    """Wait for the next report of this kind. Raises Failed."""
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
