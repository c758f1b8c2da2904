"""Moves and the race order on a track, with the printed examples that can be described."""

import pytest
import snow_course
from snow_course import straight

from companion.games.snow_tails.track import Place, Track
from companion.games.snow_tails.track_moves import End, outcomes
from companion.games.snow_tails.track_pieces import Line, TrackPiece

NOBODY: frozenset[Place] = frozenset()
FIELD = Track((straight("f", 5, 20),))
LEFT, RIGHT = -1, 1


def ends(
    track: Track,
    at: Place,
    speed: int,
    drift: int = 0,
    side: int = 0,
    bonus: int = 0,
    sleds: frozenset[Place] = NOBODY,
) -> dict[Place, End]:
    """The outcomes by space; none may share one."""
    found = outcomes(track, at, speed, drift, side, bonus, sleds, NOBODY)
    made = {end.to: end for end in found}
    assert len(made) == len(found)
    return made


def test_drifts_are_steps_of_the_move_in_any_order() -> None:
    """ST-T02, ST-T04, ST-46: on a straight track every order leads to the same space."""
    assert set(ends(FIELD, (0, 2, 1), 3, 2, RIGHT)) == {(0, 4, 4)}
    end = ends(FIELD, (0, 4, 1), 5, 2, LEFT)[0, 2, 6]
    assert (end.steps, end.stop, end.path[0]) == (5, "", (0, 4, 1))
    for one, other in zip(end.path, end.path[1:], strict=False):
        assert other[2] == one[2] + 1
        assert other[1] - one[1] in (0, LEFT)


def test_sleds_beside_a_diagonal_do_not_matter() -> None:
    """ST-47, figure note S002 L167."""
    beside = frozenset({(0, 3, 1), (0, 2, 2)})
    assert set(ends(FIELD, (0, 2, 1), 1, 1, RIGHT, sleds=beside)) == {(0, 3, 2)}


def test_edge_after_two_drifts_stops_on_the_last_space() -> None:
    """ST-T15: the third drift would leave the track."""
    found = ends(FIELD, (0, 3, 1), 3, 3, RIGHT)
    assert {at: (end.stop, end.steps) for at, end in found.items()} == {(0, 5, 3): ("edge", 2)}


def test_sled_in_the_way_is_hit_by_a_straight_or_a_diagonal_step() -> None:
    """ST-T16, ST-65, ST-66: the mover stays on the last space reached."""
    found = ends(FIELD, (0, 2, 1), 3, 1, RIGHT, sleds=frozenset({(0, 3, 2)}))
    assert found[0, 2, 1].hit == (0, 3, 2)
    assert found[0, 3, 4].stop == ""


def test_bonus_goes_straight_on_and_needs_the_whole_base_movement() -> None:
    """ST-52, AM-ST-02."""
    assert set(ends(FIELD, (0, 2, 1), 2, bonus=2)) == {(0, 2, 5)}
    stopped = ends(FIELD, (0, 2, 1), 2, bonus=2, sleds=frozenset({(0, 2, 4)}))
    assert (stopped[0, 2, 3].stop, stopped[0, 2, 3].steps) == ("sled", 2)
    assert set(ends(FIELD, (0, 2, 1), 0, bonus=3)) == {(0, 2, 1)}


def test_sapling_is_entered_and_passed() -> None:
    """ST-76; one order of the steps meets it, another does not."""
    found = outcomes(FIELD, (0, 2, 1), 2, 1, RIGHT, 0, NOBODY, frozenset({(0, 3, 2), (0, 3, 3)}))
    assert {(end.to, end.saplings) for end in found} == {
        ((0, 3, 3), ((0, 3, 3),)),
        ((0, 3, 3), ((0, 3, 2), (0, 3, 3))),
    }


def test_canyon_is_passed_between_two_ticked_spaces() -> None:
    """ST-72: scenery beside a diagonal does not block it; a space without a tick is the edge."""
    canyon = straight("c", 3, 3, kind="special", ticked=frozenset({(2, 1), (1, 2), (1, 3)}))
    track = Track((canyon,))
    assert set(ends(track, (0, 2, 1), 2, 1, LEFT)) == {(0, 1, 3), (0, 2, 1)}
    assert ends(track, (0, 2, 1), 1)[0, 2, 1].stop == "edge"


def test_lane_that_the_next_piece_lacks_is_the_edge() -> None:
    track = Track((straight("a", 3, 2), straight("b", 2, 2)))
    assert ends(track, (0, 3, 2), 1)[0, 3, 2].stop == "edge"
    assert set(ends(track, (0, 3, 2), 1, 1, LEFT)) == {(1, 2, 1)}


