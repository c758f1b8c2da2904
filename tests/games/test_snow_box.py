"""The owner's track pieces of Snow Tails: the example, refusals at their place, steps."""

from typing import Any

import pytest

from companion import messages
from companion.errors import Refused
from companion.games.snow_tails import box
from companion.games.snow_tails.track_pieces import KINDS, TrackPiece, track_piece
from companion.games.snow_tails.track_steps import can_pass, step

BEND: Any = {
    "name": "5",
    "side": "A",
    "kind": "bend",
    "turn": "left",
    "spaces": [2, 3, 4],
    "lines": [{"limit": 4, "after": [1, 1, 2]}],
    "level": [[1, None, 2], [2, 3, 4]],
}
START: Any = {
    "name": "1",
    "side": "A",
    "kind": "start",
    "spaces": [3, 3],
    "starts": [[1, 2], [2, 2], [1, 1]],
}
FINISH: Any = {
    "name": "9",
    "side": "B",
    "kind": "finish",
    "spaces": [3, 3],
    "finish": [1, 1],
    "flag": "left",
}
STRAIGHT: Any = {"name": "2", "side": "A", "kind": "straight", "spaces": [2, 2]}
SPECIAL: Any = {"name": "3", "side": "B", "kind": "special", "spaces": [3, 3, 3]}


def kept(*pieces: Any) -> Any:
    return box.read({"pieces": list(pieces)})


def refusal(piece: Any, **changes: Any) -> Refused:
    with pytest.raises(Refused) as refused:
        kept(START, {**piece, **changes})
    assert messages.sentence(refused.value.key, refused.value.params, "en")
    return refused.value


def test_example_is_complete_marked_and_has_every_kind() -> None:
    example = box.example()
    assert (box.read(example), box.missing(example)) == (example, ())
    assert example["example"] is True
    assert len({piece["name"] for piece in example["pieces"]}) >= 10
    assert {piece["kind"] for piece in example["pieces"]} == set(KINDS)
    special = [piece for piece in example["pieces"] if piece["kind"] == "special"]
    assert {mark for piece in special for mark in piece} >= {"saplings", "blocked", "ticked"}


def test_pieces_are_kept_as_entered_without_empty_fields() -> None:
    entered = [START, {**BEND, "saplings": [], "blocked": []}, FINISH]
    assert kept(*entered) == {"pieces": [START, BEND, FINISH]}


def test_box_lists_what_a_course_lacks() -> None:
    def missing(*pieces: Any) -> list[str]:
        return [say.key for say in box.missing({"pieces": list(pieces)})]

    assert missing() == ["box.snow_tails_start", "box.snow_tails_finish", "box.snow_tails_way"]
    assert missing(START, BEND) == ["box.snow_tails_finish"]
    assert missing(START, FINISH) == ["box.snow_tails_way"]
    assert missing(START, BEND, FINISH) == []


@pytest.mark.parametrize(
    ("piece", "changes", "key", "params"),
    [
        (BEND, {"name": ""}, "track_name", {"most": 12}),
        (BEND, {"name": "a\n"}, "track_name", {"most": 12}),
        (BEND, {"name": "1"}, "track_twice", {"piece": "1A"}),
        (STRAIGHT, {"turn": "left"}, "track_turn", {"piece": "2A"}),
        ({**STRAIGHT, "kind": "bend"}, {}, "track_turn", {"piece": "2A"}),
        (STRAIGHT, {"starts": [[1, 1]]}, "track_starts", {"piece": "2A"}),
        (STRAIGHT, {"kind": "start"}, "track_starts", {"piece": "2A"}),
        (STRAIGHT, {"kind": "finish"}, "track_finish", {"piece": "2A"}),
        (STRAIGHT, {"flag": "left"}, "track_finish", {"piece": "2A"}),
        (SPECIAL, {"saplings": [[2, 4]]}, "track_space", {"piece": "3B", "lane": 2, "space": 4}),
        (SPECIAL, {"blocked": [[4, 1]]}, "track_space", {"piece": "3B", "lane": 4, "space": 1}),
        (
            SPECIAL,
            {"blocked": [[1, 1]], "ticked": [[1, 1]]},
            "track_both",
            {"piece": "3B", "lane": 1, "space": 1},
        ),
        (
            SPECIAL,
            {"blocked": [[1, 2]], "saplings": [[1, 2]]},
            "track_blocked",
            {"piece": "3B", "lane": 1, "space": 2},
        ),
        (
            {**START, "name": "4"},
            {"starts": [[1, 1], [1, 1]]},
            "track_start_twice",
            {"piece": "4A", "lane": 1, "space": 1},
        ),
        (BEND, {"drifts": [[1, 3, 2, 3]]}, "track_space", {"piece": "5A", "lane": 1, "space": 3}),
        (BEND, {"drifts": [[1, 1, 3, 2]]}, "track_drift_lane", {"piece": "5A", "lane": 1, "to": 3}),
        (BEND, {"drifts": [[3, 1, 4, 1]]}, "track_drift_lane", {"piece": "5A", "lane": 3, "to": 4}),
        (BEND, {"drifts": [[2, 3, 3, 1]]}, "track_drift_far", {"to": 3, "least": 4, "most": 5}),
        (BEND, {"drifts": [[3, 1, 2, 4]]}, "track_drift_far", {"to": 2, "least": 1, "most": 3}),
        (
            BEND,
            {"drifts": [[1, 1, 2, 1], [1, 1, 2, 3]]},
            "track_drift_twice",
            {"piece": "5A", "lane": 1, "space": 1, "to": 2},
        ),
        (
            SPECIAL,
            {"blocked": [[1, 1]], "drifts": [[1, 1, 2, 1]]},
            "track_blocked",
            {"piece": "3B", "lane": 1, "space": 1},
        ),
        (
            BEND,
            {"lines": [{"limit": 4, "after": [1, 1]}]},
            "track_lanes",
            {"piece": "5A", "line": 1, "count": 3},
        ),
        (
            BEND,
            {"lines": [{"limit": 4, "after": [1, 4, 1]}]},
            "track_line",
            {"piece": "5A", "line": 1, "lane": 2, "count": 3},
        ),
        (FINISH, {"finish": [1, 4]}, "track_line", {"piece": "9B", "line": 1, "lane": 2}),
        (BEND, {"level": [[1, None, None]]}, "track_level_few", {"piece": "5A", "row": 1}),
        (BEND, {"level": [[1, 1]]}, "track_level_few", {"piece": "5A", "row": 1}),
        (BEND, {"level": [[3, 1, 1]]}, "track_space", {"piece": "5A", "lane": 1, "space": 3}),
        (BEND, {"level": [[1, 2, 2], [2, 2, 3]]}, "track_level", {"piece": "5A", "row": 2}),
        (BEND, {"level": [[2, None, 4], [None, 1, 3]]}, "track_level", {"piece": "5A", "row": 2}),
        (SPECIAL, {"blocked": [[1, 2], [2, 2], [3, 2]]}, "track_stuck", {"piece": "3B"}),
    ],
)
def test_piece_that_contradicts_itself_is_refused_at_its_place(
    piece: Any, changes: Any, key: str, params: Any
) -> None:
    refused = refusal(piece, **changes)
    assert refused.key == f"box.{key}"
    assert {name: refused.params[name] for name in params} == params


