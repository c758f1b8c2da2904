"""Frames of the PN532, compared with captures of other drivers and chips."""

from collections.abc import Callable, Iterable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.protocols import pn532
from companion.protocols.pn532 import Frames

UID = bytes.fromhex("04A1B2C3D4E5F6")
TAG = bytes.fromhex("D54B0101004400 07") + UID

COMMANDS: list[tuple[str, Callable[..., bytes], tuple[Any, ...], str]] = [
    ("SAMConfiguration", pn532.sam_configuration, (), "0000FF05FBD41401140102 00"),
    ("GetFirmwareVersion", pn532.get_firmware_version, (), "0000FF02FED4022A00"),
    ("InListPassiveTarget", pn532.in_list_passive_target, (), "0000FF04FCD44A0100E100"),
    ("InDataExchange READ", pn532.ntag_read, (4,), "0000FF05FBD440013004B700"),
    (
        "InDataExchange WRITE",
        pn532.ntag_write,
        (
            5,
            b"\x01\x02\x03\x04",
        ),
        "0000FF09F7D44001A205010203043A00",
    ),
    ("RFConfiguration MaxRetries", pn532.passive_retries, (1,), "0000FF06FAD43205FF0101F400"),
    ("RFConfiguration field off", pn532.rf_field, (False,), "0000FF04FCD4320100F900"),
    ("RFConfiguration field on", pn532.rf_field, (True,), "0000FF04FCD4320101F800"),
    ("InRelease all", pn532.in_release, (), "0000FF03FDD45200DA00"),
    ("InDeselect all", pn532.in_deselect, (), "0000FF03FDD44400E800"),
]

LONG = bytes([0xD5, 0x41]) + bytes(range(256)) + bytes(7)
LONG_FRAME = "0000FFFFFF0109F6" + LONG.hex() + "6A00"

FRAMES = [
    ("ACK", "0000FF00FF00", ("ack", b"")),
    ("NACK", "0000FFFF0000", ("nack", b"")),
    ("error", "0000FF01FF7F8100", ("error", b"")),
    ("an ACK without a preamble", "00FF00FF00", ("ack", b"")),
    ("a NACK without a preamble", "00FFFF0000", ("nack", b"")),
    ("an extended error", "00FFFFFF0001FF7F8100", ("error", b"")),
    ("what begins like an error", "0000FF02FE7F018000", ("data", b"\x7f\x01")),
    ("SAMConfiguration's answer", "0000FF02FED5151600", ("data", b"\xd5\x15")),
    (
        "GetFirmwareVersion's answer",
        "0000FF06FAD50332010607E800",
        ("data", b"\xd5\x03\x32\x01\x06\x07"),
    ),
    ("no card", "0000FF03FDD54B00E000", ("data", b"\xd5\x4b\x00")),
    ("WRITE's answer", "0000FF03FDD54100EA00", ("data", b"\xd5\x41\x00")),
    ("a card", pn532.frame(TAG), ("data", TAG)),
    ("the longest frame", LONG_FRAME, ("data", LONG)),
    ("a small extended frame", "0000FFFFFF0003FDD54B00E000", ("data", b"\xd5\x4b\x00")),
    ("without a preamble", "00FF02FED5151600", ("data", b"\xd5\x15")),
    ("with many of both", "00000000000000FF02FED51516000000", ("data", b"\xd5\x15")),
]  # fmt: skip


def as_bytes(data: bytes | str) -> bytes:
    return bytes.fromhex(data) if isinstance(data, str) else data


def read(pieces: Iterable[bytes]) -> list[tuple[str, bytes]]:
    frames, found = Frames(), []
    for piece in pieces:
        frames.receive_data(piece)
        while frame := frames.next_frame():
            found.append(frame)
    return found


def bit_by_bit(data: bytes) -> list[bytes]:
    return [bytes([byte]) for byte in data]


@pytest.mark.parametrize(
    ("made", "of", "frame"), [c[1:] for c in COMMANDS], ids=[c[0] for c in COMMANDS]
)
def test_commands_match_the_manual(
    made: Callable[..., bytes], of: tuple[Any, ...], frame: str
) -> None:
    assert pn532.command(*made(*of)) == bytes.fromhex(frame)


@pytest.mark.parametrize(
    "ways",
    [lambda data: [data], bit_by_bit, lambda data: [data + b"\x00\x55\xff"]],
    ids=["whole", "byte by byte", "with more behind it"],
)
@pytest.mark.parametrize(("data", "frame"), [f[1:] for f in FRAMES], ids=[f[0] for f in FRAMES])
def test_frames_are_parsed(
    ways: Callable[[bytes], list[bytes]], data: bytes | str, frame: tuple[str, bytes]
) -> None:
    assert read(ways(as_bytes(data))) == [frame]


