"""The web server: Flask in a small pool of threads, streams on the event loop.

Flask authorises a stream like any other request: its view answers with the header `X-Stream`, and
the dispatcher drops that answer and hands the connection to the hub. Bodies are read here, limited
in size and time, before a thread is taken: a slow phone delays no other. No thread waits for the
table.
"""

import asyncio
import gc
import logging
import re
import signal
import socket
import ssl
from asyncio import sslproto
from collections.abc import Callable, Mapping
from functools import partial
from types import FrameType
from typing import Any

import uvicorn
from flask import Flask

from companion.server import fast_path, request_guard, wsgi
from companion.server.connections import Connection, ConnectionLimits, most_connections
from companion.server.fair_queue import FairQueue, Requester
from companion.server.hub import Client, Hub
from companion.server.log_limit import counting_repeats
from companion.server.pending import PendingAnswers
from companion.server.refusals import refuse_request
from companion.server.workers import Workers
from companion.server.wsgi import Deferred, HttpResponse

BODY_BYTES = 64 * 1024
BODY_S = 5.0
LINGER_S = 2.0
"""Seconds that a refused client may go on sending before its connection is closed."""

POOL = 8
"""Threads that run Flask."""

TLS_BYTES = 16 * 1024
"""Bytes that a TLS connection reads at once: one record."""

HANDSHAKE_S = 10.0

END_S, LAST_S = 1, 0.5
"""Seconds that a shutdown waits for answers, and that pending posts may still take."""

KEEP_ALIVE_S = 75
"""Keep-alive in seconds: longer than most turns, so that the next act needs no new connection."""

FULL = b"retry: 15000\nevent: full\ndata: %b\n\n"
"""The body of a refused stream, with the reason; a browser that retries does so after 15 s."""

UVICORN: dict[str, Any] = {
    "loop": "asyncio",
    "ws": "none",
    "lifespan": "off",
    "log_config": None,
    "access_log": False,
    "proxy_headers": False,
    "server_header": False,
    "headers": list(request_guard.SECURITY_HEADERS.items()),
    "timeout_keep_alive": KEEP_ALIVE_S,
    "timeout_graceful_shutdown": END_S,
    "h11_max_incomplete_event_size": 16 * 1024,
}

_NOT_ACCEPTED = re.compile(rb"q=0(\.0*)?\s*$")

Scope = dict[str, Any]
Message = dict[str, Any]
Receive = Callable[[], Any]
Send = Callable[[Message], Any]


class _Dispatcher:
    """One ASGI application: bodies bounded, streams to the hub, the rest to Flask."""

    def __init__(
        self,
        flask_app: Flask,
        hub: Hub,
        queue: FairQueue,
        pending: PendingAnswers,
        workers: Workers,
    ):
        self._flask = flask_app
        self._workers = workers
        self._hub = hub
        self._queue = queue
        self._pending = pending

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        if _has_ambiguous_length(scope):
            await self._refuse(refuse_request(scope, 400, "web.two_lengths"), receive, send)
            return
        body = None if _content_length(scope) > BODY_BYTES else await self._body(receive)
        if body is None:
            await self._refuse(refuse_request(scope, 413, "web.too_large"), receive, send)
            return
        async with self._queue.slot(Requester.of(scope)):
            answer = await self._answer(scope, body)
        if scope["method"] == "GET" and scope["path"].endswith("/stream"):
            await self._stream(scope, answer, receive, send)
        else:
            await _send(answer, send)

    async def _answer(self, scope: Scope, body: bytes) -> HttpResponse:
        """Flask's whole response. Neither a slow client nor a deferred answer occupies a thread."""
        deferred: list[Deferred] = []
        environ = wsgi.environ(scope, body, deferred.append)
        answer = await self._workers.call(partial(wsgi.call, self._flask, environ))
        for each in deferred:
            await self._pending.wait(each)
            answer = each.complete(answer)
        return answer

    async def _refuse(self, answer: HttpResponse, receive: Receive, send: Send) -> None:
        """Send the answer now, and end the connection when the body has come or LINGER_S passed.

        A connection that ends with bytes unread is reset, and the client may lose the answer
        (RFC 9112, section 9.6).
        """
        status, headers, body = answer
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": body, "more_body": True})
        await self._body(receive, LINGER_S)
        await send({"type": "http.response.body", "body": b""})

    async def _body(self, receive: Receive, within_s: float = BODY_S) -> bytes | None:
        """Read the whole body; None if it is too large or too slow.

        A body that is too large is still read to its end, because the client reads no answer
        before.
        """
        body, size = bytearray(), 0
        try:
            async with asyncio.timeout(within_s):
                while True:
                    message = await receive()
                    if message["type"] == "http.disconnect":
                        return b""
                    part = message.get("body", b"")
                    size += len(part)
                    if size <= BODY_BYTES:
                        body += part
                    if not message.get("more_body"):
                        return bytes(body) if size <= BODY_BYTES else None
        except TimeoutError:
            return None

    async def _stream(
        self, scope: Scope, answer: HttpResponse, receive: Receive, send: Send
    ) -> None:
        """Send the response of a stream's view, or hand the connection to the hub."""
        headers = {name.decode(): value.decode() for name, value in answer.headers}
        if "x-stream" not in headers:
            await _send(answer, send)
            return
        if scope["http_version"] != "1.1":
            await _send(refuse_request(scope, 505, "web.old_http"), send)
            return
        client = _client(scope, headers)
        if key := self._hub.refusal(client):
            await send(_stream_start(gzip=False, refused=True))
            error = refuse_request(scope, 200, key).body
            await send({"type": "http.response.body", "body": FULL % error})
            return
        await send(_stream_start(client.gzip))
        if not client.transport.is_closing():
            await self._hub.serve(client, _disconnected(receive))
        client.transport.close()


