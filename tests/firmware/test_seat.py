"""The program of a node on a simulated board, connected to the service's end."""

from itertools import pairwise

import pytest

from companion.firmware.seat import AMBER, DARK_MS, FRAME_MS, WALK_MS
from companion.protocols.link import TICKS
from companion.protocols.link_host import Ended, Joined
from companion.protocols.link_words import Edge, Laid, Lifted, Pulse, ReaderState
from tests.firmware.node_bench import RED, Bench, Board, connected, lit, lit_by_step

CARD = "04A30B5AEB6C80"
OK = 4


def test_node_joins_and_shows_the_frame() -> None:
    bench = connected()
    (joined,) = bench.heard(Joined)
    assert isinstance(joined, Joined)
    hello = joined.hello
    assert (hello.buttons, hello.readers, hello.pixels, hello.strap) == (5, 1, 8, 3)


def test_board_without_a_reader_reports_none() -> None:
    bench = connected(Board(reader=False))
    (joined,) = bench.heard(Joined)
    assert isinstance(joined, Joined)
    assert joined.hello.readers == 0


def test_press_and_release_carry_their_first_edges() -> None:
    bench = connected()
    down = bench.board.now + 1
    bench.board.levels[OK] = True
    bench.run(300)
    bench.board.levels[OK] = False
    up = bench.board.now + 1
    bench.run(100)
    edges = [
        (e.index, e.down, e.ticks_ms, e.held) for e in bench.heard(Edge) if isinstance(e, Edge)
    ]
    none, ok = (False,) * 5, (False,) * 4 + (True,)
    assert edges == [(OK, True, down, ok), (OK, False, up, none)]


def test_beats_carry_only_certain_levels() -> None:
    bench = connected()
    bench.board.levels[0] = True
    bench.run(790)
    bench.board.levels[0] = False
    up = bench.board.now + 1
    bench.run(200)
    held = [e.ticks_ms for e in bench.heard(Pulse) if isinstance(e, Pulse) and e.held[0]]
    assert len(held) >= 7
    assert max(held) <= up, "no beat may say that it was held after it began to go up"


def test_button_down_at_the_start_is_not_a_press() -> None:
    board = Board()
    board.levels[2] = True
    bench = connected(board).run(1000)
    assert bench.heard(Edge) == []
    pulse = bench.heard(Pulse)[-1]
    assert isinstance(pulse, Pulse)
    assert pulse.held[2]


def test_card_is_laid_and_lifted_once() -> None:
    bench = connected()
    assert bench.board.cards
    bench.board.cards.result = ("tag", CARD, "0044", "00")
    bench.run(3000)
    bench.board.cards.result = ("none",)
    bench.run(1500)
    assert [type(event) for event in bench.heard(Laid, Lifted, ReaderState)] == [Laid, Lifted]


def test_mute_reader_is_reported_with_its_failures() -> None:
    bench = connected()
    assert bench.board.cards
    bench.board.cards.result = ("fault",)
    bench.run(4000)
    (state,) = bench.heard(ReaderState)
    assert isinstance(state, ReaderState)
    assert state.state == "mute"
    assert state.failures > 3


def test_later_service_is_informed_of_a_mute_reader() -> None:
    bench = Bench()
    assert bench.board.cards
    bench.board.cards.result = ("fault",)
    bench.run(4000)
    bench.serve()
    bench.run(1000)
    assert [state.state for state in bench.heard(ReaderState)][-1] == "mute"
    bench.events.clear()
    bench.serve()
    bench.run(5000)
    assert {state.state for state in bench.heard(ReaderState)} == {"mute"}


def test_end_pixels_alternate_before_the_first_service() -> None:
    bench = Bench()
    found = lit_by_step(bench, 6 * WALK_MS)
    assert found in ([[7], [0]] * 3, [[0], [7]] * 3)
    assert bench.board.strip[found[-1][0]] == AMBER


def test_one_pixel_walks_while_the_link_is_lost() -> None:
    bench = connected()
    bench.board.plugged = False
    bench.run(2700)
    assert bench.board.strip == [RED] * 8
    bench.run(500)
    walk = lit_by_step(bench, 8 * WALK_MS)
    assert sorted(place for (place,) in walk) == list(range(8))
    assert all((b[0] - a[0]) % 8 == 1 for a, b in pairwise(walk))
    bench.board.plugged = True
    bench.run(1500)
    assert bench.board.strip == [RED] * 8


