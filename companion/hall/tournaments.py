"""The tournaments of a hall: each is the fold of its saved acts, and follows its tables.

An act is checked, saved, and then shown. Several halls may share a database: who finds that an act
of its number is there already reads it, and tries again.
"""

import logging
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from companion import messages
from companion.errors import Malformed, Refused, StoreError
from companion.games.game import Act, Event, Say
from companion.hall import payloads
from companion.hall.store.store import HallStore
from companion.hall.tournament.fold import Tournament, begin
from companion.hall.tournament.reports import act_of
from companion.hall.tournament.state import Race, State

LOG = logging.getLogger("companion")

REFRESH_S = 2.0
"""How often acts of other halls on the database are looked for."""

Make = Callable[[State], Act]


class _Settled(Exception):
    """There is nothing to add, also because another hall on the database just has."""


class Tournaments:
    """All tournaments. Any thread may call; who only reads takes `running` and never waits.

    `changed` is called when pages have something new to show.
    """

    changed: Callable[[], None] = staticmethod(lambda: None)

    def __init__(self, store: HallStore):
        self._store = store
        self._lock = threading.RLock()
        self.running: Mapping[int, Tournament] = {}
        self._refreshed_at = float("-inf")
        self._behind = True
        self._refused: set[int] = set()

    def create(self, options: Mapping[str, Any]) -> int:
        """Begin a tournament; returns its number. Raises Refused, StoreError."""
        begin(0, options)
        id = self._store.tournaments.create(options, time.time())
        self.refresh()
        return id

    def apply(self, id: int, make: Make, after: int | None = None) -> tuple[Event, ...]:
        """Apply the act that `make` gives for the newest state; returns its events.

        `after`: how many acts there may be before it. Raises Refused, Malformed, StoreError, and
        KeyError for an unknown tournament.
        """
        with self._lock:
            while True:
                before = self.running[id]
                if after is not None and after != len(before.log):
                    raise Refused("tournament.changed_since")
                act = make(before.state)
                now, events = before.apply(act)
                if now is before:
                    return events
                if self._store.tournaments.append(id, len(now.log), act, time.time()):
                    self._put(now)
                    return events
                self._put(self._read(before))

    def note(self, id: int, race: int, say: Say) -> None:
        """Note what the director has to know of a race."""
        with self._lock:
            tournament = self.running[id]
            if tournament.notes.get(race) != say:
                self._put(replace(tournament, notes={**tournament.notes, race: say}))

    def refresh(self) -> None:
        """Read what other halls on the database have added. Raises StoreError."""
        with self._lock:
            self._refreshed_at = time.monotonic()
            for id, length in self._store.tournaments.lengths().items():
                known = self.running.get(id)
                if known is None or length > len(known.log):
                    self._read_safely(id)

    def follow(self, saved: Iterable[payloads.Act | payloads.Result]) -> None:
        """Catch up with tables that have reported these; the keeper calls, every few seconds.

        While the database is away nothing is lost: the next call catches up with all tables.
        """
        reported = {(one.place.store, one.place.race) for one in saved}
        due = time.monotonic() >= self._refreshed_at + REFRESH_S
        try:
            if self._behind or due:
                self.refresh()
            for id in self.running:
                self.catch_up(id, None if self._behind else reported)
            self._behind = False
        except StoreError:
            self._behind = True

    def catch_up(self, id: int, of: set[tuple[str, int]] | None = None) -> None:
        """Apply what these races of tables have come to; None: all of the tournament.

        Raises StoreError.
        """
        for race in self.running[id].state.races:
            report = race.report
            if report and (of is None or (report.store, report.race) in of):
                self._settle(id, race)

    def _settle(self, id: int, race: Race) -> None:
        """Bring a race to where it stands at its table, unless that has been undone here."""
        assert race.report
        standing = self._store.standing(race.report.store, race.report.race)
        if standing is None:
            return

        def act(state: State) -> Act:
            found = act_of(state, standing)
            if found is None or found in self.running[id].log:
                raise _Settled
            return found

        try:
            self.apply(id, act)
        except _Settled:
            return
        except Refused as refused:
            self.note(id, race.n, Say(refused.key, refused.params))

    def _read_safely(self, id: int) -> None:
        """Read a tournament's further acts. One that the rules no longer accept is left out."""
        if id in self._refused:
            return
        try:
            known = self.running.get(id) or begin(id, self._store.tournaments.options(id))
            self._put(self._read(known))
        except (Refused, Malformed) as no:
            self._refused.add(id)
            LOG.warning("tournament %d: %s", id, messages.sentence(no.key, no.params))

    def _read(self, tournament: Tournament) -> Tournament:
        for act in self._store.tournaments.acts(tournament.id, len(tournament.log)):
            tournament = tournament.restore(act)
        return tournament

    def _put(self, tournament: Tournament) -> None:
        self.running = {**self.running, tournament.id: tournament}
        self.changed()
