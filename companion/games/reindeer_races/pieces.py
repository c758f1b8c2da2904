"""The tagged pieces: movement cards and track cards, one deck each."""

from typing import Any

from companion.errors import Refused
from companion.games.game import Say
from companion.games.reindeer_races.box import MOVES
from companion.games.reindeer_races.state import (
    ELF,
    KINDS,
    MOVE_CARDS,
    TRACK_CARDS_IN_BOX,
)
from companion.games.reindeer_races.words import thing
from companion.games.spec import Json, Piece

DECKS: tuple[str, ...] = ("moves", "tracks")


def fits(piece: Piece) -> bool:
    """Whether the piece is a movement card or one of the 27 track cards."""
    if piece.get("kind") == "track":
        return set(piece) == {"kind", "card"} and _among(piece["card"], TRACK_CARDS_IN_BOX)
    return (
        set(piece) == {"kind", "object", "count", "copy"}
        and piece["kind"] == "move"
        and _among(piece["count"], 2)
        and (piece["object"], piece["count"]) in KINDS
        and _among(piece["copy"], MOVE_CARDS)
    )


def usual(deck: str, box: Json) -> dict[str, int]:
    """Copies of each movement card as the owner entered them, or each track card once.

    Raises Refused `tags.no_such_deck`.
    """
    if deck == "tracks":
        return {str(card): 1 for card in range(1, TRACK_CARDS_IN_BOX + 1)}
    if deck == "moves":
        moves = box.get("moves", {})
        return {name: moves.get(name, 0) for name in MOVES}
    raise Refused("tags.no_such_deck", deck=deck, decks=", ".join(DECKS))


def most(deck: str) -> int:
    """The most copies of one card."""
    return 1 if deck == "tracks" else MOVE_CARDS


def make(deck: str, card: str, copy: int) -> Piece:
    """The piece of a card that `usual` names."""
    if deck == "tracks":
        return {"kind": "track", "card": int(card)}
    what, count = KINDS[MOVES.index(card)]
    return {"kind": "move", "object": what, "count": count, "copy": copy}


def deck_of(piece: Piece) -> str:
    """The deck of a piece."""
    return "tracks" if piece.get("kind") == "track" else "moves"


def title(piece: Piece) -> Say:
    """The name of a card, such as "2 gifts" or "track card 7"."""
    if piece.get("kind") == "track":
        return Say("pieces.track_card", {"card": piece.get("card", 0)})
    return thing(piece.get("object", ELF), piece.get("count", 1))


def _among(number: Any, most: int) -> bool:
    return isinstance(number, int) and not isinstance(number, bool) and 1 <= number <= most
