"""Sitting down by cards: while the set-up's page is open, an own card at a seat takes the seat.

A value, and the steps that give the next one. Taps do not play meanwhile. No clock: `now` comes in.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from companion.errors import Refused
from companion.store.records import Tagged

SEATING_S = 60.0
"""So long after the page was last heard of taps play again: it may have gone without a word."""


@dataclass(frozen=True, slots=True)
class SitDown:
    """Who sat down where so far: seat -> colour. It ends by itself at `until`."""

    until: float
    seats: Mapping[int, str] = field(default_factory=dict)

    def still(self, now: float) -> "SitDown":
        """The page is still open."""
        return replace(self, until=now + SEATING_S)

    def tap(self, seat: int, found: Tagged | None) -> "SitDown":
        """A card was shown at this seat (0: a shared reader). A colour sits at one seat only.

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
