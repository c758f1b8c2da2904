"""Damaged messages of both protocols: lost, doubled, changed and swapped bytes.

Every case of one damaged byte is tried, and random cases of two. Undetected damage is counted and
must agree with the rates stated in pn532.py and link.py.
"""

import random
from collections.abc import Callable, Iterator
from itertools import pairwise
from zlib import crc32

import pytest
from link_vectors import AFTER_RESTART, FIRST
from pn532_pair import A, B, Pair

from companion.protocols import pn532
from companion.protocols.link import LONGEST, Receiver, encode
from companion.protocols.presence import Reader

Meanings = list[object]


def lost(data: bytes) -> Iterator[bytes]:
    return (data[:at] + data[at + 1 :] for at in range(len(data)))


def doubled(data: bytes) -> Iterator[bytes]:
    return (data[: at + 1] + data[at:] for at in range(len(data)))


def changed(data: bytes) -> Iterator[bytes]:
    for at, byte in enumerate(data):
        for other in range(256):
            if other != byte:
                yield data[:at] + bytes([other]) + data[at + 1 :]


def swapped(data: bytes) -> Iterator[bytes]:
    for at in range(len(data) - 1):
        yield data[:at] + data[at : at + 2][::-1] + data[at + 2 :]


ONE = {"lost": lost, "doubled": doubled, "changed": changed, "swapped": swapped}


def drawn(data: bytes, chance: random.Random) -> bytes:
    """The data with one random error."""
    at = chance.randrange(len(data) - 1)
    rest = data[at + 1 :]
    return data[:at] + chance.choice(
        [
            rest,
            data[at : at + 1] + data[at:],
            bytes([data[at] ^ chance.randrange(1, 256)]) + rest,
            data[at : at + 2][::-1] + rest[1:],
        ]
    )


def card(uid: str, atqa: str = "0044", sak: str = "00", ats: str = "") -> bytes:
    """The frame of a search that found this card."""
    length = f"{len(uid) // 2:02X}"
    return pn532.answer(0x4B, *bytes.fromhex(f"0101{atqa}{sak}{length}{uid}{ats}"))


CARDS = {
    "sticker": card(A),
    "sticker with 00": card("0400B2C300E5F6"),
    "sticker that ends with 00": card("04A1B2C3D4E500"),
    "sticker with 07": card("07040404070704"),
    "short uid": card("0A0B0C0D", "0004", "08"),
    "phone": card("08A1B2C3", "0004", "20", "0578807002"),
    "bank card": card("05A1B2C3D4E5F6", "0344", "20", "0578807002"),
    "long uid": card("04A1B2C3D4E5F6010203", "0084"),
}
OTHERS = {
    "nothing": pn532.answer(0x4B, 0),
    "two": pn532.answer(0x4B, *bytes.fromhex(f"0201004400 07{A} 020044 0007{B}")),
    "version": pn532.answer(0x03, 0x32, 1, 6, 7),
    "set up": pn532.answer(0x15),
    "field off": pn532.answer(0x33),
    "ack": pn532.ACK,
    "error": pn532.ERROR,
}
ASKED = (b"\xd5\x03", b"\xd5\x15", b"\xd5\x33")
"""The beginnings of the other answers that it waits for."""


def meanings(data: bytes) -> Meanings:
    """The results that the chip's driver gives; faults and ignored frames are left out."""
    frames, found = pn532.Frames(), []
    frames.receive_data(data)
    while frame := frames.next_frame():
        kind, body = frame
        if body[:2] == b"\xd5\x4b":
            found.append(pn532.found(body[2:]))
        elif kind in ("ack", "error") or (kind == "data" and body[:2] in ASKED):
            found.append(frame)
    return [each for each in found if each[0] != "fault"]


@pytest.mark.parametrize("damage", [lost, doubled, changed])
@pytest.mark.parametrize("name", [*CARDS, *OTHERS])
def test_damaged_byte_of_a_frame_gives_no_wrong_result(
    name: str, damage: Callable[[bytes], Iterator[bytes]]
) -> None:
    data = (CARDS | OTHERS)[name]
    meant = meanings(data)
    assert len(meant) == 1
    assert all(meanings(other) in ([], meant) for other in damage(data))


@pytest.mark.parametrize("at", [3, 4], ids=["length", "its sum"])
def test_wrong_length_is_noticed_without_waiting_for_more_bytes(at: int) -> None:
    data = card(A)
    for byte in set(range(256)) - {data[at]}:
        frames = pn532.Frames()
        frames.receive_data(data[:at] + bytes([byte]) + data[at + 1 :])
        assert (frames.next_frame(), frames.damaged) == (None, 1), byte


@pytest.mark.parametrize("name", [*CARDS, *OTHERS])
def test_frame_right_behind_the_beginning_of_another_is_read(name: str) -> None:
    data = (CARDS | OTHERS)[name]
    for cut in range(1, len(data) - 1):
        assert meanings(data[:cut] + data) == meanings(data), cut


@pytest.mark.parametrize("name", CARDS)
def test_swap_in_a_frame_can_change_only_the_uid(name: str) -> None:
    """A sum does not depend on the order of bytes, but a serial line does not swap any."""
    data = CARDS[name]
    meant = meanings(data)
    uid_at = 13
    for at, other in enumerate(swapped(data)):
        if (found := meanings(other)) not in ([], meant):
            assert at >= uid_at, (at, found)
            assert [(len(each[1]), *each[2:]) for each in found] == [
                (len(each[1]), *each[2:]) for each in meant
            ]


