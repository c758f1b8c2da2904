"""The standings: points of unequal races, each tie-break, finals, each with its reason."""

from typing import Any

from companion.games import history
from companion.hall.tournament import rules
from companion.hall.tournament.standings import UNIT, bye_points, points_of, standings
from companion.hall.tournament.state import Race, State

Act = dict[str, Any]


def raced(*players: int, places: tuple[int | None, ...] = ()) -> Race:
    return Race(1, 1, players, places=places or tuple(range(1, len(players) + 1)))


def points(size: int, race: Race, scale: tuple[int, ...] = (5, 3, 2, 1)) -> list[float]:
    return [round(parts / UNIT, 2) for parts in points_of(scale, size, race).values()]


def played(count: int, *rounds: list[tuple[list[int], list[int | None]]], **options: Any) -> State:
    """A tournament of `count` players with these races and places."""
    names = [f"P{n}" for n in range(1, count + 1)]
    acts: list[Act] = [{"act": "import", "names": names}]
    number = 0
    for races in rounds:
        drawn = [players for players, _ in races]
        idle = sorted(set(range(1, count + 1)) - {player for race in drawn for player in race})
        acts.append({"act": "round", "races": drawn, "byes": idle})
        for _, places in races:
            number += 1
            acts.append({"act": "score", "race": number, "places": places})
    start = {"name": "Cup", "game": "snow_tails", "race": {"limits": [4]}, **options}
    state = history.replay(rules, start, acts).state
    assert isinstance(state, State)
    return state


def order(state: State) -> list[tuple[int, int, str]]:
    return [(row.rank, row.player, row.by) for row in standings(state)]


def test_the_largest_race_of_a_round_gives_the_points_as_they_are() -> None:
    assert points(4, raced(1, 2, 3, 4)) == [5, 3, 2, 1]


def test_a_smaller_race_gives_the_same_points_per_player() -> None:
    """Three share what four would: places end at 4/3, 8/3 and 4."""
    three = points(4, raced(1, 2, 3))
    assert three == [4.5, 2.5, 1.25]
    assert sum(three) / 3 == sum((5, 3, 2, 1)) / 4
    assert points(4, raced(1, 2)) == [4, 1.5]


def test_equal_places_share_and_a_sled_that_did_not_finish_gets_nothing() -> None:
    assert points(4, raced(1, 2, 3, 4, places=(1, 2, 2, 4))) == [5, 2.5, 2.5, 1]
    assert points(4, raced(1, 2, 3, 4, places=(2, None, 1, None))) == [3, 0, 5, 0]


def test_a_bye_gives_the_mean_of_a_race() -> None:
    assert bye_points((5, 3, 2, 1), 4) / UNIT == 2.75


def test_more_points_are_ahead() -> None:
    state = played(3, [([1, 2, 3], [2, 1, 3])])
    assert order(state) == [(1, 2, ""), (2, 1, "points"), (3, 3, "points")]


def test_equal_points_are_decided_by_first_places() -> None:
    """1: 4 + 0. 2: 2 + 2, never first. 3: 0 + 4."""
    state = played(3, [([1, 2, 3], [1, 2, 3])], [([1, 2, 3], [3, 2, 1])], points=[4, 2, 0])
    assert [(row.player, row.by) for row in standings(state)][-1] == (2, "places")


def test_then_by_the_races_against_each_other() -> None:
    """1 and 4 have a win and a second place each; 1 was ahead where they met."""
    state = played(
        6,
        [([1, 4, 2], [1, 2, 3]), ([3, 5, 6], [1, 2, 3])],
        [([4, 5, 6], [1, 2, 3]), ([2, 1, 3], [1, 2, 3])],
    )
    assert order(state)[:2] == [(1, 1, ""), (2, 4, "ahead")]


def test_then_by_the_opponents_and_then_the_place_is_shared() -> None:
    one_round = played(4, [([1, 2], [1, 2]), ([3, 4], [1, 2])])
    assert order(one_round) == [(1, 1, ""), (1, 3, "shared"), (3, 2, "points"), (3, 4, "shared")]
    two = played(
        6,
        [([1, 2], [1, 2]), ([3, 4], [1, 2]), ([5, 6], [1, 2])],
        [([1, 3], [1, 2]), ([5, 6], [1, 2]), ([2, 4], [1, 2])],
    )
    assert order(two)[:2] == [(1, 1, ""), (2, 5, "opponents")]  # 1 has beaten 2 and 3, who win, too


def test_finals_come_first_and_the_qualifying_rounds_after_them() -> None:
    folded = history.replay(
        rules,
        {"name": "Cup", "game": "snow_tails", "race": {"limits": [4]}},
        [
            {"act": "import", "names": [f"P{n}" for n in range(1, 7)]},
            {"act": "round", "races": [[1, 2, 3], [4, 5, 6]]},
            {"act": "score", "race": 1, "places": [1, 2, 3]},
            {"act": "score", "race": 2, "places": [1, 2, 3]},
            {"act": "finals", "races": [[2, 5], [1, 4]]},
            {"act": "score", "race": 3, "places": [2, 1]},
            {"act": "score", "race": 4, "places": [1, None]},
        ],
    )
    assert order(folded.state) == [
        (1, 5, ""), (2, 2, "final_place"), (3, 1, "final"), (4, 4, "final_place"),
        (5, 3, "final"), (5, 6, "shared"),
    ]  # fmt: skip
