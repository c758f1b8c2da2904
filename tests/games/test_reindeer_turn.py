"""A turn of Reindeer Races: drawing, moving, the pile, the end (RR-10 to RR-51)."""

import pytest
from reindeer_race import Race

from companion.games import reindeer_races
from companion.messages import say

CARDS = {"act": "tap", "seat": 1, "card": {"object": "gift", "count": 1}}


def test_players_begin_with_five_cards_and_the_first_player_starts() -> None:
    race = Race(4, first=3)
    assert race.event_params("deal") == {"count": 5}
    assert [seat["hand"] for seat in race.shown["seats"]] == [5] * 4
    assert race.shown["pile"] == 77 - 20
    assert race.shown["order"] == [3, 4, 1, 2]
    for seat in (3, 4, 1, 2, 3):
        assert race.shown["turn"] == seat
        race("done", seat)
    assert race.shown["round"] == 2


def test_ok_without_a_tap_draws_two() -> None:
    race = Race()
    race("done", 1)
    assert race.event_params("draw") == {"name": "Ada", "count": 2}
    assert (race.team(1)["hand"], race.shown["pile"]) == (7, 65)


def test_played_cards_leave_the_hand_when_the_turn_is_done() -> None:
    race = Race()
    race.tap(1, "gift_1", "elf")
    assert (race.team(1)["hand"], race.shown["discard"]) == (5, 0)
    assert race.pending()["cards"] == [
        {"object": "gift", "count": 1},
        {"object": "elf", "count": 1},
    ]
    race("done", 1)
    assert (race.team(1)["hand"], race.shown["discard"], race.shown["pile"]) == (3, 2, 67)
    assert (race.shown["unseen"]["gift_1"], race.shown["unseen"]["elf"]) == (7, 6)


def test_empty_pile_is_refilled_from_the_discard() -> None:
    """RR-11, AM-RR-09."""
    race = Race(spaces={"gift": {1: "skis"}})
    race.correct(pile=1)
    race.move(1, "gift_1")
    assert race.event_keys()[2:5] == ["draw", "shuffle", "draw"]
    assert race.shown["discard"] == 0
    assert race.shown["pile"] == 77 - 6 - 5
    assert race.ticks(1) == [
        "Draw 1 card",
        "Shuffle the discard pile: the draw pile is empty",
        "Then draw 1 card",
    ]


def test_early_shuffle_is_recorded() -> None:
    race = Race()
    refused = race.refuses("pile_not_empty", "shuffle")
    for act in refused.remedy:
        race.do(act)
    assert race.event_keys() == ["shuffled"]
    assert (race.shown["pile"], race.shown["discard"]) == (67, 0)
    race.correct(1, hand=7)
    race("done", 1)
    assert race.team(1)["to_name"] == 2
    race.correct(pile=0)
    race("shuffle")
    assert (race.team(1)["to_name"], race.shown["discard"]) == (0, 0)


def test_surplus_cards_are_counted_and_can_be_named() -> None:
    race = Race()
    race.correct(1, hand=7)
    race("done", 1)
    assert (race.team(1)["hand"], race.team(1)["to_name"], race.shown["discard"]) == (7, 2, 2)
    race.show(1, kind="move", object="tree", count=2, copy=3)
    assert race.event_params("discard_named")["name"] == "Ada"
    assert (race.team(1)["to_name"], race.shown["unseen"]["tree_2"]) == (1, 5)
    race("discard", 1, card={"object": "elf"})
    race.refuses("nothing_to_name", "discard", 1, card={"object": "elf"})
    assert race.shown["discard"] == 2


def test_card_in_play_cannot_be_named_as_a_discard() -> None:
    race = Race()
    race.correct(1, hand=7)
    race("done", 1)
    race.tap(2, *["elf"] * 5)
    race("discard", 1, card={"object": "elf"})
    race("discard", 1, card={"object": "elf"})
    assert race.shown["unseen"]["elf"] == 5
    other = Race()
    other.correct(1, hand=7)
    other.correct(2, hand=7)
    other("done", 1)
    other.tap(2, *["elf"] * 7)
    gone = other.refuses("card_gone", "discard", 1, card={"object": "elf"})
    assert say(gone) == (
        "Every card with 1 elf is already on the table: Ada cannot have it. Look at the card again."
    )


