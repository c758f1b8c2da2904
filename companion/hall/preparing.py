"""Prepares a tournament's races on their tables, in one go: names, seats, course."""

import threading
import time
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import asdict, dataclass

from companion.errors import Refused, StoreError
from companion.games.game import Act, Say
from companion.hall import payloads
from companion.hall.live import Live
from companion.hall.receiver import Receiver
from companion.hall.strays import stray
from companion.hall.tournament.fold import Events
from companion.hall.tournament.preparing import command
from companion.hall.tournament.state import Race, Report, State
from companion.hall.tournaments import Tournaments

LATE_S = 60.0
"""How long a table's answer still counts."""


@dataclass(frozen=True, slots=True)
class Sent:
    """A race that was sent to its table.

    `tournament`: its number; `store`: the table's data; `id`: of the command; `at`: when, of the
    monotonic clock.
    """

    tournament: int
    race: Race
    store: str
    id: str
    at: float


class Preparing:
    """Prepares races, and takes answers that come late. Any thread may call."""

    def __init__(self, tournaments: Tournaments, live: Live, receiver: Receiver):
        self._tournaments, self._live, self._receiver = tournaments, live, receiver
        self._late: list[Sent] = []
        self._lock = threading.Lock()

    def prepare(self, id: int, races: Iterable[int], within_s: float) -> int:
        """Prepare these races, and call their players; returns how many stand ready.

        Why another does not is noted at its race. Waits at most `within_s` for all tables together.
        Raises StoreError.
        """
        sent = []
        for race in races:
            try:
                sent.append(self._send(id, race))
            except Refused as refused:
                self._tournaments.note(id, race, Say(refused.key, refused.params))
        end, ready = time.monotonic() + within_s, 0
        for one in sent:
            answer = self._receiver.answer(one.id, max(0.0, end - time.monotonic()))
            if answer is not None:
                ready += self._take(one, answer)
                continue
            self._tournaments.note(id, one.race.n, _say("hall.table_silent", one))
            with self._lock:
                self._late.append(one)
        return ready

    def follow(self, saved: Iterable[payloads.Act | payloads.Result]) -> None:
        """Catch up with tables, also with those that answer late; the keeper calls."""
        self._tournaments.follow(saved)
        with self._lock:
            late, self._late = self._late, []
        for one in late:
            answer = self._receiver.answer(one.id, 0.0)
            if answer is not None:
                with suppress(StoreError):  # its director prepares the race again
                    self._take(one, answer)
            elif time.monotonic() < one.at + LATE_S:
                with self._lock:
                    self._late.append(one)

    def adopt(self, id: int, n: int) -> Events:
        """Take the race that a table drives in place of this one. Raises Refused if none is."""

        def make(state: State) -> Act:
            race = state.race(n)
            report = stray(state, race, self._live.tables.get(race.table))
            if report is None:
                raise Refused("tournament.no_stray", race=n)
            return _act(race, report)

        events = self._tournaments.apply(id, make)
        self._tournaments.catch_up(id)
        return events

    def _send(self, id: int, n: int) -> Sent:
        """Send a race to its table. Raises Refused if that cannot be reached."""
        state = self._tournaments.running[id].state
        race = state.race(n)
        state.check_waiting(race)
        if not race.table:
            raise Refused("tournament.no_table", race=n)
        table = self._live.tables.get(race.table)
        if table is None or not table.online or not self._receiver.broker.connected:
            raise Refused("hall.table_away", table=race.table)
        if table.twins:
            raise Refused("hall.table_twins", table=race.table)
        with self._lock:  # what it answers to an earlier command no longer stands there
            self._late = [one for one in self._late if (one.tournament, one.race.n) != (id, n)]
        sent = self._receiver.command(race.table, "prepare", **command(state, race))
        return Sent(id, race, table.store, sent, time.monotonic())

    def _take(self, sent: Sent, answer: payloads.Answer) -> bool:
        """Note the table's answer in the tournament; whether the race stands ready."""
        if not answer.ok or answer.race is None:
            text = answer.text or Say("hall.table_refused")
            note = _say("hall.table_says", sent, text=text)
            self._tournaments.note(sent.tournament, sent.race.n, note)
            return False
        report = Report(sent.store, answer.race)
        try:
            self._tournaments.apply(sent.tournament, lambda state: _prepared(state, sent, report))
        except Refused as refused:
            note = Say(refused.key, refused.params)
            self._tournaments.note(sent.tournament, sent.race.n, note)
            return False
        self._receiver.command(sent.race.table, "call")
        return True


def _prepared(state: State, sent: Sent, report: Report) -> Act:
    """The act for a race that has not changed since it was sent. Raises Refused."""
    now = state.race(sent.race.n)
    if (now.players, now.table) != (sent.race.players, sent.race.table):
        raise Refused("tournament.changed_since")
    return _act(now, report)


def _act(race: Race, report: Report) -> Act:
    return {"act": "prepare", "race": race.n, "report": asdict(report)}


def _say(key: str, sent: Sent, **params: object) -> Say:
    return Say(key, {"table": sent.race.table, **params})
