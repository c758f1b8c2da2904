"""A race's past and what was taken back: the fold of its acts, one act at a time.

A `History` is a value: an act gives a new one and leaves the old one as it was. To drop an act that
the disk refused, the caller goes on with the old value. Each step costs the same however long the
race is: states are kept, nothing is played again.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from companion.errors import Refused
from companion.games.game import Act, Event, Game, Say


@dataclass(frozen=True, slots=True, eq=False)
class Step:
    """The race after its act of this number; the set-up is number 0, without act or step before."""

    number: int
    before: "Step | None"
    act: Act | None
    state: Any
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Undone:
    """The steps that were taken back, the one that redo brings back first."""

    step: Step
    rest: "Undone | None"


@dataclass(frozen=True, slots=True, eq=False)
class History:
    """A race with all its states. Two are equal if all their states, acts and undone acts are."""

    game: Game[Any]
    last: Step
    undone: Undone | None = None

    @property
    def state(self) -> Any:
        """The game's own state; `game.view` makes it readable."""
        return self.last.state

    @property
    def events(self) -> tuple[Event, ...]:
        """What the act that stands last (or the set-up) announced."""
        return self.last.events

    @property
    def can_undo(self) -> bool:
        """Whether an act stands that could be taken back."""
        return self.last.before is not None

    @property
    def can_redo(self) -> bool:
        """Whether an act was taken back that could be done again."""
        return self.undone is not None

    @property
    def undo_takes(self) -> Act | None:
        """The act that undo would take back."""
        return self.last.act

    @property
    def redo_brings(self) -> Act | None:
        """The act that redo would do again."""
        return self.undone.step.act if self.undone else None

    @property
    def count(self) -> int:
        """How many acts stand."""
        return self.last.number

    @property
    def acts(self) -> tuple[Act, ...]:
        """The acts that stand, first to last."""
        return tuple(step.act for step in reversed(tuple(self._steps())) if step.act is not None)

    def apply(self, act: Act) -> tuple["History", tuple[Event, ...]]:
        """The race after an act, undo and redo included, and what it announces.

        An act that changes nothing gives this very object back: it is no step, is not to be stored
        and leaves what can be redone. Raises Refused or Malformed, as the game's `apply` does.
        """
        match act.get("act"):
            case "undo":
                return self._undo(act)
            case "redo":
                return self._redo(act)
        state, events = self.game.apply(self.state, act)
        if state is self.state:
            return self, events
        return History(self.game, Step(self.last.number + 1, self.last, act, state, events)), events

    def _undo(self, act: Act) -> tuple["History", tuple[Event, ...]]:
        _bare(act)
        step = self.last
        if step.before is None or step.act is None:
            raise Refused("history.nothing_to_undo")
        race = History(self.game, step.before, Undone(step, self.undone))
        return race, (_told(self, "undone", step.act),)

    def _redo(self, act: Act) -> tuple["History", tuple[Event, ...]]:
        _bare(act)
        undone = self.undone
        if undone is None or undone.step.act is None:
            raise Refused("history.nothing_to_redo")
        race = History(self.game, undone.step, undone.rest)
        return race, (_told(race, "redone", undone.step.act), *undone.step.events)

    def _steps(self) -> Iterator[Step]:
        step: Step | None = self.last
        while step is not None:
            yield step
            step = step.before

    def _undone(self) -> Iterator[Step]:
        undone = self.undone
        while undone is not None:
            yield undone.step
            undone = undone.rest

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, History):
            return NotImplemented
        return (
            self.game is other.game
            and _same(self._steps(), other._steps())
            and _same(self._undone(), other._undone())
        )


def begin(game: Game[Any], options: Mapping[str, Any]) -> History:
    """A race at its start. Raises Refused for options that the game does not take."""
    state, events = game.setup(options)
    return History(game, Step(0, None, None, state, events))


def replay(game: Game[Any], options: Mapping[str, Any], log: Iterable[Act]) -> History:
    """The race that a stored log (accepted acts, undo and redo among them) leads to.

    Raises Refused or Malformed if the rules no longer take an act of it.
    """
    race = begin(game, options)
    for act in log:
        race, _ = race.apply(act)
    return race


def _bare(act: Act) -> None:
    """Undo and redo have no fields of their own."""
    for field in act:
        if field != "act":
            raise Refused("act.unknown_field", act=act["act"], field=str(field), known="act")


def _told(race: History, verb: str, act: Mapping[str, Any]) -> Event:
    """Says which act was taken back or done again, and whose it was."""
    seat = act.get("seat")
    what = Say(f"did.{act['act']}")
    for player in race.game.view(race.state).seats:
        if player.seat == seat:
            params = {"name": player.name, "what": what}
            return Event(f"history.{verb}_of", player.seat, params)
    return Event(f"history.{verb}", None, {"what": what})


def _same(ours: Iterator[Step], theirs: Iterator[Step]) -> bool:
    """Whether two chains are step for step the same."""
    for one, other in zip_longest(ours, theirs):
        if one is other:
            continue
        if one is None or other is None:
            return False
        if (one.act, one.state, one.events) != (other.act, other.state, other.events):
            return False
    return True
