"""The tagged things: every player's dog cards, in decks that are named by their colours."""

from typing import Any

from companion.errors import Refused
from companion.games.game import Say
from companion.games.snow_tails.state import VALUES
from companion.games.spec import Json, Piece

DECKS: tuple[str, ...] = ()

COPIES = range(1, 21)
"""Copies of one value that a deck can have at most (interfaces.md section 2, `deck`)."""

MOST_COLOUR = 40
"""Characters of a colour: it is the player's own word."""


def fits(piece: Piece) -> bool:
    """A dog card: colours are the players' own words, values and copies as decks have them."""
    if set(piece) != {"kind", "colour", "value", "copy"} or piece["kind"] != "dog":
        return False
    value, copy = piece["value"], piece["copy"]
    return (
        _is_colour(piece["colour"])
        and _whole(value)
        and value in VALUES
        and _whole(copy)
        and copy in COPIES
    )


def usual(deck: str, box: Json) -> dict[str, int]:
    """Four of each value. Raises Refused `tags.bad_colour`."""
    if not _is_colour(deck):
        raise Refused("tags.bad_colour", colour=deck)
    return {str(value): 4 for value in VALUES}


def most(deck: str) -> int:
    """Copies of one value."""
    return COPIES[-1]


def make(deck: str, card: str, copy: int) -> Piece:
    """A dog of this colour and value."""
    return {"kind": "dog", "colour": deck, "value": int(card), "copy": copy}


def deck_of(piece: Piece) -> str:
    """Its colour."""
    return str(piece.get("colour", ""))


def title(piece: Piece) -> Say:
    """ "red 1"."""
    return Say("pieces.dog", {"colour": piece.get("colour", ""), "value": piece.get("value", 0)})


def _is_colour(colour: Any) -> bool:
    return isinstance(colour, str) and 0 < len(colour) <= MOST_COLOUR and colour.isprintable()


def _whole(number: Any) -> bool:
    return isinstance(number, int) and not isinstance(number, bool)
