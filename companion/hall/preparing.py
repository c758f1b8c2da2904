"""Prepares a tournament's races on their tables, in one go: names, seats, course."""

import time
from collections.abc import Iterable
from dataclasses import asdict, dataclass

from companion.errors import Refused
from companion.games.game import Act, Say
from companion.hall.live import Live
from companion.hall.payloads import Answer
from companion.hall.receiver import Receiver
from companion.hall.strays import stray
from companion.hall.tournament.fold import Events
from companion.hall.tournament.preparing import command
from companion.hall.tournament.state import Race, Report, State
from companion.hall.tournaments import Tournaments


@dataclass(frozen=True, slots=True)
class Sent:
    """A race that was sent to its table. `store`: the table's data; `id`: of the command."""

    race: Race
    store: str
    id: str


def prepare(
    tournaments: Tournaments,
    live: Live,
    receiver: Receiver,
    id: int,
    races: Iterable[int],
    within_s: float,
) -> int:
    """Prepare these races, and call their players; returns how many stand ready.

    Why another does not is noted at its race. Waits at most `within_s` for all tables together.
    """
    sent = []
    for race in races:
        try:
            sent.append(_send(tournaments, live, receiver, id, race))
        except Refused as refused:
            tournaments.note(id, race, Say(refused.key, refused.params))
    end, ready = time.monotonic() + within_s, 0
    for one in sent:
        answer = receiver.answer(one.id, max(0.0, end - time.monotonic()))
        if note := _note(tournaments, id, one, answer):
            tournaments.note(id, one.race.n, note)
        else:
            ready += 1
            receiver.command(one.race.table, "call")
    return ready


def adopt(tournaments: Tournaments, live: Live, id: int, n: int) -> Events:
    """Take the race that a table drives in place of this one. Raises Refused if there is none."""

    def make(state: State) -> Act:
        race = state.race(n)
        report = stray(state, race, live.tables.get(race.table))
        if report is None:
            raise Refused("tournament.no_stray", race=n)
        return _act(race, report)

    events = tournaments.apply(id, make)
    tournaments.catch_up(id)
    return events


def _send(tournaments: Tournaments, live: Live, receiver: Receiver, id: int, n: int) -> Sent:
    """Send a race to its table. Raises Refused if that cannot be reached."""
    state = tournaments.running[id].state
    race = state.race(n)
    state.check_waiting(race)
    if not race.table:
        raise Refused("tournament.no_table", race=n)
    table = live.tables.get(race.table)
    if table is None or not table.online or not receiver.broker.connected:
        raise Refused("hall.table_away", table=race.table)
    if table.twins:
        raise Refused("hall.table_twins", table=race.table)
    return Sent(race, table.store, receiver.command(race.table, "prepare", **command(state, race)))


def _note(tournaments: Tournaments, id: int, sent: Sent, answer: Answer | None) -> Say | None:
    """Note the table's answer in the tournament; why the race does not stand ready."""
    if answer is None:
        return Say("hall.table_silent", {"table": sent.race.table})
    if not answer.ok or answer.race is None:
        text = answer.text or Say("hall.table_refused")
        return Say("hall.table_says", {"table": sent.race.table, "text": text})
    report = Report(sent.store, answer.race)
    try:
        tournaments.apply(id, lambda state: _prepared(state, sent.race, report))
    except Refused as refused:
        return Say(refused.key, refused.params)
    return None


def _prepared(state: State, race: Race, report: Report) -> Act:
    """The act for a race that has not changed since it was sent. Raises Refused."""
    now = state.race(race.n)
    if (now.players, now.table) != (race.players, race.table):
        raise Refused("tournament.changed_since")
    return _act(race, report)


def _act(race: Race, report: Report) -> Act:
    return {"act": "prepare", "race": race.n, "report": asdict(report)}
