"""Stand-ins for what is outside the service: nodes on pseudo-terminals, phones with streams."""

import contextlib
import json
import os
import selectors
import socket
import time
import tty
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from companion.protocols.link import TICKS
from companion.protocols.link_node import NodeEnd
from companion.signals import BUTTONS

SEATS = (1, 2, 3, 4, 5)
PHONES = 10
PATIENCE_S = 5.0


class Failed(AssertionError):
    """An expected event did not happen, so there is nothing to measure."""


@dataclass(slots=True)
class Node:
    """A seat's node behind a pseudo-terminal, speaking the link protocol."""

    seat: int
    master: int
    slave: int
    end: NodeEnd
    linked: bool = False
    lit_at: float = 0.0
    lit: int = 0

    @property
    def path(self) -> str:
        return os.ttyname(self.slave)

    @classmethod
    def at(cls, seat: int) -> "Node":
        """A node that has just been switched on."""
        master, slave = os.openpty()
        tty.setraw(slave)
        os.set_blocking(master, False)
        end = NodeEnd(f"{seat:016X}", f"{0xA000 + seat:04X}", 5, 1, 8, 0, "power")
        return cls(seat, master, slave, end)

    def read(self) -> None:
        """Read what the service sent; note the time of each complete frame."""
        with contextlib.suppress(BlockingIOError, OSError):
            self.end.receive_data(os.read(self.master, 65536), ticks())
        while event := self.end.next_event():
            self.linked = self.linked or event[0] == "joined"
            if event[0] == "pixels":
                self.lit_at = time.perf_counter()
                self.lit = sum(any(event[2][at : at + 3]) for at in range(0, len(event[2]), 3))

    def write(self) -> None:
        """Send whatever is due."""
        self.end.tick(ticks())
        data = self.end.data_to_send(ticks())
        if data:
            with contextlib.suppress(BlockingIOError):
                self.end.wrote(os.write(self.master, data))

    def press(self, button: str) -> None:
        """Press a button briefly."""
        number = BUTTONS.index(button)
        self.end.held("".join("1" if n == number else "0" for n in range(5)), ticks())
        self.end.button(number, True, ticks())
        self.end.held("00000", ticks())
        self.end.button(number, False, ticks())


class Phone:
    """A phone with an open stream."""

    def __init__(self, number: int, port: int):
        # Each phone has its own address: streams per address are limited.
        own = (f"127.0.0.{2 + number}", 0)
        self.socket = socket.create_connection(("127.0.0.1", port), PATIENCE_S, own)
        self.socket.sendall(b"GET /api/v1/stream HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        self.socket.setblocking(False)
        self._got = b""
        self.state: dict[str, Any] = {}
        self.menus: dict[int, str] = {}
        self.notices: list[str] = []
        self.seen_at = 0.0

    def read(self) -> None:
        """Read what is there; note the time of the newest state."""
        with contextlib.suppress(BlockingIOError):
            self._got += self.socket.recv(1 << 20)
        *events, self._got = self._got.split(b"\n\n")
        for event in events:
            if b"event: state" in event:
                self.seen_at = time.perf_counter()
                told = json.loads(event.partition(b"data: ")[2])
                self.state = told["state"] or {}
                self.menus = {seat["seat"]: seat["menu"] for seat in told["seats"]}
                self.notices = [notice["text"] for notice in told["notices"]]


class Wires:
    """Five nodes and the phones, all served in this thread."""

    def __init__(self) -> None:
        self.nodes = {seat: Node.at(seat) for seat in SEATS}
        self.phones: list[Phone] = []
        self._selector = selectors.DefaultSelector()
        for node in self.nodes.values():
            self._selector.register(node.master, selectors.EVENT_READ, node)

    def __enter__(self) -> "Wires":
        return self

    def __exit__(self, *_: object) -> None:
        self._selector.close()
        for node in self.nodes.values():
            os.close(node.master)
            os.close(node.slave)
        for phone in self.phones:
            phone.socket.close()

    def open_phones(self, port: int) -> None:
        """Open a stream for each of PHONES phones."""
        for number in range(PHONES):
            phone = Phone(number, port)
            self._selector.register(phone.socket, selectors.EVENT_READ, phone)
            self.phones.append(phone)

    def flow(self, timeout_s: float) -> None:
        """Serve all connections once, waiting at most `timeout_s` for data."""
        for node in self.nodes.values():
            node.write()
        for key, _ in self._selector.select(timeout_s):
            key.data.read()
        for node in self.nodes.values():
            node.write()

    def until(self, what: str, done: Callable[[], bool]) -> None:
        """Serve all connections until `done()`. Raises Failed after PATIENCE_S."""
        end = time.perf_counter() + PATIENCE_S
        while not done():
            if time.perf_counter() > end:
                raise Failed(f"{what}: {self.phones[-1:] and self.phones[-1].notices}")
            self.flow(0.005)

    def rest(self, until: float) -> None:
        """Serve all connections until this time."""
        while (left := until - time.perf_counter()) > 0:
            self.flow(min(left, 0.005))

    def await_links(self) -> None:
        """Serve all connections until every seat's link is up."""
        self.until("five links", lambda: all(node.linked for node in self.nodes.values()))


def ticks() -> int:
    """The time in a node's ticks (milliseconds, wrapping)."""
    return int(time.monotonic() * 1000) % TICKS
