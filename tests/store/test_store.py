"""The store: durable before visible, whole after every kind of end, honest about a bad disk."""

import json
import os
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import pytest

from companion.errors import StoreError
from companion.store.reader import StoreReader
from companion.store.schema import MIGRATIONS
from companion.store.store import (
    Entry,
    Position,
    Stamp,
    Start,
    Store,
    StoredAnswer,
    Tagged,
    Then,
    waited,
)
from tests.patience import PATIENCE_S, Pace
from tests.store import small_disk as small

STAMP = Stamp(1_700_000_000.25, 12.5, "boot-1", True)
OPTIONS = {"seats": [{"name": "Ada \ud800 ü"}], "limits": [4, 3]}


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with closing(Store.open(tmp_path)) as store:
        yield store


def start(store: Store, **more: Any) -> int:
    ids: list[int] = []
    race = Start("snow_tails", OPTIONS, STAMP, **more)
    waited(lambda then: ids.append(store.new_race(race, then)))
    return ids[0]


def act(n: int, **more: Any) -> Entry:
    return Entry(n, {"act": "tap", "seat": 1, "n": n}, STAMP, {"kind": "node"}, **more)


def refusal(put: Callable[[Then], object]) -> str:
    with pytest.raises(StoreError) as caught:
        waited(put)
    return caught.value.key


@pytest.mark.parametrize("race_id", [0, -1, 7, 2**63 - 1, 2**63, 10**30, -(10**30)])
def test_any_number_may_be_asked_for_as_a_race(store: Store, race_id: int) -> None:
    start(store)
    assert store.race(race_id) is None


def test_what_was_saved_is_there_after_the_next_start(tmp_path: Path) -> None:
    with closing(Store.open(tmp_path)) as store:
        race = start(store, answer=StoredAnswer("first", {"version": 1}))
        entry = act(
            1, answer=StoredAnswer("k\ud800", {"version": 2}), position=Position("E66", "C0DE", 7)
        )
        waited(lambda then: store.append(race, entry, then))
        waited(lambda then: store.set("pin", "0042", then))
        waited(lambda then: store.answer(StoredAnswer("said no", {"status": 409}), then))
        waited(lambda then: store.position(Position("E67", "BEEF", 9999), then))
    with closing(Store.open(tmp_path)) as store:
        assert store.damage is None
        assert [saved.id for saved in store.races()] == [race]
        saved = store.race(race)
        assert saved is not None
        assert (saved.options, saved.stamp, saved.acts, saved.result) == (OPTIONS, STAMP, 1, None)
        assert store.acts(race) == [Entry(1, entry.act, STAMP, {"kind": "node"})]
        assert store.reply_for("first") == {"version": 1, "id": race}
        assert store.reply_for("k\ud800") == {"version": 2}
        assert store.reply_for("said no") == {"status": 409}
        assert store.reply_for("other") is None
        assert store.known("E66") == Position("E66", "C0DE", 7)
        assert store.known("E67") == Position("E67", "BEEF", 9999)
        assert store.known("E68") is None
        assert store.get("pin") == "0042"
        assert store.get("other", 7) == 7


def test_the_current_race_is_the_one_started_or_resumed_last(store: Store) -> None:
    assert store.current_race() is None
    first, second = start(store), start(store)
    current = store.current_race()
    assert current is not None
    assert current.id == second
    waited(lambda then: store.resume(first, then))
    current = store.current_race()
    assert current is not None
    assert current.id == first


def test_a_race_whose_set_up_was_reopened_leaves_the_list_but_not_the_disk(store: Store) -> None:
    first = start(store)
    second = start(store, replaces=first)
    assert [race.id for race in store.races()] == [second]
    assert store.race(first) is not None


def test_an_act_that_is_not_the_next_one_is_not_kept(store: Store) -> None:
    race = start(store)
    assert refusal(lambda then: store.append(race, act(2), then)) == "store.order"
    assert refusal(lambda then: store.append(race + 1, act(1), then)) == "store.order"
    waited(lambda then: store.append(race, act(1), then))
    position = Position("E66", "C0DE", 1)
    assert (
        refusal(lambda then: store.append(race, act(1, position=position), then)) == "store.order"
    )
    assert [entry.n for entry in store.acts(race)] == [1]
    assert store.known("E66") is None


