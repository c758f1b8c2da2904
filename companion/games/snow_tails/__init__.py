"""The rules of Snow Tails, as the five functions of a game (games/game.py)."""

from companion.games.snow_tails.acts import apply
from companion.games.snow_tails.legal import legal
from companion.games.snow_tails.options import setup
from companion.games.snow_tails.seats import read
from companion.games.snow_tails.view import view

__all__ = ["apply", "legal", "read", "setup", "view"]
