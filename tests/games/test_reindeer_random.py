"""A thousand random legal races, and paths compared with an independent model."""

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest
from reindeer_model import spaces_gone, table
from shared import seeds
from trial_reindeer_races import check_race, options

from companion.errors import Refused
from companion.games import history
from companion.games import reindeer_races as game
from tests.games import random_play

Json = Mapping[str, Any]
MOST_ACTS = 5000
"""The maximum number of acts of a random race."""


@pytest.mark.parametrize("batch", seeds(1, 39))
def test_random_races_of_the_example_end_and_counts_agree(batch: int) -> None:
    for seed in range(25 * batch, 25 * batch + 25):
        rng = Random(seed)
        race = history.begin(game, {**options(rng), "box": "example"})
        before = game.view(race.state).state
        cards = table(before)
        for count, act in enumerate(random_play.wander(race, rng)):
            race, _ = race.apply(act)
            after = game.view(race.state).state
            cards.follow(act, before, after)
            before = after
            assert count < MOST_ACTS, f"seed {seed} does not end"
        assert game.view(race.state).over, f"seed {seed} is stuck"


def spoken(rng: Random, act: Json) -> Json:
    """The act, sometimes with a free argument: single leaps, a snowman, skis."""
    if act["act"] == "reindeer" and rng.random() < 0.5:
        return {**act, "leaps": [rng.random() < 0.5 for _ in range(rng.randint(0, 4))]}
    if act["act"] == "land" and rng.random() < 0.5:
        return {**act, "action": rng.choice(["snowman", "skis", "none"])}
    return act


def likely(legal: list[Json]) -> list[Json]:
    """Legal acts weighted towards those that advance the race."""
    return [act for act in legal if act["act"] not in ("end", "retire", "flip")]


@pytest.mark.parametrize("batch", seeds(1, 20))
def test_paths_agree_with_the_independent_model(batch: int) -> None:
    for seed in range(20 * batch, 20 * batch + 20):
        rng = Random(seed)
        chosen = options(rng)
        race = history.begin(game, chosen)
        while legal := list(game.legal(race.state)):
            act = spoken(rng, rng.choice(legal if rng.random() < 0.05 else likely(legal)))
            try:
                race, _ = race.apply(act)
            except Refused:
                continue
            state = game.view(race.state).state
            if state["turn"] is not None:
                gone = spaces_gone(state, state["turn"])
                assert gone is None or moved_over(state) == gone
            if rng.random() < 0.1:
                check_race(race, chosen)


def moved_over(state: Json) -> list[int]:
    """The spaces of the path, up to an effect."""
    pending = next(seat["pending"] for seat in state["seats"] if seat["seat"] == state["turn"])
    moves = ("move", "pass", "leap", "slide")
    return [step["space"] for step in pending["path"] if step["kind"] in moves]
