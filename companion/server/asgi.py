"""The web server: Flask in a small pool of threads, streams on the event loop.

Flask authorises a stream like any other page: its view answers with the header `X-Stream`, and
the dispatcher swallows that answer and hands the connection to the hub. Bodies are read here,
bounded in size and time, before a thread is taken: a slow phone holds up nobody. No thread waits
for the table.
"""

import asyncio
import errno
import gc
import json
import logging
import re
import signal
import socket
import ssl
from asyncio import sslproto
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from types import FrameType
from typing import Any

import uvicorn
from flask import Flask

from companion import messages
from companion.errors import CompanionError
from companion.server import fast_path, wsgi
from companion.server.connections import Connection, Doors, most_connections
from companion.server.fair_turns import Asker, Turns
from companion.server.hub import Client, Hub
from companion.server.pending import PendingAnswers
from companion.server.wsgi import Awaited, Reply

BODY_BYTES = 64 * 1024
BODY_S = 5.0
POOL = 8

TLS_BYTES = 16 * 1024
"""How much an encrypted connection reads at once: a record."""

HANDSHAKE_S = 10.0

END_S, LAST_S = 1, 0.5
"""How long the end waits for answers; and after how long those that wait for the disk are given."""

KEEP_ALIVE_S = 75
"""Longer than most turns: the next act needs no new connection."""

_NEVER = re.compile(rb"q=0(\.0*)?\s*$")
_BIND = {errno.EADDRINUSE: "web.port_in_use", errno.EACCES: "web.port_forbidden"}

Scope = dict[str, Any]
Message = dict[str, Any]
Receive = Callable[[], Any]
Send = Callable[[Message], Any]


class PortTaken(CompanionError, OSError):
    """The address cannot be listened on."""


