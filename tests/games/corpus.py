"""Reads the corpus in positions/ (its README.md says how it is written) and plays it."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from companion import history
from companion.errors import Refused
from companion.games import GAMES

POSITIONS = Path(__file__).parent / "positions"
HEAD = {"from", "seats", "limits", "option"}
SLOTS = ("left", "right", "brake")
MARKS = ("line", "sapling", "edge", "sled")


@dataclass
class Vector:
    """One vector: `head` are the lines that set it up, `lines` what is done and what is then so."""

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
                if word in HEAD:
                    found[-1].head.append((word, rest.strip()))
                else:
                    found[-1].lines.append((number, line))
    return found


def options(vector: Vector) -> dict[str, Any]:
    """The set-up's options from `seats`, `limits` and `option` lines."""
    made: dict[str, Any] = {}
    for word, rest in vector.head:
        if word == "seats":
            pairs = [tuple(map(int, item.split("@"))) for item in rest.split()]
            made["seats"] = [
                {"seat": seat, "name": f"Player {seat}", "colour": f"c{seat}", "place": place}
                for seat, place in pairs
            ]
        elif word == "limits":
            made["limits"] = [int(limit) for limit in rest.split()]
        elif word == "option":
            name, _, value = rest.partition(" ")
            made[name] = json.loads(value)
    return made


def pairs(text: str) -> dict[str, Any]:
    """`a=1 b=[1,2]` as an object; values are JSON without spaces."""
    return {key: json.loads(value) for key, _, value in (p.partition("=") for p in text.split())}


def seat_act(seat: int, words: str) -> dict[str, Any]:
    """A seat's words as an act."""
    match words.split():
        case ["tap", value, *slot]:
            act = {"act": "tap", "seat": seat, "card": {"value": int(value)}}
            return {**act, "slot": slot[0]} if slot else act
        case ["late", what]:
            return {"act": "mark", "seat": seat, "what": what, "late": True}
        case ["ok", *rest]:
            bonus = {"bonus": True} if "bonus" in rest else {}
            return {"act": "done", "seat": seat} | bonus | pairs(" ".join(rest[len(bonus) :]))
        case ["name", value]:
            return {"act": "discard", "seat": seat, "value": int(value)}
        case [word] if word in SLOTS:
            return {"act": "slot", "seat": seat, "slot": word}
        case [word] if word in MARKS:
            return {"act": "mark", "seat": seat, "what": word}
        case [word] if word in ("shuffle", "retire"):
            return {"act": word, "seat": seat}
    raise AssertionError(f"no such words: {words!r}")


def race_act(line: str) -> dict[str, Any]:
    """An act of the whole race."""
    match line.split():
        case ["order", *seats]:
            return {"act": "order"} | ({"seats": [int(seat) for seat in seats]} if seats else {})
        case ["shift", seat, by]:
            return {"act": "shift", "seat": int(seat), "by": int(by)}
        case ["course", *limits]:
            return {"act": "course", "limits": [int(limit) for limit in limits], "flag": "left"}
        case [word] if word in ("end", "undo", "redo"):
            return {"act": word}
    raise AssertionError(f"no such line: {line!r}")


def acts(line: str) -> list[dict[str, Any]]:
    """The acts that a line means."""
    if line.startswith("{"):
        return [json.loads(line)]
    if given := re.fullmatch(r"given(?: (\d+):)? ?(.*)", line):
        seat = {"seat": int(given[1])} if given[1] else {}
        return [{"act": "correct"} | seat | {"set": pairs(given[2])}]
    if seated := re.fullmatch(r"(\d+): (.*)", line):
        return [seat_act(int(seated[1]), words) for words in seated[2].split(", ")]
    return [race_act(line)]


def look(state: Any, path: str) -> Any:
    """The value at a path such as `pending.slots` or `result.0.place`."""
    for part in path.split("."):
        state = state[int(part)] if isinstance(state, list | tuple) else state[part]
    return state


class Player:
    """Does a vector's lines one after the other, and remembers the last act's events."""

    def __init__(self, vector: Vector) -> None:
        self.race = history.begin(GAMES[vector.game], options(vector))
        self.said = self.race.events

    def state(self) -> Mapping[str, Any]:
        """The state as a phone gets it: through JSON."""
        state: Mapping[str, Any] = json.loads(
            json.dumps(self.race.game.view(self.race.state).state)
        )
        return state

    def do(self, line: str) -> None:
        for act in acts(line):
            self.race, self.said = self.race.apply(act)

    def refused(self, line: str) -> None:
        line, _, key = line.partition(" -- ")
        *before, last = acts(line)
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
        """One of the last act's events has this key and these params (`seat` is whose it is)."""
        expected = pairs(params)
        for event in self.said:
            known = {**event.params, "seat": event.seat}
            if event.key == key and {name: known.get(name) for name in expected} == expected:
                return
        raise AssertionError(f"not said: {key} {params}, but {self.said}")


def play(vector: Vector) -> Player | None:
    """Plays a vector; None if its set-up is one that must be refused."""
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
