"""A damaged database: reported, moved aside unchanged, and its readable rows recovered."""

import os
import random
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from companion.errors import StoreError
from companion.store.reader import StoreReader
from companion.store.schema import MIGRATIONS
from companion.store.store import Course, Entry, Position, Stamp, Start, Store, Tagged, waited

STAMP = Stamp(0.0, 0.0, "b", False)
RACES, ACTS, TAGS = 4, 60, 100
SEASON, COURSES = 40, 3


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A sound, closed database of some 30 pages."""
    directory = tmp_path_factory.mktemp("whole")
    with closing(Store.open(directory)) as store:
        for race in range(1, RACES + 1):
            store.new_race(Start("g", {"race": race, "note": "x" * 300}, STAMP), lambda fault: None)
            for n in range(1, ACTS + 1):
                position = Position("E66", "C0DE", n)
                entry = Entry(
                    n, {"act": "tap", "n": n, "note": "y" * 200}, STAMP, {}, None, position
                )
                store.append(race, entry, lambda fault: None)
        tags = [Tagged(f"04{n:012X}", "g", {"copy": n}) for n in range(TAGS)]
        for n in range(1, SEASON + 1):
            done = {"act": "create" if n == 1 else "enter", "name": f"{n}", "note": "z" * 200}
            store.append_season(1, Entry(n, done, STAMP), lambda fault: None)
        for n in range(1, COURSES + 1):
            course = Course(f"Course {n}", (n,), "left", "note", "data:" + "p" * 9000)
            store.put_course(course, None, lambda fault: None)
        waited(lambda then: store.put_tags(tags, then))
    return (directory / "companion.db").read_bytes()


def check_rest(store: Store) -> tuple[int, int, int]:
    """Check that what is left is as saved; return the numbers of races, acts and tags."""
    races = store.races()
    count = 0
    for race in races:
        assert race.options == {"race": race.id, "note": "x" * 300}
        acts = store.acts(race.id)
        assert [entry.n for entry in acts] == list(range(1, len(acts) + 1))
        assert all(entry.act == {"act": "tap", "n": entry.n, "note": "y" * 200} for entry in acts)
        count += len(acts)
    assert all(tag.piece == {"copy": int(tag.uid[2:], 16)} for tag in store.tags())
    check_books(store)
    return len(races), count, len(store.tags())


def check_books(store: Store) -> None:
    """Check that what is left of season and courses is as saved."""
    assert store.seasons() in ([], [1])
    acts = store.season_acts(1)
    assert [int(entry.act["name"]) for entry in acts] == list(range(1, len(acts) + 1))
    for course in store.courses():
        number = course.limits[0]
        assert course.name == f"Course {number}"
        assert len(course.picture) == len("data:") + 9000  # a flipped bit in it is not detected


def recovered(damaged: bytes, directory: Path) -> tuple[int, int]:
    """Open the damaged file twice; return how many acts and tags are left."""
    directory.mkdir()
    (directory / "companion.db").write_bytes(damaged)
    with closing(Store.open(directory)) as store:
        races, acts, tags = check_rest(store)
        found = store.damage
        play(store)
    assert found is not None
    assert (found.races, found.acts) == (races, acts)
    assert found.lost or (races, acts, tags) == (RACES, RACES * ACTS, TAGS)
    assert (directory / found.file).read_bytes() == damaged
    with closing(Store.open(directory)) as store:
        assert store.damage is None
        assert store.get("plays") == "on"
        assert check_rest(store) == (races, acts, tags)
    return acts, tags


def test_each_overwritten_page_costs_only_its_own_rows(saved: bytes, tmp_path: Path) -> None:
    pages = len(saved) // 4096
    noise = random.Random(7).randbytes(4096)
    kept_acts, kept_tags = [], []
    for page in range(pages):
        damaged = saved[: page * 4096] + noise + saved[(page + 1) * 4096 :]
        acts, tags = recovered(damaged, tmp_path / f"page {page}")
        kept_acts.append(acts)
        kept_tags.append(tags)
    everything = RACES * ACTS
    assert sum(acts == everything for acts in kept_acts) >= pages / 3
    assert sorted(kept_acts)[2] >= everything / 2
    assert sorted(kept_tags)[2] > 0


def read_all(store: StoreReader) -> None:
    """Read every row that the pages show."""
    for race in store.races():
        assert [entry.n for entry in store.acts(race.id)] == list(range(1, race.acts + 1))
    store.tags()
    for season in store.seasons():
        store.season_acts(season)
    store.courses()


def play(store: Store) -> None:
    """Save something."""
    waited(lambda then: store.set("plays", "on", then))


def test_a_flipped_bit_never_prevents_opening_or_reading(saved: bytes, tmp_path: Path) -> None:
    """SQLite has no checksums in the file and accepts most of these as sound."""
    chance = random.Random(3)
    for trial in range(100):
        damaged = bytearray(saved)
        damaged[chance.randrange(100, len(saved))] ^= 1 << chance.randrange(8)
        directory = tmp_path / str(trial)
        directory.mkdir()
        (directory / "companion.db").write_bytes(damaged)
        with closing(Store.open(directory)) as store:
            read_all(store)
            play(store)


GARBLED = {
    "an act that is not JSON": ("UPDATE act SET act = '{' WHERE id = 5", (4, 4 + 3 * 60)),
    "an act that is not UTF-8": (
        "UPDATE act SET act = CAST(x'22FF22' AS TEXT) WHERE id = 5",
        (4, 184),
    ),
    "a boot id that is not UTF-8": (
        "UPDATE act SET boot = CAST(x'FF' AS TEXT) WHERE id = 5",
        (4, 184),
    ),
    "a race that is not JSON": ("UPDATE race SET options = '{\"' WHERE id = 1", (3, 180)),
    "a result that is not JSON": ("UPDATE race SET result = '[{' WHERE id = 1", (4, 240)),
    "a tag that is not JSON": ("UPDATE tag SET piece = '!' WHERE rowid = 1", (4, 240)),
    "a lost table": ("DROP TABLE act", (4, 0)),
    "version 0": ("PRAGMA user_version = 0", (4, 240)),
    "an impossible version": ("PRAGMA user_version = 65282", (4, 240)),
    "a flipped bit in the version": (
        f"PRAGMA user_version = {len(MIGRATIONS) | 4096}",
        (4, 240),
    ),
}


@pytest.mark.parametrize("name", GARBLED)
def test_damage_that_sqlite_does_not_notice_is_found(
    saved: bytes, tmp_path: Path, name: str
) -> None:
    script, left = GARBLED[name]
    (tmp_path / "companion.db").write_bytes(saved)
    with closing(sqlite3.connect(tmp_path / "companion.db", isolation_level=None)) as database:
        database.execute("PRAGMA foreign_keys = OFF")
        database.execute(script)
    if name != "version 0":
        with pytest.raises(StoreError) as caught, closing(StoreReader(tmp_path)) as reader:
            read_all(reader)
        assert caught.value.key == "store.unreadable"
    with closing(Store.open(tmp_path)) as store:
        assert store.damage is not None
        assert (store.damage.races, store.damage.acts) == left
        check_rest(store)
    with closing(Store.open(tmp_path)) as store:
        assert store.damage is None


@pytest.mark.parametrize("fill", [b"\x00", b"\xff", b"U"])
def test_an_unaligned_overwrite_is_recovered_from(
    saved: bytes, tmp_path: Path, fill: bytes
) -> None:
    for offset in (0, 100, 2048, 30_000, len(saved) // 2 + 123, len(saved) - 5000):
        directory = tmp_path / str(offset)
        directory.mkdir()
        damaged = saved[:offset] + fill * 4096 + saved[offset + 4096 :]
        (directory / "companion.db").write_bytes(damaged)
        with closing(Store.open(directory)) as store:
            check_rest(store)
            assert store.damage is not None
            assert (directory / store.damage.file).read_bytes() == damaged


@pytest.mark.parametrize(
    "content", [b"not a database" * 1000, b"SQLite format 3\x00", b"\x00" * 9000]
)
def test_a_file_that_is_not_a_database_is_moved_aside(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "companion.db").write_bytes(content)
    with closing(Store.open(tmp_path)) as store:
        assert store.damage is not None
        assert store.damage.lost
        assert store.races() == []
    assert (tmp_path / "companion.db.damaged-1").read_bytes() == content


def first_version(path: Path) -> int:
    """Make a file of the first version, with a race; return the root page of its settings."""
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.executescript(f"BEGIN; {MIGRATIONS[0]}; PRAGMA user_version = 1; COMMIT;")
        database.execute("INSERT INTO setting VALUES ('pin', '\"0042\"')")
        row = "(1, 'g', '{}', '{}', 0, 0, 'b', 0, NULL, NULL)"
        database.execute(f"INSERT INTO race VALUES {row}")
        for n in range(1, 200):
            done = f'\'{{"act": "tap", "n": {n}}}\''
            database.execute(f"INSERT INTO act VALUES (NULL, 1, {n}, {done}, '{{}}', 0, 0, 'b', 0)")
        query = "SELECT rootpage FROM sqlite_master WHERE name = 'setting'"
        return int(database.execute(query).fetchone()[0])


def test_a_file_of_the_first_version_is_migrated_or_recovered(tmp_path: Path) -> None:
    path = tmp_path / "companion.db"
    settings = first_version(path)
    old = path.read_bytes()
    with closing(Store.open(tmp_path)) as store:
        assert (store.damage, store.get("pin"), len(store.acts(1))) == (None, "0042", 199)
        waited(lambda then: store.append_season(1, Entry(1, {"act": "create"}, STAMP), then))
        assert store.seasons() == [1]
    migrated = path.read_bytes()
    damaged = [bytes(4096) + content[4096:] for content in (old, migrated)]
    begin, end = (settings - 1) * 4096, settings * 4096
    damaged.append(old[:begin] + bytes(4096) + old[end:])
    for at, content in enumerate(damaged):
        directory = tmp_path / str(at)
        directory.mkdir()
        (directory / "companion.db").write_bytes(content)
        with closing(Store.open(directory)) as store:
            assert store.damage is not None
            assert len(store.acts(1)) == 199
            assert store.seasons() in ([], [1])
            assert all(entry.act["act"] == "create" for entry in store.season_acts(1))


def test_damaged_files_are_numbered(tmp_path: Path) -> None:
    for number in (1, 2, 3):
        (tmp_path / "companion.db").write_bytes(b"rubbish" * number)
        with closing(Store.open(tmp_path)) as store:
            assert store.damage is not None
            assert store.damage.file == f"companion.db.damaged-{number}"
    assert (tmp_path / "companion.db.damaged-1").read_bytes() == b"rubbish"


def test_acts_only_in_the_log_are_recovered(tmp_path: Path) -> None:
    """A killed service leaves its last acts in the write-ahead log."""
    running, copy = tmp_path / "running", tmp_path / "copy"
    copy.mkdir()
    with closing(Store.open(running)) as store:
        waited(lambda then: store.new_race(Start("g", {"a": 1}, STAMP), then))
        store._writer._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        for n in range(1, 30):
            entry = Entry(n, {"act": "tap", "n": n}, STAMP)
            waited(lambda then, entry=entry: store.append(1, entry, then))
        for part in ("", "-wal"):
            shutil.copyfile(running / f"companion.db{part}", copy / f"companion.db{part}")
    database = (copy / "companion.db").read_bytes()
    (copy / "companion.db").write_bytes(os.urandom(4096) + database[4096:])
    with closing(Store.open(copy)) as store:
        kept = store.acts(1)
        assert [entry.n for entry in kept] == list(range(1, len(kept) + 1))
        assert len(kept) == 29


def test_an_interrupted_recovery_is_finished_at_the_next_start(
    saved: bytes, tmp_path: Path
) -> None:
    """After each of its renames."""
    whole = tmp_path / "whole"
    whole.mkdir()
    (whole / "companion.db").write_bytes(saved)
    moves = [
        ("companion.db-wal", "companion.db.damaged-1-wal"),
        ("companion.db", "companion.db.damaged-1"),
    ]
    for done in range(3):
        directory = tmp_path / f"cut after {done}"
        directory.mkdir()
        (directory / "companion.db").write_bytes(b"damaged")
        (directory / "companion.db-wal").write_bytes(b"and its log")
        (directory / "companion.db.ready").write_bytes(saved)
        for old, new in moves[:done]:
            (directory / old).rename(directory / new)
        with closing(Store.open(directory)) as store:
            assert check_rest(store) == (RACES, RACES * ACTS, TAGS)
        assert (directory / "companion.db.damaged-1").read_bytes() == b"damaged"
        assert (directory / "companion.db.damaged-1-wal").read_bytes() == b"and its log"
        assert not (directory / "companion.db.damaged-2").exists()
        assert not (directory / "companion.db.ready").exists()


def test_fitting_rows_of_foreign_tables_are_recovered(tmp_path: Path) -> None:
    """A file without some of the tables, and with rows that ours do not accept."""
    with closing(sqlite3.connect(tmp_path / "companion.db")) as database, database:
        plain = "game, options, origin, wall_s, mono_s, boot, clock_synced"
        database.execute(f"CREATE TABLE race (id INTEGER PRIMARY KEY, {plain})")
        database.execute("CREATE TABLE act (id INTEGER PRIMARY KEY, race, n)")
        database.execute("CREATE TABLE junk (a)")
        insert = f"INSERT INTO race ({plain}) VALUES ('g', '{{}}', '{{}}', ?, 0.0, 'b', 0)"
        database.executemany(insert, [(0.0,), ("when?",)])
        database.execute("INSERT INTO junk VALUES (zeroblob(9000))")
        root = database.execute("SELECT rootpage FROM sqlite_master WHERE name = 'junk'").fetchone()
    with (tmp_path / "companion.db").open("r+b") as file:
        file.seek((root[0] - 1) * 4096)
        file.write(os.urandom(4096))
    with closing(Store.open(tmp_path)) as store:
        assert store.damage is not None
        assert store.damage.lost
        assert [race.id for race in store.races()] == [1]


def test_useless_rows_are_dropped(tmp_path: Path) -> None:
    """Garbled JSON, acts without a race, acts after a gap."""
    with closing(Store.open(tmp_path)) as store:
        for race in (1, 2, 3):
            store.new_race(Start("g", {"race": race}, STAMP), lambda fault: None)
            for n in (1, 2, 3):
                store.append(race, Entry(n, {"act": "tap"}, STAMP), lambda fault: None)
    with closing(sqlite3.connect(tmp_path / "companion.db")) as database, database:
        database.execute("UPDATE race SET options = '{\"race' WHERE id = 1")
        database.execute("UPDATE act SET act = 'rubbish' WHERE race = 2 AND n = 2")
        root = database.execute(
            "SELECT rootpage FROM sqlite_master WHERE name = 'setting'"
        ).fetchone()
    with (tmp_path / "companion.db").open("r+b") as file:
        file.seek((root[0] - 1) * 4096)
        file.write(os.urandom(4096))
    with closing(Store.open(tmp_path)) as store:
        assert store.damage is not None
        assert store.damage.lost
        assert {race.id: race.acts for race in store.races()} == {2: 1, 3: 3}
        assert store.current_race() is None
