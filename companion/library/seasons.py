"""Saved seasons, and the results of saved races that count in them."""

from collections.abc import Iterable, Mapping
from typing import Any

from companion.games import history
from companion.games.history import History
from companion.library import season
from companion.store.store import Entry, SavedRace


def fold(entries: Iterable[Entry]) -> History:
    """The season that its stored acts lead to. Raises Refused or Malformed."""
    first, *rest = (entry.act for entry in entries)
    options = {name: value for name, value in first.items() if name != "act"}
    return history.replay(season, options, rest)


def results(race: SavedRace) -> list[dict[str, Any]]:
    """A saved race's result by players' names."""
    names = race_names(race)
    return [
        {
            "name": names.get(one["seat"], str(one["seat"])),
            "place": one.get("place"),
            **({"points": one.get("points", 0)} if one.get("place") is None else {}),
        }
        for one in race.result or ()
    ]


def race_names(race: SavedRace) -> dict[int, str]:
    """The players' names by seat; players without a seat are numbered as listed."""
    return {
        seat.get("seat", number): str(seat.get("name", ""))
        for number, seat in enumerate(race.options.get("seats", []), 1)
        if isinstance(seat, Mapping)
    }
