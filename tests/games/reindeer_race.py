"""A race of Reindeer Races for tests; each call is one act."""

from collections.abc import Mapping
from typing import Any

import pytest

from companion.errors import Refused
from companion.games import reindeer_races
from companion.games.game import Event, SeatView, Tap
from companion.games.reindeer_races import box
from companion.games.reindeer_races.state import OBJECTS, TRACK_CARDS
from companion.messages import say
from companion.signals import Origin, Press

HERE = Origin("node", "test")
NAMES = ("Ada", "Bert", "Cleo", "Dan")
COLOURS = ("red", "blue", "green", "yellow")
Spaces = Mapping[str, Mapping[int, str]]
"""Track -> space -> what is on it; all others are plain."""

LAID = [[7, 3, 1], [2, 4, 5, 6], [8, 9, 10, 11, 12], [13, 14, 15, 16, 17, 18], list(range(19, 26))]


def seats(players: int = 2) -> list[dict[str, Any]]:
    named = zip(range(1, players + 1), NAMES, COLOURS, strict=False)
    return [{"seat": seat, "name": name, "colour": colour} for seat, name, colour in named]


def box_with(spaces: Spaces) -> dict[str, Any]:
    """The example box with these spaces on the cards that LAID puts there."""
    tracks: list[Any] = [["plain", "plain"] for _ in range(27)]
    for track, cards in zip(TRACK_CARDS, LAID, strict=True):
        for space, what in spaces.get(track, {}).items():
            tracks[cards[(space - 1) // 2] - 1][(space - 1) % 2] = what
    return {**box.example(), "tracks": tracks}


def laid() -> list[list[dict[str, Any]]]:
    return [[{"card": card, "turned": False} for card in cards] for cards in LAID]


class Race:
    """A race and its players; each call is one act. `spaces`: those that are not plain."""

    def __init__(self, players: int = 2, spaces: Spaces | None = None, **options: Any):
        usual = {"box": box_with(spaces or {}), "laid": laid()}
        self.options = {"seats": seats(players), **usual, **options}
        self.options = {key: value for key, value in self.options.items() if value is not None}
        self.state, self.events = reindeer_races.setup(self.options)
        self.menus: dict[int, str] = {}

    def __call__(self, act: str, seat: int | None = None, **fields: Any) -> tuple[Event, ...]:
        whole = {"act": act, **({} if seat is None else {"seat": seat}), **fields}
        return self.do(whole)

    def do(self, act: Mapping[str, Any]) -> tuple[Event, ...]:
        self.state, self.events = reindeer_races.apply(self.state, act)
        return self.events

    def tap(self, seat: int, *cards: str) -> None:
        """Tap cards by their names in the box: "gift_2", "elf"."""
        for name in cards:
            what, _, count = name.partition("_")
            self("tap", seat, card={"object": what, "count": int(count or 1)})

    def move(self, seat: int, *cards: str, reindeer: int = 0, leaps: Any = True) -> None:
        """Play a whole turn that needs no questions."""
        self.tap(seat, *cards)
        if reindeer:
            self("reindeer", seat, reindeer=reindeer, leaps=leaps)
        self("done", seat)

    def correct(self, seat: int | None = None, **figures: Any) -> tuple[Event, ...]:
        return self("correct", seat, set=figures)

    def stand(self, seat: int, *spots: str) -> None:
        """Put the seat's reindeer on spots such as "log 3"; "" is beside the tracks."""
        every = [*spots, *[""] * (4 - len(spots))]
        named = enumerate((spot.split() for spot in every), 1)
        self.correct(
            seat,
            reindeer={
                str(number): {"track": one[0], "space": int(one[1])} if one else None
                for number, one in named
            },
        )

    def refused(self, act: str, seat: int | None = None, **fields: Any) -> Refused:
        """The refusal of this act. The state must not change."""
        before = self.state
        with pytest.raises(Refused) as refusal:
            self(act, seat, **fields)
        assert self.state is before
        say(refusal.value)
        return refusal.value

    def refuses(self, key: str, act: str, seat: int | None = None, **fields: Any) -> Refused:
        refused = self.refused(act, seat, **fields)
        assert refused.key == f"reindeer_races.{key}"
        return refused

    def event_params(self, key: str) -> Mapping[str, Any]:
        """The params of the last act's event with this key."""
        found = [event.params for event in self.events if event.key == f"reindeer_races.{key}"]
        assert found, [event.key for event in self.events]
        return found[0]

    def event_keys(self) -> list[str]:
        return [event.key.removeprefix("reindeer_races.") for event in self.events]

    @property
    def shown(self) -> dict[str, Any]:
        return dict(reindeer_races.view(self.state).state)

    def team(self, seat: int) -> dict[str, Any]:
        """The seat as the view shows it."""
        return next(shown for shown in self.shown["seats"] if shown["seat"] == seat)

    def pending(self) -> dict[str, Any]:
        """The half-played turn of the seat that is up."""
        pending: dict[str, Any] = self.team(self.shown["turn"])["pending"]
        return pending

    def path(self) -> list[int | None]:
        """The spaces of the path, without effects at its end."""
        happens = ("turn", "skis", "reward", "off")
        return [step["space"] for step in self.pending()["path"] if step["kind"] not in happens]

    def steps(self) -> list[str]:
        """The path as "leap 6", "off"."""
        return [f"{s['kind']} {s['space'] or ''}".strip() for s in self.pending()["path"]]

    def track(self, track: str) -> dict[str, Any]:
        found: dict[str, Any] = self.shown["tracks"][OBJECTS.index(track)]
        return found

    def spot(self, seat: int, number: int) -> str:
        """The position of a reindeer, in the notation of `stand`."""
        one = self.team(seat)["reindeer"][number - 1]
        return f"{one['track']} {one['space']}" if one["track"] else ""

    # Taps and presses at the seats

    def seat(self, seat: int) -> SeatView:
        views = reindeer_races.view(self.state).seats
        return next(view for view in views if view.seat == seat)

    def show(self, seat: int, **piece: Any) -> None:
        """Show a card at a reader."""
        wish = reindeer_races.read(self.state, Tap(seat, piece))
        assert isinstance(wish, Mapping)
        self.do(wish)

    def press(self, seat: int, button: str, *, hold: bool = False) -> None:
        """Press a button; menus open and close as at the table."""
        menu = self.menus.pop(seat, "")
        wish = reindeer_races.read(self.state, Press(seat, button, hold, HERE, menu))
        if isinstance(wish, str) and wish:
            self.menus[seat] = wish
        elif isinstance(wish, Mapping):
            self.do(wish)

    def todo(self, seat: int) -> list[str]:
        return [say(todo) for todo in self.seat(seat).todo]

    def ticks(self, seat: int) -> list[str]:
        return [say(tick) for tick in self.seat(seat).ticks]

    def label(self, seat: int, button: str, *, hold: bool = False) -> str:
        keys = self.seat(seat).keys[self.menus.get(seat, "")][button]
        key = keys.hold if hold else keys.press
        return say(key.label) if key else ""
