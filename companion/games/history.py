"""The history of a race with undo and redo: a fold of its acts, one at a time.

A `History` is immutable: an act returns a new one. To drop an act for a reason other than undo (a
failed write), the caller keeps the old value. Each step costs the same however long the race is,
because states are kept and nothing is replayed; only `untimed` replays the race.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from companion.errors import Refused
from companion.games.fields import Field, record, refuse_wrong, whole
from companion.games.game import Act, Event, Game, Say

_UNTIMED = record({"seat": Field(whole(1, 6)), "turn": Field(whole(1), required=False)}, "act")


@dataclass(frozen=True, slots=True, eq=False)
class Step:
    """The race after act `number`. Number 0 is the set-up, without an act or previous step."""

    number: int
    before: "Step | None"
    act: Act | None
    state: Any
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Undone:
    """The undone steps, with the next one to redo first."""

    step: Step
    rest: "Undone | None"


@dataclass(frozen=True, slots=True, eq=False)
class History:
    """A race with all its states. Two are equal if their states, acts and undone acts are."""

    game: Game[Any]
    last: Step
    undone: Undone | None = None

    @property
    def state(self) -> Any:
        """The game's own state, readable through `game.view`."""
        return self.last.state

    @property
    def events(self) -> tuple[Event, ...]:
        """The events of the last act, or of the set-up."""
        return self.last.events

    @property
    def can_undo(self) -> bool:
        """Whether there is an act to undo."""
        return self.last.before is not None

    @property
    def can_redo(self) -> bool:
        """Whether there is an undone act to redo."""
        return self.undone is not None

    @property
    def undo_takes(self) -> Act | None:
        """The act that undo would take back."""
        return self.last.act

    @property
    def redo_brings(self) -> Act | None:
        """The act that redo would repeat."""
        return self.undone.step.act if self.undone else None

    @property
    def count(self) -> int:
        """The number of acts."""
        return self.last.number

    @property
    def acts(self) -> tuple[Act, ...]:
        """The acts, first to last."""
        return tuple(step.act for step in self.steps if step.act is not None)

    @property
    def steps(self) -> tuple[Step, ...]:
        """The race after each act in force, first to last; the set-up comes first."""
        return tuple(self._steps())[::-1]

    def apply(self, act: Act) -> tuple["History", tuple[Event, ...]]:
        """Apply an act, undo or redo. Returns the race and the events.

        An act that changes nothing returns this same object: it is not a step, is not stored, and
        keeps the undone acts. Raises Refused or Malformed as the game's `apply` does.
        """
        match act.get("act"):
            case "undo":
                return self._undo(act)
            case "redo":
                return self._redo(act)
            case "untimed":
                return self._untimed(act)
        state, events = self.game.apply(self.state, act)
        if state is self.state:
            return self, events
        return self._with(act, state, events), events

    def restore(self, act: Act) -> tuple["History", tuple[Event, ...]]:
        """Apply an act of a stored log, which was accepted when it was stored.

        It is a step even if it changes nothing by the current rules, so that a later undo takes
        back the same act. If the current rules refuse it with a remedy, the remedy's acts become
        part of the step. Raises Refused or Malformed as the game's `apply` does.
        """
        if act.get("act") in ("undo", "redo", "untimed"):
            return self.apply(act)
        try:
            state, events = self.game.apply(self.state, act)
        except Refused as doubt:
            if not doubt.remedy:
                raise
            state, events = self.state, ()
            for remedy in doubt.remedy:
                state, more = self.game.apply(state, remedy)
                events += more
        return self._with(act, state, events), events

    def _with(self, act: Act, state: Any, events: tuple[Event, ...]) -> "History":
        """The race one step further."""
        return History(self.game, Step(self.last.number + 1, self.last, act, state, events))

    def _undo(self, act: Act) -> tuple["History", tuple[Event, ...]]:
        _check_no_fields(act)
        step = self.last
        if step.before is None or step.act is None:
            raise Refused("history.nothing_to_undo")
        race = History(self.game, step.before, Undone(step, self.undone))
        return race, (_undo_event(self, "undone", step.act),)

    def _redo(self, act: Act) -> tuple["History", tuple[Event, ...]]:
        _check_no_fields(act)
        undone = self.undone
        if undone is None or undone.step.act is None:
            raise Refused("history.nothing_to_redo")
        race = History(self.game, undone.step, undone.rest)
        return race, (_undo_event(race, "redone", undone.step.act), *undone.step.events)

    def _untimed(self, act: Act) -> tuple["History", tuple[Event, ...]]:
        """Strike the time of a seat's turn: the race as if that turn had not been timed."""
        refuse_wrong(_UNTIMED, act, "act", act=act["act"])
        acts = self.acts
        at = _turn_of(acts, act)
        if at is None or at in struck(acts) or acts[at].get("took_s") is None:
            raise Refused("history.no_time")
        *_, first = self._steps()
        retold = History(self.game, first)
        for one in without_struck((*acts, act)):
            retold, _ = retold.restore(one)
        old, new = self.game.view(self.state), self.game.view(retold.state)
        name = next(player.name for player in new.seats if player.seat == act["seat"])
        params = {"name": name, "seconds": acts[at]["took_s"]}
        events = [Event("history.untimed", act["seat"], params)]
        if new.token and new.token != old.token:
            events.append(new.token)
        if old.token and not new.token:
            events.append(Event("history.no_token"))
        return self._with(act, retold.state, tuple(events)), tuple(events)

    def _steps(self) -> Iterator[Step]:
        step: Step | None = self.last
        while step is not None:
            yield step
            step = step.before

    def _undone(self) -> Iterator[Step]:
        undone = self.undone
        while undone is not None:
            yield undone.step
            undone = undone.rest

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, History):
            return NotImplemented
        return (
            self.game is other.game
            and _same(self._steps(), other._steps())
            and _same(self._undone(), other._undone())
        )