def test_wrong_field_is_refused_with_its_path() -> None:
    for changes, problem, field in (
        ({"spaces": [1] * 9}, "wrong_length", "pieces.2.spaces"),
        ({"spaces": [0, 3]}, "out_of_range", "pieces.2.spaces.1"),
        ({"kind": "jump"}, "not_one_of", "pieces.2.kind"),
        ({"lines": [{"limit": 0, "after": [1]}]}, "out_of_range", "pieces.2.lines.1.limit"),
        ({"wings": 2}, "unknown_field", "pieces.2.wings"),
    ):
        refused = refusal(BEND, **changes)
        assert (refused.key, refused.params["field"]) == (f"box.{problem}", field)
    with pytest.raises(Refused) as many:
        kept(*[{**STRAIGHT, "name": str(n)} for n in range(box.MOST_PIECES + 1)])
    assert (many.value.key, many.value.params["field"]) == ("box.wrong_length", "pieces")


def bend(*spaces: int) -> TrackPiece:
    return track_piece({**BEND, "spaces": spaces, "lines": [], "level": []})


@pytest.mark.parametrize(
    ("spaces", "at", "drift", "to"),
    [
        ((4, 4), (1, 2), 0, (1, 3)),
        ((4, 4), (1, 2), 1, (2, 3)),  # level corners: exactly the space at the corner
        ((4, 4), (1, 4), 0, (1, 5)),  # the first space of the next piece
        ((4, 4), (1, 4), 1, (2, 5)),
        ((4, 4), (1, 2), -1, None),  # the edge of the track
        ((2, 3), (1, 1), 1, (2, 2)),  # 1/2 lies between 1/3 and 2/3: the one farther back
        ((2, 3), (2, 1), -1, (1, 2)),  # 1/3 is nearer to 1/2 than to 0
        ((2, 6), (2, 1), -1, (1, 1)),  # 1/6 is nearer to 0
        ((2, 6), (2, 5), -1, (1, 3)),  # 5/6 is nearer to the joint than to 1/2
    ],
)
def test_drift_leads_to_the_nearest_rear_edge(
    spaces: tuple[int, ...], at: tuple[int, int], drift: int, to: tuple[int, int] | None
) -> None:
    """ST-43, AM-ST-17."""
    assert step(bend(*spaces), at, drift) == to


def test_a_piece_own_drift_goes_before_the_reading() -> None:
    """AM-ST-17: to that lane only, also onto the next piece."""
    entry = {**BEND, "drifts": [[2, 1, 3, 1], [1, 2, 2, 3], [2, 3, 1, 2]]}
    assert kept(entry)["pieces"] == [entry]
    piece = track_piece(entry)
    assert (step(piece, (2, 1), 1), step(piece, (2, 1), -1)) == ((3, 1), (1, 2))
    assert (step(piece, (1, 2), 1), step(piece, (2, 3), -1)) == ((2, 3), (1, 2))
    assert kept({**BEND, "drifts": []})["pieces"] == [BEND]


def test_a_piece_own_drift_can_close_its_only_way() -> None:
    ticks = [[1, 1], [2, 2], [2, 3]]
    assert kept({**SPECIAL, "ticked": ticks})
    assert refusal(SPECIAL, ticked=ticks, drifts=[[1, 1, 2, 1]]).key == "box.track_stuck"


def test_scenery_does_not_block_diagonals_between_usable_spaces() -> None:
    """ST-47, ST-72: a zigzag of ticks is a way through, one space off is not."""
    ticks = [[2, 1], [1, 2], [2, 3]]
    assert can_pass(track_piece({**SPECIAL, "ticked": ticks}))
    assert not can_pass(track_piece({**SPECIAL, "ticked": [[3, 1], [1, 2], [2, 3]]}))


def test_way_through_a_start_piece_begins_at_its_places() -> None:
    ahead = {**START, "starts": [[1, 2]], "blocked": [[1, 1], [2, 1]]}
    assert kept(ahead)["pieces"] == [ahead]
