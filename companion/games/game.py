"""The contract of a game: a module with five functions, and the types that they share.

Rules use no clock, randomness, files, hardware or sentences. An act is a JSON object, `{"act":
"tap", "seat": 1, …}`, and is sent, checked, applied and stored in this form. Undo replays a prefix
of the acts, a preview is an `apply` whose result is dropped, a hint is `legal`.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple, Protocol, TypeVar

from companion.signals import Press

Act = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Say:
    """A sentence to be rendered in the reader's language: a message key and its params.

    A param that is itself a `Say` is rendered first.
    """

    key: str
    params: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Event:
    """A fact that the rules announce. `cue` names a passing light effect for the seat's strip."""

    key: str
    seat: int | None = None
    params: Mapping[str, Any] = field(default_factory=dict)
    cue: str = ""


@dataclass(frozen=True, slots=True)
class Tap:
    """A known card shown at a seat. `seat` 0: a shared reader, the game assigns the card."""

    seat: int
    piece: Mapping[str, Any]
    slot: str | None = None


@dataclass(frozen=True, slots=True)
class Key:
    """The function of a button: `act` is sent, or `menu` is opened ("" closes).

    `enabled` is false if the act would be refused. It can still be sent, to get the reason.
    `warn`: the danger of the act, "" for none, "costs" for a loss, "out" if it ends the player's
    race.
    """

    label: Say
    act: Act | None = None
    menu: str | None = None
    enabled: bool = True
    warn: str = ""


@dataclass(frozen=True, slots=True)
class Keys:
    """One button: the functions of a short press and of a hold (None: none)."""

    press: Key | None = None
    hold: Key | None = None


@dataclass(frozen=True, slots=True)
class Light:
    """The light of a seat's strip, as a meaning and not as pixels.

    `form`: "dark", "up", "wait", "moved", "speed", "drive", "order", "finished", "out", "winner";
    the table adds "seated" and "break". `count`: turns until up, speed (can be 0 or below), steps
    of a drive, proposed or final place. `drift`: drift steps, negative to the left. `bonus`: a
    bonus is offered. `limit`: the most pixels lit (turns of a round less one), 0 for no limit.
    """

    form: str = "dark"
    count: int = 0
    drift: int = 0
    bonus: bool = False
    limit: int = 0


@dataclass(frozen=True, slots=True)
class DriveLight(Light):
    """The light "drive": how a move goes, `count` its steps.

    `drifts`: which of the steps drift, from 1. `dents`: those that it costs. `stopped`: a crash
    ends it.
    """

    drifts: tuple[int, ...] = ()
    dents: int = 0
    stopped: bool = False


@dataclass(frozen=True, slots=True)
class SeatView:
    """The lights, keys and instructions of one seat.

    `todo`: instructions, most urgent first. `keys`: menu name ("" for none open) -> button -> its
    function. `extra`: acts that a phone offers as additional keys (bonus, sapling, …).
    `ticks`: cards that the seat still has to move after its last turn, in order, until its next one
    begins. A phone lists them to be ticked off, and repeats the others until that turn has ended.
    """

    seat: int
    name: str
    colour: str
    todo: tuple[Say, ...]
    light: Light
    keys: Mapping[str, Mapping[str, Keys]]
    extra: tuple[Key, ...] = ()
    ticks: tuple[Say, ...] = ()


class Shown(NamedTuple):
    """The content of a view. `state` is JSON, as in interfaces.md."""

    state: Mapping[str, Any]
    seats: tuple[SeatView, ...] = ()
    todo: tuple[Say, ...] = ()


@dataclass(frozen=True, eq=False)
class View:
    """Everything that lights and phones show.

    `up`: the seats that the table waits for. `begun`: the set-up can no longer be reopened. `look`
    builds the rest on first use, so that it does not delay the act's way to the disk. `token`: the
    announcement of who holds the token for the longest turn, None while nobody does.
    """

    up: tuple[int, ...]
    begun: bool
    over: bool
    look: Callable[[], Shown]
    token: Event | None = None

    @cached_property
    def _shown(self) -> Shown:
        return self.look()

    @property
    def state(self) -> Mapping[str, Any]:
        """The state as JSON, as in interfaces.md."""
        return self._shown.state

    @property
    def seats(self) -> tuple[SeatView, ...]:
        """The view of each seat."""
        return self._shown.seats

    @property
    def todo(self) -> tuple[Say, ...]:
        """The instructions for the table, most urgent first."""
        return self._shown.todo


S = TypeVar("S")


class Game(Protocol[S]):
    """The contract of a game module. States are frozen; a new state is a new object.

    `apply` returns the same state object if an accepted act changes nothing. Such an act is not
    stored and is not a step of undo.
    """

    def setup(self, options: Mapping[str, Any]) -> tuple[S, tuple[Event, ...]]:
        """Start a race: the state and the first events. Raises Refused for invalid options."""

    def read(self, state: S, signal: Tap | Press) -> Act | str | None:
        """The meaning of a tap or press: an act, the name of a menu to open, or None."""

    def legal(self, state: S) -> Iterable[Act]:
        """All legal acts, except for free arguments, whose ranges `apply` checks."""

    def apply(self, state: S, act: Act) -> tuple[S, tuple[Event, ...]]:
        """Apply an act. Raises Refused with a reason, or Malformed if it is not an act."""

    def view(self, state: S) -> View:
        """Everything that lights and phones show."""
