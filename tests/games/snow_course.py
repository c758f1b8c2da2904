"""Races of Snow Tails on a laid course, for tests, with courses of the example box."""

from collections.abc import Iterator
from random import Random
from typing import Any

from snow_race import COLOURS, NAMES

from companion.games import history, snow_tails
from companion.games.game import Act
from companion.games.snow_tails import box, track_course
from companion.games.snow_tails.track import Track
from companion.games.snow_tails.track_pieces import TrackPiece
from tests.games import random_play

COURSES = (
    ("1A", "2A", "5A", "3A", "8A", "6B", "10A"),
    ("1B", "2B", "7B", "3B", "4B", "9A", "2B", "10B"),
    ("1A", "4B", "8A", "2B~", "5B~", "10A"),
)
"""Courses of the example box: plain; with saplings, snowdrift and canyon; with turned pieces."""


def laid(*names: str) -> list[dict[str, Any]]:
    """Laid pieces: "5A", or "5A~" turned round."""
    return [
        {"piece": name.rstrip("~")[:-1], "side": name.rstrip("~")[-1], "turned": "~" in name}
        for name in names
    ]


def track(*names: str) -> Track:
    """The track of a race of five on a course of the example box."""
    return track_course.track(track_course.driven(laid(*names), box.example()), range(1, 6))


def straight(name: str, lanes: int, count: int, **more: Any) -> TrackPiece:
    """A straight piece whose lanes have equally many spaces."""
    return TrackPiece(name, "A", more.pop("kind", "straight"), "", (count,) * lanes, **more)


def options(players: int, names: tuple[str, ...], **more: Any) -> dict[str, Any]:
    """The options of a race on a course of the example box; start places as listed."""
    seats = [
        {"seat": number, "name": NAMES[number - 1], "colour": COLOURS[number - 1], "place": number}
        for number in range(1, players + 1)
    ]
    return {"seats": seats, "limits": [], "laid": laid(*names), "box": "example", **more}


def random_options(rng: Random) -> dict[str, Any]:
    """A race with random players and settings on one of the courses."""
    settings = {"edition": rng.choice(["de", "fr"]), "bonus_may_crash": rng.random() < 0.5}
    return options(rng.randint(2, 5), rng.choice(COURSES), **settings)


def wander(race: history.History, rng: Random) -> Iterator[tuple[Act, history.History]]:
    """Random legal acts until the race is over, each with the race after it."""
    for act in random_play.wander(race, rng):
        race, _ = race.apply(act)
        yield act, race


def begin(game_options: dict[str, Any]) -> history.History:
    """The start of a race with these options."""
    return history.begin(snow_tails, game_options)  # type: ignore[arg-type]
