"""A lockout after wrong PINs. Pure."""

from dataclasses import dataclass

TRIES = 5
"""Wrong PINs in a row that start a lockout."""

FIRST_S, MOST_S = 60.0, 900.0
"""Seconds of the first lockout, and of the longest. Each is twice as long as the one before.

In an evening of four hours about 100 of 10,000 PINs can be tried, from all phones together.
"""


@dataclass(slots=True)
class PinLockout:
    """Counts the wrong PINs since the last correct one, from all phones together."""

    wrong: int = 0
    until: float = 0.0

    def wait_s(self, now: float) -> float:
        """Seconds until the lockout ends, 0 without one."""
        return max(0.0, self.until - now)

    def miss(self, now: float) -> None:
        """Count a wrong PIN."""
        self.wrong += 1
        rows, rest = divmod(self.wrong, TRIES)
        if not rest:
            self.until = now + min(MOST_S, FIRST_S * 2 ** min(rows - 1, 10))

    def hit(self) -> None:
        """Reset the count after the correct PIN."""
        self.wrong = 0
