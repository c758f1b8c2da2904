"""A start after the power failed while the database was being made."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

from companion.store.store import Store


def half_made(folder: Path) -> None:
    """Leave the files of a power cut in the middle of the very first transaction."""
    made = folder / "made"
    made.mkdir()
    with closing(sqlite3.connect(made / "companion.db", isolation_level=None)) as connection:
        connection.execute("CREATE TABLE filler (a)")
        connection.execute("PRAGMA cache_size = 1")
        connection.execute("BEGIN IMMEDIATE")
        connection.executemany("INSERT INTO filler VALUES (?)", [("x" * 900,)] * 200)
        for name in ("companion.db", "companion.db-journal"):
            shutil.copyfile(made / name, folder / name)


def test_a_power_cut_during_the_first_write_is_rolled_back(
    tmp_path: Path,
) -> None:
    half_made(tmp_path)
    assert (tmp_path / "companion.db-journal").stat().st_size
    with closing(Store.open(tmp_path)) as store:
        assert store.damage is None
        assert store.races() == []
    assert not (tmp_path / "companion.db-journal").exists()
