"""A Husky race for tests; each call is one act."""

from collections.abc import Mapping
from typing import Any

import pytest
from corpus import acts
from husky_box import BOXES

from companion.errors import Refused
from companion.games import husky
from companion.games.game import Event, Key, SeatView, Tap
from companion.signals import Origin, Press

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eva", "Flo")
BY_HAND = Origin("node", "test")


class Race:
    """A race and its players."""

    def __init__(self, players: int = 4, box: Any = "sample", **options: Any):
        seats = [
            {"seat": number, "name": name, "colour": f"c{number}"}
            for number, name in enumerate(NAMES[:players], 1)
        ]
        entered = BOXES[box] if isinstance(box, str) else box
        self.state, self.events = husky.setup({"seats": seats, "box": entered, **options})

    def __call__(self, act: str, seat: int | None = None, **fields: Any) -> tuple[Event, ...]:
        return self.do({"act": act, **({} if seat is None else {"seat": seat}), **fields})

    def do(self, act: Mapping[str, Any]) -> tuple[Event, ...]:
        self.state, self.events = husky.apply(self.state, act)
        return self.events

    def tap(self, seat: int, kind: str, card: int) -> tuple[Event, ...]:
        return self("tap", seat, card={"kind": kind, "card": card})

    def turn(self, seat: int, card: int) -> None:
        """Play a whole turn with a card without an E and without incidents."""
        self.tap(seat, "action", card)
        self("done", seat)

    def refused(self, act: str, seat: int | None = None, **fields: Any) -> Refused:
        """The refusal of this act. The state must not change."""
        before = self.state
        with pytest.raises(Refused) as refusal:
            self(act, seat, **fields)
        assert self.state is before
        return refusal.value

    def shows(self, seat: int) -> Mapping[str, Any]:
        """The seat as the view shows it."""
        seats: list[Mapping[str, Any]] = husky.view(self.state).state["seats"]
        return next(shown for shown in seats if shown["seat"] == seat)

    def at(self, seat: int) -> SeatView:
        """The seat's lights, keys and instructions."""
        return next(one for one in husky.view(self.state).seats if one.seat == seat)

    def key(self, seat: int, button: str, hold: bool = False, menu: str = "") -> Key:
        """The current function of a button."""
        keys = self.at(seat).keys[menu][button]
        found = keys.hold if hold else keys.press
        assert found is not None
        return found

    def press(self, seat: int, button: str, hold: bool = False, menu: str = "") -> Any:
        """The meaning of a press."""
        return husky.read(self.state, Press(seat, button, hold, BY_HAND, menu))

    def card(self, seat: int, kind: str, card: int) -> Any:
        """The meaning of a card on a reader; seat 0 is a shared reader."""
        return husky.read(self.state, Tap(seat, {"kind": kind, "card": card}))

    def todo(self, seat: int) -> list[str]:
        return [said.key.removeprefix("husky.todo_") for said in self.at(seat).todo]

    def event_keys(self) -> list[str]:
        return [event.key.removeprefix("husky.") for event in self.events]


def second_round(box: str = "sample", **options: Any) -> Race:
    """A race after one round with cards without E, in fair weather of round 2."""
    race = Race(4, box, **options)
    race.tap(1, "weather", 2)
    for seat, card in enumerate((2, 5, 8, 11), 1):
        race.turn(seat, card)
    race.tap(1, "weather", 3)
    return race


ROUND_2 = "1: weather 2, card 2, ok; 2: card 5, ok; 3: card 8, ok; 4: card 11, ok; 1: weather 3"
"""The acts of `second_round`, in the notation of the corpus."""


def after(words: str, players: int = 4, box: Any = "sample", **options: Any) -> Race:
    """A race after these acts, in the notation of the corpus (positions/README.md)."""
    race = Race(players, box, **options)
    for act in _acts(words):
        race.do(act)
    return race


def refusal(words: str, players: int = 4, box: Any = "sample", **options: Any) -> Refused:
    """The refusal of the last of these acts. The state must not change."""
    race = Race(players, box, **options)
    *done, last = _acts(words)
    for act in done:
        race.do(act)
    return race.refused(**last)


def _acts(words: str) -> list[dict[str, Any]]:
    return [act for line in words.split("; ") for act in acts("husky", line)]
