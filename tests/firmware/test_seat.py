"""What a node does: its program on a board of plain values, plugged into the service's end."""

from itertools import pairwise

import pytest

from companion.firmware.seat import AMBER, BLACK, DARK_MS, FRAME_MS, WALK_MS, Seat
from companion.protocols.link import TICKS
from companion.protocols.link_accounts import Links
from companion.protocols.link_host import Ended, HostEnd, HostEvent, Joined
from companion.protocols.link_words import Edge, Laid, Lifted, Pulse, ReaderState
from companion.signals import Pixel

CARD = "04A30B5AEB6C80"
OK = 4
RED = (200, 0, 0)


class Reader:
    """A card reader that says what lies on it, every 50 ms."""

    def __init__(self) -> None:
        self.result: tuple[str, ...] = ("none",)

    def poll(self, now: int) -> tuple[str, ...] | None:
        return None if now % 50 else self.result


class Board:
    """The board of a node: levels, a strip, and a cable that may be pulled or clogged."""

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


class Table:
    """A node on its board and the service that it is plugged into."""

    def __init__(self, board: Board | None = None) -> None:
        self.board = board or Board()
        self.start = self.board.now
        self.node = Seat(self.board)
        self.sessions = iter(range(1, 0xFFFF))
        self.events: list[HostEvent] = []
        self.links = Links(self.sessions.__next__, lambda uid: None)
        self.service: HostEnd | None = None

    def serve(self) -> None:
        """A service starts and lights the strip red."""
        self.service = HostEnd(self.links, lambda hello: hello.strap)
        self.service.show([RED] * 8)

    def run(self, ms: int, step: int = 1) -> "Table":
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


def connected(board: Board | None = None) -> Table:
    table = Table(board)
    table.serve()
    table.run(200)
    assert table.heard(Joined)
    assert table.board.strip == [RED] * 8
    return table


def lit(board: Board) -> list[int]:
    return [place for place, pixel in enumerate(board.strip) if pixel != BLACK]


