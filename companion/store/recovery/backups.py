"""Make and restore backups: the newest 30 in the data directory, and on a USB stick.

companion-000042_20261128T130512Z.db   the whole database, as it was at that moment (UTC)
companion-000043_no-time.db            the same, made while the machine did not know the time

Backups are ordered by number, never by the clock. A backup gets its name only when it is complete,
checked and on disk. A restored one takes the database's place at the next start (store/file.py).
"""

import os
import shutil
import sqlite3
from collections.abc import Iterable, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from companion.errors import Refused, StoreError
from companion.store.fault import fault_of
from companion.store.file import (
    NAME,
    RESTORED,
    check_kind,
    connect,
    connect_read_only,
    intact,
    migrate,
    remove,
    swap,
    sync,
)
from companion.store.records import Stamp, StoredAnswer, encode
from companion.store.recovery import log_mark
from companion.store.recovery.backup_files import FOLDER, Backup, backups_in, file_name
from companion.store.recovery.salvage import whole

KEPT = 30
"""Backups in one place; the oldest are deleted first."""

SPARE = 32 * 1024 * 1024
"""Bytes that a backup leaves free, so that acts can still be saved."""

_STAYS = ("pin", "secret", "rights", "sessions")
"""Settings that a restore leaves as they are: phones keep their rights."""

_RESTORED = "restored"
"""The setting with the newest backup's number when this database was restored from another."""

_OF_STORE = (*_STAYS, _RESTORED)
_SETTINGS = f"""
    SELECT name, value FROM setting WHERE name NOT IN ({", ".join("?" * len(_OF_STORE))})
    ORDER BY name
"""
_FEW = ("course", "tag")
_MANY = ("race", "act", "season_act")
"""Tables whose rows are never deleted."""


@dataclass(frozen=True, slots=True)
class Backups:
    """The backups of one data directory: in a folder inside it, and on a USB `stick` if given.

    The stick's folder must exist: if the stick is not plugged in, backups would fill the SD card.
    """

    directory: Path
    stick: Path | None = None

    @property
    def places(self) -> Sequence[Path]:
        """The folders of backups, the directory's own first."""
        own = self.directory / FOLDER
        return (own,) if self.stick is None else (own, self.stick)

    def listed(self) -> list[Backup]:
        """All backups, newest first; one that is in both places only once."""
        found: dict[str, Backup] = {}
        for place in self.places:
            for backup in backups_in(place):
                found.setdefault(backup.file, backup)
        return sorted(found.values(), reverse=True)

    def newest_with_races(self) -> Backup | None:
        """The newest backup that can be read and has a race."""
        for backup in self.listed():
            with suppress(StoreError):
                if backup.counts()[0]:
                    return backup
        return None

    def ahead(self) -> Backup | None:
        """The newest backup of this store, if it has a race or an act that the database lacks.

        Then the database is one of an earlier time, and nobody restored it by `prepare`. None for a
        database without races.
        """
        now = _progress(self.directory / NAME)
        if now is None or not now.rows[0]:
            return None
        for backup in self.listed():
            then = _progress(backup.path) if backup.number > now.restored else None
            if then and then.secret == now.secret:
                lacks = any(old > new for old, new in zip(then.rows, now.rows, strict=True))
                return backup if lacks else None
        return None

    def named(self, file: str | None) -> Backup:
        """The backup of this name, the newest for None. Raises Refused."""
        if file is not None and not file.strip():
            raise Refused("backups.no_name")
        listed = self.listed()
        found = next((each for each in listed if file in (None, each.file)), None)
        if found is not None:
            return found
        if file is None:
            raise Refused("backups.none", data=str(self.directory))
        raise Refused("backups.no_such", file=file)

    def make(self, stamp: Stamp) -> dict[Path, StoreError]:
        """Back up to each place, unless nothing has changed since the last. Returns failures."""
        number = max((backup.number for backup in self.listed()), default=0) + 1
        faults = {}
        for place in self.places:
            try:
                self._make(place, file_name(number, stamp))
            except StoreError as fault:
                faults[place] = fault
        return faults

    def _make(self, place: Path, file: str) -> None:
        try:
            if place == self.stick and not place.is_dir():
                raise StoreError("backups.no_stick", place=str(place))
            place.mkdir(parents=True, exist_ok=True)
            for torn in place.glob("companion-*.part*"):
                torn.unlink()
            _check_space(self.directory / NAME, place)
            _copy(self.directory / NAME, place, file)
            for old in backups_in(place)[:-KEPT]:
                old.path.unlink()
        except (sqlite3.Error, OSError) as error:
            raise error if isinstance(error, StoreError) else fault_of(error, place) from error

    def restore(self, backup: Path, stamp: Stamp) -> None:
        """Put a backup in the database's place now; the database is backed up and kept.

        For the holder of the directory's lock. Raises Refused for a damaged backup, StoreError for
        the disk.
        """
        check_kind(self.directory / NAME)
        swap(self.directory)
        if (self.directory / NAME).exists():
            self.make(stamp)
        prepare(self.directory, backup)
        swap(self.directory)


