"""The best there was: a course's records and each player's own. Pure."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.story import SeatStory, Story

Value = float | None


@dataclass(frozen=True, slots=True)
class Told:
    """A race that is over. `result`: as the game gives it, by seats."""

    race: int
    course: str
    result: tuple[Mapping[str, Any], ...]
    story: Story


def _fastest(seat: SeatStory) -> Value:
    return min((took for took in seat.took_s if took), default=None)


def _rounds(seat: SeatStory) -> Value:
    return seat.finished


def _dents(seat: SeatStory) -> Value:
    return max((dents for dents in seat.dents if dents), default=None)


def _speed(seat: SeatStory) -> Value:
    return max((speed for speed in seat.speed if speed is not None), default=None)


KINDS: Mapping[str, tuple[Callable[[SeatStory], Value], bool]] = {
    "fastest_turn": (_fastest, False),
    "fewest_rounds": (_rounds, False),
    "top_speed": (_speed, True),
    "most_dents": (_dents, True),
}
"""What is kept of a seat's race, and whether more is better. Turns in seconds."""


def records(races: Iterable[Told]) -> dict[str, Any]:
    """`courses` by name and `players` by name, the races given oldest first.

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
            _beat(player["records"], told, seat)
            if told.course:
                _beat(course["records"], told, seat)
    return {"courses": list(courses.values()), "players": list(players.values())}


def _nothing() -> dict[str, Any]:
    return {"races": 0, "records": {}}


def _beat(kept: dict[str, Any], told: Told, seat: SeatStory) -> None:
    for kind, (measure, more_is_better) in KINDS.items():
        value = measure(seat)
        if value is None:
            continue
        old = kept.get(kind)
        if old is None or (value > old["value"] if more_is_better else value < old["value"]):
            kept[kind] = {
                "value": value,
                "name": seat.name.strip(),
                "race": told.race,
                "course": told.course,
            }
