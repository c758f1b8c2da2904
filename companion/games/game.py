"""What a game is: a module with five functions, and the nouns they share.

Rules have no clock, no chance, no files, no hardware and no sentences. An act is a JSON object,
`{"act": "tap", "seat": 1, …}`: what is sent, checked, applied and stored is one and the same thing.
Undo is the fold of a prefix, a preview is `apply` with its result thrown away, a hint is `legal`.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple, Protocol, TypeVar

from companion.signals import Press

Act = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Say:
    """A sentence to be made in the reader's language: a message key and its parameters.

    A parameter that is itself a `Say` is put into words first.
    """

    key: str
    params: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Event:
    """A fact that the rules announce. `cue` names a passing moment for the seat's strip."""

    key: str
    seat: int | None = None
    params: Mapping[str, Any] = field(default_factory=dict)
    cue: str = ""


@dataclass(frozen=True, slots=True)
class Tap:
    """A known card was shown at a seat. `seat` 0: a shared reader, the game decides whose it is."""

    seat: int
    piece: Mapping[str, Any]
    slot: str | None = None


@dataclass(frozen=True, slots=True)
class Key:
    """What a button does now. `act`: it does this; `menu`: it opens that menu ("" closes).

    `enabled` is false where the act would be refused; it is sent all the same, for the reason.
    """

    label: Say
    act: Act | None = None
    menu: str | None = None
    enabled: bool = True


@dataclass(frozen=True, slots=True)
class Keys:
    """One button: what a short press does, and what holding it does (None: nothing)."""

    press: Key | None = None
    hold: Key | None = None


@dataclass(frozen=True, slots=True)
class Light:
    """What a seat's strip says, in the words of lights.py, not in pixels.

    `form`: "dark", "up", "wait", "moved", "speed", "order", "finished", "out", "winner".
    `count`: turns until up, speed (may be 0 or below), proposed or final place. `drift`: drift
    steps, negative to the left. `bonus`: a bonus is offered. `limit`: at most so many lit
    (turns of a round less one), 0 for none.
    """

    form: str = "dark"
    count: int = 0
    drift: int = 0
    bonus: bool = False
    limit: int = 0


@dataclass(frozen=True, slots=True)
class SeatView:
    """Everything one seat's lights and phone may know beyond the state.

    `todo`: what to do now, most urgent first. `keys`: menu name ("" for none open) -> button ->
    what it does. `extra`: acts that a phone offers as keys of their own (bonus, sapling, …).
    """

    seat: int
    name: str
    colour: str
    todo: tuple[Say, ...]
    light: Light
    keys: Mapping[str, Mapping[str, Keys]]
    extra: tuple[Key, ...] = ()


class Shown(NamedTuple):
    """What a view shows. `state` is JSON, as interfaces.md prints it."""

    state: Mapping[str, Any]
    seats: tuple[SeatView, ...] = ()
    todo: tuple[Say, ...] = ()


@dataclass(frozen=True, eq=False)
class View:
    """Everything that lights and phones may know.

    `up` are the seats that the table waits for. `begun`: the set-up can no longer be reopened.
    `look` puts the rest together, when somebody first looks at it: an act is on its way to the disk
    by then.
    """

    up: tuple[int, ...]
    begun: bool
    over: bool
    look: Callable[[], Shown]

    @cached_property
    def _shown(self) -> Shown:
        return self.look()

    @property
    def state(self) -> Mapping[str, Any]:
        """The state as JSON, as interfaces.md prints it."""
        return self._shown.state

    @property
    def seats(self) -> tuple[SeatView, ...]:
        """What each seat may know beyond it."""
        return self._shown.seats

    @property
    def todo(self) -> tuple[Say, ...]:
        """What the whole table is to do now, most urgent first."""
        return self._shown.todo


S = TypeVar("S")


class Game(Protocol[S]):
    """The contract of a game module. States are frozen; a new state is a new object.

    `apply` gives back the very same state object where an accepted act changes nothing: such an act
    is not stored and is no step of undo.
    """

    def setup(self, options: Mapping[str, Any]) -> tuple[S, tuple[Event, ...]]:
        """The start of a race and what to do first. Raises Refused for bad options."""

    def read(self, state: S, signal: Tap | Press) -> Act | str | None:
        """What this tap or press asks for: an act, the name of a menu to open, or nothing."""

    def legal(self, state: S) -> Iterable[Act]:
        """Every legal act but for free arguments, whose ranges `apply` checks."""

    def apply(self, state: S, act: Act) -> tuple[S, tuple[Event, ...]]:
        """The act done. Raises Refused with a reason, or Malformed for what is no act."""

    def view(self, state: S) -> View:
        """Everything that lights and phones may know."""
