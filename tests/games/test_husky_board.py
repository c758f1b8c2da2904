"""Regions, steps of animals, attacks and relocations on a board."""

from random import Random
from typing import Any

import pytest
from husky_board_model import Ground
from husky_box import board as drawn
from husky_race import Race
from shared import seeds, shown

from companion.games import history, husky
from companion.games.husky import ground, invariants
from companion.games.husky.board import build
from tests.games import random_play

SNOW = drawn(["wwwww", "wwSww", "wwwww", "11223", "gbF.3"], [("wolf", 1, 1), ("wolf", 5, 3)])
FAIR = {"white": 0, "green": 0, "blue": 0}


def race_on(board: dict[str, Any], distance: int = 0, players: int = 4, **options: Any) -> Race:
    """A race on this board in which seat 1 has played a card of this distance with wolf and elk."""
    far = dict.fromkeys(FAIR, distance)
    card = {**far, "animals": ["wolf", "elk"], "event": False}
    race = Race(players, {"action": [card] * 60, "weather": [FAIR] * 6, "board": board}, **options)
    race.tap(1, "weather", 1)
    race.tap(1, "action", 1)
    return race


def placed(race: Race, **spaces: list[int]) -> Race:
    """The race with the mushers of these seats (`s1`, `s2`, …) on other spaces."""
    for seat, at in spaces.items():
        race("correct", int(seat[1:]), set={"at": at})
    return race


def test_region_is_a_connected_area_of_one_colour() -> None:
    """HU-02: other areas of the colour are not in it; red spaces and finish are in none."""
    board = build(drawn(["ww.w", "bbw.", "S1.F", ".123", "g23."], []))
    one = board.regions[1, 1]
    assert set(board.places(one)) == {(1, 1), (2, 1), (3, 2), (4, 1)}
    assert set(board.places(board.regions[1, 3])) == {(1, 3)}
    assert (2, 3) not in board.regions
    assert (4, 3) not in board.regions


def test_animal_moves_one_space_within_its_region_and_onto_mushers() -> None:
    """HU-15, HU-24: not onto animals and red spaces."""
    race = placed(race_on(SNOW), s1=[4, 3])
    assert set(ground.animal_ends(race.state, 2)) == {(4, 2), (5, 2), (4, 3)}
    race("correct", set={"animal": 1, "space": [4, 2]})
    assert set(ground.animal_ends(race.state, 2)) == {(5, 2), (4, 3)}


def test_with_three_players_animals_move_two_over_free_spaces() -> None:
    """HU-17, AM-HU-11: it can turn, and a musher can be on the last space."""
    race = placed(race_on(SNOW, players=3), s1=[4, 3])
    steps = set(ground.animal_ends(race.state, 2))
    assert (4, 3) in steps, "around the corner over row 2"
    assert (3, 3) in steps, "diagonally past the musher"
    assert (5, 3) not in steps, "not back to where it stood"


def test_animal_cannot_pass_a_musher() -> None:
    """AM-HU-11: one step where two are impossible, as for mushers."""
    corridor = drawn(["Sww", "...", "112", "233", "F.."], [("wolf", 3, 1)])
    race = placed(race_on(corridor, players=3), s1=[2, 1])
    assert ground.animal_ends(race.state, 1) == ((2, 1),)


def test_enclosed_animal_is_skipped() -> None:
    """AM-HU-10: done does not wait for it."""
    race = race_on(drawn(["Swwww", "11...", "22w.F", "33..."], [("wolf", 3, 3)]))
    race("done", 1)
    assert race.state.turn == 2


def test_start_is_kept_free_for_unplaced_mushers() -> None:
    """HU-10: no animal is where a musher has to be placed."""
    race = placed(race_on(SNOW), s1=[5, 1])
    race("correct", set={"animal": 1, "space": [2, 2]})
    assert (3, 2) not in ground.animal_ends(race.state, 1)
    for seat in (2, 3, 4):
        race("retire", seat)
    assert (3, 2) in ground.animal_ends(race.state, 1)


def test_every_musher_on_the_space_is_attacked() -> None:
    """HU-20, AM-HU-06: on the start space there can be several."""
    race = placed(race_on(SNOW), s2=[3, 2])
    race("correct", set={"animal": 1, "space": [2, 2]})
    race("animal", 1, animal=1, to=[3, 2])
    assert [race.shows(seat)["blocked_next"] for seat in (1, 2, 3)] == [True, True, False]
    assert ground.to_relocate(race.state) == ((1, 1),)


def test_attacker_is_moved_three_spaces_away_or_as_far_as_possible() -> None:
    """HU-21, AM-HU-12: king's steps; two where three are impossible."""
    race = placed(race_on(SNOW), s1=[5, 1])
    far = set(ground.relocations(race.state, 1))
    assert far == {(2, 1), (1, 2), (2, 2), (1, 3), (2, 3)}
    placed(race, s1=[3, 2])
    assert set(ground.relocations(race.state, 1)) == {(1, 2), (1, 3), (5, 1), (5, 2)}


