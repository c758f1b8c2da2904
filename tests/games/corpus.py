"""Reader and player of the corpus in positions/ (its README.md defines the format)."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from shared import pairs
from trials import TRIALS

from companion.errors import Refused
from companion.games import GAMES, history

POSITIONS = Path(__file__).parent / "positions"


@dataclass
class Vector:
    """A vector: `head` are its set-up lines, `lines` its acts and facts."""

    id: str
    game: str
    about: str
    head: list[tuple[str, str]] = field(default_factory=list)
    lines: list[tuple[int, str]] = field(default_factory=list)


def vectors() -> list[Vector]:
    """Every vector of every file, in order."""
    found: list[Vector] = []
    for path in sorted(POSITIONS.glob("*.txt")):
        game = next(name for name in GAMES if path.name.startswith(name))
        for number, raw in enumerate(path.read_text().splitlines(), 1):
            line = "" if raw.startswith("#") else raw.strip()
            if line.startswith("== "):
                name, _, about = line[3:].partition("  ")
                found.append(Vector(name, game, about.strip()))
            elif line:
                word, _, rest = line.partition(" ")
                if word == "from" or word in TRIALS[found[-1].game].HEAD:
                    found[-1].head.append((word, rest.strip()))
                else:
                    found[-1].lines.append((number, line))
    return found


def options(vector: Vector) -> dict[str, Any]:
    """The options of the set-up."""
    return TRIALS[vector.game].start([line for line in vector.head if line[0] != "from"])


def acts(game: str, line: str) -> list[dict[str, Any]]:
    """The acts of a line in this game."""
    if line.startswith("{"):
        return [json.loads(line)]
    if given := re.fullmatch(r"given(?: (\d+):)? ?(.*)", line):
        seat = {"seat": int(given[1])} if given[1] else {}
        return [{"act": "correct"} | seat | {"set": pairs(given[2])}]
    if seated := re.fullmatch(r"(\d+): (.*)", line):
        return [TRIALS[game].seat_act(int(seated[1]), words) for words in seated[2].split(", ")]
    return [TRIALS[game].race_act(line)]


def look(state: Any, path: str) -> Any:
    """The value at a path such as `pending.slots` or `result.0.place`."""
    for part in path.split("."):
        state = state[int(part)] if isinstance(state, list | tuple) else state[part]
    return state


class Player:
    """Run the lines of a vector one after the other."""

    def __init__(self, vector: Vector) -> None:
        self.game = vector.game
        self.race = history.begin(GAMES[vector.game], options(vector))
        self.said = self.race.events

    def state(self) -> Mapping[str, Any]:
        """The state after a round trip through JSON, as a phone gets it."""
        state: Mapping[str, Any] = json.loads(
            json.dumps(self.race.game.view(self.race.state).state)
        )
        return state

    def do(self, line: str) -> None:
        for act in acts(self.game, line):
            self.race, self.said = self.race.apply(act)

    def refused(self, line: str) -> None:
        line, _, key = line.partition(" -- ")
        *before, last = acts(self.game, line)
        for act in before:
            self.race, _ = self.race.apply(act)
        state = self.state()
        with pytest.raises(Refused) as refusal:
            self.race.apply(last)
        assert key in ("", refusal.value.key)
        assert self.state() == state, "a refused act changed something"

    def fact(self, text: str) -> None:
        if text.startswith("says "):
            self.says(*text[5:].split(" ", 1))
            return
        if text.startswith("silent "):
            assert text[7:] not in [event.key for event in self.said]
            return
        state: Any = self.state()
        if seated := re.fullmatch(r"(\d+): (.*)", text):
            state = next(seat for seat in state["seats"] if seat["seat"] == int(seated[1]))
            text = seated[2]
        expected = pairs(text)
        assert {path: look(state, path) for path in expected} == expected

    def says(self, key: str, params: str = "") -> None:
        """Check for an event of the last act with this key and these params (`seat`: its seat)."""
        expected = pairs(params)
        for event in self.said:
            known = {**event.params, "seat": event.seat}
            if event.key == key and {name: known.get(name) for name in expected} == expected:
                return
        raise AssertionError(f"not said: {key} {params}, but {self.said}")


def play(vector: Vector) -> Player | None:
    """Play a vector. Returns None if its set-up is refused as expected."""
    if vector.lines[0][1] == "no start":
        with pytest.raises(Refused):
            Player(vector)
        return None
    player = Player(vector)
    for number, line in vector.lines:
        try:
            if line.startswith("= "):
                player.fact(line[2:])
            elif line.startswith("no "):
                player.refused(line[3:])
            else:
                player.do(line)
        except Exception as error:
            error.add_note(f"line {number}: {line}")
            raise
    return player
