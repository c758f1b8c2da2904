"""What lights and phones may know, at one moment: a value, replaced whole, never changed.

`words` puts it into one language; web threads and the event loop only read.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import Any, NamedTuple

from companion import messages
from companion.games import title as game_title
from companion.games.game import Act, Event, Key, Keys, Say, SeatView, View
from companion.games.history import History
from companion.games.pieces import composition, deck_title, decks, name, title
from companion.games.spec import Piece
from companion.lights.render import rgb
from companion.server.sse import Frame
from companion.signals import BUTTONS, Device
from companion.table.proposal import Proposal
from companion.table.rights import Rights
from companion.table.sit_down import Seating
from companion.tags.learning import Learning

MOST_LOG = 12
"""Every phone gets them with every change; the whole past is a page of its own."""
MOST_NOTICES = 8


@dataclass(frozen=True, slots=True, eq=False)
class LogLine:
    """One act as people read it: who did what from where, and what came of it.

    It is one of many snapshots' and the same in each, so it is put into words once (`_line_text`).
    """

    n: int
    act: str
    seat: int | None
    origin: Say
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Notice:
    """A refusal or a remark that passes. `remedy`: acts that make the table right."""

    n: int
    seat: int | None
    key: str
    params: Mapping[str, Any]
    remedy: tuple[Act, ...] = ()


@dataclass(frozen=True, slots=True)
class RaceInfo:
    """The race on the table: what may be known of it, and itself for those who look ahead."""

    id: int
    game: str
    options: Mapping[str, Any]
    race: History
    view: View
    can_undo: bool
    can_redo: bool
    acts: int


@dataclass(frozen=True, slots=True, eq=False)
class Snapshot:
    """Everything at one moment. `state_version`: the version at which the race last changed."""

    version: int
    state_version: int
    boot: str
    simulated: bool
    clock_synced: bool
    table_name: str
    address: str
    seats: tuple[int, ...]
    race: RaceInfo | None
    menus: Mapping[int, str]
    log: tuple[LogLine, ...]
    notices: tuple[Notice, ...]
    devices: tuple[Device, ...]
    rights: Rights
    learning: Learning | None = None
    seating: Seating | None = None
    proposal: Proposal | None = None

    @property
    def id(self) -> str:
        """`boot.version`, as in the stream's ids."""
        return f"{self.boot}.{self.version}"

    def like(self, other: "Snapshot") -> bool:
        """Whether the other one shows the same."""
        return all(getattr(self, one.name) == getattr(other, one.name) for one in fields(self))


_JSON = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False)


class _Seat(NamedTuple):
    """What is told of a seat, before it is put into words. Most acts change one seat."""

    seat: int
    menu: str
    phones: int
    device: str
    player: SeatView | None

    @property
    def keys(self) -> Mapping[str, Keys] | None:
        """Of the menu that is open, None where nobody plays."""
        if self.player is None:
            return None
        return self.player.keys.get(self.menu) or self.player.keys.get("", {})


_SEATS: dict[tuple[int, str], tuple[_Seat, str]] = {}
"""By seat and language: what was told of it last, and that as JSON."""


@lru_cache(maxsize=8)
def frame(snapshot: Snapshot, lang: str) -> Frame:
    """The snapshot as an event of the stream: the newest few are kept, in each language.

    What it has in common with the one before, seats and lines of the log, is put into words once.
    """
    rest = _JSON.encode(_but_seats_and_log(snapshot, lang))
    seats = ",".join(_seat_text(seat, lang) for seat in _seats(snapshot))
    log = ",".join(_line_text(line, lang) for line in snapshot.log)
    return Frame(snapshot.id, "state", f'{rest[:-1]},"seats":[{seats}],"log":[{log}]}}')


