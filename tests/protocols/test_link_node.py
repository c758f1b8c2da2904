"""The node's end of the seat link, one rule of link.md a test."""

import pytest
from link_vectors import AFTER_RESTART, FIRST, UID, wire

from companion.protocols.link import LAST_SEQ, SILENCE_MS, TICKS, Line, Receiver, decode, encode
from companion.protocols.link_node import NodeEnd


class Node:
    """A node's end and the service as it appears to it, line by line."""

    def __init__(self, pixels: int = 8, buttons: int = 5) -> None:
        self.end = NodeEnd(UID, "BEEF", buttons, 1, pixels, 3, "power")
        self.receiver = Receiver()
        self.peer = "C0DE"
        self.seq = 0

    def hear(self, body: str, seq: int = 0, ack: int = 0, *, now: int = 0) -> None:
        self.end.receive_data(encode(self.peer, "BEEF", seq, ack, body), now)

    def hear_next(self, body: str, ack: int = 0, *, now: int = 0) -> None:
        self.seq += 1
        self.hear(body, self.seq, ack, now=now)

    def say(self, now: int = 0) -> list[Line]:
        data = self.end.data_to_send(now)
        self.end.wrote(len(data))
        return self.receiver.feed(data)

    def verbs(self, now: int = 0) -> list[str]:
        return [line.verb for line in self.say(now)]

    def events(self) -> list[tuple[str, int, bytes]]:
        events = []
        while event := self.end.next_event():
            events.append(event)
        return events

    def join(self, now: int = 0, *, peer: str = "C0DE", ack: int = 0) -> None:
        """Say HELLO, hear WELCOME, say the first BEAT."""
        hello = self.say(now)[0]
        self.peer, self.seq = peer, 0
        self.hear_next(f"WELCOME 3 900 {hello.args[6]}", ack, now=now)
        assert self.events()[-1] == ("joined", 3, b"")


def joined() -> Node:
    node = Node()
    node.join()
    assert node.verbs() == ["BEAT"]
    return node


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
    node.hear_next("WELCOME 5 2000 0")
    assert node.end.bad == 1


def test_beats_come_as_welcome_says_and_every_100_ms_while_a_button_is_down() -> None:
    node = joined()
    assert [now for now in range(0, 2000, 20) if "BEAT" in node.verbs(now)] == [900, 1800]
    node.end.held("00100", 1999)
    beat = node.say(2010)[0]
    assert beat.args == ["1999", "00100", "0", "0", "0"]
    assert [now for now in range(2010, 2320, 10) if "BEAT" in node.verbs(now)] == [2110, 2210, 2310]


def test_a_node_without_buttons_says_one_zero_for_a_word_cannot_be_empty() -> None:
    node = Node(buttons=0)
    node.join()
    assert node.say()[0].args[1] == "0"
    node.end.held("")
    assert node.say(900)[0].args[1] == "0"


def test_three_seconds_without_a_line_of_the_link_end_it_and_hello_comes_at_once() -> None:
    node = joined()
    node.hear("ACK", now=100)
    node.end.tick(99 + SILENCE_MS)
    assert node.events() == []
    node.hear("ACK", now=99 + SILENCE_MS)
    node.end.tick(98 + 2 * SILENCE_MS)
    assert node.events() == []
    node.end.tick(99 + 2 * SILENCE_MS)
    assert node.events() == [("lost", 0, b"")]
    assert node.verbs(100 + 2 * SILENCE_MS) == ["HELLO"]


def test_lines_of_no_link_or_another_prove_no_life_and_are_not_acknowledged() -> None:
    node = joined()
    node.end.receive_data(encode("C0DF", "BEEF", 2, 0, "PIXELS 1 0 8 " + "0" * 48), 2000)
    node.end.receive_data(encode("C0DE", "F00D", 2, 0, "PIXELS 1 0 8 " + "0" * 48), 2000)
    node.end.receive_data(encode("BEEF", "C0DE", 2, 0, "PIXELS 1 0 8 " + "0" * 48), 2000)
    assert node.verbs(1) == []
    node.end.tick(SILENCE_MS)
    assert node.events() == [("lost", 0, b"")]


