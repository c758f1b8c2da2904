"""What tables publish, read and checked (docs/mqtt.md). Pure.

A table is foreign: every field that the hall uses is checked here, and the rest is never read.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from companion import strict_json
from companion.games.game import Say
from companion.hall_link.payloads import STAGES
from companion.hall_link.topics import FORMAT
from companion.table_file.hall import WORD

MOST_STATE_BYTES = 256 * 1024
MOST_BYTES = 64 * 1024
MOST_NAME = 80
"""Characters of a name; a longer one is shortened."""

MOST_SEATS = 8
MOST_NUMBER = 2**53
"""Numbers of acts and races, and seconds since 1970, are below it."""

Json = dict[str, Any]


class BadPayload(Exception):
    """A payload that does not fit. `table`: its table, "" if its topic names none."""

    def __init__(self, table: str, key: str, **params: Any):
        super().__init__(key, params)
        self.table = table
        self.say = Say(key, params)


@dataclass(frozen=True, slots=True)
class Status:
    """Whether a table is connected. `store`: its saved data; `title`: its name, "" if offline."""

    table: str
    store: str
    online: bool
    title: str


@dataclass(frozen=True, slots=True)
class Seat:
    """A player of a race. `name`: "" if it stays at the table; `place`: None while racing.

    `dents`: None in a game without.
    """

    seat: int
    name: str
    colour: str
    status: str
    place: int | None
    dents: int | None


@dataclass(frozen=True, slots=True)
class State:
    """A table's public state. `seats`: in the order of the race. `race`: None for none."""

    table: str
    store: str
    stage: str
    game: str
    race: int | None
    round: int | None
    up: tuple[int, ...]
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Place:
    """Which act of which race, and when: `at` by the table's clock, right only if `clock_synced`.

    Number 0 is the start.
    """

    table: str
    store: str
    branch: str
    race: int
    game: str
    n: int
    at: float
    clock_synced: bool


@dataclass(frozen=True, slots=True)
class Act:
    """An act, or a race's start: `content` has `act`, or `options` and perhaps `course`."""

    place: Place
    content: Json


@dataclass(frozen=True, slots=True)
class Result:
    """A race's result. `content` has `result` and `players`."""

    place: Place
    content: Json


@dataclass(frozen=True, slots=True)
class Answer:
    """A table's answer to a command. `race`: the prepared one. `key`, `text`: why it refused."""

    table: str
    id: str
    ok: bool
    race: int | None = None
    key: str = ""
    text: str = ""


Report = Status | State | Act | Result | Answer


def parts(topic: str, hall: str) -> tuple[str, str]:
    """The table and the last part of a topic. Raises BadPayload for one of another hall."""
    words = topic.split("/")
    if len(words) != 4 or words[:2] != ["sled", hall] or not WORD.fullmatch(words[2]):
        raise BadPayload("", "hall.foreign_topic")
    return words[2], words[3]


def read(table: str, kind: str, payload: bytes) -> Report:
    """The report in a payload on a table's topic `kind`. Raises BadPayload."""
    reader = _READERS.get(kind)
    if reader is None:
        raise BadPayload(table, "hall.foreign_topic")
    fields = _Fields(table, _json(table, kind, payload))
    if fields.values.get("v") != FORMAT:
        raise BadPayload(table, "hall.report_format", known=FORMAT)
    return reader(fields)


