"""Every game through the whole product: box, set-up, play, history, story, replay."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from trials import TRIALS

from companion.drivers.simulated.cards import tagged_of
from companion.games import GAME_SPECS, history, pieces
from companion.library import export
from companion.library.library import Library
from companion.messages import languages
from companion.pages import state_json
from companion.signals import Origin, Tag
from companion.store.store import waited
from tests.games import random_play
from tests.table.table_actor import Actor

MOST_ACTS = 150


@pytest.fixture(params=list(GAME_SPECS))
def game(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def open_table(tmp_path: Path) -> Iterator[Callable[[], Actor]]:
    """A function that opens a table with the saved data of the previous one, which it closes."""
    opened: list[Actor] = []

    def again() -> Actor:
        for before in opened:
            before.close()
        actor = Actor(tmp_path, seats=(1, 2, 3, 4, 5, 6))
        actor.keys = 10_000 * len(opened)
        opened.append(actor)
        actor.post("first", "host")
        return actor

    yield again
    opened[-1].close()


@pytest.fixture
def table(open_table: Callable[[], Actor]) -> Actor:
    return open_table()


def begin(table: Actor, game: str, **options: Any) -> int:
    """Start a race of this game with the box in force at the simulated table."""
    rng = Random(5)
    chosen = {name: value for name, value in TRIALS[game].options(rng).items() if name != "box"}
    answer = table.post("race", game=game, options={**chosen, **options}, replace=None)
    assert answer.status == 200, answer
    assert answer.race is not None
    return answer.race


def play(table: Actor) -> None:
    """Play random legal acts from the host's phone until the race is over."""
    rng = Random(7)
    for _ in range(MOST_ACTS):
        race = shown(table)
        if race.game.view(race.state).over:
            return
        answer = table.post("act", act=next(random_play.wander(race, rng)))
        assert answer.status == 200, answer
    assert table.act(act="end").status == 200


def shown(table: Actor) -> history.History:
    info = table.table.snapshot.race
    assert info is not None
    return info.history


def test_race_is_played_saved_and_replayed(table: Actor, game: str) -> None:
    race = begin(table, game)
    play(table)
    state = json.loads(json.dumps(table.state))
    assert state["phase"] == "over"
    saved = Library(table.store)
    (listed,) = saved.races()
    assert (listed["game"], listed["over"]) == (game, True)
    spec = GAME_SPECS[game]
    assert listed["example"] == (spec.box is not None and spec.box_in_races)
    export.replay(export.read(json.dumps(saved.race(race))))
    story = saved.story(race)
    assert story is not None
    for seat in story["seats"]:
        assert {len(values) for values in seat["figures"].values()} == {story["rounds"]}
        assert len(seat["place"]) == story["rounds"] + 1
    assert {one["name"] for one in saved.records(game)["players"]} == {
        seat["name"] for seat in story["seats"]
    }
    assert [one["text"] for one in (saved.past(race, "de") or {})["past"][0]["events"]] != [""]


def test_streamed_and_requested_states_are_equal(table: Actor, game: str) -> None:
    begin(table, game)
    rng = Random(11)
    for _ in range(60):
        if (race := shown(table)).game.view(race.state).over:
            break
        assert table.post("act", act=next(random_play.wander(race, rng))).status == 200
        for lang in languages():
            streamed = json.loads(state_json.message(table.table.snapshot, lang).data)
            assert streamed == json.loads(json.dumps(state_json.state(table.table.snapshot, lang)))


def test_race_survives_a_restart_and_can_be_undone_to_its_start(
    open_table: Callable[[], Actor], game: str
) -> None:
    table = open_table()
    begin(table, game)
    start = json.loads(json.dumps(table.state))
    play(table)
    end = json.loads(json.dumps(table.state))
    table = open_table()
    assert json.loads(json.dumps(table.state)) == end
    assert table.post("act", act={"act": "undo"}, to=0).status == 200
    assert json.loads(json.dumps(table.state)) == start


def test_season_counts_races_of_every_game(table: Actor) -> None:
    for game in GAME_SPECS:
        begin(table, game)
        assert table.act(act="end").status == 200
    season = table.post("season", name="Winter").race
    for race in range(1, len(GAME_SPECS) + 1):
        answer = table.post("season_act", season=season, act={"act": "race", "race": race})
        assert answer.status == 200, answer
    shown = Library(table.store).season(season or 0, "en")
    assert shown is not None
    assert [race["game"] for race in shown["races"]] == list(GAME_SPECS)


def test_decks_can_be_learned_and_their_cards_are_known(table: Actor, game: str) -> None:
    name = (pieces.decks(game) or ("red",))[0]
    deck = table.post("learn", do="start", game=game, deck=name)
    assert deck.status == 200, deck
    learning = table.table.snapshot.learning
    assert learning is not None
    assert learning.asked is not None
    tagged = tagged_of(learning.deck[0])
    table.signal(Tag(1, tagged.uid, Origin("node", "n")))
    waited(lambda then: table.store.set("x", 1, then))
    while not table.inbox.empty():
        table.step()
    assert table.store.tag(tagged.uid) == tagged
    shown = state_json.state(table.table.snapshot, "fr")["learning"]
    assert (shown["deck"], shown["known"], shown["game"]) == (name, 1, game)
