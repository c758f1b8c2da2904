"""The owner's data: 60 action, 24 weather and 30 event cards, and the board.

    {"action": [{"white": 4, "green": 6, "blue": 2, "animals": ["wolf", "bear"], "event": true}, …],
     "weather": [{"white": 1, "green": 0, "blue": 2}, …],       0 fair, 1 moderate, 2 bad
     "event": [{"text": "…", "asks": true}, …],                  asks: its result is to be entered
     "board": {"width": 31, "height": 14, "spaces": ["..ww…", …], "animals": [{"species": "wolf",
               "x": 2, "y": 3}, …]}}

Card n is entry n - 1. Cards and the board are null until they are entered. The characters of the
board are those of `board.KINDS`.
"""

from collections.abc import Mapping
from typing import Any

from companion.errors import Refused
from companion.games.fields import (
    Check,
    Field,
    Wrong,
    boolean,
    items,
    one_of,
    or_null,
    record,
    refuse_wrong,
    text,
    unchecked,
    whole,
)
from companion.games.game import Say
from companion.games.husky import board as boards
from companion.games.husky import example as invented
from companion.games.husky.board import SPECIES, Board
from companion.games.husky.state import (
    ACTIONS,
    COLOURS,
    EVENTS,
    MOST_DISTANCE,
    WEATHERS,
    Action,
    Cards,
    Weather,
)

Json = Mapping[str, Any]

TOTALS: Mapping[str, tuple[int, int, int]] = {
    "white": (12, 6, 6),
    "green": (6, 12, 6),
    "blue": (6, 6, 12),
}
"""Fair, moderate and bad among the 24 weather cards (HU-07)."""

COUNTS: Mapping[str, int] = {"action": ACTIONS, "weather": WEATHERS, "event": EVENTS}

distance = whole(0, MOST_DISTANCE)
condition = whole(0, 2)


def animals(value: Any) -> None:
    """Check for two different species (HU-05)."""
    items(one_of(*SPECIES), 2, 2)(value)
    if value[0] == value[1]:
        raise Wrong("not_one_of", choices=", ".join(one for one in SPECIES if one != value[0]))


ACTION = {
    **{colour: Field(distance) for colour in COLOURS},
    "animals": Field(animals),
    "event": Field(boolean),
}
WEATHER = {colour: Field(condition) for colour in COLOURS}
_event = record({"text": Field(text), "asks": Field(boolean, required=False)})


def _cards(check: Check, count: int) -> Field:
    return Field(items(or_null(check), 0, count), required=False)


_box = record(
    {
        "action": _cards(record(ACTION), ACTIONS),
        "weather": _cards(record(WEATHER), WEATHERS),
        "event": _cards(_event, EVENTS),
        "board": Field(unchecked, required=False),
        "example": Field(boolean, required=False),
    }
)


def example() -> Json:
    """A complete invented set, marked with `"example": true`."""
    return invented.data()


def read(data: Json) -> Json:
    """The box with an entry for every card. Raises Refused with the position of an error."""
    refuse_wrong(_box, data, "options", "box")
    kept: dict[str, Any] = {
        name: _whole(data.get(name, ()), count) for name, count in COUNTS.items()
    }
    _check_totals(kept["weather"])
    kept["board"] = data.get("board")
    if kept["board"] is not None:
        boards.check(kept["board"])
    return kept | ({"example": True} if data.get("example") else {})


def missing(data: Json) -> tuple[Say, ...]:
    """The entries that are missing; for the board only if it has been begun."""
    kept, lacking = read(data), list[Say]()
    for name, count in COUNTS.items():
        known = sum(card is not None for card in kept[name])
        if known < count:
            lacking.append(Say(f"box.husky_{name}", {"known": known, "of": count}))
    board = kept["board"]
    if board is not None:
        for what, count in boards.missing_spaces(board).items():
            lacking.append(Say(f"box.husky_{what}", {"count": count}))
        for species, count in boards.missing_animals(board).items():
            lacking.append(Say(f"box.husky_{species}", {"count": count}))
    return tuple(lacking)


def cards(data: Json) -> Cards:
    """The cards of a box as the rules use them."""
    return Cards(
        actions=tuple(action(card) if card else None for card in data["action"]),
        weathers=tuple(weather(card) if card else None for card in data["weather"]),
        texts=tuple(card["text"] if card else None for card in data["event"]),
        asks=tuple(card.get("asks", True) if card else True for card in data["event"]),
        example=data.get("example", False),
    )


def board(data: Json) -> Board | None:
    """The board of a box; None while it cannot be played on."""
    drawn = data["board"]
    return None if drawn is None or boards.missing_spaces(drawn) else boards.build(drawn)


def action(card: Json) -> Action:
    """The face of an action card."""
    one, other = card["animals"]
    return Action(card["white"], card["green"], card["blue"], (one, other), card["event"])


def weather(card: Json) -> Weather:
    """The face of a weather card."""
    return Weather(card["white"], card["green"], card["blue"])


def _whole(entered: Any, count: int) -> list[Any]:
    return [*entered, *[None] * (count - len(entered))]


def _check_totals(entered: list[Any]) -> None:
    """Refuse more cards of a colour's weather than the game has (HU-07)."""
    for colour, totals in TOTALS.items():
        conditions = [card[colour] for card in entered if card is not None]
        for state, most in enumerate(totals):
            if conditions.count(state) > most:
                raise Refused(
                    "husky.weather_totals",
                    ground=Say(f"husky.ground_{colour}"),
                    weather=Say(f"husky.weather_{state}"),
                    count=most,
                )
