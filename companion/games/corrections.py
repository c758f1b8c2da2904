"""The wording of corrections, shared by all games: changed figures and the reason."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from companion.errors import Refused
from companion.games.fields import Check, Field, one_of, record, refuse_wrong
from companion.games.game import Say

REASONS = ("forgotten", "misread", "moved", "agreed", "other")
"""Why figures were set by hand.

Nobody entered it, a card was misread, pieces were moved by mistake, the table agreed, or other.
"""

reason = Field(one_of(*REASONS), required=False)
"""The act's field for the reason. It changes no figure."""

NOTHING = "\N{EN DASH}"


def check_settable(checks: Mapping[str, Check], wanted: Mapping[str, Any]) -> None:
    """Check the figures to set. Raises Refused for unknown figures, or if none is given."""
    fields = record({name: Field(check, required=False) for name, check in checks.items()})
    refuse_wrong(fields, wanted, "act", "set", act="correct")
    if not wanted:
        raise Refused("act.empty", act="correct", field="set", known=", ".join(checks))


class Figure(NamedTuple):
    """A figure as a correction shows it: its field, its name, its value."""

    field: str
    label: Say
    value: Any


def figures(values: Mapping[str, Any]) -> list[Figure]:
    """Figures with names `ui.field_…`. None and empty lists become a dash."""
    return [Figure(name, Say(f"ui.field_{name}"), shown(value)) for name, value in values.items()]


def shown(value: Any) -> Any:
    """A value as it appears in a sentence."""
    empty = value is None or (isinstance(value, (list, tuple)) and not value)
    return NOTHING if empty else value


def yes_no(value: bool) -> Say:
    """ "yes" or "no" in words."""
    return Say("ui.yes") if value else Say("ui.no")


def status(value: str) -> Say:
    """The status of a player in words."""
    return Say(f"ui.status_{value}")


def words(
    before: Sequence[Figure], after: Sequence[Figure], act: Mapping[str, Any]
) -> dict[str, Any]:
    """The event's param `changes`: each changed figure from old to new, and the reason.

    If nothing changed, because only a half-played turn was dropped, the figures of the act are
    listed. `before` and `after` list the same figures in the same order.
    """
    both = list(zip(before, after, strict=True))
    moved = [(old, new) for old, new in both if old.value != new.value]
    changes = _changes(moved or [pair for pair in both if pair[0].field in act["set"]])
    why = act.get("reason")
    if why is None:
        return {"changes": changes}
    because = Say("correct.because", {"changes": changes, "reason": Say(f"correct.reason_{why}")})
    return {"changes": because}


def _changes(pairs: Iterable[tuple[Figure, Figure]]) -> list[Say]:
    return [
        Say("correct.change", {"figure": old.label, "old": old.value, "new": new.value})
        for old, new in pairs
    ]
