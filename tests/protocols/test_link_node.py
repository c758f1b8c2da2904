"""The node's end of the seat link, one rule of link.md a test."""

import pytest
from link_board import Node, joined
from link_vectors import AFTER_RESTART, FIRST, UID, wire

from companion.protocols.link import TICKS, decode, encode
from companion.protocols.link_node import NodeEnd


def in_three_ways(data: bytes) -> list[list[bytes]]:
    return [[data], [bytes([byte]) for byte in data], [data + b"C0DE>BEEF 9 9 PIX"]]


@pytest.mark.parametrize("way", range(3))
def test_a_node_speaks_the_vectors_to_the_letter(way: int) -> None:
    end = NodeEnd(UID, "BEEF", 5, 1, 8, 3, "power")

    def hears(vector: str, now: int) -> None:
        if way == 2:
            end.receive_data(b"\n", now)
        for piece in in_three_ways(wire(vector))[way]:
            end.receive_data(piece, now)

    def says(vector: str, now: int) -> None:
        assert end.data_to_send(now) == wire(vector)
        end.wrote(10_000)

    says(FIRST[0], 1234)
    hears(FIRST[1], 1239)
    says(FIRST[2], 1240)
    end.tag(0, "04A30B5AEB6C80", "0044", "00", 7000)
    says(FIRST[3], 1300)
    hears(FIRST[4], 1310)
    end.held("00001")
    end.button(4, True, 7600)
    end._say_now = False  # the vectors leave the beats in between out
    end._said_ms = 1320
    says(FIRST[5], 1320)
    end.gone(0, 9000)
    says(FIRST[6], 1330)
    hears(FIRST[7], 1340)
    assert end.next_event() == ("joined", 3, b"")
    assert end.next_event() == ("pixels", 17, bytes.fromhex("FF0000FF0000") + bytes(18))
    end.log("reader 0: 3 misses, 5%")
    says(FIRST[8], 1350)
    end.held("00000")
    end.button(4, False, 9400)
    says(FIRST[9], 1360)


def test_a_node_joins_the_restarted_service_as_the_vectors_say() -> None:
    node = Node()
    node.join()
    node.say()
    for index in range(3):
        node.end.gone(0, index)
    node.say(1)
    node.hear_next("PIXELS 17 0 8 " + "0" * 48, 3, now=2)
    node.end.held("00000")
    node.end.button(4, False, 9400)
    node.say(3)
    assert node.end.data_to_send(900) != b""
    node.end.wrote(10_000)
    node.end.receive_data(wire(AFTER_RESTART[1]), 9505)
    assert node.end.data_to_send(9510) == wire(AFTER_RESTART[2])
    node.end.wrote(10_000)
    node.end.receive_data(wire(AFTER_RESTART[3]), 9515)
    assert node.end.data_to_send(9520) == wire(AFTER_RESTART[4], AFTER_RESTART[5])
    node.end.wrote(10_000)
    node.end.receive_data(wire(AFTER_RESTART[6]), 9525)
    assert node.events()[-1] == ("pixels", 1, bytes(24))


def test_before_the_first_word_there_is_no_link_and_nothing_to_be_said() -> None:
    node = Node()
    assert (node.end.peer, node.end.flushed) == ("", True)


def test_a_line_for_somebody_else_costs_nothing_of_what_comes_with_it() -> None:
    node = joined()
    data = encode("C0DE", "F00D", 0, 0, "PING a") + encode("C0DE", "BEEF", 0, 0, "PING b")
    node.end.receive_data(data, 1)
    assert [line.args for line in node.say(1)] == [["b"]]


def test_hello_comes_at_once_and_then_every_500_ms_with_nothing_else_but_log() -> None:
    node = Node()
    node.end.gone(0, 1)
    node.end.log("here")
    said = [(now, line.verb) for now in range(0, 1100, 50) for line in node.say(now)]
    assert said == [(0, "HELLO"), (0, "LOG"), (500, "HELLO"), (1000, "HELLO")]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (encode("C0DE", "BEEF", 1, 0, "WELCOME 3 900 7"), "not one of its HELLOs"),
        (encode("C0DE", "BEEF", 2, 0, "WELCOME 3 900 0"), "not line 1"),
        (encode("C0DE", "BEEF", 0, 0, "WELCOME 3 900 0"), "without a number"),
        (encode("C0DE", "F00D", 1, 0, "WELCOME 3 900 0"), "for another"),
        (encode("0000", "BEEF", 1, 0, "WELCOME 3 900 0"), "from nobody"),
        (encode("BEEF", "BEEF", 1, 0, "WELCOME 3 900 0"), "its own session"),
        (encode("C0DE", "BEEF", 1, 0, "WELCOME 3 900"), "a word missing"),
        (encode("C0DE", "BEEF", 1, 0, "WELCOME 3 99 0"), "beats too often"),
        (encode("C0DE", "BEEF", 1, 0, "WELCOME x 900 0"), "no seat"),
        (encode("C0DE", "BEEF", 1, 0, "PIXELS 1 0 8 " + "0" * 48), "another verb"),
    ],
)
def test_a_node_joins_by_nothing_else_than_the_answer_to_its_hello(line: bytes, why: str) -> None:
    node = Node()
    node.say(0)
    node.end.receive_data(line, 1)
    assert node.events() == [], why
    assert node.verbs(2) == []


