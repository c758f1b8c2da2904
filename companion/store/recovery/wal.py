"""What the write-ahead log beside the database holds (SQLite file format, section 4).

A header of 32 bytes, then frames: 24 bytes and a page. SQLite sums each frame together with all
before it, and takes the log for ended, without a word, where a sum does not fit. That is right
after a power cut; where more follows that was on disk for certain, or `-shm` still knows of more,
the log is damaged: `torn`.
"""

import os
import sqlite3
import struct
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO, NamedTuple

PAGE = 4096
"""Bytes; a database of ours has no other pages."""

_HEADER = struct.Struct(">16x8sII")
_FRAME = struct.Struct(">II8sII")
_INDEX = struct.Struct("=16xII8x8sII")
"""In `-shm`, twice (section 2.1): how many frames count, how many pages the database has, the salts
of the log, and the sum of what stands before it."""

_Sum = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Log:
    """The log at one moment.

    `pages`: where in its file the newest state of each page begins, by the page's number (from 1).
    `size`: how many pages the database has by it, 0 where it is empty.
    """

    pages: Mapping[int, int] = field(default_factory=dict)
    size: int = 0
    torn: bool = False


@dataclass(frozen=True, slots=True)
class SyncedFrames:
    """So many frames of the log with these salts were on disk."""

    salts: bytes = b""
    count: int = 0

    def missing_from(self, salts: bytes, count: int) -> bool:
        """Whether a log with these salts has fewer."""
        return self.salts == salts and count < self.count


NOTHING_SYNCED = SyncedFrames()


class _Frame(NamedTuple):
    """`size` is 0 but for the last frame of a change; `before`: the sum up to this frame."""

    page: int
    size: int
    salts: bytes
    before: _Sum
    sum: _Sum
    at: int

    @property
    def content(self) -> int:
        """Where its page begins."""
        return self.at + _FRAME.size


def synced_frames(path: Path) -> SyncedFrames:
    """What the end of the last run left in `-shm`. The first who opens the database overwrites it.

    SQLite counts a frame there when it is synced. Whether a kill or a power cut ended the run, and
    however old it is by then: the log has no fewer frames unless it is damaged, or is another one.
    """
    try:
        with path.with_name(f"{path.name}-shm").open("rb") as file:
            index = file.read(_INDEX.size)
        count, _, salts, *told = _INDEX.unpack(index)
    except (OSError, struct.error):
        return NOTHING_SYNCED
    return (
        SyncedFrames(salts, count)
        if list(_sum(index[:-8], before=(0, 0))) == told
        else NOTHING_SYNCED
    )


def log_of(path: Path, synced: SyncedFrames = NOTHING_SYNCED) -> Log:
    """The log of a database that nobody has open. It only looks. Raises sqlite3.Error, OSError."""
    if log_bytes(path) <= _HEADER.size:
        return Log()
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as connection:
        connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        return open_log(path, synced)


def open_log(path: Path, synced: SyncedFrames = NOTHING_SYNCED) -> Log:
    """The log of a database that a connection of ours has looked at. Raises OSError."""
    count, size = _counted(path)
    if log_bytes(path) < _HEADER.size:
        return Log()
    with _beside(path).open("rb") as file:
        frames = list(_frames(file))
        salts, _ = _salts(file, frames)
    pages = {frame.page: frame.content for frame in frames[:count]}
    behind = [frame for frame in frames[count:] if frame.salts == salts]
    torn = _certain(behind) or synced.missing_from(salts, count)
    return Log(pages, size if count else 0, torn)


def contents(path: Path, log: Log) -> Iterator[tuple[int, bytes]]:
    """Each page that is in the log, and its newest state. Raises OSError.

    One after the other: a log is as large as half of what the service holds.
    """
    with _beside(path).open("rb") as file:
        for number, at in log.pages.items():
            yield number, _read(file, at, PAGE)


def log_bytes(path: Path) -> int:
    """How large the log is, 0 for none."""
    try:
        return _beside(path).stat().st_size
    except OSError:
        return 0


