"""Dated copies of everything that is saved: the newest 30 beside the file, and on a stick.

companion-000042_20261128T130512Z.db   the whole database, as it was at one moment (UTC)
companion-000043_no-time.db            the same while the machine did not know the time

The number tells the order, the clock never does. A copy has its name only once it is whole, checked
and on disk. What is restored takes the file's place at the next start (companion/store/file.py).
"""

import os
import shutil
import sqlite3
from collections.abc import Iterable, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.errors import Refused, StoreError
from companion.store.fault import fault_of
from companion.store.file import NAME, RESTORED, connect, intact, migrate, sync
from companion.store.records import Stamp, StoredAnswer, encode
from companion.store.recovery.backup_files import FOLDER, Backup, copies_in, looking, moment
from companion.store.recovery.salvage import remove, whole

KEPT = 30
SPARE = 32 * 1024 * 1024
"""Bytes that a backup leaves free: it must never be what keeps an act from being saved."""

_STAYS = ("pin", "secret", "rights", "sessions")
"""Settings that are no part of what was played: a phone keeps its rights over a restore."""

_SETTINGS = "SELECT name, value FROM setting WHERE name NOT IN (?, ?, ?, ?) ORDER BY name"
_FEW = ("course", "tag")
_MANY = ("race", "act", "season_act")


@dataclass(frozen=True, slots=True)
class Backups:
    """The copies of one directory: in its own folder, and on a `stick` if one is named.

    The stick's folder has to be there: where none is plugged in, its copies would fill the card.
    """

    directory: Path
    stick: Path | None = None

    @property
    def places(self) -> Sequence[Path]:
        """Where copies are, the own folder first."""
        own = self.directory / FOLDER
        return (own,) if self.stick is None else (own, self.stick)

    def listed(self) -> list[Backup]:
        """Every copy, newest first; one that lies in both places once."""
        found: dict[str, Backup] = {}
        for place in self.places:
            for backup in copies_in(place):
                found.setdefault(backup.file, backup)
        return sorted(found.values(), reverse=True)

    def named(self, file: str | None) -> Backup:
        """The copy of this name, the newest for None. Raises Refused."""
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
        """A copy at each place, unless nothing was played since the last. Says where it failed."""
        number = max((backup.number for backup in self.listed()), default=0) + 1
        faults = {}
        for place in self.places:
            try:
                self._make(place, f"companion-{number:06}_{moment(stamp)}.db")
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
            _check_room(self.directory / NAME, place)
            _copy(self.directory / NAME, place, file)
            for old in copies_in(place)[:-KEPT]:
                old.path.unlink()
        except (sqlite3.Error, OSError) as error:
            raise error if isinstance(error, StoreError) else fault_of(error, place) from error


def prepare(directory: Path, backup: Path, told: StoredAnswer | None = None) -> None:
    """Lays the copy ready: the next start (or `restore`) puts it in the file's place.

    Who has which rights, and how far nodes were heard, stays as it is now. `told`: what the
    post that asked is answered, so that it counts once. Raises Refused for a copy that is
    not whole, StoreError for the disk.
    """
    fresh = directory / f"{NAME}.restoring"
    try:
        remove(fresh)
        shutil.copyfile(backup, fresh)
        try:
            _check(fresh, backup)
            with closing(connect(fresh)) as connection:
                _carry_over(directory / NAME, connection, told)
            sync(fresh)
            fresh.rename(directory / RESTORED)
            sync(directory)
        finally:
            remove(fresh)
    except (sqlite3.Error, OSError) as error:
        raise error if isinstance(error, StoreError) else fault_of(error, backup) from error


def _check(fresh: Path, backup: Path) -> None:
    """Raises Refused unless every row of it is as it was written."""
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


def _carry_over(live: Path, connection: sqlite3.Connection, told: StoredAnswer | None) -> None:
    settings: Iterable[Any] = ()
    positions: Iterable[Any] = ()
    # Today's file may be what is to be replaced because it cannot be read.
    with suppress(sqlite3.Error), closing(looking(live)) as now:
        marks = ", ".join("?" * len(_STAYS))
        named = now.execute(f"SELECT name, value FROM setting WHERE name IN ({marks})", _STAYS)
        settings = named.fetchall()
        positions = now.execute("SELECT uid, session, seq FROM position").fetchall()
    connection.execute("BEGIN IMMEDIATE")
    connection.execute("DELETE FROM setting WHERE name = 'sessions'")  # a new random first one
    connection.executemany("INSERT OR REPLACE INTO setting VALUES (?, ?)", settings)
    connection.executemany("INSERT OR REPLACE INTO position VALUES (?, ?, ?)", positions)
    if told:
        answered = (encode(told.key), encode(told.reply))
        connection.execute("INSERT OR REPLACE INTO answer (key, reply) VALUES (?, ?)", answered)
    connection.execute("COMMIT")


def _check_room(source: Path, place: Path) -> None:
    room = os.statvfs(place)
    if room.f_bavail * room.f_frsize < source.stat().st_size + SPARE:
        raise StoreError("store.full", file=str(place))


def _copy(source: Path, place: Path, file: str) -> None:
    part = place / f"{file}.part"
    with closing(looking(source)) as live, closing(sqlite3.connect(part)) as copy:
        live.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")  # one file, also for who may only read
    if not intact(part):
        raise StoreError("store.unreadable", file=str(source))
    newest = copies_in(place)[-1:]
    if newest and _content(part) == _content(newest[0].path):
        part.unlink()
        return
    sync(part)
    part.rename(place / file)
    sync(place)


def _content(path: Path) -> Any:
    """What tells whether anything was played, written or learned between two copies."""
    try:
        with closing(looking(path)) as copy:
            few = [copy.execute(f"SELECT * FROM {table}").fetchall() for table in _FEW]
            few.append(copy.execute(_SETTINGS, _STAYS).fetchall())
            much = [f"SELECT count(*), max(rowid) FROM {table}" for table in _MANY]
            return few, [copy.execute(query).fetchone() for query in much]
    except sqlite3.Error:
        return None
