"""How fair a laid course is: races of keen sleds from all its start places. Pure."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion.games import snow_tails
from companion.games.snow_tails import box, track_course
from companion.games.snow_tails.played import choose, owner

COLOURS = ("red", "blue", "green", "yellow", "white")

STRENGTH = "keen"

MOST_ROUNDS = 60
"""A longer race has no winner."""


def starts(laid: Sequence[Mapping[str, Any]], data: Mapping[str, Any]) -> int:
    """The number of start places that are raced from, 5 at most. Raises Refused without a race."""
    pieces = track_course.driven(laid, data)
    places = min(len(COLOURS), len(pieces[0].starts)) if pieces else 0
    snow_tails.setup(_options(laid, data, max(2, places), 0))
    return places


def winners(laid: Sequence[Mapping[str, Any]], data: Mapping[str, Any]) -> Iterator[int]:
    """The start place that wins each race, race after race; 0 where nobody finishes.

    Each race has other cards, the same ones every time. `data`: the box.
    """
    places, number = starts(laid, data), 0
    used = {"pieces": [one for one in box.read(data)["pieces"] if _is_laid(one, laid)]}
    while True:
        yield _winner(_options(laid, used, places, number))
        number += 1


def _is_laid(piece: Mapping[str, Any], laid: Sequence[Mapping[str, Any]]) -> bool:
    return any((one["piece"], one["side"]) == (piece["name"], piece["side"]) for one in laid)


def _winner(options: Mapping[str, Any]) -> int:
    state, _ = snow_tails.setup(options)
    while state.phase != "over" and state.round <= MOST_ROUNDS:
        seat = owner(state)
        assert seat is not None
        for act in choose(state, seat, STRENGTH, options["seed"]):
            state, _ = snow_tails.apply(state, act)
    return next((sled.start for sled in state.sleds if sled.place == 1), 0)


def _options(
    laid: Sequence[Mapping[str, Any]], data: Mapping[str, Any], places: int, seed: int
) -> dict[str, Any]:
    seats = [
        {"name": str(n), "colour": COLOURS[n - 1], "place": n, "played": STRENGTH}
        for n in range(1, places + 1)
    ]
    return {"seats": seats, "limits": [], "laid": laid, "box": data, "seed": seed}
