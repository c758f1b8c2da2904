"""Limits of connections: their number, and the time for a request's head."""

import asyncio
import resource
from collections import Counter
from collections.abc import Hashable, Iterable
from contextlib import suppress
from typing import Any, TypeVar

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from companion.server.refusals import refuse

MOST_CONNECTIONS = 1500
"""Most open connections, from all addresses together."""

OTHER_FILES = 256
"""File descriptors kept free for everything else: store, serial ports, page files."""

HEAD_S = 10.0
"""Seconds for a request's head, from its first byte or the opening of the connection."""

Held = TypeVar("Held", bound=Hashable)


def pick_to_evict(held: Iterable[tuple[Held, str]], address: str) -> Held | None:
    """Pick the connection to evict for a new one: the oldest of the address that has the most.

    `held`: connections with their addresses, oldest first; `address`: the newcomer's. None if the
    newcomer's address would itself have the most: then the newcomer is refused.
    """
    held = list(held)
    counts = Counter(whose for _, whose in held)
    largest, most = counts.most_common(1)[0]
    if counts[address] + 1 >= most:
        return None
    return next(one for one, whose in held if whose == largest)


def most_connections() -> int:
    """Connections this process can have open; raises its file limit as far as the system allows.

    At least one; a quarter of the limit if that is too low for everything.
    """
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_CONNECTIONS + OTHER_FILES
    if soft < wanted:
        soft = min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return max(1, min(MOST_CONNECTIONS, max(soft - OTHER_FILES, soft // 4)))


def abort(transport: asyncio.Transport) -> None:
    """Abort a connection at once.

    After a TLS connection was closed twice (by the hub, then by uvicorn), Python 3.11.2, which
    Debian 12 has, raises AttributeError here. Such a connection ends after `ssl_shutdown_timeout`.
    """
    with suppress(AttributeError):
        transport.abort()


class ConnectionLimits:
    """All open connections of a server, oldest first, `most` at a time."""

    def __init__(self, most: int):
        self._most = most
        self._open: dict[Connection, str] = {}

    def add(self, connection: "Connection", address: str) -> None:
        """Add a connection. At the limit one is aborted: another one, or this one itself."""
        if len(self._open) >= self._most:
            evicted = pick_to_evict(self._open.items(), address) or connection
            self._open.pop(evicted, None)
            abort(evicted.transport)
        if not connection.transport.is_closing():
            self._open[connection] = address

    def remove(self, connection: "Connection") -> None:
        """Forget a closed connection."""
        self._open.pop(connection, None)


class Connection(H11Protocol):
    """One connection. Its transport is in each request's state, for the hub's direct writes."""

    def __init__(self, limits: ConnectionLimits, *args: Any, **named: Any):
        super().__init__(*args, **named)
        self._limits = limits
        self._head_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.app_state = {**self.app_state, "transport": transport}
        self._limits.add(self, self.client[0] if self.client else "")
        self._start_head_timer()

    def connection_lost(self, exc: Exception | None) -> None:
        self._limits.remove(self)
        self._stop_head_timer()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.conn.their_state is not h11.IDLE:
            self._stop_head_timer()
        elif self.conn.trailing_data[0]:
            self._start_head_timer()

    def send_400_response(self, msg: str) -> None:
        """Refuse invalid HTTP, unless an answer has begun or was sent; end the connection.

        A bad chunk may follow a head that is already being answered. A second answer would be a
        protocol error here, and the client would take it for the answer to its next request.
        """
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            response = refuse(400, "web.bad_request")
            self.transport.write(response.encode(self.server_state.default_headers))
        if self.cycle:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        self.transport.close()

    def _start_head_timer(self) -> None:
        """Abort the connection unless the head is complete within HEAD_S."""
        if self._head_timer is None:
            self._head_timer = self.loop.call_later(HEAD_S, abort, self.transport)

    def _stop_head_timer(self) -> None:
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None
