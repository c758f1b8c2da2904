"""Tournaments in the hall's database: durable before visible, following their tables, undo."""

from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from reports import act, result

from companion.errors import Refused, StoreError
from companion.games.game import Act
from companion.hall import payloads
from companion.hall.keeper import Keeper
from companion.hall.live import Live
from companion.hall.receiver import ToSave
from companion.hall.store.store import HallStore
from companion.hall.tournament.fold import Tournament
from companion.hall.tournaments import Tournaments
from tests.hall.postgres import PostgreSQL
from tests.hall.test_hall_store import record
from tests.patience import until

OPTIONS = {"name": "Cup \U0001f6f7", "game": "snow_tails", "race": {"limits": [4, 3]}}
ROUND = {"act": "round", "races": [[1, 2], [3, 4]]}
RACE = 7
"""The number of the table's race in reports.py."""


@pytest.fixture
def hall(store: HallStore) -> Tournaments:
    return Tournaments(store)


@pytest.fixture
def other(url: str, tmp_path: Path, store: HallStore) -> Iterator[Tournaments]:
    """Another hall on the same database."""
    again = HallStore.open(tmp_path, url)
    tournaments = Tournaments(again)
    tournaments.refresh()
    yield tournaments
    again.close()


def begun(hall: Tournaments, *acts: Act) -> int:
    id = hall.create(OPTIONS)
    names: Act = {"act": "import", "names": ["Ada", "Ben", "Cleo", "Dag"]}
    tables = [{"act": "table", "table": table, "up": True} for table in ("t1", "t2")]
    for one in (names, *tables, *acts):
        do(hall, id, one)
    return id


def do(hall: Tournaments, id: int, one: Act, after: int | None = None) -> list[str]:
    return [event.key for event in hall.apply(id, lambda state: one, after)]


def prepared(race: int = 1, saved: int = RACE) -> Act:
    return {"act": "prepare", "race": race, "report": {"store": "s1", "race": saved}}


def hear(store: HallStore, hall: Tournaments, *reports: dict[str, Any]) -> None:
    """The keeper saves these and tells the hall which were new."""
    hall.follow(store.add(map(record, reports), 50.0))


def places(hall: Tournaments, id: int, race: int = 1) -> tuple[int | None, ...]:
    return hall.running[id].state.race(race).places


def test_a_tournament_is_the_same_after_a_restart(
    hall: Tournaments, url: str, tmp_path: Path
) -> None:
    id = begun(hall, ROUND, {"act": "no_show", "player": 4}, {"act": "undo"}, prepared())
    assert hall.create(OPTIONS) != id
    again = HallStore.open(tmp_path, url)
    restarted = Tournaments(again)
    restarted.refresh()
    again.close()
    assert restarted.running[id].state == hall.running[id].state
    assert restarted.running[id].log == hall.running[id].log
    assert len(restarted.running) == 2


def test_an_act_whose_number_is_taken_comes_after_the_one_that_has_it(
    store: HallStore, hall: Tournaments
) -> None:
    id = begun(hall)
    before = hall.running[id]
    store.tournaments.append(id, len(before.log) + 1, {"act": "entry", "open": False}, 5.0)
    assert do(hall, id, {"act": "enter", "name": "Eva"}) == ["tournament.entered"]
    assert not hall.running[id].state.entry
    assert len(hall.running[id].log) == len(before.log) + 2


