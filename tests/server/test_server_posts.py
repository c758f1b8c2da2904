"""Posts through Flask on the real web server: threads and waiting."""

import socket
import threading
from collections.abc import Iterator
from concurrent.futures import Future
from http.client import HTTPConnection

import pytest
from flask import Flask, Response, request

from companion.server.asgi import POOL, Server
from companion.server.direct_posts import EXTENSION
from companion.server.hub import Hub
from companion.server.listener import listen
from companion.server.wsgi import DEFER, Deferred
from tests.patience import PATIENCE_S
from tests.server.test_server import NoDirectPosts

ACT = "/api/v1/acts"


class Site:
    """A small application that answers when a test says so."""

    def __init__(self, fast_path: bool = True) -> None:
        self.left: list[Future[str]] = []
        self.asked = threading.Semaphore(0)
        self.within_s = PATIENCE_S
        listener = listen("127.0.0.1", 0)
        self.port = listener.getsockname()[1]
        self.server = Server(self.app(), Hub(lambda channel: None), fast=fast_path)
        self.thread = threading.Thread(target=self.server.run, args=([listener],), name="server")
        self.thread.start()

    def app(self) -> Flask:
        app = Flask("site")
        app.extensions[EXTENSION] = NoDirectPosts()

        @app.post("/other")
        def whose_thread() -> str:
            return threading.current_thread().name

        @app.post(ACT)
        def act() -> Response:
            coming: Future[str] = Future()
            self.left.append(coming)
            request.environ[DEFER](Deferred(coming, self.within_s, self.said))
            self.asked.release()
            return Response()

        return app

    @staticmethod
    def said(came: str | None) -> tuple[int, bytes]:
        return (200, came.encode()) if came else (503, b"late")

    def open(self, own: str = "127.0.0.1") -> HTTPConnection:
        return HTTPConnection("127.0.0.1", self.port, PATIENCE_S, (own, 0))

    def stop(self) -> None:
        self.server.stop()
        self.thread.join(PATIENCE_S)
        assert not self.thread.is_alive()


@pytest.fixture
def site(fast_path: bool) -> Iterator[Site]:
    site = Site(fast_path)
    yield site
    site.stop()


def answer(web: HTTPConnection) -> tuple[int, bytes]:
    with web.getresponse() as said:
        return said.status, said.read()


def posted(site: Site, path: str, body: bytes = b"{}") -> bytes:
    web = site.open()
    web.request("POST", path, body)
    status, said = answer(web)
    web.close()
    assert status == 200
    return said


def test_views_run_in_threads(site: Site) -> None:
    assert posted(site, "/other").startswith(b"flask")


def test_a_request_that_waits_for_the_table_delays_no_other(site: Site) -> None:
    phones = [site.open(f"127.0.0.{number}") for number in range(2, POOL)]
    for web in phones:
        web.request("POST", ACT, b"{}")
        assert site.asked.acquire(timeout=PATIENCE_S)
    assert posted(site, "/other").startswith(b"flask")
    for number, coming in enumerate(site.left):
        coming.set_result(str(number))
    assert [answer(web) for web in phones] == [(200, b"%d" % n) for n in range(len(phones))]
    for web in phones:
        web.close()


def test_late_answer_is_reported_and_may_still_arrive(site: Site) -> None:
    site.within_s = 0.01
    web = site.open()
    web.request("POST", ACT, b"{}")
    assert answer(web) == (503, b"late")
    web.close()
    site.left[0].set_result("too late for this phone")


def test_phones_that_hang_up_while_waiting_free_their_slots(site: Site) -> None:
    for number in range(2 * POOL):
        with socket.create_connection(("127.0.0.1", site.port), PATIENCE_S) as phone:
            phone.sendall(
                b"POST %s HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n" % ACT.encode()
            )
            assert site.asked.acquire(timeout=PATIENCE_S)
        site.left[number].set_result("nobody reads this")
    assert posted(site, "/other").startswith(b"flask")


def test_an_answer_after_the_servers_end_is_ignored(fast_path: bool) -> None:
    site = Site(fast_path)
    web = site.open()
    web.request("POST", ACT, b"{}")
    assert site.asked.acquire(timeout=PATIENCE_S)
    site.stop()
    site.left[0].set_result("late")
    web.close()
