"""The games of the companion, by the name that a race's options give."""

from typing import Any

from companion.games.game import Game, Say
from companion.games.husky.spec import SPEC as HUSKY
from companion.games.reindeer_races.spec import SPEC as REINDEER_RACES
from companion.games.snow_tails.spec import SPEC as SNOW_TAILS
from companion.games.spec import GameSpec

GAME_SPECS: dict[str, GameSpec] = {
    "snow_tails": SNOW_TAILS,
    "reindeer_races": REINDEER_RACES,
    "husky": HUSKY,
}

GAMES: dict[str, Game[Any]] = {name: spec.game for name, spec in GAME_SPECS.items()}


def title(game: str) -> Say:
    """The title of a game."""
    return Say(f"ui.game_{game}")
