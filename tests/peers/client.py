"""The comparison's client: one asyncio process that reads and posts, the same for every service.

`python -m tests.peers.client` reads a `Job` for each service as JSON from the first line of
standard input, opens the streams, posts to the services in turn, and prints one line: for each
service, the times from each post to each stream. It keeps the streams open until its input ends, so
that the services' memory can be measured, and ends by itself after MOST_S.
"""

import asyncio
import json
import resource
import sys
import time
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from statistics import quantiles
from typing import Any

from tests.peers.dialects import DIALECTS, Dialect

MOST_S = 120.0
PATIENCE_S = 20.0
BATCH = 20
"""Streams opened at the same time."""

_BUFFER = memoryview(bytearray(1 << 16))
"""Read buffer shared by all streams: allocating one per stream would cost more than reading."""

_LOOPBACK = 250
"""Each stream has its own address: 127.0.1.1 and so on."""


@dataclass(frozen=True, slots=True)
class Job:
    """The work at one service. A post to one of the services is sent every `period_s`. `posts`:
    whole HTTP requests, equally many for each service; the first `warm` are not timed.
    """

    dialect: str
    hello: str
    port: int
    count: int
    posts: Sequence[str]
    warm: int
    period_s: float


def line(jobs: Sequence[Job]) -> bytes:
    """The jobs as the client's input line."""
    return json.dumps([asdict(job) for job in jobs]).encode() + b"\n"


class Stream(asyncio.BufferedProtocol):
    """One open page. `versions`: the states received; `times`: when their last byte arrived.

    Received data is only stored with its time, and parsed once everything available has been read.
    """

    def __init__(self, dialect: Dialect, crowd: "Crowd"):
        self.versions: list[int] = []
        self.times: list[float] = []
        self._dialect = dialect
        self._crowd = crowd
        self._got = b""
        self._begun = False

    def connection_made(self, transport: Any) -> None:
        self._transport = transport
        transport.write(self._dialect.request)

    def get_buffer(self, sizehint: int) -> memoryview:
        return _BUFFER

    def buffer_updated(self, nbytes: int) -> None:
        self._crowd.note(self, time.perf_counter(), bytes(_BUFFER[:nbytes]))

    def look(self, now: float, data: bytes) -> None:
        """Parse the data received up to this time."""
        self._got += data
        if not self._begun:
            _, found, rest = self._got.partition(b"\r\n\r\n")
            if not found:
                return
            self._begun, self._got = True, rest
        messages, self._got = self._dialect.split(self._got)
        for message in messages:
            self._take(message, now)

    def connection_lost(self, error: Exception | None) -> None:
        self._crowd.lost += 1

    def _take(self, message: bytes, now: float) -> None:
        if answer := self._dialect.answer(message):
            self._transport.write(answer)
        version = self._dialect.version(message)
        if version is not None:
            self.versions.append(version)
            self.times.append(now)
        if version is not None or self._dialect.ready(message):
            self._crowd.heard(self, version or 0)

    def knew(self, version: int) -> float:
        """The time at which this version, or a newer one that replaced it, arrived."""
        return self.times[bisect_left(self.versions, version)]


