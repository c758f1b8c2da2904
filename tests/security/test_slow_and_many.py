"""Slow, endless and very many requests to the real server do not affect honest phones."""

import contextlib
import itertools
import socket
import threading
import time
from collections.abc import Iterator

import pytest
from flask import Flask, Response

from companion.server import asgi as server
from companion.server import connections as doors
from companion.server import hub
from tests.evening.service import Phone, Service, request
from tests.patience import PATIENCE_S, Pace
from tests.server.test_server import Site

ATTACKER, GUEST = "127.0.0.66", "127.0.0.5"
ASK = b"GET /small HTTP/1.1\r\nHost: x\r\n\r\n"
BIG = 4_000_000


class Open(Site):
    """A tiny site, with a small page and one larger than all socket buffers."""

    def __init__(self, fast_path: bool) -> None:
        super().__init__(fast_path)
        self._knocked = contextlib.ExitStack()

    def app(self) -> Flask:
        app = super().app()
        app.add_url_rule("/small", "small", lambda: "here")
        app.add_url_rule("/big", "big", lambda: Response(b"x" * BIG))
        return app

    def knock(self, data: bytes = b"", address: str = ATTACKER) -> socket.socket:
        """Open a connection from this address and send this data."""
        to = ("127.0.0.1", self.port)
        opened = socket.create_connection(to, PATIENCE_S, source_address=(address, 0))
        self._knocked.enter_context(opened).sendall(data)
        return opened

    def stop(self) -> None:
        self._knocked.close()
        super().stop()


@pytest.fixture
def small(fast_path: bool, monkeypatch: pytest.MonkeyPatch) -> Iterator[Open]:
    """A site that allows few connections and streams."""
    monkeypatch.setattr(doors, "MOST_CONNECTIONS", 20)
    monkeypatch.setattr(hub, "MOST_CLIENTS", 6)
    site = Open(fast_path)
    yield site
    site.stop()


@pytest.fixture
def quick(small: Open, monkeypatch: pytest.MonkeyPatch) -> Open:
    """A site with short timeouts, for clients that would be too slow in any case."""
    monkeypatch.setattr(doors, "HEAD_S", 0.5)
    monkeypatch.setattr(server, "BODY_S", 0.5)
    return small


def heard(opened: socket.socket, mark: bytes = b"here") -> bytes:
    """Read up to this mark, or to the end of the connection."""
    got = b""
    with contextlib.suppress(ConnectionResetError, BrokenPipeError):
        while mark not in got and (data := opened.recv(65536)):
            got += data
    return got


def sent_till_the_end(opened: socket.socket, parts: Iterator[bytes], pause_s: float = 0.0) -> float:
    """Send until the server closes the connection; returns the seconds that took."""
    began, ended = time.monotonic(), threading.Event()
    opened.settimeout(0.001)
    with contextlib.suppress(ConnectionResetError, BrokenPipeError):
        for part in parts:
            with contextlib.suppress(TimeoutError):
                opened.sendall(part)
            with contextlib.suppress(TimeoutError):
                if not opened.recv(65536):
                    break
            if time.monotonic() - began > PATIENCE_S:
                raise AssertionError("the server listens for ever")
            ended.wait(pause_s)
    return time.monotonic() - began


def test_silent_connection_is_closed(quick: Open) -> None:
    assert heard(quick.knock()) == b""


@pytest.mark.parametrize("before", [b"", ASK])
def test_a_slowly_sent_head_is_cut_off(quick: Open, before: bytes) -> None:
    """Slowloris, also on a connection after an honest request."""
    dripping = quick.knock(before)
    if before:
        heard(dripping)
    head = itertools.chain([b"GET / HTTP/1.1\r\nHost: x\r\n"], itertools.repeat(b"X-A: b\r\n"))
    assert sent_till_the_end(dripping, head, 0.05) < PATIENCE_S


