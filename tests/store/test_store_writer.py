"""The writer thread: durable before reported, in order, and patient with another process."""

import json
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from queue import SimpleQueue

import pytest

from companion.errors import StoreError
from companion.store.store import (
    Store,
    waited,
)
from tests.patience import PATIENCE_S, Pace
from tests.store.saving import OPTIONS, act, refusal, start


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with closing(Store.open(tmp_path)) as store:
        yield store


def test_syncing_is_called_between_write_and_commit(store: Store) -> None:
    race, reported = start(store), SimpleQueue[tuple[str, int]]()
    waited(
        lambda then: store.append(
            race,
            act(1),
            lambda fault: (reported.put(("written", len(store.acts(race)))), then(fault)),
            lambda: reported.put(("syncing", len(store.acts(race)))),
        )
    )
    assert [reported.get_nowait(), reported.get_nowait()] == [("syncing", 0), ("written", 1)]


def test_queued_writes_are_reported_in_order(tmp_path: Path) -> None:
    """Group commit: many acts share a sync, and each is reported by itself."""
    store = Store.open(tmp_path, sync_delay_s=0.02)
    race = start(store)
    reported: SimpleQueue[tuple[int, str]] = SimpleQueue()
    for n in range(1, 101):
        store.append(
            race, act(n), lambda _, n=n: reported.put((n, threading.current_thread().name))
        )
    assert store.waiting_s(time.monotonic() + 60) >= 59
    store.close()
    assert [reported.get() for _ in range(100)] == [(n, "store-writer") for n in range(1, 101)]
    assert store.waiting_s(time.monotonic()) == 0.0
    assert not store.alive
    assert reported.empty()


def test_a_write_after_close_is_refused_and_close_may_be_repeated(tmp_path: Path) -> None:
    store = Store.open(tmp_path)
    store.close()
    store.close()
    assert refusal(lambda then: store.set("pin", 1, then)) == "store.closed"


def test_threads_read_while_the_writer_writes(store: Store) -> None:
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


WRITING = """
import sys
from companion.store.store import *
from itertools import count
from pathlib import Path
from threading import Semaphore
store = Store.open(Path(sys.argv[1]))
free = Semaphore(64)  # without it this loop leaves the writer hardly any time to write
def report(n):
    print(n, flush=True)
    free.release()
race = store.current_race()
n = race.acts if race else 0
stamp = Stamp(0.0, 0.0, "b", False)
race_id = race.id if race else 0
if not race:
    waited(lambda then: globals().update(race_id=store.new_race(Start("g", {}, stamp), then)))
print("ready", flush=True)
for n in count(n + 1):
    free.acquire()
    entry = Entry(n, {"act": "tap"}, stamp, {}, StoredAnswer(f"key {n}", {"n": n}),
                  Position("E66", "C0DE", n))
    store.append(race_id, entry, lambda fault, n=n: report(n))
"""


@pytest.mark.slow
def test_a_kill_loses_no_acknowledged_act(tmp_path: Path) -> None:
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
            reported = process.stdout.read().splitlines()
        acknowledged = max([acknowledged, *(int(line) for line in reported if line.isdigit())])
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


def test_a_write_waits_for_another_process(store: Store) -> None:
    with closing(sqlite3.connect(store.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        reported: SimpleQueue[StoreError | None] = SimpleQueue()
        store.set("pin", 1, reported.put)
        assert store.get("pin") is None
        other.execute("COMMIT")
        assert reported.get(timeout=PATIENCE_S) is None
    assert store.get("pin") == 1


def test_close_waits_only_briefly_for_another_process(tmp_path: Path) -> None:
    store = Store.open(tmp_path)
    reported: SimpleQueue[StoreError | None] = SimpleQueue()
    with closing(sqlite3.connect(store.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        store.set("pin", 1, reported.put)
        with Pace() as pace:
            store.close()
        other.execute("ROLLBACK")
    fault = reported.get(timeout=PATIENCE_S)
    assert fault is not None
    assert fault.key == "store.locked"
    assert pace.took_s <= pace.allows(1.5)


def test_the_connection_is_in_wal_mode_and_syncs_every_commit(store: Store) -> None:
    writer = store._writer._connection
    assert writer.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert writer.execute("PRAGMA synchronous").fetchone() == (2,)
    start(store)
    assert json.loads(writer.execute("SELECT options FROM race").fetchone()[0]) == OPTIONS
