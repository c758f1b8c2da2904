"""A race's past as people read it: every stored act, who did it, when, from where, what stands."""

from collections.abc import Iterable
from typing import Any

from companion import messages
from companion.clocks import trusted
from companion.games import GAMES, history
from companion.library import export
from companion.library.origins import source_name
from companion.store.store import Entry, SavedRace, Stamp


def past(race: SavedRace, entries: Iterable[Entry], lang: str) -> list[dict[str, Any]]:
    """One row an act, oldest first.

    `stands`: it was not taken back since; `acts`: how many acts stood when it was done, which is
    where undo has to go to make it the last one again. Raises Refused or Malformed if the rules no
    longer take an act.
    """
    played = history.begin(GAMES[race.game], race.options)
    rows: list[dict[str, Any]] = []
    standing: list[int] = []
    undone: list[int] = []
    before: Stamp | None = None
    for entry in entries:
        played, events = played.apply(entry.act)
        match entry.act.get("act"):
            case "undo":
                undone.append(standing.pop())
            case "redo":
                standing.append(undone.pop())
            case _:
                standing.append(len(rows))
                undone.clear()
        told = [messages.event_json(event, lang) for event in events]
        rows.append(
            {**_row(entry, before, lang), "events": told, "acts": played.count, "stands": False}
        )
        before = entry.stamp
    for at in standing:
        rows[at]["stands"] = True
    return rows


def _row(entry: Entry, before: Stamp | None, lang: str) -> dict[str, Any]:
    act, seat = entry.act.get("act"), entry.act.get("seat")
    return {
        "n": entry.n,
        "act": str(act),
        "seat": seat if isinstance(seat, int) else None,
        "wall": export.iso(entry.stamp),
        "clock_synced": trusted(entry.stamp, before),
        "from": messages.say(source_name(entry.origin), lang),
    }
