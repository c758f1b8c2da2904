"""The real web server on a real socket: streams, bodies, shutdown."""

import json
import socket
import threading
import time
import zlib
from collections.abc import Iterator

import pytest
from flask import Flask, Response, request

from companion.server.asgi import BODY_BYTES, BODY_S, Server
from companion.server.direct_posts import EXTENSION
from companion.server.hub import MOST_A_PHONE, Hub
from companion.server.listener import PortTaken, listen
from companion.server.sse import StreamEvent
from tests.patience import PATIENCE_S


class NoDirectPosts:
    """An application without direct posts."""

    def allows(self, *head: object) -> bool:
        return False

    def check(self, *post: object) -> None:
        raise AssertionError(post)


class Site:
    """A tiny Flask app behind the server, and the content of its streams."""

    def __init__(self, fast_path: bool = True) -> None:
        self.version = 1
        self.rendered = 0
        self.hub = Hub(self.frame)
        self.listener = listen("127.0.0.1", 0)
        self.port = self.listener.getsockname()[1]
        self.server = Server(self.app(), self.hub, fast=fast_path)
        self.thread = threading.Thread(target=self.server.run, args=([self.listener],))
        self.thread.start()

    def frame(self, channel: str) -> StreamEvent:
        self.rendered += 1
        return StreamEvent(f"boot.{self.version}", "state", json.dumps({"v": self.version}))

    def app(self) -> Flask:
        app = Flask("site")
        app.extensions[EXTENSION] = NoDirectPosts()

        @app.get("/stream")
        def stream() -> Response:
            if "no" in request.args:
                return Response("no", status=403)
            headers = {"X-Stream": request.args.get("channel", "state:en")}
            headers["X-Stream-Phone"] = request.args.get("phone", "")
            headers["X-Stream-Window"] = request.args.get("window", "")
            headers["X-Stream-Since"] = request.args.get("v", "")
            return Response(headers=headers)

        @app.post("/echo")
        def echo() -> Response:
            return Response(str(len(request.get_data())))

        return app

    def publish(self) -> None:
        self.version += 1
        self.hub.publish("state")

    def open(self, target: str) -> "Reader":
        return Reader(self.port, f"GET {target} HTTP/1.1\r\nHost: x\r\n\r\n".encode())

    def stop(self) -> None:
        self.server.stop()
        self.thread.join(PATIENCE_S)
        assert not self.thread.is_alive()


class Reader:
    """A client that reads a stream's bytes."""

    def __init__(self, port: int, request: bytes) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), PATIENCE_S)
        self.socket.sendall(request)
        self.got = b""

    def until(self, mark: bytes) -> bytes:
        """Read up to this mark; the rest stays for the next call."""
        while mark not in self.got:
            data = self.socket.recv(65536)
            assert data, f"closed before {mark!r}: {self.got!r}"
            self.got += data
        head, _, self.got = self.got.partition(mark)
        return head + mark

    def chunk(self) -> bytes:
        """The content of the next chunk."""
        size = int(self.until(b"\r\n"), 16)
        while len(self.got) < size + 2:
            self.got += self.socket.recv(65536)
        body, self.got = self.got[:size], self.got[size + 2 :]
        return body

    def rest(self) -> bytes:
        while data := self.socket.recv(65536):
            self.got += data
        self.socket.close()
        return self.got


@pytest.fixture
def site(fast_path: bool) -> Iterator[Site]:
    site = Site(fast_path)
    yield site
    site.stop()


def test_a_state_is_rendered_once_for_all_phones(site: Site) -> None:
    readers = [site.open(f"/stream?phone={number}") for number in range(5)]
    assert {reader.until(b"\n\n").splitlines()[-2] for reader in readers} == {b'data: {"v": 1}'}
    assert site.rendered == 1
    site.publish()
    for reader in readers:
        reader.until(b'{"v": 2}')
        reader.socket.close()
    assert site.rendered == 2


def test_only_channels_with_streams_are_listed(site: Site) -> None:
    assert site.hub.channels("state:") == frozenset()
    reader = site.open("/stream")
    reader.until(b"\n\n")
    assert site.hub.channels("state:") == {"state:en"}
    assert site.hub.channels("room") == frozenset()
    reader.socket.close()


