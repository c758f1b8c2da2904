"""Driver of readers on serial ports (for I2C and SPI see pn532_bus.py).

One thread serves all ports with one select; a faulty reader does not affect the others. A reader's
field is on only during a poll. Readers of one seat, and all shared readers, are close together and
take turns; those of different seats are far apart (wiring.md) and do not.
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
"""Seconds between two searches for new ports."""

STOP_S = 2.0
FAILED = "reader.failed"


class Readers:
    """The driver of all serial readers. `start` first, `close` last; `post` gets every signal.

    `lines`: replaces the Pi's reset lines.
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
        """Start the thread. Never waits for a port."""
        for reader, pin in zip(self._readers, self._pins, strict=True):
            if pin is not None:
                reader.wire(self._lines.open(pin))
            self._post(reader.state.device)
        self._thread.start()

    def devices(self) -> list[Device]:
        """Every reader's state."""
        return [reader.state.device for reader in self._readers]

    def quiet_s(self) -> float:
        """Seconds since the thread last finished a round."""
        return time.monotonic() - self._turned_at

    def close(self) -> None:
        """Stop the thread and release the ports."""
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
        """One round: wait, read, look for ports, start polls, write."""
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
        """Wait for bytes, for a reader that is due, or until it is time to look for ports.

        First sleep while no arriving byte matters, to save rounds.
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
        """Let a reader do something; if that fails, close it and reopen it later."""
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
