"""Read the write-ahead log beside the database, and find damage in it (SQLite file format, 4).

The log is a header of 32 bytes, then frames: 24 bytes and a page each. SQLite's checksum of a frame
covers all frames before it; at the first mismatch SQLite silently treats the log as ended. That is
right after a power cut. But if later frames were certainly synced, or `-shm` has counted more
frames, the log is damaged: `torn`.
"""

import os
import re
import struct
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO, NamedTuple

from companion.store.file import connect_read_only

PAGE = 4096
"""Bytes: the page size of all our databases."""

_HEADER = struct.Struct(">III4x8sII")
_FRAME = struct.Struct(">II8sII")
_INDEX = struct.Struct("=I8xB3xII8x8sII")
"""The header of `-shm` (section 2.1): version, whether it is complete, number of valid frames,
pages of the database, the log's salts, and the checksum of the header."""

_MAGIC, _VERSION = 0x377F0682, 3_007_000
"""The log's first word, whose lowest bit is the byte order of the checksums; the log's version.

Without them zeros would be valid: the checksum of zeros is zero.
"""

_STEP, _SALTS_AT = _FRAME.size + PAGE, 8
"""Bytes from one frame to the next; the place of the salts in a frame."""

SHORTEST = 32 + 24 + PAGE
"""Bytes of a log with one frame, which is all that a checkpoint leaves."""

_Sum = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Log:
    """The log at one moment.

    `pages`: the offset of each page's newest content in the log, by page number (from 1). `size`:
    pages of the database after the log's last transaction, 0 for an empty log. `first_page`: the
    database's first page as it is in the log, empty if it is not. `begun`: it has no transaction
    yet; the first one was only begun, over an older log's frames.
    """

    pages: Mapping[int, int] = field(default_factory=dict)
    size: int = 0
    torn: bool = False
    first_page: bytes = b""
    begun: bool = False


@dataclass(frozen=True, slots=True)
class SyncedFrames:
    """How many frames of which log were on disk. `counts`: by the log's salts."""

    counts: Mapping[bytes, int] = field(default_factory=dict)

    def missing_from(self, salts: bytes, count: int) -> bool:
        """Whether a log with these salts and this many frames has lost some."""
        return count < self.counts.get(salts, 0)

    def __or__(self, other: "SyncedFrames") -> "SyncedFrames":
        """The union of both."""
        salts = self.counts.keys() | other.counts.keys()
        return SyncedFrames(
            {each: max(self.counts.get(each, 0), other.counts.get(each, 0)) for each in salts}
        )


NOTHING_SYNCED = SyncedFrames()


class _Frame(NamedTuple):
    """A frame at offset `at` in the log.

    `size`: pages of the database, 0 except in a transaction's last frame. `before`: the checksum up
    to this frame, `sum`: including it.
    """

    page: int
    size: int
    salts: bytes
    before: _Sum
    sum: _Sum
    at: int

    @property
    def content(self) -> int:
        """The offset of its page."""
        return self.at + _FRAME.size


def synced_frames(path: Path) -> SyncedFrames:
    """Read from `-shm` how many frames the last run had synced. Do this before opening the file.

    SQLite counts a frame in `-shm` once it is synced, and the next process to open the database
    overwrites the count. So a log with fewer frames is damaged, or another log (other salts),
    however the last run ended and however old `-shm` is.
    """
    try:
        with path.with_name(f"{path.name}-shm").open("rb") as file:
            index = file.read(_INDEX.size)
        version, complete, count, _, salts, *stored = _INDEX.unpack(index)
    except (OSError, struct.error):
        return NOTHING_SYNCED
    known = version == _VERSION and complete
    valid = known and list(_sum(index[:-8], before=(0, 0))) == stored
    return SyncedFrames({salts: count}) if valid and count else NOTHING_SYNCED


def log_bytes(path: Path) -> int:
    """The size of the log, 0 for none."""
    try:
        return _log_path(path).stat().st_size
    except OSError:
        return 0


def has_frames(path: Path) -> bool:
    """Whether the log has more than its header."""
    return log_bytes(path) > _HEADER.size


def log_of(path: Path, synced: SyncedFrames = NOTHING_SYNCED) -> Log:
    """The log of a database that nobody has open; only reads. Raises sqlite3.Error, OSError."""
    if not has_frames(path):
        return Log()
    with closing(connect_read_only(path)) as connection:
        connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        return read_open_log(path, synced)


def read_open_log(path: Path, synced: SyncedFrames = NOTHING_SYNCED) -> Log:
    """The log of a database that a connection of this process has read. Raises OSError."""
    count, size = _valid_frames(path)
    if log_bytes(path) < _HEADER.size:
        return Log()
    with _log_path(path).open("rb") as file:
        frames = list(_frames(file))
        salts, known = _salts(file, frames)
        pages = {frame.page: frame.content for frame in frames[:count]}
        first_page = _read(file, pages[1], PAGE) if 1 in pages else b""
        displaced = _displaced(file, count, salts)
    behind = [frame for frame in frames[count:] if frame.salts == salts]
    torn = displaced or _were_synced(behind) or synced.missing_from(salts, count)
    begun = known and not count and any(frame.salts != salts and frame.page for frame in frames)
    return Log(pages, size if count else 0, torn, first_page, begun)


def contents(path: Path, log: Log) -> Iterator[tuple[int, bytes]]:
    """Each page of the log with its newest content, read one at a time. Raises OSError."""
    with _log_path(path).open("rb") as file:
        for number, at in log.pages.items():
            yield number, _read(file, at, PAGE)


