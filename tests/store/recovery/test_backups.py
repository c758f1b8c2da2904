"""Backups are made, listed and restored: dated, at most 30, never incomplete."""

import sqlite3
import threading
import time
from argparse import Namespace
from collections.abc import Callable, Iterator
from contextlib import closing
from io import StringIO
from pathlib import Path
from queue import SimpleQueue

import pytest

from companion.cli.backups import backups as list_command
from companion.cli.restore import restore
from companion.errors import Refused, StoreError
from companion.games.game import Say
from companion.store.file import swap
from companion.store.recovery.backup_schedule import BackupSchedule
from companion.store.recovery.backups import KEPT, Backups, prepare
from companion.store.store import Entry, Stamp, Start, Store, StoredAnswer, waited
from tests.patience import PATIENCE_S

EVENING = Stamp(1_800_000_000.0, 12.5, "boot-1", True)
UNSET = Stamp(5.0, 5.0, "boot-2", False)


def race(store: Store, acts: int = 1) -> int:
    """Save a race."""
    ids: list[int] = []
    waited(lambda then: ids.append(store.new_race(Start("snow_tails", {}, EVENING), then)))
    for n in range(1, acts + 1):
        waited(lambda then, n=n: store.append(ids[0], Entry(n, {"act": "x"}, EVENING), then))  # type: ignore[misc]
    return ids[0]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with closing(Store.open(tmp_path / "data")) as store:
        race(store)
        yield store


@pytest.fixture
def kept(tmp_path: Path, store: Store) -> Backups:
    return Backups(tmp_path / "data")


def test_a_backup_is_one_file_named_by_number_and_time(kept: Backups, store: Store) -> None:
    assert kept.make(EVENING) == {}
    (backup,) = kept.listed()
    assert backup.file == "companion-000001_20270115T080000Z.db"
    assert backup.counts() == (1, 1)
    assert [path.name for path in backup.path.parent.iterdir()] == [backup.file]


