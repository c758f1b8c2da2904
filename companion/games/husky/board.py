"""The owner's map of the board: colours, regions, checkpoints, start, finish, animals.

Each row of the map is a text with one character per space, as in KINDS. Rows go from the top,
columns from the left, both counted from 1. The printed board has 31 columns and 14 rows; other
sizes are accepted. A space that is not filled in yet is "?".
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from companion.errors import Refused
from companion.games.fields import Field, items, one_of, record, refuse_wrong, text, whole
from companion.games.game import Say

At = tuple[int, int]
"""Column and row, from 1."""

WIDTH, HEIGHT = 31, 14
MOST_WIDTH, MOST_HEIGHT = 60, 40

KINDS: Mapping[str, str] = {
    "w": "white",
    "g": "green",
    "b": "blue",
    "S": "start",
    "F": "finish",
    "1": "checkpoint_1",
    "2": "checkpoint_2",
    "3": "checkpoint_3",
    ".": "nothing",
    "?": "unknown",
}
"""Snow, bush, ice; the start; the finish (one or more); the checkpoints' red spaces; no space."""

REDS = ("1", "2", "3")
HABITAT: Mapping[str, str] = {"wolf": "white", "elk": "green", "bear": "blue"}
"""The colour in which each species lives (HU-02)."""

SPECIES = tuple(HABITAT)
COUNTS: Mapping[str, int] = {"wolf": 8, "elk": 5, "bear": 6}
_GROUND: Mapping[str, str] = {"w": "white", "S": "white", "g": "green", "b": "blue"}
"""The ground for animals: the start counts as snow, red spaces and finish are closed to them."""


class Animal(NamedTuple):
    """An animal and its first position."""

    species: str
    at: At


@dataclass(frozen=True)
class Board:
    """A complete map. Sets of spaces are integers with one bit for each place.

    Bits go row by row, with an empty column after each row, so that a king's step of a whole set is
    a few shifts and none wraps around an edge.
    """

    rows: tuple[str, ...]
    animals: tuple[Animal, ...]

    @property
    def width(self) -> int:
        return len(self.rows[0])

    @property
    def height(self) -> int:
        return len(self.rows)

    @cached_property
    def stride(self) -> int:
        """Bits from one row to the next."""
        return self.width + 1

    def bit(self, at: At) -> int:
        """The bit of a space."""
        return 1 << (at[1] - 1) * self.stride + at[0] - 1

    def places(self, bits: int) -> Iterator[At]:
        """The spaces of these bits, row by row."""
        while bits:
            lowest = bits & -bits
            row, column = divmod(lowest.bit_length() - 1, self.stride)
            yield column + 1, row + 1
            bits ^= lowest

    def kind(self, at: At) -> str:
        """The kind of a space; "nothing" outside the map."""
        x, y = at
        if not (1 <= x <= self.width and 1 <= y <= self.height):
            return "nothing"
        return KINDS[self.rows[y - 1][x - 1]]

    def spaces_of(self, characters: str) -> int:
        """All spaces drawn with one of these characters."""
        return self._all[characters] if characters in self._all else self._drawn(characters)

    @cached_property
    def _all(self) -> Mapping[str, int]:
        return {one: self._drawn(one) for one in (*KINDS, "wgbSF123", "SF123")}

    def _drawn(self, characters: str) -> int:
        return sum(
            self.bit((x, y))
            for y, row in enumerate(self.rows, 1)
            for x, one in enumerate(row, 1)
            if one in characters
        )

    @cached_property
    def all(self) -> int:
        """All places on the map, spaces or not: every bit outside the empty columns."""
        row = (1 << self.width) - 1
        return sum(row << y * self.stride for y in range(self.height))

    @cached_property
    def start(self) -> At:
        """The start space."""
        return next(self.places(self._all["S"]))

    @cached_property
    def regions(self) -> Mapping[At, int]:
        """Each space for animals -> the spaces of its region.

        A region is a connected area of one colour, by king's steps (HU-02).
        """
        found: dict[At, int] = {}
        for colour in HABITAT.values():
            left = self.spaces_of("".join(one for one, of in _GROUND.items() if of == colour))
            while left:
                region = connected(left & -left, left, self.stride)
                found.update(dict.fromkeys(self.places(region), region))
                left &= ~region
        return found


