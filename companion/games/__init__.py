"""The games that the companion knows, by the name that stands in a race's options."""

from typing import Any

from companion.games.game import Game, Say
from companion.games.husky.room import ROOM as HUSKY
from companion.games.reindeer_races.room import ROOM as REINDEER_RACES
from companion.games.room import Room
from companion.games.snow_tails.room import ROOM as SNOW_TAILS

ROOMS: dict[str, Room] = {
    "snow_tails": SNOW_TAILS,
    "reindeer_races": REINDEER_RACES,
    "husky": HUSKY,
}

GAMES: dict[str, Game[Any]] = {name: room.game for name, room in ROOMS.items()}


def title(game: str) -> Say:
    """What people call a game."""
    return Say(f"ui.game_{game}")
