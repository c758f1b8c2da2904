"""Checking what an act or a set of options is made of, before any rule looks at it.

A field that is missing, unknown, of the wrong type or out of range is refused by its name. Types
are JSON's and strict: true is no number, 4.0 no whole number, null nothing but null.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import isfinite
from typing import Any

from companion.errors import Refused

MOST = 1_000_000
"""The largest number that any field takes where its rule names no limit."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a value stands: an act or the options (`kind`), and the path to it."""

    kind: str
    params: Mapping[str, Any] = field(default_factory=dict)
    path: str = ""

    def at(self, step: str) -> "Place":
        """The place of a field, or of an item by its number, inside this one."""
        return Place(self.kind, self.params, f"{self.path}.{step}" if self.path else step)

    def refused(self, problem: str, **params: Any) -> Refused:
        """The refusal that names this place: `act.wrong_type`, `options.missing_field`, …"""
        return Refused(f"{self.kind}.{problem}", **self.params, field=self.path, **params)


Check = Callable[[Place, Any], None]
"""Looks at a value and raises Refused if it will not do."""


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a record: what it may hold, and whether it may be missing."""

    check: Check
    required: bool = True


Fields = Mapping[str, Field]


def later(place: Place, value: Any) -> None:
    """Anything: the act looks at it itself, as the ranges depend on the race."""


def whole(low: int, high: int = MOST) -> Check:
    """A whole number from `low` to `high`."""

    def check(place: Place, value: Any) -> None:
        if type(value) is not int:
            raise place.refused("wrong_type", type="integer")
        if not low <= value <= high:
            raise place.refused("out_of_range", low=low, high=high)

    return check


def seconds(place: Place, value: Any) -> None:
    """A length of time, from 0 s on."""
    if type(value) not in (int, float):
        raise place.refused("wrong_type", type="number")
    if not 0 <= value <= MOST or not isfinite(value):
        raise place.refused("out_of_range", low=0, high=MOST)


def truth(place: Place, value: Any) -> None:
    """true or false."""
    if type(value) is not bool:
        raise place.refused("wrong_type", type="boolean")


def text(place: Place, value: Any) -> None:
    """Any text."""
    if not isinstance(value, str):
        raise place.refused("wrong_type", type="string")


def one_of(*choices: str | int) -> Check:
    """One of these words, or of these numbers."""
    kind = type(choices[0])
    named = "integer" if kind is int else "string"
    listed = ", ".join(str(choice) for choice in choices)

    def check(place: Place, value: Any) -> None:
        if type(value) is not kind:
            raise place.refused("wrong_type", type=named)
        if value not in choices:
            raise place.refused("not_one_of", choices=listed)

    return check


def or_null(check: Check) -> Check:
    """null, or what `check` takes."""

    def either(place: Place, value: Any) -> None:
        if value is not None:
            check(place, value)

    return either


def items(check: Check, low: int = 0, high: int = MOST) -> Check:
    """A list of `low` to `high` items, each of which `check` takes."""

    def listed(place: Place, value: Any) -> None:
        if not isinstance(value, (list, tuple)):
            raise place.refused("wrong_type", type="list")
        if not low <= len(value) <= high:
            raise place.refused("wrong_length", low=low, high=high)
        for number, item in enumerate(value, 1):
            check(place.at(str(number)), item)

    return listed


def record(fields: Fields, *ignored: str) -> Check:
    """An object with exactly these fields; `ignored` ones were looked at already."""
    known = ", ".join(fields)

    def check(place: Place, value: Any) -> None:
        if not isinstance(value, Mapping):
            raise place.refused("wrong_type", type="object")
        for name, one in fields.items():
            if name in value:
                one.check(place.at(name), value[name])
            elif one.required:
                raise place.at(name).refused("missing_field")
        for name in value:
            if name not in fields and name not in ignored:
                raise place.at(str(name)).refused("unknown_field", known=known)

    return check
