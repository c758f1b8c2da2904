"""Lines of the seat link and their reliable transport."""

import binascii
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from link_vectors import AFTER_RESTART, FIRST, wire

from companion.protocols.link import (
    LOG_ROOM,
    LONGEST,
    TICKS,
    Line,
    Receiver,
    Sender,
    after,
    decode,
    encode,
    escape,
    is_token,
    later,
    number,
)

VECTORS = [*FIRST, *AFTER_RESTART]


def words(line: Line) -> tuple[str, str, int, int, str, list[str]]:
    return line.frm, line.to, line.seq, line.ack, line.verb, line.args


def ways(data: bytes) -> list[list[bytes]]:
    """The same bytes in pieces of different sizes."""
    return [[data], [data[at : at + 1] for at in range(len(data))], [data[:7], data[7:] + b"BEEF>"]]


@pytest.mark.parametrize("vector", VECTORS)
def test_vector_is_parsed_and_written_exactly(vector: str) -> None:
    line = decode(vector.encode())
    assert line
    body = " ".join([line.verb, *line.args])
    assert encode(line.frm, line.to, line.seq, line.ack, body) == wire(vector)


@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
@pytest.mark.parametrize("way", range(3))
def test_lines_are_parsed_from_any_pieces(way: int, end: bytes) -> None:
    data = b"".join(vector.encode() + end for vector in VECTORS)
    receiver = Receiver()
    lines = [line for piece in ways(data)[way] for line in receiver.feed(piece)]
    assert [line.verb for line in lines] == [vector.split()[3].split("*")[0] for vector in VECTORS]
    assert (receiver.bad, receiver.overflow) == (0, 0)


BAD = [
    "BEEF>C0DE 1 1 TAG 0",  # no checksum
    "beef>C0DE 0 1 ACK",
    "BEEF>C0DE 0 1",
    "BEEF>C0DE  0 1 ACK",
    "BEEF>C0DE 0 1 ACK ",
    " BEEF>C0DE 0 1 ACK",
    "BEEF-C0DE 0 1 ACK",
    "BEEF>C0D 0 1 ACK",
    "BEEF>C0DEE 0 1 ACK",
    "BEEF>C0DE 01 1 ACK",
    "BEEF>C0DE +1 1 ACK",
    "BEEF>C0DE 10000 1 ACK",
    "BEEF>C0DE 0 10000 ACK",
    "BEEF>C0DE 0 -1 ACK",
    "BEEF>C0DE 0 1 LOG a*b",
    "BEEF>C0DE 0 1 LOG a\x7f",
    "BEEF>C0DE 0 1 LOG a\tb",
    "BEEF>C0DE 0 1 LOG \u00e9",
]


@pytest.mark.parametrize("text", BAD)
def test_malformed_line_with_a_valid_checksum_is_dropped_and_counted(
    text: str,
) -> None:
    receiver = Receiver()
    data = wire(text) if text == BAD[0] else _sealed(text)
    assert receiver.feed(data) == []
    assert receiver.bad == 1


def _sealed(text: str) -> bytes:
    data = text.encode()
    return data + b"*%08X\n" % binascii.crc32(data)


def test_checksum_in_lower_case_or_of_another_line_is_rejected() -> None:
    receiver = Receiver()
    receiver.feed(wire(FIRST[0].replace("8B913B7C", "8b913b7c"), FIRST[1].replace("900", "901")))
    assert receiver.bad == 2


def test_carriage_return_within_a_line_is_rejected() -> None:
    receiver = Receiver()
    line = wire(FIRST[0])
    assert receiver.feed(b"\r" + line + line[:20] + b"\r" + line[20:] + line[:-1] + b"\r\r\n") == []
    assert receiver.bad == 3


def test_empty_lines_are_ignored() -> None:
    receiver = Receiver()
    assert receiver.feed(b"\n\r\n\n") == []
    assert receiver.bad == 0


def test_field_report_95_ten_kilobytes_without_line_end_are_one_overflow_and_not_stored() -> None:
    receiver = Receiver()
    for _ in range(100):
        receiver.feed(b"x" * 100)
        assert len(receiver._kept) < LONGEST
    lines = receiver.feed(b"\n" + wire(FIRST[0]))
    assert [line.verb for line in lines] == ["HELLO"]
    assert (receiver.bad, receiver.overflow) == (0, 1)


def test_longest_line_has_512_bytes_with_its_line_end() -> None:
    room = "x" * LOG_ROOM
    longest = encode("BEEF", "C0DE", 9999, 9999, "LOG " + room)
    assert len(longest) == LONGEST == 512
    receiver = Receiver()
    assert len(receiver.feed(longest)) == 1
    for count in (1, 2):
        receiver.feed(encode("BEEF", "C0DE", 9999, 9999, "LOG x" + room))
        assert (receiver.bad, receiver.overflow) == (0, count)


def test_field_reports_86_and_88_noise_and_modem_commands_do_not_affect_other_lines() -> None:
    receiver = Receiver()
    data = b"\x94\xff\xfe\x00\n".join(wire(vector) for vector in VECTORS) + b"AT\r\n" * 5
    assert len(receiver.feed(data)) == len(VECTORS)
    assert receiver.bad == len(VECTORS) - 1 + 5


