"""Replay saved seasons, and show or export them."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from companion import messages
from companion.errors import Refused
from companion.games import GAME_SPECS, history
from companion.games.history import History
from companion.library import export, season, spreadsheet
from companion.library.origins import source_name
from companion.library.races import names_by_seat
from companion.store.store import Entry, SavedRace

FORMAT, VERSION = "companion-season", 1

MOST_LOG = 30


def fold(entries: Iterable[Entry]) -> History:
    """Replay a season's stored acts. Raises Refused or Malformed."""
    first, *rest = (entry.act for entry in entries)
    options = {name: value for name, value in first.items() if name != "act"}
    return history.replay(season, options, rest)


def results(race: SavedRace) -> list[dict[str, Any]]:
    """A saved race's result by players' names.

    A seat without a place keeps its points, unless they are not season points (`own_points`).
    Raises Refused for a race whose places depend on something that nobody knows.
    """
    rows = race.result or ()
    if any(one.get("open") for one in rows):
        raise Refused("season.places_open", race=race.id)
    names = names_by_seat(race)
    own_points = GAME_SPECS[race.game].own_points
    return [
        {
            "name": names.get(one["seat"], str(one["seat"])),
            "place": one["place"],
            **({"points": one["points"]} if one["place"] is None and not own_points else {}),
        }
        for one in rows
    ]


def summary(number: int, entries: Iterable[Entry]) -> dict[str, Any]:
    """A season's entry in the list of seasons. Raises Refused or Malformed."""
    folded = fold(entries)
    state = folded.game.view(folded.state).state
    table = state["tables"][-1] if state["tables"] else []
    return {
        "id": number,
        "name": state["name"],
        "races": [race["race"] for race in state["races"]],
        "players": state["players"],
        "leaders": [row["name"] for row in table if row["rank"] == 1],
    }


def shown(number: int, entries: Sequence[Entry], lang: str) -> dict[str, Any]:
    """A season with its tables and its last acts. Raises Refused or Malformed."""
    folded = fold(entries)
    return {
        "id": number,
        **folded.game.view(folded.state).state,
        "can_undo": folded.can_undo,
        "can_redo": folded.can_redo,
        "log": _log(entries, lang)[-MOST_LOG:],
    }


def as_json(shown: Mapping[str, Any], entries: Iterable[Entry]) -> str:
    """A season as a JSON file, with all its acts."""
    acts = [{"n": entry.n, "act": entry.act, "wall": export.iso(entry.stamp)} for entry in entries]
    fields = {name: shown[name] for name in shown if name not in ("log", "can_undo", "can_redo")}
    document = {"format": FORMAT, "version": VERSION, **fields, "acts": acts}
    return json.dumps(document, indent=1) + "\n"


def as_csv(shown: Mapping[str, Any], lang: str) -> str:
    """The table after the last race: a line for each player, a column for each race."""

    def word(key: str, **params: Any) -> str:
        return messages.sentence(key, params, lang)

    races = [
        race["title"] or word("season.race_n", n=number)
        for number, race in enumerate(shown["races"], 1)
    ]
    rows = [[word("season.rank"), word("season.player"), *races, word("season.total")]]
    for row in shown["tables"][-1] if shown["tables"] else []:
        cells = ["" if cell["missed"] else _points(cell) for cell in row["cells"]]
        rows.append([row["rank"], row["name"], *cells, row["total"]])
    return spreadsheet.text(rows, lang)


def _log(entries: Iterable[Entry], lang: str) -> list[dict[str, Any]]:
    """The season's acts with their events, oldest first."""
    folded, lines = None, []
    for entry in entries:
        if folded is None:
            folded = fold([entry])
            events = folded.events
        else:
            folded, events = folded.restore(entry.act)
        lines.append(
            {
                "n": entry.n,
                "wall": export.iso(entry.stamp),
                "clock_synced": entry.stamp.clock_synced,
                "from": messages.say(source_name(entry.origin), lang),
                "events": [messages.event_json(event, lang) for event in events],
            }
        )
    return lines


def _points(cell: Mapping[str, Any]) -> Any:
    """A cell's points, in square brackets if they do not count: Excel reads (5) as -5."""
    return f"[{cell['points']}]" if cell["dropped"] else cell["points"]