def prepare(directory: Path, backup: Path, answer: StoredAnswer | None = None) -> None:
    """Copy the backup to where the next start moves it into the database's place.

    Rights, the PIN and the nodes' positions stay as they are now. `answer`: to the request for the
    restore, so that it is done once. Raises Refused for a damaged backup, StoreError for the disk.
    """
    fresh = directory / f"{NAME}.restoring"
    try:
        remove(fresh)
        shutil.copyfile(backup, fresh)
        try:
            _check(fresh, backup)
            with closing(connect(fresh)) as connection:
                _carry_over(directory / NAME, connection, answer)
                newest = max((each.number for each in backups_in(directory / FOLDER)), default=0)
                connection.execute(
                    "INSERT OR REPLACE INTO setting VALUES (?, ?)", (_RESTORED, encode(newest))
                )
                log_mark.put(connection, log_mark.CLOSED)
            sync(fresh)
            fresh.rename(directory / RESTORED)
            sync(directory)
        finally:
            remove(fresh)
    except (sqlite3.Error, OSError) as error:
        raise error if isinstance(error, StoreError) else fault_of(error, backup) from error


def _check(fresh: Path, backup: Path) -> None:
    """Migrate the copy. Raises Refused unless every row is sound."""
    try:
        sound = intact(fresh)
        if sound:
            migrate(fresh)
            with closing(connect(fresh)) as connection:
                sound = whole(connection)
    except (sqlite3.DatabaseError, UnicodeDecodeError, StoreError) as error:
        if isinstance(error, StoreError) and error.key != "store.unreadable":
            raise
        sound = False
    if not sound:
        raise Refused("backups.damaged", file=backup.name)


def _carry_over(live: Path, connection: sqlite3.Connection, answer: StoredAnswer | None) -> None:
    settings: Iterable[Any] = ()
    positions: Iterable[Any] = ()
    # The live database may be unreadable: that may be the reason for the restore.
    with suppress(sqlite3.Error), closing(connect_read_only(live)) as now:
        marks = ", ".join("?" * len(_STAYS))
        named = now.execute(f"SELECT name, value FROM setting WHERE name IN ({marks})", _STAYS)
        settings = named.fetchall()
        positions = now.execute("SELECT uid, session, seq FROM position").fetchall()
    connection.execute("BEGIN IMMEDIATE")
    # Without a number from the live database, the next start begins at a random session.
    # Acts get numbers again that a hall may know: it tells them apart by another branch.
    connection.execute("DELETE FROM setting WHERE name IN ('sessions', 'hall_branch')")
    connection.executemany("INSERT OR REPLACE INTO setting VALUES (?, ?)", settings)
    connection.executemany("INSERT OR REPLACE INTO position VALUES (?, ?, ?)", positions)
    if answer:
        answered = (encode(answer.key), encode(answer.reply))
        connection.execute("INSERT OR REPLACE INTO answer (key, reply) VALUES (?, ?)", answered)
    connection.execute("COMMIT")


def _check_space(source: Path, place: Path) -> None:
    disk = os.statvfs(place)
    if disk.f_bavail * disk.f_frsize < source.stat().st_size + SPARE:
        raise StoreError("store.full", file=str(place))


def _copy(source: Path, place: Path, file: str) -> None:
    part = place / f"{file}.part"
    with closing(connect_read_only(source)) as live, closing(sqlite3.connect(part)) as copy:
        live.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")  # one file, readable on a read-only disk
    if not intact(part):
        raise StoreError("store.unreadable", file=str(source))
    newest = backups_in(place)[-1:]
    if newest and _content(part) == _content(newest[0].path):
        part.unlink()
        return
    sync(part)
    part.rename(place / file)
    sync(place)


class _Progress(NamedTuple):
    """How far a store has come: the newest row of each table of _MANY, 0 for none."""

    secret: str
    restored: int
    rows: tuple[int, ...]


def _progress(path: Path) -> _Progress | None:
    """The progress of a database, None if it cannot be read."""
    newest = ", ".join(f"(SELECT coalesce(max(rowid), 0) FROM {table})" for table in _MANY)
    try:
        with closing(connect_read_only(path)) as copy:
            settings = dict(copy.execute("SELECT name, value FROM setting").fetchall())
            rows = copy.execute(f"SELECT {newest}").fetchone()
        return _Progress(settings.get("secret", ""), int(settings.get(_RESTORED, 0)), rows)
    except (sqlite3.Error, ValueError):
        return None


def _content(path: Path) -> Any:
    """A summary that differs if anything was played, entered or learned; None if unreadable."""
    try:
        with closing(connect_read_only(path)) as copy:
            few = [copy.execute(f"SELECT * FROM {table}").fetchall() for table in _FEW]
            few.append(copy.execute(_SETTINGS, _OF_STORE).fetchall())
            much = [f"SELECT count(*), max(rowid) FROM {table}" for table in _MANY]
            return few, [copy.execute(query).fetchone() for query in much]
    except sqlite3.Error:
        return None
