"""The file is deleted or replaced while it is open; trouble with the disk is reported once."""

import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from queue import SimpleQueue

import pytest

from companion.errors import StoreError
from companion.store.file import connect
from companion.store.lock import Lock
from companion.store.store import Entry, Stamp, Start, Store, waited
from tests.patience import PATIENCE_S, until

STAMP = Stamp(1_700_000_000.25, 12.5, "boot-1", True)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with closing(Store.open(tmp_path)) as store:
        waited(lambda then: store.new_race(Start("snow_tails", {}, STAMP), then))
        yield store


def append(store: Store, n: int) -> None:
    waited(lambda then: store.append(1, Entry(n, {"act": "tap", "n": n}, STAMP), then))


def hears(store: Store) -> Callable[[], str]:
    """Wait for the next trouble that the store reports."""
    reported: SimpleQueue[StoreError] = SimpleQueue()
    store.hear(reported.put)
    return lambda: reported.get(timeout=PATIENCE_S).key


def files(directory: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in directory.iterdir()}


def delete(store: Store, *parts: str) -> None:
    for part in parts:
        Path(f"{store.path}{part}").unlink()


def lose(directory: Path) -> None:
    """Move the files away in one step: the writer could act between two deletions."""
    directory.rename(directory.with_name("gone"))


@pytest.mark.parametrize("parts", [("",), ("-wal",), ("-shm",), ("", "-wal", "-shm")])
def test_a_deleted_file_is_written_again(
    tmp_path: Path, store: Store, parts: tuple[str, ...]
) -> None:
    for n in range(1, 4):
        append(store, n)
    reported = hears(store)
    delete(store, *parts)
    assert len(store.acts(1)) == 3
    append(store, 4)
    assert reported() == "store.written_again"
    assert len(store.acts(1)) == 4
    store.close()
    with closing(Store.open(tmp_path)) as store:
        assert store.damage is None
        assert [entry.n for entry in store.acts(1)] == [1, 2, 3, 4]


def test_a_file_deleted_just_before_close_is_written_again(tmp_path: Path, store: Store) -> None:
    append(store, 1)
    delete(store, "", "-wal", "-shm")
    store.close()
    with closing(Store.open(tmp_path)) as store:
        assert len(store.acts(1)) == 1