def begin(game: Game[Any], options: Mapping[str, Any]) -> History:
    """Start a race. Raises Refused for options that the game does not accept."""
    state, events = game.setup(options)
    return History(game, Step(0, None, None, state, events))


def replay(game: Game[Any], options: Mapping[str, Any], log: Iterable[Act]) -> History:
    """The race after a stored log of accepted acts, with undo and redo among them.

    Raises Refused or Malformed if the rules no longer accept one of its acts (`History.restore`).
    """
    race = begin(game, options)
    for act in log:
        race, _ = race.restore(act)
    return race


def standing(log: Iterable[Act]) -> list[int]:
    """The indices of the acts of a stored log that are in force, undo and redo left out.

    Undo and redo without an act, as in a log with a gap, are skipped.
    """
    stand: list[int] = []
    undone: list[int] = []
    for at, act in enumerate(log):
        match act.get("act"):
            case "undo":
                undone += [stand.pop()] if stand else []
            case "redo":
                stand += [undone.pop()] if undone else []
            case _:
                stand.append(at)
                undone.clear()
    return stand


def struck(acts: Sequence[Act]) -> set[int]:
    """The indices of the turns whose time `untimed` has struck, among acts in force."""
    found = (_turn_of(acts[:at], act) for at, act in enumerate(acts) if act.get("act") == "untimed")
    return {at for at in found if at is not None}


def without_struck(acts: Sequence[Act]) -> list[Act]:
    """The acts in force without the struck times and without `untimed` itself."""
    gone = struck(acts)
    return [
        {name: value for name, value in act.items() if name != "took_s" or at not in gone}
        for at, act in enumerate(acts)
        if act["act"] != "untimed"
    ]


def used_s(acts: Sequence[Act]) -> dict[int, float]:
    """The seconds that each seat's turns have taken, among acts in force. Struck times are none."""
    used: dict[int, float] = {}
    for act in without_struck(acts):
        if act["act"] == "done" and act.get("took_s") is not None:
            used[act["seat"]] = used.get(act["seat"], 0.0) + act["took_s"]
    return used


def turns(acts: Iterable[Act]) -> Mapping[int, int]:
    """The number of turns that each seat has ended, among acts in force."""
    return Counter(act["seat"] for act in acts if act["act"] == "done")


def _turn_of(acts: Iterable[Act], act: Act) -> int | None:
    """The index of the turn that `untimed` means, by default the seat's last; None without it."""
    turns = turns_of(acts, act.get("seat"))
    number = act.get("turn", len(turns))
    return turns[number - 1] if 0 < number <= len(turns) else None


def turns_of(acts: Iterable[Act], seat: Any) -> list[int]:
    """The indices of the acts that end this seat's turns, first to last."""
    return [
        at for at, act in enumerate(acts) if act.get("act") == "done" and act.get("seat") == seat
    ]


def _check_no_fields(act: Act) -> None:
    """Refuse fields on undo and redo, which have none."""
    for field in act:
        if field != "act":
            raise Refused("act.unknown_field", act=act["act"], field=str(field), known="act")


def _undo_event(race: History, verb: str, act: Mapping[str, Any]) -> Event:
    """The event of an undo or redo: the act, and its player if it has one."""
    seat = act.get("seat")
    what = Say(f"did.{act['act']}")
    for player in race.game.view(race.state).seats:
        if player.seat == seat:
            params = {"name": player.name, "what": what}
            return Event(f"history.{verb}_of", player.seat, params)
    return Event(f"history.{verb}", None, {"what": what})


def _same(ours: Iterator[Step], theirs: Iterator[Step]) -> bool:
    """Whether two chains have equal steps."""
    for one, other in zip_longest(ours, theirs):
        if one is other:
            continue
        if one is None or other is None:
            return False
        if (one.act, one.state, one.events) != (other.act, other.state, other.events):
            return False
    return True
