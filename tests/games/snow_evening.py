"""A race of Snow Tails played through the taps and presses of its seats."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest

from companion.errors import Refused
from companion.games import snow_tails
from companion.games.game import SeatView, Tap
from companion.games.snow_tails.state import State
from companion.messages import say
from companion.signals import BUTTONS, Origin, Press

HERE = Origin("node", "test")
COLOURS = {1: "red", 2: "blue", 3: "green", 4: "yellow", 5: "white"}
NAMES = {1: "Ada", 2: "Bert", 3: "Cleo", 4: "Dora", 5: "Emil"}


@dataclass
class Evening:
    """A race played through taps and presses; menus open and close as at the table."""

    players: int = 3
    limits: tuple[int, ...] = (4, 3, 5)
    settings: Mapping[str, Any] = field(default_factory=dict)
    menus: dict[int, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        seats = [
            {"seat": seat, "name": NAMES[seat], "colour": COLOURS[seat], "place": seat}
            for seat in range(1, self.players + 1)
        ]
        options = {"seats": seats, "limits": list(self.limits), **self.settings}
        self.state: State = snow_tails.setup(options)[0]

    def tap(self, seat: int, value: int, owner: int = 0, slot: str | None = None) -> None:
        colour = COLOURS[owner or seat]
        piece = {"kind": "dog", "colour": colour, "value": value}
        wish = snow_tails.read(self.state, Tap(seat, piece, slot))
        assert isinstance(wish, Mapping)
        self.act(wish)

    def press(self, seat: int, button: str, *, hold: bool = False) -> None:
        menu = self.menus.pop(seat, "")
        wish = snow_tails.read(self.state, Press(seat, button, hold, HERE, menu))
        if isinstance(wish, str) and wish:
            self.menus[seat] = wish
        elif isinstance(wish, Mapping):
            self.act(wish)

    def act(self, act: Mapping[str, Any]) -> None:
        self.state = snow_tails.apply(self.state, act)[0]

    def correct(self, seat: int, **figures: Any) -> None:
        self.act({"act": "correct", "seat": seat, "set": figures})

    def turn(self, seat: int, value: int = 3, *slots: str) -> None:
        """Play a turn without marks."""
        self.tap(seat, value)
        for slot in slots or ("left",):
            self.press(seat, slot)
        self.end(seat)

    def end(self, seat: int) -> None:
        """End the turn without the bonus: with a second OK if the first one asks."""
        self.press(seat, "ok")
        if seat in self.menus:
            self.press(seat, "ok")

    def round(self) -> None:
        """Play a turn without marks at each seat and confirm the proposed order."""
        for seat in self.state.order:
            self.turn(seat)
        self.press(1, "ok")

    def seat(self, seat: int) -> SeatView:
        return next(view for view in snow_tails.view(self.state).seats if view.seat == seat)

    def todo(self, seat: int) -> list[str]:
        return [say(todo).replace("\N{MINUS SIGN}", "-") for todo in self.seat(seat).todo]

    def ticks(self, seat: int) -> list[str]:
        return [say(tick) for tick in self.seat(seat).ticks]

    def label(self, seat: int, button: str, *, hold: bool = False) -> str:
        keys = self.seat(seat).keys[self.menus.get(seat, "")][button]
        key = keys.hold if hold else keys.press
        return say(key.label) if key else ""

    def labels(self, seat: int) -> list[str]:
        return [self.label(seat, button) for button in BUTTONS]

    def extra(self, seat: int) -> list[str]:
        return [say(key.label) for key in self.seat(seat).extra]


def played(words: str) -> Evening:
    """A race after these words: `1:4` tap, `1:left` press, `1:event!` hold, `1:dogs=2` correct."""
    evening = Evening()
    for word in words.split():
        seat, what = word.split(":")
        if "=" in what:
            figure, value = what.split("=")
            evening.correct(int(seat), **{figure: int(value) if value.isdigit() else value})
        elif what.isdigit():
            evening.tap(int(seat), int(what))
        else:
            evening.press(int(seat), what.removesuffix("!"), hold=what.endswith("!"))
    return evening


def refused(key: str) -> Any:
    return pytest.raises(Refused, match=f"^snow_tails.{key}$")
