"""A race that is replayed with other rules than it was played with always says so.

old_races/: exports of Reindeer Races by older rules, which forgot a chosen reindeer when another
card was tapped, and counted a reward of unknown value as 0.
"""

import io
import json
import shutil
from argparse import Namespace
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, TextIO

import pytest

from companion.cli import export as export_command
from companion.cli import races as races_command
from companion.cli import replay as replay_command
from companion.errors import Refused
from companion.games import GAME_SPECS
from companion.library.library import Library
from companion.library.rules_version import UNKNOWN, with_rules
from companion.store.file import NAME
from companion.store.reader import reading
from companion.store.recovery.backups import Backups
from companion.store.store import Entry, SavedRace, Stamp, Start, Store, waited
from tests.table.table_actor import Actor

FOLDER = Path(__file__).parent / "old_races"
CROWNED, FORGOTTEN, REFUSED = "crowned-without-values", "chosen-reindeer-forgotten", "refused-today"
GAME = "reindeer_races"
NOW = Stamp(1_800_000_000.0, 12.5, "boot-1", True)


def old(name: str) -> dict[str, Any]:
    race: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_text())
    return race


def save(store: Store, race: dict[str, Any], origin: dict[str, Any] | None = None) -> SavedRace:
    """Save an exported race as the version that exported it did."""
    stamp = Stamp(race["wall_s"], race["mono_s"], race["boot"], race["clock_synced"])
    start = Start(race["game"], race["options"], stamp, origin or race["origin"])
    ids: list[int] = []
    waited(lambda then: ids.append(store.new_race(start, then)))
    for n, one in enumerate(race["acts"], 1):
        result = race["result"] if n == len(race["acts"]) else None
        entry = Entry(n, one["act"], stamp, one["origin"], result=result)
        waited(lambda then, entry=entry: store.append(ids[0], entry, then))
    saved = store.race(ids[0])
    assert saved is not None
    return saved


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with closing(Store.open(tmp_path / "data")) as store:
        yield store


def run(command: Callable[[Namespace, TextIO, TextIO], int], **args: Any) -> tuple[str, str]:
    out, err = io.StringIO(), io.StringIO()
    assert command(Namespace(lang="en", **args), out, err) == 0
    return out.getvalue(), err.getvalue()


def test_new_race_keeps_the_version_of_its_rules(tmp_path: Path) -> None:
    table = Actor(tmp_path)
    table.begin()
    race = table.store.race(1)
    assert race is not None
    saved = Library(table.store)
    table.close()
    assert race.origin["rules"] == GAME_SPECS[race.game].rules
    assert (saved.race(1) or {})["other_rules"] is False


def test_finished_race_of_other_rules_has_its_own_result_and_says_so(store: Store) -> None:
    save(store, old(CROWNED))
    saved = Library(store)
    assert saved.races()[0]["other_rules"] is True
    story, past = saved.story(1, "en") or {}, saved.past(1, "en") or {}
    assert (story["other_rules"], past["other_rules"]) == (True, True)
    assert (story["refused"], past["refused"]) == (None, None)
    assert story["result"] == [
        {"seat": 1, "place": 1, "points": 0},
        {"seat": 2, "place": 2, "points": 0},
    ]
    document = saved.race(1) or {}
    assert (document["rules"], document["result"]) == (UNKNOWN, story["result"])


def test_race_that_the_rules_refuse_is_still_shown(store: Store) -> None:
    save(store, old(REFUSED))
    story, past = Library(store).story(1, "en") or {}, Library(store).past(1, "en") or {}
    assert story["result"] == old(REFUSED)["result"]
    assert [(seat["seat"], seat["name"]) for seat in story["seats"]] == [(1, "Ada"), (2, "Bo")]
    assert (story["rounds"], story["highlights"], story["moments"]) == (0, [], [])
    assert story["refused"]["key"] == past["refused"]["key"] == "reindeer_races.elsewhere"
    assert [row["act"] for row in past["past"]] == [
        one["act"]["act"] for one in old(REFUSED)["acts"]
    ]
    assert [bool(row["events"]) for row in past["past"]] == [True] * 9 + [False] * 4
    assert [row["acts"] for row in past["past"]] == [*range(1, 14)]


