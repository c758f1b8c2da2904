"""What the table holds: the race on it, acts on their way to the disk, and who asked for them."""

from collections.abc import Mapping
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any

from companion import history
from companion.games import GAMES
from companion.games.game import Act, Event, Say, SeatView, View
from companion.posts import Answer
from companion.signals import Origin
from companion.snapshot import LogLine, RaceInfo
from companion.store import Entry, Race


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
    race: history.Race
    n: int
    view: View

    @classmethod
    def at(
        cls, race_id: int, game: str, options: Mapping[str, Any], race: history.Race, n: int
    ) -> "Playing":
        """The race, looked at."""
        return cls(race_id, game, options, race, n, GAMES[game].view(race.state))

    def after(self, race: history.Race) -> "Playing":
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


def load(saved: Race, entries: list[Entry]) -> tuple[Playing, list[LogLine]]:
    """A stored race and its log. Raises Refused or Malformed if the rules no longer take an act."""
    race = history.begin(GAMES[saved.game], saved.options)
    lines = []
    for entry in entries:
        race, events = race.apply(entry.act)
        lines.append(line(entry.n, entry.act, named(entry.origin), events))
    return Playing.at(saved.id, saved.game, saved.options, race, len(entries)), lines


def line(n: int, act: Act, name: Say, events: tuple[Event, ...]) -> LogLine:
    """An act for people to read."""
    seat = act.get("seat")
    return LogLine(n, str(act.get("act")), seat if isinstance(seat, int) else None, name, events)


def origin_json(asked: Asked) -> dict[str, Any]:
    """Where an act came from, for the store."""
    told: dict[str, Any] = {"from": asked.name.key, "params": dict(asked.name.params)}
    if asked.origin:
        told |= {"kind": asked.origin.kind, "device": asked.origin.device}
    return told


def named(origin: Mapping[str, Any]) -> Say:
    """The name that `origin_json` kept."""
    return Say(origin.get("from", "from.unknown"), origin.get("params", {}))
