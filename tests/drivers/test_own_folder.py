"""Temporary folders are removed with their process, however it ended."""

import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from companion.drivers.own_folder import OwnFolder

PREFIX = "companion-room-"

KILLED = f"""
import os, signal
from companion.drivers.own_folder import OwnFolder
print(OwnFolder("{PREFIX}").path, flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    return tmp_path


def test_a_closed_folder_is_removed(temporary: Path) -> None:
    folder = OwnFolder(PREFIX)
    (Path(folder.path) / "seat-1").symlink_to("/dev/null")
    folder.close()
    folder.close()
    assert list(temporary.iterdir()) == []


def test_folder_of_a_killed_process_is_removed_by_the_next(temporary: Path) -> None:
    killed = subprocess.run([sys.executable, "-c", KILLED], capture_output=True, text=True)
    left = Path(killed.stdout.strip())
    assert left.is_dir()
    folder = OwnFolder(PREFIX)
    assert list(temporary.iterdir()) == [Path(folder.path)]
    folder.close()


def test_folders_in_use_and_foreign_folders_stay(temporary: Path) -> None:
    used = OwnFolder(PREFIX)
    other, file = temporary / "companion-gpio-x", temporary / f"{PREFIX}file"
    other.mkdir()
    file.touch()
    elsewhere = temporary / "elsewhere"
    elsewhere.mkdir()
    link = temporary / f"{PREFIX}link"
    link.symlink_to(elsewhere)
    OwnFolder(PREFIX).close()
    assert sorted(temporary.iterdir()) == sorted([Path(used.path), other, file, elsewhere, link])
    used.close()