def test_a_stream_begins_with_the_newest_state(site: Site) -> None:
    reader = site.open("/stream")
    assert b"200 OK" in reader.until(b"\r\n\r\n")
    assert b"id: boot.1\nevent: state" in reader.until(b"\n\n")
    reader.socket.close()


def test_a_stream_that_has_the_newest_state_gets_nothing_at_first(site: Site) -> None:
    reader = site.open("/stream?v=boot.1")
    reader.until(b"\r\n\r\n")
    site.publish()
    assert b"id: boot.2\n" in reader.until(b"\n\n")
    reader.socket.close()


@pytest.mark.parametrize("accepted", ["gzip, deflate", "br;q=1.0, GZIP ; q=0.5"])
def test_a_stream_is_gzipped_and_each_event_flushed(site: Site, accepted: str) -> None:
    head = f"GET /stream HTTP/1.1\r\nHost: x\r\nAccept-Encoding: {accepted}\r\n\r\n"
    reader = Reader(site.port, head.encode())
    assert b"content-encoding: gzip" in reader.until(b"\r\n\r\n").lower()
    stream = zlib.decompressobj(31)
    assert stream.decompress(reader.chunk()) == b""
    assert stream.decompress(reader.chunk()).startswith(b"id: boot.1\n")
    site.publish()
    assert stream.decompress(reader.chunk()).startswith(b"id: boot.2\n")
    site.server.stop()
    assert b"event: bye" in stream.decompress(reader.chunk())
    assert reader.rest() == b"0\r\n\r\n"


@pytest.mark.parametrize("accepted", ["identity", "gzip;q=0", "gzip; q=0.00, br", "x-gzip"])
def test_a_stream_without_gzip_is_plain(site: Site, accepted: str) -> None:
    head = f"GET /stream HTTP/1.1\r\nHost: x\r\nAccept-Encoding: {accepted}\r\n\r\n"
    reader = Reader(site.port, head.encode())
    assert b"content-encoding" not in reader.until(b"\r\n\r\n").lower()
    assert reader.chunk().startswith(b"id: boot.1\n")
    reader.socket.close()


def test_events_arrive_in_order_and_the_last_one_always(site: Site) -> None:
    readers = [site.open(f"/stream?phone={n}") for n in range(20)]
    for reader in readers:
        reader.until(b"id: boot.1\n")
    for _ in range(200):
        site.publish()
    for reader in readers:
        reader.until(f"id: boot.{site.version}\n".encode())
        reader.socket.close()


def test_a_slow_phone_delays_no_other_and_gets_the_newest_state(
    site: Site,
) -> None:
    sleeper = site.open("/stream?phone=sleeper")
    sleeper.until(b"id: boot.1\n")
    reader = site.open("/stream?phone=reader")
    for _ in range(20_000):
        site.publish()
        reader.until(f"id: boot.{site.version}\n".encode())
        if site.hub.superseded:
            break
    assert site.hub.superseded, "nothing was ever replaced by something newer"
    site.publish()
    reader.until(f"id: boot.{site.version}\n".encode())
    sleeper.until(f"id: boot.{site.version}\n".encode())
    reader.socket.close()
    sleeper.socket.close()


def test_a_refused_stream_is_an_ordinary_answer(site: Site) -> None:
    reader = site.open("/stream?no=1")
    assert b"403" in reader.until(b"\r\n\r\n")
    reader.socket.close()


def opened(site: Site, *targets: str) -> list[Reader]:
    """Streams that have got the newest state."""
    readers = [site.open(target) for target in targets]
    for reader in readers:
        reader.until(f"id: boot.{site.version}\n".encode())
    return readers


def still_served(site: Site, readers: list[Reader]) -> bool:
    """Whether all of these get the next state. Closes them."""
    site.publish()
    for reader in readers:
        assert b"event: bye" not in reader.until(f"id: boot.{site.version}\n".encode())
        reader.socket.close()
    return True


def test_a_stream_beyond_the_limit_is_refused_with_the_reason_and_the_others_stay(
    site: Site,
) -> None:
    readers = opened(site, *(f"/stream?phone=a&window={n}" for n in range(MOST_A_PHONE)))
    for _ in range(3):
        refused = site.open("/stream?phone=a&window=more&lang=de").rest()
        assert b" 200 OK" in refused
        assert b"event: full\n" in refused
        assert b'"web.many_windows"' in refused
        assert b"Schlie\\u00dfe eines" in refused
    readers.pop(0).socket.close()
    while len(site.hub) == MOST_A_PHONE:
        time.sleep(0.01)
    readers += opened(site, "/stream?phone=a&window=more")
    assert still_served(site, readers)


