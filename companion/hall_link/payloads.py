"""What a table publishes: its status, its public state, its acts, results and moments. Pure.

Without the owner's `names = true` no name leaves the table: neither of players nor of courses.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from companion import messages
from companion.games.game import Say
from companion.hall_link.topics import Message, Topics, message
from companion.library import deck_seed
from companion.store.records import Entry, SavedRace, Stamp
from companion.table.posts import FINE, Answer
from companion.table.race import LogLine, Race
from companion.table.snapshot import Snapshot

Json = dict[str, Any]

MOMENTS = ("race_started", "turn", "dents", "crash", "out", "race_over")
"""The moments that are published as events. Three of them are cues of the seats' lights."""


STAGES = ("none", "set_up", "racing", "break", "over")
"""The stages of the race on the table."""


@dataclass(frozen=True, slots=True)
class Origin:
    """Which saved data an act comes from.

    `store`: the data directory's id; `branch`: changes when a backup is restored, after which
    numbers are given again.
    """

    store: str
    branch: str


@dataclass(frozen=True, slots=True)
class Publications:
    """Makes a table's messages. `names`: whether names may leave the table."""

    topics: Topics
    origin: Origin
    names: bool = False

    def status(self, online: bool, table_name: str = "") -> Message:
        """Whether the table is connected. The offline one is its last will."""
        payload: Json = {"online": online, "store": self.origin.store}
        if online:
            payload["table"] = table_name
        return message(self.topics.status, payload, retain=True)

    def state(self, snapshot: Snapshot) -> Message:
        """What the table's page shows: the newest state, retained."""
        race = snapshot.race
        devices = {d.seat: d.state for d in reversed(snapshot.devices) if d.kind == "node"}
        phones = {seat: snapshot.rights.phones(seat) for seat in snapshot.seats}
        payload: Json = {
            "version": snapshot.version,
            "boot": snapshot.boot,
            "store": self.origin.store,
            "race": _race(race) if race else None,
            "up": list(race.view.up) if race else [],
            "leader": _leader(race.view.state) if race else None,
            "on_break": snapshot.on_break,
            "shown": self._shown(snapshot),
            "state": self._allowed(race.view.state) if race else None,
            "seats": [
                {
                    "seat": seat,
                    "device": devices.get(seat, "none"),
                    "phones": phones[seat],
                    "present": devices.get(seat) == "connected" or phones[seat] > 0,
                }
                for seat in snapshot.seats
            ],
        }
        return message(self.topics.state, payload, qos=0, retain=True)

    def _shown(self, snapshot: Snapshot) -> Json:
        """Words for displays: seats are names, if those may leave, else numbers."""
        race = snapshot.race
        state = race.view.state if race else {}
        leader = _leader(state)
        return {
            "turn": ", ".join(self._who(race, seat) for seat in race.view.up) if race else "",
            "leader": self._who(race, leader) if race and leader else "",
            "round": state.get("round"),
            "stage": _stage(snapshot),
        }

    def _who(self, race: Race, seat: int) -> str:
        view = race.seat(seat) if self.names else None
        return view.name if view and view.name else str(seat)

    def entry(self, race: SavedRace, entry: Entry) -> Iterator[Message]:
        """An act; before a race's first act its start, after its last one its result.

        A result holds until an act of a higher number of the same race arrives: an undo.
        """
        if entry.n == 1:
            yield self._start(race)
        place = self._place(race, entry.n)
        payload = {**place, **_when(entry.stamp), "act": self._allowed(entry.act)}
        yield message(self.topics.acts, payload)
        if race.result is not None and entry.n == race.acts:
            result = {**place, **_when(entry.stamp), "result": self._allowed(race.result)}
            yield message(self.topics.results, {**result, "players": self._players(race)})

    def moments(self, before: Snapshot | None, now: Snapshot) -> Iterator[Message]:
        """The moments between two snapshots; none at the first."""
        if before is None or now.race is None:
            return
        same = before.race is not None and before.race.id == now.race.id
        if not same:
            yield self._moment("race_started", None, now)
        for line in _new_lines(before if same else None, now):
            for event in line.events:
                if event.cue in MOMENTS:
                    yield self._moment(event.cue, event.seat, now)
        for seat in now.race.view.up:
            if not same or before.race is None or seat not in before.race.view.up:
                yield self._moment("turn", seat, now)
        if now.race.view.over and not (same and before.race and before.race.view.over):
            yield self._moment("race_over", None, now)

    def answer(self, id: str, answer: Answer) -> Message:
        """The answer to a command: done, or refused with a reason."""
        payload: Json = {"id": id, "ok": answer.status == FINE}
        if answer.status != FINE:
            payload["refused"] = self._reason(Say(answer.key, answer.params))
        if answer.race is not None:
            payload["race"] = answer.race
        return message(self.topics.answers, payload)

    def refusal(self, id: str, why: Say) -> Message:
        """The answer to a command that did not reach the table."""
        return message(self.topics.answers, {"id": id, "ok": False, "refused": self._reason(why)})

    def _reason(self, why: Say) -> Json:
        """A reason's key; with its sentence, unless that could contain a name."""
        said = {"text": messages.say(why)} if self.names or why.key.startswith("hall.") else {}
        return {"key": why.key, **said}

    def _moment(self, kind: str, seat: int | None, now: Snapshot) -> Message:
        race = now.race.id if now.race else None
        payload = {"event_type": kind, "seat": seat, "race": race}
        return message(self.topics.events, payload, qos=0)

    def _start(self, race: SavedRace) -> Message:
        """A race's set-up, as number 0. The large box of a game and secrets stay at the table."""
        options = deck_seed.shown(race.options, over=race.result is not None)
        options = {name: value for name, value in options.items() if name != "box"}
        payload = {**self._place(race, 0), **_when(race.stamp), "options": self._allowed(options)}
        if self.names and "course" in race.origin:
            payload["course"] = race.origin["course"]
        return message(self.topics.acts, payload)

    def _place(self, race: SavedRace, n: int) -> Json:
        return {
            "store": self.origin.store,
            "branch": self.origin.branch,
            "race": race.id,
            "game": race.game,
            "n": n,
        }

    def _players(self, race: SavedRace) -> list[Any]:
        """Who sat where, so that a result says all by itself."""
        fields = ("seat", "colour", "name")
        found = [each for each in race.options.get("seats", ()) if isinstance(each, Mapping)]
        players = [{name: each[name] for name in fields if name in each} for each in found]
        return list(self._allowed(players))

    def _allowed(self, value: Any) -> Any:
        """JSON without the fields `name`, unless names may leave."""
        return value if self.names else _nameless(value)


