"""The timeline of a race: every stored act with its source, time and events."""

from collections import Counter
from collections.abc import Iterable
from itertools import chain, repeat
from typing import Any

from companion import messages
from companion.clocks import trusted
from companion.errors import Malformed, Refused
from companion.games import GAMES, history
from companion.games.game import Act, Event, Say
from companion.library import export
from companion.library.origins import source_name
from companion.library.rules_version import other_rules
from companion.store.store import Entry, SavedRace, Stamp


def past(race: SavedRace, entries: Iterable[Entry], lang: str) -> dict[str, Any]:
    """A race's acts in `past`, oldest first, one row each.

    `stands`: the act is not undone. `acts`: the number of acts in force after it; undo to this
    number makes it the last act again. `timed`: which of its seat's turns it ends and how many
    seconds that took, None if it ends none or its time does not count. `refused`: why the current
    rules reject an act, None if they do not; from that act on there are no events.
    """
    entries = list(entries)
    events, refused = _replayed(race, entries)
    rows: list[dict[str, Any]] = []
    acts = 0
    before: Stamp | None = None
    for entry, happened in zip(entries, chain(events, repeat(())), strict=False):
        acts += -1 if entry.act.get("act") == "undo" else 1
        told = [messages.event_json(event, lang) for event in happened]
        row = _row(entry, before, lang) | {"events": told, "acts": acts}
        rows.append({**row, "stands": False, "timed": None})
        before = entry.stamp
    _mark_standing(rows, [entry.act for entry in entries])
    return {
        "past": rows,
        "other_rules": other_rules(race.game, race.origin),
        "refused": refused and messages.say_json(refused, lang),
    }


def _replayed(race: SavedRace, entries: list[Entry]) -> tuple[list[tuple[Event, ...]], Say | None]:
    """The events of each act that the current rules accept, and why they reject the next."""
    found: list[tuple[Event, ...]] = []
    try:
        played = history.begin(GAMES[race.game], race.options)
        for entry in entries:
            played, events = played.restore(entry.act)
            found.append(events)
    except (Refused, Malformed) as wrong:
        return found, Say(wrong.key, wrong.params)
    return found, None


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
