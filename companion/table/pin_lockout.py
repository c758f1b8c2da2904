"""How slowly a PIN can be guessed. Pure."""

from dataclasses import dataclass

TRIES = 5
"""So many wrong PINs in a row; then none is looked at for a while."""

FIRST_S, MOST_S = 60.0, 900.0
"""That while, in seconds: at first, and at most. It doubles from one row of wrong PINs to the next.

Of 10,000 PINs about 100 can be tried in an evening of four hours, whoever tries and from however
many phones.
"""


@dataclass(slots=True)
class PinLockout:
    """The wrong PINs since the last right one, of all phones together."""

    wrong: int = 0
    until: float = 0.0

    def wait_s(self, now: float) -> float:
        """How long no PIN is looked at, 0 if one is."""
        return max(0.0, self.until - now)

    def miss(self, now: float) -> None:
        """The PIN was wrong."""
        self.wrong += 1
        rows, rest = divmod(self.wrong, TRIES)
        if not rest:
            self.until = now + min(MOST_S, FIRST_S * 2 ** min(rows - 1, 10))

    def hit(self) -> None:
        """The PIN was right."""
        self.wrong = 0