def _nameless(value: Any) -> Any:
    match value:
        case Mapping():
            return {key: _nameless(part) for key, part in value.items() if key != "name"}
        case list() | tuple():
            return [_nameless(part) for part in value]
    return value


def _race(race: Race) -> Json:
    return {
        "id": race.id,
        "n": race.n,
        "game": race.game,
        "begun": race.view.begun,
        "over": race.view.over,
    }


def _stage(snapshot: Snapshot) -> str:
    race = snapshot.race
    if race is None:
        return "none"
    if race.view.over:
        return "over"
    if snapshot.on_break:
        return "break"
    return "racing" if race.view.begun or race.acts else "set_up"


def _leader(state: Mapping[str, Any]) -> int | None:
    """The seat that is first: the one at position 1, else at the front of the order."""
    seats = state.get("seats") or ()
    first = [each.get("seat") for each in seats if each.get("position") == 1]
    order = first or list(state.get("order") or ())
    return order[0] if order and isinstance(order[0], int) else None


def _new_lines(before: Snapshot | None, now: Snapshot) -> list[LogLine]:
    last = before.race.n if before and before.race else -1
    return [line for line in now.log if line.n > last]


def _when(stamp: Stamp) -> Json:
    """The time of an act by the table's clock, which may be wrong: then `clock_synced` is false."""
    return {"at": round(stamp.wall_s, 3), "clock_synced": bool(stamp.clock_synced)}