def test_more_cards_than_in_hand_are_refused_with_a_remedy() -> None:
    race = Race()
    race.tap(1, *["gift_1"] * 5)
    refused = race.refuses("not_enough_cards", "tap", 1, card={"object": "gift", "count": 1})
    for act in refused.remedy:
        race.do(act)
    assert (race.team(1)["hand"], race.pending()["distance"]) == (6, 6)


def test_more_cards_of_a_kind_than_exist_are_refused() -> None:
    race = Race()
    race.correct(1, hand=7)
    race.tap(1, *["gift_2"] * 6)
    race.refuses("card_gone", "tap", 1, card={"object": "gift", "count": 2})
    race.refuses("no_such_card", "tap", 1, card={"object": "elf", "count": 2})


def test_same_copy_tapped_again_changes_nothing() -> None:
    race = Race()
    race("tap", 1, card={"object": "gift", "count": 1, "copy": 3})
    before = race.state
    race("tap", 1, card={"object": "gift", "count": 1, "copy": 3})
    assert race.state is before
    race("tap", 1, card={"object": "gift", "count": 1, "copy": 4})
    assert race.pending()["distance"] == 2
    assert race.refused("tap", 1, card={"object": "gift", "copy": 9}).key == "act.out_of_range"


def test_card_in_the_discard_cannot_be_played() -> None:
    race = Race()
    race.show(1, kind="move", object="gift", count=1, copy=3)
    race("done", 1)
    refused = race.refuses("copy_open", "tap", 2, card={"object": "gift", "count": 1, "copy": 3})
    for act in refused.remedy:
        race.do(act)
    assert race.pending()["distance"] == 1


def test_reindeer_stays_on_its_track() -> None:
    """RR-23, RR-25."""
    race = Race()
    race.stand(1, "gift 3", "log 1")
    race.tap(1, "gift_1")
    assert race.pending()["candidates"] == [1, 3, 4]
    assert race.pending()["reindeer"] is None
    race.refuses("reindeer_first", "done", 1)
    race.refuses("elsewhere", "reindeer", 1, reindeer=2)
    race("reindeer", 1, reindeer=1)
    race("done", 1)
    assert race.spot(1, 1) == "gift 4"


def test_only_possible_reindeer_is_chosen_automatically() -> None:
    race = Race()
    race.stand(1, "log 1", "gift 1", "tree 1", "tree 3")
    race.tap(1, "log_1")
    assert (race.pending()["candidates"], race.pending()["reindeer"]) == ([1], 1)
    race("done", 1)
    race.stand(1, "log 1")
    race("done", 2)
    race.tap(1, "gift_1")
    assert (race.pending()["candidates"], race.pending()["reindeer"]) == ([2, 3, 4], 2)


def test_reindeer_on_and_beside_the_track_need_a_choice() -> None:
    race = Race()
    race.stand(1, "gift 1", "", "log 1", "log 2")
    race.tap(1, "gift_1")
    assert (race.pending()["candidates"], race.pending()["reindeer"]) == ([1, 2], None)


def test_cards_that_can_move_no_reindeer_are_refused() -> None:
    """AM-RR-10."""
    race = Race()
    race.stand(1, "log 1", "log 2", "log 3", "tree 1")
    race.refuses("no_reindeer", "tap", 1, card={"object": "gift", "count": 1})
    race.tap(1, "elf")
    assert race.pending()["tracks"] == ["log", "tree"]
    race.refuses("no_reindeer", "track", 1, track="gift")
    race.refuses("track_first", "reindeer", 1, reindeer=1)
    race.refuses("track_first", "done", 1)


