"""The service's messages about its saved file and its backups."""

from contextlib import closing
from pathlib import Path
from typing import cast

import pytest

from companion.backups import ServiceBackups, damaged
from companion.games.game import Say
from companion.messages import languages, say
from companion.store.recovery import Backups
from companion.store.store import DamageReport, Stamp, Start, Store, waited
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


def test_a_start_whose_races_are_only_in_a_backup_says_so(tmp_path: Path) -> None:
    with closing(Store.open(tmp_path)) as store:
        waited(lambda then: store.new_race(Start("g", {}, STAMP), then))
        assert Backups(tmp_path).make(STAMP) == {}
    (tmp_path / "companion.db").unlink()
    assert said_at_start(tmp_path) == (["store.gone", "backups.instead"], ["backups.instead"])