def _client(scope: Scope, headers: Mapping[str, str]) -> Client:
    """A client of the hub, from the headers of its stream's view."""
    return Client(
        transport=scope["state"]["transport"],
        channel=headers["x-stream"],
        phone=headers.get("x-stream-phone", ""),
        window=headers.get("x-stream-window", ""),
        address=Requester.of(scope).address,
        gzip=_accepts_gzip(scope),
        since=headers.get("x-stream-since", ""),
        opened=asyncio.get_running_loop().time(),
    )


def _has_ambiguous_length(scope: Scope) -> bool:
    """Whether both a length and chunks are given: a proxy could see a different end of the body."""
    return {b"content-length", b"transfer-encoding"} <= dict(scope["headers"]).keys()


def _content_length(scope: Scope) -> int:
    """The announced length of the body, 0 without one."""
    length = dict(scope["headers"]).get(b"content-length", b"0")
    return int(length) if length.isdigit() else 0


def _accepts_gzip(scope: Scope) -> bool:
    accepted = dict(scope["headers"]).get(b"accept-encoding", b"")
    codings = (coding.strip().partition(b";") for coding in accepted.lower().split(b","))
    return any(name.strip() == b"gzip" and not _NOT_ACCEPTED.search(q) for name, _, q in codings)


def _stream_start(gzip: bool, refused: bool = False) -> Message:
    headers = [
        (b"content-type", b"text/event-stream; charset=utf-8"),
        (b"cache-control", b"no-store"),
        (b"x-accel-buffering", b"no"),
        (b"vary", b"accept-encoding"),
    ]
    if gzip:
        headers.append((b"content-encoding", b"gzip"))
    if refused:
        headers.append((b"connection", b"close"))
    else:
        headers.append((b"transfer-encoding", b"chunked"))
    return {"type": "http.response.start", "status": 200, "headers": headers}


async def _disconnected(receive: Receive) -> None:
    """Wait until the client has gone."""
    while (await receive())["type"] != "http.disconnect":
        pass


async def _send(answer: HttpResponse, send: Send) -> None:
    """Send a response without the internal headers of a stream's view."""
    status, given, body = answer
    headers = [header for header in given if not header[0].startswith(b"x-stream")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


class Server(uvicorn.Server):
    """A uvicorn server that ends the streams before it stops, so that it need not wait for them.

    `https`: a further listener with its TLS context. `fast`: whether the posts of a
    running race take the fast path (fast_path/README.md); without it, answers are the same but
    slower.
    """

    def __init__(
        self,
        flask_app: Flask,
        hub: Hub,
        https: tuple[socket.socket, ssl.SSLContext] | None = None,
        *,
        fast: bool = True,
    ):
        self._pending = PendingAnswers()
        queue = FairQueue(POOL)
        connection: Callable[..., Connection] = Connection
        if fast:
            connection = fast_path.connection_factory(flask_app, queue, self._pending)
        self._protocol = partial(connection, ConnectionLimits(most_connections()))
        self._workers = Workers(POOL)
        dispatcher = _Dispatcher(flask_app, hub, queue, self._pending, self._workers)
        super().__init__(
            uvicorn.Config(dispatcher, http=self._protocol, **UVICORN)  # type: ignore[arg-type]
        )
        self._hub = hub
        self._https = https
        self._loggers = ("asyncio", "uvicorn.error", flask_app.logger.name)
        logging.getLogger("uvicorn.error").setLevel(logging.ERROR)

    async def serve(self, sockets: list[socket.socket] | None = None) -> None:
        """Serve until the end, counting repeated log records instead of writing them."""
        with counting_repeats(*self._loggers):
            await super().serve(sockets)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Bind the hub to the event loop, then listen."""
        self._hub.start()
        await super().startup(sockets)
        if self._https:
            await self._also_https(*self._https)
        # Exempt everything allocated so far from garbage collection, which stops every thread.
        gc.freeze()

    async def _also_https(self, sock: socket.socket, context: ssl.SSLContext) -> None:
        """Listen for TLS connections as uvicorn does for plain ones."""
        # 256 KiB for each connection would be half of a small machine's memory; no request of a
        # phone is larger than this.
        sslproto.SSLProtocol.max_size = TLS_BYTES
        server = await asyncio.get_running_loop().create_server(
            lambda: self._protocol(self.config, self.server_state, self.lifespan.state),
            sock=sock,
            ssl=context,
            backlog=self.config.backlog,
            ssl_handshake_timeout=HANDSHAKE_S,
            ssl_shutdown_timeout=1.0,
        )
        self.servers.append(server)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End every connection, even one whose phone no longer reads."""
        asyncio.get_running_loop().call_later(LAST_S, self._pending.give_up)
        await super().shutdown(sockets)
        self._workers.end()
        self._hub.cut_off()
        await asyncio.sleep(0)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """A signal: say goodbye to the streams, then stop."""
        self._hub.close_soon()
        self.should_exit = True

    def stop(self) -> None:
        """Stop the server. From any thread."""
        self.handle_exit(signal.SIGTERM, None)
