"""The result of a saved race in a season: unknown values never become numbers."""

from typing import Any

import pytest

from companion.errors import Refused
from companion.games import GAMES, history
from companion.library.seasons import results
from companion.messages import say
from companion.store.store import SavedRace, Stamp

TWO = [{"name": "Ada", "colour": "red"}, {"name": "Bo", "colour": "blue"}]
SLEDS = [{**seat, "place": place} for place, seat in enumerate(TWO, 1)]


def saved(game: str, options: dict[str, Any], *acts: dict[str, Any]) -> SavedRace:
    """The race of these acts, which end it."""
    race = history.replay(GAMES[game], options, acts)
    result = race.game.view(race.state).state["result"]
    return SavedRace(7, game, options, Stamp(0.0, 0.0, "boot", True), {}, len(acts), result)


def tiles(seat: int, *values: int | None) -> dict[str, Any]:
    return {"act": "correct", "seat": seat, "set": {"tiles": {"gift": list(values)}}}


def test_eliminated_sled_of_snow_tails_gets_its_points() -> None:
    race = saved(
        "snow_tails",
        {"seats": SLEDS, "limits": [4], "dnf_points": 1},
        *({"act": "retire", "seat": 1}, {"act": "end"}),
    )
    assert results(race) == [
        {"name": "Bo", "place": 1},
        {"name": "Ada", "place": None, "points": 1},
    ]


def test_rewards_of_a_retired_team_are_not_season_points() -> None:
    left: dict[str, Any] = {"act": "retire", "seat": 1}
    race = saved("reindeer_races", {"seats": TWO}, tiles(1, 20), left, {"act": "end"})
    assert results(race) == [{"name": "Bo", "place": 1}, {"name": "Ada", "place": None}]


def test_race_with_open_places_is_refused() -> None:
    end: dict[str, Any] = {"act": "end"}
    race = saved("reindeer_races", {"seats": TWO}, tiles(1, None), tiles(2, 4), end, end)
    assert [row["open"] for row in race.result] == [True, True]
    with pytest.raises(Refused) as refused:
        results(race)
    assert refused.value.key == "season.places_open"
    assert "7" in say(refused.value)


def test_unknown_value_that_changes_no_place_is_accepted() -> None:
    race = saved("reindeer_races", {"seats": TWO}, tiles(1, None), {"act": "end"})
    assert [row["points"] for row in race.result] == [None, 0]
    assert results(race) == [{"name": "Ada", "place": 1}, {"name": "Bo", "place": 2}]
