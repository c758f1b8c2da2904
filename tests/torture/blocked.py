"""Block each part in turn: the others are not delayed, and health reports it.

A reader, a node, a phone that stops reading, name resolution, the disk; and last the loop itself,
the only one for which the watchdog must no longer be fed.
"""

import select
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from typing import Any

from companion.drivers.simulated.pn532_ports import SimulatedReader
from tests.evening.service import Phone, request
from tests.patience import PATIENCE_S, Pace
from tests.system.test_notify import Systemd
from tests.torture.disks import OnDisk
from tests.torture.links import EvilNode

MOST_S = 1.0
"""Longest delay for parts that are not blocked, in seconds (tests/patience.py)."""

PAUSE_S = 0.1
WATCHDOG_MS = 600
LOOP_S = 10.0
"""Seconds after which the loop counts as stuck (companion/table/loop.py)."""


class House:
    """A service with two nodes, a reader, a playing phone and a watching one."""

    def __init__(self, folder: Path, stack: ExitStack):
        self.systemd = Systemd(str(folder / "notify"))
        stack.callback(self.systemd.close)
        self.nodes = [EvilNode(Random(number), strap=number) for number in (1, 2)]
        for node in self.nodes:
            stack.callback(node.close)
        self.reader = stack.enter_context(SimulatedReader(str(folder / "reader")))
        self.service = OnDisk(folder, "--table", str(self._table(folder)))
        self.service.words = self.service.words[1:]  # no simulated room
        watched = self.systemd.environ(WATCHDOG_MS).items()
        program = [*self.service.program, "--hold-loop"]
        self.service.program = ["env", *(f"{name}={value}" for name, value in watched), *program]
        self.service.start()
        stack.callback(self.service.stop)
        self.phone = Phone(self.service)
        self.awake = [True, True]
        self.over = False
        self._hands = threading.Thread(target=self._move)
        self._hands.start()
        stack.callback(self._end)

    def _table(self, folder: Path) -> Path:
        table = folder / "table.toml"
        ports = "".join(f'[[seat]]\nport = "{node.path}"\n' for node in self.nodes)
        table.write_text(f'{ports}[[reader]]\nport = "{self.reader.path}"\n')
        return table

    def _end(self) -> None:
        self.over = True
        self._hands.join()

    def _move(self) -> None:
        """Serve the nodes that are not blocked; each taps a card when its last one is settled."""
        while not self.over:
            for node, awake in zip(self.nodes, self.awake, strict=True):
                if awake:
                    node.turn(noisy=False)
            time.sleep(0.002)

    def health(self) -> dict[str, Any]:
        return dict(request(self.service, "GET", "/api/v1/health").body)

    def device(self, **of: Any) -> str:
        """The state of the matching device."""
        fits = [d for d in self.health()["devices"] if of.items() <= d.items()]
        return str(fits[0]["state"]) if fits else ""

    def until(self, so: Callable[[], bool]) -> None:
        end = time.monotonic() + PATIENCE_S
        while not so():
            assert time.monotonic() < end, self.health()
            time.sleep(0.02)

    def all_well(self) -> None:
        """Wait until every device is connected."""
        self.until(lambda: all(d["state"] == "connected" for d in self.health()["devices"]))

    def fed(self) -> bool:
        """Wait for the next feeding of the watchdog; returns whether it came."""
        self._drain()
        return bool(select.select([self.systemd._socket], [], [], PATIENCE_S)[0])

    def hungry(self) -> bool:
        """Whether the watchdog is not fed for longer than its period.

        Earlier messages are still unread, so a last one may have waited for room in the socket.
        """
        self._drain()
        time.sleep(WATCHDOG_MS / 1000 * 1.2)
        self._drain()
        time.sleep(WATCHDOG_MS / 1000 * 1.2)
        return self._drain() == 0

    def _drain(self) -> int:
        count = 0
        self.systemd._socket.setblocking(False)
        try:
            while self.systemd._socket.recv(4096):
                count += 1
        except BlockingIOError:
            return count
        return count


def blocked(count: int, folder: Path) -> str:
    """Block each part for this many seconds."""
    with ExitStack() as stack:
        house = House(folder, stack)
        house.all_well()
        worst = [_one(house, block, count) for block in (reader, node, phone, names)]
        _disk(house, count)
        if count >= LOOP_S:
            _loop(house)
    return f"five blocked {count} s each: the others took at most {max(worst) * 1000:.0f} ms"


Block = Callable[[House], Any]


def _one(house: House, block: Block, seconds: float) -> float:
    """Block one part; returns the longest delay of the others."""
    worst = 0.0
    with block(house) as told, Pace() as pace:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            for ask in (_act, _look, _tap):
                began = time.monotonic()
                ask(house)
                worst = max(worst, time.monotonic() - began)
            time.sleep(PAUSE_S)
        assert house.fed()
        told()
    assert worst <= pace.allows(MOST_S), (block.__name__, worst)
    house.all_well()
    return worst


def _act(house: House) -> None:
    """Post an act and wait for its answer from the disk."""
    course = {"name": "Long", "limits": [4, 3], "flag": "left", "note": house.phone.key()}
    assert house.phone.post("/courses", **course).status == 200


def _look(house: House) -> None:
    assert house.health()["ok"]


def _tap(house: House) -> None:
    """Tap a card at a node that is not blocked, until it is settled."""
    node = house.nodes[0]
    node.lay()
    house.until(lambda: node.flushed)


@contextmanager
def reader(house: House) -> Iterator[Callable[[], None]]:
    house.reader.do(lambda chip: setattr(chip.faults, "mute", True))
    yield lambda: house.until(lambda: house.device(kind="reader") != "connected")
    house.reader.do(lambda chip: setattr(chip.faults, "mute", False))


@contextmanager
def node(house: House) -> Iterator[Callable[[], None]]:
    house.awake[1] = False
    yield lambda: house.until(lambda: house.device(kind="node", seat=2) != "connected")
    house.awake[1] = True


@contextmanager
def phone(house: House) -> Iterator[Callable[[], None]]:
    """Block a phone: its stream fills up and is cut off after a while."""
    deaf = socket.socket()
    deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    deaf.connect(("127.0.0.1", house.service.port))
    deaf.sendall(b"GET /api/v1/stream HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
    with deaf:
        yield lambda: None


@contextmanager
def names(house: House) -> Iterator[Callable[[], None]]:
    with house.service.feeling("dns"):
        yield lambda: None


def _disk(house: House, seconds: float) -> None:
    """Block the disk: writes wait and are reported; pages, streams and nodes go on."""
    with house.service.feeling("hanging"):
        waiting = threading.Thread(target=_act, args=(house,))
        waiting.start()
        end, worst = time.monotonic() + min(seconds, 8.0), 0.0
        with Pace() as pace:
            while time.monotonic() < end:
                began = time.monotonic()
                assert house.health()["ok"]
                worst = max(worst, time.monotonic() - began)
                time.sleep(PAUSE_S)
        assert worst <= pace.allows(MOST_S), worst
        house.until(lambda: house.health()["store_waiting_s"] > min(seconds, 8.0) / 2)
        assert house.fed()
    waiting.join()
    house.all_well()


def _loop(house: House) -> None:
    """Block the loop: only now the watchdog is not fed."""
    with house.service.feeling("loop"):
        house.until(lambda: not house.health()["ok"])
        assert house.hungry()
    house.until(lambda: bool(house.health()["ok"]))
    assert house.fed()
