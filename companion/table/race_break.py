"""A break of the race: no turn is timed meanwhile, and it outlives a restart."""

from collections.abc import Callable

from companion.errors import Refused, StoreError
from companion.store.store import Store
from companion.table.current_race import CurrentRace
from companion.table.request import Later

KEY = "break"


class RaceBreak:
    """The break of the race on the table; of another race it has no effect."""

    def __init__(self, store: Store, race: CurrentRace, later: Later):
        self._store = store
        self._race = race
        self._later = later
        self._of: int | None = store.get(KEY)

    @property
    def on(self) -> bool:
        """Whether the race on the table has a break."""
        race = self._race.shown
        return race is not None and race.id == self._of and not race.view.over

    def take(self, on: bool, now: float, then: Callable[[StoreError | None], None]) -> None:
        """Begin it or end it; `then` is called when that is on disk, or not.

        Raises Refused without a race.
        """
        race = self._race.shown
        if race is None or race.view.over:
            raise Refused("table.no_break")
        if not on:
            self._race.start_clock(now)
        number = race.id if on else None

        def written(fault: StoreError | None, later: float) -> None:
            if fault is None:
                self._of = number
                if on:
                    self._race.stop_clock(later)
            elif self.on:
                self._race.stop_clock(now)
            then(fault)

        self._store.set(KEY, number, lambda fault: self._later(lambda now: written(fault, now)))
