"""Sitting down by card: while the set-up page is open, a player's own card takes the seat.

A value; taps do not play meanwhile. No clock: `now` comes in.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from companion.errors import Refused
from companion.store.records import Tagged

SEATING_S = 60.0
"""Taps play again this long after the page last repeated that it is open."""


@dataclass(frozen=True, slots=True)
class SitDown:
    """The seats taken so far, by colour. Ends at `until`."""

    until: float
    seats: Mapping[int, str] = field(default_factory=dict)

    def still(self, now: float) -> "SitDown":
        """The same, with the page open for another SEATING_S."""
        return replace(self, until=now + SEATING_S)

    def tap(self, seat: int, found: Tagged | None) -> "SitDown":
        """Seat a card's owner at this seat (0: a shared reader). A colour sits at one seat only.

        Raises Refused for a card without an owner, and for a reader that is no seat's.
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
