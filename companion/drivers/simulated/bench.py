"""The simulation's thread: it runs the programs of all simulated nodes and moves all hands.

One lock guards the nodes; a round of all nodes takes less than a millisecond.
"""

import select
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.drivers.simulated.node import SimulatedNode
from companion.drivers.wakeup import Wakeup
from companion.signals import BUTTONS, Frame

BUSY_S = 0.004
"""Seconds between two rounds of a node at whose seat something moves."""

CALM_S = 0.05
"""Seconds between two rounds of the others, unless bytes reach them."""

LONGEST_S = 0.02
"""Most seconds of a round that count for the hands."""

SETTLES_S = 1.0
"""Seconds after a movement in which a node may still react to it."""

REACH_S = 0.12
"""Seconds between two moves of a hand: longer than reading a card takes."""

Do = Callable[[SimulatedNode], Any]


@dataclass(frozen=True, slots=True)
class _Move:
    """A queued movement of a hand, and its duration."""

    node: SimulatedNode
    takes_s: float
    do: Do


class Bench:
    """The nodes of all seats. `piece` returns the card with a uid, for onlookers."""

    def __init__(
        self, seats: Mapping[int, SimulatedNode], piece: Callable[[str], Mapping[str, Any]]
    ):
        self._seats = seats
        self._piece = piece
        self._changed = threading.Condition()
        self._watchers: list[Callable[[], None]] = []
        self._version = 0
        self._seen: list[dict[str, Any]] = [self._view(node) for node in seats.values()]
        self._moves: list[_Move] = []
        self._free_at: dict[int, float] = {}
        self._moved_at = time.monotonic()
        self._hands_s = 0.0
        self._busy_until = dict.fromkeys(seats, 0.0)
        self._all_at = 0.0
        self._wakeup = Wakeup()
        self._over = False
        self._thread = threading.Thread(target=self._run, name="simulated", daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def close(self) -> None:
        """Stop the thread, remove all ports and power all nodes off."""
        self._over = True
        self._wakeup.wake()
        if self._thread.is_alive():
            self._thread.join()
        for node in self._seats.values():
            if node.cable.plugged:
                node.cable.unplug()
            node.power_off()
        self._wakeup.close()

    def now(self, node: SimulatedNode, do: Do) -> None:
        """Do something to a node at once."""
        with self._changed:
            do(node)
            self._stir(node, time.monotonic())
        self._wakeup.wake()

    def next(self, node: SimulatedNode, takes_s: float, do: Do) -> None:
        """Queue a movement of the node's hand, which then is busy for `takes_s`."""
        with self._changed:
            self._moves.append(_Move(node, takes_s, do))
        self._wakeup.wake()

    def due(self, ready: set[int], now: float) -> list[SimulatedNode]:
        """The nodes that run in this round: those after a movement, and all every CALM_S seconds.

        `ready`: the seats to whose nodes bytes have come; they run, too.
        """
        if now >= self._all_at:
            self._all_at = now + CALM_S
            return list(self._seats.values())
        return [
            node
            for seat, node in self._seats.items()
            if seat in ready or now < self._busy_until[seat]
        ]

    def strips(self) -> dict[int, Frame]:
        """The pixels that each strip shows, by seat."""
        with self._changed:
            return {seat: node.strip for seat, node in self._seats.items()}

    def look(self) -> tuple[int, list[dict[str, Any]]]:
        """The number of changes so far, and every seat's visible state."""
        with self._changed:
            return self._version, self._seen

    def wait(self, version: int, timeout_s: float | None) -> int:
        """Wait up to `timeout_s` for a newer version than this; returns the newest."""
        with self._changed:
            self._changed.wait_for(lambda: self._version > version, timeout_s)
            return self._version

    def watch(self, changed: Callable[[], None]) -> None:
        """Call this after every change."""
        self._watchers.append(changed)

    def _run(self) -> None:
        while not self._over:
            ready = self._await(time.monotonic())
            with self._changed:
                now = time.monotonic()
                self._move(now)
                for node in self.due(ready, now):
                    node.step()
                news = self._compare()
            if news:
                for watcher in self._watchers:
                    watcher()

    def _await(self, now: float) -> set[int]:
        """Wait for a byte, a movement, or the time of the next round; returns seats with bytes."""
        poll = select.poll()
        poll.register(self._wakeup, select.POLLIN)
        seats = dict[int, int]()
        with self._changed:
            for seat, node in self._seats.items():
                if node.cable.plugged and not node.stalled:
                    seats[node.cable.fileno()] = seat
                    poll.register(node.cable, select.POLLIN)
        busy = self._moves or now < max(self._busy_until.values(), default=0.0)
        # If a cable is pulled meanwhile, this just returns at once.
        ready = poll.poll(1000 * (BUSY_S if busy else CALM_S))
        self._wakeup.clear()
        return {seats[file] for file, _ in ready if file in seats}

    def _move(self, now: float) -> None:
        """Do the next movement of every free hand. Nodes see it before the hand is free again.

        Of a round that a busy machine delays only LONGEST_S count for the hands: otherwise a button
        would be released after the node has sampled it once, and be no press.
        """
        self._hands_s += min(now - self._moved_at, LONGEST_S)
        self._moved_at = now
        waiting = []
        for move in self._moves:
            if self._hands_s < self._free_at.get(move.node.seat, 0.0):
                waiting.append(move)
                continue
            self._free_at[move.node.seat] = self._hands_s + move.takes_s
            move.do(move.node)
            self._stir(move.node, now)
        self._moves = waiting

    def _stir(self, node: SimulatedNode, now: float) -> None:
        self._busy_until[node.seat] = now + SETTLES_S

    def _compare(self) -> bool:
        """Update the visible states; returns whether anything has changed."""
        seen = [self._view(node) for node in self._seats.values()]
        if seen == self._seen:
            return False
        self._seen = seen
        self._version += 1
        self._changed.notify_all()
        return True

    def _view(self, node: SimulatedNode) -> dict[str, Any]:
        return {
            "seat": node.seat,
            "pixels": [f"{red:02X}{green:02X}{blue:02X}" for red, green, blue in node.strip],
            "cable": node.cable.plugged,
            "linked": node.linked,
            "down": [name for name in BUTTONS if name in node.down],
            "card": dict(self._piece(node.card)) if node.card else None,
            "cut": node.cable.cut,
            "rate": node.cable.rate,
            "stalled": node.stalled,
            "faults": sorted(node.antenna.faults),
        }
