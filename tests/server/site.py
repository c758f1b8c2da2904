"""The application on its real server, http and https, and requests with every header."""

import json
import socket
import ssl
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPSConnection
from pathlib import Path
from typing import Any

from companion.games.game import Event
from companion.pages.app import create_app
from companion.server.asgi import Server
from companion.server.https import open_https
from companion.server.hub import Hub
from companion.server.listener import listen
from companion.table.posts import FINE, Answer, Post
from tests.patience import PATIENCE_S
from tests.table.table_actor import Actor

LOCKS = {
    "content-security-policy": "default-src 'self'; script-src 'self'; style-src 'self'; "
    "img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "x-frame-options": "DENY",
    "cache-control": "no-store",
}
SAID = {**LOCKS, "content-type": "application/json", "vary": "Cookie"}

TAP = {"act": "tap", "seat": 1, "card": {"value": 3}}

Headers = Mapping[str, str | Sequence[str] | None]


class Site:
    """The application on its server, http and https, with a table that a test controls.

    `prompt`: whether the table answers at once.
    """

    def __init__(self, folder: Path, fast_path: bool = True):
        self.actor = Actor(folder)
        self.posted: list[Post] = []
        self.prompt = True
        self.came = threading.Semaphore(0)
        self.answer = Answer(FINE, version=7, events=(Event("log.done", 1, {}),))
        web = self.actor.web(self._post)
        listener = listen("127.0.0.1", 0)
        https = open_https([], folder, ("127.0.0.1", 0), "127.0.0.1")
        self.ports = {"http": listener.getsockname()[1], "https": https.port}
        hub = Hub(lambda channel: None)
        self.app = create_app(web)
        tls = (https.listener, https.context)
        self.server = Server(self.app, hub, tls, fast=fast_path)
        self.thread = threading.Thread(target=self.server.run, args=([listener],))
        self.thread.start()
        self.words = {scheme: self.token(scheme) for scheme in self.ports}
        """The values of the names in braces in a test's headers."""

    def _post(self, post: Post) -> None:
        self.posted.append(post)
        self.came.release()
        if self.prompt:
            post.reply.set_result(self.answer)

    def be_slow(self) -> None:
        """Stop answering posts, and forget earlier ones."""
        self.prompt = False
        self.posted.clear()
        while self.came.acquire(blocking=False):
            pass

    def open(self, scheme: str) -> HTTPConnection:
        """Open a connection that accepts any certificate."""
        port = self.ports[scheme]
        if scheme == "http":
            return HTTPConnection("127.0.0.1", port, PATIENCE_S)
        anyone = ssl.create_default_context()
        anyone.check_hostname, anyone.verify_mode = False, ssl.CERT_NONE
        return HTTPSConnection("127.0.0.1", port, timeout=PATIENCE_S, context=anyone)

    def token(self, scheme: str) -> str:
        """The cookie of a phone that has opened a page."""
        web = self.open(scheme)
        web.request("GET", "/races", headers={"Host": "127.0.0.1"})
        with web.getresponse() as page:
            page.read()
        web.close()
        return str(page.getheader("set-cookie")).partition(";")[0]

    def stop(self) -> None:
        self.server.stop()
        self.thread.join(PATIENCE_S)
        assert not self.thread.is_alive()
        self.actor.close()


@dataclass(frozen=True)
class Ask:
    """A request; by default a valid act over http."""

    method: str = "POST"
    path: str = "/api/v1/acts"
    body: bytes | dict[str, Any] = field(default_factory=lambda: {"key": "k", "act": TAP})
    headers: Headers = field(default_factory=dict)
    """Changed headers: None omits a header, a list of values repeats it."""
    scheme: str = "http"


@dataclass(frozen=True)
class Said:
    """An answer of the server."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def key(self) -> str:
        """The message key of the refusal in the body."""
        return str(json.loads(self.body)["error"]["key"])


def ask(site: Site, asked: Ask) -> Said:
    body = asked.body if isinstance(asked.body, bytes) else json.dumps(asked.body).encode()
    words = {**site.words, "host": f"127.0.0.1:{site.ports[asked.scheme]}"}
    headers: Headers = {
        "Host": "{host}",
        "Origin": asked.scheme + "://{host}",
        "Content-Type": "application/json",
        "Content-Length": str(len(body)),
        "Cookie": f"{{{asked.scheme}}}",
        "Accept-Language": "en",
        **asked.headers,
    }
    site.posted.clear()
    web = site.open(asked.scheme)
    web.connect()
    # In one piece: a refusal of the head would cut off a body that follows.
    web.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_CORK, 1)
    web.putrequest(asked.method, asked.path, skip_host=True, skip_accept_encoding=True)
    for name, values in headers.items():
        for value in [values] if isinstance(values, str) else values or ():
            web.putheader(name, value.format(**words))
    web.endheaders(body)
    web.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_CORK, 0)
    with web.getresponse() as answer:
        said = answer.read()
    web.close()
    told = {name.lower(): value for name, value in answer.getheaders()}
    told.pop("date", None)
    return Said(answer.status, told, said)
