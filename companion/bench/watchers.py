"""Benchmark of a race that ten phones play while many others watch.

The service is a process of its own; one thread here serves all sockets. An act is timed from its
post until a watcher has read the last byte of a state with that act. The time includes rules, disk,
translation and kernel, and also this thread's reading of one watcher after the other. Watchers read
gzip, as browsers do, but equal data is unpacked only once: 500 real phones would unpack in
parallel. Run nothing else on the machine meanwhile.
"""

import contextlib
import json
import os
import re
import selectors
import socket
import tempfile
import time
import zlib
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping
from http.client import HTTPConnection
from itertools import count
from pathlib import Path
from random import Random
from statistics import quantiles
from typing import Any

from companion.bench import players
from companion.bench.evening import OPTIONS, PERIOD_S, Process
from companion.bench.row import Row
from companion.bench.wires import PATIENCE_S, SEATS, Failed
from companion.games import GAMES

PLAYERS = 10
ACTS = 200
MOST_MS = 20.0
MOST_MIB = 70.0

_ID = re.compile(rb"id: \w+\.(\d+)\n")
_HEAD = b"\x1f\x8b"
_RAW = -15
_READ = 1 << 16
"""Bytes per read: with a much larger buffer the reads would cost ten times the measured time."""

_LOOPBACK = 250
"""Watchers per third octet: each has its own address, as streams per address are limited."""


class Reading:
    """Decodes each chunk once, for all streams that received it."""

    def __init__(self) -> None:
        self._versions: dict[bytes, int | None] = {}

    def version(self, chunk: bytes) -> int | None:
        """The version of the state in a chunk, None if it is something else."""
        if chunk not in self._versions:
            found = None if chunk.startswith(_HEAD) else _ID.match(text(chunk))
            self._versions[chunk] = int(found[1]) if found else None
        return self._versions[chunk]


def text(chunk: bytes) -> bytes:
    """Unpack a chunk of a gzipped stream."""
    return zlib.decompressobj(_RAW).decompress(chunk)


class Watcher:
    """A phone that only watches. `versions`: the states received, `times`: when."""

    def __init__(self, number: int, port: int, reading: Reading):
        address = f"127.0.{1 + number // _LOOPBACK}.{1 + number % _LOOPBACK}"
        self.socket = socket.create_connection(("127.0.0.1", port), PATIENCE_S, (address, 0))
        head = "GET /api/v1/stream?lang=en HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept-Encoding: gzip"
        self.socket.sendall(f"{head}\r\n\r\n".encode())
        self.socket.setblocking(False)
        self.versions: list[int] = []
        self.times: list[float] = []
        self.last = b""
        self._reading = reading
        self._got = b""
        self._begun = False

    def read(self) -> None:
        """Read what is there; note the time of each complete state."""
        with contextlib.suppress(BlockingIOError):
            self._got += self.socket.recv(_READ)
        now = time.perf_counter()
        if not self._begun:
            _, found, rest = self._got.partition(b"\r\n\r\n")
            if not found:
                return
            self._begun, self._got = True, rest
        while chunk := self._chunk():
            version = self._reading.version(chunk)
            if version is not None:
                self.last = chunk
                self.versions.append(version)
                self.times.append(now)

    def _chunk(self) -> bytes:
        """The next complete chunk, b"" if there is none."""
        size, found, rest = self._got.partition(b"\r\n")
        if not found or len(rest) < (length := int(size, 16)) + 2:
            return b""
        self._got = rest[length + 2 :]
        return rest[:length]

    @property
    def state(self) -> Any:
        """The newest state received."""
        return json.loads(text(self.last).partition(b"data: ")[2])

    def knew(self, version: int) -> float | None:
        """The time at which this version or a newer one arrived, None if it has not."""
        at = bisect_left(self.versions, version)
        return self.times[at] if at < len(self.times) else None


class Player:
    """A phone that acts, with its cookie and a keep-alive connection."""

    def __init__(self, port: int):
        self._web = HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)
        self._web.request("GET", "/")
        answer = self._web.getresponse()
        answer.read()
        cookie = (answer.getheader("Set-Cookie") or "").partition(";")[0]
        self._headers = {"Content-Type": "application/json", "Cookie": cookie}
        self._headers["Origin"] = f"http://127.0.0.1:{port}"
        self._keys = map(str, count())

    @property
    def socket(self) -> socket.socket:
        return self._web.sock

    def send(self, path: str, **body: Any) -> None:
        """Send a post; `answer` reads its answer."""
        text = json.dumps({"key": next(self._keys), **body})
        self._web.request("POST", f"/api/v1{path}", text, self._headers)

    def answer(self) -> Mapping[str, Any]:
        """Read the answer to the last post. Raises Failed if it is refused."""
        reply = self._web.getresponse()
        told = reply.read()
        if reply.status != 200:
            raise Failed(told.decode())
        return dict(json.loads(told))

    def state(self) -> Any:
        """The service's current state."""
        self._web.request("GET", "/api/v1/state?lang=en")
        return json.loads(self._web.getresponse().read())

    def close(self) -> None:
        self._web.close()


