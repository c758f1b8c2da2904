"""The tables as they are now."""

import pytest
from reports import encoded, state, status

from companion.hall import live as lives
from companion.hall.live import Live
from companion.hall.payloads import BadPayload, State, Status, read


def online(store: str = "s1") -> Status:
    found = read("t1", "status", encoded(status(store=store)))
    assert isinstance(found, Status)
    return found


def offline(store: str = "s1") -> Status:
    return Status("t1", store, False, "")


def racing(store: str = "s1", stage: str = "racing", race: int = 7) -> State:
    shown = {"round": 3, "stage": stage}
    about = {"id": race, "n": 3, "game": "snow_tails"}
    found = read("t1", "state", encoded(state(store=store, shown=shown, race=about)))
    assert isinstance(found, State)
    return found


def test_a_table_is_online_since_it_came_and_offline_since_it_went() -> None:
    live = Live()
    live.status(online(), 100.0)
    live.status(online(), 150.0)
    assert (live.tables["t1"].online, live.tables["t1"].since) == (True, 100.0)
    live.status(offline(), 200.0)
    table = live.tables["t1"]
    assert (table.online, table.since, table.title) == (False, 200.0, "Kitchen")


def test_a_race_runs_since_it_was_first_seen_begun() -> None:
    live = Live()
    for at, stage in ((10.0, "set_up"), (20.0, "racing"), (30.0, "break"), (40.0, "over")):
        live.state(racing(stage=stage), at)
    assert live.tables["t1"].race_since == 20.0
    live.state(racing(stage="racing", race=8), 50.0)
    assert live.tables["t1"].race_since == 50.0


def test_two_tables_of_one_name_are_noticed_and_a_replaced_one_is_not() -> None:
    live = Live()
    for at, store in enumerate(("s1", "s1", "s2", "s2")):
        live.state(racing(store), float(at))
    assert not live.tables["t1"].twins
    live.state(racing("s1"), 5.0)
    assert live.tables["t1"].twins
    live.state(racing("s1"), 5.0 + lives.TWO_S)
    assert not live.tables["t1"].twins


def test_the_last_will_of_a_twin_leaves_the_other_table_connected() -> None:
    live = Live()
    live.status(online("s1"), 1.0)
    live.status(offline("s2"), 2.0)
    assert (live.tables["t1"].online, live.tables["t1"].twins) == (True, True)


def test_the_same_again_changes_no_version() -> None:
    live = Live()
    live.status(online(), 1.0)
    version = live.version
    live.status(online(), 2.0)
    assert live.version == version


def test_refusals_are_counted_by_table_and_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lives, "MOST_REASONS", 2)
    live = Live()
    for table in ("a", "a", "b", "c", "d"):
        live.refuse(BadPayload(table, "hall.report_no_json"), 9.0)
    counts = {key: one.count for key, one in live.refusals.items()}
    assert counts == {
        ("a", "hall.report_no_json"): 2,
        ("b", "hall.report_no_json"): 1,
        ("", "hall.report_no_json"): 2,
    }


def test_further_tables_than_the_most_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lives, "MOST_TABLES", 0)
    with pytest.raises(BadPayload):
        Live().status(online(), 1.0)
