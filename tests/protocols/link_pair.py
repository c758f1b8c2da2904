"""Both ends of a seat link joined in memory by an unreliable cable, with a simulated clock.

The node is a real `NodeEnd`, the service a real `HostEnd` with its `Links`; cable, clock, disk and
restarts are simulated.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from companion.protocols.link import TICKS
from companion.protocols.link_accounts import Links
from companion.protocols.link_host import HostEnd, HostEvent
from companion.protocols.link_node import NodeEnd
from companion.protocols.link_words import Hello, Laid, Place

UID = "E6605838834A1B2F"
STEP_MS = 10
Frame = list[tuple[int, int, int]]


def card(number: int) -> str:
    """The uid of the card for event `number`."""
    return f"04{number:012X}"


@dataclass
class Trouble:
    """The faults of one direction of a cable, as chances for each piece written."""

    lose: float = 0.0
    repeat: float = 0.0
    delay: float = 0.0
    garble: float = 0.0
    cut: float = 0.0
    splice: float = 0.0
    stuck: float = 0.0  # the other end does not read: a write takes a part, or nothing


@dataclass
class Wire:
    """One direction of a cable. Delayed pieces can be overtaken; old ones can come back later."""

    chance: Random
    trouble: Trouble
    arrivals: list[tuple[int, bytes]] = field(default_factory=list)
    old: list[bytes] = field(default_factory=list)

    def write(self, data: bytes, now: int) -> int:
        trouble, chance = self.trouble, self.chance
        if data and chance.random() < trouble.stuck:
            data = data[: chance.randrange(len(data) + 1)]
        if data and chance.random() >= trouble.lose:
            self._travel(data, now)
        if self.old and chance.random() < trouble.repeat:
            self._travel(chance.choice(self.old), now)
        return len(data)

    def _travel(self, data: bytes, now: int) -> None:
        trouble, chance = self.trouble, self.chance
        self.old = [*self.old[-40:], data]
        if chance.random() < trouble.garble:
            place = chance.randrange(len(data))
            data = (
                data[:place] + bytes([data[place] ^ 1 << chance.randrange(8)]) + data[place + 1 :]
            )
        if chance.random() < trouble.cut:
            data = data[: chance.randrange(len(data) + 1)]
        if chance.random() < trouble.splice:
            data = data[chance.randrange(len(data) + 1) :] + data
        late = chance.randrange(4000) if chance.random() < trouble.delay else 0
        self.arrivals.append((now + 1 + late, data))

    def read(self, now: int) -> bytes:
        here = b"".join(data for at, data in self.arrivals if at <= now)
        self.arrivals = [arrival for arrival in self.arrivals if arrival[0] > now]
        return here


@dataclass
class Disk:
    """The data that survives a kill of the service: accounts, sessions, the game's events."""

    accepted: dict[str, tuple[str, int]] = field(default_factory=dict)
    session: int = 0xFFF0
    game: list[str] = field(default_factory=list)

    def take_session(self) -> int:
        self.session = self.session % 0xFFFF + 1
        return self.session


@dataclass
class Pair:
    """A node and a service, and every fault between them."""

    chance: Random
    start_ms: int = 0
    sync_steps: Callable[[], int] = lambda: 0
    now: int = 0
    node_log: list[tuple[str, int, bytes]] = field(default_factory=list)
    host_log: list[HostEvent] = field(default_factory=list)
    lights: bytes = b""
    laid: list[str] = field(default_factory=list)  # the cards laid at the node
    frame: Frame = field(default_factory=lambda: [(0, 0, 0)] * 8)
    disk: Disk = field(default_factory=Disk)
    syncing: list[tuple[int, Place, str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.up = Wire(self.chance, Trouble())
        self.down = Wire(self.chance, Trouble())
        self.restart_node()
        self.restart_service()

    @property
    def ticks(self) -> int:
        return (self.start_ms + self.now) % TICKS

    def restart_node(self) -> None:
        session = f"{self.chance.randrange(1, 0x10000):04X}"
        self.node = NodeEnd(UID, session, 5, 1, 8, 3, "power")

    def restart_service(self) -> None:
        """Kill the service; everything not yet on disk is lost."""
        self.syncing = []
        self.links = Links(self.disk.take_session, self.disk.accepted.get)
        self.open_port()

    def open_port(self) -> None:
        self.host = HostEnd(self.links, self._seat)
        self.host.show(self.frame)

    def _seat(self, hello: Hello) -> int:
        return hello.strap

    def tap(self) -> str:
        """Lay a new card at the node."""
        uid = card(len(self.laid) + 1)
        self.laid.append(uid)
        self.node.tag(0, uid, "0044", "00", self.ticks)
        return uid

    def show(self, colour: int) -> None:
        self.frame = [(colour, place, 255) for place in range(8)]
        self.host.show(self.frame)

    def step(self) -> None:
        self.now += STEP_MS
        self.node.receive_data(self.down.read(self.now), self.ticks)
        self.node.tick(self.ticks)
        self._node_events()
        self.node.wrote(self.up.write(self.node.data_to_send(self.ticks), self.now))
        self.host.receive_data(self.up.read(self.now), self.now / 1000)
        self.host.tick(self.now / 1000)
        self._host_events()
        self._sync()
        self.host.wrote(self.down.write(self.host.data_to_send(self.now / 1000), self.now))

    def end_trouble(self) -> None:
        """Repair the cable and drop everything delayed."""
        for wire in (self.up, self.down):
            wire.trouble = Trouble()
            wire.arrivals = []

    def run(self, ms: int) -> None:
        for _ in range(ms // STEP_MS):
            self.step()

    def _node_events(self) -> None:
        while event := self.node.next_event():
            self.node_log.append(event)
            if event[0] == "pixels":
                self.lights = event[2]

    def _host_events(self) -> None:
        while event := self.host.next_event():
            self.host_log.append(event)
            if isinstance(event, Laid):
                self.syncing.append((self.sync_steps(), event.place, event.uid))

    def _sync(self) -> None:
        """Report from the disk in order; an event and its number are one transaction."""
        self.syncing = [(steps - 1, place, uid) for steps, place, uid in self.syncing]
        while self.syncing and self.syncing[0][0] < 0:
            _, place, uid = self.syncing.pop(0)
            self.disk.game.append(uid)
            self.disk.accepted[place.node] = (place.session, place.seq)
            self.links.settle(place.node, place.session, place.seq)

    def lights_are_right(self) -> bool:
        return self.lights == b"".join(bytes(pixel) for pixel in self.frame)
