"""An invented, complete set of the owner's data, for playing without a box.

Distances, animals, E's, weather combinations, event texts and the map are made up. Only the numbers
of cards and the weather totals (HU-07) are those of the game.
"""

from collections.abc import Iterator
from typing import Any

_PAIRS = (("wolf", "bear"), ("wolf", "elk"), ("bear", "elk"))

_GREEN_WEATHER = (0, 1, 1, 2, 1, 0, 1, 2)
_WHITE_WEATHER = (1, 0, 2, 0)
_BLUE_WEATHER = (2, 2, 0, 1, 2, 1, 2, 0)

_EVENTS = (
    "A tailwind on the trail: two spaces more, at once.",
    "The dogs have seen a hare: one space back.",
    "A hot soup: nothing happens, but it is good.",
    "A broken strap: play no musher's move in your next turn.",
    "An old friend gives you one action card from the pile.",
    "A torn glove: put one action card of your choice on the pile.",
    "Northern lights: everybody stays where he is and looks.",
    "A short cut: go to any free space next to you.",
    "The animals are asleep: the next player moves none.",
    "A deep drift: go back to the space where this move began.",
)

_MAP = """
..wwwwwwwwwwwwwbbbgggggggbbbbb.
.wwwwwwwwwwwwwbbbbgggggggbbbbbb
wwwwwwwwwww11wbbbbbggggggbbbbbb
wwwwwwwwwwwwwwbbbbbbgggwwwbbbbb
wwwwwwwggggwwbbbbbbbbwwwwwwbbbb
wwwwwwggggggg.bbbb.bbbwwwwwbbbb
wwwwwwgggggg..wwwbbbbbbwwwbbbbF
wSwwwwggggggwwwwwbbb2bbwwwbbbbF
wwwwwwg.gggwwwwwwwbb2bbb..ggbbb
wwwwwgg.bbbbwwwwwwbbbbbgggggggw
wggggggbbbbbbwwwggg..bbbgg3ggww
gggggggbbbbbbbwgggggbbbbgg3gwww
ggggggggbbbbbwwwggggbbbbbggwwww
..ggggggbbbbwwwwwgggbbbbbbwww..
"""

ROWS = tuple(_MAP.split())

_ANIMALS = (
    *(("wolf", at) for at in ((2, 3), (25, 6), (12, 9), (29, 13))),
    *(("wolf", at) for at in ((5, 3), (24, 5), (13, 9), (30, 12))),
    *(("elk", at) for at in ((22, 1), (5, 12), (25, 10), (17, 12), (23, 2))),
    *(("bear", at) for at in ((17, 2), (26, 1), (12, 13), (22, 7), (28, 8), (11, 10))),
)


def data() -> dict[str, Any]:
    """The example in the format of a box."""
    return {
        "action": list(_actions()),
        "weather": [
            {
                "white": _WHITE_WEATHER[number // 6],
                "green": _GREEN_WEATHER[number % 8],
                "blue": _BLUE_WEATHER[(number * 3 + number // 8) % 8],
            }
            for number in range(24)
        ],
        "event": [
            {"text": _EVENTS[number % len(_EVENTS)], "asks": number % len(_EVENTS) not in (2, 6, 8)}
            for number in range(30)
        ],
        "board": board(),
        "example": True,
    }


def board() -> dict[str, Any]:
    """The map of the example."""
    return {
        "width": len(ROWS[0]),
        "height": len(ROWS),
        "spaces": list(ROWS),
        "animals": [{"species": species, "x": x, "y": y} for species, (x, y) in _ANIMALS],
    }


def _actions() -> Iterator[dict[str, Any]]:
    """The action cards. Card 1 is the rule book's sample (S003 L43-51), the others are invented."""
    for number in range(60):
        yield {
            "white": 1 + (number * 5 + 3) % 6,
            "green": 1 + (number * 7 + number // 6 + 5) % 6,
            "blue": 1 + (number + number // 12 + 1) % 6,
            "animals": list(_PAIRS[number % 3]),
            "event": number % 3 == 0,
        }
