"""A course laid from track pieces: limits in driving order, flag, pieces turned round."""

from typing import Any

import pytest

from companion.errors import Refused
from companion.games.snow_tails import box
from companion.games.snow_tails.track_course import MOST_LAID, driven, marks, track
from companion.games.snow_tails.track_pieces import track_piece

TWO: Any = {
    "name": "x",
    "side": "A",
    "kind": "bend",
    "turn": "left",
    "spaces": [2, 4, 6],
    "lines": [{"limit": 3, "after": [1, 3, 5]}, {"limit": 6, "after": [1, 1, 1]}],
    "level": [[1, None, 2]],
    "saplings": [[1, 1]],
    "blocked": [[3, 5]],
}


def laid(*names: str) -> list[dict[str, Any]]:
    """Laid pieces: "5A", or "5A~" turned round."""
    return [
        {"piece": name.rstrip("~")[:-1], "side": name.rstrip("~")[-1], "turned": "~" in name}
        for name in names
    ]


def test_limits_follow_in_driving_order_and_the_flag_from_the_finish() -> None:
    """ST-60: the example's bends have limits 4 and 3, its U-turn 4."""
    course = laid("1A", "5A", "2A", "8A", "7B", "10B")
    assert marks(course, box.example()) == ([4, 4, 3], "right")
    assert marks(laid("1A", "7A", "5A"), box.example()) == ([3, 4], "")
    assert marks([], {}) == ([], "")


def test_two_lines_of_a_piece_are_crossed_by_their_mean_place() -> None:
    data = {"pieces": [TWO]}
    assert marks(laid("xA"), data)[0] == [6, 3]
    assert marks(laid("xA~"), data)[0] == [3, 6]


def test_piece_turned_round_is_driven_backwards() -> None:
    turned = track_piece(TWO).turned()
    assert (turned.turn, turned.spaces) == ("right", (6, 4, 2))
    assert [(line.limit, line.after) for line in turned.lines] == [(6, (5, 3, 1)), (3, (1, 1, 1))]
    assert (turned.level, turned.saplings, turned.blocked) == (((5, None, 2),), {(3, 2)}, {(1, 2)})
    assert turned.turned() == track_piece(TWO)


def test_drifts_of_a_piece_turned_round_are_driven_backwards_if_they_can() -> None:
    """Two that meet in one space, or lead onto the next piece, are left to the reading."""
    way, met, again, out = [1, 1, 2, 1], [2, 2, 3, 4], [2, 3, 3, 4], [1, 2, 2, 5]
    turned = track_piece({**TWO, "drifts": [way, met, again, out]}).turned()
    assert turned.drifts == {((2, 4), (3, 2))}
    assert turned.turned().drifts == {((1, 1), (2, 1))}


def test_finish_turned_round_has_its_flag_on_the_other_side() -> None:
    assert marks(laid("10A~"), box.example()) == ([], "right")


def test_flag_is_that_of_the_last_finish() -> None:
    assert marks(laid("10A", "10B"), box.example()) == ([], "right")


@pytest.mark.parametrize(
    ("course", "key", "params"),
    [
        (laid("1A", "77A"), "course.unknown_piece", {"n": 2, "piece": "77A"}),
        (laid("1A") * (MOST_LAID + 1), "box.wrong_length", {"field": "laid"}),
        ([{"piece": "1", "side": "C"}], "box.not_one_of", {"field": "laid.1.side"}),
        ([7], "box.wrong_type", {"field": "laid.1"}),
        ({"piece": "1"}, "box.wrong_type", {"field": "laid"}),
    ],
)
def test_what_is_no_course_is_refused_at_its_place(course: Any, key: str, params: Any) -> None:
    with pytest.raises(Refused) as refused:
        marks(course, box.example())
    assert refused.value.key == key
    assert {name: refused.value.params[name] for name in params} == params


def test_track_is_worked_out_once_for_all_races_on_a_course() -> None:
    first = track(driven(laid("1A", "5A", "10A"), box.example()), [1, 2])
    assert track(driven(laid("1A", "5A", "10A"), box.example()), [5, 3]) is first
    assert track(driven(laid("1A", "5B", "10A"), box.example()), [1, 2]) is not first


def test_start_place_is_checked_for_each_race() -> None:
    pieces = driven(laid("1A", "5A", "10A"), box.example())
    track(pieces, [1])
    with pytest.raises(Refused) as refused:
        track(pieces, [1, 6])
    assert refused.value.key == "snow_tails.laid_places"
