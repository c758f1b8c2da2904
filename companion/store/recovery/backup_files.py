"""The backups' files: how they are called, which there are, what one holds."""

import os
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from companion.store.fault import fault_of
from companion.store.records import Stamp

FOLDER = "backups"
"""Below the directory of what is saved."""

_FILE = re.compile(r"companion-(\d{6,12})_(\d{8}T\d{6}Z|no-time)\.db")
_NO_TIME = "no-time"
_MOMENT = "%Y%m%dT%H%M%SZ"


@dataclass(frozen=True, slots=True, order=True)
class Backup:
    """A copy. `when` is None where the machine did not know the time (UTC elsewhere)."""

    number: int
    path: Path
    when: datetime | None

    @property
    def file(self) -> str:
        """The name by which it is restored."""
        return self.path.name

    def counts(self) -> tuple[int, int]:
        """How many races and acts it holds. Raises StoreError."""
        try:
            with closing(looking(self.path)) as copy:
                query = "SELECT (SELECT count(*) FROM race), (SELECT count(*) FROM act)"
                races, acts = copy.execute(query).fetchone()
        except sqlite3.Error as error:
            raise fault_of(error, self.path) from error
        return int(races), int(acts)


def copies_in(place: Path) -> list[Backup]:
    """The place's copies, oldest first."""
    return sorted(_named(place))


def _named(place: Path) -> Iterator[Backup]:
    with suppress(OSError):
        for entry in os.scandir(place):
            if named := _FILE.fullmatch(entry.name):
                yield Backup(int(named[1]), Path(entry.path), _when(named[2]))


def _when(text: str) -> datetime | None:
    try:
        return datetime.strptime(text, _MOMENT).replace(tzinfo=UTC)
    except ValueError:
        return None


def moment(stamp: Stamp) -> str:
    """How a copy's name tells when it was made."""
    if not stamp.clock_synced:
        return _NO_TIME
    return datetime.fromtimestamp(stamp.wall_s, UTC).strftime(_MOMENT)


def looking(path: Path) -> sqlite3.Connection:
    """A connection that only reads."""
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
