"""Snow Tails played by random players with real decks of cards."""

from random import Random

import pytest
from shared import seeds
from trial_snow_tails import options

from companion.bench import players
from companion.games import GAMES


@pytest.mark.parametrize("batch", seeds(1, 20))
def test_random_players_cards_match_the_recorded_counts(batch: int) -> None:
    for seed in range(10 * batch, 10 * batch + 10):
        rng = Random(seed)
        chosen = options(rng) | {"limits": [5, 4, 6, 4]}
        party = players.Party(GAMES["snow_tails"], chosen, rng)
        while party.go_on():
            for seat in party.state["seats"]:
                musher = party.mushers[seat["seat"]]
                lying = [*musher.tops.values(), *musher.under, *musher.discard]
                assert (len(musher.deck), len(musher.discard)) == (seat["deck"], seat["discard"])
                for value, unseen in seat["unseen"].items():
                    assert unseen >= sum(c.value == int(value) for c in musher.hand + musher.deck)
                assert len(lying) + len(musher.hand) + len(musher.deck) == len(set(lying)) + len(
                    set(musher.hand)
                ) + len(set(musher.deck))
        assert party.state["phase"] == "over", f"seed {seed} is stuck"