class Crowd:
    """All phones, players and watchers. The first player is the host."""

    def __init__(self, port: int, watchers: int):
        self.players = [Player(port) for _ in range(PLAYERS)]
        reading = Reading()
        self.watchers = [Watcher(number, port, reading) for number in range(watchers)]
        self._selector = selectors.EpollSelector()
        for each in self.watchers:
            self._selector.register(each.socket, selectors.EVENT_READ, each.read)

    def close(self) -> None:
        self._selector.close()
        for watcher in self.watchers:
            watcher.socket.close()
        for player in self.players:
            player.close()

    def sit_down(self) -> None:
        """Start a race and claim each seat with two phones."""
        host = self.players[0]
        host.send("/races", game="snow_tails", options=OPTIONS)
        host.answer()
        for number, player in enumerate(self.players):
            player.send(f"/seats/{SEATS[number % len(SEATS)]}/claim")
            player.answer()
        version = int(host.state()["version"])
        self.until("the race at every watcher", lambda: self._have(version))

    def play(self, acts: list[Mapping[str, Any]]) -> list[float]:
        """Play the acts; returns the seconds from each act's post to each watcher."""
        took, due = [], time.perf_counter()
        for number, act in enumerate(acts):
            due = max(due + PERIOD_S, time.perf_counter())
            self._rest(due)
            player = self._player(number, act)
            began = time.perf_counter()
            player.send("/acts", act=act)
            version = self._version(player)
            self.until("an act at every watcher", lambda v=version: self._have(v))  # type: ignore[misc]
            took += [(each.knew(version) or 0.0) - began for each in self.watchers]
        return took

    def _player(self, number: int, act: Mapping[str, Any]) -> Player:
        """The phone that posts an act: its seat's two in turn, or the host if it names no seat."""
        if "seat" not in act:
            return self.players[0]
        return self.players[SEATS.index(act["seat"]) + number % 2 * len(SEATS)]

    def _version(self, player: Player) -> int:
        """Serve the sockets until the post is answered; returns the version that shows the act."""
        answered: list[bool] = []
        self._selector.register(player.socket, selectors.EVENT_READ, lambda: answered.append(True))
        try:
            self.until("the answer", lambda: bool(answered))
        finally:
            self._selector.unregister(player.socket)
        return int(player.answer()["version"])

    def until(self, what: str, done: Callable[[], bool]) -> None:
        """Serve the sockets until `done()`. Raises Failed after PATIENCE_S."""
        end = time.perf_counter() + PATIENCE_S
        while not done():
            if time.perf_counter() > end:
                raise Failed(what)
            self._flow(0.1)

    def _rest(self, until: float) -> None:
        while (left := until - time.perf_counter()) > 0:
            self._flow(left)

    def _flow(self, timeout_s: float) -> None:
        for key, _ in self._selector.select(timeout_s):
            key.data()

    def _have(self, version: int) -> bool:
        return all(each.versions and each.versions[-1] >= version for each in self.watchers)


def rows(watchers: int, most_acts: int = ACTS) -> list[Row]:
    """Rows for this many watchers: delivery, delay and cost."""
    acts = players.play(GAMES["snow_tails"], OPTIONS, Random(1))[:most_acts]
    with _crowd(watchers) as (crowd, process):
        crowd.sit_down()
        before, got = cpu_s(process.pid), sum(len(each.versions) for each in crowd.watchers)
        took = crowd.play(acts)
        used = cpu_s(process.pid) - before
        got = sum(len(each.versions) for each in crowd.watchers) - got
        final = crowd.players[0].state()
        whole = sum(each.state == final for each in crowd.watchers)
        memory = process.memory_mib()
        size = len(crowd.watchers[0].last)
    with_them = f"{watchers} watchers, {PLAYERS} phones act"
    late = quantiles(took, n=100)
    return [
        Row("the final state", whole, "phones", f"= {watchers}", whole == watchers),
        Row(f"act to {with_them}, p50", late[49] * 1000, "ms", "", True),
        _at_most(f"act to {with_them}, p99", late[98] * 1000, "ms", MOST_MS),
        _at_most(f"memory, {with_them}", memory, "MiB", MOST_MIB),
        Row("processor time a delivery, acts included", used / got * 1e6, "us", "", True),
        Row("a delivery", size / 1000, "kB", "", True),
    ]


@contextlib.contextmanager
def _crowd(watchers: int) -> Iterator[tuple[Crowd, Process]]:
    with (
        tempfile.TemporaryDirectory(prefix="companion-bench-") as folder,
        Process(Path(folder), None, 0.0) as process,
        contextlib.closing(Crowd(process.port, watchers)) as crowd,
    ):
        yield crowd, process


def _at_most(name: str, value: float, unit: str, most: float) -> Row:
    return Row(name, value, unit, f"<= {most:.0f}", value <= most)


def cpu_s(pid: int) -> float:
    """Processor time that a process has used so far, in seconds, all threads together."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
