"""The acts of Snow Tails: the fields of each and the function that applies it."""

from collections.abc import Mapping

from companion.games.acts import Acts, Do, correcting, kind
from companion.games.corrections import reason
from companion.games.fields import (
    Field,
    boolean,
    items,
    mapping,
    one_of,
    record,
    seconds,
    text,
    unchecked,
    whole,
)
from companion.games.game import Act, Event
from companion.games.snow_tails import options
from companion.games.snow_tails.cards import discard, shuffle
from companion.games.snow_tails.choosing import choose
from companion.games.snow_tails.corrections import correct_race, correct_sled
from companion.games.snow_tails.course import course, end, retire
from companion.games.snow_tails.late import late
from companion.games.snow_tails.order import order, shift
from companion.games.snow_tails.pawns import REASONS
from companion.games.snow_tails.play import done, mark, slot, tap, unmark
from companion.games.snow_tails.state import MARKS, SLOTS, State
from companion.games.snow_tails.track_course import MOST_LAID


def _mark(state: State, act: Act, events: list[Event]) -> State:
    return late(state, act, events) if act.get("late") else mark(state, act, events)


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
_number = Field(whole(0), required=False)
why = record(
    {"reason": Field(one_of(*REASONS)), "count": _number, "limit": _number, "value": _number}
)
"""`value`: in older races, of a card that was kept; it is not shown."""
_KINDS: Mapping[str, tuple[Mapping[str, Field], Do[State]]] = {
    "tap": ({"seat": _seat, "card": Field(_card), "slot": Field(_slot, required=False)}, tap),
    "slot": ({"seat": _seat, "slot": Field(_slot)}, slot),
    "mark": (
        {"seat": _seat, "what": Field(one_of(*MARKS)), "late": Field(boolean, required=False)},
        _mark,
    ),
    "unmark": ({"seat": _seat, "what": Field(one_of(*MARKS))}, unmark),
    "move": (
        {
            "seat": _seat,
            "to": Field(items(whole(0))),
            "which": Field(whole(1), required=False),
            "bonus": Field(boolean, required=False),
        },
        choose,
    ),
    "done": (
        {
            "seat": _seat,
            "bonus": Field(boolean, required=False),
            "rows": Field(whole(0), required=False),
            "lane": Field(whole(1), required=False),
            "took_s": Field(seconds, required=False),
            "why": Field(why, required=False),
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
            "pieces": Field(items(mapping, 0, MOST_LAID), required=False),
        },
        course,
    ),
    "retire": ({"seat": _seat}, retire),
    "end": ({}, end),
    "correct": (
        {"seat": Field(whole(1, 6), required=False), "set": Field(unchecked), "reason": reason},
        correcting(correct_sled, correct_race),
    ),
}
ACTS: Acts[State] = Acts(
    {name: kind(*made) for name, made in _KINDS.items()},
    seats=lambda state: (sled.seat for sled in state.sleds),
    no_seat="snow_tails.no_seat",
    race_over="snow_tails.race_over",
)
apply = ACTS.apply
