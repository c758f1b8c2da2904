"""The vectors of rules.md 6.5 and the two printed examples (6.4), each named by its id."""

from reindeer_race import Race

from companion.games.reindeer_races.state import OBJECTS

EXAMPLE_1 = {"log": {6: "ice_back", 5: "ice_back"}}
EXAMPLE_2 = {"log": {8: "ice_back", 10: "ice_forward"}}


def test_rr_t01_two_cards_of_one_object_go_together() -> None:
    race = Race()
    race.tap(1, "gift_1", "gift_2")
    pending = race.pending()
    assert (pending["distance"], pending["track"]) == (3, "gift")


def test_rr_t02_two_objects_do_not() -> None:
    race = Race()
    race.tap(1, "gift_1")
    race.refuses("one_object", "tap", 1, card={"object": "log", "count": 2})


def test_rr_t03_an_elf_goes_with_any_object() -> None:
    race = Race()
    race.tap(1, "elf", "gift_1", "gift_2")
    assert (race.pending()["distance"], race.pending()["track"]) == (4, "gift")


def test_rr_t04_an_elf_does_not_bring_two_objects_together() -> None:
    race = Race()
    race.tap(1, "elf", "gift_1")
    race.refuses("one_object", "tap", 1, card={"object": "log", "count": 2})


def test_rr_t05_elves_alone_run_on_any_track() -> None:
    for track in OBJECTS:
        race = Race()
        race.tap(1, "elf", "elf")
        assert race.pending()["track"] is None
        assert race.pending()["tracks"] == list(OBJECTS)
        race("track", 1, track=track)
        assert (race.pending()["distance"], race.pending()["track"]) == (2, track)
        race("done", 1)
        assert race.spot(1, 1) == f"{track} 2"


def test_rr_t06_a_log_and_an_elf_are_two_on_the_desserts() -> None:
    race = Race()
    race.tap(1, "log_1", "elf")
    assert (race.pending()["distance"], race.pending()["track"]) == (2, "log")


def example_1(span: int, spaces: dict[str, dict[int, str]]) -> Race:
    race = Race(spaces=spaces, bond_span=span)
    race.stand(1, "log 1")
    race.stand(2, "log 3")
    race.tap(1, "log_1", "elf")
    race("reindeer", 1, reindeer=1)
    return race


def test_rr_t07_example_1_with_span_3_ends_on_4() -> None:
    race = example_1(3, EXAMPLE_1)
    assert race.path() == [3, 6, 5, 4]
    assert race.steps() == ["move 3", "leap 6", "slide 5", "slide 4"]
    race("done", 1)
    assert race.spot(1, 1) == "log 4"


def test_rr_t08_example_1_with_span_2_is_an_endless_chain_and_asked() -> None:
    race = example_1(2, {"log": {5: "ice_back", 4: "ice_back"}})
    assert race.path() == [3, 5, 4, 3]
    assert race.pending()["asked"] == "chain"
    race.refuses("land_first", "done", 1)
    race("land", 1, end=6)
    race("done", 1)
    assert race.spot(1, 1) == "log 6"


def example_2(leaps: bool | list[bool]) -> Race:
    race = Race(3, EXAMPLE_2)
    race.stand(1, "log 2")
    race.stand(2, "log 5" if leaps is True else "log 3")
    race.stand(3, "log 7")
    race.tap(1, "log_2")
    race("reindeer", 1, reindeer=2, leaps=leaps)
    return race


def test_rr_t09_example_2_reaches_the_reward() -> None:
    race = example_2(True)
    assert race.path() == [2, 5, 8, 7, 10, 11]
    race("done", 1)
    assert race.team(1)["tiles"] == [{"track": "log", "value": 10}]
    assert race.spot(1, 2) == ""
    assert race.shown["phase"] == "turns"


def test_rr_t09_a_last_tile_ends_the_game_at_once() -> None:
    race = example_2(True)
    race.correct(2, tiles=[{"track": "log", "value": 10}, {"track": "log", "value": 8}])
    race("reindeer", 1, reindeer=2)
    race("done", 1)
    assert race.team(1)["tiles"] == [{"track": "log", "value": 6}]
    assert race.shown["phase"] == "over"
    assert race.shown["result"] == [
        {"seat": 2, "place": 1, "points": 18},
        {"seat": 1, "place": 2, "points": 6},
        {"seat": 3, "place": 3, "points": 0},
    ]


def test_example_2_is_consistent_with_a_plain_pass_of_the_own_reindeer_too() -> None:
    race = Race(3, {"log": {6: "ice_forward", 10: "ice_forward"}})
    race.stand(1, "log 2")
    race.stand(2, "log 3")
    race.stand(3, "log 7")
    race.tap(1, "log_2")
    race("reindeer", 1, reindeer=2, leaps=[False])
    assert race.path() == [2, 3, 6, 7, 10, 11]


def test_rr_t10_six_and_two_drawn_discard_one() -> None:
    race = Race()
    race.correct(1, hand=6)
    race("done", 1)
    assert race.said("discard")["count"] == 1
    assert race.team(1)["hand"] == 7


def test_rr_t11_seven_one_played_and_skis_discard_one() -> None:
    race = Race(spaces={"gift": {2: "skis"}})
    race.correct(1, hand=7)
    race.move(1, "gift_2")
    assert race.said("draw")["count"] == 2
    assert race.said("discard")["count"] == 1
    assert race.team(1)["hand"] == 7
    assert race.spot(1, 1) == "gift 2"


def test_rr_t12_without_bond_it_stops_on_the_next_space() -> None:
    race = Race()
    race.stand(2, "gift 2")
    race.move(1, "gift_2", reindeer=1, leaps=False)
    assert race.spot(1, 1) == "gift 3"


def test_rr_t13_beyond_the_last_space_is_enough_and_the_surplus_is_lost() -> None:
    race = Race()
    race.stand(1, "letter 5")
    race.tap(1, "letter_2", "letter_2")
    race("reindeer", 1, reindeer=1)
    assert race.steps() == ["move 7", "reward 7"]
    race("done", 1)
    assert race.team(1)["points"] == 8
    assert race.spot(1, 1) == ""


def test_rr_t15_yeti_tracks_drive_it_off() -> None:
    race = Race(spaces={"tree": {2: "yeti"}})
    race.move(1, "tree_2")
    assert race.spot(1, 1) == ""
    assert "off" in race.told()
    race.refuses("not_up", "tap", 1, card={"object": "tree", "count": 1})
