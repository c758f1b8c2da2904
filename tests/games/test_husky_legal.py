"""All legal acts of a few positions of Husky.

A line is an act, its seat, an animal's number or a card's kind, and the choices: numbers of cards,
spaces as column.row, checkpoints ("any": the next one), places.
"""

from dataclasses import replace
from itertools import groupby
from typing import Any

import pytest
from husky_box import SAMPLE
from husky_race import ROUND_2, Race, after
from test_husky_taps import shown

from companion.games import husky
from companion.games.husky.state import EVENTS, WEATHERS, Pile


def legal(race: Race) -> list[str]:
    """The legal acts as lines, in order."""
    pairs = [_split(dict(act)) for act in husky.legal(race.state)]
    return [
        " ".join([head, *_runs([choice for _, one in group for choice in one])])
        for head, group in groupby(pairs, key=lambda pair: pair[0])
    ]


def _split(act: dict[str, Any]) -> tuple[str, list[Any]]:
    """An act without its choice, and the choice."""
    card = dict(act.pop("card", {}))
    whose = [act.pop(field) for field in ("act", "seat", "animal") if field in act]
    whose += [card.pop("kind")] if card else []
    assert set(act) <= {"to", "number", "where"}
    assert set(card) <= {"card"}
    chosen: list[Any] = list(card.values())
    chosen += [".".join(map(str, to)) if field == "to" else str(to) for field, to in act.items()]
    return " ".join(map(str, whose)), chosen or (["any"] if whose[0] == "checkpoint" else [])


def _runs(choices: list[Any]) -> list[str]:
    """The choices with runs of card numbers as one word."""
    found: list[list[Any]] = []
    for one in choices:
        if found and isinstance(one, int) and found[-1][-1] == one - 1:
            found[-1].append(one)
        else:
            found.append([one])
    return [f"{run[0]}-{run[-1]}" if len(run) > 1 else str(run[0]) for run in found]


PLACES = "white green blue start checkpoint_1 checkpoint_2 checkpoint_3"


def lines(text: str) -> list[str]:
    return [line.strip() for line in text.strip().splitlines()]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (
            "given round=1",
            """
            tap 1 weather 1-24
            checkpoint 1 1 2 3 any
            attack 1
            retire 1
            retire 2
            retire 3
            end
            """,
        ),
        (
            "1: weather 2",
            """
            tap 1 weather 2
            tap 2 weather 2
            tap 3 weather 2
            tap 1 action 1-60
            checkpoint 1 1 2 3 any
            attack 1
            retire 1
            retire 2
            retire 3
            end
            """,
        ),
    ],
)
def test_first_round_has_only_the_current_musher_on_the_board(words: str, expected: str) -> None:
    """HU-04, HU-10."""
    assert legal(after(words, players=3)) == lines(expected)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (
            "given 2: checkpoints=[2]; 1: card 3",
            f"""
            tap 1 action 1 3-4 6-7 9-10 12-60
            tap 2 action 1 4 6-7 9-10 12-60
            done 1
            checkpoint 1 1 2 3 any
            attack 1
            region 1 {PLACES}
            retire 1
            checkpoint 2 1 3 any
            attack 2
            region 2 {PLACES}
            retire 2
            end
            """,
        ),
        (
            "given 1: checkpoints=[1,2,3]; 1: card 1",
            f"""
            tap 1 action 1 3-4 6-7 9-10 12-60
            draw 1
            tap 1 event 1-30
            finish 1
            attack 1
            region 1 {PLACES}
            retire 1
            checkpoint 2 1 2 3 any
            attack 2
            region 2 {PLACES}
            retire 2
            end
            """,
        ),
        (
            "1: card 1, on blue, event 3",
            f"""
            tap 1 action 1
            tap 2 action 3-4 6-7 9-10 12-60
            done 1
            tap 1 event 3
            checkpoint 1 1 2 3 any
            attack 1
            region 1 blue
            retire 1
            checkpoint 2 1 2 3 any
            attack 2
            region 2 {PLACES}
            retire 2
            end
            """,
        ),
        (
            "given 1: checkpoints=[1,2,3]; 2: attacked; 1: attacked, card 3",
            f"""
            tap 1 action 1 3-4 6-7 9-10 12-60
            tap 2 action 1 4 6-7 9-10 12-60
            done 1
            attack 1
            retire 1
            checkpoint 2 1 2 3 any
            attack 2
            region 2 {PLACES}
            retire 2
            end
            """,
        ),
    ],
)
def test_exactly_these_acts_are_legal_after_an_action_card(words: str, expected: str) -> None:
    """rules.md 8.3: the card of the weather in force can be shown at any reader."""
    race = after(f"{ROUND_2}; 3: retire; 4: retire; {words}")
    weather = [f"tap {seat} weather 3" for seat in (1, 2, 3, 4)]
    assert legal(race) == [*weather, *lines(expected)]


