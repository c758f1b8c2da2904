"""Posts about seasons and courses: saved before shown, once per key, host only."""

import base64
import csv
import io
import json
import sqlite3
from contextlib import closing
from typing import Any

from companion.errors import StoreError
from companion.library.library import Library
from companion.library.spreadsheet import MARK
from companion.store.store import Entry, Store
from companion.table.posts import Answer
from tests.table.table_actor import OPTIONS, Actor

DOT = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + bytes([0, 0, 0, 1] * 2) + b"and so on"
WIDE = DOT.replace(bytes([0, 0, 0, 1] * 2), bytes([0, 0, 0x80, 0] * 2))
PNG = "data:image/png;base64," + base64.b64encode(DOT).decode()
RESULTS = [{"name": "Ada", "place": 1}, {"name": "Bo", "place": 2}]


def create(table: Actor, name: str = "Winter", **options: Any) -> int:
    answer = table.post("season", name=name, **options)
    assert answer.status == 200, answer
    assert answer.race is not None
    return answer.race


def act(table: Actor, season: int, **act: Any) -> Answer:
    return table.post("season_act", season=season, act=act)


def season(table: Actor, number: int) -> dict[str, Any]:
    found = Library(table.store).season(number, "en")
    assert found is not None
    return found


def course(table: Actor, name: str, *limits: Any, **more: Any) -> Answer:
    return table.post("course", name=name, limits=list(limits), flag="left", **more)


def over(table: Actor, course: str | None = None) -> int:
    """Play a race that ends at once, with the starting order as its result."""
    begun = table.post("race", game="snow_tails", options=OPTIONS, replace=None, course=course)
    assert begun.race is not None
    assert table.act(act="end").status == 200
    return begun.race


def test_a_season_survives_a_restart(table: Actor) -> None:
    number = create(table, points=[10, 1])
    assert act(table, number, act="race", results=RESULTS, title="Nutcracker").status == 200
    table.store.close()
    with_new_store = Store.open(table.folder)
    found = Library(with_new_store).season(number, "en")
    assert found is not None
    assert (found["name"], found["points"], found["can_undo"]) == ("Winter", [10, 1], True)
    assert [row["total"] for row in found["tables"][-1]] == [10, 1]
    assert found["log"][0]["events"][0]["text"] == "The season “Winter” begins."
    assert found["log"][1]["from"] == "the host's phone"
    table.store = with_new_store


def test_a_seasons_act_shows_only_when_it_is_on_disk(table: Actor) -> None:
    number = create(table)
    version = table.table.snapshot.version
    post = table.send("season_act", "host", season=number, act={"act": "rename", "name": "Spring"})
    assert table.table.snapshot.version == version
    answer = table.answer(post)
    assert (answer.status, answer.race) == (200, number)
    assert answer.version == table.table.snapshot.version == version + 1
    assert season(table, number)["name"] == "Spring"


def test_a_repeated_key_counts_once_also_after_a_restart(table: Actor) -> None:
    number = create(table)
    more: Any = {"season": number, "act": {"act": "race", "results": RESULTS}}
    for _ in range(2):
        assert table.answer(table.send("season_act", "host", key="same", **more)).status == 200
    table.phones._answers.clear()
    again = table.answer(table.send("season_act", "host", key="same", **more))
    assert (again.status, again.race) == (200, number)
    assert len(season(table, number)["races"]) == 1


def test_posts_during_a_write_wait_and_build_on_it(table: Actor) -> None:
    number = create(table)
    acts = [{"act": "enter", "name": name} for name in ("Ada", "Bo", "ada")]
    posts = [table.send("season_act", "host", season=number, act=each) for each in acts]
    answers = [table.answer(post) for post in posts]
    assert [answer.status for answer in answers] == [200, 200, 409]
    assert answers[2].key == "season.player_there"
    assert season(table, number)["players"] == ["Ada", "Bo"]


def test_a_season_can_be_undone_and_redone(table: Actor) -> None:
    number = create(table)
    act(table, number, act="race", results=RESULTS)
    act(table, number, act="remove", n=1)
    assert act(table, number, act="undo").status == 200
    assert len(season(table, number)["races"]) == 1
    assert season(table, number)["can_redo"]
    assert act(table, number, act="redo").status == 200
    assert season(table, number)["races"] == []
    for _ in range(2):
        act(table, number, act="undo")
    assert act(table, number, act="undo").key == "history.nothing_to_undo"


