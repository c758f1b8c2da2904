"""Driver of the seat nodes: find their ports, open, read and reopen them, post their signals.

One thread serves all cables with one select, so that no cable delays another. Other threads queue
calls for it, or read the values that it published last.
"""

import os
import selectors
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from queue import Empty, SimpleQueue
from typing import Protocol

from companion.config import Config
from companion.drivers.nodes.cable import Cable
from companion.drivers.nodes.node_events import NodeEvents, Report
from companion.drivers.nodes.register import Register
from companion.drivers.reconnecting_port import BACKOFF_S
from companion.drivers.serial_port import Ports
from companion.drivers.wakeup import Wakeup
from companion.errors import DeviceLost, StoreError
from companion.protocols.link_accounts import Links
from companion.protocols.link_words import Hello
from companion.signals import Device, Frame, Origin

LOOK_S = 0.1
"""Seconds between two searches for new ports."""

TURN_S = 0.02
"""Longest wait of the select, in seconds (link_host.py: serve links at least every 50 ms)."""

WRITTEN_S = 0.005
"""Longest wait of `show` until its frames are written, in seconds."""

BYE_S = 0.5
STOP_S = 2.0


class Known(Protocol):
    """The last line of a node that is on disk."""

    @property
    def session(self) -> str: ...
    @property
    def seq(self) -> int: ...


