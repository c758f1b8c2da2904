"""The backup files of a folder: names, order, contents."""

import os
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from companion.store.fault import fault_of
from companion.store.file import connect_read_only
from companion.store.records import Stamp

FOLDER = "backups"
"""The folder of backups in the data directory."""

_FILE = re.compile(r"companion-(\d{6,12})_(\d{8}T\d{6}Z|no-time)\.db")
_NO_TIME = "no-time"
_FORMAT = "%Y%m%dT%H%M%SZ"


@dataclass(frozen=True, slots=True, order=True)
class Backup:
    """A backup file. `when` is UTC, None if the machine did not know the time."""

    number: int
    path: Path
    when: datetime | None

    @property
    def file(self) -> str:
        """The name by which it is restored."""
        return self.path.name

    def counts(self) -> tuple[int, int]:
        """How many races and acts are in it. Raises StoreError."""
        try:
            with closing(connect_read_only(self.path)) as copy:
                query = "SELECT (SELECT count(*) FROM race), (SELECT count(*) FROM act)"
                races, acts = copy.execute(query).fetchone()
        except sqlite3.Error as error:
            raise fault_of(error, self.path) from error
        return int(races), int(acts)


def backups_in(place: Path) -> list[Backup]:
    """The backups in a folder, oldest first; none if it cannot be read."""
    return sorted(_found(place))


def _found(place: Path) -> Iterator[Backup]:
    with suppress(OSError):
        for entry in os.scandir(place):
            parts = _FILE.fullmatch(entry.name)
            if parts and entry.is_file():  # opening a pipe would wait forever
                yield Backup(int(parts[1]), Path(entry.path), _when(parts[2]))


def _when(text: str) -> datetime | None:
    try:
        return datetime.strptime(text, _FORMAT).replace(tzinfo=UTC)
    except ValueError:
        return None


def file_name(number: int, stamp: Stamp) -> str:
    """The name of a backup made now."""
    when = _NO_TIME
    if stamp.clock_synced:
        with suppress(ValueError, OverflowError, OSError):  # beyond the year 9999
            when = datetime.fromtimestamp(stamp.wall_s, UTC).strftime(_FORMAT)
    return f"companion-{number:06}_{when}.db"
