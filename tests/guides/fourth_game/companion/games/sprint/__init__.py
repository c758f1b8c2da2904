"""The rules of Sprint, as the five functions of a game (games/game.py).

Every sled starts at space 0. In its turn a sled moves as many spaces as its dog card says; the
first to reach the finish wins. A minimal game that shows the parts of a game.
"""

from companion.games.sprint.rules import apply, legal, setup
from companion.games.sprint.view import read, view

__all__ = ["apply", "legal", "read", "setup", "view"]
