"""A snapshot as JSON in one language, for `GET /api/v1/state` and the stream.

Most snapshots differ from the previous one in one seat and one line of the log, so the JSON of
unchanged parts is cached by language.
"""

import json
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from companion import messages
from companion.games import history
from companion.games.game import Key, Keys, SeatView, View
from companion.library import deck_seed
from companion.lights.colours import rgb, word
from companion.server.sse import StreamEvent
from companion.signals import BUTTONS, Device, Hardware
from companion.table.current_race import MOST_LOG
from companion.table.proposal import Proposal
from companion.table.race import LogLine, Race, TurnTimer
from companion.table.rights import Guest
from companion.table.sit_down import SitDown
from companion.table.snapshot import Notice, Snapshot
from companion.tags import overview

_JSON = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False)


class _Seat(NamedTuple):
    """A seat's public data, before translation."""

    seat: int
    menu: str
    phones: int
    device: str
    hardware: Hardware
    turns: int
    player: SeatView | None
    guest: Guest | None

    @property
    def keys(self) -> Mapping[str, Keys] | None:
        """The keys of the open menu, None at a seat without a player."""
        if self.player is None:
            return None
        return self.player.keys.get(self.menu) or self.player.keys.get("", {})


_SEATS: dict[tuple[int, str], tuple[_Seat, str]] = {}
"""Cache by seat number and language: the seat's last data and its JSON."""


@lru_cache(maxsize=8)
def message(snapshot: Snapshot, lang: str) -> StreamEvent:
    """The snapshot as an event of the stream, cached for the newest snapshots and languages."""
    rest = _JSON.encode(_but_seats_and_log(snapshot, lang))
    seats = ",".join(_seat_text(seat, lang) for seat in _seats(snapshot))
    log = ",".join(_line_text(line, lang) for line in snapshot.log)
    return StreamEvent(snapshot.id, "state", f'{rest[:-1]},"seats":[{seats}],"log":[{log}]}}')


def state(snapshot: Snapshot, lang: str) -> dict[str, Any]:
    """The snapshot as `GET /api/v1/state` gives it."""
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
            "colours": [word(colour) for colour in snapshot.colours],
            "address": snapshot.address,
        },
        "race": _race(snapshot.race, snapshot.turn, lang) if snapshot.race else None,
        "state": view.state if view else None,
        "up": list(view.up) if view else [],
        "todo": _todo(snapshot, view, lang) if view else [],
        "notices": [_notice(notice, lang) for notice in snapshot.notices],
        "devices": [_device(device, lang) for device in snapshot.devices],
        "on_break": snapshot.on_break,
        "rights": snapshot.rights.changes,
        "seating": _seating(snapshot.sit_down) if snapshot.sit_down else None,
        "proposal": _proposal(snapshot.proposal, lang) if snapshot.proposal else None,
        "learning": overview.learning(snapshot.learning, lang) if snapshot.learning else None,
    }


def _race(race: Race, turn: TurnTimer | None, lang: str) -> dict[str, Any]:
    """The race's header, sent with every change, so without the large box."""
    return {
        "id": race.id,
        "game": race.game,
        "options": _options(race),
        "begun": race.view.begun,
        "over": race.view.over,
        "other_rules": race.other_rules,
        "can_undo": race.history.can_undo,
        "can_redo": race.history.can_redo,
        "undoes": _undoes(race, lang),
        "acts": race.acts,
        "clock": _clock(race, turn) if turn else None,
    }


def _undoes(race: Race, lang: str) -> dict[str, Any] | None:
    """What undo would take back: the seat of the act, and what happened by it."""
    act = race.history.undo_takes
    if act is None:
        return None
    text = next((messages.say(event, lang) for event in race.history.events), "")
    return {"seat": act.get("seat"), "text": text}


def _options(race: Race) -> dict[str, Any]:
    shown = deck_seed.shown(race.options, race.view.over)
    return {name: value for name, value in shown.items() if name != "box"}


def _clock(race: Race, turn: TurnTimer) -> dict[str, Any]:
    """The players' clocks: each seat's seconds so far, and since when the turn under way runs."""
    used = history.used_s(race.history.acts)
    return {
        "used_s": {str(seat): round(seconds, 1) for seat, seconds in used.items()},
        "since_s": turn.since,
        "stopped_s": turn.stopped,
    }


