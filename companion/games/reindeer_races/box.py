"""The contents of the box, entered once by the owner (rules.md 6.2 and 9).

    {"moves": {"letter_1": 8, …, "elf": 7},           copies of each movement card, 77 in all
     "tracks": [["plain", "ice_back"], …, null],      the two spaces of each of the 27 track cards
     "rewards": {"letter": [8, 6, …], …}}             the tiles of each track, 15 in all

Movement cards and rewards count only when all are known, each track card by itself.
"""

from collections.abc import Mapping
from typing import Any

from companion.errors import Refused
from companion.games.fields import (
    Field,
    Wrong,
    boolean,
    items,
    one_of,
    or_null,
    record,
    refuse_wrong,
)
from companion.games.fields import whole as whole_number
from companion.games.game import Say
from companion.games.reindeer_races.state import (
    ELF,
    KINDS,
    MOVE_CARDS,
    OBJECTS,
    SPACES,
    TILES,
    TRACK_CARDS_IN_BOX,
    Box,
)

MOST_VALUE = 99
"""The highest possible value of a reward."""

MOVES = tuple(what if what == ELF else f"{what}_{count}" for what, count in KINDS)
"""The names of the kinds of movement cards."""

_pair = or_null(items(one_of(*SPACES), 2, 2))
_tracks = items(_pair, TRACK_CARDS_IN_BOX, TRACK_CARDS_IN_BOX)
_tiles = items(whole_number(1, MOST_VALUE), 0, TILES)
_box = record(
    {
        "moves": Field(
            record({name: Field(whole_number(0, MOVE_CARDS), required=False) for name in MOVES}),
            required=False,
        ),
        "tracks": Field(_tracks, required=False),
        "rewards": Field(
            record({what: Field(_tiles, required=False) for what in OBJECTS}), required=False
        ),
        "example": Field(boolean, required=False),
    }
)

_EXAMPLE_TRACKS = (
    "plain plain, plain ice_forward, ice_back plain, skis plain, plain snowman, plain yeti,"
    "ice_forward plain, plain plain, plain skis, snowman plain, ice_back ice_forward, plain plain,"
    "yeti plain, plain ice_left, ice_right plain, plain plain, skis snowman, plain ice_back,"
    "ice_forward ice_forward, plain plain, snowman skis, plain ice_right, plain plain,"
    "ice_left yeti, ice_back ice_back, plain snowman, skis ice_forward"
)


def example() -> dict[str, Any]:
    """A complete invented set, for trying the game before a box is entered."""
    moves = {name: 8 if name.endswith("_1") else 6 for name in MOVES}
    return {
        "moves": {**moves, ELF: 7},
        "tracks": [pair.split() for pair in _EXAMPLE_TRACKS.split(",")],
        "rewards": {
            "letter": [8, 6, 5, 3, 2],
            "decoration": [9, 7, 5, 3],
            "log": [10, 8, 6],
            "gift": [12, 9],
            "tree": [15],
        },
        "example": True,
    }


def read(data: Mapping[str, Any]) -> dict[str, Any]:
    """The box with all its fields, rewards in descending order; nothing is mandatory.

    Raises Refused `box.…` with the field's name, or with the counts if there are more than the game
    has.
    """
    refuse_wrong(_box, data, "box")
    moves, rewards = data.get("moves", {}), data.get("rewards", {})
    made: dict[str, Any] = {
        "moves": {name: moves.get(name, 0) for name in MOVES},
        "tracks": [list(pair) if pair else None for pair in data.get("tracks") or _unknown()],
        "rewards": {what: sorted(rewards.get(what, ()), reverse=True) for what in OBJECTS},
    }
    counted = sum(made["moves"].values())
    if counted > MOVE_CARDS:
        raise Refused("reindeer_races.box_moves", count=counted, most=MOVE_CARDS)
    tiles = sum(map(len, made["rewards"].values()))
    if tiles > TILES:
        raise Refused("reindeer_races.box_rewards", count=tiles, most=TILES)
    return {**made, "example": True} if data.get("example") else made


def _unknown() -> list[None]:
    return [None] * TRACK_CARDS_IN_BOX


def missing(data: Mapping[str, Any]) -> tuple[Say, ...]:
    """The entries that are missing, none if the box is complete. Raises Refused as `read` does."""
    box = read(data)
    tiles = [len(box["rewards"][what]) for what in OBJECTS]
    counts = (
        ("moves", sum(box["moves"].values()), MOVE_CARDS),
        ("tracks", sum(pair is not None for pair in box["tracks"]), TRACK_CARDS_IN_BOX),
        ("rewards", sum(tiles), TILES),
    )
    short = [
        Say(f"box.few_{what}", {"count": count, "of": of})
        for what, count, of in counts
        if count < of
    ]
    if sum(tiles) == TILES:
        empty = (what for what, count in zip(OBJECTS, tiles, strict=True) if not count)
        short += [
            Say("box.no_reward", {"track": Say(f"reindeer_races.track_{what}")}) for what in empty
        ]
    return tuple(short)


def contents(data: Any) -> Box:
    """The box as the rules use it: the example, an object as above, or None for an empty one."""
    if data is None:
        return Box()
    box = read(example() if data == "example" else data)
    moves = tuple(box["moves"].values())
    rewards = tuple(tuple(box["rewards"][what]) for what in OBJECTS)
    whole = sum(map(len, rewards)) == TILES and all(rewards)
    return Box(
        moves=moves if sum(moves) == MOVE_CARDS else (),
        tracks=tuple((pair[0], pair[1]) if pair else None for pair in box["tracks"]),
        rewards=rewards if whole else Box().rewards,
        example=box.get("example", False),
    )


def option(value: Any) -> None:
    """Check the type of the option `box`. `contents` checks the rest."""
    if value != "example" and not isinstance(value, Mapping):
        raise Wrong("wrong_type", type="object")