def spread(cells: int, stride: int) -> int:
    """These spaces and all within a king's step. The caller masks the empty columns."""
    wide = cells | cells << 1 | cells >> 1
    return wide | wide << stride | wide >> stride


def connected(seed: int, within: int, stride: int) -> int:
    """All spaces within `within` that are connected to `seed`."""
    grown = spread(seed, stride) & within
    while grown != seed:
        seed, grown = grown, spread(grown, stride) & within
    return seed


# Checking the owner's map

_animal = record({"species": Field(one_of(*SPECIES)), "x": Field(whole(1)), "y": Field(whole(1))})
_fields = record(
    {
        "width": Field(whole(2, MOST_WIDTH)),
        "height": Field(whole(1, MOST_HEIGHT)),
        "spaces": Field(items(text)),
        "animals": Field(items(_animal)),
    }
)


def check(data: Any) -> None:
    """Check a map, complete or not. Raises Refused with row and column."""
    refuse_wrong(_fields, data, "options", "box", "board")
    rows, width, height = data["spaces"], data["width"], data["height"]
    if len(rows) != height:
        raise Refused("husky.board_rows", count=len(rows), height=height)
    for y, row in enumerate(rows, 1):
        if len(row) != width:
            raise Refused("husky.board_row", row=y, count=len(row), width=width)
        for x, one in enumerate(row, 1):
            if one not in KINDS:
                known = " ".join(KINDS)
                raise Refused("husky.board_space", row=y, column=x, what=one, known=known)
    _check_counts(rows)
    _check_animals(data)


def _check_counts(rows: tuple[str, ...]) -> None:
    """Refuse more than one start, or more than two red spaces of a checkpoint (HU-24)."""
    for kind, most in (("S", 1), *((red, 2) for red in REDS)):
        drawn = ((y, row) for y, row in enumerate(rows, 1))
        places = [(x, y) for y, row in drawn for x, one in enumerate(row, 1) if one == kind]
        if len(places) > most:
            x, y = places[most]
            raise Refused("husky.board_twice", row=y, column=x, what=kind, count=most)


def _check_animals(data: Mapping[str, Any]) -> None:
    """Refuse animals on one space, on a foreign colour (HU-02), or more than are in the box."""
    taken: set[At] = set()
    for animal in data["animals"]:
        x, y, species = animal["x"], animal["y"], animal["species"]
        on_map = x <= data["width"] and y <= data["height"]
        drawn = data["spaces"][y - 1][x - 1] if on_map else "."
        named = {"row": y, "column": x, "animal": Say(f"husky.species_{species}")}
        if (x, y) in taken:
            raise Refused("husky.board_taken", **named)
        if drawn != "?" and _GROUND.get(drawn) != HABITAT[species]:
            raise Refused("husky.board_habitat", **named)
        taken.add((x, y))
    for species, most in COUNTS.items():
        if sum(animal["species"] == species for animal in data["animals"]) > most:
            raise Refused("husky.board_animals", animal=Say(f"husky.species_{species}"), count=most)


def missing_spaces(data: Mapping[str, Any]) -> dict[str, int]:
    """The parts that a map lacks before it can be played on: name -> number."""
    drawn = "".join(data["spaces"])
    wanted = {
        "spaces": drawn.count("?"),
        "start": 1 - drawn.count("S"),
        "finish": int("F" not in drawn),
        **{f"checkpoint_{red}": 2 - drawn.count(red) for red in REDS},
    }
    return {what: count for what, count in wanted.items() if count > 0}


def missing_animals(data: Mapping[str, Any]) -> dict[str, int]:
    """Animals of the box that are not on the map (HU-01); it can be played without them."""
    species = [animal["species"] for animal in data["animals"]]
    left = {one: count - species.count(one) for one, count in COUNTS.items()}
    return {one: count for one, count in left.items() if count > 0}


def build(data: Mapping[str, Any]) -> Board:
    """The board of a complete map."""
    animals = (Animal(one["species"], (one["x"], one["y"])) for one in data["animals"])
    return Board(tuple(data["spaces"]), tuple(animals))
