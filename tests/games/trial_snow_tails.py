"""Snow Tails for the tests of all games (see trials.py)."""

import json
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

from shared import pairs, shown
from snow_model import Table, figures

from companion.games import history
from companion.games.snow_tails import invariants, notation

Json = Mapping[str, Any]
SLOTS = ("left", "right", "brake")
MARKS = ("line", "sapling", "edge", "sled")
HEAD = frozenset(("seats", "limits", "option"))

VECTORS = frozenset(
    [f"ST-T{n:02}" for n in range(1, 21)]
    + [f"ST-C{n:02}" for n in range(1, 25) if n not in (6, 10, 12, 17, 21)]  # never given
)

DOCS = "acts.md"
SMALL: Json = {
    "seats": [
        {"seat": 1, "name": "Ada", "colour": "red", "place": 1},
        {"seat": 2, "name": "Bob", "colour": "blue", "place": 2},
    ],
    "limits": [4, 5],
}
SETTINGS: Mapping[str, Sequence[Any]] = {"deck": [2, 20], "laid": [[]], "box": ["example", {}]}
NEEDS: Mapping[str, Json] = {
    "seats.played": {
        "laid": [{"piece": name, "side": "A"} for name in ("1", "5", "2", "10")],
        "box": "example",
    }
}
UNREACHED = frozenset(("snow_tails.notation",))
STATE_FIELDS = frozenset(
    {"game", "round", "phase", "turn", "order", "proposed_order", "doubts"}
    | {"big_paws", "seats", "result"}
)
SEAT_FIELDS = frozenset(
    {"seat", "name", "colour", "left", "right", "brake", "speed", "drift"}
    | {"drift_side", "drift_steps", "straight_steps", "balanced", "bonus", "bonus_allowed"}
    | {"position", "dents", "dogs", "deck", "discard", "unseen", "lines", "next_limit", "status"}
    | {"place", "pending"}
)


def options(rng: Random) -> dict[str, Any]:
    """A short race with random seats, decks and settings."""
    count = rng.randint(2, 5)
    seats, places = rng.sample(range(1, 7), count), rng.sample(range(1, 6), count)
    few = {str(value): rng.randint(2, 4) for value in range(1, 6)}
    return {
        "seats": [
            {"seat": seat, "name": f"Player {seat}", "colour": f"c{seat}", "place": place}
            for seat, place in zip(seats, places, strict=True)
        ],
        "limits": [rng.randint(1, 6) for _ in range(rng.randint(0, 3))],
        "deck": rng.choice([4, 4, 2, few]),
        "edition": rng.choice(["de", "fr"]),
        "bonus_may_crash": rng.random() < 0.5,
        "finished_count": rng.random() < 0.5,
        "dnf_points": rng.randint(0, 1),
    }


def candidates(state: Json) -> Iterator[dict[str, Any]]:
    """Every act of interfaces.md without free arguments, sensible or not."""
    seats = [*(seat["seat"] for seat in state["seats"]), 7]
    slots = ("left", "right", "brake")
    for seat in seats:
        for value in range(1, 6):
            tap = {"act": "tap", "seat": seat, "card": {"value": value}}
            yield tap
            yield from ({**tap, "slot": slot} for slot in slots)
            yield {"act": "discard", "seat": seat, "value": value}
        yield from ({"act": "slot", "seat": seat, "slot": slot} for slot in slots)
        for what in ("line", "sapling", "edge", "sled"):
            yield {"act": "mark", "seat": seat, "what": what}
            yield {"act": "mark", "seat": seat, "what": what, "late": True}
            yield {"act": "unmark", "seat": seat, "what": what}
        yield {"act": "move", "seat": seat, "to": [0, 1, 1]}
        yield {"act": "done", "seat": seat}
        yield {"act": "done", "seat": seat, "bonus": True}
        yield from ({"act": "shift", "seat": seat, "by": by} for by in (-1, 1))
        yield {"act": "shuffle", "seat": seat}
        yield {"act": "retire", "seat": seat}
    yield from _moves(state)
    yield from ({"act": act} for act in ("order", "end"))


