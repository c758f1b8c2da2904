"""The acts of a tournament, each with its function and its fields. Pure."""

from collections.abc import Callable, Mapping

from companion.games.fields import Field, Fields, boolean, items, or_null, text, whole
from companion.games.game import Act, Event
from companion.hall.tournament import entries, racing, rounds
from companion.hall.tournament.state import State

Does = Callable[[State, Act], tuple[State, Event]]

_NUMBER = Field(whole(1))
_PLAYER, _RACE, _TABLE = {"player": _NUMBER}, {"race": _NUMBER}, {"table": Field(text)}
_RACES = Field(items(items(whole(1), 1, 20), 1, 200))
_REPORT = {"store": Field(text, required=False), "saved": Field(whole(0), required=False)}

ACTS: Mapping[str, tuple[Does, Fields]] = {
    "enter": (entries.enter, {"name": Field(text)}),
    "import": (entries.enter_all, {"names": Field(items(text, 1, entries.MOST_PLAYERS))}),
    "withdraw": (entries.withdraw, _PLAYER),
    "no_show": (entries.miss, _PLAYER),
    "seat": (entries.seat, {**_PLAYER, **_RACE}),
    "table": (rounds.set_table, {**_TABLE, "up": Field(boolean)}),
    "round": (rounds.draw, {"races": _RACES, "byes": Field(items(whole(1)), required=False)}),
    "finals": (rounds.draw_finals, {"races": _RACES}),
    "swap": (rounds.swap, {"one": _NUMBER, "other": _NUMBER}),
    "assign": (rounds.assign, {**_RACE, **_TABLE}),
    "start": (racing.start, {**_RACE, **_REPORT}),
    "again": (racing.again, _RACE),
    "score": (
        racing.score,
        {
            **_RACE,
            **_REPORT,
            "n": Field(whole(0), required=False),
            "places": Field(items(or_null(whole(1, 20)), 1, 20)),
        },
    ),
    "take_back": (
        racing.take_back,
        {"store": Field(text), "saved": Field(whole(0)), "n": Field(whole(0))},
    ),
    "close": (rounds.close, {}),
}
"""Each act with its function and fields."""
