"""Saved races on laid courses, driven again."""

from datetime import date
from typing import Any

from companion.games import GAME_SPECS
from companion.games.snow_tails import box
from companion.library import today
from companion.library.library import Library
from companion.library.story import SeatStory, Story
from tests.table.table_actor import OPTIONS, Actor

LAID = [{"piece": name, "side": "A"} for name in ("1", "2", "5", "3", "10")]


def driven(table: Actor, value: int = 3, ended: bool = True, **more: Any) -> int:
    """A race in which the first sled makes one move to a line; its number."""
    options = {**OPTIONS, "limits": [], "laid": LAID, "box": "example", **more}
    body = {"game": "snow_tails", "options": options, "replace": None}
    race = table.post("race", **body).race
    assert race is not None
    table.act(act="correct", seat=1, set={"at": [1, 3, 4]})
    table.act(act="tap", seat=1, card={"value": value})
    table.act(act="slot", seat=1, slot="left")
    table.act(act="done", seat=1)
    if ended:
        table.act(act="end")
    return race


def test_a_race_is_driven_again_with_the_heat_of_all_races_on_its_course(table: Actor) -> None:
    """The same pieces make the same course, wherever a race has them from."""
    saved = Library(table.store)
    slow, fast = driven(table), driven(table, 5, box=box.example())
    driven(table, 5, laid=[*LAID[:2], *LAID[3:]])
    driven(table, 5, ended=False)
    drive = saved.drive(slow)
    assert drive is not None
    assert [len(step["path"]) for step in drive["steps"]] == [0, 4]
    assert (len(drive["pieces"]), drive["races"]) == (5, 2)
    here, everywhere = drive["heat"]
    other = saved.drive(fast)
    assert other is not None
    assert (other["course"], other["heat"][1]) == (drive["course"], everywhere)
    assert sum(line["dents"] for line in everywhere["lines"]) > 0
    assert (here["lines"], here["spaces"]) == ([], [])
    story = saved.story(slow)
    assert story is not None
    (course, _) = saved.records()["courses"]
    assert (course["laid"], course["races"]) == (story["laid"], 2)


def test_a_race_that_goes_on_is_driven_as_far_as_it_is(table: Actor) -> None:
    saved = Library(table.store)
    race = driven(table, ended=False)
    one = saved.drive(race)
    table.act(act="undo")
    undone = saved.drive(race)
    assert one is not None
    assert undone is not None
    assert (len(one["steps"]), len(undone["steps"]), undone["races"]) == (2, 1, 1)


def test_a_race_without_pieces_or_with_acts_that_no_longer_fit_has_no_drive(table: Actor) -> None:
    table.begin()
    saved = Library(table.store)
    bare = saved.drive(1)
    assert bare is not None
    assert (bare["course"], bare["steps"], bare["heat"], bare["races"]) == ("", [], [], 0)
    race = driven(table, box={"pieces": box.example()["pieces"]})
    found = saved.drive(race)
    assert found is not None
    assert found["steps"]
    assert saved.drive(99) is None


def test_a_players_ghost_is_the_race_with_the_fewest_turns_to_the_finish(table: Actor) -> None:
    """Another course, another name, or a race without a finish gives no ghost."""
    saved = Library(table.store)
    first, _, better = (finished(table, moves) for moves in (2, 2, 1))
    finished(table, 1, laid=[*LAID[:3], LAID[-1]])
    driven(table)
    now = driven(table, ended=False)
    assert saved.ghosts(first) == [{"seat": 1, "race": better, "at": [(4, 3, 2), (4, 3, 5)]}]
    assert saved.ghosts(now) == saved.ghosts(first)
    (older,) = saved.ghosts(better) or ()
    assert (older["race"], len(older["at"])) == (first, 3)
    table.begin()
    assert saved.ghosts(now + 1) == []
    assert saved.ghosts(99) is None


def finished(table: Actor, moves: int, **more: Any) -> int:
    """A race that the first sled finishes with so many moves; its number."""
    options = {**OPTIONS, "limits": [], "laid": LAID, "box": "example", **more}
    race = table.post("race", game="snow_tails", options=options, replace=None).race
    assert race is not None
    for move in range(moves):
        for seat in (1, 3, 5):
            table.act(act="tap", seat=seat, card={"value": 3})
            table.act(act="slot", seat=seat, slot="left")
            last = len(options["laid"]) if move == moves - 1 else 2
            if seat == 1:
                table.act(act="correct", seat=1, set={"at": [last - 1, 3, 2]})
            table.act(act="done", seat=seat)
    table.act(act="end")
    return race


def test_the_course_for_today_follows_from_the_date_and_has_this_tables_results(
    table: Actor,
) -> None:
    """Another day has another course; without track pieces there is none."""
    saved, day = Library(table.store, True), date(2026, 11, 30)
    found = saved.today(day)
    assert found == Library(table.store, True).today(day)
    assert (found["date"], found["example"]) == ("2026-11-30", True)
    course = found["courses"][0]
    assert course["laid"] != saved.today(date(2026, 12, 1))["courses"][0]["laid"]
    assert (course["results"], course["seed"]) == ([], day.toordinal())
    slow, fast = (finished(table, moves, laid=course["laid"]) for moves in (2, 1))
    driven(table, laid=course["laid"])
    results = saved.today(day)["courses"][0]["results"]
    assert results == [{"name": "Ada", "rounds": 1, "race": fast}]
    assert slow < fast
    assert Library(table.store).today(day)["courses"] == []


def test_a_short_course_stands_in_where_the_pieces_suffice_for_no_other() -> None:
    """Of equal results the first stands, and the best come first."""
    few = [one for one in box.example()["pieces"] if one["name"] in ("1", "2", "3", "4", "5", "10")]
    found = today.proposed({"pieces": few}, date(2026, 11, 30))
    assert found
    assert today.proposed({"pieces": few[:2]}, date(2026, 11, 30)) == ()
    races = [(n, told(*seats)) for n, seats in enumerate([("Ada", 5), ("Bo", 4), ("ada", 5)], 1)]
    assert [(one["name"], one["race"]) for one in today.results(races)] == [("Bo", 2), ("Ada", 1)]


def told(name: str, finished: int) -> Story:
    return Story(
        GAME_SPECS["snow_tails"].story, 5, [SeatStory(1, name, "red", finished=finished)], []
    )
