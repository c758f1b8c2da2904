"""The simulated cards of every game. Each has a tag of its own, the same at every start."""

import hashlib
from collections.abc import Iterator, Mapping
from typing import Any

from companion.errors import Refused
from companion.games import pieces
from companion.store.records import Tagged

_OPTIONAL = {"kind", "copy"}
"""Fields that a card may omit: its kind if the game has only one, and copy 1."""


def tagged_of(card: Mapping[str, Any]) -> Tagged:
    """The piece of a card, and its tag. Raises Refused `room.no_card`.

    `card`: the piece's fields; `kind` and `copy` may be omitted if they are obvious, and `game`
    is needed if several games have such a card.
    """
    told = {name: value for name, value in card.items() if name != "game"}
    for game in pieces.games():
        if card.get("game", game) != game:
            continue
        for template in _templates(game, told):
            piece = {**template, **told}
            said = told.keys() | _OPTIONAL
            if template.keys() == piece.keys() <= said and pieces.has_piece(game, piece):
                return Tagged(_uid(game, piece), game, piece)
    raise Refused("room.no_card")


def piece_of(card: Mapping[str, Any]) -> Mapping[str, Any]:
    """The piece of a card. Raises Refused."""
    return tagged_of(card).piece


def uid_of(card: Mapping[str, Any]) -> str:
    """The card's uid: 7 bytes, the first 04, as NTAG stickers have. Raises Refused."""
    return tagged_of(card).uid


def _templates(game: str, card: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """A piece of every deck that could contain the card."""
    colour = card.get("colour")
    own = (colour,) if isinstance(colour, str) else ()
    for deck in pieces.decks(game) or own:
        try:
            yield pieces.one_of(game, deck)
        except Refused:
            continue


def _uid(game: str, piece: Mapping[str, Any]) -> str:
    """A piece's uid. Players' own cards keep the form of old versions: colour, value and copy."""
    own = not pieces.decks(game)
    names = [game, *piece] if not own else [name for name in piece if name != "kind"]
    text = "/".join(str(piece.get(name, name)) for name in names)
    return "04" + hashlib.sha256(text.encode()).hexdigest()[:12].upper()
