"""When the writer looks at the room on the disk: after its answers, and soon enough."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from queue import SimpleQueue

import pytest

from companion.errors import StoreError
from companion.store import writer
from companion.store.recovery.reserve import RESERVE
from companion.store.recovery.wal import log_bytes
from companion.store.store import Store, waited
from companion.store.writer import SOON_TIMES
from tests.patience import PATIENCE_S, until


@pytest.fixture(autouse=True)
def any_log_is_due(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever finds nobody writing empties the log; nobody else does."""
    monkeypatch.setattr(writer, "DUE", 0)
    monkeypatch.setattr(writer, "LOOK_S", PATIENCE_S)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with closing(Store.open(tmp_path)) as store:
        save(store, 0)
        yield store


def save(store: Store, n: int) -> None:
    waited(lambda then: store.set("n", n, then))


def give_up(store: Store) -> Path:
    """The reserve is deleted: it is there again once somebody has looked."""
    reserve = store.path.with_name(f"{store.path.name}.reserve")
    reserve.unlink(missing_ok=True)
    return reserve


def test_soon_after_a_save_the_room_is_looked_at_and_the_log_stays(store: Store) -> None:
    reserve = give_up(store)
    save(store, 1)
    until(reserve.exists)
    assert log_bytes(store.path)


def test_where_one_save_follows_the_other_the_room_is_looked_at_as_well(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    save(store, 1)
    monkeypatch.setattr(writer, "SOON_S", PATIENCE_S)
    reserve = give_up(store)
    for n in range(SOON_TIMES + 1):
        save(store, n)
    assert reserve.exists()


def test_a_log_that_is_due_is_emptied_when_nobody_has_written_for_a_while(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "LOOK_S", 0.05)
    save(store, 1)
    until(lambda: not log_bytes(store.path))
    assert store.get("n") == 1


def test_a_log_that_has_grown_by_much_is_looked_at_at_once(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "PRESSING", 0)
    save(store, 1)
    until(lambda: not log_bytes(store.path))
    monkeypatch.setattr(writer, "SOON_S", PATIENCE_S)
    waited(lambda then: store.set("much", "x" * RESERVE, then))
    until(lambda: not log_bytes(store.path))


def test_a_disk_is_as_slow_whoever_has_nothing_to_do_between_the_saves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "LOOK_S", 0.05)
    with closing(Store.open(tmp_path, sync_delay_s=0.35)) as store:
        told: SimpleQueue[StoreError] = SimpleQueue()
        store.hear(told.put)
        for n in range(3):
            save(store, n)
            until(lambda: not log_bytes(store.path))
        assert told.get(timeout=PATIENCE_S).key == "store.slow"


def test_a_disk_is_as_slow_whoever_looks_between_the_saves(tmp_path: Path) -> None:
    with closing(Store.open(tmp_path, sync_delay_s=0.35)) as store:
        told: SimpleQueue[StoreError] = SimpleQueue()
        store.hear(told.put)
        for n in range(3):
            reserve = give_up(store)
            save(store, n)
            until(reserve.exists)
        assert told.get(timeout=PATIENCE_S).key == "store.slow"
        assert told.empty()
