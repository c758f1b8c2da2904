"""On a full disk the log frees its space, and a start shows the saved race."""

import os
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from companion.errors import StoreError
from companion.store.recovery.reserve import RESERVE, Reserve
from companion.store.recovery.wal import log_bytes
from companion.store.store import Entry, Stamp, Start, Store, StoredAnswer, waited
from tests.evening.script import options
from tests.evening.service import Phone, Service, Stream
from tests.store.small_disk import fill, small_disk

STAMP = Stamp(1_700_000_000.25, 12.5, "boot-1", True)


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """2 MiB: less than the log may grow to."""
    with small_disk(tmp_path, "2m") as place:
        yield place


def new_race(store: Store) -> None:
    waited(lambda then: store.new_race(Start("snow_tails", {}, STAMP), then))


def append(store: Store, n: int) -> None:
    entry = Entry(n, {"act": "tap", "n": n}, STAMP, {}, StoredAnswer(f"key {n}", {"events": []}))
    waited(lambda then: store.append(1, entry, then))


def refused(store: Store, n: int) -> str:
    with pytest.raises(StoreError) as caught:
        append(store, n)
    return caught.value.key


def until_full(store: Store, n: int) -> int:
    """Append acts from this one on; return the first that finds no space."""
    while True:
        try:
            append(store, n)
        except StoreError:
            return n
        n += 1


def test_acts_are_saved_when_only_the_log_fills_the_disk(disk: Path) -> None:
    with closing(Store.open(disk)) as store:
        new_race(store)
        for n in range(1, 401):
            append(store, n)
        assert len(store.acts(1)) == 400


def test_acts_are_saved_when_another_program_fills_the_disk(disk: Path) -> None:
    with closing(Store.open(disk)) as store:
        new_race(store)
        for n in range(1, 41):
            append(store, n)
        before = log_bytes(store.path)
        fill(disk)
        for n in range(41, 121):
            append(store, n)
        assert log_bytes(store.path) <= before + RESERVE
        assert len(store.acts(1)) == 120


def test_acts_are_refused_on_a_full_disk_until_there_is_space(
    disk: Path,
) -> None:
    with closing(Store.open(disk)) as store:
        new_race(store)
        append(store, 1)
        filler = fill(disk)
        n = until_full(store, 2)
        assert refused(store, n) == "store.full"
        filler.unlink()
        append(store, n)
        assert len(store.acts(1)) == n


@pytest.fixture
def host(disk: Path) -> Iterator[Phone]:
    """The host's phone at a running service with a race."""
    running = Service(disk / "data", "--simulate")
    try:
        host = Phone(running.start())
        begun = host.post("/races", game="snow_tails", options=options((1, 3, 5)))
        assert begun.status == 200
        yield host
    finally:
        running.stop()


def correct(host: Phone, dents: int) -> int:
    """Post an act that is legal at any time; return the status."""
    return host.post("/acts", act={"act": "correct", "seat": 1, "set": {"dents": dents}}).status


def test_a_start_on_a_full_disk_shows_the_race_and_refuses_acts(disk: Path, host: Phone) -> None:
    service = host.service
    assert correct(host, dents=1) == 200
    service.stop()
    filler = fill(disk)
    for _ in range(3):  # each start leaves enough space for the next
        service.start()
        with closing(Stream(service)) as stream:
            stream.until(
                lambda live: "store.full" in [reported["key"] for reported in live["notices"]]
            )
        service.await_line(f"The disk is full: nothing more can be saved in {service.data}")
        assert host.get("/state")["race"]["acts"] == 1
        assert correct(host, dents=2) == 503
        service.stop()
    filler.unlink()
    service.start()
    assert correct(host, dents=2) == 200


def test_a_start_on_a_full_disk_frees_the_log_left_by_a_kill(disk: Path, host: Phone) -> None:
    service = host.service
    assert correct(host, dents=1) == 200
    fill(disk)
    service.kill()
    service.start()
    assert host.get("/state")["race"]["acts"] == 1
    assert correct(host, dents=2) == 200


def test_a_store_opened_on_a_full_disk_can_be_read(disk: Path) -> None:
    with closing(Store.open(disk)) as store:
        new_race(store)
        append(store, 1)
    fill(disk)
    with closing(Store.open(disk)) as store:
        assert store.full is not None
        assert store.full.key == "store.full"
        assert len(store.acts(1)) == 1
        assert refused(store, 2) == "store.full"
        assert store.next_session() != store.next_session()
        (disk / "filler").unlink()
        append(store, 2)


def test_a_backup_without_disk_space_is_answered_503(host: Phone) -> None:
    reply = host.post("/backups")
    assert (reply.status, reply.body["error"]["key"]) == (503, "store.full")
    assert host.get("/backups?lang=en")["faults"] == [reply.body["error"]["text"]]


def test_the_reserve_takes_at_most_the_free_space(disk: Path) -> None:
    reserve = Reserve(disk / "companion.db")
    reserve.take()
    assert reserve.held == RESERVE
    reserve.give_back()
    filler = fill(disk)
    reserve.take()
    assert reserve.held == 0
    os.truncate(filler, filler.stat().st_size - RESERVE // 2)
    reserve.take()
    assert reserve.held == RESERVE // 2
    filler.unlink()
    reserve.take()
    assert reserve.held == RESERVE
    assert (disk / "companion.db.reserve").stat().st_mode & 0o077 == 0


def test_a_reserve_that_cannot_be_written_holds_nothing(disk: Path) -> None:
    reserve = Reserve(disk / "away" / "companion.db")
    reserve.take()
    assert reserve.held == 0
