"""Every act of Snow Tails: its fields, and the function that does it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.errors import Malformed, Refused
from companion.games.corrections import reason
from companion.games.fields import (
    Check,
    Field,
    items,
    later,
    one_of,
    record,
    refuse_wrong,
    seconds,
    text,
    truth,
    whole,
)
from companion.games.game import Event
from companion.games.snow_tails import options
from companion.games.snow_tails.cards import discard, shuffle
from companion.games.snow_tails.corrections import correct_race, correct_sled
from companion.games.snow_tails.course import course, end, retire
from companion.games.snow_tails.late import late
from companion.games.snow_tails.order import order, shift
from companion.games.snow_tails.play import done, mark, slot, tap
from companion.games.snow_tails.state import MARKS, SLOTS, State

Act = Mapping[str, Any]
Do = Callable[[State, Act, list[Event]], State]


def _mark(state: State, act: Act, events: list[Event]) -> State:
    return late(state, act, events) if act.get("late") else mark(state, act, events)


def _correct(state: State, act: Act, events: list[Event]) -> State:
    if "seat" in act:
        return correct_sled(state, act, events)
    return correct_race(state, act, events)


@dataclass(frozen=True, slots=True)
class Kind:
    """One act: what it is made of, and what it does."""

    fields: Mapping[str, Field]
    do: Do
    check: Check


def _kind(fields: Mapping[str, Field], do: Do) -> Kind:
    return Kind(fields, do, record(fields, "act"))


_seat = Field(whole(1, 6))
_slot = one_of(*SLOTS)
_value = Field(whole(1, 5))
_card = record(
    {
        "colour": Field(text, required=False),
        "value": _value,
        "copy": Field(whole(1), required=False),
    }
)
_KINDS: Mapping[str, tuple[Mapping[str, Field], Do]] = {
    "tap": ({"seat": _seat, "card": Field(_card), "slot": Field(_slot, required=False)}, tap),
    "slot": ({"seat": _seat, "slot": Field(_slot)}, slot),
    "mark": (
        {"seat": _seat, "what": Field(one_of(*MARKS)), "late": Field(truth, required=False)},
        _mark,
    ),
    "done": (
        {
            "seat": _seat,
            "bonus": Field(truth, required=False),
            "rows": Field(whole(0), required=False),
            "lane": Field(whole(1), required=False),
            "took_s": Field(seconds, required=False),
        },
        done,
    ),
    "shift": ({"seat": _seat, "by": Field(one_of(-1, 1))}, shift),
    "order": ({"seats": Field(items(whole(1, 6)), required=False)}, order),
    "discard": ({"seat": _seat, "value": _value}, discard),
    "shuffle": ({"seat": _seat}, shuffle),
    "course": (
        {
            "limits": Field(options.limits, required=False),
            "flag": Field(options.flag, required=False),
        },
        course,
    ),
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
        raise Refused("snow_tails.race_over")
    seat = act.get("seat")
    if seat is not None and not any(sled.seat == seat for sled in state.sleds):
        listed = ", ".join(str(sled.seat) for sled in state.sleds)
        raise Refused("snow_tails.no_seat", seat=seat, seats=listed)
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
