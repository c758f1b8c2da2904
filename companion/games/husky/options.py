"""The set-up of a race: checks the options and creates the first state."""

from collections.abc import Mapping
from typing import Any

from companion.errors import Refused
from companion.games.fields import (
    Field,
    boolean,
    items,
    one_of,
    record,
    refuse_wrong,
    text,
    unchecked,
    whole,
)
from companion.games.game import Event
from companion.games.husky import box
from companion.games.husky.rounds import begin_turn
from companion.games.husky.state import DEAL, Musher, Settings, State
from companion.games.husky.words import say

PLAYERS = (3, 6)
"""The least and the most players of a race."""

_seat = record(
    {
        "seat": Field(whole(1, 6), required=False),
        "name": Field(text),
        "colour": Field(text),
    }
)
_options = record(
    {
        "seats": Field(items(_seat, *PLAYERS)),
        "start": Field(whole(1, 6), required=False),
        "events": Field(boolean, required=False),
        "relocate": Field(one_of("now", "at_turn"), required=False),
        "board": Field(boolean, required=False),
        "box": Field(unchecked, required=False),
    }
)


def setup(options: Mapping[str, Any]) -> tuple[State, tuple[Event, ...]]:
    """Check the options and start a race (HU-03, HU-04).

    `options` as in docs/acts-husky.md. Returns the state and the first events. Raises Refused with
    the name of the field.
    """
    refuse_wrong(_options, options, "options")
    mushers = tuple(
        Musher(seat=one.get("seat", number), name=one["name"], colour=one["colour"])
        for number, one in enumerate(options["seats"], 1)
    )
    _refuse_duplicates(mushers)
    start = options.get("start", mushers[0].seat)
    refuse_wrong(one_of(*(musher.seat for musher in mushers)), start, "options", "start")
    state = _state(options, mushers, start)
    events = [Event("husky.begin", params={"count": DEAL}), *_round(state)]
    return begin_turn(state, start, events), tuple(events)


def _state(options: Mapping[str, Any], mushers: tuple[Musher, ...], start: int) -> State:
    entered = _box(options.get("box"))
    board = box.board(entered) if options.get("board", True) else None
    usual = Settings()
    settings = Settings(
        events=options.get("events", usual.events),
        relocate=options.get("relocate", usual.relocate),
    )
    animals = tuple(animal.at for animal in board.animals) if board is not None else ()
    return State(settings, box.cards(entered), mushers, start, board, animals)


def _box(entered: Any) -> Mapping[str, Any]:
    """The owner's box; "example" is the invented set, None an empty one."""
    if entered == "example":
        return box.read(box.example())
    return box.read({} if entered is None else entered)


def _round(state: State) -> list[Event]:
    first = state.musher(state.start)
    return [Event("husky.round", params={"round": 1}), say("husky.weather_due", first)]


def _refuse_duplicates(mushers: tuple[Musher, ...]) -> None:
    """Refuse two mushers with the same seat or colour."""
    for what in ("seat", "colour"):
        seen: dict[object, str] = {}
        for musher in mushers:
            value = getattr(musher, what)
            if value in seen:
                named = {what: value, "first": seen[value], "second": musher.name}
                raise Refused(f"husky.same_{what}", **named)
            seen[value] = musher.name
