"""The statistics of a race: distances, checkpoints, attacks, blocked turns, records."""

from collections.abc import Iterable
from typing import Any

from companion.games.game import Act
from companion.games.spec import Figure, Json, Record, StoryOf, Times


def _distance(act: Act, before: Json, after: Json) -> int | None:
    """The distance of a turn, read while it is in progress: the next card can end it."""
    pending = after["pending"] or before["pending"]
    return None if pending is None else pending["distance"]


def _checkpoints(seat: Json) -> int:
    return len(seat["checkpoints"])


def _attacks(seat: Json) -> int:
    return int(seat["attacks"])


def _places(state: Json) -> dict[int, int | None]:
    """The winner, then the others by checkpoints passed; equal numbers share a place."""
    passed = {
        seat["seat"]: (seat["place"] == 1, len(seat["checkpoints"]))
        for seat in state["seats"]
        if seat["status"] != "eliminated"
    }
    return {
        seat["seat"]: 1 + sum(other > passed[seat["seat"]] for other in passed.values())
        if seat["seat"] in passed
        else None
        for seat in state["seats"]
    }


def _moments(act: Act, before: Json, after: Json, times: Times) -> Iterable[dict[str, Any]]:
    """The checkpoints passed and the attacks of an act."""
    for old, new in zip(before["seats"], after["seats"], strict=True):
        for number in new["checkpoints"][len(old["checkpoints"]) :]:
            yield {"kind": "checkpoint", "seat": new["seat"], "number": number}
        if new["attacks"] > old["attacks"]:
            yield {"kind": "attack", "seat": new["seat"]}


STORY = StoryOf(
    figures=(
        Figure("distance", "ui.husky_chart_distance", turn=_distance),
        Figure("checkpoints", "ui.husky_chart_checkpoints", stands=_checkpoints),
        Figure("attacks", "ui.husky_chart_attacks", stands=_attacks),
    ),
    records=(
        Record("fastest_turn", "ui.record_fastest_turn", "took_s"),
        Record("fewest_rounds", "ui.record_fewest_rounds", "finished"),
        Record("longest_way", "ui.husky_record_longest_way", "distance", True, "story.longest_way"),
        Record("most_attacks", "ui.husky_record_most_attacks", "attacks", more=True),
    ),
    places=_places,
    moments=_moments,
    marks={"checkpoint": "ui.husky_mark_checkpoint", "attack": "ui.husky_mark_attack"},
)
