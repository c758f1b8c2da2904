"""The commands that read and write saved data, with and without a running service."""

import io
import json
from argparse import Namespace
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any, TextIO

import pytest

from companion.cli import export, replay
from companion.cli import races as race_commands
from companion.cli import tags as tag_commands
from companion.errors import Refused, StoreError
from companion.library.library import Library
from companion.store.store import Stamp, Start, Store, Tagged, waited
from tests.library.test_export import save

DECK = """{"format": "companion-tags", "version": 1, "tags": [
  {"uid": "04:a3:0b:5a", "game": "snow_tails", "piece":
    {"kind": "dog", "colour": "red", "value": 4, "copy": 2}},
  {"uid": "04A30B5B", "game": "snow_tails", "piece":
    {"kind": "dog", "colour": "red", "value": 4, "copy": 1}}]}
"""

Command = Callable[[Namespace, TextIO, TextIO], int]


def run(command: Command, data: Path, **args: Any) -> tuple[str, str]:
    """Run a command that succeeds; return its standard output and error."""
    out, err = io.StringIO(), io.StringIO()
    assert command(Namespace(data=data, lang="en", **args), out, err) == 0
    return out.getvalue(), err.getvalue()


def refusal(command: Command, data: Path, **args: Any) -> Refused | StoreError:
    with pytest.raises((Refused, StoreError)) as caught:
        run(command, data, **args)
    return caught.value


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A directory with two races, the second one under way; the service does not run."""
    with closing(Store.open(tmp_path / "data")) as store:
        save(store, 1)
        options = {"seats": [{"name": "Cy"}, "rubbish", {"name": "Di"}]}
        start = Start("snow_tails", options, Stamp(1e300, 0.0, "b", False))
        waited(lambda then: store.new_race(start, then))
    return tmp_path / "data"


def test_races_are_listed_newest_first(data: Path) -> None:
    out, err = run(race_commands.races, data)
    newest, oldest = out.splitlines()
    assert newest.split()[0] == "2"
    assert "??" in newest
    assert "Cy, Di" in newest
    assert oldest.split()[:2] in (["1", "2023-11-14"], ["1", "2023-11-15"])
    assert "Ada, =Bo" in oldest
    assert err == ""


def test_reading_commands_make_no_directory(tmp_path: Path) -> None:
    for command in (race_commands.races, tag_commands.show):
        out, err = run(command, tmp_path / "none")
        assert out == ""
        assert err
    assert refusal(export.export, tmp_path / "none", race=1, format="json").key
    assert list(tmp_path.iterdir()) == []


def test_finished_race_is_exported_as_a_play(data: Path) -> None:
    play = json.loads(run(export.export, data, race=1, format="bgsplay")[0])
    assert [one["name"] for one in play["games"]] == ["Snow Tails"]
    assert "Ada" in run(export.export, data, race=1, format="places")[0]


def test_the_replay_command_accepts_an_exported_race(data: Path, tmp_path: Path) -> None:
    for form in ("json", "jsonl"):
        out, _ = run(export.export, data, race=1, format=form)
        file = tmp_path / f"race.{form}"
        file.write_text(out)
        assert run(replay.replay, data, file=str(file))[1]
    race = json.loads(run(export.export, data, race=1, format="json")[0])
    file.write_text(json.dumps({**race, "result": []}))
    assert refusal(replay.replay, data, file=str(file)).key == "saved.differs"


def test_an_unknown_race_is_refused(data: Path) -> None:
    refused = refusal(export.export, data, race=9, format="csv")
    assert (refused.key, refused.params["race"]) == ("saved.no_such_race", 9)


def test_an_unreadable_file_is_refused(data: Path, tmp_path: Path) -> None:
    assert refusal(replay.replay, data, file=str(tmp_path / "none")).key == "saved.cannot_read"
    assert refusal(replay.replay, data, file=str(tmp_path)).key == "saved.no_file"
    (tmp_path / "latin").write_bytes(b"\xe4\xff")
    assert refusal(tag_commands.take, data, file=str(tmp_path / "latin")).key == "saved.no_text"


def test_tags_are_imported_listed_and_exported(data: Path, tmp_path: Path) -> None:
    deck, copy = tmp_path / "deck.json", tmp_path / "copy.json"
    deck.write_text("\ufeff" + DECK, encoding="utf-8")
    run(tag_commands.take, data, file=str(deck))
    out, _ = run(tag_commands.show, data)
    assert [line.split() for line in out.splitlines()] == [
        ["04A30B5B", "snow_tails", "dog", "red", "4", "1"],
        ["04A30B5A", "snow_tails", "dog", "red", "4", "2"],
    ]
    run(tag_commands.give, data, file=str(copy))
    assert run(tag_commands.give, data, file="-")[0] == copy.read_text()
    run(tag_commands.take, tmp_path / "other", file=str(copy))
    assert run(tag_commands.give, tmp_path / "other", file="-")[0] == copy.read_text()
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "copy.json", "data", "deck.json", "other",
    ]  # fmt: skip


def test_tags_are_imported_from_standard_input(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(DECK))
    run(tag_commands.take, data, file="-")
    assert len(run(tag_commands.show, data)[0].splitlines()) == 2


def test_a_refused_tag_file_changes_nothing(data: Path, tmp_path: Path) -> None:
    deck = tmp_path / "deck.json"
    deck.write_text(DECK.replace("04A30B5B", "08A30B5B"))
    refused = refusal(tag_commands.take, data, file=str(deck))
    assert refused.params["line"] == 4
    assert refused.params["why"].key == "tags.random_uid"
    assert run(tag_commands.show, data)[0] == ""


def test_tags_are_imported_beside_a_running_service(data: Path, tmp_path: Path) -> None:
    deck = tmp_path / "deck.json"
    deck.write_text(DECK)
    with closing(Store.open(data)) as store:
        run(tag_commands.take, data, file=str(deck))
        tag = store.tag("04A30B5B")
        assert tag == Tagged("04A30B5B", "snow_tails", {**tag.piece} if tag else {})
        assert run(race_commands.races, data)[0]


def test_an_impossible_output_file_is_refused(data: Path, tmp_path: Path) -> None:
    assert refusal(tag_commands.give, data, file=str(tmp_path / "no" / "deck")).key == "store.io"
    assert refusal(tag_commands.give, data, file=str(tmp_path)).key == "store.io"


def test_the_library_lists_the_same_races(data: Path) -> None:
    with closing(Store.open(data)) as store:
        web = Library(store)
        newest, oldest = web.races()
        assert (newest["id"], newest["over"], newest["players"]) == (2, False, ["Cy", "Di"])
        assert (oldest["id"], oldest["over"], oldest["players"]) == (1, True, ["Ada", "=Bo"])
        assert oldest["started"] == "2023-11-14T22:13:20.500Z"
        race = web.race(1)
        assert race is not None
        assert len(race["acts"]) > 1
        assert race["result"] == oldest["result"]
        assert web.race(7) is None
        assert web.export(7, "json") is None
        found = web.export(1, "csv")
        assert found is not None
        assert found[1] == "text/csv"
