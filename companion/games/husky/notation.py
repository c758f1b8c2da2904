"""A position as one line of text, and back: for tests, bug reports and the header of an export.

    husky/1 relocate=now start=2 turn=3 round=4 weather=1,0,2 pending=17/4,6,2,wolf+bear,yes/…
        actions=4,6,2,wolf+bear,yes;… board=wwSw/gg1F | seat=1 name=Ada colour=red hand=5 | seat=2 …

It is one line, broken here for reading. The race comes first, with the contents of the box, then
each musher as listed. Each word is a field of `state.py`; fields with their default value are left
out. A card is the values of its face, separated by commas, or "-" if it is unknown.
"""

from collections.abc import Callable
from typing import Any

from companion.games.fields import Fields, Wrong, record
from companion.games.husky import board as boards
from companion.games.husky import box
from companion.games.husky.board import Board
from companion.games.husky.invariants import broken
from companion.games.husky.state import (
    Action,
    Cards,
    Musher,
    Pending,
    Pile,
    Settings,
    State,
    Weather,
)
from companion.games.notation import (
    Codec,
    Line,
    Record,
    list_of,
    name,
    number,
    numbers,
    plain,
    record_of,
    yes_no,
)

UNKNOWN = "-"


def _or_unknown(one: Codec) -> Codec:
    """A codec that writes None as "-"."""
    return Codec(
        lambda value: UNKNOWN if value is None else one.write(value),
        lambda text: None if text == UNKNOWN else one.read(text),
    )


def _parts(make: Callable[..., Any], codecs: tuple[Codec, ...], between: str = ",") -> Codec:
    """A codec for a tuple, with one codec for each value."""

    def read(text: str) -> Any:
        parts = text.split(between)
        return make(*(codec.read(part) for codec, part in zip(codecs, parts, strict=True)))

    def write(value: Any) -> str:
        pairs = zip(codecs, value, strict=True)
        return between.join(codec.write(one) for codec, one in pairs)

    return Codec(write, read)


def _entered(fields: Fields, one: Codec) -> Codec:
    """A codec for the face of a card that rejects impossible values."""
    check = record(fields)

    def read(text: str) -> Any:
        card = one.read(text)
        try:
            check(card._asdict())
        except Wrong as wrong:
            raise ValueError(text) from wrong
        return card

    return Codec(one.write, read)


def _animals_read(text: str) -> tuple[str, str]:
    one, other = text.split("+")
    return one, other


def _board_write(board: Board) -> str:
    animals = ",".join(f"{one.species}.{one.at[0]}.{one.at[1]}" for one in board.animals)
    return "/".join(board.rows) + ":" + animals


def _board_read(text: str) -> Board:
    """A complete board that the owner could have entered. Raises ValueError or Refused."""
    rows, _, animals = text.partition(":")
    placed = [one.split(".") for one in animals.split(",")] if animals else []
    spaces = rows.split("/")
    drawn = {
        "width": len(spaces[0]),
        "height": len(spaces),
        "spaces": spaces,
        "animals": [
            {"species": species, "x": number.read(x), "y": number.read(y)}
            for species, x, y in placed
        ],
    }
    boards.check(drawn)
    if boards.missing_spaces(drawn):
        raise ValueError(text)
    return boards.build(drawn)


def _pair(x: int, y: int) -> tuple[int, int]:
    return x, y


_both = Codec("+".join, _animals_read)
_shows = _parts(Action, (number, number, number, _both, yes_no))
_action = _or_unknown(_entered(box.ACTION, _shows))
_weather = _entered(box.WEATHER, _parts(Weather, (number, number, number)))
_at = _parts(_pair, (number, number), ".")
_pile = record_of(Pile, numbers, number)

_SETTINGS = {"events": yes_no, "relocate": plain}
_CARDS = {
    "actions": list_of(_action, ";"),
    "weathers": list_of(_or_unknown(_weather), ";"),
    "texts": list_of(_or_unknown(name), ";"),
    "asks": list_of(yes_no),
    "example": yes_no,
}
_RACE = {
    "start": number,
    "board": Codec(_board_write, _board_read),
    "animals": list_of(_at),
    "round": number,
    "deal": number,
    "phase": plain,
    "turn": number,
    "due": yes_no,
    "weather": _weather,
    "weather_card": number,
    "still": yes_no,
    "pending": record_of(Pending, number, _action, plain, _or_unknown(number), yes_no, numbers),
    "last": number,
    "played": _pile,
    "shown": _pile,
    "drawn": _pile,
    "begun": yes_no,
}
_MUSHER = {
    "seat": number,
    "name": name,
    "colour": name,
    "hand": number,
    "place_known": plain,
    "checkpoints": numbers,
    "blocked": yes_no,
    "begun": yes_no,
    "attacks": number,
    "status": plain,
    "place": number,
    "at": _at,
}

_LINE: Line[State] = Line(
    head="husky/1",
    refused="husky.notation",
    race=Record(State, _RACE),
    parts={"settings": Record(Settings, _SETTINGS), "cards": Record(Cards, _CARDS)},
    seats="mushers",
    seat=Record(Musher, _MUSHER),
    broken=broken,
)
write, read = _LINE.write, _LINE.read
