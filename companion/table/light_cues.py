"""The current cue of every seat's strip (lights/render.py draws it)."""

from collections.abc import Iterable, Mapping

from companion.games.game import Event
from companion.lights.render import CUES, Cue

REFUSED_S = 5.0
"""Least seconds between two refusals on a seat's strip (rules.md 8.1, "Presses")."""


class LightCues:
    """The table's cues, one per seat: a newer one replaces an older one."""

    def __init__(self) -> None:
        self._cues: dict[int, Cue] = {}
        self._quiet_until: dict[int, float] = {}

    def current(self, now: float) -> Mapping[int, Cue]:
        """The cues that have not ended, by seat."""
        for seat in [seat for seat, cue in self._cues.items() if cue.over(now)]:
            del self._cues[seat]
        return self._cues

    def show(self, seat: int, cue: Cue) -> None:
        """Show a cue at a seat."""
        self._cues[seat] = cue

    def refuse(self, seat: int | None, up: Iterable[int], now: float) -> None:
        """Show a refusal at the seat, and pulse at the seats that the table waits for (`up`)."""
        if seat is None or now < self._quiet_until.get(seat, 0.0):
            return
        self._quiet_until[seat] = now + REFUSED_S
        self._cues[seat] = Cue("refused", now)
        for other in up:
            if other != seat:
                self._cues[other] = Cue("pulse", now)

    def show_events(self, events: Iterable[Event], now: float) -> None:
        """Show the cues among these events."""
        for event in events:
            if event.cue in CUES and event.seat is not None:
                count = event.params.get("count", event.params.get("value", 1))
                self._cues[event.seat] = Cue(event.cue, now, int(count))

    def clear(self) -> None:
        """End every cue."""
        self._cues.clear()
