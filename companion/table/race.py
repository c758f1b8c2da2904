"""Values of the race on the table: the race, its log, and pending writes.

`start` and `entry` make the records that the store saves; `load` reads them back.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.errors import Refused
from companion.games import GAMES, history
from companion.games.game import Act, Event, Say, SeatView, View
from companion.games.history import History
from companion.library.origins import origin_json, source_name
from companion.library.races import clock_of
from companion.library.rules_version import other_rules, with_rules
from companion.store.store import Entry, Position, SavedRace, Stamp, Start, StoredAnswer
from companion.table.posts import packed
from companion.table.request import Request


@dataclass(frozen=True, slots=True)
class NewRace:
    """A race that a phone wants to start.

    `course`: the players' name for the course; `clock`: the players' clocks are shown. Both are
    saved with the race, unused by the rules. `replaces`: the race whose set-up was reopened, None
    for none.
    """

    game: str
    options: Mapping[str, Any]
    course: str = ""
    clock: bool = False
    replaces: int | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Race:
    """The race after its act number `n` (0: the set-up). `view`: for lights and phones.

    Undo and redo are acts with numbers of their own, so `n` never falls; `acts` counts those in
    force. `other_rules`: it was started with other rules, so its positions may differ. `clock`: the
    players' clocks are shown.
    """

    id: int
    game: str
    options: Mapping[str, Any]
    history: History
    n: int
    view: View
    other_rules: bool = False
    clock: bool = False

    @classmethod
    def at(
        cls, race_id: int, game: str, options: Mapping[str, Any], history: History, n: int
    ) -> "Race":
        """A race with the view of its state."""
        return cls(race_id, game, options, history, n, GAMES[game].view(history.state))

    @property
    def acts(self) -> int:
        """The number of acts in force."""
        return self.history.count

    def after(self, history: History) -> "Race":
        """The race one act later."""
        view = GAMES[self.game].view(history.state)
        return replace(self, history=history, n=self.n + 1, view=view)

    def seat(self, seat: int) -> SeatView | None:
        """The view of a seat, None where nobody plays."""
        return next((view for view in self.view.seats if view.seat == seat), None)


@dataclass(frozen=True, slots=True, eq=False)
class LogLine:
    """One act of the race for people to read: its source and its events.

    Compared by identity: the same line is in many snapshots, and is translated once.
    """

    n: int
    act: str
    seat: int | None
    origin: Say
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True, eq=False)
class PendingWrite:
    """An act or a new race on its way to the disk, with the outcome to show and answer.

    `rollbacks`: the number of times the head had fallen back when this write was made.
    """

    race: Race
    line: LogLine
    events: tuple[Event, ...]
    request: Request
    rollbacks: int
    new: bool = False


@dataclass(frozen=True, slots=True)
class TurnTimer:
    """The seats that the table waits for, and since when (None: unknown, the service restarted).

    `stopped`: when its clock was stopped for a break, None while it runs.
    """

    up: tuple[int, ...] = ()
    since: float | None = None
    stopped: float | None = None

    def seen(self, up: tuple[int, ...], now: float, done: bool = False) -> "TurnTimer":
        """The timer when the table waits for these seats. `done`: a turn has just ended."""
        return self if up == self.up and not done else TurnTimer(up, now)

    def stop(self, now: float) -> "TurnTimer":
        """The timer in a break, which does not count."""
        return self if self.stopped is not None else replace(self, stopped=now)

    def go_on(self, now: float) -> "TurnTimer":
        """The timer after a break."""
        if self.stopped is None or self.since is None:
            return replace(self, stopped=None)
        return replace(self, since=self.since + (now - self.stopped), stopped=None)

    def timed(self, act: Act, now: float) -> Act:
        """Add its length, in seconds, to an act that ends a turn.

        Only if the table waits for one seat, its turn began in this run, and the act has no time
        yet.
        """
        alone = self.up == (act.get("seat"),)
        if act.get("act") != "done" or "took_s" in act or self.since is None or not alone:
            return act
        return {**act, "took_s": round(max(0.0, now - self.since), 1)}


def set_up(new: NewRace, seats: Collection[int]) -> History:
    """A race at its start, at a table with these seats. Raises Refused."""
    if new.game not in GAMES:
        raise Refused("table.no_such_game", game=new.game[:40], games=", ".join(sorted(GAMES)))
    begun = history.begin(GAMES[new.game], new.options)
    for seat in GAMES[new.game].view(begun.state).seats:
        if seat.seat not in seats:
            raise Refused("table.no_such_seat", seat=seat.seat, seats=len(seats))
    return begun


def load(saved: SavedRace, entries: list[Entry]) -> tuple[Race, list[LogLine]]:
    """Read a stored race and its log. Raises Refused or Malformed if the rules reject an act."""
    played = history.begin(GAMES[saved.game], saved.options)
    lines = []
    for entry in entries:
        played, events = played.restore(entry.act)
        lines.append(line(entry.n, entry.act, source_name(entry.origin), events))
    race = Race.at(saved.id, saved.game, saved.options, played, len(entries))
    odd, clock = other_rules(saved.game, saved.origin), clock_of(saved)
    return replace(race, other_rules=odd, clock=clock), lines


def start(new: NewRace, stamp: Stamp, request: Request, events: tuple[Event, ...]) -> Start:
    """The store's record of a new race, with the answer to its phone."""
    answer = StoredAnswer(request.key, packed(events)) if request.key else None
    origin = with_rules(origin_json(request.name, request.origin), new.game)
    if new.course:
        origin["course"] = new.course
    if new.clock:
        origin["clock"] = True
    return Start(new.game, new.options, stamp, origin, answer, replaces=new.replaces)


def entry(write: PendingWrite, act: Act, stamp: Stamp) -> Entry:
    """The store's record of an act, with its phone's answer and its node's position."""
    request, origin, view = write.request, write.request.origin, write.race.view
    return Entry(
        write.race.n,
        act,
        stamp,
        origin_json(request.name, request.origin),
        answer=StoredAnswer(request.key, packed(write.events)) if request.key else None,
        position=Position(origin.device, origin.session, origin.seq)
        if origin and origin.seq
        else None,
        result=view.state.get("result") if view.over else None,
    )


def line(n: int, act: Act, name: Say, events: tuple[Event, ...]) -> LogLine:
    """The log line of an act. `name`: its source."""
    return LogLine(n, str(act.get("act")), seat_of(act), name, events)


def seat_of(act: Act) -> int | None:
    """The seat that an act names, None if it names none."""
    seat = act.get("seat")
    return seat if isinstance(seat, int) else None
