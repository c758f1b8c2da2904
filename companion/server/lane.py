"""A connection on which what a race is played with goes past the web server's layers (quick.py).

While such a post is on its way, whatever else the phone sends waits; everything that is no such
post goes to uvicorn's own protocol as if this one were not there.
"""

import asyncio
from collections.abc import Callable
from http import HTTPStatus
from typing import Any, Protocol

import h11

from companion.server.connections import Connection, Doors
from companion.server.quick import HEADERS, Asked, Way
from companion.server.wsgi import Awaited, Headers

REST_S = 0.05
"""How long the rest of a body is waited for: some phones send it behind the head, in no time."""

BROKEN = (
    b"HTTP/1.1 500 Internal Server Error\r\nContent-Type: text/plain; charset=utf-8\r\n"
    b"Connection: close\r\nContent-Length: 21\r\n\r\nInternal Server Error"
)
"""A bug in the answer. What the post asked for has come about."""


class Takes(Protocol):
    """Who takes posts."""

    def look(self, data: bytes, way: Way) -> Asked | bool:
        """The post that came, if its phone need not wait in line with others. False: it is none of
        those; True: the rest of its body must come first.
        """

    def hand_over(self, asked: Asked, told: Callable[[Awaited], None]) -> None:
        """To the table. `told` is called once, on the loop: when the answer is there, or late."""


class Lane(Connection):
    """One connection."""

    def __init__(self, doors: Doors, takes: Takes, *args: Any, **named: Any):
        super().__init__(doors, *args, **named)
        self._takes = takes
        self._way = Way("http", None, "")
        self._held = b""
        self._rest: asyncio.TimerHandle | None = None
        self._under_way = self._ending = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._way = Way(self.scheme or "", self.server, self.client[0] if self.client else "")

    def connection_lost(self, exc: Exception | None) -> None:
        self._held = b""
        self._expect_no_rest()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._under_way:
            self._held += data
            self.flow.pause_reading()
            return
        data, self._held = self._held + data, b""
        asked = self._at_rest() and self._takes.look(data, self._way)
        if asked is False:
            self._expect_no_rest()
            super().data_received(data)
            return
        self._unset_keepalive_if_required()
        self._calm()
        if asked is True:
            self._held = data
            self._rest = self._rest or self.loop.call_later(REST_S, self._go_on)
            return
        self._expect_no_rest()
        self._under_way = True
        self._takes.hand_over(asked, self._answer)

    def shutdown(self) -> None:
        if self._under_way:
            self._ending = True
            return
        self._expect_no_rest()
        self._go_on()
        super().shutdown()

    def _at_rest(self) -> bool:
        """Whether nothing else is on its way on this connection."""
        conn = self.conn
        between = conn.our_state is conn.their_state is h11.IDLE and not conn.trailing_data[0]
        return between and not self.flow.write_paused

    def _expect_no_rest(self) -> None:
        if self._rest is not None:
            self._rest.cancel()
            self._rest = None

    def _go_on(self) -> None:
        """With what came in the meantime, as if it came now."""
        self._rest = None
        data, self._held = self._held, b""
        if data and not self.transport.is_closing():
            super().data_received(data)

    def _answer(self, awaited: Awaited) -> None:
        self._under_way = False
        if self.transport.is_closing():
            return
        try:
            answer = _answer(*awaited.answer(), self.server_state.default_headers)
        except Exception:
            self.transport.write(BROKEN)
            self.transport.close()
            raise
        self.transport.write(answer)
        if self._ending:
            self.transport.close()
            return
        self.on_response_complete()
        if self._held:
            self.data_received(b"")


def _answer(status: int, body: bytes, more: Headers) -> bytes:
    """The whole answer as it goes out."""
    lines = [b"HTTP/1.1 %d %s" % (status, HTTPStatus(status).phrase.encode())]
    lines += [b"%s: %s" % header for header in (*more, *HEADERS)]
    lines.append(b"content-length: %d" % len(body))
    return b"\r\n".join((*lines, b"", body))
