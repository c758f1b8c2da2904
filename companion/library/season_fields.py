"""Validate the fields of a season's acts. Pure."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from companion.errors import Refused

MOST_NAME = 60
MOST_PLACES = 20
MOST_POINTS = 999
MOST_RACES = 200


def check(given: Mapping[str, Any], required: Iterable[str], optional: Iterable[str]) -> None:
    """Raise Refused for a missing, unknown or invalid field."""
    for field in given:
        if field not in (*required, *optional):
            raise Refused("season.unknown_field", field=str(field)[:40])
    for field in required:
        if field not in given:
            raise Refused(f"season.wrong_{field}")
    for field, value in given.items():
        if not FIELDS[field](value):
            raise Refused(f"season.wrong_{field}")


def _whole(least: int, most: int) -> Callable[[Any], bool]:
    return lambda value: type(value) is int and least <= value <= most


def _text(least: int, most: int) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, str) and least <= len(value.strip()) <= most


def _is_points(value: Any) -> bool:
    each = _whole(0, MOST_POINTS)
    return isinstance(value, list) and 1 <= len(value) <= MOST_PLACES and all(map(each, value))


def _is_results(value: Any) -> bool:
    return isinstance(value, list) and 1 <= len(value) <= MOST_PLACES and all(map(_is_one, value))


def _is_one(value: Any) -> bool:
    if not isinstance(value, dict) or not {"name", "place"} <= set(value) <= _RESULT:
        return False
    placed = value["place"] is None or _whole(1, MOST_PLACES)(value["place"])
    points = _whole(0, MOST_POINTS)(value.get("points", 0))
    return placed and points and _text(1, MOST_NAME)(value["name"])


_RESULT = {"name", "place", "points"}

FIELDS: Mapping[str, Callable[[Any], bool]] = {
    "name": _text(1, MOST_NAME),
    "points": _is_points,
    "drop": _whole(0, MOST_RACES),
    "title": _text(0, MOST_NAME),
    "game": _text(0, MOST_NAME),
    "race": _whole(1, 2**53),
    "n": _whole(1, 2**53),
    "results": _is_results,
}
