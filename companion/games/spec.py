"""A game's spec: its rules, pieces, box, courses and story, as the rest of the product needs them.

A game is a package with a `GameSpec` in its spec.py and a line in `GAME_SPECS` (games/__init__.py);
nothing else in the product names it. The parts may be modules: functions satisfy a protocol.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from companion.games.game import Act, Game, Say

Piece = Mapping[str, Any]
Json = Mapping[str, Any]
"""A state as in the game's view, or one of its seats."""


class Pieces(Protocol):
    """The tagged pieces of a game, and the decks in which they are learned.

    `DECKS`: the names of its decks; empty if each player has a deck, named by its colour.
    """

    DECKS: tuple[str, ...]

    def fits(self, piece: Piece) -> bool:
        """Whether the game has this piece."""

    def usual(self, deck: str, box: Json) -> Mapping[str, int]:
        """The usual contents of the deck: copies of each card, 0 if unknown.

        `box`: the owner's entries, {} for none. Raises Refused for an unknown deck.
        """

    def most(self, deck: str) -> int:
        """The most copies of one card in this deck."""

    def make(self, deck: str, card: str, copy: int) -> Piece:
        """The piece of a card that `usual` names; `copy` counts from 1."""

    def deck_of(self, piece: Piece) -> str:
        """The deck of a piece."""

    def title(self, piece: Piece) -> Say:
        """The name shared by all copies of a card, such as "red 1"."""


class Box(Protocol):
    """The facts that the rule book does not print, entered once per copy of the game."""

    def example(self) -> Json:
        """A complete invented set, marked with `"example": true`."""

    def read(self, data: Json) -> Json:
        """The box with all its fields, complete or not. Raises Refused."""

    def missing(self, data: Json) -> tuple[Say, ...]:
        """The entries that are missing; empty if the box is complete."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure in the story of a race, seat by seat and round by round.

    `label`: the message key of its name ("ui.…"). `stands` reads it from a seat after every act of
    the round; `turn` from each act with the seat before and after it, None if the act ends no turn.
    """

    name: str
    label: str
    stands: Callable[[Json], float | None] | None = None
    turn: Callable[[Act, Json, Json], float | None] | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """A record: the largest (`more`) or smallest value of a figure in a race.

    `figure`: one of the game's own, "took_s" (a turn's seconds) or "finished" (the round of the
    finish). `label`: the message key of its name ("ui.…"). 0 never counts as a record. `told`: the
    message key of a sentence about the largest value of a race, with `name`, `count` and `round`;
    only for a figure of the game's own.
    """

    kind: str
    label: str
    figure: str
    more: bool = False
    told: str = ""


def race_order(state: Json) -> dict[int, int | None]:
    """The place of each seat: final places, then racing seats in race order; None if eliminated."""
    shown = {seat["seat"]: seat for seat in state["seats"]}
    placed = sum(seat["place"] is not None for seat in shown.values())
    racing = [seat for seat in state["order"] if shown[seat]["status"] == "racing"]
    behind = {seat: placed + at for at, seat in enumerate(racing, 1)}
    return {
        number: behind.get(number) if seat["place"] is None else seat["place"]
        for number, seat in shown.items()
    }


Times = Mapping[int, Iterable[float | None]]
"""Each seat's turns so far: how many seconds they took, None if unknown."""


def no_moments(act: Act, before: Json, after: Json, times: Times) -> Iterable[dict[str, Any]]:
    """No moments: the story shows only figures."""
    return ()


@dataclass(frozen=True, slots=True)
class StoryOf:
    """The story of a race of this game.

    `places`: the places in a state. `moments`: the notable results of an act, `{"kind", "seat", …}`
    each; `marks`: kind -> the message key of its name ("ui.…").
    """

    figures: tuple[Figure, ...]
    records: tuple[Record, ...]
    places: Callable[[Json], Mapping[int, int | None]] = race_order
    moments: Callable[[Act, Json, Json, Times], Iterable[dict[str, Any]]] = no_moments
    marks: Mapping[str, str] = field(default_factory=dict)


