"""What a test of all games must know of each: one module `trial_GAME` beside this one."""

from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from random import Random
from typing import Any, Protocol, cast

from companion.games import GAMES, history

Json = Mapping[str, Any]


class Follower(Protocol):
    """The game reckoned a second time, beside the rules' own code."""

    def follow(self, act: Json, before: Json, after: Json) -> None:
        """An act was accepted; fails where the state is not what it must be."""


class Trial(Protocol):
    """A game at its tests; met by a module.

    `STATE_FIELDS`, `SEAT_FIELDS`: what the contract promises in a state and its seats. `VECTORS`:
    ids of the rules that positions/ must have. `DOCS`: the page of docs/ with the game's chapter.
    `SMALL`: few options, those that must be given; `SETTINGS`: values of options to try where the
    page's type does not tell enough. `UNSAID`: refusals that no race brings.
    """

    STATE_FIELDS: frozenset[str]
    SEAT_FIELDS: frozenset[str]
    VECTORS: frozenset[str]
    DOCS: str
    SMALL: Json
    SETTINGS: Mapping[str, Sequence[Any]]
    UNSAID: frozenset[str]

    def options(self, rng: Random) -> dict[str, Any]:
        """A race that ends soon, with seats and settings of all kinds."""

    def candidates(self, state: Json) -> Iterator[dict[str, Any]]:
        """Every act but its free arguments, sensible or not."""

    def by_people(self, rng: Random, state: Json) -> dict[str, Any]:
        """An act with free arguments, sensible or not: a correction above all."""

    def follower(self, options: Json, state: Json) -> Follower:
        """What goes along with a random race."""

    def still_a_race(self, race: history.History, options: Json) -> None:
        """Fails where figures disagree, or the position does not read back from its line."""

    # The words of the corpus (positions/README.md).

    HEAD: frozenset[str]

    def start(self, head: Sequence[tuple[str, str]]) -> dict[str, Any]:
        """The set-up's options from the lines that begin with a word of HEAD."""

    def seat_act(self, seat: int, words: str) -> dict[str, Any]:
        """A seat's words as an act."""

    def race_act(self, line: str) -> dict[str, Any]:
        """An act of the whole race."""


TRIALS: Mapping[str, Trial] = {game: cast(Trial, import_module(f"trial_{game}")) for game in GAMES}
