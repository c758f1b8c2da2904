"""The course for today: from the date, the same for equal track pieces everywhere. Pure."""

import json
from collections.abc import Iterable, Mapping
from datetime import date
from functools import lru_cache
from typing import Any

from companion.errors import Refused
from companion.games.spec import Json
from companion.library import courses
from companion.library.drives import course_of
from companion.library.story import Story

LENGTHS = ("medium", "short")
"""Those tried, until the pieces suffice."""

MOST, MOST_RESULTS = 6, 20


def proposed(box: Json, day: date) -> tuple[dict[str, Any], ...]:
    """The courses of a day with their limits, flag, identity and seed of cards, the best first.

    Empty if the pieces in the box suffice for no course.
    """
    return _proposed(json.dumps(box), day)


@lru_cache(maxsize=2)
def _proposed(text: str, day: date) -> tuple[dict[str, Any], ...]:
    box = json.loads(text)
    found = []
    for laid in _laid(box, day)[:MOST]:
        limits, flag = courses.marks(laid, "left", box)
        course = course_of(courses.GAME, {"laid": laid, "box": box})
        one = {"laid": laid, "limits": limits, "flag": flag, "course": course}
        found.append({**one, "seed": day.toordinal()})
    return tuple(found)


def _laid(box: Json, day: date) -> list[list[Mapping[str, Any]]]:
    for length in LENGTHS:
        try:
            return courses.proposals(box, length, "medium", day.toordinal())
        except Refused:
            continue
    return []


def results(races: Iterable[tuple[int, Story]]) -> list[dict[str, Any]]:
    """The best result of each player who has finished on one course: the fewest rounds first.

    `races`: number and story of the finished races there, oldest first; the first of equal results
    stands.
    """
    best: dict[str, dict[str, Any]] = {}
    for race, story in races:
        for seat in story.seats:
            name = seat.name.strip()
            old = best.get(name.casefold())
            if name and seat.finished and (old is None or seat.finished < old["rounds"]):
                best[name.casefold()] = {"name": name, "rounds": seat.finished, "race": race}
    return sorted(best.values(), key=lambda one: (one["rounds"], one["race"]))[:MOST_RESULTS]
