"""Pictures: a small file with a huge picture is detected without decoding it."""

import base64
import struct
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st
from playwright.sync_api import Browser, Page

from companion.library import pictures

KINDS = ("image/png", "image/jpeg", "image/webp")


def png(width: int, height: int) -> bytes:
    """A PNG of one colour, whose pixels compress to almost nothing."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return (
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        )

    head = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    rows = zlib.compress(bytes((width + 7) // 8 + 1) * height, 9)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def test_a_picture_bomb_is_refused() -> None:
    bomb = png(16_000, 16_000)
    assert len(bomb) < 64 * 1024, "it would be let in by its size alone"
    assert pictures.size("image/png", bomb) == (16_000, 16_000)
    assert not pictures.fits("image/png", bomb)
    assert pictures.fits("image/png", png(4096, 4096))
    assert not pictures.fits("image/png", png(4097, 1))
    assert not pictures.fits("image/png", png(0, 1))


@pytest.fixture(scope="module")
def canvas(browser: Browser) -> Page:
    """A browser that makes pictures of every kind."""
    return browser.new_page()


@pytest.mark.browser
@pytest.mark.parametrize("kind", KINDS)
def test_the_size_is_what_the_browser_painted(canvas: Page, kind: str) -> None:
    for width, height, quality in ((1, 1, 0.5), (37, 5, 0.9), (2000, 3, 1.0), (4, 900, 0.1)):
        painted = canvas.evaluate(
            """([kind, width, height, quality]) => {
                const canvas = Object.assign(document.createElement("canvas"), {width, height});
                canvas.getContext("2d").fillRect(0, 0, 1, 1);
                return canvas.toDataURL(kind, quality);
            }""",
            [kind, width, height, quality],
        )
        head, _, text = painted.partition(",")
        data = base64.b64decode(text)
        assert head == f"data:{kind};base64"
        assert pictures.size(kind, data) == (width, height)
        for other in set(KINDS) - {kind}:
            assert pictures.size(other, data) is None


def test_metadata_before_the_frame_is_skipped() -> None:
    exif = b"\xff\xe1" + struct.pack(">H", 1000) + bytes(998)
    frame = b"\xff\xc2" + struct.pack(">HBHHB", 11, 8, 300, 400, 1) + bytes(3)
    assert pictures.size("image/jpeg", b"\xff\xd8" + exif + b"\xff" + frame) == (400, 300)
    assert pictures.size("image/jpeg", b"\xff\xd8" + exif) is None


@pytest.mark.parametrize(
    ("chunk", "size"),
    [
        (b"VP8X" + bytes(8) + (4999).to_bytes(3, "little") + bytes(3), (5000, 1)),
        (b"VP8L" + bytes(5) + (9 | 19 << 14).to_bytes(4, "little") + bytes(5), (10, 20)),
        (b"VP8 " + bytes(7) + b"\x9d\x01\x2a\x05\x00\x07\x00", (5, 7)),
        (b"VP8 " + bytes(14), None),
        (b"ALPH" + bytes(14), None),
    ],
)
def test_every_kind_of_webp_is_measured(chunk: bytes, size: tuple[int, int] | None) -> None:
    assert pictures.size("image/webp", b"RIFF\0\0\0\0WEBP" + chunk) == size
    assert pictures.size("image/webp", b"RIFF\0\0\0\0WAVE" + chunk) is None


@given(st.sampled_from(KINDS), st.binary(max_size=200))
def test_noise_is_not_a_picture(kind: str, noise: bytes) -> None:
    for start in (b"", b"\xff\xd8", b"RIFF\0\0\0\0WEBP", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"):
        found = pictures.size(kind, start + noise)
        assert found is None or len(found) == 2
    assert pictures.size("image/svg+xml", noise) is None