def test_rows_go_on_behind_the_last_piece() -> None:
    """AM-ST-12."""
    track = Track((straight("z", 2, 2),))
    assert set(ends(track, (0, 1, 2), 4, 1, RIGHT)) == {(1, 2, 4)}
    assert ends(track, (1, 1, 3), 1, 1, LEFT)[1, 1, 3].stop == "edge"


def test_line_counts_for_the_step_that_crosses_it_in_its_lanes() -> None:
    """ST-60: a line at a joint, one across a piece, and two in one step."""
    first = straight("a", 2, 2, lines=(Line(3, (2, 2)),))
    second = straight("b", 2, 3, lines=(Line(4, (0, 1)), Line(5, (2, 2))))
    track = Track((first, second))
    assert track.limits == (3, 4, 5)
    assert ends(track, (0, 1, 2), 1)[1, 1, 1].lines == (1, 2)
    assert ends(track, (0, 2, 2), 1)[1, 2, 1].lines == (1,)
    assert ends(track, (1, 2, 1), 3)[2, 2, 1].lines == (2, 3)
    assert [track.lines_behind(at) for at in ((0, 1, 2), (1, 2, 1), (1, 1, 1), (2, 1, 1))] == [
        0,
        1,
        2,
        3,
    ]


def test_bend_is_shorter_inside_and_a_drift_follows_the_corners() -> None:
    """AM-ST-17, ST-T11: two drifts to the right cross a black line twice."""
    track = snow_course.track("1A", "5A", "2A", "10A")
    assert set(ends(track, (1, 1, 1), 2)) == {(1, 1, 3)}
    found = ends(track, (0, 2, 5), 6, 2, RIGHT)
    assert {end.path[-1][1] for end in found.values()} == {4}


@pytest.mark.parametrize("side", ["left", "right"])
def test_order_on_a_straight_follows_the_next_bend_then_the_flag(side: str) -> None:
    """ST-T17, ST-21: Yellow ahead; of two level sleds the one inside of the next bend."""
    bend = TrackPiece("b", "A", "bend", side, (2, 3, 4) if side == "left" else (4, 3, 2))
    track = Track(
        (straight("a", 3, 4), bend, straight("z", 3, 4, kind="finish", finish=(2,) * 3)), "right"
    )
    yellow, inner, outer = (0, 2, 3), (0, 1, 2), (0, 3, 2)
    if side == "right":
        inner, outer = outer, inner
    assert sorted((outer, yellow, inner), key=track.ahead) == [outer, inner, yellow]
    assert track.ahead((2, 3, 3)) > track.ahead((2, 1, 3)) > track.ahead((2, 3, 2))


def test_rows_of_dots_are_level_in_a_bend() -> None:
    """ST-T18, ST-22: on a row the inside sled is ahead; between rows the share of the piece."""
    track = snow_course.track("1A", "5A", "2A", "10A")
    on_row = [(1, 1, 1), (1, 2, 1), (1, 3, 2), (1, 4, 2), (1, 5, 2)]
    assert sorted(on_row, key=track.ahead, reverse=True) == on_row
    assert track.ahead((1, 3, 1)) < track.ahead((1, 5, 2))
    assert track.ahead((1, 1, 2)) > track.ahead((1, 5, 3)) > track.ahead((1, 1, 1))
    assert track.ahead((2, 5, 1)) > track.ahead((1, 1, 3))


def test_row_whose_dots_leave_a_lane_out_counts_by_its_mean() -> None:
    bend = TrackPiece("b", "A", "bend", "left", (2, 4, 4), level=((1, None, 2),))
    track = Track((bend, straight("z", 3, 4)))
    assert (
        track.ahead((0, 2, 1))
        < track.ahead((0, 3, 2))
        < track.ahead((0, 2, 2))
        < track.ahead((0, 1, 1))
    )
    assert track.ahead((0, 2, 3)) > track.ahead((0, 1, 1))


def test_two_level_finishers_rank_by_the_flag() -> None:
    """ST-T19, ST-C23."""
    for flag, ranked in (("left", [1, 5]), ("right", [5, 1])):
        track = Track((straight("z", 5, 6, kind="finish", finish=(2,) * 5, flag=flag),), flag)
        order = sorted(((0, 1, 4), (0, 5, 4)), key=track.ahead, reverse=True)
        assert [lane for _, lane, _ in order] == ranked
        assert track.past_finish((0, ranked[0], 4)) == (2, 1)
        assert track.past_finish((1, ranked[1], 1)) == (5, 5)
