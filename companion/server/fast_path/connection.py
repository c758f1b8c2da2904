"""A connection that answers direct posts itself and leaves everything else to uvicorn.

While a direct post is under way, further bytes are held back, so answers go out in order.
"""

import asyncio
from typing import Any

import h11

from companion.server import request_guard as guard
from companion.server.connections import Connection
from companion.server.fast_path.handover import Handover
from companion.server.fast_path.head import Via
from companion.server.fast_path.recognizer import Found
from companion.server.wsgi import Deferred, Headers, HttpResponse

BODY_WAIT_S = 0.05
"""Seconds to wait for the rest of a body, which some phones send right after the head."""

HEADERS: Headers = [
    (name.lower().encode(), text.encode())
    for name, text in (
        ("Content-Type", "application/json"),
        guard.NO_STORE,
        ("Vary", "Cookie"),
    )
]
"""Headers of every answer, as Flask's views send them."""

SERVER_ERROR = HttpResponse(
    500,
    [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"connection", b"close"),
        (b"content-length", b"21"),
    ],
    b"Internal Server Error",
)
"""The answer if a bug prevents the real one. The post itself has been done."""


class FastConnection(Connection):
    """One connection with the fast path."""

    def __init__(self, handover: Handover, *args: Any, **named: Any):
        super().__init__(*args, **named)
        self._handover = handover
        self._via = Via("http", None, "")
        self._held = b""
        self._body_timer: asyncio.TimerHandle | None = None
        self._under_way = self._ending = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._via = Via(self.scheme or "", self.server, self.client[0] if self.client else "")

    def connection_lost(self, exc: Exception | None) -> None:
        self._held = b""
        self._stop_body_timer()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._under_way:
            self._held += data
            self.flow.pause_reading()
            return
        data, self._held = self._held + data, b""
        found = self._handover.recognize(data, self._via) if self._is_idle() else Found.OTHER
        if found is Found.OTHER:
            self._stop_body_timer()
            super().data_received(data)
            return
        self._unset_keepalive_if_required()
        self._stop_head_timer()
        if found is Found.INCOMPLETE:
            self._held = data
            self._body_timer = self._body_timer or self.loop.call_later(BODY_WAIT_S, self._pass_on)
            return
        self._stop_body_timer()
        self._under_way = True
        self._handover.hand_over(found, self._answer)

    def shutdown(self) -> None:
        if self._under_way:
            self._ending = True
            return
        self._stop_body_timer()
        self._pass_on()
        super().shutdown()

    def _is_idle(self) -> bool:
        """Whether no other request or response is under way on this connection."""
        conn = self.conn
        between = conn.our_state is conn.their_state is h11.IDLE and not conn.trailing_data[0]
        return between and not self.flow.write_paused

    def _stop_body_timer(self) -> None:
        if self._body_timer is not None:
            self._body_timer.cancel()
            self._body_timer = None

    def _pass_on(self) -> None:
        """Pass the held bytes to uvicorn, as if they had just arrived."""
        self._body_timer = None
        data, self._held = self._held, b""
        if data and not self.transport.is_closing():
            super().data_received(data)

    def _answer(self, deferred: Deferred) -> None:
        self._under_way = False
        if self.transport.is_closing():
            return
        try:
            status, body = deferred.answer()
            headers = [*HEADERS, (b"content-length", b"%d" % len(body))]
            response = HttpResponse(status, headers, body).encode(self.server_state.default_headers)
        except Exception:
            self.transport.write(SERVER_ERROR.encode(self.server_state.default_headers))
            self.transport.close()
            raise
        self.transport.write(response)
        if self._ending:
            self.transport.close()
            return
        self.on_response_complete()
        if self._held:
            self.data_received(b"")
