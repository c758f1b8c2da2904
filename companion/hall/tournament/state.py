"""The state of a tournament: its settings, players, tables and races. Frozen."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from companion.errors import Refused


@dataclass(frozen=True, slots=True)
class Settings:
    """What holds for the whole tournament.

    `least`, `most`: players at a table, by the game's rules. `at_table`: the number wished for.
    `points`: those for each place, place 1 first. `rounds`, `finals`: how many are planned; a plan
    binds nobody. `race`: further options of every race, such as the course's limits, and `course`
    its name.
    """

    name: str
    game: str
    least: int
    most: int
    at_table: int
    points: tuple[int, ...]
    rounds: int
    finals: int
    race: Mapping[str, Any] = field(default_factory=dict)
    course: str = ""


@dataclass(frozen=True, slots=True)
class Player:
    """A player. `n`: the number given at entry, which never changes, from 1.

    `since`: the round before which the player entered, 1 for all who were there at the start.
    """

    n: int
    name: str
    since: int
    withdrawn: bool = False

    def is_called(self, name: str) -> bool:
        """Whether this is the player's name, in capitals or not."""
        return self.name.casefold() == name.strip().casefold()


@dataclass(frozen=True, slots=True)
class Report:
    """Where a race is saved: the data of a table (`store`) and the race's number there."""

    store: str
    race: int


@dataclass(frozen=True, slots=True)
class Race:
    """A race of a round. `n`: its number in the tournament, from 1, which never changes.

    `players`: numbers of players by start place, the first one first. `table`: "" while it waits
    for one. `begun`: it is driven now, or was. `places`: the place of each player, in the order of
    `players`, None for a sled that did not finish; empty without a result. `report`: the race at
    the table, once it is prepared there; `branches`: those of the table's data in which it reported
    a result or took one back, the newest last; `heard`: the highest number of such an act in the
    newest, -1 for none. `final`: 1 for the first final, 0 for a qualifying race. `given_up`: too
    few players were left, so it has none and no result.
    """

    n: int
    round: int
    players: tuple[int, ...]
    table: str = ""
    begun: bool = False
    places: tuple[int | None, ...] = ()
    report: Report | None = None
    branches: tuple[str, ...] = ()
    heard: int = -1
    final: int = 0
    given_up: bool = False

    @property
    def over(self) -> bool:
        """Whether the race has a result."""
        return bool(self.places)

    @property
    def running(self) -> bool:
        """Whether the race is driven now."""
        return self.begun and not self.over

    @property
    def waiting(self) -> bool:
        """Whether the race is yet to begin."""
        return not self.begun and not self.over and not self.given_up

    @property
    def prepared(self) -> bool:
        """Whether the race stands ready at its table."""
        return self.waiting and self.report is not None

    def is_newer(self, branch: str, n: int) -> bool:
        """Whether the table's act `n` of this branch is newer than what it has reported so far.

        The result of an act may follow after that act has taken the one before back. A branch that
        has been replaced never comes back.
        """
        if branch in self.branches:
            return branch == self.branches[-1] and n >= self.heard + self.over
        return True

    def fresh(self, **changes: Any) -> "Race":
        """The race with these changes, to be prepared and driven from its start."""
        cleared: dict[str, Any] = {"places": (), "begun": False, "report": None}
        return replace(self, **{**cleared, "branches": (), "heard": -1, **changes})


@dataclass(frozen=True, slots=True)
class State:
    """A tournament. `tables`: those that can be used, in order. `round`: the last one drawn.

    `byes`: round and player of each bye. `missed`: race and player of each no-show. `entry`:
    whether players may enter themselves.
    """

    settings: Settings
    players: tuple[Player, ...] = ()
    tables: tuple[str, ...] = ()
    races: tuple[Race, ...] = ()
    byes: tuple[tuple[int, int], ...] = ()
    missed: tuple[tuple[int, int], ...] = ()
    round: int = 0
    finals: bool = False
    ended: bool = False
    entry: bool = True

    @property
    def active(self) -> tuple[int, ...]:
        """The numbers of the players who have not withdrawn, in order of entry."""
        return tuple(each.n for each in self.players if not each.withdrawn)

    @property
    def drawn(self) -> tuple[Race, ...]:
        """The races of the last round."""
        return tuple(race for race in self.races if race.round == self.round)

    @property
    def open(self) -> tuple[Race, ...]:
        """The races that are yet to have a result."""
        return tuple(race for race in self.races if not race.over and not race.given_up)

    @property
    def free_tables(self) -> tuple[str, ...]:
        """The tables that have no race to drive."""
        taken = {race.table for race in self.open}
        return tuple(table for table in self.tables if table not in taken)

    def largest(self, number: int) -> int:
        """The players of this round's largest race."""
        return max((len(race.players) for race in self.races if race.round == number), default=1)

    def player(self, n: int) -> Player:
        """The player with this number. Raises Refused."""
        for each in self.players:
            if each.n == n:
                return each
        raise Refused("tournament.no_such_player", player=n, most=len(self.players))

    def names(self, players: Iterable[int]) -> list[str]:
        """The names of these players."""
        return [self.player(n).name for n in players]

    def race(self, n: int) -> Race:
        """The race with this number. Raises Refused."""
        if not 1 <= n <= len(self.races):
            raise Refused("tournament.no_such_race", race=n, most=len(self.races))
        return self.races[n - 1]

    def reported(self, report: Report) -> Race | None:
        """The race that is saved there."""
        return next((race for race in self.races if race.report == report), None)

    def race_now(self, player: int) -> Race | None:
        """The race that this player drives now."""
        return next((r for r in self.races if r.running and player in r.players), None)

    def coming(self, player: int) -> Race | None:
        """The next race that this player is to drive: one of the last round, or one again."""
        return next((r for r in self.races if r.waiting and player in r.players), None)

    def idle(self, player: int) -> bool:
        """Whether this player has neither a race nor a bye in the last round."""
        has_race = any(player in race.players for race in self.drawn)
        return not has_race and (self.round, player) not in self.byes

    def raced(self, player: int) -> Iterator[Race]:
        """The races with a result in which this player sat."""
        return (race for race in self.races if race.over and player in race.players)

    def with_race(self, race: Race) -> "State":
        """The tournament with this race in place of the one with its number."""
        at = race.n - 1
        return replace(self, races=(*self.races[:at], race, *self.races[at + 1 :]))

    def check_waiting(self, race: Race) -> None:
        """Refuse to change a race that has begun, is over or was given up."""
        if not race.waiting:
            raise Refused("tournament.has_begun", race=race.n)
