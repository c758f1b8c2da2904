"""The rules of Sprint, as the five functions of a game (games/game.py).

Every sled starts at space 0. In its turn a sled goes as many spaces as one dog card says; the first
to reach the finish wins. A game of three pages, to show what a game consists of.
"""

from companion.games.sprint.rules import apply, legal, setup
from companion.games.sprint.view import read, view

__all__ = ["apply", "legal", "read", "setup", "view"]
