"""The games that the companion knows, by the name that stands in a race's options."""

from typing import Any

from companion.games import snow_tails
from companion.games.game import Game

GAMES: dict[str, Game[Any]] = {"snow_tails": snow_tails}
