"""An independent model of the Husky board, space by space, from the state's JSON alone."""

from collections.abc import Mapping
from typing import Any

Json = Mapping[str, Any]
At = tuple[int, int]
LIVES = {"wolf": "wS", "elk": "g", "bear": "b"}
"""The characters of the map on which a species can be (HU-02)."""


def near(at: At) -> set[At]:
    """The eight neighbouring places."""
    x, y = at
    around = {(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
    return around - {at}


def apart(one: At, other: At) -> int:
    """King's steps between two places (AM-HU-12)."""
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


class Ground:
    """The board of one state."""

    def __init__(self, state: Json) -> None:
        board = state["board"]
        self.state, self.board = state, board
        self.mushers = {tuple(seat["at"]) for seat in state["seats"] if seat["at"]}
        self.animals = {tuple(animal["at"]) for animal in board["animals"]}
        waits = any(seat["at"] is None and seat["status"] == "racing" for seat in state["seats"])
        starts = {at for at in self.places() if self.kind(at) == "S"}
        self.closed = starts - self.mushers if waits else set()

    def places(self) -> list[At]:
        rows, columns = range(1, self.board["height"] + 1), range(1, self.board["width"] + 1)
        return [(x, y) for y in rows for x in columns]

    def kind(self, at: At) -> str:
        x, y = at
        inside = 1 <= x <= self.board["width"] and 1 <= y <= self.board["height"]
        return str(self.board["spaces"][y - 1][x - 1]) if inside else "."

    def region(self, animal: Json) -> set[At]:
        """The connected area of its colour."""
        found, edge = set(), {tuple(animal["at"])}
        while edge:
            found |= edge
            edge = {
                one for at in edge for one in near(at) if self.kind(one) in LIVES[animal["species"]]
            } - found
        return found

    def steps(self, animal: Json) -> set[At]:
        """The ends of its move, one space or two (HU-15, HU-17, AM-HU-11)."""
        at, region = tuple(animal["at"]), self.region(animal) - self.animals - self.closed
        once = near(at) & region
        if self.state["steps"] == 1:
            return once
        twice = {end for over in once - self.mushers for end in near(over) & region} - {at}
        return twice or once

    def away(self, animal: Json) -> set[At]:
        """The spaces for an attacker: up to 3 from every musher, as far as possible (HU-21)."""
        free = self.region(animal) - self.animals - self.mushers - self.closed
        for least in (3, 2, 1):
            found = {at for at in free if all(apart(at, one) >= least for one in self.mushers)}
            if found:
                return found
        return set()

    def holds(self) -> None:
        """Check the offered moves and the positions of all figures."""
        assert len(self.animals) == len(self.board["animals"])
        for animal in self.board["animals"]:
            assert self.kind(tuple(animal["at"])) in LIVES[animal["species"]]
            offered = {tuple(to) for to in animal["steps"]}
            assert offered in (set(), self.steps(animal)), animal
        for due in self.board["relocate"]:
            animal = self.board["animals"][due["animal"] - 1]
            assert {tuple(to) for to in due["to"]} == self.away(animal)
        if self.state["relocate"] == "now" and self.state["phase"] == "turns":
            together = self.mushers & self.animals
            relocating = [
                tuple(self.board["animals"][due["animal"] - 1]["at"])
                for due in self.board["relocate"]
            ]
            assert all(at in relocating or not self.leaves(at) for at in together)

    def leaves(self, at: At) -> set[At]:
        """The spaces to which the animal on this space could be moved away."""
        return self.away(next(one for one in self.board["animals"] if tuple(one["at"]) == at))