@pytest.fixture
def unlooked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Disable idle upkeep, which could interrupt a slow test."""
    monkeypatch.setattr("companion.store.writer.LOOK_S", PATIENCE_S)


@pytest.mark.usefixtures("unlooked")
def test_a_deleted_directory_is_made_again_for_its_owner_only(tmp_path: Path) -> None:
    directory = tmp_path / "data"
    with closing(Store.open(directory)) as store:
        waited(lambda then: store.new_race(Start("snow_tails", {}, STAMP), then))
        lose(directory)
        append(store, 1)
        assert directory.stat().st_mode & 0o077 == 0
        with pytest.raises(StoreError) as caught:
            Store.open(directory)
        assert caught.value.key == "store.in_use"
        append(store, 2)
    with closing(Store.open(directory)) as store:
        assert len(store.acts(1)) == 2


def test_a_file_deleted_while_idle_is_written_again(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.store.writer.LOOK_S", 0.05)
    append(store, 1)
    reported = hears(store)
    delete(store, "")
    assert reported() == "store.written_again"


def test_another_process_in_our_directory_is_reported_each_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.store.writer.LOOK_S", 0.05)
    ours, theirs, aside = (tmp_path / name for name in ("ours", "theirs", "aside"))
    with closing(Store.open(ours)) as store:
        waited(lambda then: store.set("n", 1, then))
        reported = hears(store)
        theirs.mkdir()
        lock = Lock(theirs)
        for _ in range(2):
            ours.rename(aside)
            theirs.rename(ours)
            assert reported() == "store.in_use"
            ours.rename(theirs)
            aside.rename(ours)
            reserve = store.path.with_name(f"{store.path.name}.reserve")
            reserve.unlink(missing_ok=True)
            until(reserve.exists)
        waited(lambda then: store.set("n", 2, then))
        assert store.get("n") == 2
        lock.release()


def test_another_processs_log_and_sums_are_not_touched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ours, theirs, aside = (tmp_path / name for name in ("ours", "theirs", "aside"))
    with closing(Store.open(tmp_path / "as they left it")) as other:
        waited(lambda then: other.set("n", 1, then))
        shutil.copytree(other.path.parent, theirs)
    lock = Lock(theirs)
    with closing(Store.open(ours)) as store:
        waited(lambda then: store.set("n", 1, then))
        for name, value in (("SOON_S", 0.2), ("LOOK_S", 0.2), ("PRESSING", 0)):
            monkeypatch.setattr(f"companion.store.writer.{name}", value)
        reported = hears(store)
        waited(lambda then: store.set("n", 2, then))
        before = files(theirs)
        ours.rename(aside)
        theirs.rename(ours)
        assert reported() == "store.in_use"
        assert files(ours) == before
        ours.rename(theirs)
        aside.rename(ours)
    lock.release()


def test_a_rewritten_file_that_could_not_be_opened_is_opened_later(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    append(store, 1)
    faults = iter([True])

    def full_at_first(path: Path) -> sqlite3.Connection:
        if next(faults, False):
            raise StoreError("store.full", file=str(path))
        return connect(path)

    monkeypatch.setattr("companion.store.recovery.replaced_file.connect", full_at_first)
    delete(store, "", "-wal", "-shm")
    with pytest.raises(StoreError) as caught:
        append(store, 2)
    assert caught.value.key == "store.full"
    append(store, 2)
    assert len(store.acts(1)) == 2


def test_a_deleted_lock_is_acquired_again(tmp_path: Path, store: Store) -> None:
    (tmp_path / "companion.lock").unlink()
    append(store, 1)
    with pytest.raises(StoreError) as caught:
        Store.open(tmp_path)
    assert caught.value.key == "store.in_use"


@pytest.mark.usefixtures("unlooked")
def test_a_directory_locked_by_another_process_is_not_touched(tmp_path: Path) -> None:
    directory = tmp_path / "data"
    with closing(Store.open(directory)) as store:
        waited(lambda then: store.new_race(Start("snow_tails", {}, STAMP), then))
        lose(directory)
        with closing(Store.open(directory)) as other:
            waited(lambda then: other.set("pin", "their own", then))
            with pytest.raises(StoreError) as caught:
                append(store, 1)
            assert caught.value.key == "store.in_use"
            assert other.get("pin") == "their own"
        append(store, 1)
        assert len(store.acts(1)) == 1
    assert (directory / "companion.db.replaced-1").exists()


@pytest.mark.usefixtures("unlooked")
def test_close_leaves_another_processs_directory_alone(tmp_path: Path) -> None:
    directory = tmp_path / "data"
    store = Store.open(directory)
    lose(directory)
    with closing(Store.open(directory)) as other:
        waited(lambda then: other.set("pin", "their own", then))
        theirs = [directory / f"companion.db.{part}" for part in ("reserve", "seal")]
        before = [path.stat().st_ino for path in theirs]
        store.close()
        assert [path.stat().st_ino for path in theirs] == before


def test_a_file_put_in_our_place_is_moved_aside(tmp_path: Path, store: Store) -> None:
    append(store, 1)
    other = tmp_path / "other"
    other.write_bytes(b"not ours")
    other.rename(store.path)
    append(store, 2)
    assert (tmp_path / "companion.db.replaced-1").read_bytes() == b"not ours"
    with closing(sqlite3.connect(store.path)) as database:
        assert database.execute("SELECT count(*) FROM act").fetchone() == (2,)


def test_acts_fail_while_the_file_cannot_be_written_again(tmp_path: Path, store: Store) -> None:
    append(store, 1)
    reported = hears(store)
    delete(store, "")
    blocker = tmp_path / "companion.db.again"
    blocker.mkdir()
    for _ in range(2):
        with pytest.raises(StoreError):
            append(store, 2)
    reported()
    blocker.rmdir()
    append(store, 2)
    assert reported() == "store.written_again"
    assert len(store.acts(1)) == 2


def test_a_slow_disk_is_reported_once(tmp_path: Path) -> None:
    with closing(Store.open(tmp_path, sync_delay_s=0.35)) as store:
        reported = hears(store)
        for n in range(4):
            waited(lambda then, n=n: store.set("n", n, then))  # type: ignore[misc]
        assert reported() == "store.slow"


def test_lost_rows_come_from_the_newest_backup(tmp_path: Path, store: Store) -> None:
    from companion.store.recovery.backups import Backups

    for n in range(1, 600):
        append(store, n)
    assert Backups(tmp_path).make(STAMP) == {}
    append(store, 600)
    store.close()
    with store.path.open("r+b") as file:
        file.seek(20 * 4096)
        file.write(b"\xa5" * 4096)
    with closing(Store.open(tmp_path)) as store:
        assert store.damage is not None
        assert store.damage.backup == "companion-000001_20231114T221320Z.db"
        assert [entry.n for entry in store.acts(1)] == list(range(1, 601))