def test_who_ends_only_the_very_link_that_it_names() -> None:
    node = joined()
    node.end.receive_data(encode("C0DF", "BEEF", 0, 0, "WHO"), 1)
    assert node.end.peer == "C0DE"
    node.hear("WHO")
    assert (node.end.peer, node.verbs(2)) == ("", ["HELLO"])


def test_what_was_not_acknowledged_goes_on_in_the_next_link_under_its_number() -> None:
    node = joined()
    for index in range(4):
        node.end.gone(0, index)
    assert [line.seq for line in node.say(1)] == [1, 2, 3, 4]
    node.hear("ACK", 0, 1)
    node.hear("WHO")
    hello = node.say(10)[0]
    assert hello.args[7:] == ["1", "4"]
    node.peer, node.seq = "C0DF", 0
    node.hear_next(f"WELCOME 3 900 {hello.args[6]}", 3)
    said = node.say(20)
    assert [(line.verb, line.to, line.seq, line.ack) for line in said] == [
        ("BEAT", "C0DF", 0, 1),
        ("GONE", "C0DF", 4, 1),
    ]


def test_a_number_goes_round_from_9999_to_1() -> None:
    node = joined()
    node.end._sender.sent = node.end._sender.acked = LAST_SEQ - 1
    for index in range(3):
        node.end.gone(0, index)
    assert [line.seq for line in node.say(1)] == [9999, 1, 2]
    node.hear("ACK", 0, 1)
    assert [kept.seq for kept in node.end._sender.lines] == [2]


def test_32_lines_are_kept_then_the_oldest_that_was_never_sent_is_dropped_and_counted() -> None:
    node = joined()
    for index in range(4):
        node.end.gone(0, index)
    node.say(1)
    for index in range(4, 40):
        node.end.gone(0, index)
    kept = [int(kept.body.split()[2]) for kept in node.end._sender.lines]
    assert kept == [0, 1, 2, 3, *range(12, 40)]
    assert node.say(900)[0].args[4] == "8"


def test_field_report_90_nothing_new_is_written_before_the_old_is_and_beats_are_left_out() -> None:
    node = joined()
    node.end.gone(0, 1)
    first = node.end.data_to_send(1)
    node.end.wrote(5)
    for now in range(1000, 60_000, 1000):
        node.hear("ACK", now=now)
        assert node.end.data_to_send(now) == first[5:]
        node.end.wrote(0)
    node.end.wrote(len(first) - 5)
    assert [line.verb for line in node.receiver.feed(first)] == ["GONE"]
    assert node.verbs(60_000) == ["BEAT", "GONE"]


def test_a_line_out_of_order_is_dropped_but_acknowledged_at_once() -> None:
    node = joined()
    node.hear("PIXELS 1 0 8 " + "0" * 48, 3)
    assert [(line.verb, line.ack) for line in node.say(1)] == [("ACK", 1)]
    assert node.events() == []
    node.hear_next("PIXELS 1 0 8 " + "1" * 48)
    node.hear("PIXELS 1 0 8 " + "1" * 48, 2)
    assert node.events() == [("pixels", 1, b"\x11" * 24)]
    assert [(line.verb, line.ack) for line in node.say(2)] == [("ACK", 2)]


def test_pixels_show_when_all_of_a_revision_are_there() -> None:
    node = Node(pixels=100)
    node.join()
    node.hear_next("PIXELS 9999 0 100 " + "0A0B0C" * 64)
    assert node.events() == []
    node.hear_next("PIXELS 9999 64 100 " + "0D0E0F" * 36)
    full = b"\x0a\x0b\x0c" * 64 + b"\x0d\x0e\x0f" * 36
    assert node.events() == [("pixels", 9999, full)]
    node.hear_next("PIXELS 1 0 100 " + "0" * 384)
    node.hear_next("PIXELS 2 64 100 " + "0" * 216)
    assert node.events() == []


