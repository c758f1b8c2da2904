"""The commands `companion box`, with and without a running service."""

import io
import json
from argparse import Namespace
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any, TextIO

import pytest

from companion.cli import box as box_commands
from companion.cli import races as race_commands
from companion.errors import Refused
from companion.library import boxes
from companion.library.rules_version import with_rules
from companion.store.store import Stamp, Start, Store, waited
from tests.library.box_game import BARE, NAME, SPEC, add_to_games

BOX = {"moves": {"letter_1": 1, "elf": 3}}
Command = Callable[[Namespace, TextIO, TextIO], int]


@pytest.fixture(autouse=True)
def shelf(monkeypatch: pytest.MonkeyPatch) -> None:
    add_to_games(monkeypatch)


def run(command: Command, data: Path, **args: Any) -> tuple[int, str, str]:
    """A command's exit status, standard output and error."""
    out, err = io.StringIO(), io.StringIO()
    named = {"game": NAME, "file": None, "example": False, **args}
    status = command(Namespace(data=data, lang="en", **named), out, err)
    return status, out.getvalue(), err.getvalue()


def test_a_box_is_imported_shown_checked_and_exported(tmp_path: Path) -> None:
    file, copy = tmp_path / "box.json", tmp_path / "copy.json"
    file.write_text(boxes.write(NAME, BOX, []))
    status, _, err = run(box_commands.take, tmp_path / "data", file=str(file))
    assert (status, "Missing: letter_2 0" in err) == (0, True)
    status, out, _ = run(box_commands.show, tmp_path / "data")
    assert (status, json.loads(out)) == (0, BOX)
    assert run(box_commands.check, tmp_path / "data")[0] == 1
    run(box_commands.give, tmp_path / "data", file=str(copy))
    assert copy.read_text() == file.read_text()


def test_without_a_box_everything_is_missing(
    tmp_path: Path,
) -> None:
    status, out, err = run(box_commands.show, tmp_path / "none")
    assert (status, out, err.count("Missing:")) == (0, "", 3)
    assert run(box_commands.check, tmp_path / "none")[0] == 1
    assert list(tmp_path.iterdir()) == []


def test_an_example_box_is_marked(tmp_path: Path) -> None:
    status, out, err = run(box_commands.show, tmp_path, example=True)
    assert SPEC.box is not None
    assert (status, json.loads(out)) == (0, SPEC.box.example())
    assert "invented example" in err
    file = tmp_path / "box.json"
    file.write_text(boxes.write(NAME, SPEC.box.example(), []))
    assert run(box_commands.check, tmp_path, file=str(file))[0] == 0


def test_a_game_without_a_box_and_a_wrong_file_are_refused(tmp_path: Path) -> None:
    with pytest.raises(Refused) as no:
        run(box_commands.show, tmp_path, game=BARE)
    assert no.value.key == "box.none"
    (tmp_path / "box.json").write_text("{}")
    with pytest.raises(Refused) as wrong:
        run(box_commands.take, tmp_path / "data", file=str(tmp_path / "box.json"))
    assert wrong.value.key == "box.not_a_box_file"
    assert not (tmp_path / "data").exists()


def test_a_race_with_invented_cards_is_marked_in_the_list(tmp_path: Path) -> None:
    with closing(Store.open(tmp_path)) as store:
        options = {"seats": [{"name": "Ada"}], "box": {"example": True}}
        start = Start(NAME, options, Stamp(0.0, 0.0, "b", True), with_rules({}, NAME))
        waited(lambda then: store.new_race(start, then))
    status, out, _ = run(race_commands.races, tmp_path)
    assert (status, out.rstrip().endswith("(with invented cards)")) == (0, True)
