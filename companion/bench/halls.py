"""Benchmark of a hall: tables that play, a real broker, the hall, and spectators who watch.

Each is a process of its own (all spectators are one, with a thread that serves their sockets). An
act is timed from its post at the table until a spectator has read the last byte of an event that
shows it: rules and disk of the table, the broker, the hall and its limits of four states a second
(at the table) and ten events a second (in the hall) are part of that time. Acts that no spectator
can see, such as a card that is laid, are not timed. The tables' data is in memory: they
are hundred disks on one machine.
"""

import contextlib
import json
import subprocess
import sys
import time
from collections.abc import Sequence
from os import getloadavg
from pathlib import Path
from selectors import EVENT_READ, EpollSelector
from statistics import quantiles
from tempfile import TemporaryDirectory

from companion.bench.evening import memory_mib
from companion.bench.hall_parts import Broker, HallProcess, broker, hall
from companion.bench.hall_tables import NAME, Change, Shown
from companion.bench.row import Row
from companion.bench.watchers import Reading, Watcher, cpu_s, text
from companion.bench.wires import Failed

TABLES_A_PROCESS = 25
WARM_S = 3.0
"""Seconds of play before anything is measured."""

IN_MEMORY = Path("/dev/shm")

MOST_MS, MOST_MIB, MOST_BUSY = 150.0, 150.0, 50.0


class Events(Reading):
    """Decodes each event once, for all spectators. `sizes`: in bytes, by number.

    `shown`: what each table showed, since when and in which event.
    """

    def __init__(self) -> None:
        self._numbers: dict[bytes, int | None] = {}
        self._last: dict[str, Shown] = {}
        self.shown: dict[str, list[tuple[float, int, Shown]]] = {}
        self.sizes: dict[int, int] = {}

    def version(self, chunk: bytes) -> int | None:
        """The number of the event in a chunk, None if it is something else."""
        if chunk not in self._numbers:
            self._numbers[chunk] = self._read(chunk)
        return self._numbers[chunk]

    def _read(self, chunk: bytes) -> int | None:
        _, found, data = (b"" if chunk[:2] == b"\x1f\x8b" else text(chunk)).partition(b"data: {")
        if not found:
            return None
        number, now = len(self._numbers), time.monotonic()
        self.sizes[number] = len(chunk)
        for table in json.loads(b"{" + data)["tables"]:
            shown = (table["race"], table["round"], tuple(table["up"]))
            if self._last.get(table["table"]) != shown:
                self._last[table["table"]] = shown
                self.shown.setdefault(table["table"], []).append((now, number, shown))
        return number

    def first(self, change: Change) -> int | None:
        """The number of the event that first showed this, None if a newer one overtook it."""
        began, table, wanted = change
        entries = self.shown.get(table, ())
        return next((n for at, n, shown in entries if at >= began and shown == wanted), None)


class Spectators:
    """Browsers at a hall's page of all tables."""

    def __init__(self, number: int, port: int):
        self.events = Events()
        self.all = [Watcher(at, port, self.events) for at in range(number)]
        self._selector = EpollSelector()
        for each in self.all:
            self._selector.register(each.socket, EVENT_READ, each.read)

    def close(self) -> None:
        self._selector.close()
        for each in self.all:
            each.socket.close()

    def watch(self, seconds: float) -> None:
        """Read what comes, for this long."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            for key, _ in self._selector.select(left):
                key.data()

    def received(self) -> int:
        """Bytes of all events so far, packed as they came."""
        return sum(self.events.sizes[number] for each in self.all for number in each.versions)

    def delays(self, changes: Sequence[Change]) -> list[float]:
        """Seconds from each change to each spectator. A Watcher's clock is perf_counter."""
        offset = time.perf_counter() - time.monotonic()
        found = [(change[0] + offset, self.events.first(change)) for change in changes]
        return [
            at - began
            for began, number in found
            if number is not None
            for each in self.all
            if (at := each.knew(number)) is not None
        ]


