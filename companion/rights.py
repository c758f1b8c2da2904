"""Who may do what: seats are claimed by phones, a host may do everything, watchers nothing.

A value: the table owns the current one, web threads read it. interfaces.md section 3.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from companion.errors import Forbidden

HOST_ACTS = ("course", "end", "retire")
"""Acts that concern the whole table, when they come from a phone (retire: also the own seat)."""


@dataclass(frozen=True, slots=True)
class Rights:
    """The claims of all phones. A seat may have several phones, a phone several seats."""

    claims: Mapping[str, frozenset[int]] = field(default_factory=dict)
    hosts: frozenset[str] = frozenset()

    def seats(self, client: str) -> frozenset[int]:
        """The seats that this phone has claimed."""
        return self.claims.get(client, frozenset())

    def phones(self, seat: int) -> int:
        """How many phones have claimed this seat."""
        return sum(seat in seats for seats in self.claims.values())

    def claim(self, client: str, seat: int) -> "Rights":
        """The seat is this phone's too."""
        return replace(self, claims={**self.claims, client: self.seats(client) | {seat}})

    def release(self, client: str, seat: int) -> "Rights":
        """The phone gives the seat back."""
        left = self.seats(client) - {seat}
        claims = {c: s for c, s in self.claims.items() if c != client}
        return replace(self, claims={**claims, client: left} if left else claims)

    def host(self, client: str) -> "Rights":
        """The phone has the host's rights from now on."""
        return replace(self, hosts=self.hosts | {client})

    def check_seat(self, client: str, seat: int | None) -> None:
        """Raises Forbidden unless the phone may act for this seat."""
        if client not in self.hosts and seat not in self.seats(client):
            raise Forbidden("web.not_your_seat", seat=seat)

    def check_player(self, client: str) -> None:
        """Raises Forbidden for a phone that only watches."""
        if client not in self.hosts and not self.seats(client):
            raise Forbidden("web.only_watching")

    def check_host(self, client: str) -> None:
        """Raises Forbidden unless the phone has the host's rights."""
        if client not in self.hosts:
            raise Forbidden("web.host_only")

    def check_act(self, client: str, act: Mapping[str, Any]) -> None:
        """Raises Forbidden unless the phone may post this act."""
        seat = act.get("seat")
        if act.get("act") in HOST_ACTS and seat is None:
            self.check_host(client)
        elif seat is not None:
            self.check_seat(client, seat if isinstance(seat, int) else None)
        elif act.get("act") == "correct":
            self.check_host(client)
        else:
            self.check_player(client)

    def to_json(self) -> dict[str, Any]:
        """For the store."""
        claims = {client: sorted(seats) for client, seats in self.claims.items()}
        return {"claims": claims, "hosts": sorted(self.hosts)}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Rights":
        """What `to_json` wrote."""
        claims = {client: frozenset(seats) for client, seats in data.get("claims", {}).items()}
        return cls(claims, frozenset(data.get("hosts", ())))
