"""Snow Tails: changing the course during a race, and corrections."""

from snow_race import Race, played_round

from companion.games.snow_tails.state import Card

# The course


def test_course_can_change_only_ahead_of_the_sleds() -> None:
    race = played_round(1, 0)
    race("order")
    race("tap", 1, card={"value": 3}, slot="left")
    race("mark", 1, what="line")
    refusal = race.refused("course", limits=[4, 9])
    assert (refusal.key, refusal.params["limits"]) == ("snow_tails.course_crossed", "4, 3")
    race("course", limits=[4, 3], flag="right")
    assert race.event_params("course_right")["limits"] == "4, 3"
    assert (race.state.limits, race.state.flag) == ((4, 3), "right")
    before = race.state
    race("course", limits=[4, 3])
    assert race.state is before


def test_after_a_finish_only_the_flag_can_change() -> None:
    race = Race(limits=())
    race("course", flag="right")
    assert race.event_keys() == ["course_free_right"]
    race("tap", 1, card={"value": 3}, slot="left")
    race("mark", 1, what="line")
    assert race.refused("course", limits=[4]).key == "snow_tails.course_finish"
    race("course", flag="left", limits=[])
    assert race.event_keys() == ["course_free_left"]
    race.correct(turn=1)
    race("course", limits=[5])
    assert race.event_keys() == ["course_left"]


# Corrections


def test_correction_without_a_change_returns_the_same_state() -> None:
    race = Race()
    before = race.state
    race.correct(1, left=3, lines=0, status="racing", place=None, dogs=5, deck=15)
    race.correct(turn=1, round=1, order=[1, 2], big_paws=None)
    assert race.state is before


def test_correction_clears_the_hand_step_and_late_marks() -> None:
    race = Race()
    race.play(1, 4, "left")
    race.correct(1, left=5)
    assert race.event_keys() == ["corrected"]
    assert race.state.sled(1).last is None
    assert race.state.sled(1).hand_step.draw == 0
    assert race.state.sled(1).left_pile == (Card(4),)


def test_corrected_dogs_come_from_the_deck_and_deck_cards_from_the_discard() -> None:
    race = Race()
    race.play(1, 4, "brake")
    race.correct(1, dogs=7)
    assert (race.sled(1)["dogs"], race.sled(1)["deck"]) == (7, 12)
    assert race.refused("correct", 1, set={"dogs": 20}).params["count"] == 19
    race.correct(1, deck=10)
    assert (race.sled(1)["deck"], race.sled(1)["discard"]) == (10, 3)
    assert race.sled(1)["unseen"]["4"] == 3
    race.correct(1, deck=13)
    assert (race.sled(1)["discard"], race.sled(1)["unseen"]["4"]) == (0, 4)
    assert race.refused("correct", 1, set={"deck": 14}).key == "snow_tails.correct_cards"


def test_too_many_cards_are_refused_with_the_available_count() -> None:
    race = Race()
    race.play(1, 4, "left", "brake")
    race.correct(1, deck=10)
    race.correct(1, deck=8)
    assert (race.sled(1)["dogs"], race.sled(1)["discard"]) == (5, 6)
    refusal = race.refused("correct", 1, set={"deck": 15})
    assert (refusal.key, refusal.params["count"]) == ("snow_tails.correct_cards", 19)
    race.correct(1, deck=14)
    assert (race.sled(1)["deck"], race.sled(1)["discard"]) == (14, 0)


def test_correction_that_breaks_the_half_played_turn_is_refused() -> None:
    race = Race(limits=())
    race("tap", 1, card={"value": 4})
    assert race.refused("correct", 1, set={"dogs": 0}).params["count"] == 1
    race("slot", 1, slot="left")
    race("slot", 1, slot="brake")
    assert race.refused("correct", 1, set={"dogs": 1}).key == "snow_tails.correct_pending_dogs"
    assert race.refused("correct", 1, set={"brake": 1}).params["slot"] == "brake"
    race.correct(1, right=5)
    race("mark", 1, what="line")
    assert race.refused("correct", 1, set={"lines": 1}).key == "snow_tails.correct_pending_lines"


def test_all_lines_and_status_finished_imply_each_other() -> None:
    race = Race(limits=(4,))
    race.correct(2, lines=2)
    assert race.sled(2)["status"] == "finished"
    race.correct(2, lines=1)
    assert race.sled(2)["status"] == "racing"
    race.correct(2, status="finished")
    assert race.sled(2)["lines"] == 2
    race.correct(2, status="eliminated")
    assert (race.sled(2)["lines"], race.sled(2)["status"]) == (1, "eliminated")
    race.correct(2, lines=0)
    assert race.sled(2)["status"] == "eliminated"
    for lines, status in ((2, "racing"), (1, "finished")):
        wrong = race.refused("correct", 2, set={"lines": lines, "status": status})
        assert wrong.key == "snow_tails.correct_finish"


