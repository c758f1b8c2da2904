"""The state of a race of Snow Tails, as frozen values.

Only facts that cannot be derived are kept; derived values (speed, bonus, position, deck) are in
`figures.py`. Seats are the table's seat numbers, 1 to 6.
"""

from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from companion.games.snow_tails.dealt import Dealt
from companion.games.snow_tails.track import Place, Track

SLOTS = ("left", "right", "brake")
MARKS = ("line", "sapling", "edge", "sled")
STOPS = ("edge", "sled")
"""Marks that end a move (ST-66, ST-70)."""
STATUSES = ("racing", "finished", "eliminated")
VALUES = (1, 2, 3, 4, 5)
MAX_DENTS = 4
HAND = 5
POINTS = (5, 3, 2, 1)
"""Points for places 1 to 4 (ST-93)."""


def stopped(marks: tuple[str, ...]) -> bool:
    """Whether the move ended at an edge or at a sled."""
    return any(mark in STOPS for mark in marks)


def with_mark(marks: tuple[str, ...], what: str) -> tuple[str, ...]:
    """The marks with one more, which comes before a stop."""
    if stopped(marks):
        return (*marks[:-1], what, marks[-1])
    return (*marks, what)


def without_mark(marks: tuple[str, ...], what: str) -> tuple[str, ...]:
    """The marks without the last one of this kind, which must be among them."""
    at = len(marks) - 1 - marks[::-1].index(what)
    return marks[:at] + marks[at + 1 :]


class Card(NamedTuple):
    """An open dog card. `copy` 0: unknown which of the equal cards it is."""

    value: int
    copy: int = 0


@dataclass(frozen=True, slots=True)
class Settings:
    """The options of one race (rules.md, "Decided"). `deck`: copies of the values 1 to 5.

    `ask_certain`: the order step also asks what is certain. Races from before that option ask so.
    """

    edition: str = "de"
    deck: tuple[int, ...] = (4, 4, 4, 4, 4)
    bonus_may_crash: bool = True
    finished_count: bool = True
    dnf_points: int = 0
    ask_certain: bool = True

    @property
    def size(self) -> int:
        """The number of dog cards of a seat."""
        return sum(self.deck)


class Wanted(NamedTuple):
    """A chosen end of a move on a laid course.

    `place`: its space; `which` of the ends there, from 1, the mildest first; `bonus`: whether it is
    one of those with the bonus.
    """

    place: Place
    which: int = 1
    bonus: bool = False


@dataclass(frozen=True, slots=True)
class Pending:
    """The half-played turn of the seat that is up, after a value was tapped.

    `slots` in the order of SLOTS, `marks` in the order in which they count. `copy` is the copy of a
    tap without a slot, `copies` those shown at a slot's own reader (left, right, brake); 0 if
    unknown. `wanted`: the chosen end on a laid course, None for the mildest.
    """

    value: int
    slots: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    copy: int = 0
    copies: tuple[int, int, int] = (0, 0, 0)
    wanted: Wanted | None = None

    @property
    def cards(self) -> int:
        """Cards that it takes from the hand; a card that is only tapped counts as one."""
        return max(1, len(self.slots))

    @property
    def lines(self) -> int:
        """Lines marked as crossed in this move."""
        return self.marks.count("line")


@dataclass(frozen=True, slots=True)
class LastTurn:
    """The inputs of a seat's last turn, kept for adding forgotten marks.

    `speed` is the base speed, `bonus` was added to it; `lines` and `dents` are those before the
    turn.
    """

    speed: int
    bonus: int
    lines: int
    dents: int
    marks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Why:
    """The reason of a played sled's turn: one of REASONS (pawns.py), and its numbers."""

    reason: str
    count: int = 0
    limit: int = 0


@dataclass(frozen=True, slots=True)
class HandStep:
    """The cards that a seat was last asked to move, in the order of the fields.

    Take `dents`, discard `discard`, draw `draw`; if `shuffle`, then shuffle and draw `more`.
    """

    dents: int = 0
    discard: int = 0
    draw: int = 0
    shuffle: bool = False
    more: int = 0