def test_a_key_counts_once_whoever_forgot_to_ask(store: Store) -> None:
    race = start(store)
    waited(
        lambda then: store.append(race, act(1, answer=StoredAnswer("key", {"version": 1})), then)
    )
    again = act(2, answer=StoredAnswer("key", {"version": 2}))
    assert refusal(lambda then: store.append(race, again, then)) == "store.repeated"
    assert store.reply_for("key") == {"version": 1}
    assert [entry.n for entry in store.acts(race)] == [1]


def test_the_oldest_answers_are_forgotten(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.store.writes.ANSWERS", 3)
    for number in range(8):
        waited(lambda then, n=number: store.answer(StoredAnswer(f"key {n}", {"n": n}), then))
    known = [number for number in range(8) if store.reply_for(f"key {number}")]
    assert known == [5, 6, 7]


def test_the_result_comes_and_goes_with_the_acts(store: Store) -> None:
    race = start(store)
    result = [{"seat": 1, "place": 1, "points": 5}]
    waited(lambda then: store.append(race, act(1, result=result), then))
    assert store.races()[0].result == result
    waited(lambda then: store.append(race, act(2), then))
    assert store.races()[0].result is None


def test_who_waits_is_told_when_only_the_disk_is_waited_for(store: Store) -> None:
    race, told = start(store), SimpleQueue[tuple[str, int]]()
    waited(
        lambda then: store.append(
            race,
            act(1),
            lambda fault: (told.put(("written", len(store.acts(race)))), then(fault)),
            lambda: told.put(("syncing", len(store.acts(race)))),
        )
    )
    assert [told.get_nowait(), told.get_nowait()] == [("syncing", 0), ("written", 1)]


def test_everything_queued_is_reported_in_order_by_the_writer(tmp_path: Path) -> None:
    """Group commit: many acts share a sync, and each is told by itself."""
    store = Store.open(tmp_path, sync_delay_s=0.02)
    race = start(store)
    told: SimpleQueue[tuple[int, str]] = SimpleQueue()
    for n in range(1, 101):
        store.append(race, act(n), lambda _, n=n: told.put((n, threading.current_thread().name)))
    assert store.waiting_s(time.monotonic() + 60) >= 59
    store.close()
    assert [told.get() for _ in range(100)] == [(n, "store-writer") for n in range(1, 101)]
    assert store.waiting_s(time.monotonic()) == 0.0
    assert not store.alive
    assert told.empty()


def test_a_write_after_the_end_is_refused_and_closing_twice_is_no_trouble(tmp_path: Path) -> None:
    store = Store.open(tmp_path)
    store.close()
    store.close()
    assert refusal(lambda then: store.set("pin", 1, then)) == "store.closed"


def test_sessions_never_come_back_not_even_after_a_kill(tmp_path: Path) -> None:
    given = set()
    for _ in range(5):
        with closing(Store.open(tmp_path)) as store:
            sessions = [store.next_session() for _ in range(300)]
        assert not given & set(sessions)
        given |= set(sessions)
    assert all(len(session) == 4 and session != "0000" for session in given)


def test_sessions_begin_again_after_the_last_one(tmp_path: Path) -> None:
    with closing(Store.open(tmp_path)) as store:
        waited(lambda then: store.set("sessions", 0xFFFE, then))
    with closing(Store.open(tmp_path)) as store:
        assert [store.next_session() for _ in range(3)] == ["FFFF", "0001", "0002"]


def test_a_uid_has_one_piece_and_a_piece_one_uid(store: Store) -> None:
    red, blue = {"kind": "dog", "colour": "red"}, {"kind": "dog", "colour": "blue"}
    waited(lambda then: store.put_tags([Tagged("01", "g", red), Tagged("02", "g", blue)], then))
    again = {"colour": "red", "kind": "dog"}
    waited(lambda then: store.put_tags([Tagged("03", "g", again), Tagged("02", "h", blue)], then))
    assert store.tags() == [Tagged("03", "g", red), Tagged("02", "h", blue)]
    assert store.tag("01") is None
    assert store.tag("03") == Tagged("03", "g", red)


def test_a_second_copy_on_the_same_data_is_refused_but_a_command_may_write(store: Store) -> None:
    directory = store.path.parent
    with pytest.raises(StoreError) as caught:
        Store.open(directory)
    assert caught.value.key == "store.in_use"
    assert caught.value.params == {"data": str(directory)}
    with closing(Store.open(directory, beside=True)) as beside:
        waited(lambda then: beside.put_tags([Tagged("01", "g", {})], then))
    assert store.tag("01") == Tagged("01", "g", {})


def test_a_command_alone_holds_the_directory_and_gives_it_back(tmp_path: Path) -> None:
    with closing(Store.open(tmp_path, beside=True)), pytest.raises(StoreError):
        Store.open(tmp_path)
    Store.open(tmp_path).close()


def test_web_threads_read_while_the_writer_writes(store: Store) -> None:
    race = start(store)
    seen: list[int] = []

    def read() -> None:
        while not seen or seen[-1] < 50:
            seen.append(len(store.acts(race)))

    readers = [threading.Thread(target=read) for _ in range(4)]
    for reader in readers:
        reader.start()
    for n in range(1, 51):
        waited(lambda then, n=n: store.append(race, act(n), then))
    for reader in readers:
        reader.join(10)
    assert 50 in seen


def test_no_file_or_thread_is_left_over_many_starts(tmp_path: Path) -> None:
    def held() -> tuple[int, int]:
        return len(os.listdir("/proc/self/fd")), threading.active_count()

    before = held()
    for _ in range(20):
        with closing(Store.open(tmp_path)) as store:
            start(store)
            assert store.races()
            with pytest.raises(StoreError):
                Store.open(tmp_path)
    assert held() == before
    names = ["companion.db", "companion.db.reserve", "companion.db.seal", "companion.lock"]
    assert sorted(path.name for path in tmp_path.iterdir()) == names


WRITING = """
import sys
from companion.store.store import *
from itertools import count
from pathlib import Path
from threading import Semaphore
store = Store.open(Path(sys.argv[1]))
room = Semaphore(64)  # without it this loop leaves the writer hardly any time to write
def told(n):
    print(n, flush=True)
    room.release()
race = store.current_race()
n = race.acts if race else 0
stamp = Stamp(0.0, 0.0, "b", False)
race_id = race.id if race else 0
if not race:
    waited(lambda then: globals().update(race_id=store.new_race(Start("g", {}, stamp), then)))
print("ready", flush=True)
for n in count(n + 1):
    room.acquire()
    entry = Entry(n, {"act": "tap"}, stamp, {}, StoredAnswer(f"key {n}", {"n": n}),
                  Position("E66", "C0DE", n))
    store.append(race_id, entry, lambda fault, n=n: told(n))
"""


@pytest.mark.slow
def test_a_kill_at_any_moment_loses_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    acknowledged = 0
    for round_ in range(20):
        with subprocess.Popen(
            [sys.executable, "-c", WRITING, str(tmp_path)], stdout=subprocess.PIPE, text=True
        ) as process:
            assert process.stdout is not None
            assert process.stdout.readline() == "ready\n"
            for _ in range(1 + round_ * 3):
                acknowledged = int(process.stdout.readline())
            process.kill()
            told = process.stdout.read().splitlines()
        acknowledged = max([acknowledged, *(int(line) for line in told if line.isdigit())])
        with closing(Store.open(tmp_path)) as store:
            assert store.damage is None
            acts = [entry.n for entry in store.acts(1)]
            assert acts == list(range(1, len(acts) + 1))
            assert len(acts) >= acknowledged
            position = store.known("E66")
            assert position is not None
            assert position.seq == len(acts)
            assert store.reply_for(f"key {len(acts)}") == {"n": len(acts)}
            assert store.reply_for(f"key {len(acts) + 1}") is None


def test_another_process_that_holds_the_database_only_delays(store: Store) -> None:
    with closing(sqlite3.connect(store.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        told: SimpleQueue[StoreError | None] = SimpleQueue()
        store.set("pin", 1, told.put)
        assert store.get("pin") is None
        other.execute("COMMIT")
        assert told.get(timeout=PATIENCE_S) is None
    assert store.get("pin") == 1


def test_the_end_waits_for_nobody_who_holds_the_database(tmp_path: Path) -> None:
    store = Store.open(tmp_path)
    told: SimpleQueue[StoreError | None] = SimpleQueue()
    with closing(sqlite3.connect(store.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        store.set("pin", 1, told.put)
        with Pace() as pace:
            store.close()
        other.execute("ROLLBACK")
    fault = told.get(timeout=PATIENCE_S)
    assert fault is not None
    assert fault.key == "store.locked"
    assert pace.took_s <= pace.allows(1.5)


def test_a_full_disk_fails_what_did_not_fit_and_nothing_else(store: Store) -> None:
    race = start(store)
    waited(lambda then: store.append(race, act(1), then))
    writer = store._writer._connection
    pages = writer.execute("PRAGMA page_count").fetchone()[0]
    writer.execute(f"PRAGMA max_page_count = {pages}")
    told: SimpleQueue[StoreError | None] = SimpleQueue()
    large = Entry(2, {"act": "x" * 100_000}, STAMP)
    store.append(race, large, told.put)
    store.append(race, act(3), told.put)
    faults = [told.get(timeout=PATIENCE_S), told.get(timeout=PATIENCE_S)]
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


def test_a_disk_that_fills_up_keeps_every_acknowledged_act(small_disk: Path) -> None:
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


def test_a_full_disk_at_the_start_is_one_sentence(small_disk: Path) -> None:
    (small_disk / "filler").write_bytes(b"x" * 390 * 1024)
    with pytest.raises(StoreError) as caught:
        Store.open(small_disk / "data")
    assert caught.value.key == "store.full"


def test_a_full_disk_stops_the_mending_and_leaves_everything_as_it_was(small_disk: Path) -> None:
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


def test_a_disk_with_no_room_for_what_reading_needs_ends_the_start(small_disk: Path) -> None:
    Store.open(small_disk).close()
    (small_disk / "companion.db.reserve").unlink()
    left = os.statvfs(small_disk)
    room = left.f_bavail * left.f_frsize - 28 * 1024
    (small_disk / "filler").write_bytes(b"x" * room)
    before = os.listdir("/proc/self/fd")
    with pytest.raises(StoreError) as caught:
        Store.open(small_disk)
    assert caught.value.key == "store.full"
    assert len(os.listdir("/proc/self/fd")) == len(before)


def test_a_disk_that_turned_read_only_is_one_sentence(small_disk: Path) -> None:
    Store.open(small_disk).close()
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    with pytest.raises(StoreError) as caught:
        Store.open(small_disk)
    assert caught.value.key == "store.read_only"


def test_a_place_that_cannot_be_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError) as caught:
        Store.open(tmp_path / "file" / "data")
    assert caught.value.key == "store.no_place"


def test_a_file_of_a_newer_companion_is_left_alone(tmp_path: Path) -> None:
    Store.open(tmp_path).close()
    with closing(sqlite3.connect(tmp_path / "companion.db")) as database:
        database.execute("PRAGMA user_version = 99")
    before = (tmp_path / "companion.db").read_bytes()
    with pytest.raises(StoreError) as caught:
        Store.open(tmp_path)
    assert caught.value.key == "store.newer"
    assert (tmp_path / "companion.db").read_bytes() == before


def test_a_newer_file_whose_number_differs_in_one_bit_is_left_alone_too(tmp_path: Path) -> None:
    """Its tables tell it from a file of ours in which a bit has turned."""
    Store.open(tmp_path).close()
    with closing(sqlite3.connect(tmp_path / "companion.db")) as database:
        database.execute("CREATE TABLE new (id INTEGER PRIMARY KEY)")
        database.execute(f"PRAGMA user_version = {len(MIGRATIONS) | 64}")
    with pytest.raises(StoreError) as caught:
        Store.open(tmp_path)
    assert caught.value.key == "store.newer"


def test_a_command_does_not_read_a_file_of_another_version(tmp_path: Path) -> None:
    Store.open(tmp_path).close()
    for version, key in ((99, "store.newer"), (0, "store.older")):
        with closing(sqlite3.connect(tmp_path / "companion.db")) as database:
            database.execute(f"PRAGMA user_version = {version}")
        with pytest.raises(StoreError) as caught:
            StoreReader(tmp_path)
        assert caught.value.key == key


def test_a_file_that_breaks_while_it_is_read_is_said(store: Store) -> None:
    race = start(store)
    store._writer._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    with store.path.open("r+b") as file:
        file.truncate(4096)
    with pytest.raises(StoreError) as caught:
        store.acts(race)
    assert caught.value.key == "store.unreadable"


def test_a_path_that_is_a_directory_is_said(tmp_path: Path) -> None:
    (tmp_path / "companion.db").mkdir()
    with pytest.raises(StoreError) as caught:
        Store.open(tmp_path)
    assert caught.value.key == "store.io"


def test_the_file_is_as_safe_as_it_claims(store: Store) -> None:
    writer = store._writer._connection
    assert writer.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert writer.execute("PRAGMA synchronous").fetchone() == (2,)
    start(store)
    assert json.loads(writer.execute("SELECT options FROM race").fetchone()[0]) == OPTIONS