def listen(host: str, port: int) -> socket.socket:
    """A listening socket for phones: small buffers, so that newest-wins means what it says.

    Raises PortTaken if somebody else answers there, or this user may not.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # asyncio turns Nagle's algorithm off only where the protocol is named.
    sock = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 32 * 1024)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NOTSENT_LOWAT, 8 * 1024)
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, 20_000)
    try:
        sock.bind((host, port))
        sock.listen(512)
    except (OSError, OverflowError) as error:
        sock.close()
        code = getattr(error, "errno", None)
        key = _BIND.get(code, "web.port_unusable") if code else "web.port_unusable"
        raise PortTaken(key, host=host, port=port) from error
    sock.setblocking(False)
    return sock


class _Dispatcher:
    """One ASGI application: bodies bounded, streams to the hub, the rest to Flask."""

    def __init__(self, flask_app: Flask, hub: Hub, turns: Turns, pending: PendingAnswers):
        self._flask = flask_app
        self._threads = ThreadPoolExecutor(POOL, "flask")
        self._hub = hub
        self._turns = turns
        self._pending = pending

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        if _framed_twice(scope):
            await _refuse(scope, send, 400, "web.two_lengths")
            return
        body = None if _announced(scope) > BODY_BYTES else await self._body(receive)
        if body is None:
            await _refuse(scope, send, 413, "web.too_large")
            return
        async with self._turns.turn(Asker.of(scope)):
            answer = await self._answer(scope, body)
        if scope["method"] == "GET" and scope["path"].endswith("/stream"):
            await self._stream(scope, answer, receive, send)
        else:
            await _send(answer, send)

    async def _answer(self, scope: Scope, body: bytes) -> Reply:
        """What Flask says, whole: whoever reads it slowly holds up no thread, nor who waits."""
        left: list[Awaited] = []
        environ = wsgi.environ(scope, body, left.append)
        loop = asyncio.get_running_loop()
        answer = await loop.run_in_executor(self._threads, wsgi.call, self._flask, environ)
        for awaited in left:
            await self._pending.wait(awaited)
            answer = awaited.finished(answer)
        return answer

    async def _body(self, receive: Receive) -> bytes | None:
        """The whole body, or None if it is too large or too slow.

        What is too large is let run out: who is still sending would not hear the answer.
        """
        body, size = bytearray(), 0
        try:
            async with asyncio.timeout(BODY_S):
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

    async def _stream(self, scope: Scope, answer: Reply, receive: Receive, send: Send) -> None:
        headers = {name.decode(): value.decode() for name, value in answer.headers}
        if "x-stream" not in headers:
            await _send(answer, send)
            return
        if scope["http_version"] != "1.1":
            await _refuse(scope, send, 505, "web.old_http")
            return
        address = Asker.of(scope).address
        full = self._hub.full(address)
        packed = _reads_gzip(scope) and not full
        await send(_stream_start(packed, retry_later=full))
        if full:
            body = b"retry: 15000\n\n"
            await send({"type": "http.response.body", "body": body})
            return
        client = Client(
            transport=scope["state"]["transport"],
            channel=headers["x-stream"],
            phone=headers.get("x-stream-phone", ""),
            address=address,
            packed=packed,
            since=headers.get("x-stream-since", ""),
            opened=asyncio.get_running_loop().time(),
        )
        await self._hub.take(client, _left(receive))
        client.transport.close()


def _framed_twice(scope: Scope) -> bool:
    """Whether its length is told in two ways: who stands between could see another end of it."""
    return {b"content-length", b"transfer-encoding"} <= dict(scope["headers"]).keys()


def _announced(scope: Scope) -> int:
    """How many bytes of body the client says will come."""
    length = dict(scope["headers"]).get(b"content-length", b"0")
    return int(length) if length.isdigit() else 0


def _reads_gzip(scope: Scope) -> bool:
    accepted = dict(scope["headers"]).get(b"accept-encoding", b"")
    ways = (way.strip().partition(b";") for way in accepted.lower().split(b","))
    return any(name.strip() == b"gzip" and not _NEVER.search(how) for name, _, how in ways)


def _stream_start(packed: bool, retry_later: bool) -> Message:
    headers = [
        (b"content-type", b"text/event-stream; charset=utf-8"),
        (b"cache-control", b"no-store"),
        (b"x-accel-buffering", b"no"),
        (b"vary", b"accept-encoding"),
    ]
    if packed:
        headers.append((b"content-encoding", b"gzip"))
    if not retry_later:
        headers.append((b"transfer-encoding", b"chunked"))
    return {"type": "http.response.start", "status": 200, "headers": headers}


async def _left(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _send(answer: Reply, send: Send) -> None:
    """What a view says of a stream stays here."""
    status, told, body = answer
    headers = [header for header in told if not header[0].startswith(b"x-stream")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


async def _refuse(scope: Scope, send: Send, status: int, key: str) -> None:
    """No, before any view has seen it; the connection ends with that."""
    accepted = dict(scope["headers"]).get(b"accept-language", b"").decode("latin-1")
    text = messages.sentence(key, {}, messages.accepted(accepted))
    body = json.dumps({"error": {"key": key, "params": {}, "text": text}}).encode()
    headers = [(b"content-type", b"application/json"), (b"connection", b"close")]
    await _send(Reply(status, headers, body), send)


class Server(uvicorn.Server):
    """uvicorn with streams that end first, so that a stop takes no longer than it must.

    `https`: a further listener, and what it speaks https with. `fast`: whether the posts of a
    running race take the fast path (fast_path/README.md); without it all is the same, but slower.
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
        turns = Turns(POOL)
        connection: Callable[..., Connection] = Connection
        if fast:
            connection = fast_path.connection_factory(flask_app, turns, self._pending)
        self._protocol = partial(connection, Doors(most_connections()))
        dispatcher = _Dispatcher(flask_app, hub, turns, self._pending)
        super().__init__(
            uvicorn.Config(
                dispatcher,
                http=self._protocol,  # type: ignore[arg-type]
                loop="asyncio",
                ws="none",
                lifespan="off",
                log_config=None,
                access_log=False,
                proxy_headers=False,
                server_header=False,
                timeout_keep_alive=KEEP_ALIVE_S,
                timeout_graceful_shutdown=END_S,
                h11_max_incomplete_event_size=16 * 1024,
            )
        )
        self._hub = hub
        self._https = https
        logging.getLogger("uvicorn.error").setLevel(logging.ERROR)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Bind the hub to the event loop, then listen."""
        self._hub.start()
        await super().startup(sockets)
        if self._https:
            await self._also_https(*self._https)
        # What is there now stays: the collector, which stops every thread, need not look again.
        gc.freeze()

    async def _also_https(self, sock: socket.socket, context: ssl.SSLContext) -> None:
        """Listen with encryption, too, as uvicorn itself does without."""
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
        """End every connection, also of a phone that no longer reads."""
        asyncio.get_running_loop().call_later(LAST_S, self._pending.give_up)
        await super().shutdown(sockets)
        self._hub.cut_off()
        await asyncio.sleep(0)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """A signal: say goodbye to the streams, then stop."""
        self._hub.close_soon()
        self.should_exit = True

    def stop(self) -> None:
        """The same from another thread."""
        self.handle_exit(signal.SIGTERM, None)
