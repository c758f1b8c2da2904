"""A game's spec: its rules, pieces, box, courses and story, as the rest of the product needs them.

A game is a package with a `GameSpec` in its spec.py and a line in `GAME_SPECS` (games/__init__.py);
nothing else in the product names it. The parts may be modules: functions satisfy a protocol.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from companion.games.game import Act, Game, Say

Piece = Mapping[str, Any]
Json = Mapping[str, Any]
"""A state as the game's view gives it, or one of its seats."""


class Pieces(Protocol):
    """The tagged things of a game, and the decks in which they are learned.

    `DECKS`: the names of its decks; none: each player has a deck, named by its colour.
    """

    DECKS: tuple[str, ...]

    def fits(self, piece: Piece) -> bool:
        """Whether the game has this piece."""

    def usual(self, deck: str, box: Json) -> Mapping[str, int]:
        """The deck as it lies in the box: how many copies of each card, 0 where nobody knows yet.

        `box` is what the owner has entered, {} for nothing. Raises Refused for no such deck.
        """

    def most(self, deck: str) -> int:
        """Copies of one card of this deck at most."""

    def make(self, deck: str, card: str, copy: int) -> Piece:
        """The piece of a card that `usual` names; `copy` counts from 1."""

    def deck_of(self, piece: Piece) -> str:
        """The deck in which a piece is."""

    def title(self, piece: Piece) -> Say:
        """What all copies of a card are called: "red 1"."""


class Box(Protocol):
    """What the rule book does not print and the owner enters once per copy of the game."""

    def example(self) -> Json:
        """A complete, invented set that says so: `"example": true`."""

    def read(self, data: Json) -> Json:
        """The box as it is kept; what is not entered yet may be missing. Raises Refused."""

    def missing(self, data: Json) -> tuple[Say, ...]:
        """What is still to be entered; nothing: it is complete."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure of the game's own that a race's story shows, seat by seat and round by round.

    `label`: the message key of its name ("ui.…"). `stands` reads it off a seat after every act of
    the round; `turn` off each act of the seat and the seat just before and after it, None for an
    act that ends no turn.
    """

    name: str
    label: str
    stands: Callable[[Json], float | None] | None = None
    turn: Callable[[Act, Json, Json], float | None] | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """The best there was: the largest (`more`) or smallest value of a figure in a race.

    `figure`: one of the game's own, "took_s" (a turn's seconds) or "finished" (the round in which
    the seat finished). `label`: the message key of its name ("ui.…"). 0 is no record.
    """

    kind: str
    label: str
    figure: str
    more: bool = False


def race_order(state: Json) -> dict[int, int | None]:
    """Everybody's place: who has one, then the racing ones in race order; None for who is out."""
    shown = {seat["seat"]: seat for seat in state["seats"]}
    placed = sum(seat["place"] is not None for seat in shown.values())
    racing = [seat for seat in state["order"] if shown[seat]["status"] == "racing"]
    behind = {seat: placed + at for at, seat in enumerate(racing, 1)}
    return {
        number: behind.get(number) if seat["place"] is None else seat["place"]
        for number, seat in shown.items()
    }


def no_moments(act: Act, before: Json, after: Json) -> Iterable[dict[str, Any]]:
    """Nothing beside the figures is told."""
    return ()


@dataclass(frozen=True, slots=True)
class StoryOf:
    """How a race of this game is told afterwards.

    `places`: who stands where in a state. `moments`: what an act brought about that is worth
    telling beside the figures, `{"kind", "seat", …}` each; `marks`: kind -> the message key of its
    name ("ui.…").
    """

    figures: tuple[Figure, ...]
    records: tuple[Record, ...]
    places: Callable[[Json], Mapping[int, int | None]] = race_order
    moments: Callable[[Act, Json, Json], Iterable[dict[str, Any]]] = no_moments
    marks: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class GameSpec:
    """A game.

    `courses`: name and rule book's language of the courses that the rule books name. `position`
    writes a state as a line of text.
    """

    game: Game[Any]
    pieces: Pieces
    story: StoryOf
    box: Box | None = None
    courses: tuple[tuple[str, str], ...] = ()
    position: Callable[[Any], str] | None = None
