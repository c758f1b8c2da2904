"""Damage in rowids and row counts loses only the rows concerned and never prevents a start."""

import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from companion.store.recovery.backups import Backups
from companion.store.recovery.wal import PAGE
from companion.store.store import Entry, Stamp, Start, Store, StoredAnswer, waited
from tests.patience import PATIENCE_S

STAMP = Stamp(1_700_000_000.25, 12.5, "boot-1", True)
ACTS, SECTOR = 120, 512
KEYS = [f"key {n}" for n in range(1, ACTS + 1)]
NOISE = {"00": b"\x00", "ff": b"\xff", "81": b"\x81", "aa": b"\xaa"}

START = """
import sys
from pathlib import Path
from companion.store.store import Store

Store.open(Path(sys.argv[1])).close()
"""


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """A sound, closed database: a race in which every act has an answer."""
    directory = tmp_path / "saved"
    with closing(Store.open(directory)) as store:
        waited(lambda then: store.new_race(Start("g", {}, STAMP), then))
        for n, key in enumerate(KEYS, 1):
            entry = Entry(n, {"act": "tap", "n": n}, STAMP, {}, StoredAnswer(key, {"n": n}))
            store.append(1, entry, lambda fault: None)
        waited(lambda then: store.set("plays", "on", then))
    return directory


def last_page(path: Path, table: str) -> int:
    """The offset of the table's last page (SQLite file format, section 1.6)."""
    data = path.read_bytes()
    with closing(sqlite3.connect(path)) as database:
        query = "SELECT rootpage FROM sqlite_master WHERE name = ?"
        (page,) = database.execute(query, (table,)).fetchone()
    while data[at := (page - 1) * PAGE] == 5:
        page = int.from_bytes(data[at + 8 : at + 12])
    return int(at)


def last_row(path: Path, table: str) -> int:
    """The offset of its last row: one byte of length, then the rowid."""
    data, at = path.read_bytes(), last_page(path, table)
    count = int.from_bytes(data[at + 3 : at + 5])
    pointer = at + 8 + 2 * (count - 1)
    return at + int.from_bytes(data[pointer : pointer + 2])


def overwrite(path: Path, at: int, noise: bytes) -> None:
    with path.open("r+b") as stream:
        stream.seek(at)
        stream.write(noise)


def check(directory: Path, fewest: int, lost: bool) -> None:
    """Check that the remaining rows are as saved, and that missing ones are reported."""
    with closing(Store.open(directory)) as store:
        assert store.damage is not None
        acts = [entry.act["n"] for entry in store.acts(1)]
        answers = [store.reply_for(key) for key in KEYS]
        assert store.damage.lost is lost
        assert store.damage.acts == len(acts)
        waited(lambda then: store.append(1, Entry(len(acts) + 1, {"act": "tap"}, STAMP), then))
    assert acts == list(range(1, len(acts) + 1))
    assert len(acts) >= fewest
    assert sum(answer is not None for answer in answers) >= fewest
    assert all(answer in (None, {"n": n}) for n, answer in enumerate(answers, 1))
    with closing(Store.open(directory)) as store:
        assert store.damage is None
        assert len(store.acts(1)) == len(acts) + 1


@pytest.mark.parametrize("table", ["act", "answer"])
def test_a_newest_row_with_rowid_0_is_recovered(saved: Path, table: str) -> None:
    path = saved / "companion.db"
    overwrite(path, last_row(path, table) + 1, b"\x00")
    check(saved, ACTS, lost=False)


@pytest.mark.parametrize("noise", NOISE)
@pytest.mark.parametrize("table", ["act", "answer"])
def test_an_overwritten_sector_costs_only_its_rows(saved: Path, table: str, noise: str) -> None:
    """Whatever the rowids are, a start queries at most as many rows as the file has space for."""
    path = saved / "companion.db"
    at = last_row(path, table)
    overwrite(path, at, NOISE[noise] * (SECTOR - at % SECTOR))
    copy = shutil.copytree(saved, saved.with_name("copy"))
    subprocess.run([sys.executable, "-c", START, copy], check=True, timeout=PATIENCE_S)
    check(saved, ACTS - SECTOR // 40, lost=True)


@pytest.mark.parametrize("table", ["act", "answer"])
def test_a_page_with_too_low_a_row_count_is_reported(saved: Path, table: str) -> None:
    path = saved / "companion.db"
    at = last_page(path, table) + 3
    count = int.from_bytes(path.read_bytes()[at : at + 2])
    overwrite(path, at, (count - 5).to_bytes(2))
    check(saved, ACTS - 5, lost=True)


@pytest.mark.parametrize("table", ["act", "answer"])
def test_the_newest_rows_come_from_the_backup(saved: Path, table: str) -> None:
    assert Backups(saved).make(STAMP) == {}
    path = saved / "companion.db"
    at = last_row(path, table)
    overwrite(path, at, Random(7).randbytes(SECTOR - at % SECTOR))
    check(saved, ACTS, lost=True)


def test_a_damaged_file_header_costs_no_act(saved: Path) -> None:
    """Page size, read and write version, number of pages, schema version, encoding, and so on."""
    path = saved / "companion.db"
    for byte in (0, 16, 18, 19, 20, 21, 28, 31, 40, 47, 52, 56, 59, 60, 61, 63, 64, 92):
        overwrite(path, byte, b"\xff")
        with closing(Store.open(saved)) as store:
            assert len(store.acts(1)) == ACTS
            assert store.damage is None or not store.damage.lost


def test_a_gap_is_filled_from_a_backup_with_other_rowids(saved: Path) -> None:
    assert Backups(saved).make(STAMP) == {}
    with closing(sqlite3.connect(saved / "companion.db")) as database, database:
        database.execute("DELETE FROM act WHERE n = 30")
        database.execute("UPDATE act SET id = 30 WHERE n = 60")
    check(saved, ACTS, lost=True)


def test_a_race_with_an_impossible_id_is_dropped(saved: Path) -> None:
    """The next race would have an id beyond SQLite's integers."""
    with closing(sqlite3.connect(saved / "companion.db")) as database, database:
        database.execute(
            "INSERT INTO race SELECT ?, game, options, origin, wall_s, mono_s, boot, "
            "clock_synced, '!', NULL FROM race",
            (2**63 - 1,),
        )
    with closing(Store.open(saved)) as store:
        assert store.damage is not None
        assert store.damage.lost
        assert [race.acts for race in store.races()] == [ACTS]
        assert store.new_race(Start("g", {}, STAMP), lambda fault: None) == 2
