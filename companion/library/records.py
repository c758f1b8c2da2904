"""The best there was of a game: a course's records and each player's own. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.games.spec import Record
from companion.library.story import Figures, SeatStory, Story


@dataclass(frozen=True, slots=True)
class Told:
    """A race that is over. `result`: as the game gives it, by seats."""

    race: int
    course: str
    result: tuple[Mapping[str, Any], ...]
    story: Story


def records(races: Iterable[Told], kinds: Sequence[Record]) -> dict[str, Any]:
    """`kinds`, `courses` by name and `players` by name, the races given oldest first.

    A record stands until it is beaten: who only does as well later does not get it.
    """
    courses: dict[str, dict[str, Any]] = {}
    players: dict[str, dict[str, Any]] = {}
    for told in races:
        by_seat = {one["seat"]: one for one in told.result}
        if told.course:
            course = courses.setdefault(told.course, {"course": told.course, **_nothing()})
            course["races"] += 1
        for seat in told.story.seats:
            name = seat.name.strip()
            player = players.setdefault(name.casefold(), {"name": name, "wins": 0, **_nothing()})
            player["races"] += 1
            player["wins"] += by_seat.get(seat.seat, {}).get("place") == 1
            _beat(player["records"], kinds, told, seat)
            if told.course:
                _beat(course["records"], kinds, told, seat)
    named = [{"kind": kind.kind, "label": kind.label} for kind in kinds]
    return {"kinds": named, "courses": [*courses.values()], "players": [*players.values()]}


def _nothing() -> dict[str, Any]:
    return {"races": 0, "records": {}}


def _best(kind: Record, seat: SeatStory) -> float | None:
    """The best of a seat's race, None where there is nothing to keep."""
    figures: dict[str, Figures] = {
        "took_s": seat.took_s,
        "finished": [seat.finished],
        **seat.figures,
    }
    values = [value for value in figures[kind.figure] if value]
    return (max if kind.more else min)(values, default=None)


def _beat(kept: dict[str, Any], kinds: Sequence[Record], told: Told, seat: SeatStory) -> None:
    for kind in kinds:
        value = _best(kind, seat)
        if value is None:
            continue
        old = kept.get(kind.kind)
        if old is None or (value > old["value"] if kind.more else value < old["value"]):
            kept[kind.kind] = {
                "value": value,
                "name": seat.name.strip(),
                "race": told.race,
                "course": told.course,
            }
