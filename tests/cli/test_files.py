"""The files that a command writes."""

import os
import sys
from pathlib import Path

from companion.cli.files import write_text


def test_pipe_is_written_to_and_not_replaced(tmp_path: Path) -> None:
    """Regression: run by root, an export to a device replaced the device by a file."""
    os.mkfifo(tmp_path / "pipe")
    reader = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    try:
        write_text(str(tmp_path / "pipe"), "ü\n", sys.stdout)
        assert os.read(reader, 9) == "ü\n".encode()
    finally:
        os.close(reader)
    assert [entry.name for entry in tmp_path.iterdir()] == ["pipe"]


def test_link_stays_a_link_to_the_file_that_is_written(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("file")
    write_text(str(tmp_path / "link"), "text", sys.stdout)
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "file").read_text() == "text"
