"""The parts of the comparison without any peer: frames, client and table."""

import asyncio
import contextlib
import json
import shutil
import subprocess
import sys
import time
from asyncio.subprocess import PIPE
from pathlib import Path
from typing import Any

import pytest

from tests.loops import apart
from tests.patience import PATIENCE_S
from tests.peers import compare as peers
from tests.peers.client import Crowd, Job, Stream, line
from tests.peers.dialects import DIALECTS, framed, unframed
from tests.peers.report_table import (
    BOARDGAME,
    BROKEN,
    FLASK,
    KEPT,
    LINES,
    OCTOPRINT,
    UNKNOWN,
    US,
    Line,
    printed,
    verdicts,
)
from tests.peers.services import request, service_process

LATENCY = Line("event to 10 clients, p50", "ms", ahead=(OCTOPRINT, FLASK))
MEMORY = Line("memory, idle", "MiB", not_behind=(OCTOPRINT,))
RULES = Line("rules", "acts/s", ahead=(BOARDGAME,), more=True)


def frame(payload: bytes) -> bytes:
    """A service's text frame."""
    size = len(payload)
    if size < 126:
        return bytes([0x81, size]) + payload
    if size < 1 << 16:
        return bytes([0x81, 126]) + size.to_bytes(2, "big") + payload
    return bytes([0x81, 127]) + size.to_bytes(8, "big") + payload


_PAWS = """
const { bigPaws, giveTurn } = require(process.argv[1]);
const [round, bigPawsNow, longest, ...times] = JSON.parse(process.argv[2]);
const sleds = [2, 3].map((seat) => ({ seat, status: "racing", dogs: 5, lines: 0 }));
const order = [2, 3];
const G = { round, order, turn: 3, sleds, proposed: [], said: [], bigPaws: bigPawsNow, longest };
sleds.forEach((sled, at) => bigPaws(G, sled, { took_s: times[at] }));
giveTurn(G, undefined);
const paws = G.said.filter(({ key }) => key === "big_paws");
console.log(JSON.stringify(paws.map(({ seat }) => seat)));
"""


@pytest.mark.skipif(not shutil.which("node"), reason="needs node")
@pytest.mark.parametrize(
    ("race", "announced"),
    [((1, None, 0, 9, 4), [2]), ((1, None, 0, 4, 9), [3]), ((2, 2, 9, 10, 12), [3])],
)
def test_their_big_paws_are_announced_like_ours(race: Any, announced: list[int]) -> None:
    """At the end of the first round, later at once (ST-94)."""
    words = ["node", "-e", _PAWS, str(Path(__file__).with_name("flow.cjs")), json.dumps(race)]
    found = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    assert json.loads(found) == announced


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65535, 65536])
def test_a_frame_of_any_size_is_read_once_it_is_whole(size: int) -> None:
    whole = frame(b"x" * size)
    assert unframed(whole + b"rest") == (1, b"x" * size, b"rest")
    assert [at for at in range(0, len(whole), 97) if unframed(whole[:at])] == []


def test_client_frames_are_masked() -> None:
    assert framed(1, b"40") == b"\x81\x82\x00\x00\x00\x0040"
    assert framed(1, b"x" * 200)[:4] == b"\x81\xfe\x00\xc8"


def test_octoprints_pages_sign_in_and_read_numbers() -> None:
    page = DIALECTS["sockjs"](5000, '{"auth": "bench:1"}')
    assert json.loads(page.answer(b"o")[6:]) == ['{"auth": "bench:1"}']
    assert page.ready(b'a[{"history": {}}]')
    said = b'a[{"plugin": {"plugin": "bench", "data": {"bench": 12, "state": {}}}}]'
    assert page.version(said) == 12
    assert page.version(b'a[{"current": {"bench": "12"}}]') is None


def test_socket_ios_pages_join_and_answer_pings() -> None:
    page = DIALECTS["socketio"](5000, "")
    assert (page.answer(b'0{"sid":"x"}')[6:], page.answer(b"2")[6:]) == (b"40", b"3")
    assert page.ready(b'40{"sid":"y"}')
    assert page.version(b'42["state",{"bench":7,"state":{}}]') == 7


def test_a_claim_is_checked_only_against_available_figures() -> None:
    assert LATENCY.verdict({US: 1.0, OCTOPRINT: 2.0, FLASK: 1.5}) == KEPT
    assert LATENCY.verdict({US: 2.0, OCTOPRINT: 9.0, FLASK: 2.0}) == BROKEN
    assert LATENCY.verdict({US: 1.0, OCTOPRINT: 2.0}) == UNKNOWN
    assert LATENCY.verdict({US: 3.0, OCTOPRINT: 2.0}) == BROKEN
    assert LATENCY.verdict({}) == UNKNOWN


def test_equal_figures_meet_a_claim_without_a_lead() -> None:
    assert MEMORY.verdict({US: 2.0, OCTOPRINT: 2.0}) == KEPT
    assert MEMORY.verdict({US: 2.1, OCTOPRINT: 2.0}) == BROKEN


def test_more_acts_are_better() -> None:
    assert RULES.verdict({US: 20.0, BOARDGAME: 10.0}) == KEPT
    assert RULES.verdict({US: 10.0, BOARDGAME: 20.0}) == BROKEN


