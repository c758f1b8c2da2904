"""When the writer does its upkeep: after its reports, and soon enough."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from queue import SimpleQueue

import pytest

from companion.errors import StoreError
from companion.store import writer
from companion.store.recovery.reserve import RESERVE
from companion.store.recovery.wal import SHORTEST, log_bytes
from companion.store.store import Store, waited
from companion.store.writer import SOON_TIMES
from tests.patience import PATIENCE_S, until


@pytest.fixture(autouse=True)
def any_log_is_due(monkeypatch: pytest.MonkeyPatch) -> None:
    """An idle writer checkpoints any log; a busy one none."""
    monkeypatch.setattr(writer, "DUE", 0)
    monkeypatch.setattr(writer, "LOOK_S", PATIENCE_S)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with closing(Store.open(tmp_path)) as store:
        save(store, 0)
        yield store


def save(store: Store, n: int) -> None:
    waited(lambda then: store.set("n", n, then))


def delete_reserve(store: Store) -> Path:
    """Delete the reserve: it comes back with the next upkeep."""
    reserve = store.path.with_name(f"{store.path.name}.reserve")
    reserve.unlink(missing_ok=True)
    return reserve


def test_upkeep_follows_a_write_and_keeps_a_short_log(store: Store) -> None:
    reserve = delete_reserve(store)
    save(store, 1)
    until(reserve.exists)
    assert log_bytes(store.path) > SHORTEST


def test_upkeep_also_comes_between_continuous_writes(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    save(store, 1)
    monkeypatch.setattr(writer, "SOON_S", PATIENCE_S)
    reserve = delete_reserve(store)
    for n in range(SOON_TIMES + 1):
        save(store, n)
    assert reserve.exists()


def test_an_idle_writer_checkpoints_a_long_log(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "LOOK_S", 0.05)
    save(store, 1)
    until(lambda: log_bytes(store.path) <= SHORTEST)
    assert store.get("n") == 1


def test_a_fast_growing_log_is_checkpointed_at_once(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "PRESSING", 0)
    save(store, 1)
    until(lambda: log_bytes(store.path) <= SHORTEST)
    monkeypatch.setattr(writer, "SOON_S", PATIENCE_S)
    waited(lambda then: store.set("much", "x" * RESERVE, then))
    until(lambda: log_bytes(store.path) <= SHORTEST)


def test_a_slow_disk_is_reported_across_checkpoints(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "LOOK_S", 0.05)
    with closing(Store.open(tmp_path, sync_delay_s=0.35)) as store:
        reported: SimpleQueue[StoreError] = SimpleQueue()
        store.hear(reported.put)
        for n in range(3):
            save(store, n)
            until(lambda: log_bytes(store.path) <= SHORTEST)
        assert reported.get(timeout=PATIENCE_S).key == "store.slow"


def test_a_slow_disk_is_reported_once_across_upkeep(tmp_path: Path) -> None:
    with closing(Store.open(tmp_path, sync_delay_s=0.35)) as store:
        reported: SimpleQueue[StoreError] = SimpleQueue()
        store.hear(reported.put)
        for n in range(3):
            reserve = delete_reserve(store)
            save(store, n)
            until(reserve.exists)
        assert reported.get(timeout=PATIENCE_S).key == "store.slow"
        assert reported.empty()
