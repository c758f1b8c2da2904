"""Queued lines, pixels and BYE at the node's end (link.md)."""

import pytest
from link_board import Node, joined

from companion.protocols.link import LAST_SEQ


def test_unacknowledged_lines_keep_their_numbers_in_the_next_link() -> None:
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


def test_sequence_numbers_wrap_from_9999_to_1() -> None:
    node = joined()
    node.end._sender.sent = node.end._sender.acked = LAST_SEQ - 1
    for index in range(3):
        node.end.gone(0, index)
    assert [line.seq for line in node.say(1)] == [9999, 1, 2]
    node.hear("ACK", 0, 1)
    assert [kept.seq for kept in node.end._sender.lines] == [2]


def test_beyond_32_lines_the_oldest_unsent_is_dropped_and_counted() -> None:
    node = joined()
    for index in range(4):
        node.end.gone(0, index)
    node.say(1)
    for index in range(4, 40):
        node.end.gone(0, index)
    kept = [int(kept.body.split()[2]) for kept in node.end._sender.lines]
    assert kept == [0, 1, 2, 3, *range(12, 40)]
    assert node.say(900)[0].args[4] == "8"


def test_field_report_90_beats_are_skipped_while_old_lines_wait_for_the_port() -> None:
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


def test_line_out_of_order_is_dropped_but_acknowledged_at_once() -> None:
    node = joined()
    node.hear("PIXELS 1 0 8 " + "0" * 48, 3)
    assert [(line.verb, line.ack) for line in node.say(1)] == [("ACK", 1)]
    assert node.events() == []
    node.hear_next("PIXELS 1 0 8 " + "1" * 48)
    node.hear("PIXELS 1 0 8 " + "1" * 48, 2)
    assert node.events() == [("pixels", 1, b"\x11" * 24)]
    assert [(line.verb, line.ack) for line in node.say(2)] == [("ACK", 2)]


def test_pixels_are_shown_when_the_revision_is_complete() -> None:
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


def test_lines_of_a_revision_can_come_in_any_order_and_size() -> None:
    node = Node(pixels=4)
    node.join()
    for offset, part in ((3, "00000D"), (1, "00000B00000C"), (2, "00000C"), (0, "00000A")):
        assert node.events() == []
        node.hear_next(f"PIXELS 7 {offset} 4 {part}")
    assert node.events() == [("pixels", 7, bytes.fromhex("00000A00000B00000C00000D"))]


def test_repeated_revision_is_shown_again_when_complete() -> None:
    node = joined()
    for shown in (1, 2):
        node.hear_next("PIXELS 7 0 8 " + "10" * 12)
        assert node.events() == []
        node.hear_next("PIXELS 7 4 8 " + "20" * 12)
        assert node.events() == [("pixels", 7, b"\x10" * 12 + b"\x20" * 12)], shown


@pytest.mark.parametrize(
    "words",
    [
        "0 0 8 " + "0" * 48,
        "10000 0 8 " + "0" * 48,
        "1 1 8 " + "0" * 48,
        "1 0 9 " + "0" * 48,
        "1 0 7 " + "0" * 48,
        "1 0 8 " + "0" * 47,
        "1 0 8 " + "a" * 48,
        "1 0 8 " + "0" * 54,
        "1 0 8",
    ],
)
def test_invalid_pixels_have_no_effect_but_use_their_number(words: str) -> None:
    node = joined()
    node.hear_next("PIXELS " + words)
    assert [(line.verb, line.ack) for line in node.say(1)] == [("ACK", 2)]
    assert (node.events(), node.end.bad) == ([], 1)


def test_more_than_64_pixels_in_a_line_are_invalid() -> None:
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
def test_unknown_or_invalid_line_is_counted_and_uses_its_number(
    body: str, seq: int, bad: int, unknown: int, ack: list[int]
) -> None:
    node = joined()
    node.hear(body, seq)
    assert (node.end.bad, node.end.unknown) == (bad, unknown)
    assert [line.ack for line in node.say(1)] == ack
    assert node.events() == []


def test_unknown_lines_are_counted_each_time() -> None:
    node = Node()
    node.say(0)
    node.hear("WELCOME 3 99 0", 1)
    node.hear("WELCOME 3 99 0", 1)
    assert node.end.bad == 2
    node = joined()
    for line in ("DANCE", "PING a-b") * 2:
        node.hear(line)
    assert (node.end.bad, node.end.unknown) == (2, 2)


def test_extra_words_are_ignored() -> None:
    node = joined()
    node.hear("PING abc def")
    assert [(line.verb, line.args) for line in node.say(1)] == [("PONG", ["abc"])]


def test_only_the_last_few_pongs_and_logs_wait_for_the_port() -> None:
    node = joined()
    for index in range(9):
        node.hear(f"PING {index}")
        node.end.log(f"{index}")
    node.end.log("")
    said = [line.args[0] for line in node.say(1)]
    assert said == [*"5678", *"5678"]


def test_bye_is_acknowledged_in_its_link_and_followed_by_hello() -> None:
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


def test_reboot_is_acknowledged_before_it_happens() -> None:
    node = joined()
    node.hear_next("REBOOT please")
    assert node.events() == [("reboot", 0, b"")]
    assert not node.end.flushed
    assert [(line.verb, line.ack) for line in node.say(1)] == [("ACK", 2)]
    assert node.end.flushed


def test_reader_states_are_sent_with_their_failures() -> None:
    node = joined()
    node.end.reader(0, "mute", 12)
    assert node.say(1)[0].args == ["0", "mute", "12"]
