"""Husky for the tests of all games (see trials.py)."""

import json
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

from husky_box import BOXES, wild
from husky_model import Table, counts, distances
from shared import pairs, shown

from companion.games import history
from companion.games.husky import invariants, notation

Json = Mapping[str, Any]
HEAD = frozenset(("seats", "box", "option"))
VECTORS = frozenset(f"HU-T{n:02}" for n in (*range(1, 11), 13))
DOCS = "acts-husky.md"
SMALL: Json = {
    "seats": [
        {"seat": seat, "name": name, "colour": colour}
        for seat, name, colour in ((1, "Ada", "red"), (2, "Bob", "blue"), (3, "Cy", "green"))
    ]
}
SETTINGS: Mapping[str, Sequence[Any]] = {"start": [1, 3], "box": [{}, "example", None]}
NEEDS: Mapping[str, Json] = {}
UNREACHED = frozenset(("husky.notation",))
PLACES = ("white", "green", "blue", "start", "checkpoint_1", "checkpoint_2", "checkpoint_3")
STATE_FIELDS = frozenset(
    {"game", "round", "phase", "turn", "order", "start", "example", "events", "relocate", "steps"}
    | {"deal", "deck", "played", "weather_due", "weather", "weather_left", "events_left", "seen"}
    | {"seats", "board", "result"}
)
SEAT_FIELDS = frozenset(
    {"seat", "name", "colour", "status", "place", "hand", "where", "checkpoints"}
    | {"next_checkpoint", "blocked", "blocked_next", "attacks", "begun", "at", "pending"}
)


def options(rng: Random) -> dict[str, Any]:
    """A race with random seats, boxes and settings."""
    places = rng.sample(range(1, 7), rng.randint(3, 6))
    made: dict[str, Any] = {
        "seats": [{"seat": at, "name": f"Player {at}", "colour": f"c{at}"} for at in places],
        "start": rng.choice(places),
        "events": rng.random() < 0.7,
        "relocate": rng.choice(["now", "at_turn"]),
    }
    contents = rng.choice([wild(rng), wild(rng), "no board", None])
    if contents == "no board":
        return made | {"box": "example", "board": False}
    return made if contents is None else made | {"box": contents}


def candidates(state: Json) -> Iterator[dict[str, Any]]:
    """Every act without free arguments, sensible or not."""
    for seat in [*(seat["seat"] for seat in state["seats"]), 7]:
        yield from _taps(state, seat)
        yield from ({"act": "region", "seat": seat, "where": where} for where in PLACES)
        yield {"act": "checkpoint", "seat": seat}
        yield from ({"act": "checkpoint", "seat": seat, "number": n} for n in (1, 2, 3))
        for act in ("attack", "finish", "draw", "done", "retire"):
            yield {"act": act, "seat": seat}
        if state["board"] is not None:
            yield from _on_board(state, seat)
    yield {"act": "end"}


def _taps(state: Json, seat: int) -> Iterator[dict[str, Any]]:
    """All cards by the seat that can show them, for other seats three of each kind."""
    order = [one for one in state["order"] if _plays(state, one)]
    behind = order.index(state["turn"]) + 1 if state["turn"] in order else 0
    shows = (state["turn"], state["start"], *order[behind : behind + 1])
    for kind, count in (("action", 60), ("weather", 24), ("event", 30)):
        cards = set(range(1, (count if seat in shows else 3) + 1))
        if kind == "weather" and state["weather"] and state["weather"]["card"]:
            cards.add(state["weather"]["card"])
        for card in cards:
            yield {"act": "tap", "seat": seat, "card": {"kind": kind, "card": card}}


def _plays(state: Json, seat: int) -> bool:
    return any(one["seat"] == seat and one["status"] == "racing" for one in state["seats"])


def _on_board(state: Json, seat: int) -> Iterator[dict[str, Any]]:
    """Moves of musher and animals to every space; for a seat that is not up only some of them."""
    board = state["board"]
    spaces = [[x, y] for x in range(1, board["width"] + 1) for y in range(1, board["height"] + 1)]
    sensible = seat == state["turn"] or seat in [one["seat"] for one in board["relocate"]]
    for to in spaces if sensible else spaces[:3]:
        yield {"act": "move", "seat": seat, "to": to}
        for number in range(1, len(board["animals"]) + 1):
            yield {"act": "animal", "seat": seat, "animal": number, "to": to}
            yield {"act": "relocate", "seat": seat, "animal": number, "to": to}


