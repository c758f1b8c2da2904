"""The timeline of a race: every stored act with its source, time and events."""

from collections.abc import Iterable
from typing import Any

from companion import messages
from companion.clocks import trusted
from companion.games import GAMES, history
from companion.library import export
from companion.library.origins import source_name
from companion.store.store import Entry, SavedRace, Stamp


def past(race: SavedRace, entries: Iterable[Entry], lang: str) -> list[dict[str, Any]]:
    """A race's acts, oldest first, one row each.

    `stands`: the act is not undone. `acts`: the number of acts in force after it; undo to this
    number makes it the last act again. Raises Refused or Malformed if the current rules reject an
    act.
    """
    played = history.begin(GAMES[race.game], race.options)
    rows: list[dict[str, Any]] = []
    standing: list[int] = []
    undone: list[int] = []
    before: Stamp | None = None
    for entry in entries:
        played, events = played.restore(entry.act)
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