def _seats(snapshot: Snapshot) -> Iterator[_Seat]:
    players = {one.seat: one for one in snapshot.race.view.seats} if snapshot.race else {}
    turns = history.turns(snapshot.race.history.acts) if snapshot.race else {}
    nodes = {d.seat: d.state for d in reversed(snapshot.devices) if d.kind == "node"}
    for seat in snapshot.seats:
        menu, phones = snapshot.menus.get(seat, ""), snapshot.rights.phones(seat)
        device, hardware = nodes.get(seat, "none"), snapshot.hardware_at(seat)
        player, guest = players.get(seat), snapshot.rights.guests.get(seat)
        yield _Seat(seat, menu, phones, device, hardware, turns.get(seat, 0), player, guest)


def _seat_text(seat: _Seat, lang: str) -> str:
    before, text = _SEATS.get((seat.seat, lang), (None, ""))
    if before != seat:
        keys = "null" if seat.keys is None else _key_table_text(_KeyTable(seat.keys), lang)
        text = f'{_JSON.encode(_but_keys(seat, lang))[:-1]},"keys":{keys}}}'
        _SEATS[seat.seat, lang] = seat, text
    return text


class _KeyTable(NamedTuple):
    """A menu's keys, compared by identity, as games build each table of keys only once."""

    keys: Mapping[str, Keys]

    def __hash__(self) -> int:
        return id(self.keys)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _KeyTable) and self.keys is other.keys


@lru_cache(maxsize=128)
def _key_table_text(table: _KeyTable, lang: str) -> str:
    return _JSON.encode(_key_table(table.keys, lang))


def _seat(seat: _Seat, lang: str) -> dict[str, Any]:
    keys = None if seat.keys is None else _key_table(seat.keys, lang)
    return {**_but_keys(seat, lang), "keys": keys}


def _but_keys(seat: _Seat, lang: str) -> dict[str, Any]:
    player = seat.player
    here = player or seat.guest
    colour = here.colour if here else None
    return {
        "seat": seat.seat,
        "name": here.name if here else None,
        "colour": colour,
        "rgb": "#{:02x}{:02x}{:02x}".format(*rgb(colour)) if colour else None,
        "todo": messages.instructions(player.todo, seat.hardware, lang) if player else [],
        "ticks": messages.instructions(player.ticks, seat.hardware, lang) if player else [],
        "turns": seat.turns,
        "menu": seat.menu,
        "extra": [_key(key, lang) for key in player.extra] if player else [],
        "phones": seat.phones,
        "device": seat.device,
        "reader": seat.hardware.reader,
    }


def _todo(snapshot: Snapshot, view: View, lang: str) -> list[str]:
    """The table's instructions, worded for the devices of all players."""
    hardware = snapshot.hardware_at(*(player.seat for player in view.seats))
    return messages.instructions(view.todo, hardware, lang)


def _key_table(table: Mapping[str, Keys], lang: str) -> dict[str, Any]:
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
        "warn": key.warn,
    }


@lru_cache(maxsize=4 * MOST_LOG)
def _line_text(line: LogLine, lang: str) -> str:
    return _JSON.encode(_line(line, lang))


def _line(line: LogLine, lang: str) -> dict[str, Any]:
    return {
        "n": line.n,
        "act": line.act,
        "seat": line.seat,
        "from": messages.say(line.origin, lang),
        "events": [messages.event_json(event, lang) for event in line.events],
    }


def _notice(notice: Notice, lang: str) -> dict[str, Any]:
    return {
        "n": notice.n,
        "seat": notice.seat,
        "key": notice.key,
        "params": messages.params_json(notice.params),
        "text": messages.sentence(notice.key, notice.params, lang),
        "remedy": list(notice.remedy) or None,
    }


def _device(device: Device, lang: str) -> dict[str, Any]:
    return {
        "id": device.id,
        "kind": device.kind,
        "seat": device.seat,
        "state": device.state,
        "note": device.note,
        "text": messages.sentence(device.note, device.params, lang) if device.note else "",
        "pixels": device.pixels,
        "simulated": device.simulated,
    }


def _seating(seating: SitDown) -> dict[str, Any]:
    return {"seats": {str(seat): colour for seat, colour in seating.seats.items()}}


def _proposal(proposal: Proposal, lang: str) -> dict[str, Any]:
    return {
        "game": proposal.game,
        "seat": proposal.seat,
        "title": messages.say(proposal.title, lang),
    }
