"""Validation of acts, shared by all games: fields, seat and phase, and remedies of refusals.

A game lists the fields and the effect of each act. `Acts` checks that an act is well formed, that
its seat takes part and that the race is not over.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from companion.errors import Malformed, Refused
from companion.games.fields import Check, Field, record, refuse_wrong
from companion.games.game import Act, Event


class Racing(Protocol):
    """The part of a game's state that is used here."""

    @property
    def phase(self) -> str:
        """ "over" after the end of the race, otherwise the game's own phase."""


S = TypeVar("S", bound=Racing)
Do = Callable[[S, Act, list[Event]], S]


@dataclass(frozen=True, slots=True)
class Kind(Generic[S]):
    """One kind of act: the check of its fields and its effect."""

    check: Check
    do: Do[S]


def kind(fields: Mapping[str, Field], do: Do[S]) -> Kind[S]:
    """A kind of act with these fields."""
    return Kind(record(fields, "act"), do)


def correcting(seat: Do[S], race: Do[S]) -> Do[S]:
    """The effect of the act `correct`: on a seat if it names one, otherwise on the race."""

    def correct(state: S, act: Act, events: list[Event]) -> S:
        return (seat if "seat" in act else race)(state, act, events)

    return correct


@dataclass(frozen=True, slots=True)
class Acts(Generic[S]):
    """The acts of a game.

    `seats` lists the seats that take part. `no_seat` and `race_over` are the game's message keys.
    """

    kinds: Mapping[str, Kind[S]]
    seats: Callable[[S], Iterable[int]]
    no_seat: str
    race_over: str

    def apply(self, state: S, act: Act) -> tuple[S, tuple[Event, ...]]:
        """Apply an act. Returns the new state and the events.

        Returns the same state object if nothing changes. Raises Refused with a reason, and a remedy
        if one is known to work; raises Malformed for a value that is not an act of this game.
        """
        try:
            return self._apply(state, act)
        except Refused as refused:
            if refused.remedy and not self._works(state, refused.remedy):
                refused.remedy = ()
            raise

    def _apply(self, state: S, act: Act) -> tuple[S, tuple[Event, ...]]:
        chosen = self._kind_of(act)
        refuse_wrong(chosen.check, act, "act", act=act["act"])
        if state.phase == "over":
            raise Refused(self.race_over)
        seat, seats = act.get("seat"), tuple(self.seats(state))
        if seat is not None and seat not in seats:
            raise Refused(self.no_seat, seat=seat, seats=", ".join(map(str, seats)))
        events: list[Event] = []
        changed = chosen.do(state, act, events)
        return changed, tuple(events)

    def _kind_of(self, act: Any) -> Kind[S]:
        if not isinstance(act, Mapping):
            raise Malformed("act.no_object")
        name = act.get("act")
        if not isinstance(name, str):
            raise Malformed("act.no_object")
        if name not in self.kinds:
            raise Malformed("act.no_such_act", name=name[:40], known=", ".join(self.kinds))
        return self.kinds[name]

    def _works(self, state: S, acts: tuple[Act, ...]) -> bool:
        """Whether these acts are accepted one after the other."""
        try:
            for act in acts:
                state, _ = self._apply(state, act)
        except Refused:
            return False
        return True
