"""A tape: everything that the loop took in, with its time, as JSON lines. A bug report is a tape.

The first line says what the table was at the start; then one line for each thing that was taken,
exactly as the loop took it: `signal` (the room's), `post` (a phone's), `stored` (the store reported
a write), `tick` (time passed, and something changed by it). The last line of a whole tape is `end`:
the race's state. PhoneNames' secrets and the PIN are not on it; players' names are.
"""

import json
import logging
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import asdict, fields
from pathlib import Path
from queue import SimpleQueue
from typing import Any, TextIO

from companion.errors import Refused, StoreError
from companion.library import boxes
from companion.signals import Beat, Button, Chord, Device, Gone, Origin, Press, Tag
from companion.store.fault import fault_of
from companion.store.store import Store, Tagged
from companion.table.posts import Post
from companion.table.snapshot import TableInfo

FORMAT, VERSION = "companion-tape", 1

PIN = "0000"
"""What stands for the right PIN on a tape; a wrong one stands as WRONG_PIN."""

WRONG_PIN = "----"

SIGNALS: Mapping[str, type[Any]] = {
    kind.__name__: kind for kind in (Tag, Gone, Button, Beat, Press, Chord, Device)
}
LOG = logging.getLogger("companion")

Item = Tag | Gone | Button | Beat | Press | Chord | Device | Post | Callable[[float], None]
Line = dict[str, Any]


class PhoneNames:
    """Names for phones instead of the secrets by which the table knows them."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}

    def name(self, client: str) -> str:
        """The same one every time."""
        return self._names.setdefault(client, f"phone-{len(self._names) + 1}")


class Tape:
    """A tape that is written. The loop gives it lines, a thread of its own writes them.

    `tagged`: what a sticker stood for when it was tapped. A disk that fails ends the tape and
    nothing else.
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
        """The loop takes this. `now`: seconds of the monotonic clock."""
        if isinstance(item, Post):
            line: Line = {"post": self._post(item)}
        elif callable(item):
            line = {"stored": True}
        else:
            line = {"signal": type(item).__name__, **asdict(item)}
            if "origin" in line:
                line["origin"] = _nameless(line["origin"], self._phones)
            if isinstance(item, Tag):
                with suppress(StoreError):  # the table says so itself when it looks
                    line |= {"known": asdict(known)} if (known := self._tagged(item.uid)) else {}
        self._lines.put({"at": now, **line})

    def tick(self, now: float) -> None:
        """Time passed, and something changed by it."""
        self._lines.put({"at": now, "tick": True})

    def close(self, state: Any) -> None:
        """The end, and how the race stood then (None for no race)."""
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


def start(
    path: Path, store: Store, setting: TableInfo, pin: str, tagged: Callable[[str], Tagged | None]
) -> Tape:
    """A new tape. Raises Refused if there is one of this name, StoreError if it cannot be made."""
    try:
        file = path.open("x", encoding="utf-8")
    except FileExistsError as error:
        raise Refused("tape.exists", file=str(path)) from error
    except OSError as error:
        raise fault_of(error, path) from error
    return Tape(file, _header(store, setting), pin, tagged)


def _header(store: Store, setting: TableInfo) -> Line:
    """The table before the first line."""
    race = store.current_race()
    return {
        "format": FORMAT,
        "version": VERSION,
        "seats": list(setting.seats),
        "simulated": setting.simulated,
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
    """Where something came from; a phone by its name on the tape."""
    if origin.get("kind") != "phone":
        return dict(origin)
    return {**origin, "device": phones.name(str(origin["device"]))}


def signal(line: Mapping[str, Any]) -> Any:
    """The signal that a line holds. Raises KeyError or TypeError for another line."""
    kind = SIGNALS[line["signal"]]
    told = {each.name: line[each.name] for each in fields(kind)}
    if "origin" in told:
        told["origin"] = Origin(**told["origin"])
    if "held" in told:
        told["held"] = frozenset(told["held"])
    return kind(**told)