def test_field_report_96_start_in_mid_line_loses_at_most_that_line() -> None:
    chance = Random(96)
    data = wire(*VECTORS)
    ends = [at + 1 for at in range(len(data)) if data[at] == 10]
    for _ in range(200):
        start = chance.randrange(len(data))
        whole = sum(1 for end in [0, *ends[:-1]] if end >= start)
        assert len(Receiver().feed(data[start:])) >= whole


@given(st.data())
@settings(max_examples=200)
def test_line_with_a_flipped_bit_is_rejected(data: st.DataObject) -> None:
    raw = bytearray(data.draw(st.sampled_from(VECTORS)).encode())
    bit = data.draw(st.integers(0, 8 * len(raw) - 1))
    raw[bit // 8] ^= 1 << bit % 8
    assert decode(bytes(raw)) is None


RUNS = [b"x" * length for length in (1, 510, 511, 512, 700)]


@given(st.lists(st.binary() | st.sampled_from([*RUNS, *map(wire, VECTORS)]), max_size=8))
def test_any_bytes_in_any_pieces_give_the_same_lines(pieces: list[bytes]) -> None:
    whole, single = Receiver(), Receiver()
    data = b"".join(pieces)
    lines = [words(line) for line in whole.feed(data)]
    assert lines == [words(line) for byte in data for line in single.feed(bytes([byte]))]
    assert (whole.bad, whole.overflow) == (single.bad, single.overflow)


@given(st.text())
def test_log_text_never_breaks_a_line(text: str) -> None:
    word = escape(text.encode(errors="ignore").decode())
    assert len(word) <= LOG_ROOM
    assert not set(word) - set(map(chr, range(0x21, 0x7F))) | set(word) & {"*", " "}


def test_log_text_is_cut_between_characters() -> None:
    assert escape("é" * 400) == "%C3%A9" * (LOG_ROOM // 6)


def test_numbers_with_a_sign_leading_zero_or_out_of_range_are_invalid() -> None:
    assert [number(word, 99, 5) for word in ("5", "99")] == [5, 99]
    for word in ("", "4", "100", "07", "-7", "+7", "7a"):
        assert number(word, 99, 5) == -1


def test_numbers_have_at_most_ten_digits() -> None:
    most = 10**12
    assert [number(word, most) for word in ("1" * 10, "1" * 11)] == [1_111_111_111, -1]


def test_token_is_a_short_word_of_letters_and_digits() -> None:
    assert is_token("aZ09" * 4)
    assert not any(is_token(word) for word in ("", "a" * 17, "a-b", "a_b"))


def test_ticks_are_compared_across_a_wrap() -> None:
    assert later(5, TICKS - 5) == 10
    assert later(TICKS - 5, 5) == -10


def test_ticks_stay_integers_because_the_boards_floats_are_coarse() -> None:
    assert type(later(5, 3)) is int


def test_line_can_contain_all_printable_characters_but_the_star() -> None:
    words = "".join(map(chr, range(0x21, 0x7F))).replace("*", "")
    line = decode(encode("BEEF", "C0DE", 0, 0, f"LOG {words}")[:-1])
    assert line
    assert line.args == [words]


def test_9999_is_followed_by_1() -> None:
    assert [after(seq) for seq in (0, 1, 9999)] == [1, 2, 1]


def filled(count: int) -> Sender:
    sender = Sender()
    for index in range(count):
        sender.add(f"GONE 0 {index}")
    return sender


def test_at_most_eight_lines_are_in_flight() -> None:
    sender = filled(10)
    assert [kept.seq for kept in sender.due(0)] == list(range(1, 9))
    sender.acknowledge(2)
    assert [kept.seq for kept in sender.due(10)] == [9, 10]


def test_line_is_resent_every_150_ms_until_acknowledged() -> None:
    sender = filled(1)
    times = [now for now in range(0, 700, 10) if sender.due(now)]
    assert times == [0, 150, 300, 450, 600]
    sender.acknowledge(1)
    assert not sender.due(1000)


def test_ack_of_a_line_not_in_flight_is_ignored() -> None:
    sender = filled(3)
    sender.due(0)
    sender.lines.append(filled(1).lines[0])
    for seq in (0, 4, 9999):
        sender.acknowledge(seq)
    assert len(sender.lines) == 4
    assert sender.acked == 0


def test_new_link_resends_lines_in_flight_under_their_old_numbers() -> None:
    sender = filled(3)
    sender.due(0)
    sender.acknowledge(1)
    sender.resend_all()
    assert [(kept.seq, kept.times) for kept in sender.due(1)] == [(2, 1), (3, 1)]


def test_line_is_unanswered_when_its_last_answer_is_overdue() -> None:
    sender = filled(1)
    for now in range(0, 3000, 150):
        assert not sender.unanswered(20, now)
        sender.due(now)
    assert not sender.unanswered(20, 2999)
    assert sender.unanswered(20, 3000)


def test_oldest_unsent_line_is_dropped_to_make_room() -> None:
    sender = filled(9)
    sender.due(0)
    sender.drop_oldest_unsent()
    sender.drop_oldest_unsent()
    assert [kept.seq for kept in sender.lines] == list(range(1, 9))
