"""The race on the table, between the rules and the disk.

An act is applied at once to the newest race (`head`), and the next act to its result; it is `shown`
when the store reports it on disk. If a write fails, the head falls back to what is shown, and the
store refuses all acts that were applied after the lost one.
"""

from collections import deque
from collections.abc import Callable, Collection
from dataclasses import replace

from companion.errors import Refused, StoreError
from companion.games import GAMES
from companion.games.game import Act, Event
from companion.store.store import Stamp, Store
from companion.table import race as races
from companion.table.race import LogLine, NewRace, PendingWrite, Race, TurnTimer
from companion.table.request import Later, Request

MOST_LOG = 12
"""Lines of the log in a snapshot; the whole log is a page of its own."""


class CurrentRace:
    """The race on the table, None at first.

    `on_written` gets every write with the store's fault, None if it is on disk; `on_pending` gets
    an act that is being written. Both are called by the loop, through `later`.
    """

    head: Race | None = None
    shown: Race | None = None
    _pending = 0
    _rollbacks = 0

    def __init__(
        self,
        store: Store,
        seats: Collection[int],
        stamp: Callable[[], Stamp],
        later: Later,
        on_written: Callable[[PendingWrite, StoreError | None, float], None],
        on_pending: Callable[[PendingWrite], None],
    ):
        self._store = store
        self._seats = seats
        self._stamp = stamp
        self._later = later
        self._on_written = on_written
        self._on_pending = on_pending
        self._turn = TurnTimer()
        self._log: deque[LogLine] = deque(maxlen=MOST_LOG)

    @property
    def pending(self) -> int:
        """The number of writes on their way to the disk."""
        return self._pending

    @property
    def log(self) -> tuple[LogLine, ...]:
        """The newest lines of the log that are on disk, oldest first."""
        return tuple(self._log)

    @property
    def turn(self) -> TurnTimer | None:
        """The time of the turn under way, None for a race without clocks."""
        return self._turn if self.shown and self.shown.clock else None

    def log_with(self, line: LogLine) -> tuple[LogLine, ...]:
        """The log once this line is on disk, too."""
        return (*self._log, line)[-MOST_LOG:]

    def newest(self) -> Race:
        """The head. Raises Refused `table.no_race`."""
        if self.head is None:
            raise Refused("table.no_race")
        return self.head

    def steps(self, act: Act, count: int) -> int:
        """The number of undos or redos (`act`) until `count` acts are in force. Raises Refused."""
        history, steps = self.newest().history, 0
        while history.count != count:
            history, _ = history.apply(act)
            steps += 1
        return steps

    def apply(
        self, act: Act, request: Request, now: float, timed: bool = True
    ) -> tuple[Event, ...] | None:
        """Apply an act to the head and send it to the disk. Raises Refused or Malformed.

        `timed`: an act that ends a turn gets the turn's length.

        Returns the events of an act that changes nothing, which is not stored, else None.
        """
        head = self.newest()
        if timed:
            act = self._turn.timed(act, now)
        history, events = head.history.apply(act)
        if history is head.history:
            return events
        line = races.line(head.n + 1, act, request.name, events)
        write = PendingWrite(head.after(history), line, events, request, self._rollbacks)
        self._store.append(
            head.id,
            races.entry(write, act, self._stamp()),
            lambda fault: self._later(lambda now: self._on_written(write, fault, now)),
            lambda: self._later(lambda now: self._on_pending(write)),
        )
        self._advance(write.race, now, act.get("act") == "done")
        return None

    def begin(self, new: NewRace, request: Request, now: float) -> None:
        """Put a new race on the table and send it to the disk. Raises Refused."""
        history = races.set_up(new, self._seats)
        if new.replaces is not None and not self._replaceable(new.replaces):
            raise Refused("table.already_begun")
        start = races.start(new, self._stamp(), request, history.events)
        race_id = self._store.new_race(
            start, lambda fault: self._later(lambda now: self._on_written(write, fault, now))
        )
        line = LogLine(0, "start", None, request.name, history.events)
        begun = Race.at(race_id, new.game, new.options, history, 0)
        race = replace(begun, clock=new.clock)
        write = PendingWrite(race, line, history.events, request, self._rollbacks, new=True)
        self._advance(race, now)

    def written(self, write: PendingWrite, fault: StoreError | None) -> None:
        """Show a write that is on disk, or fall back to what is shown if it failed."""
        self._pending -= 1
        if fault is None:
            if write.new:
                self._log.clear()
            self.shown = write.race
            self._log.append(write.line)
        elif write.rollbacks == self._rollbacks:
            self._rollbacks += 1
            self.head = self.shown

    def resume(self, race_id: int, then: Callable[[StoreError | None], None]) -> None:
        """Make a stored race the current one on disk; after that `load` can read it.

        Raises Refused `table.no_such_race`.
        """
        if self._store.race(race_id) is None:
            raise Refused("table.no_such_race", race=race_id)
        self._store.resume(race_id, lambda fault: self._later(lambda now: then(fault)))

    def load(self, race_id: int) -> bool:
        """Put a stored race on the table, if its game is known. Raises Refused or Malformed.

        A race whose acts the current rules reject raises them and is not put on the table.
        """
        self._turn = TurnTimer()
        saved = self._store.race(race_id)
        if saved is None or saved.game not in GAMES:
            return False
        self.shown, lines = races.load(saved, self._store.acts(saved.id))
        self.head = self.shown
        self._log = deque(lines, maxlen=MOST_LOG)
        return True

    def stop_clock(self, now: float) -> None:
        """Stop the clock of the turn for a break."""
        self._turn = self._turn.stop(now)

    def start_clock(self, now: float) -> None:
        """Let the clock of the turn run again."""
        self._turn = self._turn.go_on(now)

    def _replaceable(self, race_id: int) -> bool:
        """Whether this is the race on the table, and its set-up may be reopened."""
        return self.head is not None and self.head.id == race_id and not self.head.view.begun

    def _advance(self, head: Race, now: float, done: bool = False) -> None:
        self.head = head
        self._pending += 1
        self._turn = self._turn.seen(head.view.up, now, done)
