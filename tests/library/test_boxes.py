"""A game's box: saved, exported, imported, and used in each race."""

import json
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from companion.errors import Refused
from companion.games import GAME_SPECS
from companion.library import boxes
from companion.library.library import Library
from companion.store.store import Store, Tagged
from companion.table.posts import Answer
from companion.tags import learning
from tests.library.box_game import BARE, NAME, SPEC, add_to_games
from tests.table.table_actor import OPTIONS, Actor

BOX: Any = {"moves": {"letter_1": 1, "elf": 3}}
TAG = Tagged("04A30B5AEB6C80", NAME, {"kind": "track", "card": 2})


@pytest.fixture(autouse=True)
def shelf(monkeypatch: pytest.MonkeyPatch) -> None:
    add_to_games(monkeypatch)


def put(table: Actor, box: Any, client: str = "host") -> Answer:
    return table.post("box", client, game=NAME, box=box)


def shown(table: Actor, simulated: bool = False) -> dict[str, Any]:
    return Library(table.store, simulated).box(NAME, "en")


def race_options(table: Actor, **options: Any) -> Any:
    found = table.post("race", game=NAME, options={**OPTIONS, **options}, replace=None)
    assert found.status == 200, found
    info = table.table.snapshot.race
    assert info is not None
    return info.options


def test_a_box_is_saved_and_lists_what_is_missing(table: Actor) -> None:
    assert shown(table)["saved"] is False
    answer = put(table, BOX)
    assert (answer.status, [event.key for event in answer.events]) == (200, ["box.saved"])
    found = shown(table)
    assert (found["box"], found["complete"], found["in_force"]) == (BOX, False, "saved")
    assert found["missing"] == ["letter_2 0"]
    table.store.close()
    table.store = Store.open(table.folder)
    assert shown(table)["box"] == BOX


def test_a_box_from_a_guest_or_with_errors_is_refused(table: Actor) -> None:
    assert put(table, BOX, client="other").status == 403
    wrong = put(table, {"moves": {"elf": 70}})
    assert (wrong.status, wrong.key, wrong.params["field"]) == (
        409,
        "box.out_of_range",
        "moves.elf",
    )
    none = table.post("box", game=BARE, box=BOX)
    assert (none.status, none.key) == (409, "box.none")
    assert shown(table)["saved"] is False


def test_an_empty_box_deletes_the_saved_one(table: Actor) -> None:
    put(table, BOX)
    assert [event.key for event in put(table, {}).events] == ["box.removed"]
    assert shown(table)["saved"] is False


def test_a_race_gets_the_saved_box_or_the_simulated_example(table: Actor) -> None:
    example = race_options(table)["box"]
    assert (example, boxes.is_example({"box": example})) == (SPEC.box and SPEC.box.example(), True)
    put(table, BOX)
    assert race_options(table)["box"] == BOX
    assert race_options(table, box={"moves": {}})["box"] == {"moves": {}}
    at_a_real_table = boxes.filled(NAME, OPTIONS, None, simulated=False)
    assert "box" not in at_a_real_table
    assert "box" not in boxes.filled("snow_tails", OPTIONS, None, simulated=True)
    on_course = boxes.filled("snow_tails", {**OPTIONS, "laid": [{}]}, None, simulated=True)
    assert on_course["box"]["example"] is True


def test_a_race_with_the_example_box_is_marked_in_the_list(table: Actor) -> None:
    race_options(table)
    put(table, BOX)
    race_options(table)
    assert [race["example"] for race in Library(table.store).races()] == [False, True]


def test_the_streamed_state_does_not_contain_the_box(table: Actor) -> None:
    from companion.pages import state_json

    assert "box" in race_options(table)
    assert "box" not in state_json.state(table.table.snapshot, "en")["race"]["options"]


def test_a_box_file_carries_box_and_tags(table: Actor, tmp_path: Path) -> None:
    put(table, BOX)
    file = boxes.write(NAME, BOX, [TAG, Tagged("04A30B5AEB6C81", "snow_tails", {"kind": "dog"})])
    assert boxes.read(file, NAME) == boxes.BoxFile(NAME, BOX, (TAG,))
    with closing(Actor(tmp_path / "other")) as other:
        other.post("first", "host")
        other.table.set_learning(learning.begin(NAME, "tracks", None, []))
        other.table.publish()
        assert other.post("box_import", game=NAME, file=file).status == 200
        assert shown(other)["box"] == BOX
        assert other.store.tag(TAG.uid) == TAG
        assert other.table.snapshot.learning is not None
        assert other.table.snapshot.learning.known == 1
        assert boxes.read(Library(other.store).box_file(NAME), NAME).tags == (TAG,)


@pytest.mark.parametrize(
    ("change", "key"),
    [
        ({"format": "companion-tags"}, "box.not_a_box_file"),
        ({"version": 2}, "box.other_version"),
        ({"version": True}, "box.other_version"),
        ({"game": "husky"}, "box.other_game"),
        ({"more": 1}, "box.unknown_field"),
        ({"box": []}, "box.wrong_type"),
        ({"box": {"moves": {"elf": "3"}}}, "box.wrong_type"),
        ({"tags": {}}, "box.wrong_type"),
    ],
)
def test_a_box_file_with_any_error_is_refused(
    table: Actor, change: dict[str, Any], key: str
) -> None:
    file = json.loads(boxes.write(NAME, BOX, [TAG])) | change
    answer = table.post("box_import", game=NAME, file=json.dumps(file))
    assert (answer.status, answer.key) == (409, key)
    assert (shown(table)["saved"], table.store.tags()) == (False, [])


def test_an_invalid_tag_in_a_box_file_is_refused_by_number() -> None:
    file = json.loads(boxes.write(NAME, BOX, [TAG]))
    file["tags"] += [{**file["tags"][0], "uid": "04A30B5AEB6C81"}]
    with pytest.raises(Refused) as no:
        boxes.read(json.dumps(file), NAME)
    assert (no.value.key, no.value.params["n"]) == ("box.at_tag", 2)
    assert no.value.params["why"].key == "tags.piece_twice"
    file["tags"] = [
        {
            "uid": TAG.uid,
            "game": "snow_tails",
            "piece": {"kind": "dog", "colour": "red", "value": 1, "copy": 1},
        }
    ]
    with pytest.raises(Refused) as other:
        boxes.read(json.dumps(file), NAME)
    assert other.value.key == "box.other_tags"


@pytest.mark.parametrize("text", ["", "[", "[" * 5000, "7", '{"format": 1}'])
def test_an_invalid_box_file_is_refused(text: str) -> None:
    with pytest.raises(Refused) as no:
        boxes.read(text, NAME)
    assert no.value.key == "box.not_a_box_file"


@pytest.mark.parametrize("game", [name for name, spec in GAME_SPECS.items() if spec.box])
def test_every_example_box_is_complete_and_reads_back_equal(game: str) -> None:
    box = boxes.box_of(game)
    example = box.example()
    assert example["example"] is True
    assert box.missing(example) == ()
    assert box.read(json.loads(json.dumps(example))) == example
    assert boxes.read(boxes.write(game, example, []), game).box == example
    assert box.missing({}) != ()
