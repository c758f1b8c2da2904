"""Bytes that no browser sends cause no traceback and few log lines, and phones play on."""

import json
import logging
import re
import select
import socket
import struct
from collections.abc import Iterator
from contextlib import suppress
from random import Random
from typing import Any

import h11
import pytest

from companion.server import asgi
from tests.patience import PATIENCE_S, until
from tests.server.site import LOCKS, Ask, Site, ask

pytestmark = pytest.mark.openssl

GET = b"GET /api/v1/me HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
ROUNDS = 600
MOST_RECORDS = 10
"""Lines in the log for all rounds together."""

LINES = (
    b"GET / HTTP/1.1",
    b"GET /api/v1/state HTTP/1.1",
    b"GET /static/parts/app.js HTTP/1.1",
    b"GET /static/parts/app.js HTTP/1.1",
    b"GET /api/v1/stream HTTP/1.1",
    b"GET /api/v1/stream HTTP/1.0",
    b"HEAD /api/v1/stream HTTP/1.1",
    b"POST / HTTP/1.1",
    b"POST /api/v1/acts HTTP/1.1",
    b"POST /api/v1/seats/" + b"9" * 5000 + b"/claim HTTP/1.1",
    b"GET /races/" + b"9" * 5000 + b" HTTP/1.1",
    b"GET /%ff%00//..%2f?%ff=%ff&lang=%00 HTTP/1.1",
    b"OPTIONS * HTTP/1.1",
    b"CONNECT x:1 HTTP/1.1",
    b"PRI * HTTP/2.0",
    b"GET / HTTP/9.9",
    b"GET http://[::1 HTTP/1.1",
    b"GET /",
    b"\x16\x03\x01\x02\x00\x01",
)
HEADERS = (
    b"Host: 127.0.0.1",
    b"Host: 127.0.0.1",
    b"Host: [::1",
    b"Host: \xff.local",
    b"Host: 127.0.0.1:99999999999",
    b"Content-Length: 5",
    b"Content-Length: 6",
    b"Content-Length: 99999999999999999999",
    b"Content-Length: -1",
    b"Content-Length: 5, 5",
    b"Transfer-Encoding: chunked",
    b"Transfer-Encoding: chunked, chunked",
    b"Transfer-Encoding: gzip",
    b"Expect: 100-continue",
    b"Connection: close",
    b"Connection: Upgrade",
    b"Upgrade: websocket",
    b"Upgrade: h2c",
    b"Cookie: companion=\xff; lang=\xff; =; ;;",
    b"Content-Type: application/json; charset=\xff",
    b"Accept-Language: de;q=\xff,,;q=nan;q=1e999",
    b"Accept-Encoding: gzip;q=\xff",
    b"Origin: http://[",
    b"Range: bytes=5-1",
    b"Range: bytes=" + b"9" * 5000 + b"-",
    b"If-Modified-Since: Fri, 31 Dec 1999 23:59:59 +" + b"9" * 30,
    b"If-Modified-Since: Fri, 31 Dec " + b"9" * 20 + b" 23:59:59 GMT",
    b"If-Range: Fri, 31 Dec 1999 23:59:59 +" + b"9" * 30,
    b"If-None-Match: \xff",
    b"Last-Event-ID: \xff\x01",
    b" folded",
    b": nameless",
    b"X\0: y",
)
BODIES = (
    b"",
    b"abcde",
    b"5\r\nabcde\r\n0\r\n\r\n",
    b"5\r\nabcde\r\n0\r\nX: trailer\r\n\r\n",
    b"zz\r\nbad\r\n",
    b"-5\r\nabcde\r\n",
    b"5\r\nabcdefgh",
    b"5;" + b"x" * 300 + b"\r\nabcde\r\n",
    b"ffffffffffffffffffff\r\n",
    b"{" * 5000,
    b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 20,
)


