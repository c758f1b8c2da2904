"""A tape played once more: the same table, the same inbox, the same times, no hardware, no waiting.

What the loop took is given to it again in the same order, on a store of its own; so whatever the
table did then, it does again.
"""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from queue import Empty, SimpleQueue
from tempfile import TemporaryDirectory
from traceback import walk_tb
from typing import Any, TextIO

from companion import strict_json
from companion.errors import CompanionError, Refused
from companion.games.game import Say
from companion.messages import sentence
from companion.signals import Device, Frame, Origin
from companion.store.store import Entry, Stamp, Start, Store, Tagged, waited
from companion.table.loop import Inbox, Loop
from companion.table.posts import Post
from companion.table.snapshot import TableInfo
from companion.table.tape import FORMAT, PIN, SIGNALS, VERSION, Line, signal

FINE = 0

STORED_S = 5.0
"""How long the store of a replay may take for a write."""

KINDS = ("format", "post", "signal", "tick", "stored")
"""By which of these fields a line is known."""

MOST_RACES = 100_000
"""Races that a table can have had when a tape began: they are made again, empty."""

MOST_NUMBER = 2**63

NO_TIME = Stamp(0.0, 0.0, "", False)


class EmptyRoom:
    """A room without hardware: the signals come from the tape, and nobody looks at the lights."""

    def start(self) -> None:
        """Nothing begins."""

    def show(self, frames: Mapping[int, Frame]) -> None:
        """Nobody sees it."""

    def settle(self, origin: Origin) -> None:
        """Nobody waits for it."""

    def assign(self, uid: str, seat: int) -> None:
        """What came of it is on the tape."""

    def devices(self) -> list[Device]:
        """None; those of the tape are told as signals."""
        return []

    def pixels(self) -> Mapping[int, int]:
        """No strip."""
        return {}

    def quiet_s(self) -> float:
        """Always awake."""
        return 0.0

    def close(self) -> None:
        """Nothing ends."""


@dataclass(slots=True)
class Replay:
    """A table that gets what is on a tape."""

    loop: Loop
    inbox: Inbox
    known: dict[str, Tagged] = field(default_factory=dict)

    def play(self, line: Mapping[str, Any]) -> None:
        """What the loop took at this line."""
        now = float(line["at"])
        if "post" in line:
            self.loop.handle(_post(line["post"]), now)
        elif "signal" in line:
            if known := line.get("known"):
                self.known[known["uid"]] = Tagged(**known)
            self.loop.handle(signal(line), now)
        elif "tick" in line:
            self.loop.tick(now)
        elif "stored" in line:
            self.stored(now)

    def stored(self, now: float) -> None:
        """The next write is on disk."""
        with suppress(Empty):
            item = self.inbox.get(timeout=STORED_S)
            if item is not None:
                self.loop.handle(item, now)

    def settle(self, store: Store, now: float) -> None:
        """Whatever was on its way to the disk when the tape was cut off arrives."""
        waited(lambda then: store.set("tape", "end", then))
        while not self.inbox.empty():
            self.stored(now)
            waited(lambda then: store.set("tape", "end", then))


def is_tape(text: str) -> bool:
    """Whether this file is a tape, of whatever version."""
    first = text.partition("\n")[0]
    return first.startswith("{") and f'"{FORMAT}"' in first


def replay(text: str, out: TextIO, err: TextIO, lang: str) -> int:
    """The command `companion replay` for a tape: prints the final state.

    Raises Refused if it is not the one that the tape ends with.
    """
    lines = list(_to_the_end(_lines(text)))
    state = final_state(lines)
    print(json.dumps(state, ensure_ascii=False, indent=1), file=out)
    count = sum("signal" in line or "post" in line for line in lines)
    if "end" not in lines[-1]:
        print(sentence("tape.no_end", {"count": count}, lang), file=err)
        return FINE
    told = lines[-1]["end"]
    if told != state:
        names = sorted({*(told or {}), *(state or {})})
        differing = [name for name in names if (told or {}).get(name) != (state or {}).get(name)]
        raise Refused("tape.differs", fields=", ".join(differing))
    print(sentence("tape.same", {"count": count}, lang), file=err)
    return FINE


def final_state(lines: list[Line]) -> Any:
    """The race's state after the whole tape, None for no race. Raises Refused for no tape."""
    header = lines[0]
    with TemporaryDirectory(prefix="companion-tape-") as folder:
        store = Store.open(Path(folder))
        try:
            with _named(1):
                _lay_out(store, header)
                played = _at_the_table(store, header)
            for number, line in enumerate(lines[1:], 2):
                if "end" not in line:
                    with _named(number):
                        played.play(line)
            if "end" not in lines[-1]:
                with _named(len(lines)):
                    played.settle(store, float(lines[-1].get("at", 0.0)))
            race = played.loop.snapshot.race
            return json.loads(json.dumps(race.view.state)) if race else None
        finally:
            store.close()


