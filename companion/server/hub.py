"""The event streams: send the newest state to every phone, without a backlog.

Everything but `publish` and `close_soon` runs in the web server's event loop. A client has one
slot: while its last event has not left this machine, newer ones replace each other. Events are
written straight to the transport, already chunked: rendered and compressed once per channel, one
write per client.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from companion.server.connections import abort, pick_to_evict
from companion.server.sse import BYE, GZIP_HEADER, HEARTBEAT, LAST_CHUNK, Encoded, StreamEvent

HEARTBEAT_S = 14.0
STALL_S = 10.0
SWEEP_S = 0.05
MOST_CLIENTS = 600

MOST_A_PHONE = 4
"""Streams of one browser. Over http it has six connections for all its windows, and pages and posts
need some of them.
"""

Render = Callable[[str], StreamEvent | None]


@dataclass(eq=False, slots=True)
class Client:
    """One open stream. `waiting` while a newer event than the last written one is due.

    `phone`: whose token came with it, "" for none; `window`: the page's own name for itself.
    """

    transport: asyncio.Transport
    channel: str
    phone: str
    since: str
    opened: float
    window: str = ""
    address: str = ""
    gzip: bool = False
    waiting: bool = False
    blocked_since: float | None = None
    gone: asyncio.Event = field(default_factory=asyncio.Event)

    def write(self, encoded: Encoded) -> None:
        """Write to the phone, compressed if it accepts that."""
        self.transport.write(encoded.gzipped if self.gzip else encoded.plain)


class Hub:
    """All open streams of this process. `render(channel)` gives a channel's newest event."""

    def __init__(self, render: Render, clock: Callable[[], float] = time.monotonic):
        self._render = render
        self._clock = clock
        self._clients: set[Client] = set()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._due: set[str] = set()
        self._newest: dict[str, StreamEvent | None] = {}
        self._sweeping = False
        self._closed = False
        self._leaving: tuple[Client, ...] = ()
        self.superseded = 0

    def __len__(self) -> int:
        return len(self._clients)

    def start(self) -> None:
        """Bind to the running event loop and begin the heartbeat."""
        self._loop = asyncio.get_running_loop()
        self._loop.call_later(HEARTBEAT_S, self._beat)

    def publish(self, prefix: str) -> None:
        """Send the newest event of all channels whose names have this prefix. From any thread."""
        loop = self._loop
        if loop is None or loop.is_closed() or prefix in self._due:
            return
        self._due.add(prefix)
        loop.call_soon_threadsafe(self._fan_out)

    def close_soon(self) -> None:
        """End every stream with a goodbye. From any thread or signal handler."""
        loop = self._loop
        if loop is not None and not loop.is_closed():
            loop.call_soon_threadsafe(self._close)

    async def serve(self, client: Client, gone: Awaitable[Any]) -> None:
        """Serve this stream until the phone leaves (`gone`) or the service ends."""
        self._make_room(client)
        self._clients.add(client)
        if client.gzip:
            client.transport.write(GZIP_HEADER)
        if self._closed:
            self._drop(client)
        else:
            client.waiting = True
            self._write_newest(client)
        leaving = asyncio.ensure_future(gone)
        ending = asyncio.ensure_future(client.gone.wait())
        try:
            await asyncio.wait((leaving, ending), return_when=asyncio.FIRST_COMPLETED)
        finally:
            leaving.cancel()
            ending.cancel()
            self._clients.discard(client)

    def phones(self) -> frozenset[str]:
        """The phones that have a stream open. From any thread."""
        return frozenset(client.phone for client in tuple(self._clients)) - {""}

    def channels(self, prefix: str) -> frozenset[str]:
        """The channels with open streams whose names have this prefix. From any thread."""
        names = (client.channel for client in tuple(self._clients))
        return frozenset(name for name in names if name.startswith(prefix))

    def refusal(self, newcomer: Client) -> str | None:
        """The message key of the reason to refuse a further stream; None if it is allowed.

        Existing streams stay: one that was dropped for a newcomer would reconnect and replace it.
        """
        others = set(self._same_phone(newcomer)) - set(self._replaced_by(newcomer))
        if len(others) >= MOST_A_PHONE:
            return "web.many_windows"
        if len(self._clients) >= MOST_CLIENTS and self._to_evict(newcomer.address) is None:
            return "web.many_pages"
        return None

    def _same_phone(self, newcomer: Client) -> list[Client]:
        there = (client for client in self._clients if not client.gone.is_set())
        return [client for client in there if client.phone == newcomer.phone != ""]

    def _replaced_by(self, newcomer: Client) -> list[Client]:
        """The streams that the newcomer's window had before: it may know that they are dead."""
        own = (newcomer.channel, newcomer.window)
        same = self._same_phone(newcomer) if newcomer.window else []
        return [client for client in same if (client.channel, client.window) == own]

    def _to_evict(self, address: str) -> Client | None:
        """Pick the stream to evict for another one from this address."""
        there = (client for client in self._clients if not client.gone.is_set())
        oldest = sorted(there, key=lambda client: client.opened)
        return pick_to_evict(((client, client.address) for client in oldest), address)

    def _make_room(self, newcomer: Client) -> None:
        for client in self._replaced_by(newcomer):
            self._drop(client)
        if len(self._clients) >= MOST_CLIENTS and (one := self._to_evict(newcomer.address)):
            self._drop(one)

    def _fan_out(self) -> None:
        due, self._due = tuple(self._due), set()
        self._newest = {c: e for c, e in self._newest.items() if not c.startswith(due)}
        for client in tuple(self._clients):
            if not client.channel.startswith(due):
                continue
            if client.waiting:
                self.superseded += 1
            client.waiting = True
            self._write_newest(client)
        self._sweep_later()

    def _write_newest(self, client: Client) -> None:
        """Write the channel's newest event, rendered once for all its clients."""
        if client.channel not in self._newest:
            self._newest[client.channel] = self._render(client.channel)
        self._write(client, self._newest[client.channel])

    def _write(self, client: Client, event: StreamEvent | None) -> None:
        if event is None or event.id == client.since:
            client.waiting = False
            return
        if client.transport.is_closing():
            client.gone.set()
            return
        if client.transport.get_write_buffer_size():
            if client.blocked_since is None:
                client.blocked_since = self._clock()
            return
        client.write(event.encoded)
        client.since = event.id
        client.waiting = False
        client.blocked_since = None

    def _sweep_later(self) -> None:
        if self._loop and not self._sweeping and any(c.waiting for c in self._clients):
            self._sweeping = True
            self._loop.call_later(SWEEP_S, self._sweep)

    def _sweep(self) -> None:
        self._sweeping = False
        now = self._clock()
        for client in tuple(self._clients):
            if not client.waiting:
                continue
            if client.blocked_since is not None and now - client.blocked_since > STALL_S:
                abort(client.transport)
                client.gone.set()
            else:
                self._write_newest(client)
        self._sweep_later()

    def _beat(self) -> None:
        for client in tuple(self._clients):
            if client.transport.is_closing():
                client.gone.set()
            elif not client.transport.get_write_buffer_size():
                client.write(HEARTBEAT)
        if self._loop and not self._closed:
            self._loop.call_later(HEARTBEAT_S, self._beat)

    def cut_off(self) -> None:
        """Abort the streams of phones that did not read the goodbye in time."""
        for client in self._leaving:
            abort(client.transport)

    def _close(self) -> None:
        self._closed = True
        self._leaving = tuple(self._clients)
        for client in self._leaving:
            self._drop(client)

    def _drop(self, client: Client) -> None:
        """End a stream with a goodbye."""
        if not client.transport.is_closing():
            client.write(BYE)
            client.transport.write(LAST_CHUNK)
            client.transport.close()
        client.gone.set()
