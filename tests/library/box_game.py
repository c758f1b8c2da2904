"""A game with a box to enter: Snow Tails' rules, named decks, and three counts in the box.

`add_to_games` adds its spec, and that of a game without a box, to the others for one test.
"""

from collections.abc import Mapping
from dataclasses import replace
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
    """Snow Tails, with a box among the options."""

    apply = staticmethod(snow_tails.apply)
    legal = staticmethod(legal)
    read = staticmethod(read_signal)
    view = staticmethod(view)

    def setup(self, options: Mapping[str, Any]) -> tuple[State, tuple[Event, ...]]:
        """Set up, ignoring the box."""
        return snow_tails.setup({name: options[name] for name in options if name != "box"})


class Cards:
    """As many moves as the box has, and three tracks."""

    DECKS: tuple[str, ...] = ("moves", "tracks")

    def fits(self, piece: Piece) -> bool:
        """Whether it is a move or a track."""
        return piece in [self.make("tracks", str(n), 1) for n in (1, 2, 3)] or (
            piece.get("kind") == "move" and piece.get("object") in CARDS and "copy" in piece
        )

    def usual(self, deck: str, box: Json) -> Mapping[str, int]:
        """The counts of moves in the box; one of each track."""
        if deck == "tracks":
            return {str(n): 1 for n in (1, 2, 3)}
        return {card: box.get("moves", {}).get(card, 0) for card in CARDS}

    def most(self, deck: str) -> int:
        """Nine of each move, one of each track."""
        return 9 if deck == "moves" else 1

    def make(self, deck: str, card: str, copy: int) -> Piece:
        """Make a piece."""
        if deck == "tracks":
            return {"kind": "track", "card": int(card)}
        return {"kind": "move", "object": card, "copy": copy}

    def deck_of(self, piece: Piece) -> str:
        """The deck, from the kind."""
        return f"{piece['kind']}s"

    def title(self, piece: Piece) -> Say:
        """The title: that of a dog card."""
        what = piece.get("object") or f"track {piece.get('card')}"
        return Say("pieces.dog", {"colour": what, "value": 0})


class TheBox:
    """Three counts of moves."""

    def example(self) -> Json:
        """Two of each."""
        return {"moves": dict.fromkeys(CARDS, 2), "example": True}

    def read(self, data: Json) -> Json:
        """Check the counts."""
        refuse_wrong(_BOX, data, "box")
        return data

    def missing(self, data: Json) -> tuple[Say, ...]:
        """The moves without a count."""
        counts = data.get("moves", {})
        return tuple(Say("pieces.dog", {"colour": c, "value": 0}) for c in CARDS if c not in counts)


SPEC = GameSpec(Rules(), Cards(), GAME_SPECS["snow_tails"].story, (2, 5), TheBox())
BARE = "bare_game"
"""A game whose rule book says everything."""


def add_to_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Add the game to the companion's."""
    monkeypatch.setitem(GAME_SPECS, NAME, SPEC)
    monkeypatch.setitem(GAMES, NAME, SPEC.game)
    monkeypatch.setitem(GAME_SPECS, BARE, replace(SPEC, box=None))