def test_a_finished_race_is_added_with_result_and_course(table: Actor) -> None:
    number, race = create(table), over(table, "Délinarbre")
    assert act(table, number, act="race", race=race).status == 200
    (added,) = season(table, number)["races"]
    assert (added["title"], added["game"], added["race"]) == ("Délinarbre", "snow_tails", race)
    assert [one["name"] for one in added["results"]] == ["Ada", "Bo", "Cy"]
    assert [one["points"] for one in added["results"]] == [5, 3, 2]
    assert act(table, number, act="race", race=race).key == "season.race_twice"


def test_impossible_season_acts_are_refused(table: Actor) -> None:
    number = create(table)
    table.begin()
    running = table.table.snapshot.race
    assert running is not None
    assert act(table, number, act="race", race=running.id).key == "season.race_not_over"
    assert act(table, number, act="race", race=99).key == "table.no_such_race"
    assert act(table, 7, act="rename", name="x").key == "season.none_such"
    assert act(table, number, act="tap").status == 400
    assert act(table, number, act="rename", name="Winter").status == 200
    assert len(table.store.season_acts(number)) == 1
    assert table.post("season", name=" ").key == "season.wrong_name"


def test_only_the_host_changes_seasons_and_courses(table: Actor) -> None:
    number = create(table)
    for kind, body in (
        ("season", {"name": "Mine"}),
        ("season_act", {"season": number, "act": {"act": "remove", "n": 1}}),
        ("course", {"name": "Mine", "limits": [1], "flag": "left"}),
        ("course_remove", {"name": "Mine"}),
    ):
        assert table.post(kind, "guest", **body).status == 403


def test_the_last_changed_season_is_listed_first(table: Actor) -> None:
    first, second = create(table, "First"), create(table, "Second")
    library = Library(table.store)
    assert [found["id"] for found in library.seasons()] == [second, first]
    act(table, first, act="race", results=RESULTS)
    found = library.seasons()
    assert [each["name"] for each in found] == ["First", "Second"]
    assert (found[0]["leaders"], found[1]["leaders"]) == (["Ada"], [])
    assert create(table, "Third") == 3


def test_a_season_that_the_rules_reject_hides_no_other(table: Actor) -> None:
    number = create(table)
    entry = table.store.season_acts(number)[0]
    broken = Entry(1, {"act": "create", "colour": "red"}, entry.stamp)
    table.answer(table.send("season", "host", name="Other"))
    table.store.append_season(9, broken, lambda fault: None)
    table.rest()
    assert [found["name"] for found in Library(table.store).seasons()] == ["Other", "Winter"]
    assert act(table, 9, act="rename", name="x").key == "season.unknown_field"


def test_a_seasons_act_out_of_order_is_not_saved(table: Actor) -> None:
    number = create(table)
    entry = table.store.season_acts(number)[0]
    faults: list[StoreError | None] = []
    table.store.append_season(number, entry, faults.append)
    table.store.append_season(number, Entry(3, {"act": "undo"}, entry.stamp), faults.append)
    table.rest()
    assert [fault and fault.key for fault in faults] == ["store.order", "store.order"]


