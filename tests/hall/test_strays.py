"""Races that tables drive in place of the prepared ones."""

from dataclasses import replace
from typing import Any

import pytest

from companion.games import history
from companion.hall.live import TableNow
from companion.hall.payloads import Seat
from companion.hall.payloads import State as Shown
from companion.hall.strays import stray
from companion.hall.tournament import rules
from companion.hall.tournament.state import Report, State

PREPARED = {"act": "prepare", "race": 1, "report": {"store": "s", "race": 7}}


def seats(*names: str) -> tuple[Seat, ...]:
    """As they stand in the race: the last seat leads."""
    return tuple(Seat(at, name, "red", "racing", None, 0) for at, name in enumerate(names, 1))[::-1]


TABLE = TableNow(
    "A",
    store="s",
    online=True,
    state=Shown("A", "s", "racing", "snow_tails", 8, 1, (1,), seats("Ada", "Ben")),
)


def begun(*acts: dict[str, Any]) -> State:
    """A tournament whose race 1 is that of Ada and Ben at table A."""
    options = {"name": "Cup", "game": "snow_tails", "race": {"limits": [4]}}
    names = {"act": "import", "names": ["Ada", "Ben", "Cleo", "Dag"]}
    table = {"act": "table", "table": "A", "up": True}
    drawn = {"act": "round", "races": [[1, 2], [3, 4]]}
    state = history.replay(rules, options, [names, table, drawn, *acts]).state
    assert isinstance(state, State)
    return state


def found(state: State, table: TableNow | None = TABLE, **shown: Any) -> Report | None:
    if table and shown and table.state:
        table = replace(table, state=replace(table.state, **shown))
    return stray(state, state.race(1), table)


@pytest.mark.parametrize("acts", [(), (PREPARED,)])
def test_a_race_of_the_same_players_is_found_though_names_stay_at_the_table(acts: Any) -> None:
    state = begun(*acts)
    assert found(state) == Report("s", 8)
    assert found(state, seats=seats("", "")) == Report("s", 8)
    assert found(state, stage="break") == Report("s", 8)


@pytest.mark.parametrize(
    "shown",
    [
        {"race": 7},
        {"race": None},
        {"stage": "set_up"},
        {"game": "husky"},
        {"seats": seats("Ben", "Ada")},
        {"seats": seats("Ada", "Ben", "Cleo")},
        {"seats": seats("Ada")},
        {"stage": "over", "race": 6},
        {"stage": "over", "race": 8, "store": "other"},
    ],
)
def test_what_is_no_race_in_its_place_is_not_taken(shown: dict[str, Any]) -> None:
    assert found(begun(PREPARED), **shown) is None


def test_a_race_that_is_over_counts_only_after_the_prepared_one() -> None:
    assert found(begun(PREPARED), stage="over") == Report("s", 8)
    assert found(begun(), stage="over") is None


def test_a_table_that_is_away_or_doubtful_has_none() -> None:
    state = begun()
    assert found(state, None) is None
    assert found(state, replace(TABLE, online=False)) is None
    assert found(state, replace(TABLE, twins=True)) is None
    assert found(begun({"act": "start", "race": 1})) is None
