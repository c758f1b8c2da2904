"""What every game's acts go through before a rule looks at them, and the refusals after it.

A game says what its acts are made of and what each does; whether an act is one, whether its fields
are right, whether there is such a seat and whether the race still goes on is asked here alone.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from companion.errors import Malformed, Refused
from companion.games.fields import Check, Field, record, refuse_wrong
from companion.games.game import Act, Event


class Racing(Protocol):
    """A game's state, as far as it is looked at here."""

    @property
    def phase(self) -> str:
        """ "over" at the end."""


S = TypeVar("S", bound=Racing)
Do = Callable[[S, Act, list[Event]], S]


@dataclass(frozen=True, slots=True)
class Kind(Generic[S]):
    """One act: whether it is made as it must be, and what it does."""

    check: Check
    do: Do[S]


def kind(fields: Mapping[str, Field], do: Do[S]) -> Kind[S]:
    """An act of these fields."""
    return Kind(record(fields, "act"), do)


def correcting(seat: Do[S], race: Do[S]) -> Do[S]:
    """The act `correct`: of a seat where it names one, of the race otherwise."""

    def correct(state: S, act: Act, events: list[Event]) -> S:
        return (seat if "seat" in act else race)(state, act, events)

    return correct


@dataclass(frozen=True, slots=True)
class Acts(Generic[S]):
    """The acts of a game.

    `seats` lists who plays. `no_seat` and `race_over` are the game's own message keys.
    """

    kinds: Mapping[str, Kind[S]]
    seats: Callable[[S], Iterable[int]]
    no_seat: str
    race_over: str

    def apply(self, state: S, act: Act) -> tuple[S, tuple[Event, ...]]:
        """The act done, and what people must do and know now.

        Gives back the very same state where nothing changes. Raises Refused with a reason, and with
        a remedy that works where one is known; Malformed for what is no act of this game.
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
        """Whether these acts can be done one after the other."""
        try:
            for act in acts:
                state, _ = self._apply(state, act)
        except Refused:
            return False
        return True
