"""Checks for the fields of acts and options, before any rule sees them.

A field that is missing, unknown, of the wrong type or out of range is refused by name. Types are
those of JSON and strict: true is not a number, 4.0 is not an integer, only null is null.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.errors import Refused

MOST = 1_000_000
"""The largest number accepted where the rule gives no limit."""


class Wrong(Exception):
    """An invalid value: the problem, its params, and the path to the value."""

    def __init__(self, problem: str, **params: Any):
        super().__init__(problem)
        self.problem = problem
        self.params = params
        self.path: tuple[str, ...] = ()


Check = Callable[[Any], None]
"""A function that raises Wrong for an invalid value."""


def refuse_wrong(check: Check, value: Any, kind: str, *path: str, **params: Any) -> None:
    """Raise Refused, such as `act.wrong_type` or `options.missing_field`, if `check` fails.

    `kind` is the first part of the key, `path` leads to the value; `params` are added.
    """
    try:
        check(value)
    except Wrong as wrong:
        field = ".".join((*path, *wrong.path))
        raise Refused(f"{kind}.{wrong.problem}", **params, field=field, **wrong.params) from None


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a record: the check of its value, and whether it is required."""

    check: Check
    required: bool = True


Fields = Mapping[str, Field]


def mapping(value: Any) -> None:
    """Check for an object, whose fields are checked elsewhere."""
    if not isinstance(value, Mapping):
        raise Wrong("wrong_type", type="object")


def unchecked(value: Any) -> None:
    """Accept any value; the act checks it, because the ranges depend on the race."""


def whole(low: int, high: int = MOST) -> Check:
    """A check for an integer from `low` to `high`."""

    def check(value: Any) -> None:
        if type(value) is not int:
            raise Wrong("wrong_type", type="integer")
        if not low <= value <= high:
            raise Wrong("out_of_range", low=low, high=high)

    return check


def seconds(value: Any) -> None:
    """Check a duration in seconds, at least 0."""
    if type(value) not in (int, float):
        raise Wrong("wrong_type", type="number")
    if not 0 <= value <= MOST:
        raise Wrong("out_of_range", low=0, high=MOST)


def boolean(value: Any) -> None:
    """Check for true or false."""
    if type(value) is not bool:
        raise Wrong("wrong_type", type="boolean")


def text(value: Any) -> None:
    """Check for a text."""
    if not isinstance(value, str):
        raise Wrong("wrong_type", type="string")


def one_of(*choices: str | int) -> Check:
    """A check for one of these texts or numbers."""
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
    """A check for null or a value that passes `check`."""

    def either(value: Any) -> None:
        if value is not None:
            check(value)

    return either


def items(check: Check, low: int = 0, high: int = MOST) -> Check:
    """A check for a list of `low` to `high` items that pass `check`."""

    def listed(value: Any) -> None:
        if not isinstance(value, (list, tuple)):
            raise Wrong("wrong_type", type="list")
        if not low <= len(value) <= high:
            raise Wrong("wrong_length", low=low, high=high)
        for number, item in enumerate(value, 1):
            _inside(str(number), check, item)

    return listed


def record(fields: Fields, *ignored: str) -> Check:
    """A check for an object with exactly these fields; those in `ignored` are not checked."""
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
