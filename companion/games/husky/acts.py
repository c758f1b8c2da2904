"""Every act of Husky: its fields, and the function that does it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.errors import Malformed, Refused
from companion.games.corrections import reason
from companion.games.fields import (
    Check,
    Field,
    later,
    one_of,
    record,
    refuse_wrong,
    seconds,
    truth,
    whole,
)
from companion.games.game import Event
from companion.games.husky.board import SPECIES
from companion.games.husky.corrections import at, correct_musher, correct_race
from companion.games.husky.happenings import attack, checkpoint, finish
from companion.games.husky.leaving import end, retire
from companion.games.husky.moves import animal, move, relocate
from companion.games.husky.play import done, region
from companion.games.husky.results import result
from companion.games.husky.state import CHECKPOINTS, COLOUR_OF, DEAL, State
from companion.games.husky.taps import card, draw, tap

Act = Mapping[str, Any]
Do = Callable[[State, Act, list[Event]], State]


def _correct(state: State, act: Act, events: list[Event]) -> State:
    if "seat" in act:
        return correct_musher(state, act, events)
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
_where = one_of(*COLOUR_OF)
_animal = Field(whole(1, 99))
_to = Field(at)
_KINDS: Mapping[str, tuple[Mapping[str, Field], Do]] = {
    "tap": ({"seat": _seat, "card": Field(card)}, tap),
    "region": ({"seat": _seat, "where": Field(_where)}, region),
    "move": ({"seat": _seat, "to": _to}, move),
    "animal": ({"seat": _seat, "animal": _animal, "to": _to}, animal),
    "relocate": ({"seat": _seat, "animal": _animal, "to": _to}, relocate),
    "checkpoint": (
        {"seat": _seat, "number": Field(one_of(*CHECKPOINTS), required=False)},
        checkpoint,
    ),
    "attack": ({"seat": _seat, "species": Field(one_of(*SPECIES), required=False)}, attack),
    "finish": ({"seat": _seat}, finish),
    "draw": ({"seat": _seat}, draw),
    "result": (
        {
            "seat": _seat,
            "where": Field(_where, required=False),
            "to": Field(at, required=False),
            "blocked": Field(truth, required=False),
            "cards": Field(whole(-DEAL, DEAL), required=False),
        },
        result,
    ),
    "done": ({"seat": _seat, "took_s": Field(seconds, required=False)}, done),
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
        raise Refused("husky.race_over")
    seat = act.get("seat")
    if seat is not None and not any(musher.seat == seat for musher in state.mushers):
        listed = ", ".join(str(musher.seat) for musher in state.mushers)
        raise Refused("husky.no_seat", seat=seat, seats=listed)
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
