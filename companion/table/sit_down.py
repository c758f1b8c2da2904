"""Sitting down by card: while the set-up page is open, a player's own card takes the seat.

An immutable value. Taps do not play meanwhile. `now` is an argument.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from companion.errors import Refused
from companion.store.records import Tagged

SEATING_S = 60.0
"""Seconds after the page's last sign of life until taps play again."""


@dataclass(frozen=True, slots=True)
class SitDown:
    """The seats taken so far, by colour. Ends at `until`."""

    until: float
    seats: Mapping[int, str] = field(default_factory=dict)

    def still(self, now: float) -> "SitDown":
        """The same seats, extended by another SEATING_S."""
        return replace(self, until=now + SEATING_S)

    def tap(self, seat: int, found: Tagged | None) -> "SitDown":
        """Seat a card's owner at this seat. A colour sits at one seat only.

        Raises Refused for a card without an owner, and for a shared reader (seat 0).
        """
        if found is None:
            raise Refused("seating.unknown_card")
        colour = _colour(found.piece)
        if not colour:
            raise Refused("seating.no_colour")
        if not seat:
            raise Refused("seating.shared_reader")
        others = {n: other for n, other in self.seats.items() if other != colour and n != seat}
        return replace(self, seats={**others, seat: colour})


def _colour(piece: Mapping[str, Any]) -> str:
    colour = piece.get("colour")
    return colour if isinstance(colour, str) else ""