def test_finished_sled_keeps_its_place_until_it_races_again() -> None:
    race = Race(3, limits=())
    race.play(1, 3, "left", "line", rows=2, lane=3)
    for seat in (2, 3):
        race.play(seat, 3, "left")
    race("order")
    race.correct(1, dents=1, status="finished")
    ada = race.state.sled(1)
    assert (ada.place, ada.rows, ada.lane, ada.dents) == (1, 2, 3, 1)
    race.correct(1, status="racing")
    ada = race.state.sled(1)
    assert (ada.place, ada.rows, ada.lane, ada.lines) == (None, None, None, 0)


def test_other_places_shift_to_stay_without_gaps() -> None:
    race = Race(4, limits=())
    for seat in (2, 3):
        race.correct(seat, status="finished")
    assert race.refused("correct", 2, set={"place": 2}).params["most"] == 1
    assert race.refused("correct", 1, set={"place": 1}).key == "snow_tails.correct_place"
    race.correct(2, place=1)
    race.correct(3, place=1)
    assert [sled.place for sled in race.state.sleds] == [None, 2, 1, None]
    race.correct(4, status="finished", place=1)
    assert [sled.place for sled in race.state.sleds] == [None, 3, 2, 1]
    race.correct(4, place=None)
    assert [sled.place for sled in race.state.sleds] == [None, 2, 1, None]
    race.correct(3, place=None)
    assert [sled.place for sled in race.state.sleds] == [None, 1, None, None]
    race.correct(3, place=2)
    race.correct(2, status="racing")
    assert [sled.place for sled in race.state.sleds] == [None, None, 1, None]


def test_sled_set_back_to_racing_is_last_in_the_order() -> None:
    race = Race(3)
    race("retire", 1)
    race.play(2, 4, "left")
    race.play(3, 4, "left")
    race("order", seats=[3, 2])
    race.correct(1, status="racing")
    assert race.state.order == (3, 2, 1)
    assert race.sled(1)["position"] == 3
    race("retire", 1)
    race.correct(1, status="finished")
    assert race.sled(1)["position"] == 3


def test_finished_sled_missing_from_the_order_is_proposed_last() -> None:
    race = Race(3)
    race("retire", 1)
    race.play(2, 4, "left")
    race.play(3, 4, "left")
    race("order", seats=[3, 2])
    race.correct(1, status="finished")
    assert race.state.order == (3, 2)
    assert race.sled(1)["position"] == 3
    race("end")
    assert [sled.place for sled in race.state.sleds] == [1, 3, 2]


def test_sled_that_is_up_and_stops_racing_passes_the_turn() -> None:
    race = Race()
    race("tap", 1, card={"value": 4})
    race.correct(1, status="eliminated")
    assert race.event_keys() == ["corrected", "turn"]
    assert (race.state.turn, race.state.pending) == (2, None)


def test_turn_can_be_given_only_to_a_racing_sled_of_the_order() -> None:
    race = Race(3)
    race("retire", 3)
    assert race.refused("correct", set={"turn": 3}).key == "snow_tails.correct_turn_racing"
    race("tap", 1, card={"value": 4})
    race.correct(turn=1)
    assert race.state.pending is None
    assert race.event_keys() == ["corrected_race", "turn"]
    assert race.refused("correct", set={"order": [1, 2]}).params["seats"] == "1, 2, 3"
    race.correct(order=[2, 1, 3], turn=2)
    assert (race.state.order, race.state.turn) == ((2, 1, 3), 2)
    race.correct(2, dogs=0)
    assert (race.sled(2)["dents"], race.sled(2)["dogs"]) == (1, 4)


def test_longest_turn_is_kept_until_big_paws_is_cleared() -> None:
    race = Race(3)
    race.play(1, 3, "left", took_s=60)
    race.correct(round=2)
    race.play(2, 3, "left", took_s=50)
    assert race.state.big_paws == 1
    race.correct(big_paws=3)
    race.play(3, 3, "left", took_s=60)
    assert race.state.big_paws == 3
    race.correct(big_paws=None)
    race("order")
    race.play(1, 3, "left", took_s=20)
    assert race.state.big_paws == 1
