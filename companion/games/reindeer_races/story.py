"""The statistics of a race: places by points, distances, rewards, records."""

from collections.abc import Iterable
from typing import Any

from companion.games.game import Act
from companion.games.spec import Figure, Json, Record, StoryOf, Times


def _distance(act: Act, before: Json, after: Json) -> int | None:
    """The distance of a turn (RR-22); 0 if it drew cards."""
    if act["act"] != "done":
        return None
    return int(before["pending"]["distance"]) if before["pending"] else 0


def _points(act: Act, before: Json, after: Json) -> int | None:
    """The points after the turn, None while a reward has an unknown value.

    A round ends with its last turn, so they are the round's.
    """
    points: int | None = after["points"]
    return points if act["act"] in ("done", "correct", "value") else None


def _rewards(act: Act, before: Json, after: Json) -> int | None:
    """The number of rewards after the turn."""
    return len(after["tiles"]) if act["act"] in ("done", "correct") else None


def _places(state: Json) -> dict[int, int | None]:
    """The places by rewards (RR-51); None for a retired team, and while a value decides it."""
    return {seat["seat"]: seat["place_now"] for seat in state["seats"]}


def _moments(act: Act, before: Json, after: Json, times: Times) -> Iterable[dict[str, Any]]:
    """The rewards won by an act (RR-26)."""
    if act["act"] != "done":
        return
    for old, new in zip(before["seats"], after["seats"], strict=True):
        for tile in new["tiles"][len(old["tiles"]) :]:
            won = {"track": tile["track"], "value": tile["value"]}
            yield {"kind": "reward", "seat": new["seat"], **won}


STORY = StoryOf(
    figures=(
        Figure("distance", "ui.chart_distance", turn=_distance),
        Figure("points", "ui.chart_points", turn=_points),
        Figure("rewards", "ui.chart_rewards", turn=_rewards),
    ),
    records=(
        Record("fastest_turn", "ui.record_fastest_turn", "took_s"),
        Record("longest_way", "ui.record_longest_way", "distance", True, "story.longest_way"),
        Record("most_points", "ui.record_most_points", "points", more=True),
        Record("most_rewards", "ui.record_most_rewards", "rewards", more=True),
    ),
    places=_places,
    moments=_moments,
    marks={"reward": "ui.chart_reward"},
)
