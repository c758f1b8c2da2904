"""The sentences about a finished race."""

from typing import Any

import pytest

from companion import messages
from companion.games import GAME_SPECS
from companion.library.highlights import highlights
from companion.library.story import SeatStory, Story

NAMES = ("Ada", "Bo", "Cy", "Dan")


def race(
    *places: tuple[int | None, ...],
    game: str = "snow_tails",
    out: int | None = None,
    **figures: Any,
) -> Story:
    """A race in which each seat had these places. `out`: the round that eliminated the last seat.
    `figures`: name -> the values of each seat."""
    kind = GAME_SPECS[game].story
    rounds = len(places[0]) - 1
    nothing = {figure.name: [None] * rounds for figure in kind.figures}
    seats = [
        SeatStory(at, name, "", place=list(one), figures=dict(nothing))
        for at, (name, one) in enumerate(zip(NAMES, places, strict=False), 1)
    ]
    for name, values in figures.items():
        for seat, one in zip(seats, values, strict=True):
            seat.figures[name] = one
    seats[-1].out = out
    return Story(kind, rounds, seats, [])


def told(story: Story, lang: str = "en") -> list[str]:
    return [messages.say(one, lang) for one in highlights(story)]


def test_the_victory_the_climb_and_the_best_figure_are_told() -> None:
    story = race(
        (1, 1, 1, 1),
        (2, 2, 3, 3),
        (3, 3, 4, 4),
        (4, 4, 2, 2),
        speed=[[4, 4, 4], [9, None, 3], [9, 9, 9], [5, 7, 6]],
    )
    assert told(story) == [
        "Ada led all the way.",
        "Dan climbed from fourth to second in round 2.",
        "Nobody was faster than Bo: speed 9 in round 1.",
    ]


def test_a_figure_that_everybody_reached_is_not_told() -> None:
    same = race((1, 1, 1), (2, 2, 2), speed=[[3, 7], [7, 5]])
    assert told(same) == ["Ada led all the way."]
    alone = race((1, 1, 1), speed=[[3, 7]])
    assert told(alone)[-1] == "Nobody was faster than Ada: speed 7 in round 2."


@pytest.mark.parametrize(
    ("lang", "sentences"),
    [
        ("en", ["Bo took the lead in round 2 and never gave it up."]),
        ("de", ["Bo übernahm in Runde 2 die Führung und gab sie nicht mehr ab."]),
        ("fr", ["Bo a pris la tête au tour 2 et ne l’a plus lâchée."]),  # noqa: RUF001
    ],
)
def test_a_step_that_is_the_victory_is_told_once(lang: str, sentences: list[str]) -> None:
    assert told(race((1, 1, 2, 2), (2, 2, 1, 1)), lang) == sentences


def test_a_victory_in_the_last_round_names_the_place_before() -> None:
    story = race((1, 1, 2), (2, 2, 3), (3, 3, 1))
    assert told(story) == ["At the last moment Cy took the lead: from third to first in round 2."]
    assert told(story, "de") == [
        "Auf den letzten Metern zog Cy in Runde 2 von Platz 3 ganz nach vorn."
    ]


def test_latest_of_equal_climbs_is_told() -> None:
    first, second, third = (1, 1, 1, 1, 1), (2, 3, 2, 3, 2), (3, 2, 3, 2, 3)
    assert told(race(first, second, third))[1] == "Bo climbed from third to second in round 4."


def test_a_fall_and_an_elimination_are_told_if_there_is_room() -> None:
    story = race((1, 1, 4), (2, 2, 1), (3, 3, 2), (4, 4, 3))
    assert told(story) == [
        "At the last moment Bo took the lead: from second to first in round 2.",
        "Cy climbed from third to second in round 2.",
        "Ada dropped from first to fourth in round 2.",
    ]
    assert told(race((1, 1, 1), (2, None, None), out=1)) == [
        "Ada led all the way.",
        "Bo was out in round 1.",
    ]


@pytest.mark.parametrize("game", ["reindeer_races", "husky"])
def test_the_longest_move_is_told_of_games_with_distances(game: str) -> None:
    story = race((1, 1), (2, 2), game=game, distance=[[3], [0]])
    assert told(story)[1] == "Nobody went farther in one turn than Ada: 3 spaces in round 1."


def test_shared_victories_and_races_without_rounds_name_no_winner() -> None:
    assert told(race((1, 1), (2, 1))) == ["Bo climbed from second to first in round 1."]
    assert told(race((1,), (2,))) == []
    assert told(race((None, None, 1), (1, 1, 2))) == [
        "Ada took the lead in round 2 and never gave it up."
    ]
