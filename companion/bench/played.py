"""Benchmark of the sleds that the table plays: races of two on courses of the generator."""

import time
from collections.abc import Callable, Iterable, Sequence
from itertools import cycle, islice
from random import Random
from statistics import median
from typing import Any, NamedTuple

from companion.bench.row import Row
from companion.games import snow_tails
from companion.games.game import Act
from companion.games.snow_tails import box, course_proposals
from companion.games.snow_tails.legal import legal
from companion.games.snow_tails.played import choose, owner
from companion.games.snow_tails.played.plays import Play, plays
from companion.games.snow_tails.played.values import rows_to_go
from companion.games.snow_tails.state import Sled, State

RACES = 500
MOST_ROUNDS = 60
"""A longer race is ended early."""

Player = Callable[[State, int, Random], Sequence[Act]]


class Match(NamedTuple):
    """Two players, the share of races in percent that the first has to win at least."""

    one: str
    other: str
    least: int


MATCHES = (
    Match("merciless", "random", 99),
    Match("merciless", "keen", 70),
    Match("keen", "careful", 65),
    Match("merciless", "fastest", 70),
    Match("merciless", "safest", 70),
)


def _played(strength: str) -> Player:
    return lambda state, seat, rng: choose(state, seat, strength, rng.getrandbits(64))


def _random(state: State, seat: int, rng: Random) -> Sequence[Act]:
    """Any legal act of the turn."""
    acts = ("tap", "slot", "move", "done", "discard")
    return [rng.choice([act for act in legal(state) if act["act"] in acts and act["seat"] == seat])]


def _simple(key: Callable[[State, Play], tuple[Any, ...]]) -> Player:
    """A player that looks at this turn alone."""

    def player(state: State, seat: int, rng: Random) -> Sequence[Act]:
        sled = state.sled(seat)
        if sled.unnamed:
            return choose(state, seat, "careful", 0)
        found = plays(state, sled, _hand(sled))
        return min(found, key=lambda play: (*key(state, play), rng.random())).acts(seat)

    return player


def _hand(sled: Sled) -> tuple[int, ...]:
    assert sled.dealt is not None
    return sled.dealt.hand


PLAYERS: dict[str, Player] = {
    **{strength: _played(strength) for strength in ("careful", "keen", "merciless")},
    "random": _random,
    "fastest": _simple(lambda state, play: (play.drive.out, rows_to_go(state, play))),
    "safest": _simple(
        lambda state, play: (
            play.drive.out,
            play.drive.dents,
            play.live.speed > 5,
            rows_to_go(state, play),
        )
    ),
}
"""The strengths, and rivals that can be written in an afternoon."""


def rows(races: int = RACES) -> list[Row]:
    """Rows for all matches, and for the time that the strongest needs for a move."""
    times: list[float] = []
    found = []
    for one, other, least in MATCHES:
        won = share(one, other, races, times)
        name = f"{one} beats {other}, of {races}"
        found.append(Row(name, 100 * won, "%", f">= {least}", 100 * won >= least))
    name = f"merciless: a move, %s of {len(times)}"
    middle, worst = 1000 * median(times), 1000 * max(times)
    found.append(Row(name % "p50", middle, "ms", "", True))
    return [*found, Row(name % "worst", worst, "ms", "<= 200", worst <= 200)]


def share(one: str, other: str, races: int, times: list[float] | None = None) -> float:
    """The share of races that the first wins; half of each that has no winner.

    Each drives from both start places equally often, on the same courses. `times`: takes the
    seconds of processor time of each of merciless's turns.
    """
    won = 0.0
    for number, laid in enumerate(islice(_pairs(courses()), races)):
        names = (one, other) if number % 2 == 0 else (other, one)
        places = race(laid, names, number, times)
        mine, his = places if number % 2 == 0 else places[::-1]
        won += 0.5 if mine == his else mine < his
    return won / races


def race(
    laid: Any, names: Sequence[str], seed: int, times: list[float] | None = None
) -> tuple[int, ...]:
    """The places in a race of these players, in order of the start places; 9 for none."""
    rng = Random(seed)
    state, _ = snow_tails.setup(options(laid, len(names), seed))
    while state.phase != "over" and state.round <= MOST_ROUNDS:
        seat = owner(state)
        assert seat is not None
        began = time.process_time()
        acts = PLAYERS[names[seat - 1]](state, seat, rng)
        if times is not None and names[seat - 1] == "merciless":
            times.append(time.process_time() - began)
        for act in acts:
            state, _ = snow_tails.apply(state, act)
    return tuple(sled.place or 9 for sled in state.sleds)


def options(laid: Any, players: int, seed: int) -> dict[str, Any]:
    """The options of a race of played sleds on a course of the example box."""
    colours = ("red", "blue", "green", "yellow", "white")
    seats = [
        {"name": f"Sled {n}", "colour": colours[n - 1], "place": n, "played": "keen"}
        for n in range(1, players + 1)
    ]
    return {"seats": seats, "limits": [], "laid": laid, "box": "example", "seed": seed}


def courses() -> list[Any]:
    """A course of each length and difficulty, made from the example box."""
    chance = Random(7).random
    return [
        course_proposals.propose(box.example(), length, difficulty, chance)[0]
        for length in course_proposals.LENGTHS
        for difficulty in course_proposals.DIFFICULTIES
    ]


def _pairs(laid: Iterable[Any]) -> Iterable[Any]:
    """Each course twice, over and over."""
    return (one for one in cycle(laid) for _ in range(2))