class Nodes:
    """The driver of all nodes. Call `start` first and `close` last. Thread-safe.

    `post` gets every signal, in the driver's thread. `known` returns the last line of a node that
    is on disk; if it raises StoreError the node waits, and it is called again. `next_session`
    returns the service's next session, 4 hex digits. `find` returns the paths of ports that may be
    opened besides the configured ones.
    """

    def __init__(
        self,
        config: Config,
        post: Callable[[Report], None],
        known: Callable[[str], Known | None],
        next_session: Callable[[], str],
        *,
        find: Callable[[], Iterable[str]] | None = None,
        simulated: bool = False,
        backoff_s: tuple[float, float] = BACKOFF_S,
    ):
        self._post = post
        self._find = find or Ports()
        self._backoff_s = backoff_s
        self._links = Links(lambda: int(next_session(), 16), lambda uid: _pair(known, uid))
        self._register = Register(config, simulated)
        self._events = NodeEvents(self._register, self._links, post)
        self._named = frozenset(seat.port for seat in config.seats if seat.port)
        self._cables = {path: self._cable(path) for path in sorted(self._named)}
        self._frames: Mapping[int, Frame] = {}
        self._written: Mapping[int, Frame] = self._frames
        self._after_writing = threading.Condition()
        self._orders: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._devices: Mapping[str, Device] = self._register.devices(self._cables.values())
        self._pixels: Mapping[int, int] = {}
        self._heard: Mapping[int, Hello] = {}
        self._selector = selectors.DefaultSelector()
        self._wakeup = Wakeup()
        self._selector.register(self._wakeup, selectors.EVENT_READ)
        self._thread = threading.Thread(target=self._run, name="nodes", daemon=True)
        self._look_at = 0.0
        self._bye_at: float | None = None
        self._turned_at = time.monotonic()

    def start(self) -> None:
        """Start the thread. Never waits for a port."""
        for device in self._devices.values():
            self._post(device)
        self._thread.start()

    def show(self, frames: Mapping[int, Frame]) -> None:
        """Show these frames, by seat, until the next call.

        Waits until the ports have taken them, at most WRITTEN_S: lights come before the pages.
        """
        if frames != self._frames:
            shown = self._frames = dict(frames)
            self._wakeup.wake()
            with self._after_writing:
                self._after_writing.wait_for(lambda: self._written is shown, WRITTEN_S)

    def settle(self, origin: Origin) -> None:
        """Acknowledge a node's line: its effect is on disk, or it had none."""
        if origin.kind == "node" and origin.seq:
            place = (origin.device, origin.session, origin.seq)
            self._order(lambda: self._links.settle(*place))

    def assign(self, uid: str, seat: int) -> None:
        """Assign a seat to a node that has none by table.toml or straps (0: take it away)."""
        self._order(lambda: self._register.assign(uid, seat))

    def devices(self) -> list[Device]:
        """Every node, and every configured port whose node is not known yet."""
        return list(self._devices.values())

    def served_by(self, thread: str) -> list[Device]:
        """The devices whose state only this thread knows, by its name."""
        return list(self._devices.values()) if thread == self._thread.name else []

    def pixels(self) -> Mapping[int, int]:
        """The number of pixels of each seat with a strip."""
        return self._pixels

    def heard(self) -> Mapping[int, Hello]:
        """The HELLO of each connected node, by seat."""
        return self._heard

    def quiet_s(self) -> float:
        """Seconds since the driver's thread last finished a round."""
        return time.monotonic() - self._turned_at

    def close(self) -> None:
        """Turn the strips dark, send BYE and release the ports. Takes about half a second."""
        if self._thread.is_alive():
            self._order(self._begin_bye)
            self._thread.join(STOP_S)
            if self._thread.is_alive():
                raise DeviceLost("link.will_not_stop")
        for cable in self._cables.values():
            cable.close()
        self._selector.close()
        self._wakeup.close()

    def _order(self, order: Callable[[], None]) -> None:
        self._orders.put(order)
        self._wakeup.wake()

    def _begin_bye(self) -> None:
        self._bye_at = time.monotonic() + BYE_S
        for cable in self._cables.values():
            cable.end.bye()

    def _cable(self, path: str) -> Cable:
        return Cable(path, self._links, self._seat_for, self._backoff_s, path in self._named)

    def _seat_for(self, cable: Cable, hello: Hello) -> int:
        return self._register.seat_for(cable, hello)

    def _run(self) -> None:
        while not self._is_over():
            self._turn()

    def _is_over(self) -> bool:
        if self._bye_at is None:
            return False
        done = all(cable.end.closed or not cable.port for cable in self._cables.values())
        return done or time.monotonic() >= self._bye_at

    def _turn(self) -> None:
        """One round: wait, read, look for ports, handle events, send frames, write, publish."""
        ready = self._selector.select(TURN_S if self._has_links() else LOOK_S)
        now = self._turned_at = time.monotonic()
        self._wakeup.clear()
        self._obey()
        for key, events in ready:
            if events & selectors.EVENT_READ and isinstance(key.data, Cable):
                self._guard(key.data, key.data.read, now)
        if self._bye_at is None and now >= self._look_at:
            self._look_at = now + LOOK_S
            self._look(now)
        self._hear(now)
        self._speak(now)
        self._register.forget(now)
        self._publish()

    def _has_links(self) -> bool:
        return any(cable.end.hello for cable in self._cables.values())

    def _obey(self) -> None:
        """Run the calls queued by other threads."""
        with suppress(Empty):
            while True:
                self._orders.get_nowait()()

    def _look(self, now: float) -> None:
        """Open new ports, and forget found ones that are gone."""
        real = {os.path.realpath(path) for path in self._named}
        found = {path for path in self._find() if os.path.realpath(path) not in real}
        for path in found - self._cables.keys():
            self._cables[path] = self._cable(path)
        for path, cable in list(self._cables.items()):
            if port := cable.open(now):
                self._selector.register(port, selectors.EVENT_READ, cable)
            elif not cable.port and path not in found | self._named:
                del self._cables[path]

    def _hear(self, now: float) -> None:
        """Handle the events of all links, then work out the seats."""
        for cable in self._cables.values():
            for event in cable.events(now):
                self._events.take(cable, event)

    def _speak(self, now: float) -> None:
        """Write the due data of every link; the rest follows in the next round."""
        frames = self._frames
        for cable in self._cables.values():
            hello = cable.end.hello
            if hello and self._bye_at is None:
                self._light(cable, hello, frames)
            self._guard(cable, cable.write, now)
        if self._written is not frames:
            with self._after_writing:
                self._written = frames
                self._after_writing.notify()

    def _light(self, cable: Cable, hello: Hello, frames: Mapping[int, Frame]) -> None:
        lit = cable.lit
        place = (self._register.seat_of(hello.uid).seat, hello.uid)
        if lit is None or lit[0] is not frames or lit[1:] != place:
            cable.lit = (frames, *place)
            cable.end.show(self._register.frame(hello, frames))

    def _guard(self, cable: Cable, do: Callable[[float], None], now: float) -> None:
        """Let a cable read or write; close it if it is broken."""
        try:
            do(now)
        except DeviceLost as lost:
            if cable.port:
                self._selector.unregister(cable.port)
            cable.lose(str(lost), now)
            self._register.seat_all()

    def _publish(self) -> None:
        """Publish devices, pixels and nodes; post the devices that have changed."""
        before, self._devices = self._devices, self._register.devices(self._cables.values())
        self._pixels = self._register.pixels()
        self._heard = self._register.heard()
        for name in before.keys() - self._devices.keys():
            self._post(replace(before[name], state="gone", note=""))
        for name, device in self._devices.items():
            if before.get(name) != device:
                self._post(device)


def _pair(known: Callable[[str], Known | None], uid: str) -> tuple[str, int] | None:
    """`known(uid)` as session and number. Raises DeviceLost if it cannot be read.

    A node whose last line is unknown is not connected, because a line could count twice.
    """
    try:
        found = known(uid)
    except StoreError as fault:
        raise DeviceLost("link.not_known") from fault
    return (found.session, found.seq) if found else None