class Crowd:
    """All open pages, and the version that they are waited for."""

    def __init__(self) -> None:
        self.streams: list[Stream] = []
        self.lost = 0
        self._unseen: list[tuple[Stream, float, bytes]] = []
        self._wanted = 0
        self._waiting: set[Stream] = set()
        self._all_there = asyncio.Event()

    async def open(self, job: Job) -> None:
        """Open every stream and wait until its handshake is complete."""
        loop = asyncio.get_running_loop()
        dialect = DIALECTS[job.dialect](job.port, job.hello)
        for first in range(0, job.count, BATCH):
            opening = []
            for number in range(first, min(first + BATCH, job.count)):
                own = f"127.0.{1 + number // _LOOPBACK}.{1 + number % _LOOPBACK}", 0
                stream = Stream(dialect, self)
                self.streams.append(stream)
                opening.append(
                    loop.create_connection(
                        lambda s=stream: s,  # type: ignore[misc]
                        "127.0.0.1",
                        job.port,
                        local_addr=own,
                    )
                )
            self._expect(set(self.streams[first:]), 0)
            await asyncio.gather(*opening)
            await asyncio.wait_for(self._all_there.wait(), PATIENCE_S)

    async def know(self, version: int) -> list[float]:
        """Wait until every stream has this version; returns the time of each."""
        late = {each for each in self.streams if not each.versions or each.versions[-1] < version}
        self._expect(late, version)
        await asyncio.wait_for(self._all_there.wait(), PATIENCE_S)
        return [each.knew(version) for each in self.streams]

    def note(self, stream: Stream, now: float, data: bytes) -> None:
        """Note that a stream was read."""
        if not self._unseen:
            asyncio.get_running_loop().call_soon(self._look)
        self._unseen.append((stream, now, data))

    def _look(self) -> None:
        unseen, self._unseen = self._unseen, []
        for stream, now, data in unseen:
            stream.look(now, data)

    def heard(self, stream: Stream, version: int) -> None:
        """Note that a stream received a version, or completed its handshake (0)."""
        if version >= self._wanted:
            self._waiting.discard(stream)
            if not self._waiting:
                self._all_there.set()

    def _expect(self, waiting: set[Stream], version: int) -> None:
        self._waiting, self._wanted = waiting, version
        self._all_there.clear()
        if not waiting:
            self._all_there.set()


async def post(to: tuple[asyncio.StreamReader, asyncio.StreamWriter], request: str) -> int:
    """Send a post; returns the version in its answer. Raises RuntimeError if it is refused."""
    reader, writer = to
    writer.write(request.encode())
    head = (await reader.readuntil(b"\r\n\r\n")).lower()
    size = int(head.partition(b"content-length:")[2].split(b"\r", 1)[0])
    body = await reader.readexactly(size)
    if b" 200 " not in head[:16]:
        raise RuntimeError(body.decode())
    return int(json.loads(body)["version"])


class Place:
    """A service under test: its pages, its posting client, and the measured times in seconds."""

    def __init__(self, job: Job):
        self.job = job
        self.crowd = Crowd()
        self.took: list[float] = []

    async def connect(self) -> None:
        """Connect the posting client. A service may close an idle connection."""
        self._to = await asyncio.open_connection("127.0.0.1", self.job.port)

    async def do(self, number: int) -> None:
        """Send the post of this number and wait until every page has it."""
        began = time.perf_counter()
        version = await asyncio.wait_for(post(self._to, self.job.posts[number]), PATIENCE_S)
        times = await self.crowd.know(version)
        if number >= self.job.warm:
            self.took += [at - began for at in times]

    def told(self) -> dict[str, float]:
        """The figures. Raises RuntimeError if a stream was lost."""
        if self.crowd.lost:
            raise RuntimeError(f"{self.crowd.lost} streams were lost")
        cuts = quantiles(self.took, n=100)
        return {
            "p50_ms": cuts[49] * 1000,
            "p99_ms": cuts[98] * 1000,
            "deliveries": len(self.took),
        }


async def measure(places: Sequence[Place]) -> None:
    """Send every post to every service, in an order that changes each time."""
    for place in places:
        await place.crowd.open(place.job)
    for place in places:
        await place.connect()
    due = time.perf_counter()
    for number in range(len(places[0].job.posts)):
        first = number % len(places)
        turn = [*places[first:], *places[:first]]
        for place in turn if number % 2 else reversed(turn):
            due = max(due + place.job.period_s, time.perf_counter())
            await asyncio.sleep(due - time.perf_counter())
            await place.do(number)


async def main() -> None:
    """Do the jobs from standard input; keep the streams open until it ends."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    places = [Place(Job(**job)) for job in json.loads(sys.stdin.readline())]
    async with asyncio.timeout(MOST_S):
        await measure(places)
        print(json.dumps([place.told() for place in places]), flush=True)
        await asyncio.to_thread(sys.stdin.read)


if __name__ == "__main__":
    asyncio.run(main())
