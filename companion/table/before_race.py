"""What a table keeps until a race begins: who sat down by a card, and a game proposed by a card."""

from companion.store.store import Tagged
from companion.table.proposal import Proposal
from companion.table.sit_down import SitDown


class BeforeRace:
    """Both are None when there is nothing to show."""

    def __init__(self) -> None:
        self.sit_down: SitDown | None = None
        self.proposal: Proposal | None = None

    def set_up(self, is_open: bool, now: float) -> bool:
        """Take in that a set-up page is open (repeated while it is) or closed.

        Returns whether that is new.
        """
        before = self.sit_down
        self.sit_down = (before or SitDown(now)).still(now) if is_open else None
        return (before is None) is not (self.sit_down is None)

    def tap(self, seat: int, found: Tagged | None, now: float) -> None:
        """Seat a card's owner while a set-up page is open. Raises Refused."""
        if self.sit_down is not None:
            self.sit_down = self.sit_down.tap(seat, found).still(now)

    def propose(self, game: str, seat: int, now: float) -> None:
        """Propose the game of a card that was tapped at this seat (0: a shared reader)."""
        self.proposal = Proposal.of(game, seat, now)

    def tick(self, now: float) -> bool:
        """Drop what has had its time. Returns whether anything has."""
        before = self.sit_down, self.proposal
        if self.sit_down is not None and now >= self.sit_down.until:
            self.sit_down = None
        if self.proposal is not None and now >= self.proposal.until:
            self.proposal = None
        return before != (self.sit_down, self.proposal)
