"""players.py: whole random races."""

from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from companion.bench import players
from companion.games import GAMES, history
from tests.games import random_play

GAME = GAMES["snow_tails"]


def options(count: int = 5, **more: Any) -> dict[str, Any]:
    seats = [
        {"seat": seat, "name": f"Player {seat}", "colour": f"c{seat}", "place": seat}
        for seat in range(1, count + 1)
    ]
    return {"seats": seats, "limits": [4, 3, 5, 4, 6], **more}


def end(game_options: Mapping[str, Any], seed: int) -> Mapping[str, Any]:
    log = players.play(GAME, game_options, Random(seed))
    return GAME.view(history.replay(GAME, game_options, log).state).state


def test_a_seed_always_plays_the_same_race_and_another_seed_a_different_one() -> None:
    assert players.play(GAME, options(), Random(7)) == players.play(GAME, options(), Random(7))
    assert players.play(GAME, options(), Random(7)) != players.play(GAME, options(), Random(8))


@pytest.mark.parametrize("count", [2, 3, 4, 5])
def test_races_have_a_realistic_length_and_most_sleds_finish(count: int) -> None:
    ends = [end(options(count), seed) for seed in range(5)]
    assert all(state["phase"] == "over" for state in ends)
    assert all(10 <= state["round"] <= 25 for state in ends)
    statuses = Counter(seat["status"] for state in ends for seat in state["seats"])
    assert statuses["finished"] > 0.8 * statuses.total()


def test_random_players_use_every_kind_of_act() -> None:
    acts = [act for seed in range(12) for act in players.play(GAME, options(), Random(seed))]
    kinds = Counter(act["act"] for act in acts)
    assert kinds.keys() == {"tap", "slot", "mark", "done", "shift", "order", "undo", "redo"}
    marks = Counter((act["what"], act.get("late", False)) for act in acts if act["act"] == "mark")
    assert marks.keys() == {
        *((what, False) for what in ("line", "sapling", "edge", "sled")),
        ("line", True),
    }
    dones = [act for act in acts if act["act"] == "done"]
    assert 0 < sum(act.get("bonus", False) for act in dones) < len(dones) / 2
    assert any("rows" in act for act in dones)
    shown = [act["card"] for act in acts if act["act"] == "tap"]
    assert {card.keys() == {"value"} for card in shown} == {True, False}


def test_an_endless_race_is_ended_early() -> None:
    far = options(2, limits=[9] * 90)
    state = end(far, 1)
    assert state["phase"] == "over"
    assert state["round"] == players.MOST_ROUNDS + 1


def test_any_deck_can_be_played() -> None:
    few = {"1": 1, "2": 2, "3": 3, "4": 2, "5": 1}
    assert end(options(3, deck=few), 1)["phase"] == "over"
    assert end(options(3, deck=2), 1)["phase"] == "over"


def test_random_legal_acts_end_the_race() -> None:
    """test_stateful.py checks that it ends in every game."""
    race = history.begin(GAME, options())
    for act in random_play.wander(race, Random(3)):
        race, _ = race.apply(act)
    assert race.game.view(race.state).over
