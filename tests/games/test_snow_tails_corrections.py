"""Snow Tails by hand: the course changed while racing, and figures corrected."""

from snow_race import Race, played_round

from companion.games.snow_tails.state import Card

# The course


def test_the_course_can_change_in_front_of_the_sleds_only() -> None:
    race = played_round(1, 0)
    race("order")
    race("tap", 1, card={"value": 3}, slot="left")
    race("mark", 1, what="line")
    refusal = race.refused("course", limits=[4, 9])
    assert (refusal.key, refusal.params["limits"]) == ("snow_tails.course_crossed", "4, 3")
    race("course", limits=[4, 3], flag="right")
    assert race.said("course_right")["limits"] == "4, 3"
    assert (race.state.limits, race.state.flag) == ((4, 3), "right")
    before = race.state
    race("course", limits=[4, 3])
    assert race.state is before


def test_behind_a_crossed_finish_only_the_flag_can_change() -> None:
    race = Race(limits=())
    race("course", flag="right")
    assert race.told() == ["course_free_right"]
    race("tap", 1, card={"value": 3}, slot="left")
    race("mark", 1, what="line")
    assert race.refused("course", limits=[4]).key == "snow_tails.course_finish"
    race("course", flag="left", limits=[])
    assert race.told() == ["course_free_left"]
    race.correct(turn=1)
    race("course", limits=[5])
    assert race.told() == ["course_left"]


# Corrections


def test_a_correction_that_changes_nothing_is_the_very_same_state() -> None:
    race = Race()
    before = race.state
    race.correct(1, left=3, lines=0, status="racing", place=None, dogs=5, deck=15)
    race.correct(turn=1, round=1, order=[1, 2], big_paws=None)
    assert race.state is before


def test_a_correction_ends_what_was_told_and_what_can_be_added() -> None:
    race = Race()
    race.play(1, 4, "left")
    race.correct(1, left=5)
    assert race.told() == ["corrected"]
    assert race.state.sled(1).last is None
    assert race.state.sled(1).told.draw == 0
    assert race.state.sled(1).left_pile == (Card(4),)


def test_dogs_take_from_the_deck_and_the_deck_from_the_discard() -> None:
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


def test_more_cards_than_the_seat_has_are_refused_with_how_many_there_are() -> None:
    race = Race()
    race.play(1, 4, "left", "brake")
    race.correct(1, deck=10)
    race.correct(1, deck=8)
    assert (race.sled(1)["dogs"], race.sled(1)["discard"]) == (5, 6)
    refusal = race.refused("correct", 1, set={"deck": 15})
    assert (refusal.key, refusal.params["count"]) == ("snow_tails.correct_cards", 19)
    race.correct(1, deck=14)
    assert (race.sled(1)["deck"], race.sled(1)["discard"]) == (14, 0)


def test_what_is_pending_cannot_be_corrected_away() -> None:
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


def test_lines_and_finished_imply_each_other() -> None:
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


def test_a_finished_sled_keeps_its_place_until_it_races_again() -> None:
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


def test_places_move_over_and_close_up() -> None:
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


def test_a_sled_back_in_the_race_goes_to_the_end_of_the_order() -> None:
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


def test_a_finished_sled_that_is_not_in_the_order_stands_behind_it() -> None:
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


def test_a_sled_that_is_up_and_stops_racing_passes_the_turn() -> None:
    race = Race()
    race("tap", 1, card={"value": 4})
    race.correct(1, status="eliminated")
    assert race.told() == ["corrected", "turn"]
    assert (race.state.turn, race.state.pending) == (2, None)


def test_the_turn_is_given_to_a_racing_sled_of_the_order_only() -> None:
    race = Race(3)
    race("retire", 3)
    assert race.refused("correct", set={"turn": 3}).key == "snow_tails.correct_turn_racing"
    race("tap", 1, card={"value": 4})
    race.correct(turn=1)
    assert race.state.pending is None
    assert race.told() == ["corrected_race", "turn"]
    assert race.refused("correct", set={"order": [1, 2]}).params["seats"] == "1, 2, 3"
    race.correct(order=[2, 1, 3], turn=2)
    assert (race.state.order, race.state.turn) == ((2, 1, 3), 2)
    race.correct(2, dogs=0)
    assert (race.sled(2)["dents"], race.sled(2)["dogs"]) == (1, 4)


def test_the_longest_turn_stays_until_nobody_has_big_paws() -> None:
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