def test_two_halls_on_one_database_add_to_one_list(hall: Tournaments, other: Tournaments) -> None:
    id = begun(hall)
    other.refresh()

    def enter(at: Tournaments, start: int) -> None:
        for n in range(start, start + 15):
            do(at, id, {"act": "enter", "name": f"P{n}"})

    threads = [Thread(target=enter, args=(at, n)) for at, n in ((hall, 0), (other, 100))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for at in (hall, other):
        at.refresh()
    assert hall.running[id].state == other.running[id].state
    assert len(hall.running[id].state.players) == 4 + 30


def test_what_another_hall_takes_back_is_taken_back_here(
    hall: Tournaments, other: Tournaments
) -> None:
    id = begun(hall, ROUND, *({"act": "score", "race": n, "places": [1, 2]} for n in (1, 2)))
    do(hall, id, {"act": "close"})
    other.refresh()
    assert other.running[id].state.ended
    do(hall, id, {"act": "undo"})
    other.refresh()
    assert not other.running[id].state.ended


def test_a_race_begins_and_ends_by_itself(store: HallStore, hall: Tournaments) -> None:
    id = begun(hall, ROUND, prepared())
    hear(store, hall, act(0), act(1))
    assert hall.running[id].state.race(1).running
    hear(store, hall, act(2), result(2))
    assert places(hall, id) == (2, 1)
    count = len(hall.running[id].log)
    hear(store, hall, act(2), result(2))
    assert len(hall.running[id].log) == count
    hear(store, hall, act(3))
    assert hall.running[id].state.race(1).running


def test_what_a_hall_saved_before_it_ended_another_hall_follows(
    store: HallStore, hall: Tournaments, other: Tournaments
) -> None:
    id = begun(hall, ROUND, prepared())
    other.refresh()
    other.follow([])
    reports = [record(one) for one in (act(0), act(1), act(2), result(2))]
    store.add(reports, 50.0)  # and the first hall ends
    keeper = Keeper(store, Live(), other.follow)
    keeper.start()
    for report in reports:
        keeper.keep(ToSave(report, lambda: None))
    until(lambda: places(other, id) == (2, 1))
    keeper.stop()


def test_what_two_halls_follow_counts_once_and_is_no_trouble(
    store: HallStore, hall: Tournaments, other: Tournaments
) -> None:
    id = begun(hall, ROUND, prepared())
    for at in (hall, other):
        at.refresh()
        at.follow([])
    reports = [record(one) for one in (act(1), act(2), result(2))]
    store.add(reports, 50.0)
    hall.follow(reports)
    length = len(hall.running[id].log)
    assert len(other.running[id].log) < length
    other.follow(reports)
    assert (len(other.running[id].log), places(other, id)) == (length, (2, 1))
    assert other.running[id].notes == {}


def test_a_result_that_the_director_has_taken_back_stays_away_until_there_is_another(
    store: HallStore, hall: Tournaments
) -> None:
    id = begun(hall, ROUND, prepared())
    hear(store, hall, act(1), result(1))
    do(hall, id, {"act": "undo"})
    hall.follow([])
    hear(store, hall, act(1), result(1))
    assert places(hall, id) == ()
    restarted = Tournaments(store)
    restarted.follow([])
    assert places(restarted, id) == ()
    hear(store, hall, act(2), act(3), result(3))
    assert places(hall, id) == (2, 1)


def test_a_hall_that_was_away_catches_up_with_its_tables(
    store: HallStore, hall: Tournaments
) -> None:
    """It ended after the result was saved, and before its tournament had it."""
    id = begun(hall, ROUND, prepared())
    store.add(map(record, [act(1), result(1)]), 50.0)
    restarted = Tournaments(store)
    restarted.follow([])
    assert places(restarted, id) == (2, 1)


def test_a_backup_at_the_table_replaces_its_result(store: HallStore, hall: Tournaments) -> None:
    id = begun(hall, ROUND, prepared())
    hear(store, hall, *(act(n) for n in range(9)), result(8))
    hear(store, hall, act(3, branch="b2"))
    assert hall.running[id].state.race(1).running
    hear(store, hall, act(4, branch="b2"), result(4, branch="b2", result=WON_BY_1))
    assert places(hall, id) == (1, 2)
    hear(store, hall, act(9), result(9))
    assert places(hall, id) == (1, 2)


WON_BY_1 = [{"seat": 1, "place": 1}, {"seat": 2, "place": 2}]


def test_an_open_place_is_noted_for_the_director(store: HallStore, hall: Tournaments) -> None:
    id = begun(hall, ROUND, prepared())
    open = [{"seat": 1, "place": 1}, {"seat": 2, "place": None, "open": True}]
    hear(store, hall, act(1), result(1, result=open))
    assert noted(hall.running[id]) == {1: "tournament.places_open"}
    hear(store, hall, act(2), act(3), result(3))
    assert noted(hall.running[id]) == {}


def noted(tournament: Tournament) -> dict[int, str]:
    return {race: note.key for race, note in tournament.notes.items()}


def test_undo_takes_back_only_what_its_page_has_shown(hall: Tournaments) -> None:
    id = begun(hall, ROUND)
    shown = len(hall.running[id].log)
    do(hall, id, {"act": "entry", "open": False})
    with pytest.raises(Refused) as refused:
        do(hall, id, {"act": "undo"}, after=shown)
    assert refused.value.key == "tournament.changed_since"
    assert do(hall, id, {"act": "undo"}, after=shown + 1) == ["history.undone"]
    assert hall.running[id].state.entry


def test_a_tournament_that_newer_rules_refuse_hides_no_other(
    store: HallStore, hall: Tournaments
) -> None:
    bad = store.tournaments.create({"name": "Old", "game": "chess"}, 1.0)
    id = begun(hall)
    assert bad not in hall.running
    assert id in hall.running


@pytest.mark.postgresql
def test_while_the_database_is_away_nothing_is_shown_and_later_all_of_it(
    server: PostgreSQL, tmp_path: Path
) -> None:
    store = HallStore.open(tmp_path, server.url())
    hall = Tournaments(store)
    id = begun(hall, ROUND, prepared())
    before = hall.running[id]
    news: list[payloads.Act | payloads.Result] = store.add(
        map(record, [act(1, store="s1"), result(1)]), 50.0
    )
    server.stop()
    with pytest.raises(StoreError):
        do(hall, id, {"act": "enter", "name": "Eva"})
    hall.follow(news)
    assert hall.running[id] is before
    server.start()
    hall.follow([])
    assert places(hall, id) == (2, 1)
    store.close()
