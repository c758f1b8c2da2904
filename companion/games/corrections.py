"""What a correction changed, and why, for the words of its event: the same for every game."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from companion.errors import Refused
from companion.games.fields import Check, Field, one_of, record, refuse_wrong
from companion.games.game import Say

REASONS = ("forgotten", "misread", "moved", "agreed", "other")
"""Why figures were set by hand: nobody entered it, a card was read wrongly, things were moved by
mistake, the table decided so, or something else."""

reason = Field(one_of(*REASONS), required=False)
"""The field of the act; it changes no figure."""

NOTHING = "\N{EN DASH}"


def look(checks: Mapping[str, Check], wanted: Mapping[str, Any]) -> None:
    """Raises Refused for figures that nobody may set, and where none are set at all."""
    fields = record({name: Field(check, required=False) for name, check in checks.items()})
    refuse_wrong(fields, wanted, "act", "set", act="correct")
    if not wanted:
        raise Refused("act.empty", act="correct", field="set", known=", ".join(checks))


class Figure(NamedTuple):
    """A figure as a correction's words name it: the field that sets it, its name, its value."""

    field: str
    label: Say
    value: Any


def figures(values: Mapping[str, Any]) -> list[Figure]:
    """Figures that the pages call `ui.field_…`. None, or an empty list, is written as a dash."""
    return [Figure(name, Say(f"ui.field_{name}"), shown(value)) for name, value in values.items()]


def shown(value: Any) -> Any:
    """A value as it stands in a sentence."""
    empty = value is None or (isinstance(value, (list, tuple)) and not value)
    return NOTHING if empty else value


def yes_no(value: bool) -> Say:
    """A truth in a word."""
    return Say("ui.yes") if value else Say("ui.no")


def status(value: str) -> Say:
    """How a player's race stands."""
    return Say(f"ui.status_{value}")


def words(
    before: Sequence[Figure], after: Sequence[Figure], act: Mapping[str, Any]
) -> dict[str, Any]:
    """The param `changes` of the event: each changed figure from old to new, and the reason.

    Where none of them changed, because only a half-played turn was dropped, those that were set are
    named. `before` and `after` list the same figures in the same order.
    """
    both = list(zip(before, after, strict=True))
    moved = [(old, new) for old, new in both if old.value != new.value]
    told = _said(moved or [pair for pair in both if pair[0].field in act["set"]])
    why = act.get("reason")
    if why is None:
        return {"changes": told}
    because = Say("correct.because", {"changes": told, "reason": Say(f"correct.reason_{why}")})
    return {"changes": because}


def _said(pairs: Iterable[tuple[Figure, Figure]]) -> list[Say]:
    return [
        Say("correct.change", {"figure": old.label, "old": old.value, "new": new.value})
        for old, new in pairs
    ]
