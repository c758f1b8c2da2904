"""Every act of Reindeer Races: its fields, and the function that does it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.errors import Malformed, Refused
from companion.games.corrections import reason
from companion.games.fields import (
    Check,
    Field,
    Wrong,
    items,
    later,
    one_of,
    record,
    refuse_wrong,
    seconds,
    truth,
    whole,
)
from companion.games.game import Event
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
    TRACK_CARDS_IN_BOX,
    State,
)

Act = Mapping[str, Any]
Do = Callable[[State, Act, list[Event]], State]

MOST_MET = 16
"""Leaps that can be told one by one: there are no more reindeer than that."""
ENDS = ("reward", "off")


def _correct(state: State, act: Act, events: list[Event]) -> State:
    if "seat" in act:
        return correct_team(state, act, events)
    return correct_race(state, act, events)


def _leaps(value: Any) -> None:
    """The same for every reindeer that is landed on, or one answer after the other."""
    (truth if type(value) is bool else items(truth, 0, MOST_MET))(value)


def _end(value: Any) -> None:
    """A space, the rewards, or off the track."""
    if type(value) is int:
        whole(1, max(map(board.length, OBJECTS)))(value)
    elif not isinstance(value, str):
        raise Wrong("wrong_type", type="integer, string")
    else:
        one_of(*ENDS)(value)


@dataclass(frozen=True, slots=True)
class Kind:
    """One act: what it is made of, and what it does."""

    fields: Mapping[str, Field]
    do: Do
    check: Check


def _kind(fields: Mapping[str, Field], do: Do) -> Kind:
    return Kind(fields, do, record(fields, "act"))


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
_KINDS: Mapping[str, tuple[Mapping[str, Field], Do]] = {
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
            "last": Field(truth, required=False),
            "took_s": Field(seconds, required=False),
        },
        done,
    ),
    "discard": ({"seat": _seat, "card": Field(_named)}, discard),
    "shuffle": ({}, shuffle),
    "retire": ({"seat": _seat}, retire),
    "end": ({}, end),
    "correct": (
        {"seat": Field(whole(1, 6), required=False), "set": Field(later), "reason": reason},
        _correct,
    ),
}
ACTS: Mapping[str, Kind] = {name: _kind(*kind) for name, kind in _KINDS.items()}


def apply(state: State, act: Act) -> tuple[State, tuple[Event, ...]]:
    """The act done, and what people must do and know now.

    Gives back the very same state where nothing changes. Raises Refused with a reason, and with a
    remedy that works where one is known; Malformed for what is no act of this game.
    """
    try:
        return _apply(state, act)
    except Refused as refused:
        if refused.remedy and not _works(state, refused.remedy):
            refused.remedy = ()
        raise


def _apply(state: State, act: Act) -> tuple[State, tuple[Event, ...]]:
    kind = _kind_of(act)
    refuse_wrong(kind.check, act, "act", act=act["act"])
    if state.phase == "over":
        raise Refused("reindeer_races.race_over")
    seat = act.get("seat")
    if seat is not None and not any(team.seat == seat for team in state.teams):
        listed = ", ".join(str(team.seat) for team in state.teams)
        raise Refused("reindeer_races.no_seat", seat=seat, seats=listed)
    events: list[Event] = []
    changed = kind.do(state, act, events)
    return changed, tuple(events)


def _kind_of(act: Act) -> Kind:
    if not isinstance(act, Mapping):
        raise Malformed("act.no_object")
    name = act.get("act")
    if not isinstance(name, str):
        raise Malformed("act.no_object")
    if name not in ACTS:
        raise Malformed("act.no_such_act", name=name[:40], known=", ".join(ACTS))
    return ACTS[name]


def _works(state: State, acts: tuple[Act, ...]) -> bool:
    """Whether these acts can be done one after the other."""
    try:
        for act in acts:
            state, _ = _apply(state, act)
    except Refused:
        return False
    return True
