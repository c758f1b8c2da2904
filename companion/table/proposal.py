"""The game that a tapped card proposes while no race is under way. A value, not stored."""

from dataclasses import dataclass

from companion import games
from companion.games.game import Say

PROPOSAL_S = 120.0
"""Seconds until a proposal ends."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """A card of this game was tapped at this seat (0: a shared reader). Ends at `until`."""

    game: str
    seat: int
    until: float

    @classmethod
    def of(cls, game: str, seat: int, now: float) -> "Proposal":
        """A proposal that begins now."""
        return cls(game, seat, now + PROPOSAL_S)

    @property
    def title(self) -> Say:
        """The game's title."""
        return games.title(self.game)
