"""The service's messages about its saved file and its backups."""

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import cast

import pytest

from companion.backups import ServiceBackups, damaged
from companion.games.game import Say
from companion.messages import languages, say
from companion.store.recovery import Backup, Backups
from companion.store.store import DamageReport, Entry, Stamp, Start, Store, waited
from companion.table.loop import Loop

STAMP = Stamp(1_700_000_000.25, 12.5, "boot-1", True)

ONE = {"en": "1 race with 1 act", "de": "1 Rennen mit 1 Aktion", "fr": "1 course avec 1 action"}
MANY = {
    "en": "2 races with 3 acts",
    "de": "2 Rennen mit 3 Aktionen",
    "fr": "2 courses avec 3 actions",
}


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize(("lost", "backup"), [(True, ""), (False, ""), (True, "copy.db")])
def test_one_race_and_one_act_are_singular(lang: str, lost: bool, backup: str) -> None:
    one = say(damaged(DamageReport("old.db", 1, 1, lost, backup)), lang)
    many = say(damaged(DamageReport("old.db", 2, 3, lost, backup)), lang)
    assert one.replace(ONE[lang], "…") == many.replace(MANY[lang], "…")
    assert "…" in one.replace(ONE[lang], "…")
    assert "old.db" in one
    assert backup in one


@pytest.mark.parametrize("lang", languages())
def test_a_missing_file_is_reported(lang: str) -> None:
    assert "companion.db" in say(damaged(DamageReport("", 0, 0, lost=True)), lang)


class Noted:
    """A stand-in for the loop that collects the notices."""

    over = True

    def __init__(self) -> None:
        self.notices: list[str] = []

    def note(self, notice: Say) -> None:
        self.notices.append(notice.key)


def said_at_start(directory: Path) -> tuple[list[str], list[str]]:
    """The message keys of a start, on the pages and on the terminal."""
    noted, told = Noted(), []
    with closing(Store.open(directory)) as store:
        service = ServiceBackups(
            directory, None, store, cast(Loop, noted), lambda say: told.append(say.key)
        )
        service.start()
        service.close()
    return noted.notices, told


def test_a_second_start_without_a_race_says_nothing_of_backups(tmp_path: Path) -> None:
    for _ in range(2):
        assert said_at_start(tmp_path) == ([], [])
    assert Backups(tmp_path).listed()


def test_a_start_whose_database_is_gone_says_so_although_its_backup_has_no_race(
    tmp_path: Path,
) -> None:
    """The first backup of a young table is made before the first race."""
    assert said_at_start(tmp_path) == ([], [])
    for file in tmp_path.glob("companion.db*"):
        file.unlink()
    assert said_at_start(tmp_path)[0] == ["store.gone"]


def play(directory: Path, acts: range, race: int = 0) -> None:
    with closing(Store.open(directory)) as store:
        waited(lambda then: store.set("secret", "of this store", then))
        if not race:
            waited(lambda then: store.new_race(Start("g", {}, STAMP), then))
        for n in acts:
            waited(lambda then, n=n: store.append(race or 1, Entry(n, {"n": n}, STAMP), then))  # type: ignore[misc]
        assert Backups(directory).make(STAMP) == {}


@pytest.mark.parametrize("seal", [True, False])
def test_a_complete_set_of_earlier_files_is_reported_once(seal: bool, tmp_path: Path) -> None:
    """Its files do not contradict each other, but a backup made later does."""
    data, earlier = tmp_path / "data", tmp_path / "earlier"
    play(data, range(1, 4))
    shutil.copytree(data, earlier)
    play(data, range(4, 6), race=1)
    (newest, *_) = Backups(data).listed()
    for file in data.glob("companion.db*"):
        file.unlink()
    for file in earlier.glob("companion.db*"):
        if seal or file.suffix != ".seal":
            shutil.copy(file, data)
    assert said_at_start(data) == (["backups.ahead"], ["backups.ahead"])
    assert said_at_start(data) == ([], [])
    assert newest in Backups(data).listed()


def test_a_restored_backup_is_not_reported_as_older(tmp_path: Path) -> None:
    play(tmp_path, range(1, 4))
    (first,) = Backups(tmp_path).listed()
    play(tmp_path, range(4, 6), race=1)
    Backups(tmp_path).restore(first.path, STAMP)
    assert said_at_start(tmp_path) == ([], [])


def copied(backup: Backup, place: Path, number: int, secret: str) -> None:
    """A copy of a backup with another number, of the store with this secret."""
    copy = place / backup.file.replace("000001", f"{number:06}")
    shutil.copy(backup.path, copy)
    with closing(sqlite3.connect(copy)) as opened, opened:
        opened.execute("UPDATE setting SET value = ? WHERE name = 'secret'", (json.dumps(secret),))


def test_a_newer_backup_on_the_stick_is_reported_unless_another_table_made_it(
    tmp_path: Path,
) -> None:
    longer, data, stick = tmp_path / "longer", tmp_path / "data", tmp_path / "stick"
    play(longer, range(1, 9))
    play(data, range(1, 4))
    stick.mkdir()
    (backup,) = Backups(longer).listed()
    copied(backup, stick, 9, "of another store")
    assert Backups(data, stick).ahead() is None
    copied(backup, stick, 8, "of this store")
    ahead = Backups(data, stick).ahead()
    assert ahead
    assert ahead.number == 8


def test_a_start_whose_races_are_only_in_a_backup_says_so(tmp_path: Path) -> None:
    with closing(Store.open(tmp_path)) as store:
        waited(lambda then: store.new_race(Start("g", {}, STAMP), then))
        assert Backups(tmp_path).make(STAMP) == {}
    (tmp_path / "companion.db").unlink()
    assert said_at_start(tmp_path) == (["store.gone", "backups.instead"], ["backups.instead"])
