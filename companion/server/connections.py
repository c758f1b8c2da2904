"""Connections to the web server: how many there may be, and how long a request may take to come."""

import asyncio
import resource
from collections import Counter
from collections.abc import Hashable, Iterable
from contextlib import suppress
from typing import Any, TypeVar

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

MOST_CONNECTIONS = 1500
"""Open at once, of all phones together."""

OTHER_FILES = 256
"""Files that are no phone's connection: the store's, the seats', the pages'."""

HEAD_S = 10.0
"""How long a connection may take to say what it wants, from its first byte or its opening on."""

Held = TypeVar("Held", bound=Hashable)


def leaver(held: Iterable[tuple[Held, str]], address: str) -> Held | None:
    """Who makes room for one more of this address: the oldest of the address that has most.

    `held`: what there is and whose it is, oldest first. None if this address has as many itself:
    the newcomer is turned away then.
    """
    held = list(held)
    crowds = Counter(whose for _, whose in held)
    largest, most = crowds.most_common(1)[0]
    if crowds[address] + 1 >= most:
        return None
    return next(one for one, whose in held if whose == largest)


def most_connections() -> int:
    """As many as this process may have open; its limit is raised where the system lets it.

    At least one, and a quarter of a limit that is too low for everything.
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


class Doors:
    """All connections of this server, oldest first."""

    def __init__(self, most: int):
        self._most = most
        self._open: dict[Connection, str] = {}

    def enter(self, connection: "Connection", address: str) -> None:
        """One more. At the limit somebody leaves, or it does itself."""
        if len(self._open) >= self._most:
            gone = leaver(self._open.items(), address) or connection
            self._open.pop(gone, None)
            abort(gone.transport)
        if not connection.transport.is_closing():
            self._open[connection] = address

    def leave(self, connection: "Connection") -> None:
        """It is closed."""
        self._open.pop(connection, None)


class Connection(H11Protocol):
    """One connection. Its transport is in each request's state, for the hub's direct writes."""

    def __init__(self, doors: Doors, *args: Any, **named: Any):
        super().__init__(*args, **named)
        self._doors = doors
        self._late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.app_state = {**self.app_state, "transport": transport}
        self._doors.enter(self, self.client[0] if self.client else "")
        self._hurry()

    def connection_lost(self, exc: Exception | None) -> None:
        self._doors.leave(self)
        self._calm()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.conn.their_state is not h11.IDLE:
            self._calm()
        elif self.conn.trailing_data[0]:
            self._hurry()

    def _hurry(self) -> None:
        """From now on the rest of the request's head has HEAD_S to come."""
        if self._late is None:
            self._late = self.loop.call_later(HEAD_S, abort, self.transport)

    def _calm(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None
