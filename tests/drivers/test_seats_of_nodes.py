"""Seat assignment of nodes, and the frames sent to strips."""

from companion.config import Config, Leds, Seat, Segment, Strip, phones_only
from companion.drivers.nodes.seat_assignment import Node, Seated, seating, stretched, wired, woven

A, B, C = (letter * 16 for letter in "ABC")
RED, GREEN, BLUE, BLACK = (255, 0, 0), (0, 255, 0), (0, 0, 255), (0, 0, 0)
TABLE = Config("", "en", (Seat(1, "red", node=A), Seat(2, "blue", port="/dev/p"), Seat(3, "green")))


def test_seats_go_by_uid_then_port_then_straps_then_ok() -> None:
    here = [Node(A, "/dev/p", 3), Node(B, "/dev/p", 3), Node(C, "/dev/q", 3)]
    told = seating(TABLE, here, {A: 3, B: 3, C: 1})
    assert told == {A: Seated(1), B: Seated(2), C: Seated(3)}


def test_a_stronger_claim_wins_in_any_order() -> None:
    told = seating(TABLE, [Node(B, strap=1), Node(A)], {})
    assert told == {A: Seated(1), B: Seated(0, "link.seat_taken", 1)}


def test_a_seat_that_the_file_gives_to_a_port_belongs_to_that_port() -> None:
    """Whichever node is on it. No other node gets the seat, even while the port is empty."""
    waits = Seated(0, "link.seat_taken", 2)
    assert seating(TABLE, [Node(B, "/dev/q", strap=2)], {}) == {B: waits}
    assert seating(TABLE, [Node(B, "/dev/q")], {B: 2}) == {B: waits}
    assert seating(TABLE, [Node(C, "/dev/p", strap=3)], {}) == {C: Seated(2)}


def test_first_of_equal_claims_wins() -> None:
    told = seating(TABLE, [Node(C, strap=3), Node(B, strap=3)], {})
    assert told == {C: Seated(3), B: Seated(0, "link.seat_taken", 3)}


def test_a_lost_node_keeps_its_seat_until_another_claims_it() -> None:
    lost = Node(A, lost=True)
    assert seating(TABLE, [lost], {}) == {A: Seated(1)}
    assert seating(TABLE, [lost, Node(B, strap=1)], {})[B] == Seated(1)


def test_an_unknown_node_is_unassigned_until_ok_is_pressed() -> None:
    assert seating(TABLE, [Node(C)], {}) == {C: Seated(note="link.unassigned")}
    assert seating(TABLE, [Node(C)], {C: 3}) == {C: Seated(3)}
    assert seating(TABLE, [Node(C)], {C: 0}) == {C: Seated(note="link.unassigned")}


def test_a_claim_for_an_unknown_seat_is_reported() -> None:
    assert seating(TABLE, [Node(C, strap=5)], {}) == {C: Seated(0, "link.no_such_seat", 5)}


def test_the_tables_strip_has_no_seat() -> None:
    table = Config("", "en", phones_only().seats, strip=Strip(3, (), node=A))
    assert seating(table, [Node(A, strap=2)], {}) == {A: Seated()}


def test_a_grb_strip_gets_unchanged_colours() -> None:
    assert wired((RED, GREEN), Leds()) == (RED, GREEN)
    assert wired((RED, GREEN), Leds(reverse=True)) == (GREEN, RED)


def test_every_colour_order_shows_the_right_colours() -> None:
    colour = (1, 2, 3)
    for order in ("RGB", "RBG", "GRB", "GBR", "BRG", "BGR"):
        red, green, blue = wired((colour,), Leds(order))[0]
        on_the_wire = (green, red, blue)
        shown = dict(zip(order, on_the_wire, strict=True))
        assert (shown["R"], shown["G"], shown["B"]) == colour


def test_a_frame_of_another_length_is_stretched() -> None:
    assert stretched((RED, GREEN), 4) == (RED, RED, GREEN, GREEN)
    assert stretched((RED, RED, GREEN, GREEN), 2) == (RED, GREEN)
    assert stretched((), 2) == (BLACK, BLACK)


def test_the_tables_strip_shows_each_frame_on_its_segment() -> None:
    segments = (Segment(2, 4, 1), Segment(1, 0, 2), Segment(3, 5, 1))
    told = woven({1: (RED,), 2: (BLUE,)}, segments, 6)
    assert told == (RED, RED, BLACK, BLACK, BLUE, BLACK)
