"""The interface of a game for the tests of all games: one module `trial_GAME` each."""

from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from random import Random
from typing import Any, Protocol, cast

from companion.games import GAMES, history

Json = Mapping[str, Any]


class Follower(Protocol):
    """An independent model of the game."""

    def follow(self, act: Json, before: Json, after: Json) -> None:
        """Follow an accepted act. Fails if the state is not as expected."""


class Trial(Protocol):
    """The interface that a module `trial_GAME` provides.

    `STATE_FIELDS`, `SEAT_FIELDS`: the documented fields of a state and its seats. `VECTORS`: ids of
    the rules that positions/ must cover. `DOCS`: the page of docs/ with the game's chapter.
    `SMALL`: the required options; `SETTINGS`: values to try for options whose documented type does
    not suffice, `NEEDS`: what other options one needs. `UNREACHED`: refusals that no race produces.
    """

    STATE_FIELDS: frozenset[str]
    SEAT_FIELDS: frozenset[str]
    VECTORS: frozenset[str]
    DOCS: str
    SMALL: Json
    SETTINGS: Mapping[str, Sequence[Any]]
    NEEDS: Mapping[str, Json]
    UNREACHED: frozenset[str]

    def options(self, rng: Random) -> dict[str, Any]:
        """A short race with random seats and settings."""

    def candidates(self, state: Json) -> Iterator[dict[str, Any]]:
        """Every act without free arguments, sensible or not."""

    def free_act(self, rng: Random, state: Json) -> dict[str, Any]:
        """An act with free arguments, sensible or not, mostly corrections."""

    def follower(self, options: Json, state: Json) -> Follower:
        """The independent model that follows a random race."""

    def check_race(self, race: history.History, options: Json) -> None:
        """Check the figures, and that the position round-trips."""

    # The notation of the corpus (positions/README.md)

    HEAD: frozenset[str]

    def start(self, head: Sequence[tuple[str, str]]) -> dict[str, Any]:
        """The options in the lines that begin with a word of HEAD."""

    def seat_act(self, seat: int, words: str) -> dict[str, Any]:
        """The act of a seat's line."""

    def race_act(self, line: str) -> dict[str, Any]:
        """The act of a line for the whole race."""


TRIALS: Mapping[str, Trial] = {game: cast(Trial, import_module(f"trial_{game}")) for game in GAMES}