@pytest.fixture(scope="module")
def site(fast_path: bool, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    site = Site(tmp_path_factory.mktemp("bytes"), fast_path)
    yield site
    site.stop()


def request(chance: Random) -> bytes:
    """A request of odd parts; sometimes cut short, or with a byte changed."""
    head = [chance.choice(LINES), *chance.choices(HEADERS, k=chance.randrange(6))]
    if chance.random() < 0.7:
        head.insert(1, b"Host: 127.0.0.1")
    data = bytearray(b"\r\n".join((*head, b"", b"")) + chance.choice(BODIES))
    match chance.randrange(6):
        case 0:
            del data[chance.randrange(len(data)) :]
        case 1:
            data[chance.randrange(len(data))] = chance.randrange(256)
    return bytes(data)


def knock(site: Site, scheme: str, parts: list[bytes], reset: bool) -> bytes:
    """Send these parts on one connection and end it. Returns the bytes received meanwhile."""
    got = b""
    with socket.create_connection(("127.0.0.1", site.ports[scheme]), PATIENCE_S) as phone:
        phone.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        phone.settimeout(0.002)
        for part in parts:
            with suppress(OSError):
                phone.sendall(part)
            with suppress(OSError):
                got += phone.recv(65536)
        if reset:
            phone.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    return got


def split(data: bytes, chance: Random) -> list[bytes]:
    """The bytes in one to three parts."""
    cuts = sorted(chance.randrange(len(data) + 1) for _ in range(chance.randrange(3)))
    return [data[start:end] for start, end in zip([0, *cuts], [*cuts, len(data)], strict=True)]


def test_hostile_bytes_cause_no_traceback_and_few_log_lines(
    site: Site, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    chance = Random(16)
    with caplog.at_level(logging.WARNING):
        for _ in range(ROUNDS):
            data = b"".join(request(chance) for _ in range(chance.choice((1, 1, 2))))
            scheme = "https" if chance.random() < 0.05 else "http"
            knock(site, scheme, split(data, chance), reset=chance.random() < 0.5)
        assert ask(site, Ask()).status == 200
    assert not [record for record in caplog.records if record.exc_info]
    assert len(caplog.records) <= MOST_RECORDS, caplog.text
    assert "Traceback" not in capfd.readouterr().err


CHUNKED = b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n"
BAD_CHUNK = b"zz\r\nbad\r\n"
UNREADABLE = {
    "a bad chunk": [CHUNKED + b"\r\n" + BAD_CHUNK],
    "a bad chunk, later": [CHUNKED + b"\r\n", BAD_CHUNK],
    "a bad chunk after a good one": [CHUNKED + b"\r\n3\r\nabc\r\n", BAD_CHUNK],
    "a length and a bad chunk": [CHUNKED + b"Content-Length: 5\r\n\r\n" + BAD_CHUNK],
    "a length and a bad chunk, later": [CHUNKED + b"Content-Length: 5\r\n\r\n", BAD_CHUNK],
    "a request behind a bad chunk": [CHUNKED + b"\r\n" + BAD_CHUNK + GET],
    "a bad chunk behind a request": [GET + CHUNKED + b"\r\n" + BAD_CHUNK],
    "an end within": [CHUNKED + b"Expect: 100-continue\r\n\r\n" + BAD_CHUNK],
    "no request": [b"hello\r\n\r\n"],
    "two hosts": [b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n"],
    "half a request behind a whole one": [GET + b"GET /\r\n\r\n"],
}


def answers(phone: socket.socket) -> list[bytes]:
    """The answers on this connection, up to its end."""
    got = b""
    while data := phone.recv(65536):
        got += data
    return re.split(rb"(?=HTTP/1\.1 \d)", got)[1:]


@pytest.mark.parametrize("name", UNREADABLE)
def test_an_unreadable_request_is_answered_once(
    site: Site, name: str, caplog: pytest.LogCaptureFixture
) -> None:
    parts = UNREADABLE[name]
    with socket.create_connection(("127.0.0.1", site.ports["http"]), PATIENCE_S) as phone:
        for part in parts:
            phone.sendall(part)
        *before, last = answers(phone)
    head, _, body = last.partition(b"\r\n\r\n")
    fields = (line.partition(": ") for line in head.decode().split("\r\n")[1:])
    headers = {name.lower(): text for name, _, text in fields}
    assert head.startswith(b"HTTP/1.1 400 ")
    assert json.loads(body)["error"]["key"] in ("web.bad_request", "web.two_lengths")
    assert LOCKS.items() <= headers.items()
    assert all(b" 400 " not in answer[:20] for answer in before)
    assert len(before) == b"".join(parts).startswith(GET)
    assert not caplog.records


@pytest.mark.parametrize(
    "length", [b"5\r\nTransfer-Encoding: chunked", b"99999999"], ids=["two lengths", "too long"]
)
def test_a_refused_phone_that_is_still_sending_is_not_reset(site: Site, length: bytes) -> None:
    """Else it may lose the answer."""
    head = b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: " + length + b"\r\n\r\n"
    with socket.create_connection(("127.0.0.1", site.ports["http"]), PATIENCE_S) as phone:
        phone.sendall(head)
        got = phone.recv(65536)
        while b"}}" not in got:
            got += phone.recv(65536)
        assert not select.select([phone], [], [], 0.2)[0], "it is not closed yet"
        phone.sendall(BAD_CHUNK)
        assert phone.recv(65536) == b""
    assert got.count(b"HTTP/1.1 4") == 1


SCRIPT = b"GET /static/pages/seat.js HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
"""Its answer, of 36 kB, is more than the kernel takes for a phone that does not read."""


@pytest.mark.parametrize("begun", [False, True], ids=["at once", "later"])
def test_a_bad_chunk_ends_the_waiting_request_of_a_phone_that_does_not_read(
    site: Site, begun: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It waits for no further bytes, so it is not refused a second time for being slow."""
    monkeypatch.setattr(asgi, "BODY_S", 2 * PATIENCE_S)
    state = site.server.server_state
    others = set(state.tasks)

    def comes_to(read: object) -> None:
        open_now: set[Any] = state.connections
        until(lambda: any(one.conn.their_state is read for one in set(open_now)))

    with socket.socket() as phone:
        phone.settimeout(PATIENCE_S)
        phone.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        phone.connect(("127.0.0.1", site.ports["http"]))
        head = SCRIPT + CHUNKED + b"\r\n"
        phone.sendall(head if begun else head + BAD_CHUNK)
        if begun:
            comes_to(h11.SEND_BODY)
            phone.sendall(BAD_CHUNK)
        comes_to(h11.ERROR)
        until(lambda: state.tasks <= others)
        assert state.connections, "it still has to read"
        statuses = [answer[9:12] for answer in answers(phone)]
    assert statuses == [b"200", b"400"]
