"""Taps and presses, lights and instructions of the seats (rules.md 8.2)."""

from reindeer_race import HERE, Race

from companion.games import reindeer_races
from companion.games.game import Light, Tap
from companion.messages import say
from companion.signals import BUTTONS, Press


def quoted(label: str) -> str:
    """The label of a key within a sentence."""
    return f"\N{LEFT DOUBLE QUOTATION MARK}{label}\N{RIGHT DOUBLE QUOTATION MARK}"


HOLD_FLIP = f"Then hold OK ({quoted('Turn the last card round')})."


def test_draw_is_one_press() -> None:
    race = Race()
    assert race.todo(1) == [
        "Move a reindeer: tap cards with the same object on the reader. Or draw two: OK.",
        "First take your 5 movement cards.",
        f"Is track card 25 turned round? {HOLD_FLIP}",
    ]
    assert race.label(1, "ok") == "Draw two cards"
    race.press(1, "ok")
    assert (race.team(1)["hand"], race.shown["turn"]) == (7, 2)
    assert (race.todo(1), race.ticks(1)) == (["You are next."], ["Draw 2 cards"])


def test_move_of_two_cards_is_two_taps_a_reindeer_and_ok() -> None:
    race = Race()
    race.stand(1, "gift 1")
    race.show(1, kind="move", object="gift", count=1, copy=1)
    race.show(1, kind="move", object="elf", count=1, copy=1)
    assert race.todo(1) == ["2 spaces on the gift track. Which reindeer: 1, 2, 3, 4?"]
    race.press(1, "left")
    assert race.todo(1) == [
        "2 spaces on the gift track, reindeer 1: space 3.",
        "Move the reindeer, then OK.",
    ]
    race.press(1, "ok")
    assert race.spot(1, 1) == "gift 3"


def test_four_buttons_are_the_four_reindeer() -> None:
    for number, button in enumerate(BUTTONS[:4], 1):
        race = Race()
        race.tap(1, "gift_1")
        race.press(1, button)
        race.press(1, "ok")
        assert race.spot(1, number) == "gift 1"


def test_press_leaps_and_hold_passes() -> None:
    for hold, end in ((False, "gift 5"), (True, "gift 3")):
        race = Race()
        race.stand(2, "gift 2")
        race.tap(1, "gift_2")
        assert race.label(1, "right") == "Reindeer 2, Bond!"
        assert race.label(1, "right", hold=True) == "Reindeer 2, pass only"
        race.press(1, "right", hold=hold)
        assert ("No leap, only a pass? Then hold RIGHT" in " ".join(race.todo(1))) is not hold
        race.press(1, "ok")
        assert race.spot(1, 2) == end


def test_phone_offers_the_other_choice_without_a_hold() -> None:
    race = Race()
    race.stand(2, "gift 2")
    race.tap(1, "gift_2")
    for label in ("Reindeer 1, pass only", "Reindeer 1, Bond!"):
        (key,) = race.seat(1).extra
        assert say(key.label) == label
        assert key.act is not None
        race.do(key.act)


def test_five_buttons_choose_the_track_of_elves() -> None:
    race = Race()
    race.tap(1, "elf")
    assert race.todo(1) == ["1 space with elves: choose the track."]
    assert [race.label(1, button) for button in BUTTONS] == [
        *("On the letter track", "On the decoration track", "On the log cake track"),
        *("On the gift track", "On the fir tree track"),
    ]
    race.press(1, "ok")
    race.press(1, "ok")
    assert race.spot(1, 1) == "tree 1"


def test_card_can_be_chosen_without_a_reader() -> None:
    race = Race()
    race("done", 1)
    race.press(2, "ok", hold=True)
    race.press(2, "ok")
    assert race.label(2, "ok") == "Choose a card first"
    race.press(2, "left")
    assert race.label(2, "ok") == "Play 1 elf"
    race.press(2, "ok")
    assert race.pending()["cards"] == [{"object": "elf", "count": 1}]
    race.press(2, "left")
    race.press(2, "ok", hold=True)
    race.press(2, "right")
    race.press(2, "right")
    race.press(2, "ok")
    assert race.pending()["cards"][1] == {"object": "letter", "count": 2}
    race.press(2, "ok", hold=True)
    race.press(2, "brake")
    assert race.menus == {}


