"""A race's story, compared with the referee's lines."""

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


def seat(found: Story, number: int) -> SeatStory:
    return next(seat for seat in found.seats if seat.seat == number)


def test_a_round_has_places_speeds_dents_and_times() -> None:
    log = [
        *turn(3, 4, "left", took_s=9.5),
        *turn(1, 5, "left", "right", took_s=12.0),
        *turn(5, 5, "brake"),
        {"act": "order", "seats": [1, 3, 5]},
        *turn(1, 3, "left", "right", bonus=True, took_s=3.0),
    ]
    found = story("snow_tails", OPTIONS, log)
    assert found.rounds == 2
    assert [seat(found, n).place for n in (3, 1, 5)] == [[1, 2], [2, 1], [3, 3]]
    assert seat(found, 3).figures["speed"] == [4, None]
    assert seat(found, 1).figures["speed"] == [7, 3 + 3 - 3 + 1]
    assert seat(found, 1).took_s == [12.0, 3.0]
    assert seat(found, 5).took_s == [None, None]
    assert seat(found, 5).figures["dents"] == [0, 0]
    assert found.of_kind("big_paws") == [{"round": 1, "seat": 1, "took_s": 12.0}]


def test_struck_time_is_not_part_of_the_story() -> None:
    log = [
        *turn(3, 4, "left", took_s=90.0),
        *turn(1, 4, "left", took_s=12.0),
        *turn(5, 4, "left", took_s=4.0),
        {"act": "untimed", "seat": 3},
    ]
    found = story("snow_tails", OPTIONS, log)
    assert [seat(found, n).took_s for n in (3, 1, 5)] == [[None], [12.0], [4.0]]
    assert found.of_kind("big_paws") == [{"round": 1, "seat": 1, "took_s": 12.0}]


def test_big_paws_given_by_hand_have_no_time() -> None:
    log = [
        *turn(3, 4, "left", took_s=9.0),
        *turn(1, 4, "left", took_s=12.0),
        {"act": "correct", "set": {"big_paws": 3}},
        *turn(5, 4, "left", took_s=4.0),
        {"act": "order", "seats": [3, 1, 5]},
        *turn(3, 3, "left", took_s=12.5),
        {"act": "correct", "set": {"big_paws": 1}},
        {"act": "correct", "set": {"big_paws": 3}},
    ]
    assert story("snow_tails", OPTIONS, log).of_kind("big_paws") == [
        {"round": 1, "seat": 3, "took_s": None},
        {"round": 2, "seat": 1, "took_s": None},
        {"round": 2, "seat": 3, "took_s": 12.5},
    ]


def test_undone_acts_are_not_part_of_the_story() -> None:
    log = [*turn(3, 4, "left", took_s=90.0), {"act": "undo"}, {"act": "done", "seat": 3}]
    found = story("snow_tails", OPTIONS, log)
    assert seat(found, 3).took_s == [None]
    assert found.of_kind("big_paws") == []


def test_an_eliminated_seat_has_no_more_places_or_figures() -> None:
    first = [*turn(3, 4, "left"), *turn(1, 4, "left"), {"act": "retire", "seat": 5}]
    log = [*first, {"act": "order"}, *turn(3, 3, "brake"), *turn(1, 3, "brake"), {"act": "end"}]
    found = story("snow_tails", OPTIONS, log)
    gone = seat(found, 5)
    assert (gone.place, gone.out, gone.finished) == ([3, None, None], 1, None)
    assert gone.figures["dents"] == [0, None]
    assert sorted(seat(found, n).place[-1] or 0 for n in (1, 3)) == [1, 2]


@pytest.mark.parametrize("seed", range(4))
def test_stories_of_random_races_agree_with_the_referee(seed: int) -> None:
    """Speeds, dents and times equal those of the line before each `done`."""
    log = players.play(GAME, OPTIONS, Random(seed))
    standing = standing_acts(log)
    answers = lines(standing)
    found = story("snow_tails", OPTIONS, log)
    assert found == story("snow_tails", OPTIONS, standing)
    last = answers[-1]["state"]
    assert found.rounds == last["round"]
    assert [seat.place[-1] for seat in found.seats] == [each["place"] for each in last["seats"]]
    for number, (act, before) in enumerate(zip(standing, answers, strict=False), 1):
        if act["act"] != "done":
            continue
        seat_story, at = seat(found, act["seat"]), before["state"]["round"] - 1
        events = {event["key"]: event["params"] for event in answers[number]["events"]}
        bonus = events.get("snow_tails.bonus_taken", {}).get("count", 0)
        shown = next(s for s in before["state"]["seats"] if s["seat"] == act["seat"])
        assert seat_story.figures["speed"][at] == shown["speed"] + bonus
        assert seat_story.took_s[at] == act.get("took_s")
    for seat_story, shown in zip(found.seats, last["seats"], strict=True):
        assert [d for d in seat_story.figures["dents"] if d is not None][-1] == shown["dents"]
        assert len(seat_story.place) == found.rounds + 1
        assert {len(v) for v in seat_story.figures.values()} == {found.rounds}
        assert (seat_story.finished is not None) == (shown["status"] == "finished")
        assert (seat_story.out is not None) == (shown["status"] == "eliminated")


def standing_acts(log: list[Any]) -> list[Any]:
    """The acts of a log that were not undone."""
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
