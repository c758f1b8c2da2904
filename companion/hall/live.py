"""The newest state of every table, and what did not fit. Pure: times are arguments.

One thread writes; any thread reads `tables` and `refusals`, which are replaced and never changed.
"""

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, replace

from companion.games.game import Say
from companion.hall.payloads import BadPayload, State, Status

MOST_TABLES = 2000
"""Tables that are shown; further ones are counted as refused."""

MOST_REASONS = 1000

STATE_S = 0.25
"""Least seconds between two states of a table; of more only the newest is read."""

TWO_S = 60.0
"""Two tables under one name: both have reported within this time, in turns."""


@dataclass(frozen=True, slots=True)
class TableNow:
    """A table as it is now. `since`: of being online or not, seconds since 1970; None: unknown.

    `race_since`: when the hall has first seen this race begun. `twins`: two tables use the name.
    """

    name: str
    title: str = ""
    store: str = ""
    online: bool = False
    since: float | None = None
    state: State | None = None
    race_since: float | None = None
    twins: bool = False


@dataclass(frozen=True, slots=True)
class Refusals:
    """Payloads of a table that were refused for one reason. `last`: when, seconds since 1970."""

    count: int
    say: Say
    last: float


class Live:
    """The tables of the hall. `version` grows with every change that pages show."""

    def __init__(self, known: Mapping[str, TableNow] | None = None) -> None:
        self.tables: Mapping[str, TableNow] = dict(known or {})
        self.refusals: Mapping[tuple[str, str], Refusals] = {}
        self.version = 0
        self._heard: dict[str, deque[tuple[float, str]]] = {}

    def status(self, status: Status, now: float) -> None:
        """A table came or went. Raises BadPayload if there are too many.

        An offline status of another table of the same name is its own matter.
        """
        table = self._table(status.table)
        if not status.online and table.online and status.store != table.store:
            self._put(replace(table, twins=True))
            return
        came = status.online != table.online or table.since is None
        table = replace(table, online=status.online, since=now if came else table.since)
        if status.online:
            table = replace(table, title=status.title, store=status.store)
        self._put(self._judged(table, status.store, now))

    def state(self, state: State, now: float) -> None:
        """A table has a new state. Raises BadPayload if there are too many."""
        table = self._table(state.table)
        race_since = table.race_since
        begun = state.stage in ("racing", "break", "over")
        before = table.state
        if not begun:
            race_since = None
        elif race_since is None or before is None or before.race != state.race:
            race_since = now
        table = replace(table, state=state, race_since=race_since)
        self._put(self._judged(table, state.store, now))

    def refuse(self, bad: BadPayload, now: float) -> None:
        """Count a payload that did not fit."""
        key = (bad.table, bad.say.key)
        if key not in self.refusals and len(self.refusals) >= MOST_REASONS:
            key = ("", bad.say.key)
        before = self.refusals.get(key)
        count = before.count + 1 if before else 1
        self.refusals = {**self.refusals, key: Refusals(count, bad.say, now)}
        self.version += 1

    def _table(self, name: str) -> TableNow:
        if name not in self.tables and len(self.tables) >= MOST_TABLES:
            raise BadPayload("", "hall.many_tables", most=MOST_TABLES)
        return self.tables.get(name) or TableNow(name)

    def _judged(self, table: TableNow, store: str, now: float) -> TableNow:
        """Mark a name that two tables use: a third report comes from the first one again."""
        heard = self._heard.setdefault(table.name, deque(maxlen=3))
        if not heard or heard[-1][1] != store:
            heard.append((now, store))
        recent = [one for at, one in heard if now - at < TWO_S]
        return replace(table, twins=len(recent) == 3 and recent[0] == recent[2])

    def _put(self, table: TableNow) -> None:
        if self.tables.get(table.name) != table:
            self.tables = {**self.tables, table.name: table}
            self.version += 1
