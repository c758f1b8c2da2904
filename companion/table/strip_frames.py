"""Make the frames of the seats' strips from the snapshot, the cues, open menus and held buttons.

lights/render.py draws them; the loop shows them in the room.
"""

from collections.abc import Callable, Mapping

from companion.games.game import Light
from companion.lights import render as lights
from companion.lights.colours import rgb
from companion.lights.render import Cue
from companion.signals import Frame, Pixel
from companion.table.gestures import HOLD_MS
from companion.table.snapshot import Snapshot

Filling = Callable[[int, float], float]
"""Returns the elapsed part of a hold at a seat, 0 to 1."""


class StripFrames:
    """The frames of one table. Remembers when each seat's light and menu began."""

    def __init__(self) -> None:
        self._lights: dict[int, Light] = {}
        self._since: dict[int, float] = {}
        self._cues: dict[int, Cue] = {}
        self._menus: dict[int, Cue] = {}

    def frames(
        self,
        snapshot: Snapshot,
        cues: Mapping[int, Cue],
        filling: Filling,
        lengths: Mapping[int, int],
        now: float,
    ) -> dict[int, Frame]:
        """Every seat's frame, at full brightness. `lengths`: the number of pixels of each strip."""
        colours = self._look(snapshot, now)
        self._cues = {**self._lasting(snapshot, filling, now), **cues}
        return lights.render(self._lights, colours, self._cues, now, lengths, self._since)

    def next_change(self, now: float) -> float | None:
        """The time of the next frame that may differ, None if nothing moves."""
        times = [
            lights.next_change(self._lights.get(seat, Light()), self._cues.get(seat), now)
            for seat in self._lights.keys() | self._cues.keys()
        ]
        return min((time for time in times if time is not None), default=None)

    def _look(self, snapshot: Snapshot, now: float) -> dict[int, Pixel]:
        """Note which lights have changed; returns the seats' colours."""
        wanted, colours = _wanted(snapshot)
        for seat in self._lights.keys() - wanted.keys():
            del self._lights[seat], self._since[seat]
        for seat, light in wanted.items():
            if self._lights.get(seat) != light:
                self._lights[seat] = light
                self._since[seat] = now
        return {seat: rgb(colour) for seat, colour in colours.items()}

    def _lasting(self, snapshot: Snapshot, filling: Filling, now: float) -> dict[int, Cue]:
        """The cues of open menus and held buttons."""
        self._menus = {
            seat: _menu(menu, self._menus.get(seat), now) for seat, menu in snapshot.menus.items()
        }
        held = {
            seat: Cue("hold", now - part * HOLD_MS / 1000)
            for seat in snapshot.seats
            if (part := filling(seat, now)) > 0
        }
        return self._menus | held


def _wanted(snapshot: Snapshot) -> tuple[dict[int, Light], dict[int, str]]:
    """Every seat's light and colour: during set-up of those who sat down, else of the race."""
    if snapshot.sit_down:
        colours = dict(snapshot.sit_down.seats)
        return {seat: Light("seated") for seat in colours}, colours
    seats = snapshot.race.view.seats if snapshot.race else ()
    if snapshot.on_break:
        return {view.seat: Light("break") for view in seats}, {
            view.seat: view.colour for view in seats
        }
    return {view.seat: view.light for view in seats}, {view.seat: view.colour for view in seats}


def _menu(menu: str, before: Cue | None, now: float) -> Cue:
    """The cue of an open menu. Two menus show more: a card's value ("value:4"), and the danger of
    each ending of a turn ("done:free:costs")."""
    name, _, rest = menu.partition(":")
    if rest.isdigit():
        return Cue("card", now, int(rest))
    warns = tuple(rest.split(":")) if name == "done" else ()
    cue = Cue("ask" if warns else "menu", now, warns=warns)
    return before if before and (before.name, before.warns) == (cue.name, warns) else cue