def test_first_turn_can_turn_the_last_track_card_or_choose_a_card() -> None:
    race = Race(laid=None)
    assert race.label(1, "event") == "Choose a track card…"
    race.press(1, "event")
    race.press(1, "ok")
    assert race.label(1, "ok") == "Choose a card first"
    race.press(1, "left")
    race.press(1, "ok")
    assert race.track("letter")["cards"][0] == {"card": 27, "turned": False}
    race.press(2, "ok", hold=True)
    assert race.track("letter")["cards"][0] == {"card": 27, "turned": True}
    assert race.todo(1) == [
        "Card 2 of 3 on the letter track: tap it on the reader, then lay it down.",
        f"Is track card 27 turned round? {HOLD_FLIP}",
    ]


def test_left_and_right_choose_the_landing_space() -> None:
    race = Race(box=None, laid=None)
    race.stand(2, "gift 4")
    race.tap(1, "gift_2")
    assert race.todo(1)[1].startswith("This space was never entered.")
    assert race.label(1, "ok") == "Stops on space 2"
    race.press(1, "right")
    race.press(1, "right")
    assert race.label(1, "ok") == "Stops on space 4"
    assert race.seat(1).keys["land:4"]["ok"].press.enabled is False  # type: ignore[union-attr]
    race.press(1, "left")
    race.press(1, "ok")
    assert race.todo(1)[1:] == [
        "It stops on space 3 of the gift track.",
        "Move the reindeer, then OK.",
    ]
    race.press(1, "ok")
    assert race.spot(1, 1) == "gift 3"


def test_off_and_reward_have_buttons_when_the_landing_is_asked_for() -> None:
    for button, shown in (
        ("brake", "It leaves the track."),
        ("event", "It reaches the rewards."),
    ):
        race = Race(box=None, laid=None)
        race.tap(1, "gift_2")
        race.press(1, button)
        assert shown in race.todo(1)
        race.press(1, "ok")
        assert race.spot(1, 1) == ""


def test_held_ok_turns_the_last_track_card_until_the_first_turn() -> None:
    race = Race()
    race.press(2, "ok", hold=True)
    assert race.event_params("flipped") == {"card": 25}
    race.press(1, "ok", hold=True)
    assert race.event_params("flipped_back") == {"card": 25}
    race.press(1, "event")
    assert race.menus[1] == "card:"
    race.press(1, "brake")
    race.press(1, "ok")
    race.press(2, "ok", hold=True)
    assert race.menus[2] == "card:"


def test_held_ok_reports_the_last_reward_if_rewards_are_unknown() -> None:
    race = Race(box=None, laid=None)
    race.tap(1, "letter_2", "letter_2", "letter_2", "elf")
    assert race.todo(1)[1:] == [
        "You win the highest reward of the track. A phone can enter its value.",
        "Was it the last reward of the track? Then hold OK "
        f"({quoted('Done, and no reward is left there')}): the race ends.",
        "Move the reindeer, then OK.",
    ]
    race.press(1, "ok", hold=True)
    assert reindeer_races.view(race.state).over


def test_phone_offers_snowman_and_skis_on_unknown_spaces() -> None:
    race = Race(box=None, laid=None)
    race.tap(1, "gift_2")
    labels = [say(key.label) for key in race.seat(1).extra]
    assert labels == ["Space 2: snowman, card turned round", "Space 2: skis, draw two cards"]


def test_left_and_right_are_the_neighbouring_tracks_on_a_sideways_slide() -> None:
    race = Race(spaces={"letter": {2: "ice_right"}, "tree": {10: "ice_left"}})
    race.tap(1, "letter_2")
    assert race.label(1, "right") == "the decoration track, space 2"
    race.press(1, "right")
    race.press(1, "ok")
    assert race.spot(1, 1) == "decoration 2"
    race.stand(2, "tree 8", "gift 10")
    race.tap(2, "tree_2")
    race("reindeer", 2, reindeer=1)
    assert race.seat(2).keys[""]["left"].press.enabled is False  # type: ignore[union-attr]
    assert reindeer_races.read(race.state, Press(2, "right", False, HERE)) is None


def test_neighbouring_track_has_a_key_only_if_it_has_the_space() -> None:
    for space, label in ((6, "the letter track, space 6"), (7, None)):
        race = Race(spaces={"decoration": {space: "ice_left"}})
        race.stand(1, f"decoration {space - 1}")
        race.tap(1, "decoration_1")
        race("reindeer", 1, reindeer=1)
        key = race.seat(1).keys[""]["left"].press
        assert (say(key.label) if key else None) == label