def test_strip_is_dark_ten_minutes_after_the_link_was_lost() -> None:
    bench = connected()
    bench.board.plugged = False
    bench.run(DARK_MS + 2000, 100)
    assert lit(bench.board)
    bench.run(2000, 100)
    assert not lit(bench.board)
    bench.run(60_000, 100)
    assert not lit(bench.board)
    bench.board.plugged = True
    bench.run(2000, 10)
    assert bench.board.strip == [RED] * 8


def test_strip_is_dark_after_bye_until_the_next_frame() -> None:
    bench = connected()
    assert bench.service
    bench.service.bye()
    bench.run(200)
    assert [e.why for e in bench.heard(Ended) if isinstance(e, Ended)] == ["bye"]
    bench.service = None
    bench.run(60_000, 10)
    assert not lit(bench.board)
    bench.serve()
    bench.run(1000)
    assert bench.board.strip == [RED] * 8


def test_buttons_and_cards_work_while_the_link_is_down() -> None:
    bench = connected()
    assert bench.board.cards
    bench.board.plugged = False
    bench.run(4000)
    bench.board.levels[OK] = True
    bench.run(100)
    bench.board.levels[OK] = False
    bench.board.cards.result = ("tag", CARD, "0044", "00")
    bench.run(500)
    bench.board.plugged = True
    bench.run(2000)
    kinds = [type(event) for event in bench.heard(Edge, Laid)]
    assert sorted(kinds, key=str) == sorted([Edge, Edge, Laid], key=str)
    ages = [event.age_s for event in bench.events if isinstance(event, Edge | Laid)]
    assert min(ages) > 0.4


def test_field_report_90_lights_and_buttons_work_while_the_host_reads_nothing() -> None:
    bench = connected()
    bench.board.takes = 0
    before = len(bench.board.pictures)
    for _ in range(30):
        bench.board.levels[0] = True
        bench.run(1000, 5)
        bench.board.levels[0] = False
        bench.run(1000, 5)
    assert len(bench.board.pictures) > before + 50
    bench.board.takes = 10_000
    bench.run(3000)
    assert bench.node.end.dropped == 60 - 32
    assert len(bench.heard(Edge)) == 32


def test_field_report_88_modem_commands_are_ignored() -> None:
    bench = Bench()
    bench.board.received = b"AT\r\n" * 5
    bench.serve()
    bench.run(2000)
    bench.board.received += b"AT\r\n"
    bench.run(2000)
    assert len(bench.heard(Joined)) == 1
    assert bench.heard(Ended) == []
    assert bench.node.end.bad == 6


def test_field_report_95_ten_kilobytes_without_line_end_are_one_overflow() -> None:
    bench = connected()
    bench.board.received += b"x" * 10_000 + b"\n"
    bench.run(2000)
    assert bench.node.end.overflow == 1
    assert bench.heard(Ended) == []


def test_strip_is_lit_at_most_30_times_a_second_and_only_on_changes() -> None:
    bench = connected()
    bench.run(2000)
    before = len(bench.board.pictures)
    bench.run(2000)
    assert len(bench.board.pictures) == before
    assert bench.service
    for red in range(200):
        bench.service.show([(red, 0, 0)] * 8)
        bench.run(5)
    times = [at for at, _ in bench.board.pictures[before:]]
    assert all(b - a >= FRAME_MS for a, b in pairwise(times))
    bench.run(100)
    assert bench.board.strip == [(199, 0, 0)] * 8


@pytest.mark.parametrize("takes", [10_000, 0])
def test_reboot_is_acknowledged_first_and_happens_even_unread(
    takes: int,
) -> None:
    bench = connected()
    assert bench.service
    bench.service.reboot()
    bench.run(1)
    bench.board.takes = takes
    assert bench.board.resets == 0
    bench.run(1)
    assert bench.board.resets == (1 if takes else 0)
    bench.run(1100)
    assert bench.board.resets


@pytest.mark.parametrize("pixels", [0, 1, 120])
def test_strips_of_any_length_show_the_nodes_patterns(pixels: int) -> None:
    bench = Bench(Board(pixels=pixels))
    lit_by_step(bench, 3 * WALK_MS)
    bench.serve()
    bench.run(1000)
    assert len(bench.heard(Joined)) == 1
    bench.board.plugged = False
    bench.run(5000, 10)
    assert len(lit(bench.board)) == min(1, pixels)


def test_node_runs_across_a_wrap_of_ticks() -> None:
    bench = connected(Board(TICKS - 2000))
    bench.board.levels[1] = True
    bench.run(5000)
    assert bench.heard(Ended) == []
    assert len(bench.heard(Edge)) == 1
