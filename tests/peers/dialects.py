"""The protocol of each service's push channel: opening request, frames, handshake.

Ours is an event stream, gzipped as browsers request it; OctoPrint's is SockJS over a
WebSocket (RFC 6455), Flask-SocketIO's is Socket.IO over one. No service is offered compression that
its own pages do not request.
"""

import json
import re
from collections.abc import Callable, Mapping
from typing import Protocol

from companion.bench.watchers import Reading

TEXT = 1
_NUMBER = re.compile(rb'"bench": ?(\d+)')
_MASK = 0x80
_KEY = "YmVuY2htYXJraW5nIHVzIQ=="
"""The WebSocket key: any 16 bytes."""


class Dialect(Protocol):
    """A push channel as bytes."""

    request: bytes

    def split(self, got: bytes) -> tuple[list[bytes], bytes]:
        """The whole messages at the front, and the rest."""

    def answer(self, message: bytes) -> bytes:
        """The reply to a message, empty for most."""

    def ready(self, message: bytes) -> bool:
        """Whether this message ends the handshake."""

    def version(self, message: bytes) -> int | None:
        """The version of the state in a message."""


class Events:
    """Our event stream: HTTP chunks, each a gzipped event."""

    def __init__(self, port: int, hello: str):
        self.request = (
            f"GET {hello} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAccept-Encoding: gzip\r\n\r\n"
        ).encode()
        self._reading = Reading()

    def split(self, got: bytes) -> tuple[list[bytes], bytes]:
        messages: list[bytes] = []
        while True:
            size, found, rest = got.partition(b"\r\n")
            if not found or len(rest) < (length := int(size, 16)) + 2:
                return messages, got
            messages.append(rest[:length])
            got = rest[length + 2 :]

    def answer(self, message: bytes) -> bytes:
        return b""

    def ready(self, message: bytes) -> bool:
        return False

    def version(self, message: bytes) -> int | None:
        return self._reading.version(message)


class _WebSocket:
    """The common part of both WebSocket channels. `message`: a frame's payload, including pings."""

    path = "/"

    def __init__(self, port: int, hello: str):
        self.request = (
            f"GET {self.path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {_KEY}\r\nSec-WebSocket-Version: 13\r\n\r\n"
        ).encode()
        self._hello = hello
        self._versions: dict[bytes, int | None] = {}

    def split(self, got: bytes) -> tuple[list[bytes], bytes]:
        messages: list[bytes] = []
        while (frame := unframed(got)) is not None:
            _, message, got = frame
            messages.append(message)
        return messages, got

    def version(self, message: bytes) -> int | None:
        if message not in self._versions:
            found = _NUMBER.search(message, 0, 200)
            self._versions[message] = int(found[1]) if found else None
        return self._versions[message]


class SockJS(_WebSocket):
    """OctoPrint's channel. `hello` logs a page in: {"auth": "user:session"}."""

    path = "/sockjs/000/bench/websocket"

    def answer(self, message: bytes) -> bytes:
        return framed(TEXT, json.dumps([self._hello]).encode()) if message == b"o" else b""

    def ready(self, message: bytes) -> bool:
        return b'"history"' in message[:200]


class SocketIO(_WebSocket):
    """Flask-SocketIO's channel: Engine.IO 4, the default namespace."""

    path = "/socket.io/?EIO=4&transport=websocket"

    def answer(self, message: bytes) -> bytes:
        said = {b"0": b"40", b"2": b"3"}.get(message[:1], b"")
        return framed(TEXT, said) if said else b""

    def ready(self, message: bytes) -> bool:
        return message.startswith(b"40")


DIALECTS: Mapping[str, Callable[[int, str], Dialect]] = {
    "events": Events,
    "sockjs": SockJS,
    "socketio": SocketIO,
}


def unframed(got: bytes) -> tuple[int, bytes, bytes] | None:
    """A service's frame: opcode, payload, the rest; None until it is whole (RFC 6455, 5.2)."""
    if len(got) < 2:
        return None
    size, at = got[1] & 0x7F, 2
    if size >= 126:
        at = 4 if size == 126 else 10
        size = int.from_bytes(got[2:at], "big")
    if len(got) < max(at, at + size):
        return None
    return got[0] & 0x0F, got[at : at + size], got[at + size :]


def framed(opcode: int, payload: bytes) -> bytes:
    """A page's short frame; the mask is zero, which leaves the payload as it is (5.3)."""
    if len(payload) > 0xFFFF:
        raise ValueError(len(payload))
    size = len(payload)
    length = bytes([_MASK | size]) if size < 126 else bytes([_MASK | 126]) + size.to_bytes(2, "big")
    return bytes([0x80 | opcode]) + length + bytes(4) + payload
