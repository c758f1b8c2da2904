"""Races on a laid course, driven again: the moves lead to the same places."""

from collections import Counter
from random import Random
from typing import Any

import pytest
import snow_course
from shared import seeds

from companion.errors import Refused
from companion.games import history
from companion.games.snow_tails import box, course_races


def wandered(seed: int) -> tuple[dict[str, Any], history.History]:
    rng = Random(seed)
    options = snow_course.random_options(rng)
    race = snow_course.begin(options)
    for _, after in snow_course.wander(race, rng):
        race = after
    return options, race


@pytest.mark.parametrize("seed", seeds(3, 60))
def test_the_steps_lead_to_the_places_dents_and_saplings_of_the_race(seed: int) -> None:
    options, race = wandered(seed)
    drive = course_races.driven(options, race.acts)
    sleds = {one["seat"]: one for one in drive["start"]["sleds"]}
    standing = drive["start"]["standing"]
    for step in drive["steps"]:
        assert step["path"][:1] in ((), [], (sleds.get(step["seat"], {}).get("at"),))
        sleds |= {one["seat"]: one for one in step["sleds"]}
        standing = step.get("standing", standing)
        if step["path"] and sleds[step["seat"]]["at"]:
            assert step["path"][-1] == sleds[step["seat"]]["at"]
    for sled in race.state.sleds:
        out = sled.status == "eliminated"
        now = {"seat": sled.seat, "at": None if out else sled.at, "dents": sled.dents}
        assert sleds[sled.seat] == now
    assert standing == list(race.state.saplings)


@pytest.mark.parametrize("seed", seeds(3, 60))
def test_the_heat_has_every_dent_of_every_line_and_every_crash(seed: int) -> None:
    """Counted from the events, which people read, for two races on one course."""
    options, race = wandered(seed)
    drive = course_races.driven(options, race.acts)
    heat = course_races.heat([drive, drive])
    told = Counter[str]()
    for event in (event for step in race.steps for event in step.events):
        told["lines"] += event.params["count"] if event.key == "snow_tails.dents_limit" else 0
        told[event.key] += 1
    spaces = Counter[str]()
    for at in heat["spaces"]:
        spaces.update({what: at[what] for what in course_races.MISSED})
    assert sum(line["dents"] for line in heat["lines"]) == 2 * told["lines"]
    assert sum(line["times"] for line in heat["lines"]) == 2 * told["snow_tails.dents_limit"]
    assert spaces["edge"] == 2 * told["snow_tails.drove_edge"]
    assert spaces["sled"] == 2 * told["snow_tails.drove_sled"]


@pytest.mark.parametrize("seed", seeds(3, 60))
def test_a_ghost_stands_where_the_sled_stood_after_each_turn(seed: int) -> None:
    """A turn at speed 0 is a turn, too."""
    options, race = wandered(seed)
    drive = course_races.driven(options, race.acts)
    for seat in [sled.seat for sled in race.state.sleds]:
        turn, places = 0, {}
        for step in race.steps:
            turn += _ends(step.act, seat)
            sled = step.state.sled(seat)
            places[turn] = None if sled.status == "eliminated" else sled.at
        assert course_races.ghost(drive, seat) == list(places.values())


def _ends(act: Any, seat: int) -> bool:
    return act is not None and act["act"] == "done" and act["seat"] == seat


def test_the_course_is_known_by_its_pieces_and_not_by_their_names() -> None:
    laid = snow_course.options(2, snow_course.COURSES[0])
    data = box.example()
    renamed = {"pieces": [{**piece, "name": piece["name"] + "x"} for piece in data["pieces"]]}
    again = {
        **laid,
        "box": renamed,
        "laid": [{**one, "piece": one["piece"] + "x"} for one in laid["laid"]],
    }
    one = course_races.identity(laid)
    assert one
    assert course_races.identity(again) == one
    assert course_races.identity({**laid, "seats": [], "edition": "fr"}) == one
    assert course_races.identity(snow_course.options(2, snow_course.COURSES[1])) != one
    assert course_races.identity({"limits": [4]}) == ""
    with pytest.raises(Refused):
        course_races.identity({**laid, "box": {"pieces": []}})


def test_a_move_tells_its_path_speed_stop_and_cost() -> None:
    options = snow_course.options(2, snow_course.COURSES[0])
    race = snow_course.begin(options)
    for act in (
        {"act": "tap", "seat": 1, "card": {"value": 3}},
        {"act": "slot", "seat": 1, "slot": "left"},
        {"act": "done", "seat": 1},
        {"act": "correct", "seat": 2, "set": {"at": [1, 2, 2]}},
        {"act": "correct", "seat": 2, "set": {"status": "eliminated"}},
    ):
        race, _ = race.apply(act)
    first, put, out = course_races.driven(options, race.acts)["steps"]
    assert (first["seat"], len(first["path"]), first["speed"], first["stop"]) == (1, 4, 3, None)
    assert first["sleds"] == [{"seat": 1, "at": race.state.sled(1).at, "dents": first["cost"]}]
    assert (put["seat"], put["path"]) == (None, [])
    assert put["sleds"] == [{"seat": 2, "at": (1, 2, 2), "dents": 0}]
    assert out["sleds"] == [{"seat": 2, "at": None, "dents": 0}]
