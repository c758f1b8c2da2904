"""A game whose owner enters a box: Snow Tails' rules, decks with names, and three counts to enter.

`on_the_shelf` puts its spec beside the others for one test.
"""

from collections.abc import Mapping
from typing import Any

import pytest

from companion.games import GAME_SPECS, GAMES, snow_tails
from companion.games.fields import Field, boolean, record, refuse_wrong, whole
from companion.games.game import Event, Say
from companion.games.snow_tails.legal import legal
from companion.games.snow_tails.seats import read as read_signal
from companion.games.snow_tails.state import State
from companion.games.snow_tails.view import view
from companion.games.spec import GameSpec, Json, Piece

NAME = "box_game"
CARDS = ("letter_1", "letter_2", "elf")
_COUNTS = record({card: Field(whole(0, 9), required=False) for card in CARDS})
_BOX = record({"moves": Field(_COUNTS, required=False), "example": Field(boolean, required=False)})


class Rules:
    """Snow Tails, but for the box among the options."""

    apply = staticmethod(snow_tails.apply)
    legal = staticmethod(legal)
    read = staticmethod(read_signal)
    view = staticmethod(view)

    def setup(self, options: Mapping[str, Any]) -> tuple[State, tuple[Event, ...]]:
        """The box means nothing here."""
        return snow_tails.setup({name: options[name] for name in options if name != "box"})


class Cards:
    """Moves, as many as the box says, and three tracks."""

    DECKS: tuple[str, ...] = ("moves", "tracks")

    def fits(self, piece: Piece) -> bool:
        """A move or a track."""
        return piece in [self.make("tracks", str(n), 1) for n in (1, 2, 3)] or (
            piece.get("kind") == "move" and piece.get("object") in CARDS and "copy" in piece
        )

    def usual(self, deck: str, box: Json) -> Mapping[str, int]:
        """The box counts moves."""
        if deck == "tracks":
            return {str(n): 1 for n in (1, 2, 3)}
        return {card: box.get("moves", {}).get(card, 0) for card in CARDS}

    def most(self, deck: str) -> int:
        """One of each track."""
        return 9 if deck == "moves" else 1

    def make(self, deck: str, card: str, copy: int) -> Piece:
        """A piece."""
        if deck == "tracks":
            return {"kind": "track", "card": int(card)}
        return {"kind": "move", "object": card, "copy": copy}

    def deck_of(self, piece: Piece) -> str:
        """By its kind."""
        return f"{piece['kind']}s"

    def title(self, piece: Piece) -> Say:
        """As a dog, for want of words of its own."""
        what = piece.get("object") or f"track {piece.get('card')}"
        return Say("pieces.dog", {"colour": what, "value": 0})


class TheBox:
    """Three counts."""

    def example(self) -> Json:
        """Two of each."""
        return {"moves": dict.fromkeys(CARDS, 2), "example": True}

    def read(self, data: Json) -> Json:
        """Counts that can be."""
        refuse_wrong(_BOX, data, "box")
        return data

    def missing(self, data: Json) -> tuple[Say, ...]:
        """What has no count."""
        counts = data.get("moves", {})
        return tuple(Say("pieces.dog", {"colour": c, "value": 0}) for c in CARDS if c not in counts)


SPEC = GameSpec(Rules(), Cards(), GAME_SPECS["snow_tails"].story, TheBox())


def on_the_shelf(monkeypatch: pytest.MonkeyPatch) -> None:
    """The game is one of the companion's."""
    monkeypatch.setitem(GAME_SPECS, NAME, SPEC)
    monkeypatch.setitem(GAMES, NAME, SPEC.game)
