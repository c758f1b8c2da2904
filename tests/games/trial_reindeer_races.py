"""Reindeer Races for the tests of all games (see trials.py)."""

import json
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

from reindeer_model import Table, counted, table
from reindeer_race import box_with, laid, seats
from shared import pairs, shown

from companion.games import history
from companion.games.reindeer_races import box, invariants, notation
from companion.games.reindeer_races.state import KINDS, OBJECTS, SPACES, TRACK_CARDS

Json = Mapping[str, Any]
HEAD = frozenset(("seats", "box", "spaces", "option"))

VECTORS = frozenset(f"RR-T{n:02}" for n in (*range(1, 14), 15))

DOCS = "acts-reindeer_races.md"
SMALL: Json = {"seats": seats(2)}
SETTINGS: Mapping[str, Sequence[Any]] = {"first": [1, 2], "laid": [laid()]}
NEEDS: Mapping[str, Json] = {}
UNREACHED = frozenset(("reindeer_races.notation",))
STATE_FIELDS = frozenset(
    {"game", "example", "round", "phase", "turn", "order", "bond_span", "pile", "discard"}
    | {"unseen", "laid", "tracks", "seats", "result"}
)
SEAT_FIELDS = frozenset(
    {"seat", "name", "colour", "status", "place", "hand", "to_name", "points", "tiles"}
    | {"reindeer", "pending", "place_now", "missing"}
)
TILES = ((1, 1, 1, 6, 6), (1, 1, 2, 5, 6), (2, 1, 1, 5, 6))
"""Tiles of each track in short races; 15 in all."""


def options(rng: Random) -> dict[str, Any]:
    """A short race, laid or to be laid, with complete, partial and empty boxes."""
    count = rng.randint(2, 4)
    places = rng.sample(range(1, 7), count)
    made: dict[str, Any] = {
        "seats": [{"seat": at, "name": f"Player {at}", "colour": f"c{at}"} for at in places],
        "first": rng.choice(places),
        "bond_span": rng.choice([2, 3]),
    }
    contents = rng.choice([wild(rng), wild(rng), {**wild(rng), "example": True}, None])
    if contents is not None:
        made["box"] = contents
    if rng.random() < 0.7:
        cards = iter(rng.sample(range(1, 28), 25))
        made["laid"] = [
            [{"card": next(cards), "turned": rng.random() < 0.5} for _ in range(length)]
            for length in TRACK_CARDS.values()
        ]
    return made


def wild(rng: Random) -> dict[str, Any]:
    """A box with many action spaces, some of them unknown."""
    pairs = [[rng.choice(SPACES), rng.choice(SPACES)] for _ in range(27)]
    counts = zip(OBJECTS, rng.choice(TILES), strict=True)
    made: dict[str, Any] = {
        "tracks": [pair if rng.random() < 0.9 else None for pair in pairs],
        "rewards": {track: [rng.randint(1, 9) for _ in range(count)] for track, count in counts},
    }
    return {**made, "moves": box.example()["moves"]} if rng.random() < 0.8 else made


def candidates(state: Json) -> Iterator[dict[str, Any]]:
    """Every act without free arguments, sensible or not."""
    for number in range(1, 28):
        yield {"act": "tap", "card": {"kind": "track", "card": number}}
    for seat in [*(seat["seat"] for seat in state["seats"]), 7]:
        for what, many in [*KINDS, ("elf", 2)]:
            card = {"object": what, "count": many}
            yield {"act": "tap", "seat": seat, "card": card}
            yield {"act": "discard", "seat": seat, "card": card}
        yield from ({"act": "track", "seat": seat, "track": track} for track in OBJECTS)
        for number in range(1, 5):
            yield {"act": "reindeer", "seat": seat, "reindeer": number}
            yield {"act": "reindeer", "seat": seat, "reindeer": number, "leaps": False}
        for end in (*range(1, 15), "reward", "off"):
            yield {"act": "land", "seat": seat, "end": end}
        yield {"act": "done", "seat": seat}
        yield {"act": "done", "seat": seat, "last": True}
        yield {"act": "retire", "seat": seat}
    yield from ({"act": act} for act in ("flip", "shuffle", "end"))