@pytest.mark.parametrize("name", ["nothing", "two", "set up", "field off", "ack", "error"])
def test_swap_in_another_answer_gives_no_wrong_result(name: str) -> None:
    data = OTHERS[name]
    assert all(meanings(other) in ([], meanings(data)) for other in swapped(data))


def test_lost_byte_of_the_reported_capture_gives_no_other_card() -> None:
    data = bytes.fromhex("0000ff0ff1d54b01010044000704a1b2c3d4e5f6ca00")
    assert meanings(data) == [("tag", A, "0044", "00")]
    for at in (9, 11):
        assert meanings(data[:at] + data[at + 1 :]) == []


@pytest.mark.parametrize(("other", "unnoticed"), [(13, 254), (14, 255), (19, 255)])
def test_two_changed_bytes_of_a_uid_go_unnoticed_1_in_255_times(other: int, unnoticed: int) -> None:
    """One change fewer at the first byte: no uid begins with 88, the cascade tag."""
    data = bytearray(card(A))
    found = 0
    for one in range(1, 256):
        for two in range(1, 256):
            damaged = bytearray(data)
            damaged[16] = (damaged[16] + one) & 0xFF
            damaged[other] = (damaged[other] + two) & 0xFF
            tags = meanings(bytes(damaged))
            found += bool(tags)
    assert found == unnoticed


def test_doubled_zero_goes_unnoticed_if_the_sum_is_zero_1_in_256_times() -> None:
    noticed = []
    for last in range(256):
        data = card(f"0400B2C3D4E5{last:02X}")
        at = data.index(b"\x04\x00\xb2") + 1
        noticed.append(meanings(data[:at] + b"\x00" + data[at:]) == [])
    assert noticed.count(False) == 1


def test_two_random_errors_in_a_frame_rarely_give_a_wrong_result() -> None:
    """Mostly from swaps: a quarter of the errors here, but impossible on a serial line."""
    chance = random.Random(532)
    data, count = card(A), 20_000
    meant = meanings(data)
    found = [meanings(drawn(drawn(data, chance), chance)) for _ in range(count)]
    others = sum(each not in ([], meant) for each in found)
    assert others / count < 0.03


def test_card_is_never_certain_after_a_single_damaged_read() -> None:
    """Every answer with one error, between undamaged ones and before them."""
    good = ("tag", A, "0044", "00")
    odd = {
        found for damage in ONE.values() for other in damage(card(A)) for found in meanings(other)
    }
    assert len(odd) > 1, "swaps in the uid"
    for read in odd:
        for reads in ([read, good, good], [good, read, good, good], [good, good, read, good]):
            reader, certain = Reader(), set()
            for at, result in enumerate(reads * 3):
                reader.poll(result, 200 * at)
                certain.add(reader.certain())
            assert certain <= {"", A}


def test_answer_that_lost_a_byte_is_not_a_tap_but_the_next_one_is() -> None:
    pair = Pair().run(0.1)
    said = pair.sim._emit
    damaged = iter(lost(card(A)))

    def losing(data: bytes, at: float) -> None:
        said(next(damaged, data) if data == card(A) else data, at)

    pair.sim._emit = losing  # type: ignore[method-assign]
    pair.lay(A)
    pair.run(6)
    assert [fact for fact in pair.fact_texts if fact.startswith("laid")] == [f"laid {A}"]
    assert next(damaged, None) is None


LINES = [line.encode() + b"\n" for line in (*FIRST, *AFTER_RESTART)]
LINES += [
    encode("BEEF", "C0DE", 5, 2, "AGAIN 0 04A30B5AEB6C80 7020"),
    encode("BEEF", "C0DE", 6, 2, "READER 0 mute 12"),
    encode("C0DE", "BEEF", 3, 5, "REBOOT please"),
    encode("C0DE", "BEEF", 4, 5, "BYE"),
    encode("C0DE", "BEEF", 0, 5, "PING abc"),
    encode("BEEF", "C0DE", 0, 3, "PONG abc"),
]


def read(data: bytes) -> Meanings:
    return [
        (line.frm, line.to, line.seq, line.ack, line.verb, *line.args)
        for line in Receiver().feed(data)
    ]


@pytest.mark.parametrize("damage", ONE)
def test_damaged_byte_of_a_line_gives_no_wrong_line(damage: str) -> None:
    for line in LINES:
        meant = read(line)
        assert len(meant) == 1
        assert all(read(other) in ([], meant) for other in ONE[damage](line))


@pytest.mark.parametrize("damage", ["lost", "changed", "swapped"])
def test_damage_between_two_lines_gives_no_wrong_line(damage: str) -> None:
    for one, other in pairwise(LINES):
        meant = read(one + other)
        cut = len(one) - 3
        for hurt in ONE[damage]((one + other)[cut : cut + 6]):
            found = read(one[:cut] + hurt + other[3:])
            assert all(each in meant for each in found)


def test_two_random_errors_in_a_line_give_no_wrong_line() -> None:
    chance = random.Random(32)
    for line in LINES:
        meant = read(line)
        for _ in range(1500):
            assert read(drawn(drawn(line, chance), chance)) in ([], meant)


def test_any_two_changed_bytes_of_a_line_are_detected() -> None:
    """Each changed byte changes several digits of the sum in a unique way."""
    room = LONGEST - len("*FFFFFFFF\n")
    nothing = crc32(bytes(room))
    ways = {
        crc32(bytes(at) + bytes([change]) + bytes(room - at - 1)) ^ nothing
        for at in range(room)
        for change in range(1, 256)
    }
    assert len(ways) == 255 * room
    digits = {digit << place for digit in range(16) for place in range(0, 32, 4)}
    assert ways.isdisjoint(digits)