def free_act(rng: Random, state: Json) -> dict[str, Any]:
    """An act with free arguments, sensible or not: corrections, results, cards by their faces."""
    seats = [seat["seat"] for seat in state["seats"]]
    seat, space = rng.choice(seats), [rng.randint(1, 9), rng.randint(1, 6)]
    of_musher = _musher_figures(rng, space)
    of_race = _race_figures(rng, seats, seat)
    animal = {"animal": rng.randint(1, 6), "space": space}
    changed = {"where": rng.choice(PLACES), "blocked": rng.random() < 0.5, "cards": 1, "to": space}
    return rng.choice(
        [
            {"act": "correct", "seat": seat, "set": _some(rng, of_musher)},
            {"act": "correct", "set": _some(rng, of_race)},
            {"act": "correct", "set": animal},
            {"act": "result", "seat": seat, **_some(rng, changed)},
            {"act": "tap", "seat": seat, "card": {"kind": "weather", **_weather(rng)}},
            {"act": "attack", "seat": seat, "species": "wolf"},
            {"act": "done", "seat": state["turn"], "took_s": 9.5},
        ]
    )


def _musher_figures(rng: Random, space: list[int]) -> dict[str, Any]:
    return {
        "hand": rng.choice([0, 1, 5, 8, 12]),
        "where": rng.choice(PLACES),
        "checkpoints": rng.sample([1, 2, 3], rng.randint(0, 3)),
        "blocked": rng.random() < 0.5,
        "status": rng.choice(["racing", "eliminated"]),
        "at": space,
    }


def _race_figures(rng: Random, seats: list[int], turn: int) -> dict[str, Any]:
    return {
        "turn": turn,
        "round": rng.randint(1, 9),
        "start": rng.choice(seats),
        "due": rng.random() < 0.5,
        "white": rng.randint(0, 2),
    }


def _some(rng: Random, figures: Json) -> dict[str, Any]:
    return {name: figures[name] for name in rng.sample(list(figures), rng.choice([1, 1, 2]))}


def _weather(rng: Random) -> dict[str, int]:
    return {colour: rng.randint(0, 2) for colour in PLACES[:3]}


def follower(options: Json, state: Json) -> Table:
    """An independent model of cards, distances and blocked turns."""
    return Table(options, state)


def check_race(race: history.History, options: Json) -> None:
    """Check that cards and figures agree and that the position round-trips."""
    assert list(invariants.broken(race.state)) == []
    if race.count % 5 == 0:  # a line with sixty cards is slow to parse
        assert notation.read(notation.write(race.state)) == race.state
    state = shown(race)
    counts(state)
    distances(state)


def start(head: Sequence[tuple[str, str]]) -> dict[str, Any]:
    """The options in lines such as `seats 1 2 3`, `box sample`, `option start 2`."""
    made: dict[str, Any] = {}
    for word, rest in head:
        if word == "seats":
            made["seats"] = [
                {"seat": int(seat), "name": f"Player {seat}", "colour": f"c{seat}"}
                for seat in rest.split()
            ]
        elif word == "box":
            made["box"] = BOXES[rest]
        else:
            name, _, value = rest.partition(" ")
            made[name] = json.loads(value)
    return made


def seat_act(seat: int, words: str) -> dict[str, Any]:
    """The act of a seat's line."""
    match words.split():
        case ["weather" | "card" | "event" as kind, card]:
            kind = "action" if kind == "card" else kind
            return {"act": "tap", "seat": seat, "card": {"kind": kind, "card": int(card)}}
        case ["on", where]:
            return {"act": "region", "seat": seat, "where": where}
        case ["pass", *number]:
            named = {"number": int(number[0])} if number else {}
            return {"act": "checkpoint", "seat": seat, **named}
        case ["attacked", *species]:
            return {"act": "attack", "seat": seat} | ({"species": species[0]} if species else {})
        case ["result", *rest]:
            return {"act": "result", "seat": seat} | pairs(" ".join(rest))
        case ["ok", *rest]:
            return {"act": "done", "seat": seat} | pairs(" ".join(rest))
        case ["to", space]:
            return {"act": "move", "seat": seat, "to": _space(space)}
        case ["animal" | "away" as what, number, space]:
            act = "animal" if what == "animal" else "relocate"
            return {"act": act, "seat": seat, "animal": int(number), "to": _space(space)}
        case [word] if word in ("finish", "draw", "retire"):
            return {"act": word, "seat": seat}
    raise AssertionError(f"no such words: {words!r}")


def _space(text: str) -> list[int]:
    return [int(number) for number in text.split(".")]


def race_act(line: str) -> dict[str, Any]:
    """The act of a line for the whole race."""
    if line in ("end", "undo", "redo"):
        return {"act": line}
    raise AssertionError(f"no such line: {line!r}")
