"""A box for tests of Husky: the rule book's sample cards, a few others, a small board."""

from random import Random
from typing import Any

SAMPLE = {"white": 4, "green": 6, "blue": 2, "animals": ["wolf", "bear"], "event": True}
"""The sample card (S003 L43-51)."""

SAMPLE_WEATHER = {"white": 1, "green": 0, "blue": 2}
"""The sample weather (S003 L59-63)."""

PLAIN = {"white": 3, "green": 3, "blue": 3, "animals": ["wolf", "elk"], "event": False}
SHORT = {"white": 1, "green": 2, "blue": 5, "animals": ["bear", "elk"], "event": False}
FAIR = {"white": 0, "green": 0, "blue": 0}

ROWS = [
    "wwwgggbbb",
    "wSwg3gbbb",
    "ww1g3gb2F",
    "ww1wggb2b",
    "wwwwgggbb",
    "w.wwggbbb",
]
ANIMALS = [
    ("wolf", 1, 6),
    ("wolf", 4, 5),
    ("elk", 6, 1),
    ("elk", 5, 6),
    ("bear", 9, 1),
    ("bear", 9, 6),
]


def board(rows: list[str] = ROWS, animals: list[Any] = ANIMALS) -> dict[str, Any]:
    """A map in the format of a box."""
    placed = [{"species": species, "x": x, "y": y} for species, x, y in animals]
    return {"width": len(rows[0]), "height": len(rows), "spaces": rows, "animals": placed}


def sample(with_board: bool = False) -> dict[str, Any]:
    """A box with the sample as card 1, no E on 2 and 3, card 60 unknown; weather likewise."""
    made: dict[str, Any] = {
        "action": [*[SAMPLE, PLAIN, SHORT] * 19, SAMPLE, PLAIN, None],
        "weather": [SAMPLE_WEATHER, *[FAIR] * 5, *[None] * 18],
        "event": [{"text": "A hare.", "asks": False}, {"text": "A fall."}, *[None] * 28],
    }
    return made | ({"board": board()} if with_board else {})


def wild(rng: Random) -> dict[str, Any]:
    """Random cards, some of them unknown, sometimes with the small board."""
    pairs = (["wolf", "bear"], ["elk", "wolf"], ["bear", "elk"])
    actions = [
        {
            **{colour: rng.randint(1, 6) for colour in ("white", "green", "blue")},
            "animals": rng.choice(pairs),
            "event": rng.random() < 0.4,
        }
        for _ in range(60)
    ]
    made = sample(rng.random() < 0.3)
    return made | {"action": [one if rng.random() < 0.9 else None for one in actions]}


BOXES = {
    "sample": sample(),
    "small": sample(with_board=True),
    "example": "example",
}
