"""A break: no turn is timed, strips rest, any player can end it, and it survives a restart."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.games.game import Light
from companion.signals import Chord, Origin, Press, Tag
from companion.table.strip_frames import StripFrames
from tests.table.table_actor import Actor, damage

NODE = Origin("node", "E6605838834A1B2F", "BEEF", 7)
RED_4 = "AA04000000000A"
TURN = ({"act": "tap", "seat": 1, "card": {"value": 4}}, {"act": "slot", "seat": 1, "slot": "left"})

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
    assert actor.begin().status == 200
    return actor


def on_break(table: Actor) -> bool:
    return table.table.snapshot.on_break


def last_act(table: Actor) -> dict[str, object]:
    return dict(table.store.acts(1)[-1].act)


def test_break_does_not_count_towards_the_turns_time(table: Actor) -> None:
    for act in TURN:
        table.act(**act)
    table.now += 20
    assert table.post("break", on=True).status == 200
    assert on_break(table)
    table.now += 600
    assert table.post("break", on=False).status == 200
    assert not on_break(table)
    table.now += 11.5
    table.act(act="done", seat=1)
    assert last_act(table)["took_s"] == 31.5


def test_repeated_start_or_end_of_a_break_changes_nothing(table: Actor) -> None:
    table.act(**TURN[0])
    table.act(**TURN[1])
    for passed in (5, 100, 100):
        table.now += passed
        table.post("break", on=True)
    table.post("break", on=False)
    table.post("break", on=False)
    table.act(act="done", seat=1)
    assert last_act(table)["took_s"] == 5


@pytest.mark.parametrize(
    "signal",
    [
        Press(3, "ok", False, NODE),
        Press(3, "left", True, NODE),
        Chord(3, NODE),
        Tag(1, RED_4, NODE),
    ],
    ids=["ok", "hold", "chord", "card"],
)
def test_anything_at_a_seat_ends_the_break_and_does_nothing_else(
    table: Actor, signal: Press | Chord | Tag
) -> None:
    table.act(**TURN[0])
    table.post("break", on=True)
    before = table.state
    table.signal(signal)
    table.until_settled(NODE)
    assert not on_break(table)
    assert table.state == before


def test_act_of_a_phone_ends_the_break_and_counts(table: Actor) -> None:
    table.post("break", on=True)
    assert table.act(**TURN[0]).status == 200
    table.rest()
    assert not on_break(table)
    assert table.state["seats"][0]["pending"]["value"] == 4


def test_break_outlives_a_restart_and_the_turn_is_not_timed(table: Actor, open_table: Open) -> None:
    for act in TURN:
        table.act(**act)
    table.post("break", on=True)
    table.close()
    again = open_table()
    assert on_break(again)
    again.post("break", on=False)
    again.now += 50
    again.act(act="done", seat=1)
    assert "took_s" not in last_act(again)


@pytest.mark.parametrize("on", [True, False])
def test_break_that_is_not_saved_changes_nothing(table: Actor, on: bool) -> None:
    for act in TURN:
        table.act(**act)
    table.now += 20
    if not on:
        table.post("break", on=True)
        table.now += 600
    damage(table.folder, "ALTER TABLE setting RENAME TO away")
    answer = table.post("break", on=on)
    damage(table.folder, "ALTER TABLE away RENAME TO setting")
    assert (answer.status, on_break(table)) == (503, not on)
    table.now += 100
    table.post("break", on=False)
    table.act(act="done", seat=1)
    assert last_act(table)["took_s"] == (120 if on else 20)


def test_new_race_has_no_break(table: Actor) -> None:
    table.post("break", on=True)
    table.begin()
    assert not on_break(table)


def test_players_and_hosts_but_not_watchers_may_take_a_break(table: Actor) -> None:
    assert table.post("break", "watcher", on=True).status == 403
    table.post("claim", "ada", seat=1)
    assert table.post("break", "ada", on=True).status == 200


def test_break_without_a_race_or_after_it_is_refused(open_table: Open) -> None:
    table = open_table()
    table.post("first")
    assert table.post("break", on=True).key == "table.no_break"
    table.begin()
    table.act(act="end")
    assert table.post("break", on=True).key == "table.no_break"


def test_every_strip_rests_in_the_break(table: Actor) -> None:
    table.post("break", on=True)
    snapshot = table.table.snapshot
    lamps = StripFrames()
    frames = lamps.frames(snapshot, {}, lambda seat, now: 0.0, {1: 8, 3: 8, 5: 8}, 4.0)
    for frame in frames.values():
        assert [any(pixel) for pixel in frame] == [at in (1, 6) for at in range(8)]
    assert lamps._lights == {seat: Light("break") for seat in (1, 3, 5)}