def test_the_table_names_missing_peers_and_unmet_claims() -> None:
    rows = {LATENCY.name: {US: 3.0, OCTOPRINT: 2.0}, RULES.name: {US: 7.0}}
    _, latency, rules = printed(rows, (LATENCY, RULES)).splitlines()
    assert latency.split()[5:] == [
        "ms", "3.00", "2.00", "absent", "-", "NOT", "KEPT",
        "ahead", "of", "OctoPrint,", "ahead", "of", "Flask-SocketIO",
    ]  # fmt: skip
    assert rules.split()[2:8] == ["7", "-", "-", "absent", "NOT", "MEASURED"]


def test_every_line_has_a_claim_that_is_unmet_without_figures() -> None:
    assert [line.name for line in LINES if not line.claim()] == []
    assert set(verdicts({})) == {UNKNOWN}


@pytest.mark.slow
def test_a_peer_imports_the_rules_from_any_folder(tmp_path: Path) -> None:
    asks = "import tests.peers.race as race; print(race.FILE)"
    bare = [sys.executable, "-S", "-c", f"import os; os.chdir('/'); {asks}"]
    with service_process(bare, tmp_path) as (process, _):
        assert process.wait(PATIENCE_S) == 0
    assert (tmp_path / "said").read_text() == "race.json\n"


def test_without_peers_the_command_says_so_and_fails(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Our own service is still measured, here on the smallest scale."""
    monkeypatch.setattr(peers, "NEEDED", dict.fromkeys(peers.NEEDED, tmp_path / "no"))
    for name, value in {"CLIENTS": (3,), "EVENTS": 4, "WARM": 1, "ROUNDS": 1}.items():
        monkeypatch.setattr(peers, name, value)
    monkeypatch.setattr(peers, "RACES", 1)
    monkeypatch.setattr(peers, "PASSES", 1)
    assert peers.main(as_json=False) == 1
    said = capsys.readouterr().out
    assert said.count("NOT INSTALLED") == 3
    assert said.count(UNKNOWN) == len(LINES)


class Pages:
    """A minimal Socket.IO service: every post reaches every page."""

    def __init__(self) -> None:
        self.pages: list[asyncio.StreamWriter] = []

    async def talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.closing(writer), contextlib.suppress(asyncio.IncompleteReadError):
            while head := await reader.readuntil(b"\r\n\r\n"):
                await (self._page if head.startswith(b"GET") else self._post)(head, reader, writer)

    async def _page(
        self, head: bytes, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        writer.write(b"HTTP/1.1 101 Switching Protocols\r\n\r\n" + frame(b'0{"sid":"x"}'))
        assert (await reader.readexactly(8))[6:] == b"40"
        writer.write(frame(b"40{}"))
        self.pages.append(writer)

    async def _post(
        self, head: bytes, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        size = int(head.lower().partition(b"content-length:")[2].split(b"\r", 1)[0])
        body = await reader.readexactly(size)
        for page in self.pages:
            page.write(frame(b'42["state",{"bench":%d}]' % json.loads(body)["version"]))
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%b" % (size, body))


async def read(pages: int, numbers: int, services: int) -> list[dict[str, float]]:
    """The client's figures for this many posts to this many pages of each service."""
    async with contextlib.AsyncExitStack() as stack:
        jobs = []
        for _ in range(services):
            server = await asyncio.start_server(Pages().talk, "127.0.0.1", 0)
            await stack.enter_async_context(server)
            port = server.sockets[0].getsockname()[1]
            posts = [request(port, "/say", {"version": n + 1}, {}) for n in range(numbers)]
            jobs.append(Job("socketio", "", port, pages, posts, 1, 0.0))
        reader = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "tests.peers.client"), stdin=PIPE, stdout=PIPE
        )
        said, _ = await reader.communicate(line(jobs))
    return list(json.loads(said))


def test_the_client_times_every_post_but_the_first_at_every_page() -> None:
    told = apart(lambda: asyncio.run(read(pages=3, numbers=5, services=2)))
    assert [one["deliveries"] for one in told] == [3 * 4] * 2
    assert all(0 < one["p50_ms"] <= one["p99_ms"] for one in told)


class Wire(asyncio.Transport):
    """A transport that drops what a page sends."""

    def write(self, data: bytes | bytearray | memoryview) -> None:
        pass


def arrive(page: Stream, data: bytes) -> None:
    page.get_buffer(-1)[: len(data)] = data
    page.buffer_updated(len(data))


@pytest.mark.parametrize("size", [1, 2, 7, 1000])
def test_interleaved_reads_keep_each_pages_data_and_times_apart(
    size: int,
) -> None:
    async def pages() -> None:
        crowd = Crowd()
        both = [Stream(DIALECTS["socketio"](1, ""), crowd) for _ in range(2)]
        told = [
            b"HTTP/1.1 101 Go\r\n\r\n" + frame(b'42["state",{"bench":%d}]' % n) + frame(b"x" * n)
            for n in (7, 123456)
        ]
        for page in both:
            page.connection_made(Wire())
        for at in range(0, max(map(len, told)), size):
            for page, said in zip(both, told, strict=True):
                if piece := said[at : at + size]:
                    arrive(page, piece)
        read_by = time.perf_counter()
        assert [page.versions for page in both] == [[], []]
        await asyncio.sleep(0)
        assert [page.versions for page in both] == [[7], [123456]]
        assert all(page.times[0] <= read_by for page in both)

    apart(lambda: asyncio.run(pages()))
