"""The records of a game: for each course and for each player. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.games.spec import Record
from companion.library.story import Figures, SeatStory, Story


@dataclass(frozen=True, slots=True)
class FinishedRace:
    """A race that is over. `result`: the game's result by seat.

    `course`: the name that was entered; `laid`: the identity of the laid course, "" without one.
    `other_rules`: its story is replayed with other rules than it was played with.
    """

    race: int
    course: str
    result: tuple[Mapping[str, Any], ...]
    story: Story
    other_rules: bool = False
    laid: str = ""


def records(races: Iterable[FinishedRace], kinds: Sequence[Record]) -> dict[str, Any]:
    """Each course's and player's records of these `kinds`. `races`: oldest first.

    Races on one laid course belong together, however it was named: its newest name counts. Another
    course is known by its name.
    A record stands until it is beaten; an equal value does not replace it. Seats that the table
    plays have none.
    """
    courses: dict[tuple[str, str], dict[str, Any]] = {}
    players: dict[str, dict[str, Any]] = {}
    for race in races:
        by_seat = {one["seat"]: one for one in race.result}
        course = _course_of(courses, race)
        course["races"] += 1
        for seat in race.story.seats:
            if seat.played:
                continue
            name = seat.name.strip()
            player = players.setdefault(name.casefold(), {"name": name, "wins": 0, **_nothing()})
            player["races"] += 1
            player["wins"] += by_seat.get(seat.seat, {}).get("place") == 1
            _beat(player["records"], kinds, race, seat)
            _beat(course["records"], kinds, race, seat)
    named = [{"kind": kind.kind, "label": kind.label} for kind in kinds]
    return {"kinds": named, "courses": [*courses.values()], "players": [*players.values()]}


def _course_of(
    courses: dict[tuple[str, str], dict[str, Any]], race: FinishedRace
) -> dict[str, Any]:
    """The course's entry, a new one for its first race; none is kept without name and pieces."""
    if not (race.course or race.laid):
        return _nothing()
    key = ("laid", race.laid) if race.laid else ("named", race.course)
    course = courses.setdefault(key, {"course": "", "laid": race.laid, **_nothing()})
    course["course"] = race.course or course["course"]
    return course


def _nothing() -> dict[str, Any]:
    return {"races": 0, "records": {}}


def _best(kind: Record, seat: SeatStory) -> float | None:
    """The best value that a seat reached in its race, None if it has none."""
    figures: dict[str, Figures] = {
        "took_s": seat.took_s,
        "finished": [seat.finished],
        **seat.figures,
    }
    values = [value for value in figures[kind.figure] if value]
    return (max if kind.more else min)(values, default=None)


def _beat(
    records: dict[str, Any], kinds: Sequence[Record], race: FinishedRace, seat: SeatStory
) -> None:
    """Replace the records that this seat has beaten."""
    for kind in kinds:
        value = _best(kind, seat)
        if value is None:
            continue
        old = records.get(kind.kind)
        if old is None or (value > old["value"] if kind.more else value < old["value"]):
            records[kind.kind] = {
                "value": value,
                "name": seat.name.strip(),
                "race": race.race,
                "course": race.course,
                "other_rules": race.other_rules,
            }
