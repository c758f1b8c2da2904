"""The statistics of a race: speeds with bonus, dents, Big Paws, records."""

from collections.abc import Iterable
from typing import Any

from companion.games.game import Act
from companion.games.spec import Figure, Json, Record, StoryOf, Times


def _speed(act: Act, before: Json, after: Json) -> int | None:
    """The speed of a turn with its bonus."""
    if act["act"] != "done":
        return None
    return int(before["speed"] + (before["bonus"] if act.get("bonus") else 0))


def _dents(seat: Json) -> int:
    return int(seat["dents"])


def _holder(state: Json) -> int | None:
    """The seat that has the Big Paws, None before every sled has had a turn."""
    early = state.get("round") == 1 and state.get("phase") == "turns"
    return None if early else state.get("big_paws")


def _moments(act: Act, before: Json, after: Json, times: Times) -> Iterable[dict[str, Any]]:
    """The moments at which Big Paws went to another seat (ST-94).

    `took_s`: the longest turn so far, None if it was not this seat's: people gave it by hand.
    """
    holder = _holder(after)
    if holder is not None and holder != _holder(before):
        longest = max((_longest_s(turns) for turns in times.values()), default=0.0)
        own = _longest_s(times.get(holder, ()))
        yield {"kind": "big_paws", "seat": holder, "took_s": own if own == longest > 0 else None}


def _longest_s(turns: Iterable[float | None]) -> float:
    return max((took_s for took_s in turns if took_s is not None), default=0.0)


STORY = StoryOf(
    figures=(
        Figure("speed", "ui.chart_speed", turn=_speed),
        Figure("dents", "ui.chart_dents", stands=_dents),
    ),
    records=(
        Record("fastest_turn", "ui.record_fastest_turn", "took_s"),
        Record("fewest_rounds", "ui.record_fewest_rounds", "finished"),
        Record("top_speed", "ui.record_top_speed", "speed", True, "story.top_speed"),
        Record("most_dents", "ui.record_most_dents", "dents", more=True),
    ),
    moments=_moments,
    marks={"big_paws": "ui.big_paws"},
)
