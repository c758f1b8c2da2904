"""Full and read-only disks, files of another version, and impossible paths."""

import os
import socket
import sqlite3
import subprocess
from collections.abc import Callable, Iterator
from contextlib import closing
from errno import EIO
from pathlib import Path
from queue import SimpleQueue

import pytest

from companion.errors import StoreError
from companion.store.fault import fault_of
from companion.store.reader import StoreReader
from companion.store.recovery import Backups
from companion.store.schema import MIGRATIONS
from companion.store.store import (
    Entry,
    Store,
    waited,
)
from tests.patience import PATIENCE_S
from tests.store import small_disk as small
from tests.store.saving import STAMP, act, refusal, start


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with closing(Store.open(tmp_path)) as store:
        yield store


def test_a_write_too_large_for_the_disk_fails_alone(store: Store) -> None:
    race = start(store)
    waited(lambda then: store.append(race, act(1), then))
    writer = store._writer._connection
    pages = writer.execute("PRAGMA page_count").fetchone()[0]
    writer.execute(f"PRAGMA max_page_count = {pages}")
    reported: SimpleQueue[StoreError | None] = SimpleQueue()
    large = Entry(2, {"act": "x" * 100_000}, STAMP)
    store.append(race, large, reported.put)
    store.append(race, act(3), reported.put)
    faults = [reported.get(timeout=PATIENCE_S), reported.get(timeout=PATIENCE_S)]
    assert faults[0] is not None
    assert faults[0].key == "store.full"
    assert faults[1] is not None
    assert [entry.n for entry in store.acts(race)] == [1]
    writer.execute("PRAGMA max_page_count = 1000000")
    assert refusal(lambda then: store.append(race, act(3), then)) == "store.order"
    waited(lambda then: store.append(race, act(2), then))
    assert [entry.n for entry in store.acts(race)] == [1, 2]


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A real file system of 400 KiB."""
    with small.small_disk(tmp_path, "400k") as place:
        yield place


def test_a_disk_that_fills_up_keeps_acknowledged_acts(small_disk: Path) -> None:
    acknowledged = 0
    with closing(Store.open(small_disk)) as store:
        race = start(store)
        fault: StoreError | None = None
        for n in range(1, 400):
            entry = Entry(n, {"act": "tap", "note": "x" * 2000}, STAMP)
            try:
                waited(lambda then, entry=entry: store.append(race, entry, then))
            except StoreError as error:
                fault = error
                break
            acknowledged = n
        assert fault is not None
        assert fault.key == "store.full"
        assert acknowledged > 10
        assert len(store.acts(race)) == acknowledged
    (small_disk / "companion.lock").unlink()
    with closing(sqlite3.connect(small_disk / "companion.db")) as database:
        assert database.execute("SELECT count(*) FROM act").fetchone() == (acknowledged,)


def test_a_start_on_a_full_disk_raises_store_full(small_disk: Path) -> None:
    (small_disk / "filler").write_bytes(b"x" * 390 * 1024)
    with pytest.raises(StoreError) as caught:
        Store.open(small_disk / "data")
    assert caught.value.key == "store.full"


def test_a_recovery_without_disk_space_changes_nothing(small_disk: Path) -> None:
    with closing(Store.open(small_disk)) as store:
        race = start(store)
        large = Entry(1, {"act": "x" * 20_000}, STAMP)
        waited(lambda then: store.append(race, large, then))
    (small_disk / "companion.db.reserve").unlink()
    path = small_disk / "companion.db"
    damaged = path.read_bytes()[:8192] + os.urandom(4096) + path.read_bytes()[12288:]
    path.write_bytes(damaged)
    (small_disk / "filler").write_bytes(b"x" * 250_000)
    with pytest.raises(StoreError) as caught:
        Store.open(small_disk)
    assert caught.value.key == "store.full"
    assert path.read_bytes() == damaged
    (small_disk / "filler").unlink()
    with closing(Store.open(small_disk)) as store:
        assert store.damage is not None
        assert (small_disk / store.damage.file).read_bytes() == damaged


def test_a_disk_without_space_to_read_raises_store_full(small_disk: Path) -> None:
    Store.open(small_disk).close()
    (small_disk / "companion.db.reserve").unlink()
    left = os.statvfs(small_disk)
    size = left.f_bavail * left.f_frsize - 28 * 1024
    (small_disk / "filler").write_bytes(b"x" * size)
    before = os.listdir("/proc/self/fd")
    with pytest.raises(StoreError) as caught:
        Store.open(small_disk)
    assert caught.value.key == "store.full"
    assert len(os.listdir("/proc/self/fd")) == len(before)


def test_a_read_only_disk_raises_store_read_only(small_disk: Path) -> None:
    Store.open(small_disk).close()
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    with pytest.raises(StoreError) as caught:
        Store.open(small_disk)
    assert caught.value.key == "store.read_only"


def test_a_file_in_place_of_the_directory_is_reported_as_such(tmp_path: Path) -> None:
    (tmp_path / "data").touch()
    with pytest.raises(StoreError) as caught:
        Store.open(tmp_path / "data")
    assert (caught.value.key, set(caught.value.params)) == ("store.no_directory", {"data"})


def test_system_errors_are_quoted_without_number_and_path(tmp_path: Path) -> None:
    fault = fault_of(OSError(EIO, "Input/output error", str(tmp_path)), tmp_path)
    assert fault.params["detail"] == "Input/output error"


def test_an_impossible_directory_raises_store_no_place(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError) as caught:
        Store.open(tmp_path / "file" / "data")
    assert caught.value.key == "store.no_place"
    assert caught.value.params["detail"] == "Not a directory"


def test_a_newer_releases_file_is_left_alone(tmp_path: Path) -> None:
    Store.open(tmp_path).close()
    with closing(sqlite3.connect(tmp_path / "companion.db")) as database:
        database.execute("PRAGMA user_version = 99")
    before = (tmp_path / "companion.db").read_bytes()
    with pytest.raises(StoreError) as caught:
        Store.open(tmp_path)
    assert caught.value.key == "store.newer"
    assert (tmp_path / "companion.db").read_bytes() == before


def test_a_newer_version_one_bit_away_is_left_alone(tmp_path: Path) -> None:
    """Its tables differ from ours, so no flipped bit explains the version."""
    Store.open(tmp_path).close()
    with closing(sqlite3.connect(tmp_path / "companion.db")) as database:
        database.execute("CREATE TABLE new (id INTEGER PRIMARY KEY)")
        database.execute(f"PRAGMA user_version = {len(MIGRATIONS) | 64}")
    with pytest.raises(StoreError) as caught:
        Store.open(tmp_path)
    assert caught.value.key == "store.newer"


def test_another_versions_file_is_not_read(tmp_path: Path) -> None:
    Store.open(tmp_path).close()
    for version, key in ((99, "store.newer"), (0, "store.older")):
        with closing(sqlite3.connect(tmp_path / "companion.db")) as database:
            database.execute(f"PRAGMA user_version = {version}")
        with pytest.raises(StoreError) as caught:
            StoreReader(tmp_path)
        assert caught.value.key == key


def test_a_file_damaged_while_read_raises_store_unreadable(store: Store) -> None:
    race = start(store)
    store._writer._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    with store.path.open("r+b") as file:
        file.truncate(4096)
    with pytest.raises(StoreError) as caught:
        store.acts(race)
    assert caught.value.key == "store.unreadable"


def directory_at(path: Path) -> None:
    path.mkdir()


def socket_at(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as bound:
        bound.bind(str(path))


def dangling_link_at(path: Path) -> None:
    path.symlink_to(path.with_name("nowhere"))


@pytest.mark.parametrize("part", ["", "-wal", "-shm", "-journal", ".ready", ".restored"])
@pytest.mark.parametrize("make", [directory_at, os.mkfifo, socket_at, dangling_link_at])
def test_a_database_that_is_not_a_file_is_refused_at_once(
    tmp_path: Path, make: Callable[[Path], None], part: str
) -> None:
    """Opening a pipe would block forever."""
    make(tmp_path / f"companion.db{part}")
    for opened in (Store.open, StoreReader):
        with pytest.raises(StoreError) as caught:
            opened(tmp_path)
        assert caught.value.key == "store.not_a_file"
        assert caught.value.params == {"file": str(tmp_path / f"companion.db{part}")}


@pytest.mark.parametrize("make", [directory_at, os.mkfifo, socket_at, dangling_link_at])
def test_page_sums_and_reserve_that_are_not_files_are_ignored(
    tmp_path: Path, make: Callable[[Path], None]
) -> None:
    for part in (".seal", ".reserve"):
        make(tmp_path / f"companion.db{part}")
    with closing(Store.open(tmp_path)) as store:
        assert start(store) == 1


def test_a_pipe_among_the_backups_is_not_opened(tmp_path: Path) -> None:
    (tmp_path / "backups").mkdir()
    os.mkfifo(tmp_path / "backups" / "companion-000001_no-time.db")
    assert Backups(tmp_path).listed() == []
