"""The rights of phones: players act for their seats, hosts may do everything, watchers nothing.

Immutable: the table owns the current value, web threads read it. interfaces.md section 3.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from itertools import count
from typing import Any, NamedTuple

from companion.errors import Forbidden, Refused

HOST_ACTS = ("course", "end", "retire")
"""Acts that only hosts may post, as they concern the whole table; players may retire themselves."""

ORDER_ACTS = ("order", "shift")
"""Acts about the race order, which any player may post: they move others' sleds, too."""

MOST_AT_A_SEAT = 8
"""Most phones per seat. With one more, the phone that claimed the seat first loses it."""

MOST_PHONES = 60
"""Most numbered phones. With one more, the phone that has watched the longest loses its number."""


class Need(Enum):
    """The rights that a post needs. The value describes the phones that have them."""

    NOTHING = "any phone"
    SEAT = "the seat's phones, the host"
    ACT = "the phones of the act's seat (of any seat if it names none), the host"
    TAPPED = "the phones of the seat where it was tapped, any player for a shared reader, the host"
    PLAYER = "any player's phone, the host"
    HOST = "the host"


NEEDS: Mapping[str, Need] = {
    "first": Need.NOTHING,
    "meet": Need.NOTHING,
    "claim": Need.NOTHING,
    "release": Need.NOTHING,
    "guest": Need.SEAT,
    "host": Need.NOTHING,
    "press": Need.SEAT,
    "remedy": Need.SEAT,
    "act": Need.ACT,
    "break": Need.PLAYER,
    "name": Need.TAPPED,
    "race": Need.HOST,
    "resume": Need.HOST,
    "give": Need.HOST,
    "withdraw": Need.HOST,
    "seating": Need.HOST,
    "learn": Need.HOST,
    "import": Need.HOST,
    "season": Need.HOST,
    "season_act": Need.HOST,
    "course": Need.HOST,
    "course_remove": Need.HOST,
    "box": Need.HOST,
    "box_import": Need.HOST,
}
"""The rights that each kind of post needs."""


def need_of(kind: str) -> Need:
    """The rights that a post of this kind needs: the host's for an unknown one."""
    return NEEDS.get(kind, Need.HOST)


class Guest(NamedTuple):
    """Who sits at a phone's seat before the host starts a race, by that phone."""

    name: str
    colour: str