def test_attacker_without_a_free_space_stays() -> None:
    """HU-21: a region of two spaces, one with a musher and one with an animal."""
    tight = drawn(["Sw.F", "....", "1122", "w.33"], [("wolf", 2, 1)])
    race = placed(race_on(tight), s1=[1, 4])
    race("correct", 2, set={"at": [1, 1]})
    race("animal", 1, animal=1, to=[1, 1])
    assert ground.relocations(race.state, 1) == ((2, 1),)
    race("relocate", 2, animal=1, to=[2, 1])
    assert ground.relocations(race.state, 1) == ()


def test_mushers_block_each_other_but_share_checkpoints() -> None:
    """HU-14, HU-30: a musher closes a corridor, but not on a red space."""
    corridor = drawn(["S1wwwF", "......", "1.22.3", ".....3"], [])
    race = placed(race_on(corridor, distance=2), s2=[2, 1])
    assert ground.musher_ends(race.state) == ((3, 1),)
    placed(race, s2=[3, 1])
    assert ground.musher_ends(race.state) == ((2, 1),), "as far as possible (AM-HU-02)"


def test_two_checkpoints_on_one_path_are_both_passed() -> None:
    """HU-31: in order, and only if one walk passes both."""
    corridor = drawn(["S12ww3F", ".......", "1.2...3"], [])
    race = race_on(corridor, distance=4)
    race("move", 1, to=[5, 1])
    assert race.shows(1)["checkpoints"] == [1, 2]


def test_checkpoint_beyond_the_distance_is_not_passed() -> None:
    """HU-31: the move ends before checkpoint 2, in the same region."""
    corridor = drawn(["S1ww2wwF", "........", "1..2.3.3"], [])
    race = race_on(corridor, distance=3)
    race("move", 1, to=[4, 1])
    assert race.shows(1)["checkpoints"] == [1]


LONG_WAY = drawn([".1......", "S.w.....", ".ww.....", "........", "1.2.3..F", "..2.3..."], [])
"""Board where two steps lead over the checkpoint and three around it."""

TO_FINISH = drawn([".1......", "S.F.....", ".ww.....", "........", "1.2.3...", "..2.3..."], [])
"""The same board with a finish."""

BEHIND_FINISH = drawn(["Swwww", ".F.w.", "..1..", ".....", "122..", ".....", "33..."], [])
"""Board where the only way from the start to the checkpoint leads over the finish."""


@pytest.mark.parametrize(
    ("board", "distance", "to", "passed"),
    [
        (LONG_WAY, 2, [3, 2], [1]),
        (LONG_WAY, 3, [3, 2], []),
        (TO_FINISH, 3, [3, 2], [1]),
        (drawn([".1..", "S.w.", ".2..", "....", "1.2F", "33.."], []), 2, [3, 2], [1]),
        (BEHIND_FINISH, 4, [5, 1], []),
        (drawn(["S1ww2", ".....", "1.2.3", "3...F"], []), 4, [5, 1], [1, 2]),
    ],
)
def test_checkpoint_is_passed_if_the_full_distance_can_lead_over_it(
    board: dict[str, Any], distance: int, to: list[int], passed: list[int]
) -> None:
    """HU-14, HU-31, HU-33: the finish is not crossed on the way."""
    race = race_on(board, distance)
    race("move", 1, to=to)
    assert race.shows(1)["checkpoints"] == passed


def test_checkpoints_on_the_way_to_the_finish_are_passed_with_a_shorter_move() -> None:
    """HU-31, HU-33: the finish needs no exact count."""
    race = race_on(drawn(["S12ww3F", ".......", "1.2...3"], []), distance=9)
    events = race("move", 1, to=[7, 1])
    assert [event.params["number"] for event in events if event.key == "husky.checkpoint"] == [
        1,
        2,
        3,
    ]
    assert race.shows(1)["place"] == 1


@pytest.mark.parametrize("seed", seeds(1, 60))
def test_random_races_keep_all_figures_on_allowed_spaces(seed: int) -> None:
    seats = [{"seat": n, "name": f"P{n}", "colour": f"c{n}"} for n in range(1, 7)]
    rng = Random(seed)
    options = {
        "seats": seats[: rng.randint(3, 6)],
        "box": "example",
        "relocate": rng.choice(["now", "at_turn"]),
    }
    race = history.begin(husky, options)
    for act in random_play.wander(race, rng):
        race, _ = race.apply(act)
        assert list(invariants.broken(race.state)) == []
        Ground(shown(race)).holds()
    assert race.state.phase == "over"
    assert history.replay(husky, options, race.acts).state == race.state
