"""Record a tape for bug reports: every item that the loop took, with its time, as JSON lines.

The first line is the table at the start. Then follows a line for each item in order: `signal` (from
the room), `post` (from a phone), `stored` (the store reported a write), `tick` (something changed
because time passed). The last line of a complete tape is `end`, the race's state. A tape contains
the players' names, but neither the PIN nor the phones' tokens.
"""

import json
import logging
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import asdict, fields
from itertools import count
from pathlib import Path
from queue import SimpleQueue
from typing import Any, TextIO

from companion.errors import Refused, StoreError
from companion.library import boxes
from companion.signals import Again, Beat, Button, Chord, Device, Gone, Origin, Press, Tag
from companion.store.fault import fault_of
from companion.store.store import Store, Tagged
from companion.table.posts import Post
from companion.table.snapshot import TableInfo

FORMAT, VERSION = "companion-tape", 1

PIN = "0000"
"""Replaces the right PIN on a tape; WRONG_PIN replaces a wrong one."""

WRONG_PIN = "----"

SIGNALS: Mapping[str, type[Any]] = {
    kind.__name__: kind for kind in (Tag, Again, Gone, Button, Beat, Press, Chord, Device)
}
"""The kinds of signals, by their name on a tape."""

LOG = logging.getLogger("companion")

Item = Tag | Again | Gone | Button | Beat | Press | Chord | Device | Post | Callable[[float], None]
Line = dict[str, Any]


class PhoneNames:
    """Names that replace the phones' secrets on a tape."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}

    def name(self, client: str) -> str:
        """The phone's name, always the same for the same phone."""
        return self._names.setdefault(client, f"phone-{len(self._names) + 1}")


class Tape:
    """Records a tape: the loop adds items, a thread of its own writes them.

    `tagged` looks up a tapped tag. If the disk fails, the tape ends and the game goes on.
    """

    def __init__(
        self, file: TextIO, header: Line, pin: str, tagged: Callable[[str], Tagged | None]
    ):
        self._file = file
        self._pin = pin
        self._tagged = tagged
        self._phones = PhoneNames()
        self._lines: SimpleQueue[Line | None] = SimpleQueue()
        self._lines.put(_without_secrets(header, self._phones))
        self._thread = threading.Thread(target=self._write, name="tape", daemon=True)
        self._thread.start()

    def item(self, item: Item, now: float) -> None:
        """Record an item that the loop takes. `now`: monotonic clock, in seconds."""
        if isinstance(item, Post):
            line: Line = {"post": self._post(item)}
        elif callable(item):
            line = {"stored": True}
        else:
            line = {"signal": type(item).__name__, **asdict(item)}
            if "origin" in line:
                line["origin"] = _nameless(line["origin"], self._phones)
            if isinstance(item, Tag | Again):
                with suppress(StoreError):  # the table reports it when it looks the tag up
                    line |= {"known": asdict(known)} if (known := self._tagged(item.uid)) else {}
        self._lines.put({"at": now, **line})

    def tick(self, now: float) -> None:
        """Record that something changed because time passed."""
        self._lines.put({"at": now, "tick": True})

    def close(self, state: Any) -> None:
        """Record the race's state, None for no race, and end the tape."""
        self._lines.put({"end": state})
        self._lines.put(None)
        self._thread.join()

    def _post(self, post: Post) -> Line:
        body = dict(post.body)
        if "pin" in body:
            body["pin"] = PIN if body["pin"] == self._pin else WRONG_PIN
        return {
            "kind": post.kind,
            "client": self._phones.name(post.client),
            "key": post.key,
            "body": body,
            "version": post.version,
        }

    def _write(self) -> None:
        try:
            with self._file as file:
                while (line := self._lines.get()) is not None:
                    file.write(json.dumps(line, default=sorted) + "\n")
                    file.flush()
        except OSError as error:
            LOG.error("the tape has ended: %s", error.strerror)


def next_tape(tape: Path) -> Path:
    """A free name for the tape after this one; a tape is never overwritten."""
    names = (tape.with_name(f"{tape.stem}-{number}{tape.suffix}") for number in count(2))
    return next(name for name in names if not name.exists())


def start(
    path: Path, store: Store, info: TableInfo, tagged: Callable[[str], Tagged | None]
) -> Tape:
    """Start a tape. Raises Refused if the file exists, StoreError if it cannot be made."""
    try:
        file = path.open("x", encoding="utf-8")
    except FileExistsError as error:
        raise Refused("tape.exists", file=str(path)) from error
    except OSError as error:
        raise fault_of(error, path) from error
    return Tape(file, _header(store, info), info.pin, tagged)


def _header(store: Store, info: TableInfo) -> Line:
    """The first line: the table at the start."""
    race = store.current_race()
    return {
        "format": FORMAT,
        "version": VERSION,
        "seats": list(info.seats),
        "simulated": info.simulated,
        "last_race": store.last_race_id(),
        "race": race and {"id": race.id, "game": race.game, "options": race.options},
        "acts": [{"act": entry.act, "origin": entry.origin} for entry in store.acts(race.id)]
        if race
        else [],
        "rights": store.get("rights", {}),
        "tags": [asdict(tag) for tag in store.tags()],
        "boxes": {game: box for game in boxes.games() if (box := store.box(game))},
    }


def _without_secrets(header: Line, phones: PhoneNames) -> Line:
    rights = header["rights"]
    claims = {phones.name(client): seats for client, seats in rights.get("claims", {}).items()}
    hosts = [phones.name(client) for client in rights.get("hosts", ())]
    numbers = {phones.name(client): n for client, n in rights.get("numbers", {}).items()}
    acts = [{**entry, "origin": _nameless(entry["origin"], phones)} for entry in header["acts"]]
    return {
        **header,
        "rights": {"claims": claims, "hosts": hosts, "numbers": numbers},
        "acts": acts,
    }


def _nameless(origin: Mapping[str, Any], phones: PhoneNames) -> Line:
    """An item's origin, with a phone's secret replaced by its name on the tape."""
    if origin.get("kind") != "phone":
        return dict(origin)
    return {**origin, "device": phones.name(str(origin["device"]))}


def signal(line: Mapping[str, Any]) -> Any:
    """Read a line's signal. Raises KeyError or TypeError for any other line.

    A field that an older tape does not have has its default.
    """
    kind = SIGNALS[line["signal"]]
    values = {each.name: line[each.name] for each in fields(kind) if each.name in line}
    if "origin" in values:
        values["origin"] = Origin(**values["origin"])
    if "held" in values:
        values["held"] = frozenset(values["held"])
    return kind(**values)