def test_an_idle_connection_outlives_the_head_timeout(
    small: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone = small.knock(ASK)
    assert b"200 OK" in heard(phone)
    monkeypatch.setattr(doors, "HEAD_S", 0.5)
    time_passes = threading.Event()
    time_passes.wait(2 * doors.HEAD_S)
    phone.sendall(ASK)
    assert b"200 OK" in heard(phone)


def test_an_endless_body_is_cut_off(quick: Open) -> None:
    head = b"POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
    chunks = itertools.chain([head], itertools.repeat(b"400\r\n" + b"x" * 1024 + b"\r\n"))
    assert sent_till_the_end(quick.knock(), chunks) < PATIENCE_S
    drops = itertools.chain([head], itertools.repeat(b"1\r\nx\r\n"))
    assert sent_till_the_end(quick.knock(), drops, 0.05) < PATIENCE_S


@pytest.mark.parametrize(
    "head",
    [
        b"GET / HTTP/1.1\r\nHost: x\r\nX: " + b"x" * 100_000,
        b"GET / HTTP/1.1\r\nHost: x\r\n" + b"X: y\r\n" * 10_000,
        b"GET /" + b"x" * 100_000,
    ],
    ids=["one", "many", "address"],
)
def test_a_huge_head_is_refused(small: Open, head: bytes) -> None:
    opened = small.knock()
    with contextlib.suppress(ConnectionResetError, BrokenPipeError):
        opened.sendall(head)
    assert heard(opened, b"Invalid")[:12] in (b"HTTP/1.1 400", b"")
    assert b"200 OK" in heard(small.knock(ASK, GUEST))


@pytest.mark.parametrize(
    "head",
    [
        b"POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef",
        b"POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\nabcdef",
        b"GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n",
        b"GET / HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost : x\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
    ],
)
def test_an_ambiguous_request_is_refused(small: Open, head: bytes) -> None:
    assert heard(small.knock(head), b"Invalid").startswith(b"HTTP/1.1 400")


def test_unread_answers_delay_no_other(small: Open) -> None:
    """More unread answers than threads."""
    ask = b"GET /big HTTP/1.1\r\nHost: x\r\n\r\n"
    deaf = [small.knock(ask) for _ in range(server.POOL + 4)]
    for one in deaf:
        assert one.recv(12) == b"HTTP/1.1 200"
    for _ in range(5):
        assert b"200 OK" in heard(small.knock(ASK, GUEST))
    for one in deaf:
        one.close()


def test_at_the_connection_limit_the_largest_address_makes_room(small: Open) -> None:
    crowd = []
    for _ in range(doors.MOST_CONNECTIONS):
        crowd.append(small.knock(ASK))
        assert b"200 OK" in heard(crowd[-1])
    phones = [small.knock(ASK, f"127.0.1.{n}") for n in range(5)]
    assert all(b"200 OK" in heard(phone) for phone in phones)
    assert heard(small.knock(ASK)) == b"", "one more of the crowd is turned away"
    for one in crowd[:5]:
        assert heard(one) == b""
    for phone in [*phones, *crowd[5:]]:
        phone.sendall(ASK)
        assert b"200 OK" in heard(phone)


def test_at_the_stream_limit_the_largest_address_makes_room(small: Open) -> None:
    ask = "GET /stream?phone={} HTTP/1.1\r\nHost: x\r\n\r\n"
    crowd = []
    for n in range(hub.MOST_CLIENTS):
        crowd.append(small.knock(ask.format(n).encode()))
        heard(crowd[-1], b"id: boot.1\n")
    later = small.knock(ask.format("later").encode())
    assert b"retry: 15000" in (told := heard(later, b"many_pages"))
    assert b"event: full" in told
    phone = small.knock(ask.format("guest").encode(), GUEST)
    assert b"id: boot.1\n" in heard(phone, b"id: boot.1\n")
    assert b"event: bye" in heard(crowd[0], b"never")
    small.publish()
    for one in [phone, *crowd[1:]]:
        assert b"id: boot.2\n" in heard(one, b"id: boot.2\n")
        one.close()


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    running = Service(tmp_path_factory.mktemp("many") / "data", "--simulate")
    try:
        yield running.start()
    finally:
        running.stop()


def test_ten_busy_phones_behind_one_address_are_never_refused(service: Service) -> None:
    """Each opens a page, claims a seat and posts as fast as it can."""
    answers: list[int] = []

    def play() -> None:
        phone = Phone(service)
        for n in range(15):
            answers.append(phone.post(f"/seats/{1 + n % 5}/claim").status)
            answers.append(request(service, "GET", "/api/v1/state").status)

    phones = [threading.Thread(target=play) for _ in range(10)]
    for phone in phones:
        phone.start()
    for phone in phones:
        phone.join()
    assert answers == [200] * 300


def test_a_flood_does_not_keep_a_phone_from_playing(service: Service) -> None:
    """Eighty connections request more than they read while a phone plays."""
    phone = Phone(service)
    head = f"GET /api/v1/state HTTP/1.1\r\nHost: 127.0.0.1:{service.port}\r\n"
    flood = []
    for n in range(80):
        one = socket.create_connection(
            ("127.0.0.1", service.port), PATIENCE_S, source_address=(ATTACKER, 0)
        )
        one.sendall(f"{head}Cookie: companion={n}\r\n\r\n".encode() * 50)
        flood.append(one)
    took = []
    with Pace() as pace:
        for _ in range(10):
            began = time.monotonic()
            assert phone.post("/seats/1/claim").status == 200
            took.append(time.monotonic() - began)
    assert max(took) <= pace.allows(5.0), took
    for one in flood:
        one.close()
