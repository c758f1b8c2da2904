"""A tournament as the fold of its acts, with undo and redo among them. Pure."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from companion.games import history
from companion.games.game import Act, Event, Say, View
from companion.games.history import History
from companion.hall.tournament import rules
from companion.hall.tournament.state import Race, State

Events = tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Tournament:
    """A tournament as it is now. `id`: its number in the hall; `log`: all its acts, in order.

    `notes`: by race, why its table has not done what it was asked, or what it reports was not
    taken. A note goes with the next change of its race.
    """

    id: int
    now: History
    view: View
    log: tuple[Act, ...] = ()
    notes: Mapping[int, Say] = field(default_factory=dict)

    @property
    def state(self) -> State:
        """Its players, tables and races."""
        state = self.now.state
        assert isinstance(state, State)
        return state

    @property
    def undo_takes(self) -> Events:
        """The events that undo takes back."""
        return self.now.events if self.now.can_undo else ()

    @property
    def redo_brings(self) -> Events:
        """The events that redo brings back."""
        return self.now.undone.step.events if self.now.undone else ()

    def newest(self) -> Iterator[tuple[int, Events]]:
        """The acts in force with their numbers and events, the last one first."""
        step = self.now.last
        while step.before is not None:
            yield step.number, step.events
            step = step.before

    def apply(self, act: Act) -> tuple["Tournament", Events]:
        """Apply an act; one that changes nothing gives this same tournament.

        Raises Refused or Malformed.
        """
        now, events = self.now.apply(act)
        return (self if now is self.now else self._with(act, now)), events

    def restore(self, act: Act) -> "Tournament":
        """The tournament after a saved act. Raises Refused or Malformed by newer rules."""
        return self._with(act, self.now.restore(act)[0])

    def _with(self, act: Act, now: History) -> "Tournament":
        races: tuple[Race, ...] = now.state.races
        same = {race.n for race, was in zip(races, self.state.races, strict=False) if race == was}
        notes = {n: note for n, note in self.notes.items() if n in same}
        return replace(self, now=now, view=rules.view(now.state), log=(*self.log, act), notes=notes)


def begin(id: int, options: Mapping[str, Any]) -> Tournament:
    """A tournament without acts. Raises Refused for options that the rules do not accept."""
    now = history.begin(rules, options)
    return Tournament(id, now, rules.view(now.state))
