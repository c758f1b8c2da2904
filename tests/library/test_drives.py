"""Saved races on laid courses, driven again."""

from typing import Any

from companion.games.snow_tails import box
from companion.library.library import Library
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
