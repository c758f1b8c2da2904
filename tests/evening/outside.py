"""Nodes that outlive the service: they run the real program in the test's process."""

import json
import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Self

from companion.drivers.simulated.bench import REACH_S, Bench
from companion.drivers.simulated.cards import uid_of
from companion.drivers.simulated.node import Cable, SimulatedNode
from companion.games import pieces
from companion.signals import Frame
from tests.evening.service import companion
from tests.patience import PATIENCE_S

TOUCH_S = 0.04
AMBER = (28, 14, 0)
"""The colour of the node's own patterns (firmware/seat.py)."""


def learn(file: Path, data: Path, colours: tuple[str, ...]) -> None:
    """Write a tag file of whole decks and import it into `data`."""
    tags = [
        {"uid": uid_of(card), "game": "snow_tails", "piece": card}
        for colour in colours
        for card in pieces.deck("snow_tails", colour)
    ]
    file.write_text(json.dumps({"format": "companion-tags", "version": 1, "tags": tags}))
    learned = companion("tags", "import", str(file), "--data", str(data))
    assert learned.returncode == 0, learned


class HeardCable(Cable):
    """A cable that records the service's lines."""

    def __init__(self, path: str, chance: random.Random):
        super().__init__(path, chance)
        self.heard = b""

    def read(self, count: int) -> bytes:
        data = super().read(count)
        self.heard += data
        return data

    def last(self, verb: str) -> list[str]:
        """The words of the service's last line with this verb."""
        lines = [line.split() for line in self.heard.decode().splitlines()]
        return next(words for words in reversed(lines) if verb in words)


class OutsideRoom:
    """Seats whose nodes stay powered when the service ends.

    `colours`: the decks whose tags are imported into `data`.
    """

    def __init__(self, folder: Path, data: Path, colours: tuple[str, ...]):
        chance = random.Random(folder.name)
        self.cables = {n: HeardCable(str(folder / f"port-{n}"), chance) for n in range(1, 6)}
        self.nodes = {
            seat: SimulatedNode(
                seat,
                f"5EA7{seat:012X}",
                8,
                cable,
                lambda: int(time.monotonic() * 1000),
                chance,
            )
            for seat, cable in self.cables.items()
        }
        self._bench = Bench(self.nodes, lambda uid: {"uid": uid})
        self.table = folder / "table.toml"
        seats = (f'[[seat]]\nport = "{node.cable.path}"\n' for node in self.nodes.values())
        self.table.write_text("\n".join(seats))
        learn(folder / "tags.json", data, colours)

    def __enter__(self) -> Self:
        for node in self.nodes.values():
            node.cable.plug()
            node.power_on("power")
        self._bench.start()
        return self

    def __exit__(self, *args: object) -> None:
        self._bench.close()

    def hand(self, hand: str, **movement: Any) -> None:
        """Make a movement, as in the simulated room."""
        node = self.nodes[movement["seat"]]
        match hand:
            case "tap":
                uid = uid_of(movement["card"])
                self._bench.next(node, REACH_S, lambda node: setattr(node, "card", uid))
            case "lift":
                self._bench.next(node, REACH_S, lambda node: setattr(node, "card", ""))
            case "down":
                button = movement["button"]
                self._bench.next(node, TOUCH_S, lambda node: node.down.add(button))
            case "up":
                button = movement["button"]
                self._bench.next(node, TOUCH_S, lambda node: node.down.discard(button))

    def await_light(self, seat: int) -> None:
        """Wait until the seat's strip shows the service's frame, not a pattern of the node."""
        self._await(seat, lambda strip: AMBER not in strip and any(map(any, strip)))

    def await_dark(self, seat: int) -> None:
        """Wait until the seat's strip is dark."""
        self._await(seat, lambda strip: not any(map(any, strip)))

    def _await(self, seat: int, so: Callable[[Frame], bool]) -> None:
        end = time.monotonic() + PATIENCE_S
        version = self._bench.look()[0]
        while not so(strip := self._bench.strips()[seat]):
            assert time.monotonic() < end, strip
            version = self._bench.wait(version, PATIENCE_S)