def words(snapshot: Snapshot, lang: str) -> dict[str, Any]:
    """The snapshot as `GET /api/v1/state` gives it, in this language."""
    return {
        **_but_seats_and_log(snapshot, lang),
        "seats": [_seat(seat, lang) for seat in _seats(snapshot)],
        "log": [_line(line, lang) for line in snapshot.log],
    }


def _but_seats_and_log(snapshot: Snapshot, lang: str) -> dict[str, Any]:
    view = snapshot.race.view if snapshot.race else None
    return {
        "version": snapshot.version,
        "boot": snapshot.boot,
        "simulated": snapshot.simulated,
        "clock_synced": snapshot.clock_synced,
        "table": {
            "name": snapshot.table_name,
            "seats": list(snapshot.seats),
            "address": snapshot.address,
        },
        "race": _race(snapshot.race) if snapshot.race else None,
        "state": view.state if view else None,
        "up": list(view.up) if view else [],
        "todo": [messages.say(say, lang) for say in view.todo] if view else [],
        "notices": [_notice(notice, lang) for notice in snapshot.notices],
        "devices": [_device(device, lang) for device in snapshot.devices],
        "rights": snapshot.rights.changes,
        "seating": _seating(snapshot.seating) if snapshot.seating else None,
        "proposal": _proposal(snapshot.proposal, lang) if snapshot.proposal else None,
        "learning": _learning(snapshot.learning, lang) if snapshot.learning else None,
    }


def _race(race: RaceInfo) -> dict[str, Any]:
    """The race in a few words: its box is large, and every phone gets this with every change."""
    return {
        "id": race.id,
        "game": race.game,
        "options": {name: race.options[name] for name in race.options if name != "box"},
        "begun": race.view.begun,
        "over": race.view.over,
        "can_undo": race.can_undo,
        "can_redo": race.can_redo,
        "acts": race.acts,
    }


def _seats(snapshot: Snapshot) -> Iterator[_Seat]:
    players = {one.seat: one for one in snapshot.race.view.seats} if snapshot.race else {}
    nodes = {d.seat: d.state for d in reversed(snapshot.devices) if d.kind == "node"}
    for seat in snapshot.seats:
        menu, phones = snapshot.menus.get(seat, ""), snapshot.rights.phones(seat)
        yield _Seat(seat, menu, phones, nodes.get(seat, "none"), players.get(seat))


def _seat_text(seat: _Seat, lang: str) -> str:
    before, text = _SEATS.get((seat.seat, lang), (None, ""))
    if before != seat:
        keys = "null" if seat.keys is None else _table_text(_Same(seat.keys), lang)
        text = f'{_JSON.encode(_but_keys(seat, lang))[:-1]},"keys":{keys}}}'
        _SEATS[seat.seat, lang] = seat, text
    return text


class _Same(NamedTuple):
    """A table of keys, known by being the very same. Who builds each of them once gains by it."""

    table: Mapping[str, Keys]

    def __hash__(self) -> int:
        return id(self.table)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.table is other.table


@lru_cache(maxsize=128)
def _table_text(same: _Same, lang: str) -> str:
    return _JSON.encode(_table(same.table, lang))


def _seat(seat: _Seat, lang: str) -> dict[str, Any]:
    keys = None if seat.keys is None else _table(seat.keys, lang)
    return {**_but_keys(seat, lang), "keys": keys}


def _but_keys(seat: _Seat, lang: str) -> dict[str, Any]:
    player = seat.player
    colour = player.colour if player else None
    return {
        "seat": seat.seat,
        "name": player.name if player else None,
        "colour": colour,
        "rgb": "#{:02x}{:02x}{:02x}".format(*rgb(colour)) if colour else None,
        "todo": [messages.say(say, lang) for say in player.todo] if player else [],
        "menu": seat.menu,
        "extra": [_key(key, lang) for key in player.extra] if player else [],
        "phones": seat.phones,
        "device": seat.device,
    }


def _table(table: Mapping[str, Keys], lang: str) -> dict[str, Any]:
    return {button: _keys(table.get(button), lang) for button in BUTTONS}


