"""The sum of a file that was closed in good order: found unchanged, it need not be looked through.

Looking through every row takes longer with every race that is stored; reading the bytes once does
not count. After a power cut there is no seal that fits, and everything is looked at.
"""

import zlib
from contextlib import suppress
from pathlib import Path

LARGEST = 64 * 1024 * 1024
"""A larger file is not summed: the end of the service has its time, too."""

_PIECE = 1024 * 1024


def seal(path: Path) -> None:
    """Notes the sum of a closed database. That it cannot be written costs the next start time."""
    with suppress(OSError):
        _beside(path).write_text(_sum(path))


def is_sealed(path: Path) -> bool:
    """Whether the file is, byte for byte, the one that was sealed."""
    try:
        return _beside(path).read_text() == _sum(path) != ""
    except (OSError, UnicodeDecodeError):
        return False


def _sum(path: Path) -> str:
    """Size and CRC-32, "" for a file that is too large or not closed."""
    size = path.stat().st_size
    if size > LARGEST or any(Path(f"{path}{part}").exists() for part in ("-wal", "-journal")):
        return ""
    total = 0
    with path.open("rb") as stream:
        while piece := stream.read(_PIECE):
            total = zlib.crc32(piece, total)
    return f"{size} {total:08x}\n"


def _beside(path: Path) -> Path:
    return path.with_name(f"{path.name}.seal")
