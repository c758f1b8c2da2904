"""The simulated decks: every card has a tag of its own, the same one at every start."""

import hashlib
from collections.abc import Iterator, Mapping
from typing import Any

from companion.errors import Refused

GAME = "snow_tails"
KIND = "dog"
_FIELDS = frozenset(("kind", "colour", "value", "copy"))
_MOST = 99


def piece_of(card: Mapping[str, Any]) -> dict[str, Any]:
    """The piece that a card is: colour, value and copy (1 unless given). Raises Refused."""
    piece = {"kind": KIND, "copy": 1, **card}
    colour = piece.get("colour")
    if not isinstance(colour, str) or not colour or not card.keys() <= _FIELDS:
        raise Refused("room.no_card")
    for field in ("value", "copy"):
        number = piece.get(field)
        if type(number) is not int or not 0 <= number <= _MOST:
            raise Refused("room.no_card")
    if piece["kind"] != KIND:
        raise Refused("room.no_card")
    return piece


def uid_of(card: Mapping[str, Any]) -> str:
    """The card's uid: 7 bytes, the first one 04, as stickers have it. Raises Refused."""
    piece = piece_of(card)
    text = f"{piece['colour']}/{piece['value']}/{piece['copy']}"
    return "04" + hashlib.sha256(text.encode()).hexdigest()[:12].upper()


def cards(colour: str, deck: int | Mapping[str, int] = 4) -> Iterator[dict[str, Any]]:
    """A seat's whole deck: a number of copies of each value, or so many of each as named."""
    copies = {str(value): deck for value in range(1, 6)} if isinstance(deck, int) else deck
    for value, count in copies.items():
        for copy in range(1, count + 1):
            yield {"colour": colour, "value": int(value), "copy": copy}