def _json(table: str, kind: str, payload: bytes) -> Json:
    most = MOST_STATE_BYTES if kind == "state" else MOST_BYTES
    if len(payload) > most:
        raise BadPayload(table, "hall.report_large", most=most // 1024)
    try:
        found = strict_json.read_mended(payload)
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise BadPayload(table, "hall.report_no_json")
    return found


@dataclass(frozen=True, slots=True)
class _Fields:
    """The fields of an object. Each getter raises BadPayload if the field does not fit."""

    table: str
    values: Mapping[str, Any] = field(default_factory=dict)

    def bad(self, name: str) -> BadPayload:
        return BadPayload(self.table, "hall.report_field", field=name)

    def flag(self, name: str) -> bool:
        if not isinstance(value := self.values.get(name), bool):
            raise self.bad(name)
        return value

    def word(self, name: str) -> str:
        """Part of an identity: short, printable, never empty."""
        value = self.values.get(name)
        if not isinstance(value, str) or not 0 < len(value) <= MOST_NAME or not value.isprintable():
            raise self.bad(name)
        return value

    def name(self, name: str) -> str:
        """A name as people see it: shortened, without control characters; "" if it is missing."""
        value = self.values.get(name, "")
        if not isinstance(value, str):
            raise self.bad(name)
        return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in value)[
            :MOST_NAME
        ]

    def whole(self, name: str, least: int = 0) -> int:
        if type(value := self.values.get(name)) is not int or not least <= value < MOST_NUMBER:
            raise self.bad(name)
        return value

    def whole_or_none(self, name: str) -> int | None:
        return None if self.values.get(name) is None else self.whole(name)

    def part(self, name: str) -> "_Fields":
        if not isinstance(value := self.values.get(name), dict):
            raise self.bad(name)
        return _Fields(self.table, value)

    def part_or_none(self, name: str) -> "_Fields | None":
        return None if self.values.get(name) is None else self.part(name)

    def many(self, name: str) -> list[Any]:
        if not isinstance(value := self.values.get(name), list) or len(value) > MOST_SEATS:
            raise self.bad(name)
        return value

    def seats(self, name: str) -> tuple[int, ...]:
        if not all(type(seat) is int and 0 < seat <= MOST_SEATS for seat in self.many(name)):
            raise self.bad(name)
        return tuple(self.many(name))


def _status(fields: _Fields) -> Status:
    online = fields.flag("online")
    title = fields.name("table") if online else ""
    return Status(fields.table, fields.word("store"), online, title)


def _state(fields: _Fields) -> State:
    race, shown = fields.part_or_none("race"), fields.part("shown")
    state = fields.part_or_none("state")
    if (stage := shown.values.get("stage")) not in STAGES:
        raise shown.bad("stage")
    return State(
        fields.table,
        fields.word("store"),
        stage=stage,
        game=race.word("game") if race else "",
        race=race.whole("id") if race else None,
        round=shown.whole_or_none("round"),
        up=fields.seats("up"),
        seats=_seats(state) if state else (),
    )


def _seats(state: _Fields) -> tuple[Seat, ...]:
    """The players: those with a place first, then as the race stands, then who is out."""
    order = {seat: at for at, seat in enumerate(state.seats("order"))}
    found = []
    for each in state.many("seats"):
        if not isinstance(each, dict):
            raise state.bad("seats")
        found.append(_seat(_Fields(state.table, each)))

    def rank(seat: Seat) -> tuple[int, int]:
        return (0, seat.place) if seat.place else (1, order.get(seat.seat, MOST_SEATS))

    return tuple(sorted(found, key=rank))


def _seat(fields: _Fields) -> Seat:
    return Seat(
        seat=fields.whole("seat", 1),
        name=fields.name("name"),
        colour=fields.name("colour"),
        status=fields.name("status"),
        place=fields.whole_or_none("place"),
        dents=fields.whole_or_none("dents"),
    )


def _place(fields: _Fields) -> Place:
    at = fields.values.get("at")
    if isinstance(at, bool) or not isinstance(at, int | float) or not 0 <= at < MOST_NUMBER:
        raise fields.bad("at")
    return Place(
        fields.table,
        fields.word("store"),
        fields.word("branch"),
        fields.whole("race"),
        fields.word("game"),
        fields.whole("n"),
        float(at),
        fields.flag("clock_synced"),
    )


def _act(fields: _Fields) -> Act:
    place = _place(fields)
    name = "act" if place.n else "options"
    content: Json = {name: dict(fields.part(name).values)}
    if not place.n and (course := fields.name("course")):
        content["course"] = course
    return Act(place, content)


def _result(fields: _Fields) -> Result:
    content: Json = {}
    for name in ("result", "players"):
        entries = fields.many(name)
        if not all(isinstance(entry, dict) for entry in entries):
            raise fields.bad(name)
        content[name] = entries
    return Result(_place(fields), content)


def _answer(fields: _Fields) -> Answer:
    refused = fields.part_or_none("refused")
    return Answer(
        fields.table,
        fields.name("id"),
        fields.flag("ok"),
        fields.whole_or_none("race"),
        refused.name("key") if refused else "",
        refused.name("text") if refused else "",
    )


_READERS: Mapping[str, Callable[[_Fields], Report]] = {
    "status": _status,
    "state": _state,
    "acts": _act,
    "results": _result,
    "answers": _answer,
}
"""The readers by the last part of a topic."""
