"""A hostile table.toml: refused quickly with its line, and only devices are opened."""

import os
import time
from pathlib import Path

import pytest

from companion.config import Fault
from companion.drivers.serial_port import Port
from companion.errors import ConfigError, DeviceLost
from companion.table_file.file import load
from companion.toml_lines import MOST_BYTES

STRIP = "[strip]\npin = 'D18'\npixels = 1\n"

SECONDS = 20.0
"""Seconds allowed per file, generous for a busy machine; a runaway parser takes minutes."""


def refused(folder: Path, text: str) -> ConfigError | Fault:
    """Why the file, or the first device in it, is refused."""
    file = folder / "table.toml"
    file.write_text(text, "utf-8")
    began = time.monotonic()
    try:
        return load(file).faults[0]
    except ConfigError as error:
        return error
    finally:
        assert time.monotonic() - began < SECONDS


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("a = " + "[" * 5000, "config.too_deep"),
        ("a = " + "{a=" * 5000, "config.too_deep"),
        ("[table]\nname = " + "9" * 5000, "config.too_many_digits"),
        ("[[button]]\n" * 2900, "config.missing_key"),
        ("[table]\nname = '''" + "\n" * 30000, "config.syntax"),
        (STRIP + "segments = [[0x" + "f" * 9999 + ", 0, 1]]", "config.bad_segments"),
        (".".join("a" * 5000) + " = 1", "config.unknown_key"),
        ("[" + ".".join("a" * 5000) + "]", "config.unknown_key"),
        ("[[seat]]\n" * 1000, "config.too_many_seats"),
        ("#\n" * (MOST_BYTES // 2 - 20) + "[table]\nnam = 1\n", "config.unknown_key"),
        ("\n" * (MOST_BYTES - 100) + "[strip]\npin = 'D99'\npixels = 1\n", "config.not_one_of"),
        ("#" * MOST_BYTES + "\n", "config.too_long"),
        ('[table]\nname = "' + "x" * 1000 + '"', "config.odd_text"),
        ('[table]\nname = "\\u001b[2J"', "config.odd_text"),
        ('[table]\nname = "\\u202egnp.exe"', "config.odd_text"),
        ('[[seat]]\nport = "/dev/tty\\u0000"', "config.odd_text"),
        ('[[seat]]\nport = "../../dev/ttyS0"', "config.bad_port"),
        ("[[seat]]\nbrightness = nan", "config.out_of_range"),
        ("[[seat]]\nbudget_ma = 1" + "0" * 4000, "config.out_of_range"),
    ],
    ids=lambda text: repr(text[:24]),
)
def test_a_hostile_table_file_is_refused_with_its_reason(
    tmp_path: Path, text: str, key: str
) -> None:
    assert refused(tmp_path, text).key == key


@pytest.mark.parametrize("text", ["9" * 5000, "[" * 5000])
def test_unparsable_statement_is_refused_with_its_line(tmp_path: Path, text: str) -> None:
    wrong = refused(tmp_path, f"[table]\n# two\n\nname = 'a'\n[strip]\npixels = {text}\n")
    assert wrong.params["line"] == 6
    assert "reason" not in wrong.params, "the library's words"


def test_the_line_is_right_after_many_comments(tmp_path: Path) -> None:
    text = "# a\n\n[table]\n# b\nname = '''a'''\n\n # c\n[[seat]]\n# d\ncolor = 'red'\n"
    assert refused(tmp_path, text).params["line"] == 10


def test_an_endless_file_is_not_read_to_its_end() -> None:
    with pytest.raises(ConfigError) as caught:
        load(Path("/dev/zero"))
    assert caught.value.key == "config.too_long"


def test_only_a_device_is_opened_as_a_port(tmp_path: Path) -> None:
    """A file stays unchanged, and opening a pipe does not block."""
    file, pipe = tmp_path / "file", tmp_path / "pipe"
    file.write_bytes(b"precious")
    os.mkfifo(pipe)
    (tmp_path / "link").symlink_to(file)
    before = file.stat()
    for path in (file, pipe, tmp_path, tmp_path / "link"):
        with pytest.raises(DeviceLost) as caught:
            Port(str(path))
        assert str(caught.value) == "link.port_unusable"
    assert file.read_bytes() == b"precious"
    assert file.stat().st_mtime_ns == before.st_mtime_ns


def test_a_device_that_is_not_a_serial_port_is_closed_at_once() -> None:
    with pytest.raises(DeviceLost) as caught:
        Port("/dev/null")
    assert str(caught.value) == "link.port_unusable"
