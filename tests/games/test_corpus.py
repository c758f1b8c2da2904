"""The corpus in positions/: one test for each vector of the rules, named by id."""

import pytest
from corpus import Vector, options, play, vectors
from trials import TRIALS

from companion.games import GAMES, history


@pytest.mark.parametrize("vector", vectors(), ids=lambda vector: vector.id)
def test_vector_of_the_rules_holds(vector: Vector) -> None:
    player = play(vector)
    if player is None:
        return
    race = player.race
    assert history.replay(race.game, options(vector), race.acts).state == race.state


def test_vectors_have_unique_ids_and_sources() -> None:
    every = vectors()
    assert len({(vector.game, vector.id) for vector in every}) == len(every)
    assert [vector.id for vector in every if "from" not in dict(vector.head)] == []
    assert [v.id for v in every if not any(line[:2] in ("= ", "no") for _, line in v.lines)] == []


@pytest.mark.parametrize("game", list(GAMES))
def test_corpus_has_every_vector_of_the_rules(game: str) -> None:
    assert {vector.id for vector in vectors() if vector.game == game} >= TRIALS[game].VECTORS
