"""The players' best earlier races on a race's laid course, to race against."""

from collections.abc import Iterator
from typing import Any

from companion.errors import Malformed, Refused
from companion.games import GAME_SPECS
from companion.library import races
from companion.library.drives import Drives
from companion.library.stories import Stories
from companion.store.records import SavedRace


def ghosts(race: SavedRace, drives: Drives, stories: Stories) -> list[dict[str, Any]]:
    """The best finished race of each player of `race` on its course who has one.

    `at`: where the sled stood then, at the start and after each turn. The best race is the one with
    the fewest turns to the finish, of equal ones the first. Players are known by their names.
    """
    if not drives.course(race):
        return []
    finished = [
        each
        for other in reversed(drives.on_course(race))
        if other.id != race.id
        for each in _finished(other, stories)
    ]
    found = []
    for seat in races.seats(race):
        name = seat["name"].strip().casefold()
        own = [one for one in finished if name and one[1] == name]
        if own:
            _, _, other, place = min(own, key=lambda one: one[0])
            found.append(_ghost(drives, other, place, seat["seat"]))
    return [one for one in found if one["at"]]


def _finished(race: SavedRace, stories: Stories) -> Iterator[tuple[int, str, SavedRace, int]]:
    """The seats that finished a race: the round, the player, the race, the seat."""
    try:
        story = stories.of(race)
    except (Refused, Malformed):
        return
    for seat in story.seats:
        if seat.finished is not None:
            yield seat.finished, seat.name.strip().casefold(), race, seat.seat


def _ghost(drives: Drives, race: SavedRace, then: int, now: int) -> dict[str, Any]:
    spec, drive = GAME_SPECS[race.game].course_races, drives.of(race)
    places = spec.ghost(drive, then) if spec and drive["steps"] else []
    return {"seat": now, "race": race.id, "at": places}
