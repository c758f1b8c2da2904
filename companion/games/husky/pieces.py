"""The tagged pieces: 60 action, 24 weather and 30 event cards, numbered by the owner."""

from collections.abc import Mapping
from typing import Any

from companion.errors import Refused
from companion.games.game import Say
from companion.games.husky.box import COUNTS
from companion.games.spec import Json, Piece

DECKS: tuple[str, ...] = tuple(COUNTS)


def fits(piece: Piece) -> bool:
    """Whether the piece is a numbered card of one of the three decks."""
    if set(piece) != {"kind", "card"} or not isinstance(piece["kind"], str):
        return False
    return _whole(piece["card"]) and 1 <= piece["card"] <= COUNTS.get(piece["kind"], 0)


def usual(deck: str, box: Json) -> Mapping[str, int]:
    """One of each number. Raises Refused `tags.no_such_deck`."""
    if deck not in COUNTS:
        raise Refused("tags.no_such_deck", deck=deck, decks=", ".join(DECKS))
    return {str(card): 1 for card in range(1, COUNTS[deck] + 1)}


def most(deck: str) -> int:
    """One: each number exists once."""
    return 1


def make(deck: str, card: str, copy: int) -> Piece:
    """The card of this number."""
    return {"kind": deck, "card": int(card)}


def deck_of(piece: Piece) -> str:
    """The deck of a piece, which is its kind."""
    return str(piece.get("kind", ""))


def title(piece: Piece) -> Say:
    """The name of a card, such as "Action card 7"."""
    kind = piece.get("kind")
    known = kind if kind in COUNTS else DECKS[0]
    return Say(f"pieces.husky_{known}", {"card": piece.get("card", 0)})


def _whole(number: Any) -> bool:
    return isinstance(number, int) and not isinstance(number, bool)
