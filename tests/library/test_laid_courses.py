"""Courses laid from track pieces, in the course book."""

from typing import Any

from companion.games.snow_tails import box
from companion.library.library import Library
from companion.table.posts import Answer
from tests.table.table_actor import Actor

LAID = [
    {"piece": "1", "side": "A", "turned": False},
    {"piece": "5", "side": "A", "turned": False},
    {"piece": "7", "side": "B", "turned": True},
    {"piece": "10", "side": "B", "turned": False},
]


def put(table: Actor, **more: Any) -> Answer:
    body = {"name": "Home", "limits": [9], "flag": "left", "note": None, "picture": None, **more}
    return table.post("course", **{"laid": None, **body})


def enter_box(table: Actor, limit: int) -> None:
    """Enter the example's pieces as own ones, with this limit on every line."""
    own = {"pieces": box.example()["pieces"]}
    for piece in own["pieces"]:
        piece["lines"] = [{**line, "limit": limit} for line in piece.get("lines", ())]
    assert table.post("box", game="snow_tails", box=own).status == 200


def first(table: Actor, simulated: bool = True) -> dict[str, Any]:
    return Library(table.store, simulated).courses()[0]


def test_a_laid_course_takes_limits_and_flag_from_its_pieces(table: Actor) -> None:
    assert put(table, laid=LAID).status == 200
    found = first(table)
    assert (found["laid"], found["limits"], found["flag"]) == (LAID, [4, 3], "right")
    assert found["example"] is True


def test_a_laid_course_follows_its_pieces_and_keeps_its_limits_without_them(table: Actor) -> None:
    put(table, laid=LAID)
    enter_box(table, 7)
    assert (first(table)["limits"], first(table)["example"]) == ([7, 7], False)
    table.post("box", game="snow_tails", box={"pieces": box.example()["pieces"][:2]})
    assert (first(table)["laid"], first(table)["limits"]) == (LAID, [4, 3])


def test_a_course_keeps_its_pieces_unless_other_limits_are_entered(table: Actor) -> None:
    put(table, laid=LAID)
    put(table, limits=[4, 3], flag="right", note="By the window")
    assert (first(table)["laid"], first(table)["note"]) == (LAID, "By the window")
    put(table, limits=[4, 5], flag="right")
    assert (first(table)["laid"], first(table)["limits"]) == ([], [4, 5])


def test_a_proposed_course_can_be_saved(table: Actor) -> None:
    laid = Library(table.store, True).course_proposals("short", "hard", 7)[0]
    assert put(table, laid=laid).status == 200
    assert first(table)["laid"] == laid


def test_a_note_keeps_the_pieces_of_a_course_whose_limits_have_followed_them(table: Actor) -> None:
    put(table, laid=LAID)
    enter_box(table, 7)
    put(table, limits=first(table)["limits"], flag="right", note="By the window")
    assert (first(table)["laid"], first(table)["limits"]) == (LAID, [7, 7])


def test_only_a_laid_course_is_marked_as_invented(table: Actor) -> None:
    put(table, limits=[4, 3])
    assert not any(course["example"] for course in Library(table.store, True).courses())
    put(table, laid=LAID)
    assert first(table)["example"] is True


def test_a_course_of_unknown_pieces_is_refused(table: Actor) -> None:
    unknown = [*LAID, {"piece": "99", "side": "A"}]
    answer = put(table, laid=unknown)
    assert (answer.key, answer.params) == ("course.unknown_piece", {"n": 5, "piece": "99A"})
    assert not any(course["saved"] for course in Library(table.store).courses())