def test_a_window_that_connects_again_replaces_its_stream(site: Site) -> None:
    others = opened(site, *(f"/stream?phone=a&window={n}" for n in range(1, MOST_A_PHONE)))
    [first] = opened(site, "/stream?phone=a&window=w")
    [again] = opened(site, "/stream?phone=a&window=w")
    assert b"event: bye" in first.rest()
    assert still_served(site, [*others, again])


def test_streams_of_other_channels_in_a_window_are_not_replaced(site: Site) -> None:
    targets = [f"/stream?phone=a&window=w&channel={name}" for name in ("state:en", "state:room")]
    assert still_served(site, opened(site, *targets))


def test_a_further_stream_without_a_window_replaces_none(site: Site) -> None:
    readers = opened(site, *MOST_A_PHONE * ["/stream?phone=a"])
    assert b"event: full\n" in site.open("/stream?phone=a").rest()
    assert still_served(site, readers)


def test_viewers_without_a_token_do_not_count_as_one_phone(site: Site) -> None:
    assert still_served(site, opened(site, *(MOST_A_PHONE + 2) * ["/stream"]))
    assert site.hub.phones() == frozenset()


def test_every_stream_ends_with_a_goodbye() -> None:
    site = Site()
    readers = [site.open(f"/stream?phone={n}") for n in range(50)]
    for reader in readers:
        reader.until(b"id: boot.1\n")
    site.stop()
    for reader in readers:
        assert b"event: bye" in reader.rest()


def test_a_stream_needs_http_1_1_and_internal_headers_are_not_sent(site: Site) -> None:
    old = Reader(site.port, b"GET /stream HTTP/1.0\r\nAccept-Language: de\r\n\r\n").rest()
    assert b" 505 " in old
    assert b"Der Strom braucht HTTP/1.1." in old
    head = b"HEAD /stream HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
    assert b" 200 " in (looked := Reader(site.port, head).rest())
    assert b"x-stream" not in (old + looked).lower()


def test_a_chunked_body_is_read_and_an_ambiguous_length_refused(site: Site) -> None:
    head = b"POST /echo HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
    body = b"Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n"
    assert Reader(site.port, head + body).rest().endswith(b"5")
    for length in (b"3", b"5", b"99999"):
        told = Reader(site.port, head + b"Content-Length: %b\r\n" % length + body).rest()
        assert b" 400 " in told
        assert b"web.two_lengths" in told


def test_a_huge_body_is_refused_before_it_is_read(site: Site) -> None:
    size = BODY_BYTES + 1
    head = f"POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: {size}\r\n\r\n".encode()
    reader = Reader(site.port, head + b"x" * size)
    answer = reader.rest()
    assert b" 413 " in answer
    assert b"64 KiB" in answer


def test_an_announced_huge_body_is_refused_at_once(site: Site) -> None:
    head = b"POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999\r\n\r\nx"
    began = time.monotonic()
    assert b" 413 " in Reader(site.port, head).rest()
    assert time.monotonic() - began < BODY_S


def test_incomplete_bodies_do_not_delay_others(site: Site) -> None:
    head = b"POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc"
    slow = [Reader(site.port, head) for _ in range(20)]
    quick = Reader(site.port, head + b"defghij")
    assert b"200 OK" in quick.until(b"\r\n\r\n")
    for reader in [*slow, quick]:
        reader.socket.close()


def test_a_port_in_use_is_reported(site: Site) -> None:
    with pytest.raises(PortTaken) as caught:
        listen("127.0.0.1", site.port)
    assert caught.value.key == "web.port_in_use"
    assert caught.value.params["port"] == site.port


def test_an_invalid_port_is_reported() -> None:
    with pytest.raises(PortTaken) as caught:
        listen("127.0.0.1", 70_000)
    assert caught.value.key == "web.port_unusable"


@pytest.mark.parametrize("host", ["a\udcff", "é" * 64, "x" * 5000], ids=["bytes", "long", "longer"])
def test_an_impossible_host_is_reported(host: str) -> None:
    with pytest.raises(PortTaken) as caught:
        listen(host, 0)
    assert caught.value.key == "web.port_unusable"
