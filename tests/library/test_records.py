"""Records by course and by player."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.games import GAME_SPECS
from companion.library.library import Library
from companion.library.records import FinishedRace, records
from companion.library.story import SeatStory, Story
from tests.table.table_actor import Actor

STORY = GAME_SPECS["snow_tails"].story


def finished(race: int, course: str, *seats: SeatStory) -> FinishedRace:
    result = tuple({"seat": seat.seat, "place": place} for place, seat in enumerate(seats, 1))
    return FinishedRace(race, course, result, Story(STORY, 3, list(seats), []))


def seat(name: str, number: int = 1, **figures: Any) -> SeatStory:
    own = {figure.name: figures.pop(figure.name, []) for figure in STORY.figures}
    return SeatStory(number, name, "red", figures=own, **figures)


def test_a_sled_that_the_table_plays_has_no_records_and_no_wins() -> None:
    table = seat("Table", took_s=[0.1], speed=[9], finished=2, played="keen")
    race = finished(1, "Home", table, seat("Ada", 2, took_s=[4.0], speed=[5], finished=3))
    found = records([race], STORY.records)
    assert [(one["name"], one["wins"]) for one in found["players"]] == [("Ada", 0)]
    held = found["courses"][0]["records"]
    assert {record["name"] for record in held.values()} == {"Ada"}
    assert held["fastest_turn"]["value"] == 4.0


def test_the_first_holder_of_the_best_value_keeps_the_record() -> None:
    first = finished(1, "Home", seat("Ada", took_s=[9.0, 4.0], speed=[7, 3], finished=3))
    second = finished(
        2, "Home", seat("Bo", took_s=[4.0, None], speed=[9], finished=3, dents=[0, 2])
    )
    found = records([first, second], STORY.records)["courses"]
    assert found == [
        {
            "course": "Home",
            "laid": "",
            "races": 2,
            "records": {
                "fastest_turn": {
                    "value": 4.0,
                    "name": "Ada",
                    "race": 1,
                    "course": "Home",
                    "other_rules": False,
                },
                "fewest_rounds": {
                    "value": 3,
                    "name": "Ada",
                    "race": 1,
                    "course": "Home",
                    "other_rules": False,
                },
                "top_speed": {
                    "value": 9,
                    "name": "Bo",
                    "race": 2,
                    "course": "Home",
                    "other_rules": False,
                },
                "most_dents": {
                    "value": 2,
                    "name": "Bo",
                    "race": 2,
                    "course": "Home",
                    "other_rules": False,
                },
            },
        }
    ]


def test_one_laid_course_has_records_of_its_own_whatever_its_name() -> None:
    """The same pieces are the same course; a course that is only named alike is another one."""
    races = [
        replace(finished(1, "Wood", seat("Ada", finished=5)), laid="a1"),
        replace(finished(2, "", seat("Bo", finished=4)), laid="a1"),
        finished(3, "Wood", seat("Cy", finished=3)),
        replace(finished(4, "", seat("Di", finished=2)), laid="b2"),
    ]
    found = records(races, STORY.records)["courses"]
    told = [(one["course"], one["laid"], one["races"]) for one in found]
    assert told == [("Wood", "a1", 2), ("Wood", "", 1), ("", "b2", 1)]
    fewest = [one["records"]["fewest_rounds"] for one in found]
    assert [(one["name"], one["value"]) for one in fewest] == [("Bo", 4), ("Cy", 3), ("Di", 2)]


def test_players_records_ignore_course_and_case() -> None:
    races = [finished(1, "", seat("Ada", speed=[5]), seat("Bo", 2)), finished(2, "X", seat("ada"))]
    found = records(races, STORY.records)
    assert [course["course"] for course in found["courses"]] == ["X"]
    ada, bo = found["players"]
    assert (ada["name"], ada["races"], ada["wins"]) == ("Ada", 2, 2)
    assert (bo["races"], bo["wins"], bo["records"]) == (1, 0, {})
    assert ada["records"] == {
        "top_speed": {"value": 5, "name": "Ada", "race": 1, "course": "", "other_rules": False}
    }


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Actor]:
    actor = Actor(tmp_path)
    yield actor
    actor.close()


def test_saved_finished_races_have_stories_and_records(table: Actor) -> None:
    race = table.begin().race
    assert race is not None
    saved = Library(table.store)
    acts: tuple[dict[str, Any], ...] = (
        {"act": "tap", "seat": 1, "card": {"value": 5}},
        {"act": "slot", "seat": 1, "slot": "left"},
        {"act": "done", "seat": 1, "took_s": 7.5},
    )
    for act in acts:
        table.act(**act)
    story = saved.story(race)
    assert story is not None
    assert (story["rounds"], story["over"], story["seats"][0]["speed"]) == (1, False, [5])
    assert saved.records()["players"] == saved.records("snow_tails")["players"] == []
    table.act(act="end")
    (ada, *_) = saved.records()["players"]
    assert ada["records"]["fastest_turn"]["value"] == 7.5
    assert saved.story(99) is None
