"""Snow Tails between turns: late marks, the order step, the end of the race."""

import pytest
from snow_race import Race, played_round

from companion.games import snow_tails
from companion.games.snow_tails.invariants import broken

# Late marks


def test_late_mark_adds_the_difference_and_discards_the_surplus() -> None:
    race = Race(limits=(4,))
    race.play(1, 5, "left", "edge")
    race("mark", 1, what="line", late=True)
    assert race.event_keys() == ["late_line", "dents_late", "discard"]
    assert race.event_params("dents_late")["count"] == 1
    sled = race.state.sled(1)
    assert (sled.dents, sled.lines, sled.dogs, sled.unnamed) == (2, 1, 3, 1)
    assert sled.last is not None
    assert sled.last.marks == ("line", "edge")
    assert (sled.hand_step.dents, sled.hand_step.discard) == (1, 1)


def test_late_edge_halves_the_rows_walked() -> None:
    race = Race()
    race.play(1, 5, "left")
    assert race.state.sled(1).walked == 5
    race("mark", 1, what="edge", late=True)
    assert race.state.sled(1).walked == 2
    assert race.refused("mark", 1, what="edge", late=True).key == "snow_tails.late_second_stop"


def test_impossible_late_mark_is_refused() -> None:
    race = Race(3, limits=())

    def late(seat: int, what: str) -> str:
        return race.refused("mark", seat, what=what, late=True).key

    assert late(1, "line") == "snow_tails.late_no_turn"
    assert late(1, "sled") == "snow_tails.late_sled"
    race.correct(1, brake=5)
    race.play(1, 2, "left")
    assert late(1, "sapling") == "snow_tails.late_no_move"
    race.play(2, 4, "left", "line")
    assert late(2, "line") == "snow_tails.no_more_lines"
    race.correct(1, status="eliminated")
    assert late(1, "line") == "snow_tails.late_out"


def test_late_dent_after_an_empty_hand_can_be_the_fifth() -> None:
    race = Race(3)
    race.correct(1, dents=3, dogs=1)
    race.play(1, 4, "left", "sled")
    race.play(2, 4, "left")
    race.play(3, 4, "left")
    race("order", seats=[1, 2, 3])
    assert (race.state.turn, race.sled(1)["dents"], race.sled(1)["dogs"]) == (1, 4, 1)
    race("tap", 1, card={"value": 4})
    race("mark", 1, what="sapling", late=True)
    assert race.event_keys() == ["late_sapling", "out", "turn"]
    assert (race.sled(1)["status"], race.sled(1)["dents"]) == ("eliminated", 4)
    assert (race.state.turn, race.state.pending) == (2, None)


def test_late_finish_drops_the_half_played_turn() -> None:
    race = Race(limits=()).second_round()
    race("tap", 1, card={"value": 4}, slot="left")
    race("mark", 1, what="line", late=True)
    assert race.event_keys() == ["late_line", "finished", "turn"]
    assert (race.state.turn, race.state.pending) == (2, None)
    race.play(2, 4, "left")
    assert race.state.proposed == (1, 2)
    race("order")
    assert race.sled(1)["place"] == 1


def test_late_finish_with_lines_in_the_next_turn_is_refused() -> None:
    race = Race(limits=()).second_round()
    race("tap", 1, card={"value": 4}, slot="left")
    race("mark", 1, what="line")
    assert race.refused("mark", 1, what="line", late=True).key == "snow_tails.late_line_pending"


def test_late_sapling_of_a_finished_sled_is_protected() -> None:
    race = Race(limits=())
    race.correct(1, dents=4, dogs=1)
    race.play(1, 4, "left", "line")
    race("mark", 1, what="sapling", late=True)
    assert race.event_keys() == ["late_sapling", "protected_de"]
    assert race.sled(1)["status"] == "finished"


# The order step
def test_proposal_sorts_by_lines_rows_walked_and_previous_order() -> None:
    race = Race(4)
    race.play(1, 3, "left")
    race.play(2, 5, "left")
    race.play(3, 3, "left", "line")
    race.play(4, 3, "left")
    assert race.event_keys()[-1] == "order_asked"
    assert race.state.proposed == (3, 2, 1, 4)
    view = snow_tails.view(race.state)
    assert view.up == (3, 2, 1, 4)
    assert view.state["proposed_order"] == [3, 2, 1, 4]


