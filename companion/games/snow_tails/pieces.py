"""The tagged pieces: each player's dog cards, in decks named by colour."""

from typing import Any

from companion.errors import Refused
from companion.games.game import Say
from companion.games.snow_tails.state import VALUES
from companion.games.spec import Json, Piece

DECKS: tuple[str, ...] = ()

COPIES = range(1, 21)
"""Possible copy numbers of one value in a deck (interfaces.md section 2, `deck`)."""

MOST_COLOUR = 40
"""Maximum length of a colour, which is free text."""


def fits(piece: Piece) -> bool:
    """Whether the piece is a dog card with a possible colour, value and copy."""
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
    """The most copies of one value."""
    return COPIES[-1]


def make(deck: str, card: str, copy: int) -> Piece:
    """The dog card of this colour and value."""
    return {"kind": "dog", "colour": deck, "value": int(card), "copy": copy}


def deck_of(piece: Piece) -> str:
    """The colour of a piece, which names its deck."""
    return str(piece.get("colour", ""))


def title(piece: Piece) -> Say:
    """The name of a card, such as "red 1"."""
    return Say("pieces.dog", {"colour": piece.get("colour", ""), "value": piece.get("value", 0)})


def _is_colour(colour: Any) -> bool:
    return isinstance(colour, str) and 0 < len(colour) <= MOST_COLOUR and colour.isprintable()


def _whole(number: Any) -> bool:
    return isinstance(number, int) and not isinstance(number, bool)
