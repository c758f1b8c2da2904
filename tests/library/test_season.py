"""A season: points, ties, missed and dropped races, late players, and undo."""

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import Malformed, Refused
from companion.games import history
from companion.games.history import History
from companion.library import season
from companion.library.season import State, table

Act = Mapping[str, Any]


def results(*names: str, out: tuple[str, ...] = ()) -> list[dict[str, Any]]:
    placed: list[dict[str, Any]] = [{"name": n, "place": p} for p, n in enumerate(names, 1)]
    return placed + [{"name": name, "place": None} for name in out]


def race(*names: str, **more: Any) -> Act:
    return {"act": "race", "results": results(*names, out=more.pop("out", ())), **more}


def played(*acts: Act, **options: Any) -> History:
    return history.replay(season, {"name": "Winter", **options}, acts)


def totals(state: State, races: int | None = None) -> list[tuple[int, bool, str, int]]:
    count = len(state.runs) if races is None else races
    return [(row.rank, row.tied, row.name, row.total) for row in table(state, count)]


def refusal(state: History, act: Act) -> str:
    with pytest.raises(Refused) as refused:
        state.apply(act)
    return refused.value.key


def test_places_1_to_4_give_5_3_2_and_1_points() -> None:
    """ST-93, ST-T20."""
    state = played(race("Ada", "Bo", "Cy", "Di", "Ed")).state
    assert totals(state) == [
        (1, False, "Ada", 5),
        (2, False, "Bo", 3),
        (3, False, "Cy", 2),
        (4, False, "Di", 1),
        (5, False, "Ed", 0),
    ]


def test_equal_totals_share_a_rank() -> None:
    folded = played(race("Ada", "Bo", "Cy"), race("Bo", "Ada", "Cy"))
    assert totals(folded.state) == [(1, True, "Ada", 8), (1, True, "Bo", 8), (3, False, "Cy", 4)]
    leads = folded.events[-1]
    assert leads.key == "season.leads"
    assert leads.params == {"names": ["Ada", "Bo"], "count": 2, "points": 8}


def test_each_race_has_a_table() -> None:
    found = season.view(played(race("Ada", "Bo"), race("Bo", "Ada"), race("Bo", "Ada")).state).state
    assert [rows[0]["name"] for rows in found["tables"]] == ["Ada", "Ada", "Bo"]
    assert [rows[0]["tied"] for rows in found["tables"]] == [False, True, False]


def test_missed_races_count_0_points() -> None:
    state = played(race("Ada", "Bo"), {"act": "enter", "name": "Zoe"}, race("Zoe", "Ada")).state
    assert state.players == ("Zoe", "Ada", "Bo")
    rows = {row.name: row for row in table(state, 2)}
    assert [cell.missed for cell in rows["Zoe"].cells] == [True, False]
    assert [cell.missed for cell in rows["Bo"].cells] == [False, True]
    assert rows["Zoe"].total == 5


def test_the_worst_results_are_dropped_missed_ones_first() -> None:
    acts = race("Ada", "Bo"), race("Bo", "Ada"), race("Ada")
    folded = played(*acts, {"act": "drop", "drop": 1})
    rows = {row.name: row for row in table(folded.state, 3)}
    assert [cell.dropped for cell in rows["Ada"].cells] == [False, True, False]
    assert [cell.dropped for cell in rows["Bo"].cells] == [False, False, True]
    assert (rows["Ada"].total, rows["Bo"].total) == (10, 8)
    assert totals(folded.state, 1) == [(1, False, "Ada", 5), (2, False, "Bo", 3)]


def test_an_unplaced_player_gets_the_races_dnf_points() -> None:
    unplaced = [{"name": "Ada", "place": 1}, {"name": "Bo", "place": None, "points": 1}]
    assert totals(played({"act": "race", "results": unplaced}).state)[1] == (2, False, "Bo", 1)


def test_changed_points_apply_to_earlier_races() -> None:
    folded = played(race("Ada", "Bo"), {"act": "points", "points": [10]})
    assert totals(folded.state) == [(1, False, "Ada", 10), (2, False, "Bo", 0)]


def test_names_are_compared_without_case_and_spaces() -> None:
    state = played(race("Ada", "Bo"), race("ada ", "BO")).state
    assert totals(state) == [(1, False, "Ada", 10), (2, False, "Bo", 6)]


