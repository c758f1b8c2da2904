"""The sum of the file when its log was empty: found unchanged, it need not be looked through.

Looking through every row takes longer with every race that is stored; reading the bytes once does
not count. While the service runs, what is written goes into the log, and the file stays as it was
sealed (companion/store_log.py): so the seal holds after a kill, too, and what is newer has the sums
of the log. A file that was killed while its log was being emptied has no seal that fits, and is
looked through.
"""

import os
import zlib
from contextlib import suppress
from pathlib import Path

LARGEST = 64 * 1024 * 1024
"""A larger file is not summed: the end of the service has its time, too."""

_PIECE = 1024 * 1024


def seal(path: Path) -> None:
    """Notes the sum of a database whose log is empty; one that is not leaves the seal as it is.

    That it cannot be written costs the next start time, and nothing else.
    """
    if size_of(log_of(path)):
        return
    with suppress(OSError):
        part = path.with_name(f"{path.name}.seal.part")
        with part.open("w") as stream:
            stream.write(_sum(path))
            stream.flush()
            os.fsync(stream.fileno())
        part.replace(_beside(path))


def is_sealed(path: Path) -> bool:
    """Whether the file is, byte for byte, the one that was sealed, whatever its log holds."""
    try:
        return _beside(path).read_text() == _sum(path) != ""
    except (OSError, UnicodeDecodeError):
        return False


def log_of(path: Path) -> Path:
    """Where the log of this database is."""
    return path.with_name(f"{path.name}-wal")


def size_of(file: Path) -> int:
    """Bytes, 0 where there is no such file."""
    try:
        return file.stat().st_size
    except OSError:
        return 0


def _sum(path: Path) -> str:
    """Size and CRC-32, "" for a file that is too large or was cut off while it was made."""
    size = path.stat().st_size
    if size > LARGEST or path.with_name(f"{path.name}-journal").exists():
        return ""
    total = 0
    with path.open("rb") as stream:
        while piece := stream.read(_PIECE):
            total = zlib.crc32(piece, total)
    return f"{size} {total:08x}\n"


def _beside(path: Path) -> Path:
    return path.with_name(f"{path.name}.seal")
