"""The seats that the table plays: when it is their turn, a thread of its own chooses their acts.

A choice counts only for the position it was made for: if anything has happened since, it is dropped
and made anew.
"""

import threading
from collections.abc import Callable, Iterable, Mapping, Sequence

from companion.games import GAME_SPECS
from companion.games.game import Act, Say
from companion.games.history import History
from companion.games.spec import Played
from companion.table.race import Race
from companion.table.request import Later

PAUSE_S = 1.5
"""Seconds from the position on until the table plays: people see whose turn it is."""


class PlayedSeats:
    """Thinks for the played seats. `do` gets the position and its acts, in the loop's thread."""

    _race: Race | None = None
    _due = 0.0
    _asked: Race | None = None

    def __init__(self, later: Later, do: Callable[[Race, Sequence[Act], float], None]):
        self._later = later
        self._do = do

    def see(self, race: Race | None, now: float) -> None:
        """A new position is shown, None for no race."""
        self._race, self._due, self._asked = race, now + PAUSE_S, None

    def due(self, now: float) -> bool:
        """Whether the table has to begin to think."""
        race = self._race
        if race is None or race is self._asked or now < self._due:
            return False
        rules = played(race)
        return rules is not None and rules.owner(race.history.state) is not None

    def think(self) -> None:
        """Choose the acts of the position in a thread."""
        self._asked = self._race
        if self._race is not None:
            threading.Thread(
                target=self._think, args=(self._race,), name="played", daemon=True
            ).start()

    def _think(self, race: Race) -> None:
        rules = played(race)
        assert rules is not None
        try:
            acts = rules.own_acts(race.history.state)
        except Exception as error:
            fault = error
            self._later(lambda now: _raise(fault))
        else:
            self._later(lambda now: self._do(race, acts, now))


def _raise(error: Exception) -> None:
    """Raise a bug of the thread in the loop, which reports it."""
    raise error


def played(race: Race) -> Played | None:
    """The player of the race's game, None if the table cannot play it."""
    return GAME_SPECS[race.game].played


def plays(race: Race | None, seat: int) -> bool:
    """Whether the table plays this seat in a race that goes on."""
    if race is None or race.view.over or played(race) is None:
        return False
    seats = race.view.state["seats"]
    return any(one["seat"] == seat and "played" in one for one in seats)


def is_own(race: Race, act: Act) -> bool:
    """Whether this act is the table's alone: a card or a move of a seat that it plays."""
    rules = played(race)
    named = isinstance(act, Mapping)
    return rules is not None and named and rules.is_own(race.history.state, act)


def put_back(before: Race, after: Race) -> Iterable[tuple[str, Say]]:
    """The sleds that the table had driven and that an undo puts back: their names and places."""
    rules = played(before)
    return rules.put_back(before.history.state, after.history.state) if rules else ()


def undo_to(race: Race) -> int | None:
    """The number of acts in force once the people's last act is undone.

    None unless the table's own acts come after it. Undone alone, these would be played again.
    """
    history: History = race.history
    step = history.last
    while step.before is not None and step.act is not None and is_own(race, step.act):
        step = step.before
    if step is history.last:
        return None
    return max(0, step.number - 1)