def test_seat_that_is_not_up_is_refused_with_the_reason() -> None:
    race = Race()
    for button in BUTTONS:
        keys = race.seat(2).keys[""][button]
        assert keys.press is not None
        assert keys.press.enabled is False
        assert keys.press.act is not None
        assert race.refused(**keys.press.act).key == "reindeer_races.not_up"


def test_tap_at_another_seat_names_its_surplus_and_at_a_shared_reader_plays() -> None:
    race = Race()
    race.correct(1, hand=7)
    race.press(1, "ok")
    gift = {"kind": "move", "object": "gift", "count": 1, "copy": 1}
    assert reindeer_races.read(race.state, Tap(1, gift)) == {
        "act": "discard",
        "seat": 1,
        "card": {"object": "gift", "count": 1, "copy": 1},
    }
    wish = reindeer_races.read(race.state, Tap(0, gift))
    assert isinstance(wish, dict)
    assert (wish["act"], wish["seat"]) == ("tap", 2)
    assert reindeer_races.read(race.state, Tap(5, gift)) is None
    assert reindeer_races.read(race.state, Press(5, "ok", False, HERE)) is None
    assert reindeer_races.read(race.state, Press(1, "ok", True, HERE)) is None


def test_strips_show_turn_distance_and_waiting() -> None:
    race = Race(3)
    assert [race.seat(seat).light for seat in (1, 2, 3)] == [
        *(Light("up"), Light("wait", 1, limit=2), Light("wait", 2, limit=2)),
    ]
    race.tap(1, "gift_2", "elf")
    assert race.seat(1).light == Light("speed", 3)
    race("retire", 3)
    race("end")
    assert [race.seat(seat).light for seat in (1, 2, 3)] == [
        *(Light("winner", 1), Light("winner", 1), Light("out")),
    ]


def test_strips_show_the_final_places() -> None:
    race = Race(3)
    race.correct(2, tiles={"gift": [12]})
    race.correct(1, tiles={"letter": [8]})
    race("end")
    assert [race.seat(seat).light for seat in (1, 2, 3)] == [
        *(Light("finished", 2), Light("winner", 1), Light("finished", 3)),
    ]


def test_every_seat_is_up_while_the_tracks_are_laid() -> None:
    race = Race(3, laid=None)
    assert reindeer_races.view(race.state).up == (1, 2, 3)
    assert race.seat(3).light == Light("up")


def test_table_sees_the_seat_that_is_up_and_the_last_hand_step() -> None:
    race = Race()
    race.correct(1, hand=6)
    race("done", 1)
    shown = [say(todo) for todo in reindeer_races.view(race.state).todo]
    assert shown == [
        "Bert: Move a reindeer: tap cards with the same object on the reader. Or draw two: OK.",
        "Ada: Draw 2 cards",
        "Ada: Discard 1 card: tap it, if you like",
    ]
    race.correct(2, hand=0)
    assert race.todo(2) == ["Your hand is empty: draw two cards, then OK."]


def test_player_is_warned_before_taking_the_last_reward() -> None:
    race = Race()
    race.stand(1, "tree 14")
    race.tap(1, "tree_1")
    race("reindeer", 1, reindeer=1)
    assert race.todo(1)[1:] == [
        "You win the reward 15.",
        "This is the last reward of this track: the race ends. Look at the others' points first.",
        "Move the reindeer, then OK.",
    ]
    race("done", 1)
    assert race.todo(1) == ["You are King of the Reindeer: 15 points!"]
    assert race.todo(2) == ["The race is over. Place 2: 0 points."]
    assert [say(todo) for todo in reindeer_races.view(race.state).todo] == [
        "Ada: King of the Reindeer!",
    ]


def test_retired_seat_sees_that_it_is_out() -> None:
    race = Race(2)
    race("retire", 1)
    assert race.todo(1) == ["You have left the race."]
    race("retire", 2)
    assert race.todo(1) == ["The race is over. You left it with 0 points."]
    shown = [say(todo) for todo in reindeer_races.view(race.state).todo]
    assert shown == ["The race is over. Nobody was left in the race."]