ASIDE = [f"retire {seat}" for seat in (2, 3, 4)] + ["end"]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (
            "1: card 3",
            """
            tap 1 action 1-60
            move 1 1.1 2.1 3.1 1.2 3.2 1.3 2.3 3.3
            checkpoint 1 1 2 3 any
            retire 1
            """,
        ),
        (
            "1: card 2, to 3.5",
            """
            tap 1 action 2
            animal 1 1 1.5 2.5
            animal 1 2 4.4 3.5 3.6 4.6
            animal 1 3 5.1 6.2
            animal 1 4 5.5 6.5 6.6
            checkpoint 1 2 3 any
            retire 1
            """,
        ),
        (
            "1: card 2; given 2: at=[4,4]; 1: to 3.5, animal 2 4.4",
            """
            relocate 2 2 1.1 2.1 3.1 1.2
            checkpoint 1 2 3 any
            retire 1
            """,
        ),
    ],
)
def test_exactly_these_acts_are_legal_on_a_board(words: str, expected: str) -> None:
    """HU-14, HU-15, HU-21."""
    weather = [f"tap {seat} weather 2" for seat in (1, 2, 3, 4)]
    assert legal(after(f"1: weather 2; {words}", box="small")) == [
        *weather,
        *lines(expected),
        *ASIDE,
    ]


def test_next_card_cannot_end_the_turn_if_its_player_has_an_attacker_to_move() -> None:
    """AM-HU-03."""
    words = "1: weather 2, card 2; given 2: at=[4,4]; 1: to 3.5, animal 2 4.4, animal 3 5.1"
    for done, begins in (
        ("", ["tap 1 action 2", "done 1"]),
        (", ok", ["relocate 2 2 1.1 2.1 3.1 1.2"]),
    ):
        race = after(f"{words}{done}", box="small", relocate="at_turn")
        assert legal(race)[4 : 4 + len(begins)] == begins
        assert not [line for line in legal(race) if line.startswith("tap 2 action")]


def test_player_without_cards_cannot_end_the_previous_turn() -> None:
    race = after("given 2: hand=0; 1: weather 2, card 2")
    assert not [line for line in legal(race) if line.startswith(("tap 2 action", "tap 3 action"))]


@pytest.mark.parametrize(("number", "left"), [(WEATHERS, "1-2 4-24"), (WEATHERS - 1, "24")])
def test_weather_card_ends_a_round_and_its_used_up_deck_is_shuffled(number: int, left: str) -> None:
    """AM-HU-07."""
    words = "1: card 3, ok; 2: card 6, ok; 3: card 9, ok; 4: card 12"
    race = after(f"{ROUND_2}; {words}")
    race.state = replace(race.state, shown=Pile(tuple(range(1, number + 1))))
    assert f"tap 1 weather {left}" in legal(race)


@pytest.mark.parametrize(("number", "left"), [(EVENTS, "1-30"), (EVENTS - 1, "30")])
def test_used_up_event_deck_is_shuffled(number: int, left: str) -> None:
    """AM-HU-08."""
    race = after(f"{ROUND_2}; 1: card 1")
    race.state = replace(race.state, drawn=Pile(tuple(range(1, number + 1))))
    assert f"tap 1 event {left}" in legal(race)


def test_card_without_a_number_cannot_be_tapped_by_number() -> None:
    race = after(f"1: weather 2; {shown(1, kind='action', **SAMPLE)}; 1: draw")
    assert not [line for line in legal(race) if line.startswith("tap 1 action")]


def test_nothing_is_legal_after_the_race() -> None:
    assert legal(after(f"{ROUND_2}; end")) == []
