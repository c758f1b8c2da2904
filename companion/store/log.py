"""What the write-ahead log beside the database holds (SQLite file format, section 4).

A header of 32 bytes, then frames: 24 bytes and a page. SQLite sums each frame together with all
before it, and takes the log for ended, without a word, where a sum does not fit. That is right
after a power cut; where more follows that was on disk for certain, the log is damaged: `torn`.
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
    if not frames:
        return Log()
    salts, _ = _salts(data, frames)
    pages = {frame.page: _page(data, frame) for frame in frames[:count]}
    behind = [frame for frame in frames[count:] if frame.salts == salts]
    return Log(pages, size if count else 0, _certain(behind))


def log_bytes(path: Path) -> int:
    """How large the log is, 0 for none."""
    try:
        return _beside(path).stat().st_size
    except OSError:
        return 0


def lay_in(path: Path) -> None:
    """Writes a torn log into the database, which nobody has open, and deletes it.

    Of each page the newest state that is not damaged: what is behind the damage is there as well.
    Raises sqlite3.Error, OSError.
    """
    log = log_of(path)
    data = memoryview(_beside(path).read_bytes())
    pages, size, change = dict(log.pages), log.size, {}
    for frame in _undamaged(data):
        change[frame.page] = _page(data, frame)
        if frame.size:
            pages, size, change = pages | change, frame.size, {}
    with path.open("r+b") as file:
        for number in sorted(pages.keys() & range(1, size + 1)):
            file.seek((number - 1) * PAGE)
            file.write(pages[number])
        if size:
            file.truncate(size * PAGE)
    _beside(path).unlink()


def _undamaged(data: memoryview) -> Iterator[_Frame]:
    """The frames whose sum fits. The first behind the damage has none that it could be told by.

    The damage has overwritten whatever stands between its ends: what is behind a whole head of a
    frame is not part of it.
    """
    frames = list(_frames(data))
    salts, known = _salts(data, frames)
    for frame in frames:
        summed = data[frame.at : frame.at + 8]
        good = frame.salts == salts and (
            not known or _sum(summed, _page(data, frame), before=frame.before) == frame.sum
        )
        if good:
            yield frame
        known = good


def _counted(path: Path) -> tuple[int, int]:
    """How many frames count for SQLite, and how many pages the database has."""
    index = path.with_name(f"{path.name}-shm").read_bytes()
    count, size = _INDEX.unpack_from(index)
    return int(count), int(size)


def _frames(data: memoryview) -> Iterator[_Frame]:
    """Every frame that is there in full, whatever stands in it."""
    if len(data) < _HEADER.size:
        return
    _, *before = _HEADER.unpack_from(data)
    for at in range(_HEADER.size, len(data) - _FRAME.size - PAGE + 1, _FRAME.size + PAGE):
        page, size, salts, *after = _FRAME.unpack_from(data, at)
        yield _Frame(page, size, salts, (before[0], before[1]), (after[0], after[1]), at)
        before = after


def _page(data: memoryview, frame: _Frame) -> memoryview:
    at = frame.at + _FRAME.size
    return data[at : at + PAGE]


def _salts(data: memoryview, frames: Sequence[_Frame]) -> tuple[bytes, bool]:
    """What tells the log's frames from older ones, and whether the header that says so is whole.

    SQLite writes over an old log from its start. Where the header is damaged, most are right.
    """
    salts, *told = _HEADER.unpack_from(data)
    if list(_sum(data[: _HEADER.size - 8], before=(0, 0))) == told:
        return salts, True
    return Counter(frame.salts for frame in frames).most_common(1)[0][0], False


def _certain(behind: Sequence[_Frame]) -> bool:
    """Whether frames that do not count were on disk for certain.

    A change is begun when the one before is synced: after a power cut there is at most one that
    does not count, and nothing behind its last frame.
    """
    return any(frame.size for frame in behind[:-1])


def _sum(*parts: memoryview, before: _Sum) -> _Sum:
    """SQLite's sum of what stands in the log (section 4.2), in the words of this machine."""
    one, two = before
    data = b"".join(parts)
    words = iter(struct.unpack(f"={len(data) // 4}I", data))
    for first, second in zip(words, words, strict=True):
        one = (one + first + two) & 0xFFFFFFFF
        two = (two + second + one) & 0xFFFFFFFF
    return one, two


def _beside(path: Path) -> Path:
    return path.with_name(f"{path.name}-wal")
