"""A node's program on a simulated board, connected to the service's end."""

from companion.firmware.seat import BLACK, WALK_MS, Seat
from companion.protocols.link import TICKS
from companion.protocols.link_accounts import Links
from companion.protocols.link_host import HostEnd, HostEvent, Joined
from companion.protocols.link_words import Edge, Laid, Lifted, ReaderState
from companion.signals import Pixel

RED = (200, 0, 0)


class Reader:
    """A card reader with a given result, polled every 50 ms."""

    def __init__(self) -> None:
        self.result: tuple[str, ...] = ("none",)

    def poll(self, now: int) -> tuple[str, ...] | None:
        return None if now % 50 else self.result


class Board:
    """The board of a node: levels, a strip, and a cable that can be unplugged or blocked."""

    def __init__(self, start_ms: int = 0, *, pixels: int = 8, reader: bool = True) -> None:
        self.uid, self.session, self.strap, self.cause = "E6605838834A1B2F", "BEEF", 3, "power"
        self.pixels = pixels
        self.reader = self.cards = Reader() if reader else None
        self.now = start_ms
        self.levels = [False] * 5
        self.strip: list[Pixel] = []
        self.pictures: list[tuple[int, list[Pixel]]] = []
        self.resets = 0
        self.plugged = True
        self.takes = 10_000
        self.sent, self.received = b"", b""

    def ticks_ms(self) -> int:
        return self.now % TICKS

    def read(self, count: int) -> bytes:
        data, self.received = self.received[:count], self.received[count:]
        return data

    def write(self, data: bytes) -> int:
        taken = data[: self.takes]
        if self.plugged:
            self.sent += taken
        return len(taken)

    def buttons(self) -> tuple[bool, ...]:
        return tuple(self.levels)

    def show(self, pixels: list[Pixel]) -> None:
        self.strip = list(pixels)
        self.pictures.append((self.now, self.strip))

    def reset(self) -> None:
        self.resets += 1


class Bench:
    """A node on its board and the service it is connected to."""

    def __init__(self, board: Board | None = None) -> None:
        self.board = board or Board()
        self.start = self.board.now
        self.node = Seat(self.board)
        self.sessions = iter(range(1, 0xFFFF))
        self.events: list[HostEvent] = []
        self.links = Links(self.sessions.__next__, lambda uid: None)
        self.service: HostEnd | None = None

    def serve(self) -> None:
        """Start a service that lights the strip red."""
        self.service = HostEnd(self.links, lambda hello: hello.strap)
        self.service.show([RED] * 8)

    def run(self, ms: int, step: int = 1) -> "Bench":
        for _ in range(0, ms, step):
            self.board.now += step
            self.node.step()
            self._serve_once((self.board.now - self.start) / 1000)
        return self

    def _serve_once(self, now: float) -> None:
        data, self.board.sent = self.board.sent, b""
        if not self.service:
            return
        self.service.receive_data(data, now)
        self.service.tick(now)
        out = self.service.data_to_send(now)
        self.service.wrote(len(out))
        if self.board.plugged:
            self.board.received += out
        while event := self.service.next_event():
            self.events.append(event)
            if isinstance(event, Edge | Laid | Lifted | ReaderState):
                self.links.settle(event.place.node, event.place.session, event.place.seq)

    def heard(self, *kinds: type) -> list[HostEvent]:
        return [event for event in self.events if isinstance(event, kinds)]


def connected(board: Board | None = None) -> Bench:
    bench = Bench(board)
    bench.serve()
    bench.run(200)
    assert bench.heard(Joined)
    assert bench.board.strip == [RED] * 8
    return bench


def lit(board: Board) -> list[int]:
    return [place for place, pixel in enumerate(board.strip) if pixel != BLACK]


def lit_by_step(bench: Bench, ms: int) -> list[list[int]]:
    """The lit pixels, frame by frame."""
    found = []
    for _ in range(ms // WALK_MS):
        bench.run(WALK_MS, 50)
        found.append(lit(bench.board))
    return found
