"""Crowds: vanishing watchers, five seats acting at once, a hammering finger."""

import contextlib
import json
import socket
import struct
import time
from collections.abc import Iterator, Mapping
from http.client import HTTPConnection
from itertools import count as numbers
from pathlib import Path
from random import Random
from typing import Any

from tests.evening.script import Script, options
from tests.evening.service import Phone, Service
from tests.patience import PATIENCE_S
from tests.torture.body import Body

WATCHERS, VANISH = 500, 50
GROWN_MIB = 10.0
HAMMER_S = 0.1
SEATS = (1, 2, 3, 4, 5)


class Watcher:
    """A watching phone that vanishes silently, as on a network loss."""

    def __init__(self, number: int, port: int):
        # Few phones per address: streams per address are limited.
        own = f"127.0.{1 + number // 250 % 250}.{1 + number % 250}"
        self.socket = socket.create_connection(("127.0.0.1", port), PATIENCE_S, (own, 0))
        self.socket.sendall(b"GET /api/v1/stream?lang=en HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")

    def greeted(self) -> bool:
        """Whether it got the state and was not refused."""
        got = b""
        with contextlib.suppress(TimeoutError):
            self.socket.settimeout(PATIENCE_S)
            while b"\n\n" not in got.partition(b"\r\n\r\n")[2]:
                part = self.socket.recv(65536)
                if not part:
                    break
                got += part
        return b"event: state" in got

    def drain(self) -> None:
        """Read what is there."""
        self.socket.setblocking(False)
        with contextlib.suppress(BlockingIOError):
            while self.socket.recv(1 << 18):
                pass

    def vanish(self) -> None:
        """Vanish: send nothing and read nothing more."""
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.socket.close()


def vanishing(count: int, folder: Path) -> str:
    """Run 500 watchers for this many seconds; every second 50 vanish and 50 arrive."""
    service = Service(folder / "data", "--simulate")
    watchers: list[Watcher] = []
    try:
        host = Phone(service.start())
        script = Script(options((1, 3, 5)), 1)
        assert host.post("/races", game="snow_tails", options=script.options).status == 200
        number = numbers()
        _come(watchers, WATCHERS, number, service)
        assert service.process
        before = Body(service.process.pid)
        for second in range(count):
            due = time.monotonic() + 1.0
            _go(watchers, Random(second))
            left = {"act": "correct", "seat": 1, "set": {"left": 1 + second % 2}}
            assert host.post("/acts", act=left).status == 200
            _come(watchers, VANISH, number, service)
            time.sleep(max(0.0, due - time.monotonic()))
        after = Body(service.process.pid)
    finally:
        for watcher in watchers:
            watcher.socket.close()
        service.stop()
    after.no_more_than(before, files=VANISH, mib=GROWN_MIB)
    return f"{count * VANISH} vanished, as many came in; {after.mib - before.mib:+.1f} MiB"


def _come(watchers: list[Watcher], count: int, number: Iterator[int], service: Service) -> None:
    """Add this many watchers, each of which gets the state."""
    fresh = [Watcher(next(number), service.port) for _ in range(count)]
    watchers += fresh
    assert all(watcher.greeted() for watcher in fresh)


def _go(watchers: list[Watcher], chance: Random) -> None:
    chance.shuffle(watchers)
    for watcher in watchers[:VANISH]:
        watcher.vanish()
    del watchers[:VANISH]


class Seat:
    """A seat's phone with an open connection."""

    def __init__(self, service: Service, seat: int):
        self.seat = seat
        self.phone = Phone(service)
        assert self.phone.post(f"/seats/{seat}/claim").status == 200
        self.web = HTTPConnection("127.0.0.1", service.port, timeout=PATIENCE_S)
        self.web.connect()

    def close(self) -> None:
        self.web.close()

    def send(self, path: str, **body: Any) -> None:
        text = json.dumps({"key": self.phone.key(), **body})
        self.web.request("POST", f"/api/v1{path}", text, self.phone.headers)

    def answer(self) -> Mapping[str, Any]:
        reply = self.web.getresponse()
        told = json.loads(reply.read())
        assert reply.status == 200, told
        return dict(told)


def at_once(count: int, folder: Path) -> str:
    """Let five seats act within 50 ms, this many times; then one acts ten times a second."""
    service = Service(folder / "data", "--simulate")
    seats: list[Seat] = []
    try:
        host = Phone(service.start())
        script = Script(options(SEATS), 1)
        assert host.post("/races", game="snow_tails", options=script.options).status == 200
        seats += [Seat(service, seat) for seat in SEATS]
        worst = max(_together(seats, 1 + number % 2) for number in range(count))
        asked = _hammered(seats[0], count)
        acts = [entry["act"] for entry in host.get("/races/1/export")["acts"]]
    finally:
        for seat in seats:
            seat.close()
        service.stop()
    together, alone = acts[: count * len(SEATS)], acts[count * len(SEATS) :]
    for number in SEATS:
        own = [act["set"]["left"] for act in together if act["seat"] == number]
        assert own == [1 + turn % 2 for turn in range(count)], number
    assert [act["set"]["left"] for act in alone] == asked
    return f"{len(acts)} acts, each once and in order; five sent within {worst * 1000:.0f} ms"


def _together(seats: list[Seat], value: int) -> float:
    """Send from all five, then read all answers; returns the seconds that sending took."""
    began = time.monotonic()
    for seat in seats:
        seat.send("/acts", act=_turned(seat, value))
    took = time.monotonic() - began
    for seat in seats:
        seat.answer()
    return took


def _hammered(seat: Seat, count: int) -> list[int]:
    """Post an act every 100 ms; returns the acts."""
    values = [3 + number % 2 for number in range(count)]
    for value in values:
        due = time.monotonic() + HAMMER_S
        seat.send("/acts", act=_turned(seat, value))
        seat.answer()
        time.sleep(max(0.0, due - time.monotonic()))
    return values


def _turned(seat: Seat, value: int) -> Mapping[str, Any]:
    """An act that a seat may do at any time."""
    return {"act": "correct", "seat": seat.seat, "set": {"left": value}}
