"""DDP packets, byte by byte (3waylabs, DDP version 1)."""

from companion.protocols import ddp


def test_a_frame_is_one_packet_that_shows_it() -> None:
    assert [packet.hex(" ") for packet in ddp.packets(((1, 2, 3), (255, 0, 7)))] == [
        "41 00 0b 01 00 00 00 00 00 06 01 02 03 ff 00 07"
    ]


def test_only_the_last_packet_of_a_long_frame_shows_it() -> None:
    found = list(ddp.packets(((9, 9, 9),) * 481))
    assert [packet[:10].hex(" ") for packet in found] == [
        "40 00 0b 01 00 00 00 00 05 a0",
        "41 00 0b 01 00 00 05 a0 00 03",
    ]
    assert [len(packet) for packet in found] == [1450, 13]


def test_no_pixels_are_no_packet() -> None:
    assert list(ddp.packets(())) == []