def test_proposal_counts_the_rows_of_a_bonus() -> None:
    race = Race().second_round()
    race.play(1, 4, "left", "right")
    race.play(2, 4, "left", "right", bonus=True)
    assert race.state.proposed == (2, 1)
    assert [sled.walked for sled in race.state.sleds] == [8, 10]


def test_finished_sleds_are_proposed_by_rows_then_by_lane() -> None:
    race = Race(5, limits=())
    race.play(1, 3, "left")
    race.play(2, 3, "left", "line", rows=1, lane=1)
    race.play(3, 3, "left", "line", rows=2, lane=3)
    race.play(4, 3, "left", "line", rows=2, lane=2)
    race.play(5, 3, "left", "line", rows=2)
    assert race.state.proposed == (4, 3, 5, 2, 1)
    race("order", seats=[5, 4, 3, 2, 1])
    places = {sled.seat: sled.place for sled in race.state.sleds}
    assert places == {1: None, 2: 4, 3: 3, 4: 2, 5: 1}
    assert (race.state.turn, race.state.order, race.state.round) == (1, (1,), 2)


@pytest.mark.parametrize(
    ("ada", "ben", "front"),
    [
        ({}, {"rows": 1}, 2),
        ({"rows": 0, "lane": 3}, {"lane": 2}, 2),
        ({"rows": 1}, {"rows": 1, "lane": 5}, 2),
        ({"rows": 1, "lane": 2}, {"rows": 1, "lane": 2}, 1),
    ],
)
def test_finished_sled_without_rows_or_lane_is_proposed_last(
    ada: dict[str, int], ben: dict[str, int], front: int
) -> None:
    race = Race(3, limits=())
    race.play(1, 3, "left", "line", **ada)
    race.play(2, 3, "left", "line", **ben)
    called = Race(3, limits=())
    called.state = race.state
    called("end")
    assert called.sled(front)["place"] == 1
    race.play(3, 3, "left")
    assert race.state.proposed[0] == front


def test_shift_moves_one_place_and_never_past_a_finished_sled() -> None:
    race = played_round(1, 0, 0, limits=())
    assert race.state.proposed == (1, 2, 3)
    assert race.refused("shift", 1, by=-1).key == "snow_tails.shift_front"
    assert race.refused("shift", 2, by=-1).key == "snow_tails.shift_front"
    assert race.refused("shift", 3, by=1).key == "snow_tails.shift_back"
    assert race.refused("order", seats=[2, 1, 3]).key == "snow_tails.order_finished"
    assert race.refused("order", seats=[1, 2]).params["seats"] == "1, 2, 3"
    race("shift", 3, by=-1)
    assert race.event_params("shifted") == {"name": "Cleo", "place": 2}
    assert race.state.proposed == (1, 3, 2)


def test_eliminated_sled_cannot_be_shifted() -> None:
    race = played_round(0, 0, 0)
    race("retire", 2)
    assert race.state.proposed == (1, 3)
    assert race.refused("shift", 2, by=1).key == "snow_tails.not_asked"


def test_shifted_order_survives_a_late_line() -> None:
    race = played_round(1, 0, 0)
    race("shift", 2, by=-1)
    assert snow_tails.view(race.state).state["doubts"] == [2]
    race("mark", 2, what="line", late=True)
    assert race.state.proposed == (2, 1, 3)
    assert snow_tails.view(race.state).state["doubts"] == []
    race("retire", 1)
    race.correct(1, status="racing")
    assert race.state.proposed == (2, 3, 1)


def test_untouched_proposal_is_recomputed_after_a_late_line() -> None:
    race = played_round(0, 0, 0)
    race("mark", 3, what="line", late=True)
    assert race.state.proposed == (3, 1, 2)
    before = race.state
    race("course", limits=[4, 3])
    assert race.state.proposed == before.proposed