def test_after_a_failed_write_the_waiting_posts_are_tried(table: Actor) -> None:
    number = create(table)
    entry = table.store.season_acts(number)[0]
    ahead = Entry(2, {"act": "enter", "name": "Ghost"}, entry.stamp)
    with closing(sqlite3.connect(table.store.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        table.store.append_season(number, ahead, lambda fault: None)
        rename = [{"act": "rename", "name": name} for name in ("A", "B")]
        first, second = (
            table.send("season_act", "host", season=number, act=each) for each in rename
        )
        other.execute("ROLLBACK")
    assert (table.answer(first).status, first.reply.result().key) == (503, "store.order")
    assert table.answer(second).status == 200
    assert (season(table, number)["name"], season(table, number)["players"]) == ("B", ["Ghost"])


def test_a_season_is_exported_as_json_and_csv(table: Actor) -> None:
    number = create(table)
    act(table, number, act="race", results=[*RESULTS, {"name": "=Cy", "place": None}], title="=1")
    act(table, number, act="race", results=RESULTS)
    act(table, number, act="drop", drop=1)
    library = Library(table.store)
    text, mimetype = library.season_export(number, "json", "en") or ("", "")
    found = json.loads(text)
    assert (mimetype, found["format"], found["name"]) == (
        "application/json",
        "companion-season",
        "Winter",
    )
    assert [each["act"]["act"] for each in found["acts"]] == ["create", "race", "race", "drop"]
    text, mimetype = library.season_export(number, "csv", "en") or ("", "")
    assert list(csv.reader(io.StringIO(text.removeprefix(MARK)))) == [
        ["Place", "Player", "'=1", "Race 2", "Points"],
        ["1", "Ada", "[5]", "5", "5"],
        ["2", "Bo", "[3]", "3", "3"],
        ["3", "'=Cy", "0", "", "0"],
    ]
    assert library.season_export(9, "csv", "en") is None


def test_a_course_is_saved_replaced_and_removed(table: Actor) -> None:
    assert course(table, "Home", 4, 3, note="By the window", picture=PNG).status == 200
    assert course(table, " Home ", 5, note="Rebuilt").status == 200
    library = Library(table.store)
    home = library.courses()[0]
    assert (home["name"], home["limits"], home["note"]) == ("Home", [5], "Rebuilt")
    assert library.course_picture("Home") == ("image/png", DOT)
    course(table, "Home", 5, picture="")
    assert library.course_picture("Home") is None
    assert table.post("course_remove", name="Home").status == 200
    assert table.post("course_remove", name="Home").key == "course.none_such"
    assert not any(each["saved"] for each in library.courses())


def test_the_ten_printed_courses_are_listed_with_their_rule_book(table: Actor) -> None:
    library = Library(table.store)
    assert [each["printed"] for each in library.courses()] == ["fr"] * 7 + ["de"] * 3
    course(table, "Délinarbre", 4, 4)
    first, *others = library.courses()
    assert (first["name"], first["printed"], first["saved"]) == ("Délinarbre", "fr", True)
    assert len(others) == 9
    assert not any(each["limits"] for each in others)


def test_an_invalid_course_is_refused_with_its_reason(table: Actor) -> None:
    large = "data:image/png;base64," + base64.b64encode(DOT + bytes(64 * 1024)).decode()
    wide = "data:image/png;base64," + base64.b64encode(WIDE).decode()
    for key, answer in (
        ("course.wrong_name", course(table, " ", 4)),
        ("course.wrong_name", course(table, "a\0", 4)),
        ("course.wrong_limits", course(table, "x", 0)),
        ("course.wrong_limits", course(table, "x", "4")),
        ("course.wrong_limits", course(table, "x", *[4] * 31)),
        ("course.wrong_note", course(table, "x", note="y" * 501)),
        ("course.wrong_flag", table.post("course", name="x", limits=[], flag="top")),
        ("course.no_picture", course(table, "x", picture="data:image/svg+xml;base64,AAAA")),
        ("course.no_picture", course(table, "x", picture="data:image/png;base64,AAAA")),
        ("course.no_picture", course(table, "x", picture="é")),
        ("course.large_picture", course(table, "x", picture=large)),
        ("course.wide_picture", course(table, "x", picture=wide)),
    ):
        assert answer.key == key


def test_players_are_listed_with_their_last_colour(table: Actor) -> None:
    over(table)
    seats = [
        {"name": "ada", "colour": "pink", "place": 1},
        {"name": "Zoe", "colour": "red", "place": 2},
    ]
    table.begin(options={"seats": seats, "limits": [4]})
    assert Library(table.store).players() == [
        {"name": "ada", "colour": "pink", "races": 2},
        {"name": "Zoe", "colour": "red", "races": 1},
        {"name": "Bo", "colour": "blue", "races": 1},
        {"name": "Cy", "colour": "green", "races": 1},
    ]


def test_a_race_is_saved_with_its_courses_name(table: Actor) -> None:
    race = over(table, " Home ")
    found = Library(table.store).race(race)
    assert found is not None
    assert found["course"] == "Home"
    assert "course" not in found["options"]
    assert Library(table.store).races()[0]["course"] == "Home"