@contextmanager
def _named(number: int) -> Iterator[None]:
    """Whatever a line leads to is said together with the line, and where it happened.

    Who wrote into a tape may have written anything; a tape that nobody wrote into shows a bug, and
    is there to show it.
    """
    try:
        yield
    except CompanionError as error:
        why = Say(error.key, error.params)
        raise Refused("tags.at_line", line=number, why=why) from error
    except Exception as error:
        *_, (frame, at) = walk_tb(error.__traceback__)
        where = f"{Path(frame.f_code.co_filename).name}:{at}"
        told = f"{type(error).__name__}: {error}"
        raise Refused("tape.breaks", line=number, error=told, where=where) from error


def _lay_out(store: Store, header: Line) -> None:
    """The store as it was: the race and its acts under its own number, rights, tags and boxes."""
    race = header["race"]
    for _ in range(race["id"] - 1 if race else header["last_race"]):
        store.new_race(Start("", {}, NO_TIME), lambda fault: None)
    if race:
        store.new_race(Start(race["game"], race["options"], NO_TIME), lambda fault: None)
        for n, entry in enumerate(header["acts"], 1):
            told = Entry(n, entry["act"], NO_TIME, entry["origin"])
            store.append(race["id"], told, lambda fault: None)
        for _ in range(header["last_race"] - race["id"]):
            store.new_race(Start("", {}, NO_TIME), lambda fault: None)
        store.resume(race["id"], lambda fault: None)
    else:
        store.set("race", None, lambda fault: None)
    store.put_tags([Tagged(**tag) for tag in header["tags"]], lambda fault: None)
    for game, box in header.get("boxes", {}).items():
        store.put_box(game, box, (), None, lambda fault: None)
    waited(lambda then: store.set("rights", header["rights"], then))


def _at_the_table(store: Store, header: Line) -> Replay:
    inbox: Inbox = SimpleQueue()
    known: dict[str, Tagged] = {}
    setting = TableInfo("tape", "", "", tuple(header["seats"]), bool(header["simulated"]))
    loop = Loop(
        inbox,
        EmptyRoom(),
        store,
        setting,
        PIN,
        lambda uid: store.tag(uid) or known.get(uid),
        published=lambda: None,
        failed=lambda: None,
    )
    return Replay(loop, inbox, known)


def _post(told: Mapping[str, Any]) -> Post:
    return Post(told["kind"], told["client"], told["key"], told["body"], told["version"])


def _lines(text: str) -> Iterator[Line]:
    """The tape's lines; a last one that a power cut has cut off is left out."""
    rows = text.splitlines()
    for number, row in enumerate(rows, 1):
        try:
            line = _line(row)
        except ValueError as error:
            if number == len(rows) > 1 and not text.endswith("\n"):
                return
            raise Refused("tape.no_line", line=number) from error
        if number == 1:
            _check_header(line)
        yield line


def _line(row: str) -> Line:
    """Raises ValueError for what no loop ever took."""
    line = strict_json.read(row)
    if not isinstance(line, dict) or not _storable(line):
        raise ValueError("no line")
    if "end" in line:
        known = line["end"] is None or isinstance(line["end"], dict)
    else:
        now = line.get("at", 0.0) if "format" in line else line.get("at")
        known = isinstance(now, int | float) and not line.keys().isdisjoint(KINDS)
        known = known and str(line.get("signal", "Tag")) in SIGNALS
    if not known:
        raise ValueError("no line")
    return line


def _storable(value: Any) -> bool:
    """Whether its whole numbers are some that a database takes."""
    if isinstance(value, int):
        return abs(value) < MOST_NUMBER
    if isinstance(value, dict):
        value = list(value.values())
    return not isinstance(value, list) or all(map(_storable, value))


def _check_header(line: Line) -> None:
    if line.get("version") != VERSION:
        raise Refused("saved.other_version", version=json.dumps(line.get("version"))[:40])
    race = line.get("race") or {}
    numbers = (line.get("last_race"), race.get("id", 0) if isinstance(race, dict) else None)
    if not all(isinstance(n, int) and 0 <= n <= MOST_RACES for n in numbers):
        raise Refused("tape.no_line", line=1)


def _to_the_end(lines: Iterator[Line]) -> Iterator[Line]:
    """Nothing comes behind the end."""
    for line in lines:
        yield line
        if "end" in line:
            return
