"""What every seat's strip shows at this moment: the table's snapshot, cues, menus and fingers.

`lights.py` draws; this gathers what is to be drawn, and says when to look again.
"""

from collections.abc import Callable, Mapping

from companion.games.game import Light
from companion.lights import render as lights
from companion.lights.colours import rgb
from companion.lights.render import Cue
from companion.signals import Frame, Pixel
from companion.table.snapshot import Snapshot

Filling = Callable[[int, float], float]
"""How far a held button of this seat has come at this time, 0 to 1."""

FILL_S = 0.8


class StripFrames:
    """The strips of one table. Remembers since when each says what it says."""

    def __init__(self) -> None:
        self._lights: dict[int, Light] = {}
        self._since: dict[int, float] = {}
        self._cues: dict[int, Cue] = {}
        self._menus: dict[int, Cue] = {}

    def frames(
        self,
        snapshot: Snapshot,
        cues: dict[int, Cue],
        filling: Filling,
        lengths: Mapping[int, int],
        now: float,
    ) -> dict[int, Frame]:
        """Every seat's frame, at full brightness. Cues that have passed are taken out of `cues`."""
        for seat in [seat for seat, cue in cues.items() if cue.over(now)]:
            del cues[seat]
        colours = self._look(snapshot, now)
        self._cues = self._standing(snapshot, filling, now) | cues
        return lights.render(self._lights, colours, self._cues, now, lengths, self._since)

    def next_change(self, now: float) -> float | None:
        """When the strips may look different by themselves, None for never."""
        seats = self._lights.keys() | self._cues.keys()
        times = [
            lights.next_change(
                self._lights.get(seat, Light()),
                self._cues.get(seat),
                now,
            )
            for seat in seats
        ]
        return min((time for time in times if time is not None), default=None)

    def _look(self, snapshot: Snapshot, now: float) -> dict[int, Pixel]:
        wanted, colours = _wanted(snapshot)
        for seat in self._lights.keys() - wanted.keys():
            del self._lights[seat], self._since[seat]
        for seat, light in wanted.items():
            if self._lights.get(seat) != light:
                self._lights[seat] = light
                self._since[seat] = now
        return {seat: rgb(colour) for seat, colour in colours.items()}

    def _standing(self, snapshot: Snapshot, filling: Filling, now: float) -> dict[int, Cue]:
        """Cues that last as long as a menu is open or a finger is down."""
        self._menus = {
            seat: _menu(menu, self._menus.get(seat), now) for seat, menu in snapshot.menus.items()
        }
        held = {
            seat: Cue("hold", now - part * FILL_S)
            for seat in snapshot.seats
            if (part := filling(seat, now)) > 0
        }
        return self._menus | held


def _wanted(snapshot: Snapshot) -> tuple[dict[int, Light], dict[int, str]]:
    """Every seat's light and colour: of who sat down while a race is set up, else of the race."""
    if snapshot.sit_down:
        colours = dict(snapshot.sit_down.seats)
        return {seat: Light("seated") for seat in colours}, colours
    seats = snapshot.race.view.seats if snapshot.race else ()
    return {view.seat: view.light for view in seats}, {view.seat: view.colour for view in seats}


def _menu(menu: str, before: Cue | None, now: float) -> Cue:
    """An open menu; one that chooses a card's value ("value:4") shows as many pixels."""
    value = menu.partition(":")[2]
    if value.isdigit():
        return Cue("card", now, int(value))
    return before if before and before.name == "menu" else Cue("menu", now)