def test_ack_nack_error_and_wake_up_match_the_manual() -> None:
    assert pn532.ACK.hex() == "0000ff00ff00"
    assert pn532.NACK.hex() == "0000ffff0000"
    assert pn532.ERROR.hex() == "0000ff01ff7f8100"
    assert pn532.WAKE_UP.hex() == "5555" + "00" * 15


def test_answer_is_framed_for_the_host() -> None:
    assert pn532.answer(0x03, 0x32, 1, 6, 7).hex().upper() == "0000FF06FAD50332010607E800"
    assert pn532.frame(b"\x7f") == pn532.ERROR
    assert pn532.frame(LONG).hex().upper() == LONG_FRAME.upper()


def test_ack_and_answer_in_one_piece_are_both_parsed() -> None:
    assert read([pn532.ACK + pn532.frame(TAG) + pn532.ACK]) == [
        ("ack", b""),
        ("data", TAG),
        ("ack", b""),
    ]


def test_frames_are_extended_only_if_needed() -> None:
    assert pn532.frame(bytes(255))[3:5] == b"\xff\x01"
    assert pn532.frame(bytes(256))[3:8] == b"\xff\xff\x01\x00\xff"
    assert len(pn532.frame(bytes(255))) == 255 + 7
    assert len(pn532.frame(bytes(pn532.LONGEST))) == pn532.LONGEST + 10


@pytest.mark.parametrize("count", [0, pn532.LONGEST + 1])
def test_frame_of_invalid_length_is_refused(count: int) -> None:
    with pytest.raises(ValueError, match=r"^a frame has 1 to 265 bytes$"):
        pn532.frame(bytes(count))


@pytest.mark.parametrize(
    "noise",
    ["55AA", "00FF", "00FF13", "00FF0000", "00FF05FBD5", "00FFFFFF0010F0", "00FFFFFF0000", "FF"],
)
def test_frame_after_noise_is_found(noise: str) -> None:
    frames = Frames()
    frames.receive_data(bytes.fromhex(noise))
    frames.next_frame()
    frames.abandon()  # as after a timeout
    frames.receive_data(pn532.frame(TAG))
    assert frames.next_frame() == ("data", TAG)


@pytest.mark.parametrize(
    "head", ["00FF0500", "00FF0001", "00FFFFFF000501", "00FFFFFF010AF5", "00FFFFFF000000"]
)
def test_invalid_head_is_dropped_with_its_last_byte(head: str) -> None:
    frames = Frames()
    frames.receive_data(bytes.fromhex(head)[:-1])
    assert (frames.next_frame(), frames.damaged) == (None, 0)
    frames.receive_data(bytes.fromhex(head)[-1:])
    assert (frames.next_frame(), frames.damaged) == (None, 1)
    frames.receive_data(pn532.frame(TAG))
    assert frames.next_frame() == ("data", TAG)


def test_frame_after_a_damaged_one_is_found_and_the_damage_counted() -> None:
    frames = Frames()
    for damaged in (1, 2):
        frames.receive_data(bytes.fromhex("0000FF02FED5151700") + pn532.frame(TAG))
        assert frames.next_frame() == ("data", TAG)
        assert frames.damaged == damaged


@pytest.mark.parametrize("place", range(3, 18))
def test_damaged_byte_loses_only_its_own_frame(place: int) -> None:
    data = bytearray(pn532.frame(TAG))
    data[place] ^= 0x10
    frames = Frames()
    frames.receive_data(bytes(data))
    frames.next_frame()
    frames.abandon()
    frames.receive_data(pn532.frame(TAG))
    assert frames.next_frame() == ("data", TAG)
    assert frames.next_frame() is None
    assert frames.damaged >= 1


def test_abandon_without_a_frame_counts_no_damage() -> None:
    frames = Frames()
    frames.abandon()
    frames.receive_data(pn532.ACK)
    frames.next_frame()
    frames.abandon()
    assert frames.damaged == 0


@settings(deadline=None)
@given(st.lists(st.binary(max_size=40), max_size=20))
def test_noise_raises_nothing_and_is_not_kept(pieces: list[bytes]) -> None:
    frames = Frames()
    for piece in pieces:
        frames.receive_data(piece)
        while frames.next_frame():
            pass
    for _ in range(pn532.LONGEST + 12):
        frames.receive_data(b"\x13")
        while frames.next_frame():
            pass
    frames.receive_data(pn532.ACK)
    assert frames.next_frame() == ("ack", b"")


