"""Read a picture's size in pixels from its header. Pure.

A small file can be a huge picture, so the size is checked before the file is saved.
"""

from collections.abc import Callable, Mapping

Size = tuple[int, int]

MOST_SIDE = 4096
"""Largest picture, in pixels: it takes 64 MB in a phone, however small its file is."""

_FRAMES = {*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC}
"""The JPEG markers of a frame header, which gives the size (ITU T.81, table B.1)."""

_BARE = {0x01, *range(0xD0, 0xD9)}
"""JPEG markers that no length follows."""


def size(kind: str, data: bytes) -> Size | None:
    """Width and height in pixels; None if this is not a picture of the media type `kind`."""
    return _SIZES[kind](data) if kind in _SIZES else None


def fits(kind: str, data: bytes) -> bool:
    """Whether this is a picture of the media type `kind`, small enough for every phone."""
    found = size(kind, data)
    return found is not None and all(1 <= side <= MOST_SIDE for side in found)


def _png(data: bytes) -> Size | None:
    """The size in a PNG's header, its first chunk (W3C PNG, 11.2.1)."""
    if data.startswith(b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR") and len(data) >= 24:
        return int.from_bytes(data[16:20]), int.from_bytes(data[20:24])
    return None


def _jpeg(data: bytes) -> Size | None:
    """The size in a JPEG's first frame header, found segment by segment (ITU T.81, B.1.1)."""
    at = 2 if data.startswith(b"\xff\xd8") else len(data)
    while at + 9 <= len(data) and data[at] == 0xFF:
        marker = data[at + 1]
        if marker in _FRAMES:
            return int.from_bytes(data[at + 7 : at + 9]), int.from_bytes(data[at + 5 : at + 7])
        if marker == 0xFF:  # a fill byte
            at += 1
        elif marker in _BARE:
            at += 2
        else:
            at += 2 + int.from_bytes(data[at + 2 : at + 4])
    return None


def _webp(data: bytes) -> Size | None:
    """The size in a WebP's first chunk, of which there are three kinds (RFC 9649, 2.4 to 2.7)."""
    if data[:4] != b"RIFF" or data[8:12] != b"WEBP" or len(data) < 30:
        return None
    match data[12:16]:
        case b"VP8X":
            return 1 + _little(data[24:27]), 1 + _little(data[27:30])
        case b"VP8L":
            packed = _little(data[21:25])
            return 1 + (packed & 0x3FFF), 1 + (packed >> 14 & 0x3FFF)
        case b"VP8 " if data[23:26] == b"\x9d\x01\x2a":
            return _little(data[26:28]) & 0x3FFF, _little(data[28:30]) & 0x3FFF
    return None


def _little(data: bytes) -> int:
    return int.from_bytes(data, "little")


_SIZES: Mapping[str, Callable[[bytes], Size | None]] = {
    "image/png": _png,
    "image/jpeg": _jpeg,
    "image/webp": _webp,
}
