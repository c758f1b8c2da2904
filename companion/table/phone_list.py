"""The phones' names, and the list of phones for the API. Pure."""

from collections.abc import Collection
from typing import Any

from companion import messages
from companion.games.game import Say
from companion.table.rights import Rights
from companion.table.snapshot import Snapshot


def name(now: Snapshot, rights: Rights, client: str) -> Say:
    """A phone's name: by its seat's player, its seat, or as host or watcher."""
    seats = rights.seats(client)
    for seat in now.race.view.seats if now.race else ():
        if seat.seat in seats:
            return Say("from.phone_of", {"name": seat.name})
    if seats:
        return Say("from.phone_at", {"seat": min(seats)})
    return Say("from.host" if client in rights.hosts else "from.phone")


def numbered(now: Snapshot, rights: Rights, client: str) -> Say:
    """The name with the phone's number, which makes it unique: "Ada's phone (3)"."""
    number = rights.numbers[client]
    if not rights.seats(client):
        return Say("phones.phone_n", {"n": number})
    return Say("phones.named_n", {"name": name(now, rights, client), "n": number})


def listed(now: Snapshot, here: Collection[str], client: str, lang: str) -> list[dict[str, Any]]:
    """All phones with an open stream (`here`) or with rights, as JSON for the API."""
    rights = now.rights
    known = sorted((number, phone) for phone, number in rights.numbers.items())
    return [
        {
            "n": number,
            "name": messages.say(numbered(now, rights, phone), lang),
            "seats": sorted(rights.seats(phone)),
            "host": phone in rights.hosts,
            "here": phone in here,
            "mine": phone == client,
        }
        for number, phone in known
        if phone in here or rights.seats(phone) or phone in rights.hosts
    ]
