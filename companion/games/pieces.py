"""The tagged things of each game: which pieces there are for a tag to stand for."""

from collections.abc import Callable, Mapping
from typing import Any

from companion.errors import Refused

Piece = Mapping[str, Any]

VALUES = range(1, 6)
COPIES = range(1, 21)
"""Copies of one value that a deck can have at most (interfaces.md section 2, `deck`)."""


def has_piece(game: str, piece: Piece) -> bool:
    """Whether the game has this piece. Raises Refused `tags.no_such_game`."""
    try:
        fits = _FITS[game]
    except KeyError:
        raise Refused("tags.no_such_game", game=game) from None
    return fits(piece)


def _snow_tails(piece: Piece) -> bool:
    """A dog card: colours are the players' own words, values and copies as decks have them."""
    if set(piece) != {"kind", "colour", "value", "copy"} or piece["kind"] != "dog":
        return False
    colour, value, copy = piece["colour"], piece["value"], piece["copy"]
    return (
        isinstance(colour, str)
        and 0 < len(colour) <= 40
        and colour.isprintable()
        and _whole(value)
        and value in VALUES
        and _whole(copy)
        and copy in COPIES
    )


def _whole(number: Any) -> bool:
    return isinstance(number, int) and not isinstance(number, bool)


_FITS: Mapping[str, Callable[[Piece], bool]] = {"snow_tails": _snow_tails}
