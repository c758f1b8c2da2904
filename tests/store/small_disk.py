"""A real file system of a few hundred KiB, for tests of a full disk."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


@contextmanager
def small_disk(place: Path, size: str) -> Iterator[Path]:
    """Mount a tmpfs of `size` (as `mount` reads it). Skips the test without the right to mount."""
    mount = ["mount", "-t", "tmpfs", "-o", f"size={size}", "none", str(place)]
    if os.getuid() or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("only root can mount a small disk")
    try:
        yield place
    finally:
        subprocess.run(["umount", str(place)], check=True)


def fill(place: Path) -> Path:
    """Take all free space of the disk; return the file to delete to free it."""
    filler = place / "filler"
    disk = os.statvfs(place)
    filler.write_bytes(b"x" * (disk.f_bavail * disk.f_frsize))
    return filler
