"""A tournament: players, rounds, results, finals, and the order they lead to. Pure.

Like a season, a tournament is the fold of its acts: `rules` has the five functions of a game, so
that `games.history` provides undo and redo. Time and chance are arguments: an act of a draw
contains the whole draw.
"""