def test_records_of_other_rules_are_marked(store: Store) -> None:
    save(store, old(CROWNED), {**old(CROWNED)["origin"], "course": "Meadow"})
    found = Library(store).records(GAME)
    values = [*found["courses"][0]["records"].values()]
    assert values
    assert all(one["other_rules"] for one in values)


@pytest.mark.parametrize("name", [FORGOTTEN, CROWNED])
def test_race_on_the_table_says_that_it_has_other_rules(tmp_path: Path, name: str) -> None:
    with closing(Store.open(tmp_path)) as store:
        save(store, old(name))
    table = Actor(tmp_path)
    table.post("first", "host")
    before = table.table.snapshot.race
    assert table.act(act="undo").status == 200
    after = table.table.snapshot.race
    table.close()
    assert before is not None
    assert after is not None
    assert (before.n, after.n) == (len(old(name)["acts"]), len(old(name)["acts"]) + 1)
    assert (before.other_rules, after.other_rules) == (True, True)


def test_race_of_todays_rules_says_nothing(tmp_path: Path) -> None:
    race = old(FORGOTTEN)
    with closing(Store.open(tmp_path)) as store:
        save(store, race, with_rules(race["origin"], GAME))
    table = Actor(tmp_path)
    snapshot = table.table.snapshot
    table.close()
    assert snapshot.race is not None
    assert not snapshot.race.other_rules


def test_refused_race_on_the_table_is_kept(tmp_path: Path) -> None:
    with closing(Store.open(tmp_path)) as store:
        save(store, {**old(REFUSED), "result": None})
    table = Actor(tmp_path)
    notices = table.table.snapshot.notices
    acts = table.store.acts(1)
    table.close()
    assert [notice.key for notice in notices] == ["table.race_not_read"]
    assert len(acts) == len(old(REFUSED)["acts"])


def test_commands_label_a_race_of_other_rules(store: Store) -> None:
    save(store, old(CROWNED))
    data = store.path.parent
    listed, _ = run(races_command.races, data=data)
    assert listed.rstrip().endswith("over (other rules)")
    text, err = run(export_command.export, data=data, race=1, format="json")
    assert "started with other rules" in err
    assert json.loads(text)["rules"] == UNKNOWN


@pytest.mark.parametrize(
    ("name", "key"),
    [
        (CROWNED, "saved.differs"),
        (FORGOTTEN, "saved.differs"),
        (REFUSED, "saved.act_refused"),
    ],
)
def test_replay_of_an_old_export_says_that_its_rules_differ(name: str, key: str) -> None:
    out, err = io.StringIO(), io.StringIO()
    args = Namespace(file=str(FOLDER / f"{name}.json"), lang="en")
    with pytest.raises(Refused) as caught:
        replay_command.replay(args, out, err)
    assert caught.value.key == key
    assert "started with other rules" in err.getvalue()


def test_replay_of_a_new_export_does_not_mention_rules(store: Store, tmp_path: Path) -> None:
    race = old(FORGOTTEN)
    save(store, race, with_rules(race["origin"], GAME))
    text, err = run(export_command.export, data=store.path.parent, race=1, format="jsonl")
    assert err == ""
    file = tmp_path / "race.jsonl"
    file.write_text(text)
    _, err = run(replay_command.replay, file=str(file))
    assert "other rules" not in err


@pytest.mark.parametrize("version", [None, "1", 1.0, True, [1], 2])
def test_unusable_version_counts_as_other_rules(store: Store, version: Any) -> None:
    race = old(FORGOTTEN)
    save(store, race, {**race["origin"], "rules": version})
    assert Library(store).races()[0]["other_rules"] is True


def test_backup_keeps_the_versions(store: Store, tmp_path: Path) -> None:
    race = old(FORGOTTEN)
    save(store, race)
    save(store, race, with_rules(race["origin"], GAME))
    backups = Backups(store.path.parent)
    assert backups.make(NOW) == {}
    (tmp_path / "restored").mkdir()
    shutil.copy(backups.listed()[0].path, tmp_path / "restored" / NAME)
    with reading(tmp_path / "restored") as reader:
        assert reader is not None
        assert [race["other_rules"] for race in Library(reader).races()] == [False, True]
