"""The rules of Reindeer Races, as the five functions of a game (games/game.py)."""

from companion.games.reindeer_races.acts import apply
from companion.games.reindeer_races.legal import legal
from companion.games.reindeer_races.options import setup
from companion.games.reindeer_races.seats import read
from companion.games.reindeer_races.view import view

__all__ = ["apply", "legal", "read", "setup", "view"]
