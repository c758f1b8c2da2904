"""The state of a race of Reindeer Races, as frozen values.

Only facts that cannot be derived are kept; derived values (pile, points, path, rewards left) are in
`figures.py`, `board.py` and `path.py`. Seats are the table's seat numbers.
"""

from dataclasses import dataclass, replace
from typing import Any, NamedTuple

OBJECTS = ("letter", "decoration", "log", "gift", "tree")
"""The five objects, each with its own track, shortest first (RR-05)."""
TRACK_CARDS = dict(zip(OBJECTS, (3, 4, 5, 6, 7), strict=True))
"""Track cards in each track (RR-03); a card has two spaces (RR-04)."""
CARDS_LAID = sum(TRACK_CARDS.values())
ELF = "elf"
KINDS = (*((what, count) for what in OBJECTS for count in (1, 2)), (ELF, 1))
"""The kinds of movement cards: an object and its number; an elf counts 1 (RR-21)."""
SPACES = ("plain", "ice_forward", "ice_back", "ice_left", "ice_right", "snowman", "skis", "yeti")
ACTIONS = ("snowman", "skis")
"""Action spaces that leave the reindeer where it is (RR-41, RR-42)."""
STATUSES = ("racing", "finished", "eliminated")
MOVE_CARDS, TRACK_CARDS_IN_BOX, TILES = 77, 27, 15
TEAM = 4
"""Reindeer of a player (RR-02)."""
FIRST_HAND, MOST_HAND, DRAWN = 5, 7, 2
"""Cards dealt (RR-07), the hand limit, and cards of one draw (RR-10)."""

Pair = tuple[str, str]
"""The two spaces of a track card in its usual direction."""


class Card(NamedTuple):
    """A movement card. `worth`: the number of objects on it (RR-22).

    `copy` 0: unknown which of the equal cards it is.
    """

    what: str
    worth: int
    copy: int = 0

    @property
    def kind(self) -> tuple[str, int]:
        """One of KINDS."""
        return self.what, self.worth


class Laid(NamedTuple):
    """A track card on the table. `turned`: it lies the other way round."""

    card: int
    turned: bool = False


class Tile(NamedTuple):
    """A reward that was won. `value` None: nobody has entered it.

    `nth`: it was the nth won on its track, which bounds an unknown value (RR-06, RR-26); 0: before
    those with a number, in an unknown order. It is only kept where the box has no rewards.
    """

    track: str
    value: int | None
    nth: int = 0


class Spot(NamedTuple):
    """The position of a reindeer. Spaces of a track count from 1."""

    track: str
    space: int


@dataclass(frozen=True, slots=True)
class Box:
    """The contents of the box as entered by the owner (rules.md 6.2).

    `moves`: copies of each of KINDS, () while incomplete. `tracks`: the spaces of card n at index n
    - 1. `rewards`: each track's tiles, highest first; () if unknown. `example`: it is the invented
    set.
    """

    moves: tuple[int, ...] = ()
    tracks: tuple[Pair | None, ...] = (None,) * TRACK_CARDS_IN_BOX
    rewards: tuple[tuple[int, ...], ...] = ((),) * len(OBJECTS)
    example: bool = False

    @property
    def knows_tracks(self) -> bool:
        return any(pair is not None for pair in self.tracks)


@dataclass(frozen=True, slots=True)
class Land:
    """The landing of a reindeer as given by the table. `end`: a space, "reward" or "off".

    `action`: the effect of the space, "snowman", "skis" or "".
    """

    track: str
    end: int | str
    action: str = ""


@dataclass(frozen=True, slots=True)
class Pending:
    """The half-played turn of the seat that is up, after cards were tapped.

    `track`: chosen for elves alone. `reindeer`: the chosen one, 1 to 4. `leaps`: the answer for
    each reindeer landed on, or one for all (AM-RR-08). `land`: the landing, if it had to be asked
    for.
    """

    cards: tuple[Card, ...]
    track: str | None = None
    reindeer: int | None = None
    leaps: bool | tuple[bool, ...] = True
    land: Land | None = None

    @property
    def distance(self) -> int:
        """The distance of the move (RR-22)."""
        return sum(card.worth for card in self.cards)

    @property
    def played(self) -> str | None:
        """The object on the cards, None for elves alone."""
        return next((card.what for card in self.cards if card.what != ELF), None)

    @property
    def target(self) -> str | None:
        """The track of the move; None while elves have none (RR-22)."""
        return self.played or self.track

    @property
    def without_land(self) -> "Pending":
        """The turn without its landing, after cards or reindeer on the tracks have changed."""
        return replace(self, land=None)

    def of_kind(self, what: str, count: int) -> int:
        """The number of cards of one kind in it."""
        return sum(card.kind == (what, count) for card in self.cards)


@dataclass(frozen=True, slots=True)
class HandStep:
    """The cards that a seat was last asked to move, in the order of the fields.

    Draw `draw`; if `shuffle`, then shuffle and draw `more`; discard `discard`.
    """

    draw: int = 0
    shuffle: bool = False
    more: int = 0
    discard: int = 0


@dataclass(frozen=True, slots=True)
class Team:
    """One seat's reindeer, hand and rewards.

    `reindeer`: the position of each of the four, None beside the tracks. `to_name`: surplus cards
    in the discard that this seat can still name. `unsure`: after the race it said that nobody knows
    the values missing from its rewards.
    """

    seat: int
    name: str
    colour: str
    hand: int = FIRST_HAND
    tiles: tuple[Tile, ...] = ()
    reindeer: tuple[Spot | None, ...] = (None,) * TEAM
    retired: bool = False
    to_name: int = 0
    hand_step: HandStep = HandStep()
    unsure: bool = False

    @property
    def racing(self) -> bool:
        return not self.retired


@dataclass(frozen=True, slots=True)
class State:
    """A race. `teams` are listed as at the set-up; `pending` belongs to the seat `turn`.

    `phase`: "lay" (track cards are being laid), "turns", "rewards" (the race has ended, values that
    decide a place are asked for) or "over". `order`: the seats clockwise
    from the first. `laid`: track cards in the order of laying, track after track. `discard`: the
    last card is the top one; `unnamed`: cards in it whose kinds are unknown. `span`: the spaces
    that a "Bond!" leaps, counted from the occupied one (AM-RR-01). `begun`: a turn has been
    completed.
    """

    teams: tuple[Team, ...]
    order: tuple[int, ...]
    box: Box = Box()
    span: int = 3
    laid: tuple[Laid, ...] = ()
    round: int = 1
    phase: str = "turns"
    turn: int | None = None
    pending: Pending | None = None
    discard: tuple[Card, ...] = ()
    unnamed: int = 0
    begun: bool = False

    def team(self, seat: int | None) -> Team:
        """The team of a seat that takes part. Raises KeyError for any other."""
        for team in self.teams:
            if team.seat == seat:
                return team
        raise KeyError(seat)

    @property
    def pile(self) -> int:
        """Cards left in the draw pile: all that are in no other place."""
        hands = sum(team.hand for team in self.teams)
        return MOVE_CARDS - hands - len(self.discard) - self.unnamed

    def pending_of(self, team: Team) -> Pending | None:
        """The half-played turn of this team, None if there is none."""
        return self.pending if team.seat == self.turn else None

    def with_team(self, team: Team, **changes: Any) -> "State":
        """The race with this team in place of the seat's old one, and other changes."""
        teams = tuple(team if old.seat == team.seat else old for old in self.teams)
        return replace(self, teams=teams, **changes)