@dataclass(frozen=True, slots=True)
class Rights:
    """The claims of all phones. A seat may have several phones, a phone several seats.

    `numbers`: the numbers in names such as "phone 3". `guests`: the guest at each seat, kept while
    a phone has it. `changes`: the number of changes since the service started.
    """

    claims: Mapping[str, frozenset[int]] = field(default_factory=dict)
    hosts: frozenset[str] = frozenset()
    numbers: Mapping[str, int] = field(default_factory=dict)
    guests: Mapping[int, Guest] = field(default_factory=dict)
    changes: int = field(default=0, compare=False)

    def seats(self, client: str) -> frozenset[int]:
        """The seats that this phone has claimed."""
        return self.claims.get(client, frozenset())

    def phones(self, seat: int) -> int:
        """The number of phones that have claimed this seat."""
        return sum(seat in seats for seats in self.claims.values())

    def client(self, number: int) -> str | None:
        """The phone that has this number."""
        return next((client for client, n in self.numbers.items() if n == number), None)

    def meet(self, client: str) -> "Rights":
        """Give the phone the lowest free number."""
        if client in self.numbers:
            return self
        idle = [c for c in self.numbers if c not in self.claims and c not in self.hosts]
        forgotten = idle[: max(0, len(self.numbers) + 1 - MOST_PHONES)]
        kept = {c: n for c, n in self.numbers.items() if c not in forgotten}
        number = next(n for n in count(1) if n not in kept.values())
        return replace(self, numbers={**kept, client: number})

    def claim(self, client: str, seat: int) -> "Rights":
        """Give the phone the seat, beside its other phones."""
        others = [c for c, seats in self.claims.items() if seat in seats and c != client]
        loses = others[: max(0, len(others) + 1 - MOST_AT_A_SEAT)]
        left = {c: seats - {seat} if c in loses else seats for c, seats in self.claims.items()}
        kept = {c: seats for c, seats in left.items() if seats}
        claims = {**kept, client: self.seats(client) | {seat}}
        return self._changed(claims=claims).meet(client)

    def take(self, client: str, seat: int) -> "Rights":
        """Give the phone the seat alone."""
        left = {c: seats - {seat} for c, seats in self.claims.items() if c != client}
        others = {c: seats for c, seats in left.items() if seats}
        return self._changed(claims={**others, client: self.seats(client) | {seat}}).meet(client)

    def release(self, client: str, seat: int) -> "Rights":
        """Take the seat from the phone."""
        left = self.seats(client) - {seat}
        claims = {c: s for c, s in self.claims.items() if c != client}
        return self._changed(claims={**claims, client: left} if left else claims)

    def welcome(self, seat: int, guest: Guest) -> "Rights":
        """Note who sits at this seat. Raises Refused for another guest's name or colour."""
        for other in (other for at, other in self.guests.items() if at != seat):
            if other.name.casefold() == guest.name.casefold():
                raise Refused("web.guest_name_taken", name=guest.name)
            if other.colour == guest.colour:
                raise Refused("web.guest_colour_taken", name=other.name)
        return self._changed(guests={**self.guests, seat: guest})

    def host(self, client: str) -> "Rights":
        """Give the phone the host's rights."""
        return self._changed(hosts=self.hosts | {client}).meet(client)

    def withdraw(self, client: str) -> "Rights":
        """Take the host's rights from the phone."""
        return self._changed(hosts=self.hosts - {client})

    def _changed(self, **fields: Any) -> "Rights":
        changed = replace(self, changes=self.changes + 1, **fields)
        there = {seat: guest for seat, guest in changed.guests.items() if changed.phones(seat)}
        return replace(changed, guests=there)

    def check(self, need: Need, client: str, body: Mapping[str, Any]) -> None:
        """Raise Forbidden unless the phone has these rights. `body`: of the post.

        TAPPED is checked by tag_learning, which knows where a tag was tapped.
        """
        match need:
            case Need.SEAT:
                self.check_seat(client, body.get("seat"))
            case Need.ACT:
                self.check_act(client, body["act"])
            case Need.PLAYER:
                self.check_player(client)
            case Need.HOST:
                self.check_host(client)

    def check_seat(self, client: str, seat: int | None) -> None:
        """Raise Forbidden unless the phone may act for this seat."""
        if client not in self.hosts and seat not in self.seats(client):
            raise Forbidden("web.not_your_seat", seat=seat)

    def check_player(self, client: str) -> None:
        """Raise Forbidden for a phone that only watches."""
        if client not in self.hosts and not self.seats(client):
            raise Forbidden("web.only_watching")

    def check_host(self, client: str) -> None:
        """Raise Forbidden unless the phone has the host's rights."""
        if client not in self.hosts:
            raise Forbidden("web.host_only")

    def check_act(self, client: str, act: Mapping[str, Any]) -> None:
        """Raise Forbidden unless the phone may post this act."""
        seat = act.get("seat")
        if act.get("act") in HOST_ACTS and seat is None:
            self.check_host(client)
        elif act.get("act") in ORDER_ACTS:
            self.check_player(client)
        elif seat is not None:
            self.check_seat(client, seat if isinstance(seat, int) else None)
        elif act.get("act") == "correct":
            self.check_host(client)
        else:
            self.check_player(client)

    def to_json(self) -> dict[str, Any]:
        """The rights as JSON for the store, without phones that only watch."""
        claims = {client: sorted(seats) for client, seats in self.claims.items()}
        numbers = {c: n for c, n in self.numbers.items() if c in self.claims or c in self.hosts}
        guests = {str(seat): list(guest) for seat, guest in self.guests.items()}
        hosts = sorted(self.hosts)
        return {"claims": claims, "hosts": hosts, "numbers": numbers, "guests": guests}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Rights":
        """Read what `to_json` wrote."""
        claims = {client: frozenset(seats) for client, seats in data.get("claims", {}).items()}
        guests = {int(seat): Guest(*guest) for seat, guest in data.get("guests", {}).items()}
        rights = cls(claims, frozenset(data.get("hosts", ())), data.get("numbers", {}), guests)
        for client in (*rights.claims, *sorted(rights.hosts)):
            rights = rights.meet(client)
        return rights
