"""Checking what an act or a set of options is made of, before any rule looks at it.

A field that is missing, unknown, of the wrong type or out of range is refused by its name. Types
are JSON's and strict: true is no number, 4.0 no whole number, null nothing but null.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.errors import Refused

MOST = 1_000_000
"""The largest number that any field takes where its rule names no limit."""


class Wrong(Exception):
    """A value that will not do: the problem and its params. `path` grows on the way out."""

    def __init__(self, problem: str, **params: Any):
        super().__init__(problem)
        self.problem = problem
        self.params = params
        self.path: tuple[str, ...] = ()


Check = Callable[[Any], None]
"""Looks at a value and raises Wrong if it will not do."""


def refuse_wrong(check: Check, value: Any, kind: str, *path: str, **params: Any) -> None:
    """Raises Refused, `act.wrong_type` or `options.missing_field` say, where `check` finds fault.

    `kind` is the key's first part, `path` leads to the value; `params` go with the refusal.
    """
    try:
        check(value)
    except Wrong as wrong:
        field = ".".join((*path, *wrong.path))
        raise Refused(f"{kind}.{wrong.problem}", **params, field=field, **wrong.params) from None


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a record: what it may hold, and whether it may be missing."""

    check: Check
    required: bool = True


Fields = Mapping[str, Field]


def later(value: Any) -> None:
    """Anything: the act looks at it itself, as the ranges depend on the race."""


def whole(low: int, high: int = MOST) -> Check:
    """A whole number from `low` to `high`."""

    def check(value: Any) -> None:
        if type(value) is not int:
            raise Wrong("wrong_type", type="integer")
        if not low <= value <= high:
            raise Wrong("out_of_range", low=low, high=high)

    return check


def seconds(value: Any) -> None:
    """A length of time, from 0 s on."""
    if type(value) not in (int, float):
        raise Wrong("wrong_type", type="number")
    if not 0 <= value <= MOST:
        raise Wrong("out_of_range", low=0, high=MOST)


def truth(value: Any) -> None:
    """true or false."""
    if type(value) is not bool:
        raise Wrong("wrong_type", type="boolean")


def text(value: Any) -> None:
    """Any text."""
    if not isinstance(value, str):
        raise Wrong("wrong_type", type="string")


def one_of(*choices: str | int) -> Check:
    """One of these words, or of these numbers."""
    kind = type(choices[0])
    named = "integer" if kind is int else "string"
    listed = ", ".join(str(choice) for choice in choices)

    def check(value: Any) -> None:
        if type(value) is not kind:
            raise Wrong("wrong_type", type=named)
        if value not in choices:
            raise Wrong("not_one_of", choices=listed)

    return check


def or_null(check: Check) -> Check:
    """null, or what `check` takes."""

    def either(value: Any) -> None:
        if value is not None:
            check(value)

    return either


def items(check: Check, low: int = 0, high: int = MOST) -> Check:
    """A list of `low` to `high` items, each of which `check` takes."""

    def listed(value: Any) -> None:
        if not isinstance(value, (list, tuple)):
            raise Wrong("wrong_type", type="list")
        if not low <= len(value) <= high:
            raise Wrong("wrong_length", low=low, high=high)
        for number, item in enumerate(value, 1):
            _inside(str(number), check, item)

    return listed


def record(fields: Fields, *ignored: str) -> Check:
    """An object with exactly these fields; `ignored` ones were looked at already."""
    known = ", ".join(fields or ignored)

    def check(value: Any) -> None:
        if not isinstance(value, Mapping):
            raise Wrong("wrong_type", type="object")
        for name, one in fields.items():
            if name in value:
                _inside(name, one.check, value[name])
            elif one.required:
                raise _at(name, Wrong("missing_field"))
        for name in value:
            if name not in fields and name not in ignored:
                raise _at(str(name), Wrong("unknown_field", known=known))

    return check


def _inside(step: str, check: Check, value: Any) -> None:
    try:
        check(value)
    except Wrong as wrong:
        raise _at(step, wrong) from None


def _at(step: str, wrong: Wrong) -> Wrong:
    wrong.path = (step, *wrong.path)
    return wrong
