"""The acts of a tournament, each with its function and its fields. Pure."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from companion.games.fields import Field, Fields, boolean, items, or_null, record, text, whole
from companion.games.game import Act, Event
from companion.hall.tournament import entries, racing, rounds
from companion.hall.tournament.state import State

Does = Callable[[State, Act], tuple[State, Event]]

_NUMBER = Field(whole(1))
_PLAYER, _RACE, _TABLE = {"player": _NUMBER}, {"race": _NUMBER}, {"table": Field(text)}
_RACES = Field(items(items(whole(1), 1, 20), 1, 200))
_MOST = 2**53
_SAVED = {"store": Field(text), "race": Field(whole(0, _MOST))}
_HEARD = Field(record({**_SAVED, "branch": Field(text), "n": Field(whole(0, _MOST))}))

ACTS: Mapping[str, tuple[Does, Fields]] = {
    "enter": (entries.enter, {"name": Field(text)}),
    "entry": (entries.open_entry, {"open": Field(boolean)}),
    "import": (entries.enter_all, {"names": Field(items(text, 1, entries.MOST_PLAYERS))}),
    "withdraw": (entries.withdraw, _PLAYER),
    "no_show": (entries.miss, _PLAYER),
    "seat": (entries.seat, {**_PLAYER, **_RACE}),
    "table": (rounds.set_table, {**_TABLE, "up": Field(boolean)}),
    "round": (rounds.draw, {"races": _RACES, "byes": Field(items(whole(1)), required=False)}),
    "finals": (rounds.draw_finals, {"races": _RACES}),
    "swap": (rounds.swap, {"one": _NUMBER, "other": _NUMBER}),
    "assign": (rounds.assign, {**_RACE, **_TABLE}),
    "prepare": (racing.prepare, {**_RACE, "report": Field(record(_SAVED))}),
    "start": (racing.start, {**_RACE, "report": Field(record(_SAVED), required=False)}),
    "again": (racing.again, _RACE),
    "score": (
        racing.score,
        {
            **_RACE,
            "places": Field(items(or_null(whole(1, 20)), 1, 20)),
            "report": replace(_HEARD, required=False),
        },
    ),
    "take_back": (racing.take_back, {"report": _HEARD}),
    "close": (rounds.close, {}),
}
"""Each act with its function and fields."""
