"""What a race was like, against what the referee says line by line."""

import io
import json
from random import Random
from typing import Any

import pytest

from companion.bench import players
from companion.cli.referee import referee
from companion.games import GAMES
from companion.library.story import SeatStory, Story, story

GAME = GAMES["snow_tails"]
SEATS = [
    {"seat": seat, "name": name, "colour": name, "place": place}
    for seat, name, place in ((1, "Ada", 2), (3, "Bo", 1), (5, "Cy", 3))
]
OPTIONS = {"seats": SEATS, "limits": [4, 3, 5]}


def turn(seat: int, value: int, *slots: str, **done: Any) -> list[dict[str, Any]]:
    return [
        {"act": "tap", "seat": seat, "card": {"value": value}},
        *({"act": "slot", "seat": seat, "slot": slot} for slot in slots),
        {"act": "done", "seat": seat, **done},
    ]


def lines(log: list[Any], options: dict[str, Any] = OPTIONS) -> list[dict[str, Any]]:
    """The referee's answers: to the set-up, then to each act."""
    out = io.StringIO()
    acts = [json.dumps(act).encode() for act in log]
    assert referee("snow_tails", json.dumps(options), acts, out) == 0
    return [json.loads(line) for line in out.getvalue().splitlines()]


def seat(told: Story, number: int) -> SeatStory:
    return next(seat for seat in told.seats if seat.seat == number)


def test_a_round_gives_places_speeds_dents_and_times() -> None:
    log = [
        *turn(3, 4, "left", took_s=9.5),
        *turn(1, 5, "left", "right", took_s=12.0),
        *turn(5, 5, "brake"),
        {"act": "order", "seats": [1, 3, 5]},
        *turn(1, 3, "left", "right", bonus=True, took_s=3.0),
    ]
    told = story("snow_tails", OPTIONS, log)
    assert told.rounds == 2
    assert [seat(told, n).place for n in (3, 1, 5)] == [[1, 2], [2, 1], [3, 3]]
    assert seat(told, 3).figures["speed"] == [4, None]
    assert seat(told, 1).figures["speed"] == [7, 3 + 3 - 3 + 1]
    assert seat(told, 1).took_s == [12.0, 3.0]
    assert seat(told, 5).took_s == [None, None]
    assert seat(told, 5).figures["dents"] == [0, 0]
    assert told.of_kind("big_paws") == [
        {"round": 1, "seat": 3, "took_s": 9.5},
        {"round": 1, "seat": 1, "took_s": 12.0},
    ]


def test_what_was_taken_back_is_no_part_of_it() -> None:
    log = [*turn(3, 4, "left", took_s=90.0), {"act": "undo"}, {"act": "done", "seat": 3}]
    told = story("snow_tails", OPTIONS, log)
    assert seat(told, 3).took_s == [None]
    assert told.of_kind("big_paws") == []


def test_who_is_out_has_no_place_any_more_and_its_figures_end() -> None:
    first = [*turn(3, 4, "left"), *turn(1, 4, "left"), {"act": "retire", "seat": 5}]
    log = [*first, {"act": "order"}, *turn(3, 3, "brake"), *turn(1, 3, "brake"), {"act": "end"}]
    told = story("snow_tails", OPTIONS, log)
    gone = seat(told, 5)
    assert (gone.place, gone.out, gone.finished) == ([3, None, None], 1, None)
    assert gone.figures["dents"] == [0, None]
    assert sorted(seat(told, n).place[-1] or 0 for n in (1, 3)) == [1, 2]


@pytest.mark.parametrize("seed", range(4))
def test_whole_races_agree_with_the_referee(seed: int) -> None:
    """Speeds, dents and times are those of the line after which each turn was done."""
    log = players.play(GAME, OPTIONS, Random(seed))
    standing = bots_standing(log)
    answers = lines(standing)
    told = story("snow_tails", OPTIONS, log)
    assert told == story("snow_tails", OPTIONS, standing)
    last = answers[-1]["state"]
    assert told.rounds == last["round"]
    assert [seat.place[-1] for seat in told.seats] == [each["place"] for each in last["seats"]]
    for number, (act, before) in enumerate(zip(standing, answers, strict=False), 1):
        if act["act"] != "done":
            continue
        told_seat, at = seat(told, act["seat"]), before["state"]["round"] - 1
        events = {event["key"]: event["params"] for event in answers[number]["events"]}
        bonus = events.get("snow_tails.bonus_taken", {}).get("count", 0)
        shown = next(s for s in before["state"]["seats"] if s["seat"] == act["seat"])
        assert told_seat.figures["speed"][at] == shown["speed"] + bonus
        assert told_seat.took_s[at] == act.get("took_s")
    for told_seat, shown in zip(told.seats, last["seats"], strict=True):
        assert [d for d in told_seat.figures["dents"] if d is not None][-1] == shown["dents"]
        assert len(told_seat.place) == told.rounds + 1
        assert {len(v) for v in told_seat.figures.values()} == {told.rounds}
        assert (told_seat.finished is not None) == (shown["status"] == "finished")
        assert (told_seat.out is not None) == (shown["status"] == "eliminated")


def bots_standing(log: list[Any]) -> list[Any]:
    """The acts of a log that were not taken back."""
    standing: list[Any] = []
    undone: list[Any] = []
    for act in log:
        match act["act"]:
            case "undo":
                undone.append(standing.pop())
            case "redo":
                standing.append(undone.pop())
            case _:
                standing.append(act)
                undone.clear()
    return standing
