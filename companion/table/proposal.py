"""A tapped card proposes its game, while none is being played. A value; nothing of it is kept."""

from dataclasses import dataclass

PROPOSAL_S = 120.0
"""So long a proposal stands."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """A card of this game was laid at this seat (0: a shared reader). It ends at `until`."""

    game: str
    seat: int
    until: float

    @classmethod
    def of(cls, game: str, seat: int, now: float) -> "Proposal":
        """The card was laid now."""
        return cls(game, seat, now + PROPOSAL_S)
