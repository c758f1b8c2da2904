"""A real file system of a few hundred KiB, for what a full disk does."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


@contextmanager
def small_disk(place: Path, size: str) -> Iterator[Path]:
    """`size` as `mount` reads it. Skips the test where nobody may mount."""
    mount = ["mount", "-t", "tmpfs", "-o", f"size={size}", "none", str(place)]
    if os.getuid() or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("only root can mount a small disk")
    try:
        yield place
    finally:
        subprocess.run(["umount", str(place)], check=True)


def fill(place: Path) -> Path:
    """Somebody else takes all room that is left. What to delete to have it again."""
    filler = place / "filler"
    room = os.statvfs(place)
    filler.write_bytes(b"x" * (room.f_bavail * room.f_frsize))
    return filler
