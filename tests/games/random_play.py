"""Random legal acts in any game, until the race is over."""

from collections.abc import Iterator, Mapping
from random import Random

from companion.games import history
from companion.games.game import Act

WEIGHTS: Mapping[str, float] = {
    **{"done": 8, "order": 5, "slot": 4, "tap": 4, "mark": 3, "shift": 2, "draw": 4, "move": 4},
    **{"retire": 0.01, "end": 0.002},
}
"""How often `wander` takes a kind of act where it is legal; 1 for a kind that is not named."""


def wander(race: history.History, rng: Random) -> Iterator[Act]:
    """Random legal acts until the race is over, weighted so that turns and races end."""
    while kinds := _kinds(race):
        weights = [WEIGHTS.get(kind, 1.0) for kind in kinds]
        acts = kinds[rng.choices(list(kinds), weights)[0]]
        act = rng.choice(acts)
        race, _ = race.apply(act)
        yield act


def _kinds(race: history.History) -> dict[str, list[Act]]:
    kinds: dict[str, list[Act]] = {}
    for act in race.game.legal(race.state):
        kinds.setdefault(act["act"], []).append(act)
    return kinds
