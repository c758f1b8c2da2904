"""The timeline of a race: every stored act with its source, time and events."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from companion import messages
from companion.clocks import trusted
from companion.games import GAMES, history
from companion.games.game import Act
from companion.library import export
from companion.library.origins import source_name
from companion.store.store import Entry, SavedRace, Stamp


def past(race: SavedRace, entries: Iterable[Entry], lang: str) -> list[dict[str, Any]]:
    """A race's acts, oldest first, one row each.

    `stands`: the act is not undone. `acts`: the number of acts in force after it; undo to this
    number makes it the last act again. `timed`: which of its seat's turns it ends and how many
    seconds that took, None if it ends none or its time does not count. Raises Refused or Malformed
    if the current rules reject an act.
    """
    played = history.begin(GAMES[race.game], race.options)
    rows: list[dict[str, Any]] = []
    log: list[Act] = []
    before: Stamp | None = None
    for entry in entries:
        played, events = played.restore(entry.act)
        told = [messages.event_json(event, lang) for event in events]
        row = _row(entry, before, lang) | {"events": told, "acts": played.count}
        rows.append({**row, "stands": False, "timed": None})
        log.append(entry.act)
        before = entry.stamp
    _mark_standing(rows, log)
    return rows


def _mark_standing(rows: list[dict[str, Any]], log: list[Act]) -> None:
    """Mark the acts in force, and the turns whose time counts."""
    stand = history.standing(log)
    acts = [log[at] for at in stand]
    struck = history.struck(acts)
    turns: Counter[Any] = Counter()
    for number, at in enumerate(stand):
        rows[at]["stands"] = True
        if acts[number]["act"] == "done":
            seat, took_s = acts[number]["seat"], acts[number].get("took_s")
            turns[seat] += 1
            if took_s is not None and number not in struck:
                rows[at]["timed"] = {"turn": turns[seat], "took_s": took_s}


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
