"""What the table holds: the race on it, acts on their way to the disk, and who asked for them."""

from collections.abc import Collection, Mapping
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any

from companion.errors import Refused
from companion.games import GAMES, history
from companion.games.game import Act, Event, Say, SeatView, View
from companion.signals import Origin
from companion.store.store import Entry, Position, SavedRace, Stamp, Start, StoredAnswer
from companion.table.posts import Answer, packed
from companion.table.snapshot import LogLine, RaceInfo


@dataclass(frozen=True, slots=True)
class Setting:
    """What the table is, apart from what is played on it. `boot` names this run of the service."""

    boot: str
    name: str
    address: str
    seats: tuple[int, ...]
    simulated: bool


@dataclass(frozen=True, slots=True)
class Asked:
    """Who asked for an act, and who waits for what comes of it.

    `name`: how people call the source ("seat 2's buttons"). `key`: the phone's own, "" for none.
    """

    name: Say
    origin: Origin | None = None
    key: str = ""
    reply: "Future[Answer] | None" = None

    def tell(self, answer: Answer) -> None:
        """Answer the phone that waits, if one does."""
        if self.reply is not None:
            self.reply.set_result(answer)


@dataclass(frozen=True, slots=True)
class Playing:
    """A race at one moment: `n` is the number of its last act, `view` what may be known of it."""

    id: int
    game: str
    options: Mapping[str, Any]
    race: history.History
    n: int
    view: View

    @classmethod
    def at(
        cls, race_id: int, game: str, options: Mapping[str, Any], race: history.History, n: int
    ) -> "Playing":
        """The race, looked at."""
        return cls(race_id, game, options, race, n, GAMES[game].view(race.state))

    def after(self, race: history.History) -> "Playing":
        """One act later."""
        return Playing.at(self.id, self.game, self.options, race, self.n + 1)

    def seat(self, seat: int) -> SeatView | None:
        """What this seat's player may know, None for nobody's seat."""
        return next((view for view in self.view.seats if view.seat == seat), None)

    def info(self) -> RaceInfo:
        """For the snapshot."""
        race = self.race
        return RaceInfo(
            self.id,
            self.game,
            self.options,
            race,
            self.view,
            race.can_undo,
            race.can_redo,
            race.count,
        )


@dataclass(frozen=True, slots=True, eq=False)
class Outcome:
    """An accepted act on its way to the disk, and what is to be shown and answered then.

    `falls`: how often the head had fallen back before this act was made.
    """

    playing: Playing
    line: LogLine
    events: tuple[Event, ...]
    asked: Asked
    falls: int
    new: bool = False


@dataclass(frozen=True, slots=True)
class Turn:
    """Whom the table waits for, and since when the companion has seen it (None: it has not)."""

    up: tuple[int, ...] = ()
    since: float | None = None

    def seen(self, up: tuple[int, ...], now: float) -> "Turn":
        """The table waits for these seats now."""
        return self if up == self.up else Turn(up, now)

    def timed(self, act: Act, now: float) -> Act:
        """A turn that its seat ends gets its length, if it was seen to begin and nobody said it."""
        alone = self.up == (act.get("seat"),)
        if act.get("act") != "done" or "took_s" in act or self.since is None or not alone:
            return act
        return {**act, "took_s": round(max(0.0, now - self.since), 1)}


def set_up(game: str, options: Mapping[str, Any], seats: Collection[int]) -> history.History:
    """A race at its start, at a table with these seats. Raises Refused."""
    if game not in GAMES:
        raise Refused("table.no_such_game", game=game, games=", ".join(sorted(GAMES)))
    race = history.begin(GAMES[game], options)
    for seat in GAMES[game].view(race.state).seats:
        if seat.seat not in seats:
            raise Refused("table.no_such_seat", seat=seat.seat, seats=len(seats))
    return race


def load(saved: SavedRace, entries: list[Entry]) -> tuple[Playing, list[LogLine]]:
    """A stored race and its log. Raises Refused or Malformed if the rules no longer take an act."""
    race = history.begin(GAMES[saved.game], saved.options)
    lines = []
    for entry in entries:
        race, events = race.apply(entry.act)
        lines.append(line(entry.n, entry.act, named(entry.origin), events))
    return Playing.at(saved.id, saved.game, saved.options, race, len(entries)), lines


def start(
    game: str,
    options: Mapping[str, Any],
    stamp: Stamp,
    asked: Asked,
    events: tuple[Event, ...],
    replaces: int | None,
    course: str,
) -> Start:
    """A new race for the store, with what its phone is answered."""
    answer = StoredAnswer(asked.key, packed(events)) if asked.key else None
    origin = origin_json(asked) | ({"course": course} if course else {})
    return Start(game, options, stamp, origin, answer, replaces=replaces)


def entry(outcome: Outcome, act: Act, stamp: Stamp) -> Entry:
    """An accepted act for the store, with what its phone is answered and how far its node is."""
    asked, origin, view = outcome.asked, outcome.asked.origin, outcome.playing.view
    return Entry(
        outcome.playing.n,
        act,
        stamp,
        origin_json(asked),
        answer=StoredAnswer(asked.key, packed(outcome.events)) if asked.key else None,
        position=Position(origin.device, origin.session, origin.seq)
        if origin and origin.seq
        else None,
        result=view.state.get("result") if view.over else None,
    )


def line(n: int, act: Act, name: Say, events: tuple[Event, ...]) -> LogLine:
    """An act for people to read."""
    return LogLine(n, str(act.get("act")), seat_of(act), name, events)


def seat_of(act: Act) -> int | None:
    """The seat that an act names, None if it names none."""
    seat = act.get("seat")
    return seat if isinstance(seat, int) else None


def origin_json(asked: Asked) -> dict[str, Any]:
    """Where an act came from, for the store."""
    told: dict[str, Any] = {"from": asked.name.key, "params": dict(asked.name.params)}
    if asked.origin:
        told |= {"kind": asked.origin.kind, "device": asked.origin.device}
    return told


def named(origin: Mapping[str, Any]) -> Say:
    """The name that `origin_json` kept."""
    return Say(origin.get("from", "from.unknown"), origin.get("params", {}))
