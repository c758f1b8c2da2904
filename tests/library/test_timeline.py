"""The timeline of a race, and undo and redo to any point of it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.library.library import Library
from tests.table.table_actor import Actor

TAP = {"act": "tap", "seat": 1, "card": {"value": 4}}
LEFT = {"act": "slot", "seat": 1, "slot": "left"}
RIGHT = {"act": "slot", "seat": 1, "slot": "right"}
DONE = {"act": "done", "seat": 1}


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Actor]:
    acting = Actor(tmp_path)
    acting.begin()
    for act in (TAP, LEFT, RIGHT, DONE):
        acting.act(**act)
    yield acting
    acting.close()


def rows(table: Actor) -> list[dict[str, Any]]:
    info = table.table.snapshot.race
    assert info is not None
    found = Library(table.store).past(info.id, "en")
    assert found is not None
    past: list[dict[str, Any]] = found["past"]
    return past


def count(table: Actor) -> int:
    info = table.table.snapshot.race
    assert info is not None
    return info.acts


def go(table: Actor, which: str, to: int) -> str:
    return table.post("act", "host", act={"act": which}, to=to).key


def test_each_act_is_listed_with_player_time_and_source(table: Actor) -> None:
    found = rows(table)
    assert [(row["n"], row["act"], row["acts"]) for row in found] == [
        (1, "tap", 1),
        (2, "slot", 2),
        (3, "slot", 3),
        (4, "done", 4),
    ]
    assert {row["from"] for row in found} == {"the host's phone"}
    assert all(row["wall"].endswith("Z") and row["seat"] == 1 for row in found)
    assert found[0]["events"][0]["text"] == "Ada plays a 4. Where does it go?"


def test_undo_can_go_back_to_any_act(table: Actor) -> None:
    assert go(table, "undo", 1) == ""
    assert count(table) == 1
    pending = {"value": 4, "slots": [], "marks": [], "costs": [], "dents": 0}
    assert table.state["seats"][0]["pending"] == pending
    found = rows(table)
    assert [row["act"] for row in found[4:]] == ["undo"] * 3
    assert [row["stands"] for row in found] == [True] + [False] * 6


def test_redo_can_go_forward_to_any_act(table: Actor) -> None:
    go(table, "undo", 0)
    assert go(table, "redo", 3) == ""
    assert [row["stands"] for row in rows(table)] == [True] * 3 + [False] * 8
    table.act(**DONE)
    assert go(table, "redo", 5) == "history.nothing_to_redo"


def test_rows_count_the_acts_in_force_through_undo_and_redo(table: Actor) -> None:
    go(table, "undo", 1)
    go(table, "redo", 3)
    table.act(**DONE)
    assert [row["acts"] for row in rows(table)] == [1, 2, 3, 4, 3, 2, 1, 2, 3, 4]
    assert count(table) == 4


@pytest.mark.parametrize(("which", "to"), [("undo", -1), ("undo", 5), ("redo", 3), ("redo", 9)])
def test_an_unknown_point_is_refused_and_nothing_undone(table: Actor, which: str, to: int) -> None:
    assert go(table, which, to) == f"history.nothing_to_{which}"
    assert count(table) == 4
    assert len(rows(table)) == 4


def test_going_to_the_current_act_does_nothing(table: Actor) -> None:
    assert table.post("act", "host", act={"act": "undo"}, to=4).status == 200
    assert len(rows(table)) == 4


def test_a_repeated_undo_post_counts_once(table: Actor) -> None:
    for _ in range(2):
        table.answer(table.send("act", "host", key="once", act={"act": "undo"}, to=2))
    assert count(table) == 2


def test_undo_needs_a_race_and_the_right(table: Actor, tmp_path: Path) -> None:
    assert table.post("act", "watcher", act={"act": "undo"}, to=0).status == 403
    empty = Actor(tmp_path / "empty")
    empty.post("first", "host")
    assert empty.post("act", "host", act={"act": "undo"}, to=0).key == "table.no_race"
    assert Library(empty.store).past(7, "en") is None
    empty.close()


def test_row_of_a_turn_has_its_time_until_it_is_struck(table: Actor) -> None:
    table.act(act="tap", seat=3, card={"value": 4}, slot="left")
    table.act(act="done", seat=3, took_s=7.5)
    assert rows(table)[-1]["timed"] == {"turn": 1, "took_s": 7.5}
    assert rows(table)[0]["timed"] is None
    assert table.act(act="untimed", seat=3).status == 200
    assert [row["timed"] for row in rows(table)[-2:]] == [None, None]
    assert rows(table)[-1]["events"][0]["text"] == "Bo: the 7.5 s of this turn no longer count."
    table.post("act", act={"act": "undo"})
    assert rows(table)[-3]["timed"] == {"turn": 1, "took_s": 7.5}


def test_player_can_strike_only_their_own_time(table: Actor) -> None:
    table.post("claim", "bo", seat=3)
    assert table.act("bo", act="untimed", seat=1).status == 403
    table.act(act="tap", seat=3, card={"value": 4}, slot="left")
    table.act(act="done", seat=3, took_s=7.5)
    assert table.act("bo", act="untimed", seat=3).status == 200