def free_act(rng: Random, state: Json) -> dict[str, Any]:
    """A correction, sensible or not, or an act with a free argument."""
    numbers = [seat["seat"] for seat in state["seats"]]
    spots = [{"track": rng.choice(OBJECTS), "space": rng.randint(1, 8)} for _ in range(2)]
    of_team = {
        "hand": rng.randint(0, 8),
        "reindeer": {str(rng.randint(1, 4)): rng.choice([None, spot]) for spot in spots},
        "tiles": {rng.choice(OBJECTS): rng.choice([[], [rng.randint(1, 9)]])},
        "status": rng.choice(["racing", "racing", "eliminated"]),
    }
    other = rng.choice([laid()[:1], [laid()[0][::-1]]])
    of_race = {"turn": rng.choice(numbers), "round": rng.randint(1, 9), "pile": rng.randint(0, 70)}
    of_race["laid"] = {"letter": other[0]}
    team = {name: of_team[name] for name in rng.sample(list(of_team), rng.choice([1, 1, 2]))}
    race = {name: of_race[name] for name in rng.sample(list(of_race), rng.choice([1, 2]))}
    leaps = [rng.random() < 0.5 for _ in range(rng.randint(0, 4))]
    seat = {"seat": rng.choice(numbers)}
    return rng.choice(
        [
            {"act": "correct", **seat, "set": team},
            {"act": "correct", **seat, "set": team},
            {"act": "correct", "set": race},
            {"act": "flip", "card": rng.randint(1, 27)},
            {"act": "reindeer", **seat, "reindeer": rng.randint(1, 4), "leaps": leaps},
            {"act": "land", **seat, "end": rng.randint(1, 9), "track": rng.choice(OBJECTS)},
            {"act": "value", **seat, "reward": rng.randint(1, 3), "value": rng.randint(1, 9)},
        ]
    )


def follower(options: Json, state: Json) -> Table:
    """An independent model of cards, tiles and reindeer."""
    return table(state)


def check_race(race: history.History, options: Json) -> None:
    """Check that pieces are complete and that the position round-trips."""
    assert list(invariants.broken(race.state)) == []
    assert notation.read(notation.write(race.state)) == race.state
    counted(shown(race))


def start(head: Sequence[tuple[str, str]]) -> dict[str, Any]:
    """The options in `box` (none, example), `spaces` of plain tracks and option lines."""
    made: dict[str, Any] = {"laid": laid()}
    spaces: dict[str, dict[int, str]] = {}
    contents = ""
    for word, rest in head:
        first, _, value = rest.partition(" ")
        if word == "seats":
            made["seats"] = [
                {"seat": int(seat), "name": f"Player {seat}", "colour": f"c{seat}"}
                for seat in rest.split()
            ]
        elif word == "spaces":
            at = (one.split("=") for one in value.split())
            spaces[first] = {int(space): what for space, what in at}
        elif word == "box":
            contents = rest
        else:
            made[first] = json.loads(value)
    known = {"": box_with(spaces), "none": None, "example": "example"}
    made.setdefault("box", known[contents])
    return {name: value for name, value in made.items() if value is not None}


def card(name: str) -> dict[str, Any]:
    """A card from its name: `gift_2`, `gift_2.3` (the third copy), `elf`."""
    name, _, copy = name.partition(".")
    what, _, count = name.partition("_")
    return {"object": what, "count": int(count or 1)} | ({"copy": int(copy)} if copy else {})


def seat_act(seat: int, words: str) -> dict[str, Any]:
    """The act of a seat's line."""
    match words.split():
        case ["tap", name]:
            return {"act": "tap", "seat": seat, "card": card(name)}
        case ["name", name]:
            return {"act": "discard", "seat": seat, "card": card(name)}
        case ["track", track]:
            return {"act": "track", "seat": seat, "track": track}
        case ["reindeer", number, *answers]:
            said = {"pass": False, "leap": True}
            leaps: Any = [said[one] for one in answers]
            chosen = {"leaps": leaps[0] if len(leaps) == 1 else leaps} if leaps else {}
            return {"act": "reindeer", "seat": seat, "reindeer": int(number)} | chosen
        case ["land", end, *rest]:
            space = end if end in ("reward", "off") else int(end)
            return {"act": "land", "seat": seat, "end": space} | pairs(" ".join(rest))
        case ["ok", *rest]:
            return {"act": "done", "seat": seat} | pairs(" ".join(rest))
        case ["value", reward, value]:
            number = int(reward)
            return {"act": "value", "seat": seat, "reward": number, "value": int(value)}
        case ["retire"]:
            return {"act": "retire", "seat": seat}
    raise AssertionError(f"no such words: {words!r}")


def race_act(line: str) -> dict[str, Any]:
    """The act of a line for the whole race."""
    match line.split():
        case ["card", number]:
            return {"act": "tap", "card": {"kind": "track", "card": int(number)}}
        case ["flip", *numbers]:
            return {"act": "flip"} | ({"card": int(numbers[0])} if numbers else {})
        case [word] if word in ("shuffle", "end", "undo", "redo"):
            return {"act": word}
    raise AssertionError(f"no such line: {line!r}")
