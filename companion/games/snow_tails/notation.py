"""A position as one line of text, and back: for tests, bug reports and the export's header.

    snow_tails/1 limits=4,3 flag=left order=2,1 turn=2 pending=4/left/line/0/0,0,0 begun=yes
        | seat=1 name=Ada colour=red start=1 left=4 dogs=4 left_pile=4.2 | seat=2 …

(one line; broken here to be read). The race comes first, then each sled as listed. A word is a
field of `state.py`, and what stands at its usual value is left out. A card is its value, with a dot
and the copy where that is known; pending, last and told are their fields in order.
"""

from collections.abc import Callable
from dataclasses import MISSING, Field, fields
from math import isfinite
from typing import Any, NamedTuple

from companion.errors import Refused
from companion.games.snow_tails.invariants import broken
from companion.games.snow_tails.state import Card, LastTurn, Pending, Settings, Sled, State, Told

HEAD = "snow_tails/1"
PART = " | "
LONGEST_NUMBER = 9
"""Digits; more than any figure of a race needs."""


class Codec(NamedTuple):
    """How one kind of value is written, and read back; reading raises ValueError."""

    write: Callable[[Any], str]
    read: Callable[[str], Any]


def write(state: State) -> str:
    """The position in one line."""
    race = _words(state.settings, _SETTINGS) + _words(state, _RACE)
    sleds = [" ".join(_words(sled, _SLED)) for sled in state.sleds]
    return PART.join([" ".join([HEAD, *race]), *sleds])


def read(text: str) -> State:
    """The state of which `write` gives this line.

    Raises Refused with the word that makes no sense, or that no race can bring about.
    """
    race, *sleds = text.strip().split(PART)
    head, *words = race.split(" ")
    if head != HEAD:
        raise _refused(head)
    figures = _figures(words, {**_SETTINGS, **_RACE})
    settings = {name: figures.pop(name) for name in _SETTINGS if name in figures}
    state: State = _made(
        State,
        settings=Settings(**settings),
        sleds=tuple(_made(Sled, **_figures(sled.split(" "), _SLED)) for sled in sleds),
        **figures,
    )
    for wrong in broken(state):
        raise _refused(wrong)
    return state


def _words(record: Any, codecs: dict[str, Codec]) -> list[str]:
    """The fields of a record that do not stand at their usual values."""
    return [
        f"{field.name}={codecs[field.name].write(getattr(record, field.name))}"
        for field in fields(record)
        if field.name in codecs and not _usual(record, field)
    ]


def _usual(record: Any, field: Field[Any]) -> bool:
    return field.default is not MISSING and getattr(record, field.name) == field.default


def _figures(words: list[str], codecs: dict[str, Codec]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or name not in codecs or name in found:
            raise _refused(word)
        try:
            found[name] = codecs[name].read(value)
        except ValueError:
            raise _refused(word) from None
    return found


def _made(kind: Any, **figures: Any) -> Any:
    """The record; what has no usual value must be there."""
    for field in fields(kind):
        if field.default is MISSING and field.name not in figures:
            raise _refused(field.name)
    return kind(**figures)


def _refused(word: str) -> Refused:
    return Refused("snow_tails.notation", word=word)


def _number(text: str) -> int:
    digits = text.removeprefix("-")
    if not digits.isascii() or not digits.isdigit() or len(digits) > LONGEST_NUMBER:
        raise ValueError(text)
    return int(text)


def _seconds(text: str) -> float:
    value = float(text)
    if not isfinite(value):
        raise ValueError(text)
    return value


def _yes(text: str) -> bool:
    if text not in ("yes", "no"):
        raise ValueError(text)
    return text == "yes"


def _card(text: str) -> Card:
    value, dot, copy = text.partition(".")
    return Card(_number(value), _number(copy) if dot else 0)


def _card_text(card: Card) -> str:
    return f"{card.value}.{card.copy}" if card.copy else str(card.value)


def _escaped(text: str) -> str:
    """Letters and digits as they are, every other byte as % and two hex digits."""
    return "".join(one if one.isalnum() else _hex(one) for one in text)


def _hex(one: str) -> str:
    return "".join(f"%{byte:02x}" for byte in one.encode("utf-8", "surrogatepass"))


def _unescaped(text: str) -> str:
    first, *rest = text.split("%")
    data = first.encode()
    for part in rest:
        data += bytes.fromhex(part[:2]) + part[2:].encode()
    return data.decode("utf-8", "surrogatepass")


def _list(one: Codec) -> Codec:
    """Values parted by commas."""
    return Codec(
        lambda values: ",".join(one.write(value) for value in values),
        lambda text: tuple(one.read(part) for part in text.split(",")) if text else (),
    )


def _record(kind: Callable[..., Any], *codecs: Codec) -> Codec:
    """All fields of a small record, parted by slashes."""

    def write(record: Any) -> str:
        values = [getattr(record, field.name) for field in fields(record)]
        return "/".join(codec.write(value) for codec, value in zip(codecs, values, strict=True))

    def read(text: str) -> Any:
        parts = text.split("/")
        return kind(*(codec.read(part) for codec, part in zip(codecs, parts, strict=True)))

    return Codec(write, read)


number = Codec(str, _number)
seconds = Codec(repr, _seconds)
yes_no = Codec(lambda value: "yes" if value else "no", _yes)
plain = Codec(str, str)
name = Codec(_escaped, _unescaped)
numbers = _list(number)
plains = _list(plain)
cards = _list(Codec(_card_text, _card))

_SETTINGS = {
    "edition": plain,
    "deck": numbers,
    "bonus_may_crash": yes_no,
    "finished_count": yes_no,
    "dnf_points": number,
}
_RACE = {
    "limits": numbers,
    "flag": plain,
    "order": numbers,
    "round": number,
    "phase": plain,
    "turn": number,
    "pending": _record(Pending, number, plains, plains, number, numbers),
    "proposed": numbers,
    "shifted": yes_no,
    "big_paws": number,
    "longest_s": seconds,
    "begun": yes_no,
}
_SLED = {
    "seat": number,
    "name": name,
    "colour": name,
    "start": number,
    "left": number,
    "right": number,
    "brake": number,
    "dents": number,
    "dogs": number,
    "left_pile": cards,
    "right_pile": cards,
    "discard": cards,
    "unnamed": number,
    "lines": number,
    "status": plain,
    "place": number,
    "rows": number,
    "lane": number,
    "walked": number,
    "last": _record(LastTurn, number, number, number, number, plains),
    "told": _record(Told, number, number, number, yes_no, number),
}