def test_object_fixes_the_track_and_elves_keep_theirs() -> None:
    """RR-22, AM-RR-02."""
    race = Race()
    race.refuses("tap_first", "track", 1, track="log")
    race.tap(1, "elf")
    race("track", 1, track="log")
    before = race.state
    race("track", 1, track="log")
    assert race.state is before
    race.tap(1, "elf")
    assert race.pending()["track"] == "log"
    race.tap(1, "gift_1")
    assert race.pending()["track"] == "gift"
    race.refuses("track_given", "track", 1, track="log")


def test_only_the_seat_that_is_up_plays_and_the_remedy_works() -> None:
    race = Race()
    refused = race.refuses("not_up", "tap", 2, card={"object": "gift", "count": 1})
    assert refused.params == {"seat": 1, "name": "Ada"}
    for act in refused.remedy:
        race.do(act)
    assert race.shown["turn"] == 2
    refused = race.refuses("not_up_ok", "done", 1)
    assert refused.params == {"seat": 2, "name": "Bert"}
    for act in refused.remedy:
        race.do(act)
    assert race.spot(2, 1) == "gift 1"


@pytest.mark.parametrize(
    ("tiles", "places"),
    [
        pytest.param(((8, 3), (6, 5)), (1, 2), id="RR-51 the higher tile"),
        pytest.param(((3, 2), (6,)), (2, 1), id="RR-51 the sum"),
        pytest.param(((), ()), (1, 1), id="equal in all is one place"),
    ],
)
def test_tie_goes_to_the_higher_tile(
    tiles: tuple[tuple[int, ...], ...], places: tuple[int, int]
) -> None:
    race = Race()
    for seat, values in enumerate(tiles, 1):
        race.correct(seat, hand=4, tiles={"letter": list(values)})
    race("end")
    shown = [seat["place"] for seat in race.shown["seats"]]
    assert (shown, race.event_keys()[0]) == (list(places), "ended")
    assert race.event_keys().count("winner") == places.count(1)


def test_nothing_is_accepted_after_the_end() -> None:
    race = Race()
    assert not reindeer_races.view(race.state).begun
    race("end")
    assert reindeer_races.view(race.state).begun
    race.refuses("race_over", "done", 1)
    assert race.shown["phase"] == "over"
    assert [seat["status"] for seat in race.shown["seats"]] == ["finished", "finished"]


def test_retirement_removes_reindeer_and_discards_the_hand() -> None:
    race = Race(3)
    race.stand(1, "log 3")
    race.tap(1, "log_1")
    race("retire", 1)
    assert race.team(1)["status"] == "eliminated"
    assert (race.team(1)["hand"], race.spot(1, 1), race.shown["discard"]) == (0, "", 5)
    assert (race.shown["turn"], race.team(1)["pending"]) == (2, None)
    race.refuses("retire_racing", "retire", 1)
    race("retire", 3)
    race("done", 2)
    assert (race.shown["turn"], race.shown["round"]) == (2, 2)
    race("retire", 2)
    assert race.event_keys()[-5:] == ["over", "no_winner", "points_out", "points_out", "points_out"]
    assert [seat["place"] for seat in race.shown["result"]] == [None] * 3


def test_retired_seat_has_no_hand_step() -> None:
    race = Race(3)
    race.correct(1, hand=7)
    race("done", 1)
    race("retire", 1)
    assert race.team(1)["to_name"] == 0
    bert = "Bert: Move a reindeer: tap cards with the same object on the reader. Or draw two: OK."
    assert [say(todo) for todo in reindeer_races.view(race.state).todo] == [bert]


def test_next_tile_is_the_highest_left() -> None:
    """RR-26."""
    race = Race()
    for seat, value in ((1, 8), (2, 6)):
        race.stand(seat, "letter 6")
        race.tap(seat, "letter_1")
        race("reindeer", seat, reindeer=1)
        race("done", seat)
        assert race.event_params("reward")["value"] == value
    assert race.track("letter")["rewards"] == [5, 3, 2]
