"""Any of the store's files is missing, emptied, or an hour old: it is recovered or reported."""

import itertools
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from companion.store.recovery import Backups, log_mark
from companion.store.recovery.backups import prepare
from companion.store.recovery.start import recover
from companion.store.store import Store
from tests.store.recovery.evenings import (
    QUIET,
    STAMP,
    Evening,
    Make,
    evening,
    exchanged,
    lay_out,
    move_log,
    new_race,
    old,
    play,
    rows,
    start,
    stopped,
    undetectable,
    young,
)

MEMORY = Path("/dev/shm")
"""Do not sync: these tests do not depend on it."""


@pytest.fixture
def folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.exists() else None) as name:
        yield Path(name)


def combinations() -> Iterator[tuple[str, ...]]:
    """All combinations, except that an emptied `-shm` or seal equals a missing one.

    Reading a log without its database takes long; in that case the two are only kept or missing.
    """
    rest = ("kept", "missing", "older")
    for states in itertools.product((*rest, "empty"), (*rest, "empty"), rest, rest):
        file, log, index, seal = states
        slow = file in ("missing", "empty") and log in ("kept", "older")
        if not slow or (index == seal != "older"):
            yield states


@pytest.mark.parametrize("make", [young, old], ids=["young", "old"])
def test_files_lost_or_exchanged_after_a_kill_are_recovered_or_reported(
    make: Make, folder: Path
) -> None:
    killed = evening(make, folder)
    for number, states in enumerate(combinations()):
        outcome = start(killed, folder / str(number), exchanged(killed, states))
        assert not outcome.silent or undetectable(killed, states), states
        if states[:2] == ("kept", "kept"):
            assert (outcome.lost, outcome.said) == (False, False), states


def test_files_lost_or_exchanged_after_a_stop_are_recovered_or_reported(folder: Path) -> None:
    after = evening(stopped, folder)
    for file, seal in itertools.product(("kept", "missing", "older", "empty"), repeat=2):
        states = (file, "missing", "missing", seal)
        outcome = start(after, folder / f"{file} {seal}", exchanged(after, states))
        assert not outcome.silent or undetectable(after, states), states
        if file == "kept":
            assert (outcome.lost, outcome.said) == (False, False), states


