"""The rules of Husky, as the five functions of a game (games/game.py)."""

from companion.games.husky.acts import apply
from companion.games.husky.legal import legal
from companion.games.husky.options import setup
from companion.games.husky.seats import read
from companion.games.husky.view import view

__all__ = ["apply", "legal", "read", "setup", "view"]
