"""A full disk: our own log never keeps it full, and a start on it shows what is saved."""

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
    """2 MiB: less than the log may be large."""
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
    """Acts from this one on. The first for which there is no room."""
    while True:
        try:
            append(store, n)
        except StoreError:
            return n
        n += 1


def test_acts_go_on_where_only_our_own_log_fills_the_disk(disk: Path) -> None:
    with closing(Store.open(disk)) as store:
        new_race(store)
        for n in range(1, 401):
            append(store, n)
        assert len(store.acts(1)) == 400


def test_the_log_makes_room_when_somebody_else_takes_the_last(disk: Path) -> None:
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


def test_a_disk_that_is_full_without_our_log_takes_acts_again_when_there_is_room(
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
    """The status of an act that is right at any time."""
    return host.post("/acts", act={"act": "correct", "seat": 1, "set": {"dents": dents}}).status


def test_a_start_on_a_full_disk_shows_the_race_and_says_why_nothing_is_taken(
    disk: Path, host: Phone
) -> None:
    service = host.service
    assert correct(host, dents=1) == 200
    service.stop()
    filler = fill(disk)
    for _ in range(3):  # what one start leaves is enough for the next
        service.start()
        with closing(Stream(service)) as stream:
            stream.until(lambda live: "store.full" in [told["key"] for told in live["notices"]])
        service.await_line(f"The disk is full: nothing more can be saved in {service.data}")
        assert host.get("/state")["race"]["acts"] == 1
        assert correct(host, dents=2) == 503
        service.stop()
    filler.unlink()
    service.start()
    assert correct(host, dents=2) == 200


def test_a_log_that_a_kill_left_gives_its_room_back_at_the_start(disk: Path, host: Phone) -> None:
    service = host.service
    assert correct(host, dents=1) == 200
    fill(disk)
    service.kill()
    service.start()
    assert host.get("/state")["race"]["acts"] == 1
    assert correct(host, dents=2) == 200


def test_a_store_that_was_opened_on_a_full_disk_is_for_reading(disk: Path) -> None:
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


def test_a_backup_for_which_there_is_no_room_is_said_to_who_asked(host: Phone) -> None:
    reply = host.post("/backups")
    assert (reply.status, reply.body["error"]["key"]) == (503, "store.full")
    assert host.get("/backups?lang=en")["faults"] == [reply.body["error"]["text"]]


def test_the_reserve_is_as_large_as_there_is_room_and_no_larger(disk: Path) -> None:
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


def test_a_reserve_that_cannot_be_written_is_none(disk: Path) -> None:
    reserve = Reserve(disk / "away" / "companion.db")
    reserve.take()
    assert reserve.held == 0
