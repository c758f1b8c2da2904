"""The acts of Reindeer Races: the fields of each and the function that applies it."""

from collections.abc import Mapping
from typing import Any

from companion.games.acts import Acts, Do, correcting, kind
from companion.games.corrections import reason
from companion.games.fields import (
    Field,
    Wrong,
    boolean,
    items,
    one_of,
    record,
    seconds,
    unchecked,
    whole,
)
from companion.games.reindeer_races import board
from companion.games.reindeer_races.box import MOST_VALUE
from companion.games.reindeer_races.cards import discard, shuffle
from companion.games.reindeer_races.corrections import correct_race, correct_team, end, retire
from companion.games.reindeer_races.landing import NO_ACTION, land
from companion.games.reindeer_races.lay import flip
from companion.games.reindeer_races.play import done, reindeer, tap, track
from companion.games.reindeer_races.state import (
    ACTIONS,
    ELF,
    MOVE_CARDS,
    OBJECTS,
    TEAM,
    TILES,
    TRACK_CARDS_IN_BOX,
    State,
)
from companion.games.reindeer_races.values import value

MOST_MET = 16
"""The most leaps that can be given one by one: the number of reindeer in the game."""
ENDS = ("reward", "off")


def _leaps(value: Any) -> None:
    """Check `leaps`: one answer for every reindeer landed on, or a list of answers."""
    (boolean if type(value) is bool else items(boolean, 0, MOST_MET))(value)


def _end(value: Any) -> None:
    """Check `end`: a space, the rewards, or off the track."""
    if type(value) is int:
        whole(1, max(map(board.length, OBJECTS)))(value)
    elif not isinstance(value, str):
        raise Wrong("wrong_type", type="integer, string")
    else:
        one_of(*ENDS)(value)


_seat = Field(whole(1, 6))
_track = one_of(*OBJECTS)
_number = whole(1, TRACK_CARDS_IN_BOX)
_move = {
    "object": Field(one_of(*OBJECTS, ELF), required=False),
    "count": Field(whole(1, 2), required=False),
    "copy": Field(whole(1, MOVE_CARDS), required=False),
}
_card = record(
    {
        "kind": Field(one_of("move", "track"), required=False),
        **_move,
        "card": Field(_number, required=False),
    }
)
_named = record({**_move, "object": Field(one_of(*OBJECTS, ELF))})
_KINDS: Mapping[str, tuple[Mapping[str, Field], Do[State]]] = {
    "tap": ({"seat": Field(whole(1, 6), required=False), "card": Field(_card)}, tap),
    "flip": (
        {"seat": Field(whole(1, 6), required=False), "card": Field(_number, required=False)},
        flip,
    ),
    "track": ({"seat": _seat, "track": Field(_track)}, track),
    "reindeer": (
        {
            "seat": _seat,
            "reindeer": Field(whole(1, TEAM)),
            "leaps": Field(_leaps, required=False),
        },
        reindeer,
    ),
    "land": (
        {
            "seat": _seat,
            "end": Field(_end),
            "track": Field(_track, required=False),
            "action": Field(one_of(*ACTIONS, NO_ACTION), required=False),
        },
        land,
    ),
    "done": (
        {
            "seat": _seat,
            "tile": Field(whole(1, MOST_VALUE), required=False),
            "last": Field(boolean, required=False),
            "took_s": Field(seconds, required=False),
        },
        done,
    ),
    "value": (
        {"seat": _seat, "reward": Field(whole(1, TILES)), "value": Field(whole(1, MOST_VALUE))},
        value,
    ),
    "discard": ({"seat": _seat, "card": Field(_named)}, discard),
    "shuffle": ({}, shuffle),
    "retire": ({"seat": _seat}, retire),
    "end": ({}, end),
    "correct": (
        {"seat": Field(whole(1, 6), required=False), "set": Field(unchecked), "reason": reason},
        correcting(correct_team, correct_race),
    ),
}
ACTS: Acts[State] = Acts(
    {name: kind(*made) for name, made in _KINDS.items()},
    seats=lambda state: (team.seat for team in state.teams),
    no_seat="reindeer_races.no_seat",
    race_over="reindeer_races.race_over",
)
apply = ACTS.apply