def _moves(state: Json) -> Iterator[dict[str, Any]]:
    """The choices of ends of the half-played move on a laid course, and of one more."""
    for seat in state["seats"]:
        for end in (seat["pending"] or {}).get("ends", ()):
            move = {"act": "move", "seat": seat["seat"], "to": end["to"], "which": end["which"]}
            for act in (move, {**move, "which": 40}):
                yield {**act, "bonus": True} if end["bonus"] else act


def free_act(rng: Random, state: Json) -> dict[str, Any]:
    """An act with free arguments, sensible or not: a correction, a new course, a late mark."""
    seats = [seat["seat"] for seat in state["seats"]]
    order = rng.sample(state["order"], len(state["order"]))
    of_sled = {"left": 5, "right": 5, "brake": 5, "dents": 4, "dogs": 6, "deck": 16, "lines": 3}
    wanted = {name: rng.randint(0, most) for name, most in of_sled.items()}
    wanted["status"] = rng.choice(["racing", "finished", "eliminated"])
    wanted["place"] = rng.choice([None, 1, 2])
    of_race = {"turn": rng.choice(seats), "round": rng.randint(1, 9), "order": order}
    of_race["big_paws"] = rng.choice([None, *seats])
    sled = {name: wanted[name] for name in rng.sample(list(wanted), rng.choice([1, 1, 2, 3]))}
    race = {name: of_race[name] for name in rng.sample(list(of_race), rng.choice([1, 1, 2]))}
    limits = [rng.randint(1, 6) for _ in range(rng.randint(0, 3))]
    return rng.choice(
        [
            {"act": "correct", "seat": rng.choice(seats), "set": sled},
            {"act": "correct", "set": race},
            {"act": "course", "limits": limits, "flag": rng.choice(["left", "right"])},
            {"act": "order", "seats": order},
            {"act": "done", "seat": state["turn"], "rows": rng.randint(0, 9), "took_s": 9.5},
        ]
    )


def follower(options: Json, state: Json) -> Table:
    """An independent model of every seat's cards."""
    return Table(options, state)


def check_race(race: history.History, options: Json) -> None:
    """Check that cards and figures agree and that the position round-trips."""
    state = shown(race)
    assert list(invariants.broken(race.state)) == []
    assert notation.read(notation.write(race.state)) == race.state
    for seat in state["seats"]:
        expected = figures(state, seat, options, state["limits"])
        assert {name: seat[name] for name in expected} == expected
        unnamed = sum(seat["unseen"].values()) - seat["dogs"] - seat["deck"]
        assert 0 <= unnamed <= seat["discard"]
        assert 0 <= seat["dents"] <= 4
    up = next((seat for seat in state["seats"] if seat["seat"] == state["turn"]), None)
    assert up is None or (up["status"] == "racing" and up["dogs"] > 0)


def start(head: Sequence[tuple[str, str]]) -> dict[str, Any]:
    """The options in the `seats`, `limits` and `option` lines."""
    made: dict[str, Any] = {}
    for word, rest in head:
        if word == "seats":
            placed = [tuple(map(int, item.split("@"))) for item in rest.split()]
            made["seats"] = [
                {"seat": seat, "name": f"Player {seat}", "colour": f"c{seat}", "place": place}
                for seat, place in placed
            ]
        elif word == "limits":
            made["limits"] = [int(limit) for limit in rest.split()]
        elif word == "option":
            name, _, value = rest.partition(" ")
            made[name] = json.loads(value)
    return made


def seat_act(seat: int, words: str) -> dict[str, Any]:
    """The act of a seat's line."""
    match words.split():
        case ["tap", value, *slot]:
            act = {"act": "tap", "seat": seat, "card": {"value": int(value)}}
            return {**act, "slot": slot[0]} if slot else act
        case ["late", what]:
            return {"act": "mark", "seat": seat, "what": what, "late": True}
        case ["back", what]:
            return {"act": "unmark", "seat": seat, "what": what}
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
    """The act of a line for the whole race."""
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
