"""The sentences on a damaged file are right for every number."""

import pytest

from companion.backups import damaged
from companion.messages import languages, say
from companion.store.store import DamageReport

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