def forms(table: Table, ms: int) -> list[list[int]]:
    """Which pixels are lit, picture by picture."""
    found = []
    for _ in range(ms // WALK_MS):
        table.run(WALK_MS, 50)
        found.append(lit(table.board))
    return found


def test_a_node_joins_and_shows_what_it_is_told() -> None:
    table = connected()
    (joined,) = table.heard(Joined)
    assert isinstance(joined, Joined)
    hello = joined.hello
    assert (hello.buttons, hello.readers, hello.pixels, hello.strap) == (5, 1, 8, 3)


def test_a_board_without_a_reader_says_so() -> None:
    table = connected(Board(reader=False))
    (joined,) = table.heard(Joined)
    assert isinstance(joined, Joined)
    assert joined.hello.readers == 0


def test_a_press_and_its_release_carry_their_first_edges() -> None:
    table = connected()
    down = table.board.now + 1
    table.board.levels[OK] = True
    table.run(300)
    table.board.levels[OK] = False
    up = table.board.now + 1
    table.run(100)
    edges = [
        (e.index, e.down, e.ticks_ms, e.held) for e in table.heard(Edge) if isinstance(e, Edge)
    ]
    none, ok = (False,) * 5, (False,) * 4 + (True,)
    assert edges == [(OK, True, down, ok), (OK, False, up, none)]


def test_beats_of_a_button_that_is_down_say_only_what_is_sure() -> None:
    table = connected()
    table.board.levels[0] = True
    table.run(790)
    table.board.levels[0] = False
    up = table.board.now + 1
    table.run(200)
    held = [e.ticks_ms for e in table.heard(Pulse) if isinstance(e, Pulse) and e.held[0]]
    assert len(held) >= 7
    assert max(held) <= up, "no beat may say that it was held after it began to go up"


def test_a_button_that_is_down_at_the_start_is_no_press() -> None:
    board = Board()
    board.levels[2] = True
    table = connected(board).run(1000)
    assert table.heard(Edge) == []
    pulse = table.heard(Pulse)[-1]
    assert isinstance(pulse, Pulse)
    assert pulse.held[2]


def test_a_card_is_laid_and_lifted_once() -> None:
    table = connected()
    assert table.board.cards
    table.board.cards.result = ("tag", CARD, "0044", "00")
    table.run(3000)
    table.board.cards.result = ("none",)
    table.run(1500)
    assert [type(event) for event in table.heard(Laid, Lifted, ReaderState)] == [Laid, Lifted]


def test_a_mute_reader_is_told_with_its_failures() -> None:
    table = connected()
    assert table.board.cards
    table.board.cards.result = ("fault",)
    table.run(4000)
    (state,) = table.heard(ReaderState)
    assert isinstance(state, ReaderState)
    assert state.state == "mute"
    assert state.failures > 3


def test_a_service_that_comes_later_is_told_of_a_mute_reader_too() -> None:
    table = Table()
    assert table.board.cards
    table.board.cards.result = ("fault",)
    table.run(4000)
    table.serve()
    table.run(1000)
    assert [state.state for state in table.heard(ReaderState)][-1] == "mute"
    table.events.clear()
    table.serve()
    table.run(5000)
    assert {state.state for state in table.heard(ReaderState)} == {"mute"}


def test_no_service_yet_the_two_end_pixels_take_turns() -> None:
    table = Table()
    found = forms(table, 6 * WALK_MS)
    assert found in ([[7], [0]] * 3, [[0], [7]] * 3)
    assert table.board.strip[found[-1][0]] == AMBER


def test_link_lost_one_pixel_walks_slowly_until_the_next_full_revision() -> None:
    table = connected()
    table.board.plugged = False
    table.run(2700)
    assert table.board.strip == [RED] * 8
    table.run(500)
    walk = forms(table, 8 * WALK_MS)
    assert sorted(place for (place,) in walk) == list(range(8))
    assert all((b[0] - a[0]) % 8 == 1 for a, b in pairwise(walk))
    table.board.plugged = True
    table.run(1500)
    assert table.board.strip == [RED] * 8


def test_link_lost_goes_dark_after_ten_minutes_and_stays_so_until_it_is_told() -> None:
    table = connected()
    table.board.plugged = False
    table.run(DARK_MS + 2000, 100)
    assert lit(table.board)
    table.run(2000, 100)
    assert not lit(table.board)
    table.run(60_000, 100)
    assert not lit(table.board)
    table.board.plugged = True
    table.run(2000, 10)
    assert table.board.strip == [RED] * 8


def test_after_bye_a_node_is_dark_at_once_and_stays_so_until_it_is_told() -> None:
    table = connected()
    assert table.service
    table.service.bye()
    table.run(200)
    assert [e.why for e in table.heard(Ended) if isinstance(e, Ended)] == ["bye"]
    table.service = None
    table.run(60_000, 10)
    assert not lit(table.board)
    table.serve()
    table.run(1000)
    assert table.board.strip == [RED] * 8


def test_buttons_and_cards_go_on_while_the_link_is_down() -> None:
    table = connected()
    assert table.board.cards
    table.board.plugged = False
    table.run(4000)
    table.board.levels[OK] = True
    table.run(100)
    table.board.levels[OK] = False
    table.board.cards.result = ("tag", CARD, "0044", "00")
    table.run(500)
    table.board.plugged = True
    table.run(2000)
    kinds = [type(event) for event in table.heard(Edge, Laid)]
    assert sorted(kinds, key=str) == sorted([Edge, Edge, Laid], key=str)
    ages = [event.age_s for event in table.events if isinstance(event, Edge | Laid)]
    assert min(ages) > 0.4


def test_field_report_90_a_host_that_reads_nothing_for_a_minute_harms_no_light_or_button() -> None:
    table = connected()
    table.board.takes = 0
    before = len(table.board.pictures)
    for _ in range(30):
        table.board.levels[0] = True
        table.run(1000, 5)
        table.board.levels[0] = False
        table.run(1000, 5)
    assert len(table.board.pictures) > before + 50
    table.board.takes = 10_000
    table.run(3000)
    assert table.node.end.dropped == 60 - 32
    assert len(table.heard(Edge)) == 32


def test_field_report_88_modem_commands_at_the_start_and_later_are_ignored() -> None:
    table = Table()
    table.board.received = b"AT\r\n" * 5
    table.serve()
    table.run(2000)
    table.board.received += b"AT\r\n"
    table.run(2000)
    assert len(table.heard(Joined)) == 1
    assert table.heard(Ended) == []
    assert table.node.end.bad == 6


def test_field_report_95_ten_kilobytes_without_an_end_are_one_overflow() -> None:
    table = connected()
    table.board.received += b"x" * 10_000 + b"\n"
    table.run(2000)
    assert table.node.end.overflow == 1
    assert table.heard(Ended) == []


def test_the_strip_is_lit_at_most_30_times_a_second_and_only_when_it_changes() -> None:
    table = connected()
    table.run(2000)
    before = len(table.board.pictures)
    table.run(2000)
    assert len(table.board.pictures) == before
    assert table.service
    for red in range(200):
        table.service.show([(red, 0, 0)] * 8)
        table.run(5)
    times = [at for at, _ in table.board.pictures[before:]]
    assert all(b - a >= FRAME_MS for a, b in pairwise(times))
    table.run(100)
    assert table.board.strip == [(199, 0, 0)] * 8


@pytest.mark.parametrize("takes", [10_000, 0])
def test_a_reboot_is_acknowledged_first_and_happens_even_if_nobody_reads(takes: int) -> None:
    table = connected()
    assert table.service
    table.service.reboot()
    table.run(1)
    table.board.takes = takes
    assert table.board.resets == 0
    table.run(1)
    assert table.board.resets == (1 if takes else 0)
    table.run(1100)
    assert table.board.resets


@pytest.mark.parametrize("pixels", [0, 1, 120])
def test_strips_of_any_length_show_the_nodes_patterns(pixels: int) -> None:
    table = Table(Board(pixels=pixels))
    forms(table, 3 * WALK_MS)
    table.serve()
    table.run(1000)
    assert len(table.heard(Joined)) == 1
    table.board.plugged = False
    table.run(5000, 10)
    assert len(lit(table.board)) == min(1, pixels)


def test_a_node_runs_on_while_its_ticks_wrap() -> None:
    table = connected(Board(TICKS - 2000))
    table.board.levels[1] = True
    table.run(5000)
    assert table.heard(Ended) == []
    assert len(table.heard(Edge)) == 1
