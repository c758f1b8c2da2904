"""The node's end of the seat link: one test for each rule of link.md."""

import pytest
from link_board import Node, joined
from link_vectors import AFTER_RESTART, FIRST, UID, wire

from companion.protocols.link import TICKS, decode, encode
from companion.protocols.link_node import NodeEnd


def three_ways(data: bytes) -> list[list[bytes]]:
    return [[data], [bytes([byte]) for byte in data], [data + b"C0DE>BEEF 9 9 PIX"]]


class Vectors(NodeEnd):
    """A node's end that receives and sends vectors. `way`: how received bytes are split."""

    def __init__(self, way: int) -> None:
        super().__init__(UID, "BEEF", 5, 1, 8, 3, "power")
        self.way = way

    def receives(self, vector: str, now: int) -> None:
        if self.way == 2:
            self.receive_data(b"\n", now)
        for piece in three_ways(wire(vector))[self.way]:
            self.receive_data(piece, now)

    def sends(self, vector: str, now: int) -> None:
        assert self.data_to_send(now) == wire(vector)
        self.wrote(10_000)


@pytest.mark.parametrize("way", range(3))
def test_node_follows_the_vectors(way: int) -> None:
    end = Vectors(way)
    end.sends(FIRST[0], 1234)
    end.receives(FIRST[1], 1239)
    end.sends(FIRST[2], 1240)
    end.tag(0, "04A30B5AEB6C80", "0044", "00", 7000)
    end.sends(FIRST[3], 1300)
    end.receives(FIRST[4], 1310)
    end.held("00001")
    end.button(4, True, 7600)
    end._beat_due = False  # the vectors leave out the beats in between
    end._beat_sent_ms = 1320
    end.sends(FIRST[5], 1320)
    end.gone(0, 9000)
    end.sends(FIRST[6], 1330)
    end.receives(FIRST[7], 1340)
    assert end.next_event() == ("joined", 3, b"")
    assert end.next_event() == ("pixels", 17, bytes.fromhex("FF0000FF0000") + bytes(18))
    end.log("reader 0: 3 misses, 5%")
    end.sends(FIRST[8], 1350)
    end.held("00000")
    end.button(4, False, 9400)
    end.sends(FIRST[9], 1360)


def test_node_joins_a_restarted_service_as_in_the_vectors() -> None:
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


def test_new_node_has_no_link_and_nothing_pending() -> None:
    node = Node()
    assert (node.end.peer, node.end.flushed) == ("", True)


def test_line_for_another_node_does_not_affect_the_lines_around_it() -> None:
    node = joined()
    data = encode("C0DE", "F00D", 0, 0, "PING a") + encode("C0DE", "BEEF", 0, 0, "PING b")
    node.end.receive_data(data, 1)
    assert [line.args for line in node.say(1)] == [["b"]]


def test_hello_is_sent_at_once_then_every_500_ms_with_only_log_lines() -> None:
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
def test_node_joins_only_by_the_answer_to_its_hello(line: bytes, why: str) -> None:
    node = Node()
    node.say(0)
    node.end.receive_data(line, 1)
    assert node.events() == [], why
    assert node.verbs(2) == []


def test_only_the_last_eight_hellos_can_be_answered() -> None:
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


def test_linked_node_ignores_foreign_welcomes_and_acknowledges_its_own_again() -> None:
    node = joined()
    node.hear("WELCOME 3 900 0", 1)
    assert [(line.verb, line.ack) for line in node.say(1)] == [("ACK", 1)]
    node.peer = "C0DF"
    node.hear("WELCOME 3 900 0", 1)
    assert node.verbs(2) == []
    assert node.end.peer == "C0DE"


def test_later_welcome_changes_seat_and_beat_interval() -> None:
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
def test_later_welcome_with_a_word_out_of_range_is_ignored(words: str, bad: int) -> None:
    node = joined()
    node.hear_next(f"WELCOME {words}")
    assert (node.end.bad, len(node.events())) == (bad, 1 - bad)


def test_beat_interval_follows_welcome_and_is_100_ms_while_a_button_is_down() -> None:
    node = joined()
    assert [now for now in range(0, 2000, 20) if "BEAT" in node.verbs(now)] == [900, 1800]
    node.end.held("00100", 1999)
    beat = node.say(2010)[0]
    assert beat.args == ["1999", "00100", "0", "0", "0"]
    assert [now for now in range(2010, 2320, 10) if "BEAT" in node.verbs(now)] == [2110, 2210, 2310]


def test_buttons_can_be_held_since_the_tick_of_a_wrap() -> None:
    node = joined()
    node.end.held("00100", 0)
    assert node.say(950)[0].args[:2] == ["0", "00100"]
    node.end.held("00000")
    assert node.say(1900)[0].args[:2] == ["1900", "00000"]


def test_node_without_buttons_sends_one_zero() -> None:
    node = Node(buttons=0)
    node.join()
    assert node.say()[0].args[1] == "0"
    node.end.held("")
    assert node.say(900)[0].args[1] == "0"


def test_three_seconds_of_silence_end_the_link_and_hello_follows_at_once() -> None:
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


def test_lines_outside_the_link_are_ignored_and_not_acknowledged() -> None:
    node = joined()
    node.end.receive_data(encode("C0DF", "BEEF", 2, 0, "PIXELS 1 0 8 " + "0" * 48), 2000)
    node.end.receive_data(encode("C0DE", "F00D", 2, 0, "PIXELS 1 0 8 " + "0" * 48), 2000)
    node.end.receive_data(encode("BEEF", "C0DE", 2, 0, "PIXELS 1 0 8 " + "0" * 48), 2000)
    assert node.verbs(1) == []
    node.end.tick(3000)
    assert node.events() == [("lost", 0, b"")]


def test_link_is_ended_only_by_a_who_that_names_it() -> None:
    node = joined()
    node.end.receive_data(encode("C0DF", "BEEF", 0, 0, "WHO"), 1)
    assert node.end.peer == "C0DE"
    node.hear("WHO")
    assert (node.end.peer, node.verbs(2)) == ("", ["HELLO"])


def test_ticks_can_wrap_during_a_link() -> None:
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


def test_sent_lines_have_valid_checksums() -> None:
    node = Node()
    assert decode(node.end.data_to_send(0)[:-1])