@pytest.fixture
def moving(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Evening:
    """A store killed between moving the log into the file and beginning the next one.

    `older` is one act later; otherwise both have the same rows.
    """
    put = log_mark.put

    def copying(connection: sqlite3.Connection, kind: int) -> None:
        if kind == log_mark.IN_USE:
            shutil.copytree(folder / "running", folder / "moving", dirs_exist_ok=True)
        put(connection, kind)

    monkeypatch.setattr(log_mark, "put", copying)
    with closing(Store.open(folder / "running")) as store:
        play(store, new_race(store), range(1, 5))
        move_log(store)
        shutil.copytree(folder / "running", folder / "begun")
    return evening(lambda _: (folder / "moving", folder / "begun"), folder)


def test_a_kill_right_after_the_log_was_moved_is_not_reported(
    moving: Evening, folder: Path
) -> None:
    assert moving.rows == ({1: 4}, None)
    assert start(moving, folder / "a", moving.now) == QUIET
    assert start(moving, folder / "b", {**moving.now, "-shm": b""}) == QUIET


def test_a_power_cut_in_the_first_transaction_of_a_log_is_not_reported(
    moving: Evening, folder: Path
) -> None:
    """The new log's header is synced before its first frame is written over the old log's."""
    before, after = moving.now["-wal"], moving.older["-wal"]
    assert before[:32] != after[:32]
    for number, written in enumerate((32, 32 + 24, 32 + 24 + 2048)):
        log = after[:written] + before[written:]
        assert start(moving, folder / str(number), {**moving.now, "-wal": log}) == QUIET


def test_a_log_truncated_to_its_header_is_reported_without_shm(folder: Path) -> None:
    killed = evening(old, folder)
    for number, left in enumerate((0, 31, 32, 1000, 32 + 24 + 4095)):
        files = {**killed.now, "-wal": killed.now["-wal"][:left], "-shm": b""}
        outcome = start(killed, folder / str(number), files)
        assert outcome.lost, left
        assert outcome.said, left


@pytest.mark.parametrize("make", [young, old], ids=["young", "old"])
def test_bytes_lost_or_inserted_in_a_log_are_reported_without_shm_and_page_sums(
    make: Make, folder: Path
) -> None:
    killed = evening(make, folder)
    log, frame = killed.now["-wal"], 24 + 4096
    for at, count in itertools.product(
        (0, 32, 32 + 3 * frame, 32 + 4 * frame + 2000), (1, 32, 512)
    ):
        for changed in (log[:at] + log[at + count :], log[:at] + bytes(count) + log[at:]):
            files = {"": killed.now[""], "-wal": changed}
            outcome = start(killed, folder / "damaged", files)
            assert not outcome.silent, (at, count, len(changed) - len(log))


def test_a_log_of_another_store_is_kept_aside_and_reported(folder: Path) -> None:
    killed, other = evening(old, folder / "mine"), evening(old, folder / "other")
    for part in ("", "-wal"):
        files = {**killed.now, part: other.now[part]}
        outcome = start(killed, folder / f"with{part}", files)
        assert outcome.said, part
        assert not outcome.destroyed, part


def test_acts_of_another_stores_log_are_not_taken_for_ours(folder: Path) -> None:
    killed, other = evening(old, folder / "mine"), evening(young, folder / "other")
    lay_out(folder / "foreign", {**killed.now, "-wal": other.now["-wal"]})
    report = recover(folder / "foreign")
    assert report is not None
    assert report.lost
    assert rows(folder / "foreign") == ({1: 19, 2: 8}, "1234")


def test_an_older_file_with_its_log_is_reported_and_read_in_full(folder: Path) -> None:
    """The page sums are newer than both."""
    killed = evening(old, folder)
    lay_out(folder / "back", exchanged(killed, ("older", "older", "older", "kept")))
    report = recover(folder / "back")
    assert report is not None
    assert report.lost
    assert rows(folder / "back") == ({1: 19, 2: 4}, None)


def test_a_backup_copied_into_place_by_hand_is_taken_as_it_is(folder: Path) -> None:
    """The page sums left by the newer file do not make it damaged."""
    with closing(Store.open(folder / "data")) as store:
        race = new_race(store)
        play(store, race, range(1, 5))
        assert Backups(folder / "data").make(STAMP) == {}
        play(store, race, range(5, 9))
        assert Backups(folder / "data").make(STAMP) == {}
    first = Backups(folder / "data").listed()[-1]
    shutil.copyfile(first.path, folder / "data" / "companion.db")
    assert recover(folder / "data") is None
    assert rows(folder / "data") == ({1: 4}, None)


def test_a_restored_backup_needs_no_log(folder: Path) -> None:
    """It may have been made between two logs, when the database said that another one follows."""
    with closing(Store.open(folder / "data")) as store:
        play(store, new_race(store), range(1, 5))
        log_mark.put(store._writer._connection, log_mark.MOVED)
        assert Backups(folder / "data").make(STAMP) == {}
        play(store, 1, range(5, 9))
    (backup,) = Backups(folder / "data").listed()
    prepare(folder / "data", backup.path)
    assert recover(folder / "data") is None
    assert rows(folder / "data") == ({1: 4}, None)


def test_a_store_of_an_earlier_release_has_no_marks(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A kill is not reported; a missing log that only `-shm` records is."""
    with monkeypatch.context() as patch:
        patch.setattr(log_mark, "put", lambda connection, kind: None)
        now, _ = young(folder / "old")
    (now / "companion.db.seal").write_bytes(b"")
    lost = shutil.copytree(now, folder / "lost")
    (lost / "companion.db-wal").unlink()
    assert recover(now) is None
    assert rows(now) == ({1: 8}, "1234")
    assert recover(lost) is not None


@pytest.mark.parametrize("gone", [(), (".seal",), (".seal", "-shm")], ids="+".join)
@pytest.mark.parametrize("cut", [4, 64, 8240])
def test_a_foreign_log_beside_a_file_without_its_header_is_reported_as_lost(
    cut: int, gone: tuple[str, ...], folder: Path
) -> None:
    killed = evening(young, folder)
    files = {part: data for part, data in killed.now.items() if part not in gone}
    files[""] = b"noise" + files[""][5:]
    files["-wal"] = files["-wal"][cut:]
    lay_out(folder / "damaged", files)
    report = recover(folder / "damaged")
    assert report is not None
    assert report.lost or rows(folder / "damaged") == killed.rows


def test_a_file_without_its_header_loses_nothing_beside_a_sound_log(folder: Path) -> None:
    killed = evening(young, folder)
    lay_out(folder / "damaged", {**killed.now, "": b"noise" + killed.now[""][5:]})
    report = recover(folder / "damaged")
    assert rows(folder / "damaged") == killed.rows
    assert report is None or not report.lost
