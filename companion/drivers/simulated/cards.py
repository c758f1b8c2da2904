"""The simulated cards of every game: each has a tag of its own, the same one at every start."""

import hashlib
from collections.abc import Iterator, Mapping
from typing import Any

from companion.errors import Refused
from companion.games import pieces
from companion.store.records import Tagged

_OPTIONAL = {"kind", "copy"}
"""Fields that a card may omit: its kind, if the game has one only, and copy 1."""


def tagged_of(card: Mapping[str, Any]) -> Tagged:
    """The piece that a card is, and the tag that it carries. Raises Refused `room.no_card`.

    `card`: what the piece is, but for `kind` and `copy` where they go without saying, and `game`
    where another game has such a card, too.
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
    """The piece that a card is. Raises Refused."""
    return tagged_of(card).piece


def uid_of(card: Mapping[str, Any]) -> str:
    """The card's uid: 7 bytes, the first one 04, as stickers have it. Raises Refused."""
    return tagged_of(card).uid


def _templates(game: str, card: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """A piece of every deck in which the card could be."""
    colour = card.get("colour")
    own = (colour,) if isinstance(colour, str) else ()
    for deck in pieces.decks(game) or own:
        try:
            yield pieces.one_of(game, deck)
        except Refused:
            continue


def _uid(game: str, piece: Mapping[str, Any]) -> str:
    """A player's own cards have been known by colour, value and copy since there was one game."""
    own = not pieces.decks(game)
    names = [game, *piece] if not own else [name for name in piece if name != "kind"]
    text = "/".join(str(piece.get(name, name)) for name in names)
    return "04" + hashlib.sha256(text.encode()).hexdigest()[:12].upper()
