"""The players' clocks: from the times of the saved acts, without breaks and struck turns."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.library.library import Library
from companion.pages import state_json
from tests.table.table_actor import OPTIONS, Actor

Open = Callable[[], Actor]


@pytest.fixture
def open_table(tmp_path: Path) -> Iterator[Open]:
    actors: list[Actor] = []

    def at() -> Actor:
        actors.append(Actor(tmp_path / "data"))
        return actors[-1]

    yield at
    for actor in actors:
        actor.close()


@pytest.fixture
def table(open_table: Open) -> Actor:
    actor = open_table()
    actor.post("first")
    begun = actor.post("race", game="snow_tails", options=OPTIONS, clock=True, replace=None)
    assert begun.status == 200
    return actor


def clock(table: Actor) -> Any:
    return state_json.state(table.table.snapshot, "en")["race"]["clock"]


def turn(table: Actor, seat: int, seconds: float) -> None:
    """A whole turn that takes so long."""
    table.now += seconds
    table.act(act="tap", seat=seat, card={"value": 3})
    table.act(act="slot", seat=seat, slot="left")
    table.act(act="done", seat=seat)


def test_turns_add_up_and_the_running_one_has_its_begin(table: Actor) -> None:
    begun = table.now
    assert clock(table) == {"used_s": {}, "since_s": begun, "stopped_s": None}
    turn(table, 1, 12.5)
    turn(table, 3, 40)
    assert clock(table)["used_s"] == {"1": 12.5, "3": 40.0}
    assert clock(table)["since_s"] == table.now == begun + 52.5


def test_break_stops_the_clock(table: Actor) -> None:
    table.now += 5
    table.post("break", on=True)
    assert clock(table)["stopped_s"] == table.now
    table.now += 300
    table.post("break", on=False)
    turn(table, 1, 2)
    assert clock(table)["used_s"] == {"1": 7.0}


def test_struck_and_undone_turns_do_not_count(table: Actor) -> None:
    turn(table, 1, 90)
    turn(table, 3, 8)
    table.act(act="untimed", seat=1)
    assert clock(table)["used_s"] == {"3": 8.0}
    table.post("act", act={"act": "undo"})
    table.post("act", act={"act": "undo"})
    assert clock(table)["used_s"] == {"1": 90.0}


def test_clocks_are_the_same_after_a_power_cut(table: Actor, open_table: Open) -> None:
    turn(table, 1, 12.5)
    table.now += 30
    table.close()
    again = open_table()
    assert clock(again) == {"used_s": {"1": 12.5}, "since_s": None, "stopped_s": None}
    turn(again, 3, 20)
    assert clock(again)["used_s"] == {"1": 12.5}


def test_second_turn_of_a_sled_that_plays_on_alone_begins_anew(table: Actor) -> None:
    for seat in {one["seat"] for one in OPTIONS["seats"]} - {1}:
        table.act(act="retire", seat=seat)
    turn(table, 1, 10)
    turn(table, 1, 4)
    assert clock(table)["used_s"] == {"1": 14.0}


def test_race_without_clocks_has_none(open_table: Open) -> None:
    actor = open_table()
    actor.begin()
    assert clock(actor) is None
    assert Library(actor.store).races()[0]["clock"] is False


def test_saved_race_says_that_its_clocks_are_shown(table: Actor) -> None:
    assert Library(table.store).races()[0]["clock"] is True
