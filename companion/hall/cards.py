"""What the pages show of the tables, as JSON. Pure."""

from collections.abc import Mapping
from typing import Any

from companion import messages
from companion.hall.live import Live, Refusals, TableNow
from companion.hall.payloads import Seat
from companion.hall.receiver import BrokerNow

Json = dict[str, Any]


def everything(hall: str, live: Live, broker: BrokerNow, lang: str) -> Json:
    """All tables: those that race first, then by name."""
    tables = sorted(live.tables.values(), key=lambda table: (not table.online, table.name))
    return {**header(hall, broker, lang), "tables": [card(table) for table in tables]}


def header(hall: str, broker: BrokerNow, lang: str) -> Json:
    """The hall, and whether what is shown is current."""
    link = {"connected": broker.connected, "since": round(broker.since)}
    return {"hall": hall, "broker": {**link, "text": messages.say(broker.note, lang)}}


def card(table: TableNow) -> Json:
    """A table. `title`: its own name, or that of its topics."""
    state = table.state
    return {
        "table": table.name,
        "title": table.title or table.name,
        "online": table.online,
        "since": None if table.since is None else round(table.since),
        "twins": table.twins,
        "stage": state.stage if state else "none",
        "game": state.game if state else "",
        "race": state.race if state else None,
        "round": state.round if state else None,
        "up": list(state.up) if state else [],
        "race_since": None if table.race_since is None else round(table.race_since),
        "seats": [_seat(seat) for seat in state.seats] if state else [],
    }


def _seat(seat: Seat) -> Json:
    return {
        "seat": seat.seat,
        "name": seat.name,
        "colour": seat.colour,
        "out": seat.status == "eliminated",
        "place": seat.place,
        "dents": seat.dents,
    }


def refused(refusals: Mapping[tuple[str, str], Refusals], lang: str) -> list[Json]:
    """What tables sent that did not fit, the newest first."""
    newest = sorted(refusals.items(), key=lambda item: -item[1].last)
    return [
        {
            "table": table,
            "count": one.count,
            "last": round(one.last),
            "text": messages.say(one.say, lang),
        }
        for (table, _), one in newest
    ]