class Tables:
    """Processes of simulated tables (hall_tables.py)."""

    def __init__(self, folder: Path, broker: int, tables: int, period_s: float):
        self._processes = []
        for first in range(1, tables + 1, TABLES_A_PROCESS):
            number = min(TABLES_A_PROCESS, tables + 1 - first)
            words = [str(broker), str(folder), str(first), str(number), str(period_s)]
            self._processes.append(
                subprocess.Popen(
                    [sys.executable, "-m", "companion.bench.hall_tables", *words],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    text=True,
                )
            )
        self._heard("ready")

    def play(self) -> None:
        """Begin."""
        self._say()

    def stop(self) -> tuple[int, list[Change]]:
        """Play no more; returns the number of acts, and what they changed."""
        self._say()
        told = [json.loads(line) for line in self._heard()]
        changes = [
            (at, table, (race, round, tuple(up)))
            for each in told
            for at, table, (race, round, up) in each["changes"]
        ]
        return sum(each["acts"] for each in told), changes

    def close(self) -> None:
        for each in self._processes:
            each.communicate("\n")

    def _say(self) -> None:
        for each in self._processes:
            assert each.stdin
            each.stdin.write("\n")
            each.stdin.flush()

    def _heard(self, word: str = "") -> list[str]:
        """The next line of each process. Raises Failed if one has ended."""
        lines = [each.stdout.readline() for each in self._processes if each.stdout]
        if not all(line.startswith(word) and line for line in lines):
            raise Failed("a table has ended")
        return lines


def rows(tables: int, spectators: int, seconds: int, period_s: float) -> list[Row]:
    """Rows for this many tables, each with an act in each period."""
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="companion-bench-")))
        memory = IN_MEMORY if IN_MEMORY.is_dir() else folder
        place = stack.enter_context(TemporaryDirectory(prefix="companion-bench-", dir=memory))
        at = stack.enter_context(broker(folder))
        shown = stack.enter_context(hall(folder / "hall", at, NAME))
        played = Tables(Path(place), at.port, tables, period_s)
        stack.callback(played.close)
        crowd = stack.enter_context(contextlib.closing(Spectators(spectators, shown.port)))
        return _measured(played, crowd, shown, at, seconds)


def _measured(
    tables: Tables, crowd: Spectators, shown: HallProcess, at: Broker, seconds: int
) -> list[Row]:
    tables.play()
    crowd.watch(WARM_S)
    began = time.monotonic()
    rates = _rates(crowd, shown, at, seconds)
    acts, changes = tables.stop()
    shown.await_acts(acts)
    crowd.watch(1.0)
    late = quantiles(crowd.delays([one for one in changes if one[0] >= began]), n=100)
    memory, kept = memory_mib(shown.pid), shown.acts()
    return [
        Row(f"hall: acts stored, of {acts}", kept, "acts", f"= {acts}", kept == acts),
        Row("hall: act to spectator, p50", late[49] * 1000, "ms", "", True),
        _at_most("hall: act to spectator, p99", late[98] * 1000, "ms", MOST_MS),
        _at_most("hall: memory", memory, "MiB", MOST_MIB),
        *rates,
        Row("load of the machine in the last minute", getloadavg()[0], "", "", True),
    ]


def _rates(crowd: Spectators, shown: HallProcess, at: Broker, seconds: int) -> list[Row]:
    """What comes and what it takes, for so many seconds."""
    pids = (shown.pid, at.pid)
    began, acts, received = time.monotonic(), shown.acts(), crowd.received()
    used = [cpu_s(pid) for pid in pids]
    crowd.watch(seconds)
    took = time.monotonic() - began
    busy = [100 * (cpu_s(pid) - before) / took for pid, before in zip(pids, used, strict=True)]
    each = (crowd.received() - received) / took / len(crowd.all) / 1000
    return [
        Row("hall: acts stored a second", (shown.acts() - acts) / took, "acts/s", "", True),
        _at_most("hall: of one processor", busy[0], "%", MOST_BUSY),
        Row("hall: to each spectator", each, "kB/s", "", True),
        Row("its broker: of one processor", busy[1], "%", "", True),
    ]


def _at_most(name: str, value: float, unit: str, most: float) -> Row:
    return Row(name, value, unit, f"<= {most:.0f}", value <= most)