def _keys(keys: Keys | None, lang: str) -> dict[str, Any]:
    keys = keys or Keys()
    return {
        "press": _key(keys.press, lang) if keys.press else None,
        "hold": _key(keys.hold, lang) if keys.hold else None,
    }


def _key(key: Key, lang: str) -> dict[str, Any]:
    return {
        "text": messages.say(key.label, lang),
        "act": key.act,
        "menu": key.menu,
        "enabled": key.enabled,
    }


def event_words(event: Event, lang: str) -> dict[str, Any]:
    """An event as the web API and the referee print it."""
    return {
        "key": event.key,
        "seat": event.seat,
        "params": plain(event.params),
        "text": messages.sentence(event.key, event.params, lang),
    }


def plain(params: Mapping[str, Any]) -> dict[str, Any]:
    """Parameters as JSON: a sentence among them is given by its key."""
    return {name: _plain(value) for name, value in params.items()}


def _plain(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    return value.key if isinstance(value, Say) else value


@lru_cache(maxsize=4 * MOST_LOG)
def _line_text(line: LogLine, lang: str) -> str:
    return _JSON.encode(_line(line, lang))


def _line(line: LogLine, lang: str) -> dict[str, Any]:
    return {
        "n": line.n,
        "act": line.act,
        "seat": line.seat,
        "from": messages.say(line.origin, lang),
        "events": [event_words(event, lang) for event in line.events],
    }


def _notice(notice: Notice, lang: str) -> dict[str, Any]:
    return {
        "n": notice.n,
        "seat": notice.seat,
        "key": notice.key,
        "params": plain(notice.params),
        "text": messages.sentence(notice.key, notice.params, lang),
        "remedy": list(notice.remedy) or None,
    }


def _device(device: Device, lang: str) -> dict[str, Any]:
    said = {"seat": device.seat, "id": device.id, "wants": device.wants}
    return {
        "id": device.id,
        "kind": device.kind,
        "seat": device.seat,
        "state": device.state,
        "note": device.note,
        "text": messages.sentence(device.note, said, lang) if device.note else "",
        "pixels": device.pixels,
        "simulated": device.simulated,
    }


def _seating(value: Seating) -> dict[str, Any]:
    return {"seats": {str(seat): colour for seat, colour in value.seats.items()}}


def _proposal(value: Proposal, lang: str) -> dict[str, Any]:
    return {
        "game": value.game,
        "seat": value.seat,
        "title": messages.say(game_title(value.game), lang),
    }


def _learning(value: Learning, lang: str) -> dict[str, Any]:
    cards = zip(value.deck, value.uids, strict=True)
    return {
        "game": value.game,
        **deck_words(value.game, value.named, lang),
        "composition": composition(value.game, value.named, value.deck),
        "reader": value.reader,
        "at": None if value.at is None else value.at + 1,
        "asked": messages.say(value.asked, lang) if value.asked else None,
        "known": value.known,
        "of": len(value.deck),
        "complete": value.complete,
        "said": messages.say(value.said, lang) if value.said else "",
        "well": value.well,
        "doubt": value.doubt,
        "cards": [card_words(value.game, value.deck, piece, uid, lang) for piece, uid in cards],
    }


def deck_words(game: str, named: str, lang: str) -> dict[str, str]:
    """A deck and what people call it; `colour` is "" for a deck that has a name."""
    colour = "" if decks(game) else named
    return {"colour": colour, "deck": named, "title": messages.say(deck_title(game, named), lang)}


def card_words(
    game: str, deck: Sequence[Piece], piece: Piece, uid: str, lang: str
) -> dict[str, Any]:
    """A card of a deck, what people call it, and its tag ("" for none)."""
    return {
        "piece": piece,
        "title": messages.say(title(game, piece), lang),
        "text": messages.say(name(game, piece, deck), lang),
        "uid": uid,
    }
