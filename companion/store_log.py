"""What the write-ahead log beside the database holds (SQLite file format, section 4).

A header of 32 bytes, then frames: 24 bytes and a page. SQLite sums each frame together with all
before it, and takes the log for ended, without a word, where a sum does not fit. That is right
after a power cut; where more follows that was on disk for certain, the log is damaged: it is `torn`.
"""

import sqlite3
import struct
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

PAGE = 4096
"""Bytes; a database of ours has no other pages."""

_HEADER = struct.Struct(">16x8sII")
_FRAME = struct.Struct(">II8sII")
_INDEX = struct.Struct("=16xII24x")
"""In `-shm`, twice: how many frames count, and how many pages the database has (section 2.1)."""

_Sum = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Log:
    """The log at one moment.

    `pages`: the newest state of each page that is in it, by its number (from 1). `size`: how many
    pages the database has by it, 0 where it is empty.
    """

    pages: Mapping[int, memoryview] = field(default_factory=dict)
    size: int = 0
    torn: bool = False


class _Frame(NamedTuple):
    """`size` is 0 but for the last frame of a change; `before`: the sum up to this frame."""

    page: int
    size: int
    salts: bytes
    before: _Sum
    sum: _Sum
    at: int


def log_of(path: Path) -> Log:
    """The log of a database that nobody has open. It only looks. Raises sqlite3.Error, OSError."""
    if log_bytes(path) <= _HEADER.size:
        return Log()
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as connection:
        connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        return open_log(path)


def open_log(path: Path) -> Log:
    """The log of a database that a connection of ours has looked at. Raises OSError."""
    count, size = _counted(path)
    data = memoryview(_beside(path).read_bytes())
    frames = list(_frames(data))
    pages = {frame.page: _page(data, frame) for frame in frames[:count]}
    return Log(pages, size if count else 0, _certain(_of_now(data, frames)[count:]))


def log_bytes(path: Path) -> int:
    """How large the log is, 0 for none."""
    try:
        return _beside(path).stat().st_size
    except OSError:
        return 0


def lay_in(path: Path) -> None:
    """Writes a torn log into the database, which nobody has open, and deletes it.

    Of each page the newest state whose sum fits: what stands behind the damage is there as well.
    Raises sqlite3.Error, OSError.
    """
    log = log_of(path)
    data = memoryview(_beside(path).read_bytes())
    pages, size, change = dict(log.pages), log.size, {}
    for frame in _of_now(data, list(_frames(data))):
        content = _page(data, frame)
        if _sum(data[frame.at : frame.at + 8], content, frame.before) == frame.sum:
            change[frame.page] = content
        if frame.size:
            pages, size, change = pages | change, frame.size, {}
    with path.open("r+b") as file:
        for number, content in pages.items():
            file.seek((number - 1) * PAGE)
            file.write(content)
        file.truncate(size * PAGE)
    _beside(path).unlink()
