"""Positions as one line of text: the building blocks of each game's notation.

A word is a field and its value, such as `turn=2`. Fields with their default value are left out.
Reading raises BadWord with the invalid word.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, Field, dataclass, fields
from math import isfinite
from typing import Any, Generic, NamedTuple, TypeVar

from companion.errors import Refused

PART = " | "
LONGEST_NUMBER = 9
"""The maximum number of digits, more than any figure of a race needs."""


class BadWord(ValueError):
    """An invalid word in a line."""


class Codec(NamedTuple):
    """The codec of one kind of value. `read` raises ValueError.

    `word`: the field's name in the line, if it differs from the one in the dataclass.
    """

    write: Callable[[Any], str]
    read: Callable[[str], Any]
    word: str = ""


Codecs = Mapping[str, Codec]
"""Field name -> codec of its values."""


def words(record: Any, codecs: Codecs) -> list[str]:
    """The words for the fields of a record that do not have their default values."""
    return [
        f"{codec.word or field.name}={codec.write(getattr(record, field.name))}"
        for field in fields(record)
        if (codec := codecs.get(field.name)) and not _usual(record, field)
    ]


def _usual(record: Any, field: Field[Any]) -> bool:
    return field.default is not MISSING and getattr(record, field.name) == field.default


def figures(words: list[str], codecs: Codecs) -> dict[str, Any]:
    """The values of these words by field. Raises BadWord."""
    by_word = {codec.word or name: name for name, codec in codecs.items()}
    found: dict[str, Any] = {}
    for word in words:
        head, equals, value = word.partition("=")
        name = by_word.get(head)
        if not equals or name is None or name in found:
            raise BadWord(word)
        try:
            found[name] = codecs[name].read(value)
        except ValueError:
            raise BadWord(word) from None
    return found


def made(kind: Any, **figures: Any) -> Any:
    """Build a record. Raises BadWord with the name of a missing field that has no default."""
    for field in fields(kind):
        if field.default is MISSING and field.name not in figures:
            raise BadWord(field.name)
    return kind(**figures)


S = TypeVar("S")


class Record(NamedTuple):
    """A dataclass and the codecs of its fields."""

    kind: Callable[..., Any]
    codecs: Codecs


@dataclass(frozen=True, slots=True)
class Line(Generic[S]):
    """The format of a game's state in one line: the race, then each seat as listed.

    `head` begins the line. `race` is the state; the records in its fields `parts` are written flat,
    as if their fields were the state's own. `seats` is the field of the seats, `seat` the type of
    one. `broken` yields the broken invariants of a state; `refused` is the game's message key.
    """

    head: str
    refused: str
    race: Record
    parts: Mapping[str, Record]
    seats: str
    seat: Record
    broken: Callable[[S], Iterable[str]]

    def write(self, state: S) -> str:
        """The position in one line."""
        race = [
            word
            for name, part in self.parts.items()
            for word in words(getattr(state, name), part.codecs)
        ]
        race += words(state, self.race.codecs)
        seats = [" ".join(words(seat, self.seat.codecs)) for seat in getattr(state, self.seats)]
        return PART.join([" ".join([self.head, *race]), *seats])

    def read(self, text: str) -> S:
        """The state of a line written by `write`.

        Raises Refused with the invalid word, or with the broken invariant of an unreachable state.
        """
        try:
            state = self._state(text)
        except BadWord as bad:
            raise Refused(self.refused, word=str(bad)) from None
        for wrong in self.broken(state):
            raise Refused(self.refused, word=wrong)
        return state

    def _state(self, text: str) -> S:
        race, *seats = text.strip().split(PART)
        head, *said = race.split(" ")
        if head != self.head:
            raise BadWord(head)
        codecs = dict(self.race.codecs)
        for part in self.parts.values():
            codecs.update(part.codecs)
        found = figures(said, codecs)
        for field, (kind, names) in self.parts.items():
            found[field] = made(kind, **{name: found.pop(name) for name in names if name in found})
        every = [made(self.seat.kind, **figures(s.split(" "), self.seat.codecs)) for s in seats]
        state: S = made(self.race.kind, **found, **{self.seats: tuple(every)})
        return state


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


def _yes_no(text: str) -> bool:
    if text not in ("yes", "no"):
        raise ValueError(text)
    return text == "yes"


def _escaped(text: str) -> str:
    """Escape a name: letters and digits stay, other bytes become % and two hex digits."""
    return "".join(one if one.isalnum() else _hex(one) for one in text)


def _hex(one: str) -> str:
    return "".join(f"%{byte:02x}" for byte in one.encode("utf-8", "surrogatepass"))


def _unescaped(text: str) -> str:
    first, *rest = text.split("%")
    data = first.encode()
    for part in rest:
        data += bytes.fromhex(part[:2]) + part[2:].encode()
    return data.decode("utf-8", "surrogatepass")


def list_of(one: Codec, between: str = ",") -> Codec:
    """A codec for values separated by commas or by another sign."""
    return Codec(
        lambda values: between.join(one.write(value) for value in values),
        lambda text: tuple(one.read(part) for part in text.split(between)) if text else (),
    )


def record_of(kind: Callable[..., Any], *codecs: Codec, more: tuple[Codec, ...] = ()) -> Codec:
    """A codec for all fields of a small dataclass, separated by slashes.

    `more`: the codecs of the last fields, which are left out while all have their default values.
    """
    every = (*codecs, *more)

    def write(record: Any) -> str:
        written, named = every, fields(record)
        if more and all(_usual(record, field) for field in named[-len(more) :]):
            written, named = codecs, named[: -len(more)]
        values = [getattr(record, field.name) for field in named]
        return "/".join(codec.write(value) for codec, value in zip(written, values, strict=True))

    def read(text: str) -> Any:
        parts = text.split("/")
        given = codecs if len(parts) == len(codecs) else every
        return kind(*(codec.read(part) for codec, part in zip(given, parts, strict=True)))

    return Codec(write, read)


number = Codec(str, _number)
seconds = Codec(repr, _seconds)
yes_no = Codec(lambda value: "yes" if value else "no", _yes_no)
plain = Codec(str, str)
name = Codec(_escaped, _unescaped)
numbers = list_of(number)
plains = list_of(plain)
