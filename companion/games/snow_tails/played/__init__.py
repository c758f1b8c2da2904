"""Sleds that the table plays: the acts of a turn, by strength. Pure; chance is an argument.

A player sees what people at the table see, and its own hand. `choice.py` chooses, `plays.py` lists
the plays of a turn by the rules' own functions, `values.py` judges them, `ahead.py` knows the way
to the finish, `reasons.py` says why.
"""

from companion.games.snow_tails.pawns import put_back
from companion.games.snow_tails.played.choice import choose, is_own, own_acts, owner

__all__ = ["choose", "is_own", "own_acts", "owner", "put_back"]