@settings(deadline=None)
@given(st.lists(st.binary(min_size=1, max_size=pn532.LONGEST), max_size=5), st.data())
def test_frames_round_trip_in_any_pieces(bodies: list[bytes], data: st.DataObject) -> None:
    line = b"".join(pn532.frame(body) for body in bodies)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(line)), max_size=8)))
    pieces = [line[a:b] for a, b in zip([0, *cuts], [*cuts, len(line)], strict=True)]
    expected = [("error", b"") if body == b"\x7f" else ("data", body) for body in bodies]
    assert read(pieces) == expected


FOUND = [
    ("00", ("none",)),
    ("00 01", ("fault", "malformed")),
    ("01 01 0044 00 07 04A1B2C3D4E5F6 00", ("fault", "malformed")),
    ("01 02 0044 00 07 04A1B2C3D4E5F6", ("fault", "malformed")),
    ("01 01 0044 04 07 04A1B2C3D4E5F6", ("fault", "malformed")),
    ("01 01 0004 00 07 04A1B2C3D4E5F6", ("fault", "malformed")),
    ("01 01 0040 00 07 04A1B2C3D4E5F6", ("fault", "malformed")),
    ("01 01 0044 00 07 88A1B2C3D4E5F6", ("fault", "malformed")),
    ("01 01 0044 00 07 04A1B288D4E5F6", ("tag", "04A1B288D4E5F6", "0044", "00")),
    ("01 01 0004 08 04 880B0C0D", ("fault", "malformed")),
    ("01 01 0344 20 07 04A1B2C3D4E5F6 06 78807002", ("fault", "malformed")),
    ("01 01 0344 20 07 04A1B2C3D4E5F6 00", ("fault", "malformed")),
    ("01 01 0344 20 07 04A1B2C3D4E5F6", ("tag", "04A1B2C3D4E5F6", "0344", "20")),
    ("03 01 0004 08 04 01020304", ("fault", "malformed")),
    ("01 01 0044 08 04 01020304", ("two",)),
    ("02 01 0044 00 07 04A1B2C3D4E5F6 02 0004 08 04 01020304", ("two",)),
    ("01 01 0044 00 07 04A1B2C3D4E5F6", ("tag", "04A1B2C3D4E5F6", "0044", "00")),
    ("01 01 0004 08 04 0A0B0C0D", ("tag", "0A0B0C0D", "0004", "08")),
    ("01 01 0344 20 07 04A1B2C3D4E5F6 05 78807002", ("tag", "04A1B2C3D4E5F6", "0344", "20")),
    ("01 01 0084 00 0A 04A1B2C3D4E5F6010203", ("unsupported",)),
    ("01 01 0044 00 05 0102030405", ("fault", "malformed")),
    ("01 01 0044 00 07 04A1B2", ("fault", "malformed")),
    ("01 01 0044 00 00", ("fault", "malformed")),
    ("01 01", ("fault", "malformed")),
    ("", ("fault", "malformed")),
]


@pytest.mark.parametrize(("data", "result"), FOUND)
def test_search_answer_gives_its_result(data: str, result: tuple[str, ...]) -> None:
    assert pn532.found(bytes.fromhex(data)) == result


@settings(deadline=None)
@given(st.binary(max_size=40))
def test_any_answer_to_a_search_raises_nothing(data: bytes) -> None:
    assert pn532.found(data)[0] in ("none", "tag", "two", "unsupported", "fault")


AGAIN = (0x01, 0x02, 0x03, 0x05, 0x06, 0x0A, 0x0B, 0x13)
REMOVED = (0x29, 0x2B)


@pytest.mark.parametrize("flags", [0, 0x40, 0x80, 0xC0])
@pytest.mark.parametrize("status", range(0x40))
def test_exchange_answer_gives_its_result(status: int, flags: int) -> None:
    """The upper two bits of the status have other meanings."""
    first = bytes([status | flags])
    expected = ("fault", first)
    if status == 0:
        expected = ("data", b"\x11" * 16)
    elif status in AGAIN:
        expected = ("again", first)
    elif status in REMOVED:
        expected = ("removed", first)
    assert pn532.exchange_result(first + b"\x11" * 16) == expected


def test_empty_answer_to_an_exchange_is_a_fault() -> None:
    assert pn532.exchange_result(b"") == ("fault", b"")