Course = Callable[[Sequence[Json], Json], tuple[list[int], str]]
"""The limits and the flag's side ("" if unknown) of a course's pieces, as laid, with the box.

Raises Refused."""


Proposals = Callable[[Json, str, str, Callable[[], float]], list[list[Json]]]
"""Courses laid from the box's track pieces, of a length ("short", "medium", "long") and difficulty
("easy", "medium", "hard"), the best first; the last argument gives numbers from 0 to 1.

Raises Refused."""


class CourseRaces(Protocol):
    """Races on a laid course after they were driven."""

    def identity(self, options: Json) -> str:
        """The race's course by its pieces, "" for none. Raises Refused."""

    def driven(self, options: Json, log: Iterable[Act]) -> dict[str, Any]:
        """The course and every move of a race on it. Raises Refused or Malformed."""

    def heat(self, drives: Iterable[Json]) -> dict[str, Any]:
        """Where sleds took dents in races on one course, as `driven` tells them."""

    def ghost(self, drive: Json, seat: int) -> list[Any]:
        """Where a seat's sled stood at the start of such a race, and after each of its turns."""


CourseNow = Callable[[Any], Json | None]
"""The laid course of a state for pictures: `id` and `pieces`; None without one."""


class FairRaces(Protocol):
    """Races of played sleds that show how fair a laid course is."""

    def starts(self, laid: Sequence[Json], data: Json) -> int:
        """The number of start places. `data`: the box. Raises Refused without a possible race."""

    def winners(self, laid: Sequence[Json], data: Json) -> Iterable[int]:
        """The start place that wins each race, without end; 0 where nobody finishes."""


class Played(Protocol):
    """Seats that the table plays."""

    def owner(self, state: Any) -> int | None:
        """The seat for which the table has something to do now, None if people are up."""

    def own_acts(self, state: Any) -> Sequence[Act]:
        """The acts that it does, always the same in the same state. Takes up to a second."""

    def is_own(self, state: Any, act: Act) -> bool:
        """Whether only the table may do this act."""

    def put_back(self, before: Any, after: Any) -> Iterable[tuple[str, Say]]:
        """The played sleds that an undo moves, by name, each with the place where it returns."""


@dataclass(frozen=True, slots=True)
class GameSpec:
    """The spec of a game.

    `players`: the least and the most players of a race.
    `rules`: the version of the rules. It rises with a change by which the log of a race leads to
    another position than before, or to none (tests/games/test_replays.py).
    `box_in_races`: a race gets the box in its options; else only the course book uses it, and a
    race on a course that is laid from its pieces.
    `course_now`: the laid course of a race.
    `courses`: name and language of the courses printed in the rule books. `course`: reads limits
    and flag off a course that is laid from the box's track pieces, `proposals` lays some;
    `course_races` tells races on it, `fair_races` drives some.
    `position` writes a state as a line of text. `played`: plays seats for people who are not there.
    `start_places`: the options of a race give each seat its start place. `own_points`: the points
    of a result are not season points, so a seat without a place takes none of them into a season.
    `bgg_id`: the game's number at BoardGameGeek, None if nobody has checked it.
    """

    game: Game[Any]
    pieces: Pieces
    story: StoryOf
    players: tuple[int, int]
    box: Box | None = None
    box_in_races: bool = True
    courses: tuple[tuple[str, str], ...] = ()
    course: Course | None = None
    proposals: Proposals | None = None
    course_races: CourseRaces | None = None
    course_now: CourseNow | None = None
    fair_races: FairRaces | None = None
    position: Callable[[Any], str] | None = None
    played: Played | None = None
    start_places: bool = False
    own_points: bool = False
    bgg_id: int | None = None
    rules: int = 1