@pytest.mark.parametrize("zone", ["Pacific/Auckland", "America/Los_Angeles"])
def test_a_time_at_the_end_of_the_calendar_is_listed(
    kept: Backups, store: Store, zone: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept.make(EVENING)
    (backup,) = kept.listed()
    for number, time_of_day in ((2, "99991231T235959Z"), (3, "00010101T000000Z")):
        copy = backup.path.with_name(f"companion-{number:06}_{time_of_day}.db")
        copy.write_bytes(backup.path.read_bytes())
    monkeypatch.setenv("TZ", zone)
    time.tzset()
    out, err = StringIO(), StringIO()
    listing = Namespace(data=backup.path.parent.parent, backup=None, lang="en")
    assert list_command(listing, out, err) == 0
    monkeypatch.undo()
    time.tzset()
    assert len(out.getvalue().splitlines()) == 3


def test_a_time_beyond_the_calendar_is_unknown(kept: Backups, store: Store) -> None:
    assert kept.make(Stamp(1e15, 5.0, "boot", True)) == {}
    (backup,) = kept.listed()
    assert backup.file == "companion-000001_no-time.db"


def test_backups_without_a_time_are_ordered_by_number(kept: Backups, store: Store) -> None:
    kept.make(EVENING)
    race(store)
    kept.make(UNSET)
    assert [backup.file for backup in kept.listed()] == [
        "companion-000002_no-time.db",
        "companion-000001_20270115T080000Z.db",
    ]
    assert [backup.when is None for backup in kept.listed()] == [True, False]


def test_no_backup_is_made_when_nothing_was_played(kept: Backups, store: Store) -> None:
    kept.make(EVENING)
    for _ in range(3):
        waited(lambda then: store.set("sessions", 7, then))
        kept.make(EVENING)
    assert len(kept.listed()) == 1


def test_the_newest_thirty_are_kept(kept: Backups, store: Store) -> None:
    for _ in range(KEPT + 3):
        race(store, acts=0)
        kept.make(EVENING)
    assert [backup.number for backup in kept.listed()] == list(range(KEPT + 3, 3, -1))


def test_a_missing_stick_is_reported_and_its_folder_not_made(tmp_path: Path, store: Store) -> None:
    stick = tmp_path / "stick"
    kept = Backups(tmp_path / "data", stick)
    assert {where: fault.key for where, fault in kept.make(EVENING).items()} == {
        stick: "backups.no_stick"
    }
    assert not stick.exists()
    stick.mkdir()
    race(store)
    assert kept.make(EVENING) == {}
    assert [path.name for path in stick.iterdir()] == [kept.listed()[0].file]
    assert len(kept.listed()) == 2


def test_an_unfinished_backup_is_deleted(kept: Backups, store: Store) -> None:
    kept.places[0].mkdir()
    torn = kept.places[0] / "companion-000001_no-time.db.part"
    torn.write_bytes(b"half")
    assert kept.listed() == []
    kept.make(EVENING)
    assert not torn.exists()


def test_a_damaged_database_replaces_no_good_backup(kept: Backups, store: Store) -> None:
    race(store, acts=400)
    kept.make(EVENING)
    store.close()
    with store.path.open("r+b") as file:
        file.seek(8 * 4096)
        file.write(b"\xa5" * 4096)
    faults = kept.make(EVENING)
    assert [fault.key for fault in faults.values()] == ["store.unreadable"]
    assert [backup.counts()[1] for backup in kept.listed()] == [401]


def test_a_backup_leaves_space_on_the_disk(
    kept: Backups, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.store.recovery.backups.SPARE", 1 << 60)
    assert [fault.key for fault in kept.make(EVENING).values()] == ["store.full"]
    assert kept.listed() == []


def test_acts_are_saved_while_a_backup_is_made(kept: Backups, store: Store) -> None:
    for _ in range(5):
        writer = threading.Thread(target=race, args=(store, 20))
        writer.start()
        assert kept.make(EVENING) == {}
        writer.join()
    for backup in kept.listed():
        with closing(sqlite3.connect(backup.path)) as copy:
            assert copy.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def asked(tmp_path: Path, file: str | None = None) -> Namespace:
    return Namespace(data=tmp_path / "data", backup=None, file=file, lang="en")


def test_restore_keeps_the_replaced_database(tmp_path: Path, kept: Backups, store: Store) -> None:
    kept.make(EVENING)
    first = kept.listed()[0].file
    race(store)
    store.close()
    reported = StringIO()
    assert restore(asked(tmp_path, first), StringIO(), reported) == 0
    assert first in reported.getvalue()
    with closing(Store.open(tmp_path / "data")) as store:
        assert len(store.races()) == 1
    assert [backup.counts()[0] for backup in kept.listed()] == [2, 1]
    assert (tmp_path / "data" / "companion.db.replaced-1").exists()


def test_restore_without_a_name_takes_the_newest(
    tmp_path: Path, kept: Backups, store: Store
) -> None:
    kept.make(EVENING)
    store.close()
    store.path.unlink()
    restore(asked(tmp_path), StringIO(), StringIO())
    with closing(Store.open(tmp_path / "data")) as store:
        assert len(store.races()) == 1


def test_restore_keeps_pin_and_link_sessions(tmp_path: Path, kept: Backups, store: Store) -> None:
    waited(lambda then: store.set("pin", "1111", then))
    kept.make(EVENING)
    waited(lambda then: store.set("pin", "2222", then))
    sessions = {store.next_session() for _ in range(300)}
    store.close()
    restore(asked(tmp_path, kept.listed()[-1].file), StringIO(), StringIO())
    with closing(Store.open(tmp_path / "data")) as store:
        assert store.get("pin") == "2222"
        assert store.next_session() not in sessions


def test_a_damaged_backup_is_refused(tmp_path: Path, kept: Backups, store: Store) -> None:
    race(store, acts=400)
    kept.make(EVENING)
    path = kept.listed()[0].path
    with path.open("r+b") as file:
        file.seek(8 * 4096)
        file.write(b"\xa5" * 4096)
    with pytest.raises(Refused) as caught:
        prepare(tmp_path / "data", path)
    assert caught.value.key == "backups.damaged"
    swap(tmp_path / "data")
    assert len(store.races()) == 2
    assert not list((tmp_path / "data").glob("*.rest*"))


def test_restore_is_refused_while_the_service_runs(tmp_path: Path, kept: Backups) -> None:
    kept.make(EVENING)
    with pytest.raises(StoreError) as caught:
        restore(asked(tmp_path), StringIO(), StringIO())
    assert caught.value.key == "store.in_use"


@pytest.mark.parametrize(
    ("file", "key"),
    [
        (None, "backups.none"),
        ("", "backups.no_name"),
        (" ", "backups.no_name"),
        ("../../etc/passwd", "backups.no_such"),
    ],
)
def test_an_unknown_backup_is_refused(
    tmp_path: Path, kept: Backups, store: Store, file: str | None, key: str
) -> None:
    if file:
        kept.make(EVENING)
    with pytest.raises(Refused) as caught:
        kept.named(file)
    assert caught.value.key == key


def test_the_backups_command_lists_each_backup(tmp_path: Path, kept: Backups, store: Store) -> None:
    out, err = StringIO(), StringIO()
    list_command(asked(tmp_path), out, err)
    assert (out.getvalue(), bool(err.getvalue())) == ("", True)
    kept.make(UNSET)
    list_command(asked(tmp_path), out, err)
    assert out.getvalue().split()[:2] == ["companion-000001_no-time.db", "??"]


def schedule(kept: Backups) -> tuple[BackupSchedule, Callable[[], Say]]:
    """A schedule, and a function that awaits its next report."""
    reported: SimpleQueue[Say] = SimpleQueue()
    return BackupSchedule(kept, lambda: EVENING, reported.put), lambda: reported.get(
        timeout=PATIENCE_S
    )


def test_a_failing_place_is_reported_once(tmp_path: Path, store: Store) -> None:
    making, reported = schedule(Backups(tmp_path / "data", tmp_path / "stick"))
    making.make()
    race(store)
    making.make()
    assert reported().params["place"] == str(tmp_path / "stick")
    (tmp_path / "stick").mkdir()
    making.make()
    assert making.faults == {}
    (tmp_path / "stick").rename(tmp_path / "pocket")
    making.make()
    assert reported().key == "backups.failed"


def test_the_end_of_a_race_is_backed_up_while_the_service_runs(kept: Backups, store: Store) -> None:
    making, _ = schedule(kept)
    making.see(over=False)
    making.start()
    race(store)
    making.see(over=True)
    making.see(over=True)
    making.close()
    assert kept.listed()[0].counts()[0] == 2


def test_the_restoring_posts_answer_is_in_the_restored_store(
    tmp_path: Path, kept: Backups, store: Store
) -> None:
    making, _ = schedule(kept)
    making.make()
    making.prepare(kept.listed()[0], StoredAnswer("phone:k", {"events": []}))
    store.close()
    with closing(Store.open(tmp_path / "data")) as store:
        assert store.reply_for("phone:k") == {"events": []}


def test_a_backup_without_a_race_is_not_offered(kept: Backups, tmp_path: Path) -> None:
    assert kept.newest_with_races() is None
    unplayed = Backups(tmp_path / "unplayed")
    with closing(Store.open(unplayed.directory)):
        assert unplayed.make(EVENING) == {}
    assert unplayed.listed()
    assert unplayed.newest_with_races() is None
    assert kept.make(EVENING) == {}
    assert kept.newest_with_races() in kept.listed()
