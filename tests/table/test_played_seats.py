"""Seats that the table plays: it thinks in a thread, and only for the position on the table."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from companion.errors import Refused
from companion.library import deck_seed, export, races
from companion.messages import sentence
from companion.pages import preview, state_json
from companion.table.played_seats import PAUSE_S
from tests.table.table_actor import Actor

LAID = [{"piece": name, "side": "A"} for name in ("1", "2", "5", "10")]
OPTIONS: Mapping[str, Any] = {
    "seats": [
        {"seat": 1, "name": "Ada", "colour": "red", "place": 1},
        {"seat": 3, "name": "Balto", "colour": "blue", "place": 2, "played": "keen"},
    ],
    "limits": [],
    "laid": LAID,
    "box": "example",
    "seed": 7,
}


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Actor]:
    actor = Actor(tmp_path / "data")
    assert actor.begin(options=OPTIONS).status == 200
    yield actor
    actor.close()


def play(table: Actor) -> None:
    """Ada's turn."""
    assert table.act(act="tap", seat=1, card={"value": 3}, slot="left").status == 200
    assert table.act(act="done", seat=1).status == 200


def pass_time(table: Actor, seconds: float = PAUSE_S) -> None:
    table.now += seconds
    table.table.tick(table.now)


def count(table: Actor) -> int:
    race = table.table.snapshot.race
    assert race is not None
    return race.acts


def until_played(table: Actor) -> None:
    """Let the table play its turn."""
    before = count(table)
    pass_time(table)
    while count(table) == before or table.state["seats"][1]["pending"]:
        table.step()


def test_it_plays_after_a_pause_and_people_move_its_sled(table: Actor) -> None:
    play(table)
    before = count(table)
    pass_time(table, PAUSE_S / 2)
    assert table.inbox.empty()
    until_played(table)
    assert count(table) > before
    assert table.state["to_move"] == [3]
    assert table.store.acts(1)[-1].origin["from"] == "from.table"


def test_people_cannot_play_its_cards(table: Actor) -> None:
    play(table)
    answer = table.act(act="tap", seat=3, card={"value": 3})
    assert (answer.status, answer.key) == (409, "table.played")


def test_undo_takes_back_its_turn_with_the_one_before_and_it_plays_the_same_again(
    table: Actor,
) -> None:
    play(table)
    until_played(table)
    acts = [entry.act for entry in table.store.acts(1)]
    assert table.act(act="undo").status == 200
    assert (count(table), table.state["turn"]) == (1, 1)
    assert table.act(act="done", seat=1).status == 200
    until_played(table)
    played = [entry.act for entry in table.store.acts(1)][-len(acts) + 2 :]
    assert [_timeless(act) for act in played] == [_timeless(act) for act in acts[2:]]


def test_its_seat_is_taken_by_no_phone_until_the_race_is_over(table: Actor) -> None:
    answer = table.post("claim", seat=3)
    assert (answer.status, answer.key) == (409, "table.played")
    assert table.post("claim", seat=1).status == 200
    assert table.act(act="end").status == 200
    assert table.post("claim", seat=3).status == 200


def test_undo_says_where_its_sled_returns(table: Actor) -> None:
    play(table)
    start = table.table.snapshot.race.history.state.sled(3).at
    until_played(table)
    assert table.act(act="undo").status == 200
    notices = table.table.snapshot.notices
    (told,) = [notice for notice in notices if notice.key == "table.put_back"]
    text = sentence(told.key, told.params, "en")
    piece, lane, space = start
    where = f"piece {piece + 1}, lane {lane} from the left, space {space}"
    assert text == f"The turn of Balto is taken back, too. Put back: Balto to {where}."


def test_undo_that_moves_no_sled_of_the_table_says_nothing_of_it(table: Actor) -> None:
    play(table)
    assert table.act(act="undo").status == 200
    assert "table.put_back" not in [notice.key for notice in table.table.snapshot.notices]


def _timeless(act: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in act.items() if name != "took_s"}


def test_choice_for_a_position_that_is_gone_is_dropped(table: Actor) -> None:
    play(table)
    pass_time(table)
    thought = table.inbox.get(timeout=20)
    assert table.act(act="undo").status == 200
    before = count(table)
    thought(table.now)
    assert count(table) == before


def test_it_waits_in_a_break(table: Actor) -> None:
    play(table)
    assert table.post("break", on=True).status == 200
    pass_time(table, 60)
    assert table.inbox.empty()


def test_seed_is_drawn_for_played_seats_and_shown_after_the_race(table: Actor) -> None:
    plain = {name: value for name, value in OPTIONS.items() if name != "seed"}
    assert deck_seed.drawn(plain)["seed"] != deck_seed.drawn(plain)["seed"]
    assert deck_seed.drawn(OPTIONS) == OPTIONS
    assert "seed" not in deck_seed.drawn({"seats": [{"name": "Ada"}]})
    race, saved = table.table.snapshot.race, table.store.race(1)
    assert race is not None
    assert saved is not None
    assert "seed" not in state_json._race(race, None, "en")["options"]
    running = export.document(saved, table.store.acts(1))
    assert "seed" not in running["options"]
    with pytest.raises(Refused, match=r"saved\.cards_secret"):
        export.replay(running)
    assert table.act(act="end").status == 200
    ended = table.store.race(1)
    assert ended is not None
    over = export.document(ended, table.store.acts(1))
    assert over["options"]["seed"] == 7
    export.replay(over)


def test_the_largest_seed_that_is_drawn_starts_a_race(tmp_path: Path) -> None:
    actor = Actor(tmp_path / "other")
    assert actor.begin(options={**OPTIONS, "seed": 2**deck_seed.BITS - 1}).status == 200
    actor.close()


def test_a_turn_of_the_table_has_no_time(table: Actor) -> None:
    play(table)
    until_played(table)
    race = table.table.snapshot.race
    assert race is not None
    timed = {
        entry.act["seat"]: "took_s" in entry.act
        for entry in table.store.acts(1)
        if entry.act["act"] == "done"
    }
    assert timed == {1: True, 3: False}


def test_its_cards_cannot_be_tried_out(table: Actor) -> None:
    """A preview that refuses the cards it lacks would tell its hand."""
    play(table)
    web = table.web(lambda post: None)
    for value in range(1, 6):
        tap = {"act": "tap", "seat": 3, "card": {"value": value}}
        with pytest.raises(Refused) as refused:
            preview.preview(web, {"acts": [tap]})
        assert refused.value.key == "table.played"


def test_act_without_a_name_is_no_act(table: Actor) -> None:
    assert table.act(act=["tap"], seat=3).status == 400


def test_a_seat_that_the_table_plays_is_no_player_of_earlier_races(table: Actor) -> None:
    saved = table.store.race(1)
    assert saved is not None
    assert [player["name"] for player in races.all_players([saved])] == ["Ada"]
