"""Replay a tape: the same items with the same times, without hardware and without waiting.

A loop with a store of its own gets the recorded items in the same order, so that the table does the
same again.
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
from companion.table.loop import Inbox, Listener, Loop
from companion.table.posts import Post
from companion.table.snapshot import TableInfo
from companion.table.tape import FORMAT, PIN, SIGNALS, VERSION, Line, signal

FINE = 0

STORED_S = 5.0
"""Longest wait for a report of the replay's store, in seconds."""

KINDS = ("format", "post", "signal", "tick", "stored")
"""The kinds of lines; each line has one of these fields."""

MOST_RACES = 100_000
"""Most races before the tape's start: each is created again, empty."""

MOST_NUMBER = 2**63
"""Bound of SQLite's integers."""

NO_TIME = Stamp(0.0, 0.0, "", False)


class EmptyRoom:
    """A room without hardware: signals come from the tape, frames are dropped."""

    def start(self) -> None:
        """Do nothing."""

    def show(self, frames: Mapping[int, Frame]) -> None:
        """Show nothing."""

    def settle(self, origin: Origin) -> None:
        """Acknowledge nothing."""

    def assign(self, uid: str, seat: int) -> None:
        """Do nothing: the result is on the tape."""

    def devices(self) -> list[Device]:
        """No devices: those of the tape come as signals."""
        return []

    def served_by(self, thread: str) -> list[Device]:
        """No devices."""
        return []

    def pixels(self) -> Mapping[int, int]:
        """No strips."""
        return {}

    def quiet_s(self) -> float:
        """Always 0."""
        return 0.0

    def close(self) -> None:
        """Do nothing."""


@dataclass(slots=True)
class Replay:
    """A table that gets a tape's items. `known`: the tape's tags by uid."""

    loop: Loop
    inbox: Inbox
    known: dict[str, Tagged] = field(default_factory=dict)

    def play(self, line: Mapping[str, Any]) -> None:
        """Pass this line's item to the loop."""
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
        """Wait for the store's next report and pass it to the loop."""
        with suppress(Empty):
            item = self.inbox.get(timeout=STORED_S)
            if item is not None:
                self.loop.handle(item, now)

    def settle(self, store: Store, now: float) -> None:
        """Pass on the store's remaining reports, which a truncated tape lacks."""
        waited(lambda then: store.set("tape", "end", then))
        while not self.inbox.empty():
            self.stored(now)
            waited(lambda then: store.set("tape", "end", then))


def is_tape(text: str) -> bool:
    """Whether this file is a tape, of any version."""
    first = text.partition("\n")[0]
    return first.startswith("{") and f'"{FORMAT}"' in first


def replay(text: str, out: TextIO, err: TextIO, lang: str) -> int:
    """Run `companion replay` on a tape: print the final state. Returns the exit status.

    Raises Refused if it differs from the state at the tape's end.
    """
    lines = list(_to_the_end(_lines(text)))
    state = final_state(lines)
    print(json.dumps(state, ensure_ascii=False, indent=1), file=out)
    count = sum("signal" in line or "post" in line for line in lines)
    if "end" not in lines[-1]:
        print(sentence("tape.no_end", {"count": count}, lang), file=err)
        return FINE
    taped = lines[-1]["end"]
    if taped != state:
        names = sorted({*(taped or {}), *(state or {})})
        differing = [name for name in names if (taped or {}).get(name) != (state or {}).get(name)]
        raise Refused("tape.differs", fields=", ".join(differing))
    print(sentence("tape.same", {"count": count}, lang), file=err)
    return FINE


def final_state(lines: list[Line]) -> Any:
    """The race's state after the tape, None for no race. Raises Refused if this is not a tape."""
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
    """Context of a line: turn any error into a Refused with the line's number.

    For a bug it also names the line of code, as showing bugs is the purpose of a tape.
    """
    try:
        yield
    except CompanionError as error:
        why = Say(error.key, error.params)
        raise Refused("tags.at_line", line=number, why=why) from error
    except Exception as error:
        *_, (frame, at) = walk_tb(error.__traceback__)
        where = f"{Path(frame.f_code.co_filename).name}:{at}"
        bug = f"{type(error).__name__}: {error}"
        raise Refused("tape.breaks", line=number, error=bug, where=where) from error


def _lay_out(store: Store, header: Line) -> None:
    """Fill the store as at the tape's start: race, acts, rights, tags and boxes."""
    race = header["race"]
    for _ in range(race["id"] - 1 if race else header["last_race"]):
        store.new_race(Start("", {}, NO_TIME), lambda fault: None)
    if race:
        store.new_race(Start(race["game"], race["options"], NO_TIME), lambda fault: None)
        for n, entry in enumerate(header["acts"], 1):
            act = Entry(n, entry["act"], NO_TIME, entry["origin"])
            store.append(race["id"], act, lambda fault: None)
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
    info = TableInfo("tape", "", "", tuple(header["seats"]), bool(header["simulated"]), PIN)
    loop = Loop(
        inbox,
        EmptyRoom(),
        store,
        info,
        lambda uid: store.tag(uid) or known.get(uid),
        Listener(),
    )
    return Replay(loop, inbox, known)


def _post(line: Mapping[str, Any]) -> Post:
    return Post(line["kind"], line["client"], line["key"], line["body"], line["version"])


def _lines(text: str) -> Iterator[Line]:
    """The tape's lines, without a last line cut off by a power failure. Raises Refused."""
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
    """Parse a line. Raises ValueError for a line that no loop can have written."""
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
    """Whether all integers in it fit into SQLite."""
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
    """The lines before the tape's `end`."""
    for line in lines:
        yield line
        if "end" in line:
            return
