"""The draw: sizes, byes, few repetitions, the same from the same chance."""

import cProfile
from collections import Counter
from random import Random

import pytest

from companion.errors import Refused
from companion.hall.tournament.draw import TRIED, Seating, _Search, cost, draw, past, sizes


def drawn(players: int, at_table: int, rounds: int, tables: int = 0) -> list[list[Seating]]:
    found: list[list[Seating]] = []
    for number in range(rounds):
        lengths = sizes(players, 2, 5, at_table, tables)
        races, byes = draw(range(1, players + 1), lengths, past(found), Random(number))
        assert not byes
        found.append(races)
    return found


@pytest.mark.parametrize(
    ("players", "least", "most", "at_table", "tables", "expected"),
    [
        (24, 2, 5, 4, 6, [4, 4, 4, 4, 4, 4]),
        (26, 2, 5, 4, 6, [5, 5, 4, 4, 4, 4]),  # six at once, in place of seven one after another
        (26, 2, 5, 4, 3, [4, 4, 4, 4, 4, 3, 3]),  # three tables: some wait, whatever is done
        (23, 2, 5, 4, 0, [4, 4, 4, 4, 4, 3]),
        (6, 2, 5, 4, 0, [3, 3]),
        (3, 2, 5, 2, 0, [3]),
        (4, 3, 6, 3, 0, [4]),
        (5, 3, 6, 3, 0, [5]),
        (7, 3, 6, 6, 0, [4, 3]),
        (2, 2, 5, 4, 9, [2]),
        (5, 4, 4, 4, 0, [4]),  # one bye, because no race takes five or one
        (11, 4, 4, 4, 0, [4, 4]),
    ],
)
def test_races_are_as_even_as_possible_and_byes_only_where_the_numbers_force_them(
    players: int, least: int, most: int, at_table: int, tables: int, expected: list[int]
) -> None:
    assert sizes(players, least, most, at_table, tables) == expected


@pytest.mark.parametrize("limits", [(2, 5), (3, 6), (2, 4)])
def test_no_number_of_players_forces_a_bye_with_the_limits_of_our_games(
    limits: tuple[int, int],
) -> None:
    least, most = limits
    for players in range(least, 121):
        for at_table in range(least, most + 1):
            for tables in (0, 1, 3, 6):
                found = sizes(players, least, most, at_table, tables)
                assert sum(found) == players
                assert least <= min(found) <= max(found) <= most
                assert max(found) - min(found) <= 1


def test_too_few_players_are_refused_with_the_number_needed() -> None:
    with pytest.raises(Refused) as refused:
        sizes(2, 3, 6, 4, 6)
    assert (refused.value.key, refused.value.params) == (
        "tournament.too_few_players", {"count": 2, "least": 3},
    )  # fmt: skip


def test_measure_counts_repeated_pairs_start_places_and_small_tables() -> None:
    """Worked by hand: 1 and 2 meet three times, 4 (1 + 2); 1 starts first twice, 2 second twice,
    1 at a small table twice with 2."""
    assert cost(past([[(1, 2), (3, 4, 5)]])) == 0
    two = past([[(1, 2), (3, 4, 5)], [(2, 1), (4, 5, 3)]])
    assert cost(two) == 4 * (1 + 3) + 0 + 2 * 2
    three = past([[(1, 2)], [(2, 1)], [(1, 2)]])
    assert cost(three) == 4 * 3 + (1 + 1)


def test_four_rounds_of_24_players_repeat_no_pair_and_hardly_a_start_place() -> None:
    rounds = drawn(24, 4, 4, 6)
    found = past(rounds)
    assert max(found.met.values()) == 1
    assert cost(found) <= 8, "start places, of 96"
    for races in rounds:
        assert sorted(player for race in races for player in race) == list(range(1, 25))


def test_five_rounds_of_24_players_cost_little_more_than_they_must() -> None:
    """24 is the least: with five rounds on four start places each player repeats one."""
    assert 24 <= cost(past(drawn(24, 4, 5, 6))) <= 30


@pytest.mark.parametrize(
    ("players", "rounds", "least"),
    [(12, 3, 36), (12, 5, 132), (24, 3, 0), (24, 4, 0), (60, 3, 0), (60, 5, 60)],
)
def test_draw_costs_hardly_more_than_any_draw_must(players: int, rounds: int, least: int) -> None:
    """The bounds of docs/tournament.md."""
    assert least <= cost(past(drawn(players, 4, rounds, players // 4))) <= least + 4


def test_small_tables_go_round() -> None:
    """23 players, one table of three in each round: nobody sits there twice in four rounds."""
    found = past(drawn(23, 4, 4))
    assert max(found.small.values()) == 1


def test_the_player_with_the_fewest_byes_has_the_next() -> None:
    byes: Counter[int] = Counter()
    rounds: list[list[Seating]] = []
    for number in range(5):
        so_far = past(rounds)
        so_far.byes.update(byes)
        races, idle = draw(range(1, 6), sizes(5, 4, 4, 4, 0), so_far, Random(number))
        byes.update(idle)
        rounds.append(races)
    assert byes == Counter(range(1, 6))


def test_draw_is_the_same_from_the_same_chance() -> None:
    once, twice = (draw(range(1, 25), [4] * 6, past([]), Random(7)) for _ in range(2))
    assert once == twice


def _shuffled(players: int, at_table: int, seed: int) -> list[Seating]:
    order = Random(seed).sample(range(1, players + 1), players)
    return [tuple(order[at : at + at_table]) for at in range(0, players, at_table)]


def test_round_of_60_players_compares_each_pair_a_few_times_in_each_random_order() -> None:
    """After nine rounds, when pairs have to meet again. Counted, because a busy machine is slow."""
    rounds = [_shuffled(60, 5, seed) for seed in range(9)]
    profile = cProfile.Profile()
    profile.runcall(draw, range(1, 61), [5] * 12, past(rounds), Random(1))
    compared = sum(
        one.callcount for one in profile.getstats() if one.code is _Search._gain.__code__
    )
    pairs, orders = 60 * 59 // 2, TRIED // 60
    assert pairs * orders < compared < 8 * pairs * orders