def lay_in(path: Path, synced: SyncedFrames = NOTHING_SYNCED) -> bool:
    """Writes a torn log into the database, which nobody has open, and deletes it.

    Of each page the newest state that is not damaged: what is behind the damage is there as well.
    Says whether anything is lost: no, if each damaged page comes again behind the damage. Raises
    sqlite3.Error, OSError.
    """
    counted = log_of(path)
    with _beside(path).open("rb") as log_file, path.open("r+b") as file:
        log, lost = _newest(log_file, counted, synced)
        for number in sorted(log.pages.keys() & range(1, log.size + 1)):
            file.seek((number - 1) * PAGE)
            file.write(_read(log_file, log.pages[number], PAGE))
        if log.size:
            file.truncate(log.size * PAGE)
    _beside(path).unlink()
    return lost


def _newest(file: BinaryIO, log: Log, synced: SyncedFrames) -> tuple[Log, bool]:
    """The log with what stands behind the damage, and whether anything of it is lost."""
    pages, size, change = dict(log.pages), log.size, {}
    frames, good = list(_frames(file)), set()
    for frame in _undamaged(file):
        good.add(frame)
        change[frame.page] = frame.content
        if frame.size:
            pages, size, change = pages | change, frame.size, {}
    cut = bool(change) or synced.missing_from(_salts(file, frames)[0], len(frames))
    gone = any(pages.get(frame.page, 0) < frame.at for frame in frames if frame not in good)
    return Log(pages, size), cut or gone


def _undamaged(file: BinaryIO) -> Iterator[_Frame]:
    """The frames whose sum fits. The first behind the damage has none that it could be told by.

    The damage has overwritten whatever stands between its ends: what is behind a whole head of a
    frame is not part of it.
    """
    frames = list(_frames(file))
    salts, known = _salts(file, frames)
    for frame in frames:
        good = frame.salts == salts and (not known or _summed(file, frame) == frame.sum)
        if good:
            yield frame
        known = good


def _counted(path: Path) -> tuple[int, int]:
    """How many frames count for SQLite, and how many pages the database has."""
    index = path.with_name(f"{path.name}-shm").read_bytes()
    count, size, *_ = _INDEX.unpack_from(index)
    return int(count), int(size)


def _frames(file: BinaryIO) -> Iterator[_Frame]:
    """Every frame that is there in full, whatever stands in it."""
    length = file.seek(0, os.SEEK_END)
    _, *before = _HEADER.unpack(_read(file, 0, _HEADER.size))
    for at in range(_HEADER.size, length - _FRAME.size - PAGE + 1, _FRAME.size + PAGE):
        page, size, salts, *after = _FRAME.unpack(_read(file, at, _FRAME.size))
        yield _Frame(page, size, salts, (before[0], before[1]), (after[0], after[1]), at)
        before = after


def _read(file: BinaryIO, at: int, count: int) -> bytes:
    file.seek(at)
    return file.read(count)


def _salts(file: BinaryIO, frames: Sequence[_Frame]) -> tuple[bytes, bool]:
    """What tells the log's frames from older ones, and whether the header that says so is whole.

    SQLite writes over an old log from its start. Where the header is damaged, most are right.
    """
    head = _read(file, 0, _HEADER.size)
    salts, *told = _HEADER.unpack(head)
    if list(_sum(head[:-8], before=(0, 0))) == told:
        return salts, True
    most = Counter(frame.salts for frame in frames).most_common(1)
    return most[0][0] if most else salts, False


def _certain(behind: Sequence[_Frame]) -> bool:
    """Whether frames that do not count were on disk for certain.

    A change is begun when the one before is synced: after a power cut there is at most one that
    does not count, and nothing behind its last frame.
    """
    return any(frame.size for frame in behind[:-1])


def _summed(file: BinaryIO, frame: _Frame) -> _Sum:
    """What its sum must be after the frame before it."""
    content = _read(file, frame.content, PAGE)
    return _sum(_read(file, frame.at, 8) + content, before=frame.before)


def _sum(data: bytes, before: _Sum) -> _Sum:
    """SQLite's sum of what stands in the log (section 4.2), in the words of this machine."""
    one, two = before
    words = iter(struct.unpack(f"={len(data) // 4}I", data))
    for first, second in zip(words, words, strict=True):
        one = (one + first + two) & 0xFFFFFFFF
        two = (two + second + one) & 0xFFFFFFFF
    return one, two


def _beside(path: Path) -> Path:
    return path.with_name(f"{path.name}-wal")
