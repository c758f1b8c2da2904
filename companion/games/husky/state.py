"""The state of a race of Husky, as frozen values.

Only facts that cannot be derived are kept; derived values (distances, possible moves) are in
`figures.py` and `ground.py`. Seats are the table's seat numbers, 1 to 6; places on the board are
columns and rows from 1, from the upper left corner.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from companion.games.husky.board import At, Board

COLOURS = ("white", "green", "blue")
"""Snow, bush, ice (HU-02)."""

COLOUR_OF: Mapping[str, str] = {
    "white": "white",
    "green": "green",
    "blue": "blue",
    "start": "white",
    "checkpoint_1": "white",
    "checkpoint_2": "blue",
    "checkpoint_3": "green",
}
"""The possible places of a musher, and the colour that counts there (HU-13)."""

CHECKPOINTS = (1, 2, 3)
STATUSES = ("racing", "finished", "eliminated")
ACTIONS, WEATHERS, EVENTS = 60, 24, 30
"""The number of cards of each kind (HU-01)."""

DEAL = 8
"""Action cards dealt to each player (HU-03, HU-32)."""

FAIR, MODERATE, BAD = 0, 1, 2
"""The spaces lost to a colour's weather (HU-06)."""

MOST_DISTANCE = 9


class Action(NamedTuple):
    """The face of an action card: a distance for each colour, two animals, an E or none."""

    white: int
    green: int
    blue: int
    animals: tuple[str, str]
    event: bool


class Weather(NamedTuple):
    """The face of a weather card: FAIR, MODERATE or BAD for each colour."""

    white: int
    green: int
    blue: int


@dataclass(frozen=True, slots=True)
class Cards:
    """The cards entered by the owner: card n has index n - 1, None if unknown."""

    actions: tuple[Action | None, ...] = (None,) * ACTIONS
    weathers: tuple[Weather | None, ...] = (None,) * WEATHERS
    texts: tuple[str | None, ...] = (None,) * EVENTS
    asks: tuple[bool, ...] = (True,) * EVENTS
    example: bool = False


@dataclass(frozen=True, slots=True)
class Settings:
    """The options of one race (rules.md, "Decided")."""

    events: bool = True
    relocate: str = "now"


@dataclass(frozen=True, slots=True)
class Pile:
    """A pile of played cards: the known numbers, and the count of the others."""

    seen: tuple[int, ...] = ()
    unnamed: int = 0

    @property
    def count(self) -> int:
        return len(self.seen) + self.unnamed

    def plus(self, card: int, count: int = 1) -> "Pile":
        """The pile with one more card, or with `count` of unknown number if `card` is 0."""
        if card:
            return replace(self, seen=(*self.seen, card))
        return replace(self, unnamed=self.unnamed + count)


@dataclass(frozen=True, slots=True)
class Pending:
    """The half-played turn of the seat that is up, after an action card was played.

    `card` 0: number unknown; `action` None: face unknown. `where`: the place of the musher, "" for
    the proposed one. `drawn`: the event card, 0 for one without a number, None before it is drawn.
    With a board: whether the musher has `moved`, and the animals that have.
    """

    card: int = 0
    action: Action | None = None
    where: str = ""
    drawn: int | None = None
    moved: bool = False
    animals: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Musher:
    """One seat's musher.

    `place_known`: its last known place, a key of COLOUR_OF. `checkpoints`: those passed, in that
    order. `blocked`: its next turn is a blocked one (HU-20). `begun`: it has had its first turn
    (HU-10). `attacks`: number of attacks on it. `at`: with a board, its space.
    """

    seat: int
    name: str
    colour: str
    hand: int = DEAL
    place_known: str = "start"
    checkpoints: tuple[int, ...] = ()
    blocked: bool = False
    begun: bool = False
    attacks: int = 0
    status: str = "racing"
    place: int | None = None
    at: At | None = None

    @property
    def racing(self) -> bool:
        return self.status == "racing"

    @property
    def missing(self) -> tuple[int, ...]:
        """Checkpoints that it has not passed yet (HU-31)."""
        return tuple(number for number in CHECKPOINTS if number not in self.checkpoints)


@dataclass(frozen=True, slots=True)
class State:
    """A race. `mushers` are listed clockwise; `pending` belongs to the seat `turn`.

    `phase`: "turns" or "over". `start`: the seat that reveals the weather (HU-04). `due`: the
    weather card of this round is not revealed yet; if it is, `weather` None means its face is
    unknown, `weather_card` 0 its number. `still`: the current turn is a blocked one. `last`: the
    seat of the last completed turn. `played`, `shown`, `drawn`: the piles of action, weather and
    event cards. `animals`: with a board, their spaces. `begun`: a card has been shown.
    """

    settings: Settings
    cards: Cards
    mushers: tuple[Musher, ...]
    start: int
    board: Board | None = None
    animals: tuple[At, ...] = ()
    round: int = 1
    deal: int = 1
    phase: str = "turns"
    turn: int | None = None
    due: bool = True
    weather: Weather | None = None
    weather_card: int = 0
    still: bool = False
    pending: Pending | None = None
    last: int | None = None
    played: Pile = Pile()
    shown: Pile = Pile()
    drawn: Pile = Pile()
    begun: bool = False

    def musher(self, seat: int | None) -> Musher:
        """The musher of a seat that takes part. Raises KeyError for any other."""
        for musher in self.mushers:
            if musher.seat == seat:
                return musher
        raise KeyError(seat)

    @property
    def order(self) -> tuple[int, ...]:
        """The seats clockwise from the start player."""
        seats = [musher.seat for musher in self.mushers]
        first = seats.index(self.start)
        return (*seats[first:], *seats[:first])

    @property
    def deck(self) -> int:
        """Action cards that are neither in a hand nor played since the deal."""
        return ACTIONS - self.played.count - sum(musher.hand for musher in self.mushers)

    def pending_of(self, musher: Musher) -> Pending | None:
        """The half-played turn of this musher, None if there is none."""
        return self.pending if musher.seat == self.turn else None

    def with_musher(self, musher: Musher, **changes: Any) -> "State":
        """The race with this musher in place of the seat's old one, and other changes."""
        mushers = tuple(musher if old.seat == musher.seat else old for old in self.mushers)
        return replace(self, mushers=mushers, **changes)
