"""The hall's store: each act and result once, on SQLite and on PostgreSQL."""

from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from reports import act, encoded, result, state

from companion.errors import StoreError
from companion.hall.live import Live
from companion.hall.payloads import Act, Result, State, read
from companion.hall.store.opening import open_engine
from companion.hall.store.schema import METADATA
from companion.hall.store.store import HallStore


def record(payload: dict[str, Any]) -> Act | Result:
    found = read("t1", "results" if "result" in payload else "acts", encoded(payload))
    assert isinstance(found, Act | Result)
    return found


def add(store: HallStore, *payloads: dict[str, Any]) -> int:
    return len(store.add(map(record, payloads), 50.0))


def numbers(store: HallStore, branch: str = "") -> list[int]:
    return [s.place.n for s in store.acts("s1", 7) if branch in ("", s.place.branch)]


def test_the_same_act_and_result_count_once(store: HallStore) -> None:
    assert add(store, act(0), act(1), result(1)) == 3
    assert add(store, act(1), result(1), act(2)) == 1
    assert store.count() == (3, 1)
    assert numbers(store) == [0, 1, 2]


def test_a_result_holds_until_its_race_goes_on(store: HallStore) -> None:
    add(store, act(1), result(1))
    (saved,) = store.results()
    assert (saved.place.table, saved.place.n, saved.when) == ("t1", 1, 1_700_000_000.25)
    add(store, act(2))
    assert store.results() == []
    add(store, act(3), result(3))
    assert [saved.place.n for saved in store.results()] == [3]


def test_messages_in_another_order_give_the_same(store: HallStore) -> None:
    add(store, result(5), act(3), act(5), act(4), act(0))
    assert [saved.place.n for saved in store.results()] == [5]
    assert numbers(store) == [0, 3, 4, 5]


def test_a_restored_backup_replaces_what_came_after_it(store: HallStore) -> None:
    add(store, *(act(n) for n in range(5)), result(4))
    add(store, act(3, branch="b2"))
    assert store.results() == []
    assert (numbers(store), numbers(store, "b1")) == ([0, 1, 2, 3], [0, 1, 2])
    add(store, act(4, branch="b2"), result(4, branch="b2"))
    assert [saved.place.branch for saved in store.results()] == ["b2"]


def test_late_acts_of_the_old_branch_stay_replaced(store: HallStore) -> None:
    add(store, act(0), act(3, branch="b2"), act(2, branch="b2"))
    add(store, act(1), act(2), act(4))
    assert numbers(store, "b1") == [0, 1]
    assert numbers(store, "b2") == [2, 3]


def test_tables_of_one_name_and_races_of_one_number_stay_apart(store: HallStore) -> None:
    add(store, act(1), result(1), act(2, store="s2"), result(1, race=8))
    assert [(s.place.store, s.place.race) for s in store.results()] == [("s1", 7), ("s1", 8)]


def test_a_wrong_clock_is_replaced_by_the_halls(store: HallStore) -> None:
    add(store, result(1, at=0, clock_synced=False))
    assert store.results()[0].when == 50.0


def test_any_name_survives(store: HallStore) -> None:
    players = [{"seat": 1, "name": "\x00 Ada \ud800 \U0001f6f7"}]
    add(store, result(1, players=players))
    assert store.results()[0].content["players"][0]["name"] == "\x00 Ada \ufffd \U0001f6f7"


def test_settings_are_made_once_and_tables_come_back_offline(
    store: HallStore, url: str, tmp_path: Path
) -> None:
    assert store.setting("pin", lambda: "1") == store.setting("pin", lambda: "2") == "1"
    live = Live()
    shown = read("t1", "state", encoded(state()))
    assert isinstance(shown, State)
    live.state(shown, 5.0)
    for _ in range(2):
        store.save_tables(live.tables.values())
    again = HallStore.open(tmp_path, url)
    (table,) = again.tables().values()
    again.close()
    assert (table.name, table.online, table.state) == ("t1", False, shown)


def test_the_migrations_build_the_schema(url: str, tmp_path: Path) -> None:
    engine = open_engine(tmp_path, url)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, METADATA) == []
    engine.dispose()


@pytest.mark.parametrize("url", ["nonsense", "sqlite:///x", "postgresql://u:geheim@127.0.0.1:1/x"])
def test_a_database_that_cannot_be_opened_is_said_without_its_password(
    url: str, tmp_path: Path
) -> None:
    with pytest.raises(StoreError) as caught:
        HallStore.open(tmp_path, url)
    assert "geheim" not in repr(caught.value)