def test_only_the_last_eight_hellos_since_there_was_no_link_can_be_answered() -> None:
    node = Node()
    for now in range(0, 5000, 500):
        node.say(now)
    node.hear("WELCOME 3 900 500", 1)
    assert node.events() == []
    node.hear("WELCOME 3 900 1000", 1)
    assert node.events() == [("joined", 3, b"")]
    node.hear("WHO")
    assert node.verbs(6000) == ["HELLO"]
    node.peer = "C0DF"
    node.hear("WELCOME 3 900 4500", 1)
    assert node.events() == [("lost", 0, b"")]


def test_a_node_in_a_link_ignores_the_welcome_of_another_and_acknowledges_its_own_again() -> None:
    node = joined()
    node.hear("WELCOME 3 900 0", 1)
    assert [(line.verb, line.ack) for line in node.say(1)] == [("ACK", 1)]
    node.peer = "C0DF"
    node.hear("WELCOME 3 900 0", 1)
    assert node.verbs(2) == []
    assert node.end.peer == "C0DE"


def test_a_later_welcome_gives_another_seat_and_other_beats() -> None:
    node = joined()
    node.hear_next("WELCOME 5 200 0")
    assert node.events() == [("seat", 5, b"")]
    assert node.verbs(1) == ["ACK"]
    assert [now for now in range(0, 700, 50) if "BEAT" in node.verbs(now)] == [200, 400, 600]


@pytest.mark.parametrize(
    ("words", "bad"),
    [
        ("0 100 0", 0),
        ("99 1000 536870911", 0),
        ("100 900 0", 1),
        ("3 99 0", 1),
        ("3 1001 0", 1),
        ("3 900 536870912", 1),
        ("3 900 x", 1),
    ],
)
def test_a_later_welcome_with_a_word_out_of_range_gives_nothing(words: str, bad: int) -> None:
    node = joined()
    node.hear_next(f"WELCOME {words}")
    assert (node.end.bad, len(node.events())) == (bad, 1 - bad)


def test_beats_come_as_welcome_says_and_every_100_ms_while_a_button_is_down() -> None:
    node = joined()
    assert [now for now in range(0, 2000, 20) if "BEAT" in node.verbs(now)] == [900, 1800]
    node.end.held("00100", 1999)
    beat = node.say(2010)[0]
    assert beat.args == ["1999", "00100", "0", "0", "0"]
    assert [now for now in range(2010, 2320, 10) if "BEAT" in node.verbs(now)] == [2110, 2210, 2310]


def test_since_when_the_buttons_are_held_may_be_the_very_moment_when_ticks_wrap() -> None:
    node = joined()
    node.end.held("00100", 0)
    assert node.say(950)[0].args[:2] == ["0", "00100"]
    node.end.held("00000")
    assert node.say(1900)[0].args[:2] == ["1900", "00000"]


def test_a_node_without_buttons_says_one_zero_for_a_word_cannot_be_empty() -> None:
    node = Node(buttons=0)
    node.join()
    assert node.say()[0].args[1] == "0"
    node.end.held("")
    assert node.say(900)[0].args[1] == "0"


def test_three_seconds_without_a_line_of_the_link_end_it_and_hello_comes_at_once() -> None:
    node = joined()
    node.hear("ACK", now=100)
    node.end.tick(3099)
    assert node.events() == []
    node.hear("ACK", now=3099)
    node.end.tick(6098)
    assert node.events() == []
    node.end.tick(6099)
    assert node.events() == [("lost", 0, b"")]
    assert node.verbs(6100) == ["HELLO"]


def test_lines_of_no_link_or_another_prove_no_life_and_are_not_acknowledged() -> None:
    node = joined()
    node.end.receive_data(encode("C0DF", "BEEF", 2, 0, "PIXELS 1 0 8 " + "0" * 48), 2000)
    node.end.receive_data(encode("C0DE", "F00D", 2, 0, "PIXELS 1 0 8 " + "0" * 48), 2000)
    node.end.receive_data(encode("BEEF", "C0DE", 2, 0, "PIXELS 1 0 8 " + "0" * 48), 2000)
    assert node.verbs(1) == []
    node.end.tick(3000)
    assert node.events() == [("lost", 0, b"")]


def test_who_ends_only_the_very_link_that_it_names() -> None:
    node = joined()
    node.end.receive_data(encode("C0DF", "BEEF", 0, 0, "WHO"), 1)
    assert node.end.peer == "C0DE"
    node.hear("WHO")
    assert (node.end.peer, node.verbs(2)) == ("", ["HELLO"])


def test_ticks_may_wrap_in_the_middle_of_a_link() -> None:
    node = Node()
    node.join(TICKS - 1000)
    assert node.verbs(TICKS - 1000) == ["BEAT"]
    assert node.verbs(TICKS - 110) == []
    node.hear("ACK", now=TICKS - 100)
    assert node.verbs(0) == ["BEAT"]
    node.end.tick(2899)
    assert node.end.peer
    node.end.tick(2900)
    assert not node.end.peer


def test_the_checksum_of_what_is_said_is_right() -> None:
    node = Node()
    assert decode(node.end.data_to_send(0)[:-1])
