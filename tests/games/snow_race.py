"""A Snow Tails race for tests; each call is one act."""

from collections.abc import Mapping
from typing import Any

import pytest

from companion.errors import Refused
from companion.games import snow_tails
from companion.games.game import Event
from companion.games.snow_tails.state import SLOTS

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eva")
COLOURS = ("red", "blue", "green", "yellow", "white")


class Race:
    """A race and its players; each call is one act."""

    def __init__(self, players: int = 2, limits: tuple[int, ...] = (4, 3, 5), **options: Any):
        seats = [
            {"seat": number, "name": name, "colour": colour, "place": number}
            for number, name, colour in list(zip(range(1, 6), NAMES, COLOURS, strict=True))[
                :players
            ]
        ]
        self.state, self.events = snow_tails.setup({"seats": seats, "limits": limits, **options})

    def __call__(self, act: str, seat: int | None = None, **fields: Any) -> tuple[Event, ...]:
        whole = {"act": act, **({} if seat is None else {"seat": seat}), **fields}
        self.state, self.events = snow_tails.apply(self.state, whole)
        return self.events

    def play(self, seat: int, value: int, *words: str, **done: Any) -> tuple[Event, ...]:
        """Play a whole turn: value, slots and marks in order, done."""
        self("tap", seat, card={"value": value})
        for word in words:
            if word in SLOTS:
                self("slot", seat, slot=word)
            else:
                self("mark", seat, what=word)
        return self("done", seat, **done)

    def correct(self, seat: int | None = None, **figures: Any) -> tuple[Event, ...]:
        return self("correct", seat, set=figures)

    def refused(self, act: str, seat: int | None = None, **fields: Any) -> Refused:
        """The refusal of this act. The state must not change."""
        before = self.state
        with pytest.raises(Refused) as refusal:
            self(act, seat, **fields)
        assert self.state is before
        return refusal.value

    def event_params(self, key: str) -> Mapping[str, Any]:
        """The params of the last act's event with this key."""
        found = [event.params for event in self.events if event.key == f"snow_tails.{key}"]
        assert found, [event.key for event in self.events]
        return found[0]

    def event_keys(self) -> list[str]:
        return [event.key.removeprefix("snow_tails.") for event in self.events]

    def sled(self, seat: int) -> Mapping[str, Any]:
        """The seat as the view shows it."""
        seats = snow_tails.view(self.state).state["seats"]
        return next(shown for shown in seats if shown["seat"] == seat)

    def second_round(self) -> "Race":
        """Play a brake of 3 at each seat and confirm the proposed order."""
        for seat in self.state.order:
            self.play(seat, 3, "brake")
        if self.state.phase == "order":
            self("order", seats=sorted(self.state.proposed))
        return self


def played_round(*lines: int, limits: tuple[int, ...] = (4, 3, 5)) -> Race:
    """A round with a sled for each number in `lines`, which crosses that many lines at speed 3."""
    race = Race(len(lines), limits)
    for seat, crossed in enumerate(lines, 1):
        race.play(seat, 3, "left", *["line"] * crossed)
    return race
