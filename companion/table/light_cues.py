"""The passing moments that strips show, by seat (companion/lights/render.py draws them)."""

from collections.abc import Iterable

from companion.games.game import Event
from companion.lights.render import CUES, Cue

NO_S = 5.0
"""A seat's strip says no at most once in this time (rules.md 8.1, "Presses")."""


class LightCues(dict[int, Cue]):
    """The newest moment of every seat."""

    def __init__(self) -> None:
        super().__init__()
        self._no_until: dict[int, float] = {}

    def refused(self, seat: int | None, up: Iterable[int], now: float) -> None:
        """Say no at the seat, and point to those whom the table waits for."""
        if seat is None or now < self._no_until.get(seat, 0.0):
            return
        self._no_until[seat] = now + NO_S
        self[seat] = Cue("refused", now)
        for other in up:
            if other != seat:
                self[other] = Cue("pulse", now)

    def told(self, events: Iterable[Event], now: float) -> None:
        """The moments among these events."""
        for event in events:
            if event.cue in CUES and event.seat is not None:
                count = event.params.get("count", event.params.get("value", 1))
                self[event.seat] = Cue(event.cue, now, int(count))