def apply_torn_log(path: Path, synced: SyncedFrames = NOTHING_SYNCED) -> bool:
    """Write the undamaged pages of a torn log into the database, and delete the log.

    Frames after the damage count as well. Nobody may have the database open. Returns whether
    anything is lost: not if each damaged page is in the log again after the damage. Raises
    sqlite3.Error, OSError.
    """
    valid = log_of(path)
    with _log_path(path).open("rb") as log_file, path.open("r+b") as file:
        most = (os.fstat(file.fileno()).st_size + log_bytes(path)) // PAGE
        log, lost = _with_frames_behind(log_file, valid, synced, most)
        for number in sorted(log.pages.keys() & range(1, log.size + 1)):
            file.seek((number - 1) * PAGE)
            file.write(_read(log_file, log.pages[number], PAGE))
        if log.size:
            file.truncate(log.size * PAGE)
    _log_path(path).unlink()
    return lost


def _with_frames_behind(
    file: BinaryIO, log: Log, synced: SyncedFrames, most: int
) -> tuple[Log, bool]:
    """The log with the frames after the damage, and whether anything is lost.

    `most`: pages that the database cannot exceed.
    """
    pages, size, transaction = dict(log.pages), log.size, {}
    frames, good = list(_frames(file)), set()
    for frame in _undamaged(file, most):
        good.add(frame)
        transaction[frame.page] = frame.content
        if frame.size:
            pages, size, transaction = pages | transaction, frame.size, {}
    salts, _ = _salts(file, frames)
    cut = bool(transaction) or synced.missing_from(salts, len(frames)) or _displaced(file, 0, salts)
    gone = any(pages.get(frame.page, 0) < frame.at for frame in frames if frame not in good)
    return Log(pages, size), cut or gone


def _undamaged(file: BinaryIO, most: int) -> Iterator[_Frame]:
    """The frames whose checksum matches, and the first one after each damaged stretch.

    That one cannot always be verified, as its checksum builds on a damaged frame. But damage is one
    stretch that overwrites everything between its ends: a frame with the right salts follows it,
    unless the stretch ended in the page numbers before them.
    """
    frames = list(_frames(file))
    salts, known = _salts(file, frames)
    for frame in frames:
        possible = frame.salts == salts and 0 < frame.page <= most and frame.size <= most
        good = possible and (not known or _checksum(file, frame) == frame.sum)
        if good:
            yield frame
        known = good


def _valid_frames(path: Path) -> tuple[int, int]:
    """Read from `-shm` the number of frames valid for SQLite, and of pages of the database."""
    index = path.with_name(f"{path.name}-shm").read_bytes()
    _, _, count, size, *_ = _INDEX.unpack_from(index)
    return int(count), int(size)


def _frames(file: BinaryIO) -> Iterator[_Frame]:
    """Every complete frame of the file, valid or not."""
    length = file.seek(0, os.SEEK_END)
    *_, one, two = _HEADER.unpack(_read(file, 0, _HEADER.size))
    before = [one, two]
    for at in range(_HEADER.size, length - _STEP + 1, _STEP):
        page, size, salts, *after = _FRAME.unpack(_read(file, at, _FRAME.size))
        yield _Frame(page, size, salts, (before[0], before[1]), (after[0], after[1]), at)
        before = after


def _read(file: BinaryIO, at: int, count: int) -> bytes:
    file.seek(at)
    return file.read(count)


def _salts(file: BinaryIO, frames: Sequence[_Frame]) -> tuple[bytes, bool]:
    """The salts of the log's current frames, and whether the header that holds them is whole.

    SQLite overwrites an old log from its start; old frames have other salts. If the header is
    damaged, the salts of most frames are used.
    """
    head = _read(file, 0, _HEADER.size)
    magic, version, page, salts, *stored = _HEADER.unpack(head)
    known = (magic & ~1, version, page) == (_MAGIC, _VERSION, PAGE)
    if known and list(_sum(head[:-8], before=(0, 0))) == stored:
        return salts, True
    most = Counter(frame.salts for frame in frames if frame.page).most_common(1)
    return most[0][0] if most else salts, False


def _were_synced(behind: Sequence[_Frame]) -> bool:
    """Whether frames after the last valid one were certainly synced.

    A transaction is written only when the previous one is synced. So a power cut leaves at most one
    invalid transaction, and nothing follows its last frame.
    """
    return any(frame.size for frame in behind[:-1])


def _displaced(file: BinaryIO, valid: int, salts: bytes) -> bool:
    """Whether frames behind the first `valid` ones are not at a frame's place.

    Bytes before them were lost or inserted. No power cut does that.
    """
    file.seek(_HEADER.size + valid * _STEP)
    found = re.finditer(re.escape(salts), file.read())
    return any(match.start() % _STEP != _SALTS_AT for match in found)


def _checksum(file: BinaryIO, frame: _Frame) -> _Sum:
    """The checksum that the frame should have, given the one before it."""
    content = _read(file, frame.content, PAGE)
    return _sum(_read(file, frame.at, 8) + content, before=frame.before)


def _sum(data: bytes, before: _Sum) -> _Sum:
    """SQLite's checksum of the log (section 4.2), over words in this machine's byte order."""
    one, two = before
    words = iter(struct.unpack(f"={len(data) // 4}I", data))
    for first, second in zip(words, words, strict=True):
        one = (one + first + two) & 0xFFFFFFFF
        two = (two + second + one) & 0xFFFFFFFF
    return one, two


def _log_path(path: Path) -> Path:
    return path.with_name(f"{path.name}-wal")