@dataclass(frozen=True, slots=True)
class Sled:
    """One seat's sled, mat and cards.

    `left`, `right`, `brake` are the values that count; a correction can set them without a card, so
    they may differ from the top cards. In piles and `discard` the last card is the top one.
    `unnamed`: surplus cards in the discard whose values are unknown. `unsure`: values whose copies
    count as unplaced until the next shuffle. `lines`: lines crossed, the finish included. `rows`,
    `lane`: reported past the finish. `walked`: rows moved so far, estimated; used only to propose
    an order. `at`: the space on a laid course, kept after the sled has left it; `path`: the spaces
    of the sled's last move there, from the one it left to the one it reached. `dealt`: the cards of
    a sled that the table plays, None for one that people play; `why`: the reason of its last turn.
    """

    seat: int
    name: str
    colour: str
    start: int
    left: int = 3
    right: int = 3
    brake: int = 3
    dents: int = 0
    dogs: int = 5
    left_pile: tuple[Card, ...] = ()
    right_pile: tuple[Card, ...] = ()
    discard: tuple[Card, ...] = ()
    unnamed: int = 0
    unsure: tuple[int, ...] = ()
    lines: int = 0
    status: str = "racing"
    place: int | None = None
    rows: int | None = None
    lane: int | None = None
    walked: int = 0
    at: Place | None = None
    path: tuple[Place, ...] = ()
    last: LastTurn | None = None
    hand_step: HandStep = HandStep()
    dealt: Dealt | None = None
    why: Why | None = None

    @property
    def racing(self) -> bool:
        return self.status == "racing"

    @property
    def asked(self) -> bool:
        """Whether the order step includes it: racing, or finished and not yet placed."""
        return self.status == "racing" or (self.status == "finished" and self.place is None)


@dataclass(frozen=True, slots=True)
class State:
    """A race. `sleds` are listed as at the set-up; `pending` belongs to the seat `turn`.

    `phase`: "turns", "order" or "over". `order`: this round's sleds, front first. `proposed`: the
    order step's proposal, `shifted` once a player has moved a seat in it. `begun`: a turn has been
    completed. `longest_s`: the longest turn so far, in seconds. `corrected`: a correction of this
    round set a turn, the order, a status or lines, so that its turns prove no order. `track`: the
    laid course, None if only its limits are known; `saplings`: those that still stand on it.
    `to_move`: played sleds whose pawns people have yet to move, until a person's next card.
    """

    settings: Settings
    limits: tuple[int, ...]
    flag: str
    sleds: tuple[Sled, ...]
    order: tuple[int, ...]
    round: int = 1
    phase: str = "turns"
    turn: int | None = None
    pending: Pending | None = None
    proposed: tuple[int, ...] = ()
    shifted: bool = False
    big_paws: int | None = None
    longest_s: float = 0.0
    begun: bool = False
    corrected: bool = False
    track: Track | None = None
    saplings: tuple[Place, ...] = ()
    to_move: tuple[int, ...] = ()

    def sled(self, seat: int | None) -> Sled:
        """The sled of a seat that takes part. Raises KeyError for any other."""
        for sled in self.sleds:
            if sled.seat == seat:
                return sled
        raise KeyError(seat)

    @property
    def finish(self) -> int:
        """The number of lines that a finished sled has crossed."""
        return len(self.limits) + 1

    def pending_of(self, sled: Sled) -> Pending | None:
        """The half-played turn of this sled, None if there is none."""
        return self.pending if sled.seat == self.turn else None

    def deck(self, sled: Sled) -> int:
        """Cards left in the sled's deck: all that are in no other place."""
        open_cards = len(sled.left_pile) + len(sled.right_pile) + len(sled.discard)
        return self.settings.size - sled.dogs - open_cards - sled.unnamed

    def with_sled(self, sled: Sled, **changes: Any) -> "State":
        """The race with this sled in place of the seat's old one, and other changes."""
        sleds = tuple(sled if old.seat == sled.seat else old for old in self.sleds)
        return replace(self, sleds=sleds, **changes)
