"""The readers on serial ports of the Pi; those on I2C and SPI are in pn532_bus.py.

One thread serves all serial ports with one select; whatever one reader does, the others go on. A
reader's field is on only while it is polled. Readers of one seat, and those that all share, are
neighbours and take turns; those of different seats are far apart (wiring.md) and do not.
"""

import logging
import selectors
import threading
import time
from collections.abc import Callable, Sequence
from itertools import groupby

from companion.config import Reader
from companion.drivers.nodes.node_events import Report
from companion.drivers.pi.pn532_serial import Ring, SerialReader
from companion.drivers.pi.reset_lines import Lines, ResetLines
from companion.drivers.reconnecting_port import BACKOFF_S
from companion.errors import DeviceLost
from companion.protocols.presence import TICKS
from companion.signals import Device

LOG = logging.getLogger("companion.readers")

LOOK_S = 0.1
"""How often to look for ports that came."""

STOP_S = 2.0
FAILED = "reader.failed"


class Readers:
    """All readers on serial ports. `start`, at the end `close`; `post` gets every signal.

    `lines`: where their reset lines are, if not on the Pi.
    """

    def __init__(
        self,
        readers: Sequence[Reader],
        post: Callable[[Report], None],
        *,
        lines: Lines | None = None,
        backoff_s: tuple[float, float] = BACKOFF_S,
    ):
        ticks = _ticks(time.monotonic())
        self._post = post
        self._lines = lines or ResetLines()
        self._pins = [reader.reset for reader in readers]
        self._readers = [SerialReader(reader, post, ticks, backoff_s) for reader in readers]
        by_seat = sorted(self._readers, key=lambda reader: reader.seat)
        groups = groupby(by_seat, key=lambda reader: reader.seat)
        self._rings = [Ring(list(near), ticks) for _, near in groups]
        self._selector = selectors.DefaultSelector()
        self._over = False
        self._look_at = 0.0
        self._turned_at = time.monotonic()
        self._thread = threading.Thread(target=self._run, name="readers", daemon=True)

    def start(self) -> None:
        """Begin. Never waits for a port."""
        for reader, pin in zip(self._readers, self._pins, strict=True):
            if pin is not None:
                reader.wire(self._lines.open(pin))
            self._post(reader.state.device)
        self._thread.start()

    def devices(self) -> list[Device]:
        """Every reader as it stands."""
        return [reader.state.device for reader in self._readers]

    def quiet_s(self) -> float:
        """How long ago the thread last came round, in seconds."""
        return time.monotonic() - self._turned_at

    def close(self) -> None:
        """Give the ports back."""
        self._over = True
        if self._thread.is_alive():
            self._thread.join(STOP_S)
            if self._thread.is_alive():
                raise DeviceLost("link.will_not_stop")
        for reader in self._readers:
            reader.connection.close()
        self._selector.close()
        self._lines.close()

    def _run(self) -> None:
        while not self._over:
            self._turn()

    def _turn(self) -> None:
        """Wait, hear, look for ports, let the next ones poll, speak."""
        ready = self._wait()
        now = self._turned_at = time.monotonic()
        ticks = _ticks(now)
        for key, _ in ready:
            self._guard(key.data, key.data.read, now)
        if now >= self._look_at:
            self._look_at = now + LOOK_S
            for reader in self._readers:
                self._open(reader, now)
        for ring in self._rings:
            ring.step(ticks)
        for reader in self._readers:
            if reader.due(ticks) == 0:
                self._guard(reader, reader.step, now)

    def _wait(self) -> list[tuple[selectors.SelectorKey, int]]:
        """Until something comes, somebody is due, or it is time to look for ports.

        At first for as long as nothing that comes matters: fewer rounds, less work.
        """
        now = time.monotonic()
        ticks = _ticks(now)
        due = min(reader.due(ticks) for reader in self._readers)
        due = min(due, *(ring.due(ticks) for ring in self._rings))
        rest = min(due, *(reader.rest(ticks) for reader in self._readers))
        until = min(self._look_at, now + due / 1000)
        if rest:
            time.sleep(max(0.0, min(rest / 1000, until - now)))
        return self._selector.select(max(0.0, until - time.monotonic()))

    def _open(self, reader: SerialReader, now: float) -> None:
        if reader.open(now, _ticks(now)) and reader.connection.port:
            self._selector.register(reader.connection.port, selectors.EVENT_READ, reader)

    def _guard(self, reader: SerialReader, do: Callable[[int], None], now: float) -> None:
        """Let a reader do something; if that fails, it alone is closed, and opened again later."""
        try:
            do(_ticks(now))
        except DeviceLost as lost:
            self._lose(reader, str(lost), now)
        except Exception:
            LOG.exception("%s: this is a bug", reader.connection.path)
            self._lose(reader, FAILED, now)

    def _lose(self, reader: SerialReader, note: str, now: float) -> None:
        if reader.connection.port:
            self._selector.unregister(reader.connection.port)
        reader.lose(note, now)


def _ticks(now: float) -> int:
    return int(now * 1000) % TICKS
