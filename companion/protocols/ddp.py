"""The Distributed Display Protocol (3waylabs, DDP version 1): a frame of pixels as UDP packets.

    flags  sequence  type  output  offset (4 bytes)  length (2 bytes)  red green blue, …

WLED listens on port 4048 and shows a frame at the packet with the flag PUSH.
"""

from collections.abc import Iterator
from itertools import chain
from struct import Struct

from companion.signals import Frame

PORT = 4048

VERSION_1, PUSH = 0x40, 0x01
NO_SEQUENCE = 0
RGB_8_BIT = 0x0B
DISPLAY = 1

HEADER = Struct(">BBBBIH")

MOST_PIXELS = 480
"""Pixels in one packet: 1,440 bytes, so that no packet is split on its way."""


def packets(frame: Frame) -> Iterator[bytes]:
    """The packets of a frame, the last of which shows it."""
    for first in range(0, len(frame), MOST_PIXELS):
        part = frame[first : first + MOST_PIXELS]
        data = bytes(chain.from_iterable(part))
        last = first + MOST_PIXELS >= len(frame)
        flags = VERSION_1 | PUSH if last else VERSION_1
        yield HEADER.pack(flags, NO_SEQUENCE, RGB_8_BIT, DISPLAY, 3 * first, len(data)) + data
