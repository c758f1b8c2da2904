"""Courses that are laid by chance from the owner's track pieces."""

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from companion import messages
from companion.errors import Refused
from companion.games.snow_tails import box, track_course
from companion.games.snow_tails.course_proposals import DIFFICULTIES, LENGTHS, propose
from companion.games.snow_tails.track_pieces import TrackPiece

PIECES = {box.title(piece): piece for piece in box.pieces(box.read(box.example()))}
QUARTERS = {"bend": 1, "u_turn": 2}


def proposed(length: str, difficulty: str, seed: int = 1, data: Any = None) -> list[Any]:
    return propose(data or box.example(), length, difficulty, Random(seed).random)


def pieces(laid: Sequence[Any]) -> list[TrackPiece]:
    return [PIECES[f"{one['piece']}{one['side']}"] for one in laid]


def danger(laid: Sequence[Any]) -> float:
    """U-turns, special pieces, and limits below 6, for each piece."""
    found = pieces(laid)
    low = sum(6 - line.limit for piece in found for line in piece.lines)
    return (low + sum(piece.kind in ("u_turn", "special") for piece in found)) / len(found)


@pytest.mark.parametrize("length", LENGTHS)
@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_a_proposed_course_follows_the_rules_and_is_long_enough(
    length: str, difficulty: str
) -> None:
    """ST-10, ST-11, ST-95."""
    for laid in proposed(length, difficulty):
        start, *between, finish = found = pieces(laid)
        assert (start.kind, finish.kind) == ("start", "finish")
        assert not {"start", "finish"} & {piece.kind for piece in between}
        assert len({piece.name for piece in found}) == len(found)
        assert not any(one["turned"] for one in laid)
        assert sum(sum(piece.spaces) / 5 for piece in between) >= LENGTHS[length]
        turn = next((piece.turn for piece in between if piece.turn), "left")
        assert start.starts[0][0] == (1 if turn == "left" else 5)
        if difficulty == "easy":
            assert "special" not in {piece.kind for piece in between}
        track_course.track(track_course.driven(laid, box.example()), range(1, 6))  # can be raced


def test_a_proposed_course_turns_by_half_a_circle_at_most() -> None:
    for laid in proposed("long", "hard"):
        heading = 0
        for piece in pieces(laid):
            heading += QUARTERS.get(piece.kind, 0) * (-1 if piece.turn == "left" else 1)
            assert abs(heading) <= 2


def test_the_same_chance_gives_the_same_courses() -> None:
    assert proposed("medium", "medium") == proposed("medium", "medium")
    assert proposed("medium", "medium") != proposed("medium", "medium", seed=2)


@pytest.mark.parametrize("seed", range(5))
def test_harder_courses_have_more_danger(seed: int) -> None:
    easy, medium, hard = (danger(proposed("short", each, seed)[0]) for each in DIFFICULTIES)
    assert easy < medium < hard


def without(*names: str) -> Any:
    return {"pieces": [one for one in box.example()["pieces"] if one["name"] not in names]}


def test_pieces_with_other_lanes_than_the_start_are_left_out() -> None:
    narrow = {"name": "n", "side": "A", "kind": "straight", "spaces": [9, 9, 9]}
    data = {"pieces": [*box.example()["pieces"], narrow]}
    assert all(
        "n" not in [one["piece"] for one in laid] for laid in proposed("long", "hard", 1, data)
    )


@pytest.mark.parametrize(
    ("data", "key", "params"),
    [
        ({"pieces": []}, "course.make_lacks", {}),
        (without("1"), "course.make_lacks", {}),
        (without("10"), "course.make_lacks", {}),
        (without(*"23456789"), "course.make_lacks", {}),
        (without(*"46789"), "course.make_short", {"most": 16, "least": 44}),
    ],
)
def test_too_few_pieces_are_refused(data: Any, key: str, params: Any) -> None:
    with pytest.raises(Refused) as refused:
        propose(data, "long", "hard", Random(1).random)
    assert (refused.value.key, refused.value.params) == (key, params)
    assert messages.sentence(key, params, "en")