def test_a_race_is_edited_removed_and_restored_by_undo() -> None:
    folded = played(race("Ada", "Bo", title="Nutcracker"), race("Bo", "Ada", race=7, game="x"))
    folded, _ = folded.apply({"act": "edit", "n": 1, "results": results("Bo", "Ada")})
    assert totals(folded.state)[0] == (1, False, "Bo", 10)
    assert folded.state.runs[0].title == "Nutcracker"
    folded, events = folded.apply({"act": "remove", "n": 1})
    assert events[0].params["number"] == 1
    assert [run.n for run in folded.state.runs] == [2]
    assert list(season.legal(folded.state)) == [{"act": "remove", "n": 2}]
    folded, events = folded.apply({"act": "undo"})
    assert events[0].key == "history.undone"
    assert [run.n for run in folded.state.runs] == [1, 2]
    added, _ = folded.apply({"act": "remove", "n": 2})[0].apply(race("Ada", "Bo"))
    assert [run.n for run in added.state.runs] == [1, 3]


def test_an_act_that_changes_nothing_is_not_an_undo_step() -> None:
    folded = played()
    assert folded.apply({"act": "rename", "name": " Winter "})[0] is folded


def test_contradictory_acts_are_refused() -> None:
    folded = played(race("Ada", "Bo", race=3))
    assert refusal(folded, race("Ada", "Bo", race=3)) == "season.race_twice"
    assert refusal(folded, race("Ada", "ada")) == "season.name_twice"
    assert refusal(folded, {"act": "enter", "name": "ADA"}) == "season.player_there"
    assert refusal(folded, {"act": "remove", "n": 9}) == "season.no_such_race"
    assert refusal(folded, {"act": "remove", "n": 1, "x": 1}) == "season.unknown_field"
    for n in range(season.MOST_PLAYERS - 2):
        folded, _ = folded.apply({"act": "enter", "name": str(n)})
    assert refusal(folded, {"act": "enter", "name": "Zoe"}) == "season.too_many_players"


WRONG: list[Act] = [
    {"act": "rename"},
    {"act": "rename", "name": " "},
    {"act": "rename", "name": "x" * 61},
    {"act": "points", "points": []},
    {"act": "points", "points": [True]},
    {"act": "points", "points": [-1]},
    {"act": "points", "points": "5"},
    {"act": "drop", "drop": 1.5},
    {"act": "race", "results": []},
    {"act": "race", "results": [{"name": "Ada"}]},
    {"act": "race", "results": [{"name": "Ada", "place": 0}]},
    {"act": "race", "results": [{"name": "Ada", "place": 1, "more": 1}]},
    {"act": "race", "results": ["Ada"]},
    {"act": "race", "results": results("Ada"), "race": "1"},
    {"act": "edit", "n": None},
]


@pytest.mark.parametrize("act", WRONG, ids=str)
def test_an_invalid_field_is_refused_by_name(act: Act) -> None:
    assert refusal(played(), act).startswith("season.wrong_")


def test_a_season_without_a_name_or_an_unknown_act_is_refused() -> None:
    with pytest.raises(Refused) as refused:
        history.begin(season, {})
    assert refused.value.key == "season.wrong_name"
    for act in ({"act": "tap"}, {"act": ["x"]}, {}):
        with pytest.raises(Malformed):
            played().apply(act)
    assert season.read(played().state, None) is None  # type: ignore[arg-type, func-returns-value]


@given(
    st.lists(st.permutations(["Ada", "Bo", "Cy", "Di"]), min_size=1, max_size=6),
    st.lists(st.integers(1, 4), min_size=6, max_size=6),
    st.integers(0, 7),
)
def test_a_total_is_the_sum_of_the_best_results(
    orders: list[list[str]], sizes: list[int], drop: int
) -> None:
    """Dropping keeps the better results, and at least one race."""
    acts = [race(*names[:size]) for names, size in zip(orders, sizes, strict=False)]
    state = played(*acts, {"act": "drop", "drop": drop}).state
    rows = table(state, len(acts))
    assert [row.total for row in rows] == sorted((row.total for row in rows), reverse=True)
    for row in rows:
        counted = [cell.points for cell in row.cells if not cell.dropped]
        dropped = [cell.points for cell in row.cells if cell.dropped]
        assert row.total == sum(counted)
        assert len(dropped) == min(drop, len(acts) - 1)
        assert max(dropped, default=0) <= min(counted)
        assert row.rank == 1 + sum(other.total > row.total for other in rows)
        assert row.tied == (sum(other.total == row.total for other in rows) > 1)