def test_confirmed_order_levels_the_rows_walked() -> None:
    race = Race(3)
    race.play(1, 3, "left")
    race.play(2, 5, "left")
    race.correct(3, right=1, brake=4)
    race.play(3, 3, "left")
    race("order", seats=[1, 2, 3])
    assert [sled.walked for sled in race.state.sleds] == [5, 5, 0]


def test_retirement_can_end_the_order_step() -> None:
    race = played_round(0, 0)
    race("retire", 2)
    assert [event.cue for event in race.events][:1] == ["out"]
    assert (race.state.phase, race.state.round, race.state.turn) == ("turns", 2, 1)


def test_finished_sleds_count_for_positions_unless_switched_off() -> None:
    for counts, expected in ((True, 2), (False, 1)):
        race = Race(3, limits=(), finished_count=counts)
        race.play(1, 3, "left", "line")
        race.play(2, 3, "left")
        race.play(3, 3, "left")
        race("order")
        assert race.sled(2)["position"] == expected
        assert race.sled(1)["position"] == 1


# The end


def test_race_ends_with_points_and_a_winner() -> None:
    race = played_round(1, 1, limits=())
    race("order", seats=[2, 1])
    assert [event.cue for event in race.events if event.cue] == ["winner"]
    assert race.event_params("winner")["name"] == "Ben"
    view = snow_tails.view(race.state)
    assert view.over
    assert view.up == ()
    assert view.state["result"] == [
        {"seat": 2, "place": 1, "points": 5},
        {"seat": 1, "place": 2, "points": 3},
    ]
    assert list(snow_tails.legal(race.state)) == []
    assert race.refused("retire", 1).key == "snow_tails.race_over"


def test_last_racing_sled_plays_on_without_an_order_step() -> None:
    race = played_round(1, 0, limits=())
    race("order")
    race.play(2, 3, "left")
    assert (race.state.round, race.state.turn) == (3, 2)
    race.play(2, 3, "left", "line")
    assert race.state.phase == "over"
    assert race.sled(2)["place"] == 2


def test_race_with_all_sleds_eliminated_has_no_winner() -> None:
    race = Race(dnf_points=2)
    race("retire", 1)
    race("retire", 2)
    assert "no_winner" in race.event_keys()
    assert [entry["points"] for entry in snow_tails.view(race.state).state["result"]] == [2, 2]
    race = played_round(1, 1, 1, 1, 1, limits=())
    race("order")
    assert [one["points"] for one in snow_tails.view(race.state).state["result"]] == [5, 3, 2, 1, 0]


def test_race_ended_early_ranks_finished_sleds_before_racing_ones() -> None:
    race = Race(5, limits=())
    race.play(1, 3, "left")
    race.play(2, 3, "left", "line", rows=1)
    race.play(3, 3, "left", "line", rows=2)
    race("retire", 4)
    race("tap", 5, card={"value": 3})
    race("end")
    assert race.event_keys()[:2] == ["ended", "place"]
    result = snow_tails.view(race.state).state["result"]
    assert [entry["seat"] for entry in result] == [3, 2, 1, 5, 4]
    assert race.state.pending is None
    assert race.sled(5)["status"] == "racing"
    assert snow_tails.view(race.state).begun


def test_race_ended_before_the_first_move_counts_as_begun() -> None:
    race = Race()
    assert not snow_tails.view(race.state).begun
    race("end")
    assert snow_tails.view(race.state).begun


def test_race_ended_at_the_order_step_uses_the_proposal() -> None:
    race = played_round(0, 0, 0)
    race("shift", 3, by=-1)
    race("end")
    assert [sled.place for sled in race.state.sleds] == [1, 3, 2]
    assert list(broken(race.state)) == []


def test_only_a_racing_sled_can_retire_and_the_turn_passes() -> None:
    race = Race(3)
    race("tap", 1, card={"value": 4}, slot="left")
    race("retire", 1)
    assert race.event_keys() == ["retired", "turn"]
    assert (race.state.turn, race.state.pending) == (2, None)
    assert race.refused("retire", 1).key == "snow_tails.retire_racing"