@pytest.mark.parametrize(
    "words",
    [
        "0 0 8 " + "0" * 48,
        "10000 0 8 " + "0" * 48,
        "1 1 8 " + "0" * 48,
        "1 0 9 " + "0" * 48,
        "1 0 8 " + "0" * 47,
        "1 0 8 " + "a" * 48,
        "1 0 8 " + "0" * 54,
        "1 0 8",
    ],
)
def test_wrong_pixels_do_nothing_but_take_their_place(words: str) -> None:
    node = joined()
    node.hear_next("PIXELS " + words)
    assert [(line.verb, line.ack) for line in node.say(1)] == [("ACK", 2)]
    assert (node.events(), node.end.bad) == ([], 1)


def test_more_than_64_pixels_a_line_are_bad() -> None:
    node = Node(pixels=70)
    node.join()
    node.hear_next("PIXELS 1 0 70 " + "0" * 390)
    assert node.end.bad == 1


@pytest.mark.parametrize(
    ("body", "seq", "bad", "unknown", "ack"),
    [
        ("DANCE", 0, 0, 1, []),
        ("DANCE now", 2, 0, 1, [2]),
        ("WHO", 2, 1, 0, [2]),
        ("PING abc", 2, 1, 0, [2]),
        ("BYE", 0, 1, 0, []),
        ("REBOOT", 2, 1, 0, [2]),
        ("REBOOT now", 2, 1, 0, [2]),
        ("PING", 0, 1, 0, []),
        ("PING a-b", 0, 1, 0, []),
        ("WELCOME 1", 2, 1, 0, [2]),
    ],
)
def test_what_is_not_understood_does_nothing_is_counted_and_takes_its_place(
    body: str, seq: int, bad: int, unknown: int, ack: list[int]
) -> None:
    node = joined()
    node.hear(body, seq)
    assert (node.end.bad, node.end.unknown) == (bad, unknown)
    assert [line.ack for line in node.say(1)] == ack
    assert node.events() == []


def test_words_beyond_those_listed_are_ignored() -> None:
    node = joined()
    node.hear("PING abc def")
    assert [(line.verb, line.args) for line in node.say(1)] == [("PONG", ["abc"])]


def test_pongs_and_logs_that_wait_for_the_port_are_few() -> None:
    node = joined()
    for index in range(9):
        node.hear(f"PING {index}")
        node.end.log(f"{index}")
    node.end.log("")
    said = [line.args[0] for line in node.say(1)]
    assert said == [*"5678", *"5678"]


def test_bye_is_acknowledged_in_its_link_and_then_hello_follows_as_usual() -> None:
    node = joined()
    node.hear_next("BYE")
    assert not node.end.flushed
    said = node.say(1)
    assert [(line.verb, line.to, line.ack) for line in said] == [
        ("ACK", "C0DE", 2),
        ("HELLO", "0000", 0),
    ]
    assert node.events() == [("bye", 0, b"")]
    assert node.end.flushed


def test_a_reboot_is_acknowledged_before_it_happens() -> None:
    node = joined()
    node.hear_next("REBOOT please")
    assert node.events() == [("reboot", 0, b"")]
    assert not node.end.flushed
    assert [(line.verb, line.ack) for line in node.say(1)] == [("ACK", 2)]
    assert node.end.flushed


def test_readers_are_told_in_their_words() -> None:
    node = joined()
    node.end.reader(0, "mute", 12)
    assert node.say(1)[0].args == ["0", "mute", "12"]


def test_ticks_may_wrap_in_the_middle_of_a_link() -> None:
    node = Node()
    node.join(TICKS - 1000)
    assert node.verbs(TICKS - 1000) == ["BEAT"]
    assert node.verbs(TICKS - 110) == []
    node.hear("ACK", now=TICKS - 100)
    assert node.verbs(0) == ["BEAT"]
    node.end.tick(SILENCE_MS - 101)
    assert node.end.peer
    node.end.tick(SILENCE_MS - 100)
    assert not node.end.peer


def test_the_checksum_of_what_is_said_is_right() -> None:
    node = Node()
    assert decode(node.end.data_to_send(0)[:-1])
