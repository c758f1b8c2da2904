"""A position as one line of text, and back: for tests, bug reports and the header of an export.

    reindeer_races/1 tracks=pp,pf,-,… laid=7,12t,… order=2,1 turn=2 pending=log.2,elf.1/// …
        | seat=1 name=Ada colour=red hand=4 tiles=letter.8 reindeer=log.3,,, | seat=2 …

It is one line, broken here for reading. The race comes first, then each team as listed. Each word
is a field of `state.py` (`told` is `hand_step`); fields with their default value are left out. A
card is object, worth and, if known, copy; a tile is track, value (- if unknown) and, without a box,
its order on the track; the spaces of a track card are letters of LETTERS; a laid
card with a t is turned.
"""

from typing import Any

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
from companion.games.reindeer_races.invariants import broken
from companion.games.reindeer_races.state import (
    SPACES,
    Box,
    Card,
    HandStep,
    Laid,
    Land,
    Pending,
    Spot,
    State,
    Team,
    Tile,
)

LETTERS = dict(zip(SPACES, "pfblrsky", strict=True))
UNKNOWN = "-"


def _pair(text: str) -> tuple[str, str] | None:
    if text == UNKNOWN:
        return None
    spaces = {letter: space for space, letter in LETTERS.items()}
    if len(text) != 2 or not set(text) <= spaces.keys():
        raise ValueError(text)
    return spaces[text[0]], spaces[text[1]]


def _pair_text(pair: tuple[str, str] | None) -> str:
    return "".join(LETTERS[space] for space in pair) if pair else UNKNOWN


def _laid(text: str) -> Laid:
    return Laid(number.read(text.removesuffix("t")), text.endswith("t"))


def _laid_text(laid: Laid) -> str:
    return f"{laid.card}t" if laid.turned else str(laid.card)


def _card(text: str) -> Card:
    what, *figures = text.split(".")
    if not 1 <= len(figures) <= 2:
        raise ValueError(text)
    return Card(what, *map(number.read, figures))


def _card_text(card: Card) -> str:
    return f"{card.what}.{card.worth}" + (f".{card.copy}" if card.copy else "")


def _tile(text: str) -> Tile:
    track, value, *nth = text.split(".")
    if len(nth) > 1:
        raise ValueError(text)
    return Tile(track, None if value == UNKNOWN else number.read(value), *map(number.read, nth))


def _tile_text(tile: Tile) -> str:
    value = UNKNOWN if tile.value is None else tile.value
    return f"{tile.track}.{value}" + (f".{tile.nth}" if tile.nth else "")


def _spot(text: str) -> Spot | None:
    track, _, space = text.partition(".")
    return Spot(track, number.read(space)) if text else None


def _dotted(pair: Any) -> str:
    return ".".join(map(str, pair)) if pair else ""


def _land(text: str) -> Land | None:
    if not text:
        return None
    track, end, action = text.split(".")
    return Land(track, end if end in ("reward", "off") else number.read(end), action)


def _land_text(land: Land | None) -> str:
    return f"{land.track}.{land.end}.{land.action}" if land else ""


def _leaps(text: str) -> bool | tuple[bool, ...]:
    if text in ("yes", "no"):
        return text == "yes"
    if not set(text) <= {"y", "n"}:
        raise ValueError(text)
    return tuple(one == "y" for one in text)


def _leaps_text(leaps: bool | tuple[bool, ...]) -> str:
    if isinstance(leaps, bool):
        return "yes" if leaps else "no"
    return "".join("y" if one else "n" for one in leaps)


_or_none = Codec(
    lambda value: "" if value is None else str(value),
    lambda text: text or None,
)
_number_or_none = Codec(_or_none.write, lambda text: number.read(text) if text else None)
_cards = list_of(Codec(_card_text, _card))
_pending = record_of(
    Pending,
    _cards,
    _or_none,
    _number_or_none,
    Codec(_leaps_text, _leaps),
    Codec(_land_text, _land),
)
_BOX = {
    "moves": numbers,
    "tracks": list_of(Codec(_pair_text, _pair)),
    "rewards": list_of(numbers, ";"),
    "example": yes_no,
}
_RACE = {
    "order": numbers,
    "span": number,
    "laid": list_of(Codec(_laid_text, _laid)),
    "round": number,
    "phase": plain,
    "turn": number,
    "pending": _pending,
    "discard": _cards,
    "unnamed": number,
    "begun": yes_no,
}
_TEAM = {
    "seat": number,
    "name": name,
    "colour": name,
    "hand": number,
    "tiles": list_of(Codec(_tile_text, _tile)),
    "reindeer": list_of(Codec(_dotted, _spot)),
    "retired": yes_no,
    "to_name": number,
    "unsure": yes_no,
    "hand_step": record_of(HandStep, number, yes_no, number, number)._replace(word="told"),
}

_LINE: Line[State] = Line(
    head="reindeer_races/1",
    refused="reindeer_races.notation",
    race=Record(State, _RACE),
    parts={"box": Record(Box, _BOX)},
    seats="teams",
    seat=Record(Team, _TEAM),
    broken=broken,
)
write, read = _LINE.write, _LINE.read
