"""Summaries of saved races: players, course and result."""

from collections.abc import Iterable, Mapping
from typing import Any

from companion.library import boxes, export
from companion.library.rules_version import other_rules
from companion.store.store import SavedRace

MOST_PLAYERS = 30


def summary(race: SavedRace) -> dict[str, Any]:
    """A race's entry in the list of races."""
    return {
        "id": race.id,
        "game": race.game,
        "started": export.iso(race.stamp),
        "clock_synced": race.stamp.clock_synced,
        "players": players(race),
        "names": names_by_seat(race),
        "course": course_of(race),
        "clock": clock_of(race),
        "over": race.result is not None,
        "example": boxes.is_example(race.options),
        "other_rules": other_rules(race.game, race.origin),
        "result": race.result,
    }


def players(race: SavedRace) -> list[str]:
    """The names of a race's players, in the order in which they were entered."""
    return [str(seat["name"]) for _, seat in _seats(race) if "name" in seat]


def seats(race: SavedRace) -> list[dict[str, Any]]:
    """The seats as entered: number (without one, that in the list), name and colour."""
    return [
        {
            "seat": seat.get("seat", number),
            "name": str(seat.get("name", "")),
            "colour": str(seat.get("colour", "")),
        }
        for number, seat in _seats(race)
    ]


def names_by_seat(race: SavedRace) -> dict[int, str]:
    """The players' names by seat."""
    return {seat["seat"]: seat["name"] for seat in seats(race)}


def course_of(race: SavedRace) -> str:
    """The name that was entered for the race's course, "" for none."""
    return str(race.origin.get("course", ""))


def clock_of(race: SavedRace) -> bool:
    """Whether the players' clocks are shown in this race."""
    return bool(race.origin.get("clock"))


def all_players(races: Iterable[SavedRace]) -> list[dict[str, Any]]:
    """The people of these races (newest race first), each with the colour used last."""
    found: dict[str, dict[str, Any]] = {}
    for race in races:
        for _, seat in _seats(race):
            name = str(seat.get("name", "")).strip()
            if name and "played" not in seat:
                player = {"name": name, "colour": str(seat.get("colour", "")), "races": 0}
                found.setdefault(name.casefold(), player)["races"] += 1
    return list(found.values())[:MOST_PLAYERS]


def _seats(race: SavedRace) -> list[tuple[int, Mapping[str, Any]]]:
    """The race's seats as they were entered, each with its number in the list."""
    listed = enumerate(race.options.get("seats", []), 1)
    return [(number, seat) for number, seat in listed if isinstance(seat, Mapping)]
