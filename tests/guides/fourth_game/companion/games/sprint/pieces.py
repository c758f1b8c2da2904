"""The tagged pieces of Sprint: each player's dog cards, in decks named by colour."""

from companion.games.sprint.rules import VALUES

from companion.games.game import Say
from companion.games.spec import Json, Piece

DECKS: tuple[str, ...] = ()
COPIES = range(1, 21)


def fits(piece: Piece) -> bool:
    """Whether the piece is a dog card."""
    return (
        piece.keys() == {"kind", "colour", "value", "copy"}
        and piece["kind"] == "dog"
        and isinstance(piece["colour"], str)
        and piece["value"] in VALUES
        and piece["copy"] in COPIES
    )


def usual(deck: str, box: Json) -> dict[str, int]:
    """Four of each value."""
    return {str(value): 4 for value in VALUES}


def most(deck: str) -> int:
    """The most copies of one value."""
    return COPIES[-1]


def make(deck: str, card: str, copy: int) -> Piece:
    """The dog card of this colour and value."""
    return {"kind": "dog", "colour": deck, "value": int(card), "copy": copy}


def deck_of(piece: Piece) -> str:
    """The colour of a piece, which names its deck."""
    return str(piece["colour"])


def title(piece: Piece) -> Say:
    """The name of a card, such as "red 1"."""
    return Say("pieces.dog", {"colour": piece["colour"], "value": piece["value"]})
