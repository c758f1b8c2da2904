"""What the pages show of a tournament, as JSON. Pure."""

from collections.abc import Iterable, Mapping
from itertools import islice
from typing import Any

from companion import messages
from companion.games.game import Event, Say
from companion.hall.live import Live, TableNow
from companion.hall.strays import stray
from companion.hall.tournament.fold import Tournament

Json = dict[str, Any]

LOG = 30
"""The director sees this many of the last acts."""


def listed(tournaments: Iterable[Tournament]) -> list[Json]:
    """All tournaments, the newest first."""
    newest = sorted(tournaments, key=lambda tournament: -tournament.id)
    return [
        {
            "id": one.id,
            "name": one.state.settings.name,
            "game": one.state.settings.game,
            "players": len(one.state.active),
            "round": one.state.round,
            "ended": one.state.ended,
        }
        for one in newest
    ]


def shown(tournament: Tournament, live: Live) -> Json:
    """A tournament as everybody sees it. `titles`: the tables' own names."""
    titles = {table: title(live.tables.get(table), table) for table in _tables(tournament)}
    return {"id": tournament.id, **tournament.view.state, "titles": titles}


def conducted(tournament: Tournament, live: Live, lang: str) -> Json:
    """What its director sees beside that.

    `count`: how many acts it has, for an undo of the last one that is shown; `undo`, `redo`: what
    these take back and bring, "" for nothing; `notes`: by race, what hinders it; `strays`: the
    races in whose place their tables drive another; `log`: the last acts in force, the newest
    first; `halls`: the hall's tables.
    """
    newest, state = islice(tournament.newest(), LOG), tournament.state
    tables = live.tables
    return {
        **shown(tournament, live),
        "count": len(tournament.log),
        "undo": told(tournament.undo_takes, live, lang),
        "redo": told(tournament.redo_brings, live, lang),
        "notes": {str(n): told([note], live, lang) for n, note in tournament.notes.items()},
        "strays": [r.n for r in state.open if stray(state, r, tables.get(r.table))],
        "log": [{"n": n, "text": told(events, live, lang)} for n, events in newest],
        "halls": _halls(tables),
    }


def title(table: TableNow | None, name: str) -> str:
    """A table's own name, or that of its topics."""
    return table.title or name if table else name


def _tables(tournament: Tournament) -> list[str]:
    state = tournament.state
    return sorted({*state.tables, *(race.table for race in state.races if race.table)})


def _halls(tables: Mapping[str, TableNow]) -> list[Json]:
    found = sorted(tables.values(), key=lambda table: table.name)
    return [
        {"table": one.name, "title": title(one, one.name), "online": one.online} for one in found
    ]


def told(events: Iterable[Event | Say], live: Live, lang: str) -> str:
    """The sentences of these events, with the tables' own names."""
    return " ".join(messages.sentence(one.key, _titled(one.params, live), lang) for one in events)


def _titled(params: Mapping[str, Any], live: Live) -> Mapping[str, Any]:
    if not (name := params.get("table")):
        return params
    return {**params, "table": title(live.tables.get(name), name)}
