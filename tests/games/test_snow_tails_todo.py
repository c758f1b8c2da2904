"""The instructions for each seat and for the table."""

from snow_evening import Evening, refused

from companion.games import snow_tails
from companion.games.game import Light, Say
from companion.messages import say


def test_seat_that_is_up_gets_step_by_step_instructions() -> None:
    evening = Evening()
    assert evening.todo(1) == [
        "Play a card: tap it on the reader, or tap its value.",
        "First shuffle all your dog cards and draw 5.",
    ]
    evening.tap(1, 4)
    assert evening.todo(1) == ["You play a 4. Where does it go? Left dog, right dog or brake."]
    evening.press(1, "left")
    assert evening.todo(1) == [
        "4 + 3 - 3 = 4: 4 forward, 1 of them drifting left.",
        "If you cross the next line (limit 4): no dent.",
        "Move the sled, then OK.",
    ]
    evening.press(1, "right")
    assert evening.todo(1)[:2] == [
        "4 + 4 - 3 = 5: 5 forward, straight on.",
        "If you cross the next line (limit 4): 1 dent.",
    ]
    evening.press(1, "event")
    assert evening.todo(1)[1] == "If you cross another line (limit 3): 2 dents."


def test_table_gets_the_same_instruction_with_the_players_name() -> None:
    evening = Evening()
    evening.turn(1, 2)
    shown = [say(todo) for todo in snow_tails.view(evening.state).todo]
    assert shown == [
        "Bert: Play a card: tap it on the reader, or tap its value.",
        "Ada: Draw 1 card",
    ]


def test_hands_of_the_start_are_asked_until_each_seats_first_card() -> None:
    """ST-13, ST-15."""
    evening = Evening(players=5)

    def table() -> list[str]:
        return [say(todo) for todo in snow_tails.view(evening.state).todo][1:]

    assert [evening.ticks(seat) for seat in (2, 4, 5)] == [
        [f"Shuffle all your dog cards and draw {count}"] for count in (5, 6, 7)
    ]
    first = "First shuffle all your dog cards and draw 5."
    assert evening.todo(1) == ["Play a card: tap it on the reader, or tap its value.", first]
    assert table() == [
        f"Ada: {first}",
        "Everybody else: shuffle all your dog cards and draw 5",
        "Dora draws 6",
        "Emil draws 7",
    ]
    evening.tap(1, 2)
    assert (len(evening.todo(1)), evening.ticks(1), table()) == (1, [], [])
    assert evening.ticks(5) == ["Shuffle all your dog cards and draw 7"]
    evening.press(1, "left")
    evening.end(1)
    assert evening.ticks(1) == ["Draw 1 card"]
    assert len(evening.todo(2)) == 1
    assert evening.ticks(2) == ["Shuffle all your dog cards and draw 5"]
    assert table() == ["Ada: Draw 1 card"]
    evening.tap(2, 2)
    assert evening.ticks(2) == []
    evening.correct(5, dogs=6)
    assert evening.ticks(5) == []


def test_sled_without_speed_stays() -> None:
    evening = Evening()
    evening.correct(1, left=1, right=1)
    evening.tap(1, 5)
    evening.press(1, "brake")
    assert evening.todo(1) == ["1 + 1 - 5 = -3: the sled stays where it is.", "Press OK."]
    assert evening.seat(1).light == Light("speed", -3)
    with refused("no_move"):
        evening.press(1, "event")


def test_next_line_that_costs_the_fifth_dent_is_announced() -> None:
    evening = Evening()
    evening.correct(1, dents=3)
    evening.tap(1, 5)
    evening.press(1, "left")
    evening.press(1, "right")
    assert evening.todo(1)[1] == (
        "If you cross the next line (limit 4): your fifth dent, and you are out unless you finish."
    )
    evening.press(1, "event")
    assert evening.todo(1)[1:] == [
        "If you stop here, that is your fifth dent, and you are out. "
        "Cross the finish line, and you are safe.",
        "Move the sled, then OK.",
    ]


def test_bonus_is_not_offered_after_a_crash_if_the_option_forbids_it() -> None:
    evening = Evening(limits=(3,), settings={"bonus_may_crash": False})
    evening.round()
    evening.tap(1, 3)
    evening.press(1, "left")
    bonus = {"act": "done", "seat": 1, "bonus": True}
    line = "If you cross the next line (limit 3): no dent."
    assert evening.todo(1)[1:] == [
        line,
        "With the bonus that line costs 1 dent.",
        "Balanced: move the sled 3, or 4 with the bonus.",
    ]
    assert evening.extra(1)[-5:-3] == ["Done: 3", "Done with bonus: 4"]
    assert bonus in snow_tails.legal(evening.state)
    evening.act({"act": "mark", "seat": 1, "what": "edge"})
    stopped = "Your sled stops on the last space it reached. Press OK."
    assert evening.todo(1) == [stopped]
    assert evening.label(1, "event", hold=True) == "Sapling, edge or sled…"
    assert evening.label(1, "ok") == "Done · costs 1 dent"
    assert bonus not in snow_tails.legal(evening.state)
    assert evening.seat(1).light == Light("speed", 3)


def test_eliminating_line_is_mentioned_once_despite_a_bonus() -> None:
    evening = Evening()
    evening.round()
    evening.correct(1, dents=4, left=5, right=5)
    evening.act({"act": "correct", "set": {"turn": 1}})
    evening.tap(1, 4)
    evening.press(1, "brake")
    assert evening.seat(1).light.bonus
    assert sum("fifth dent" in todo for todo in evening.todo(1)) == 1


def test_finish_is_named_as_the_last_line() -> None:
    evening = Evening(limits=())
    evening.tap(1, 4)
    evening.press(1, "left")
    assert evening.todo(1)[1] == "The next line is the finish."
    evening.press(1, "event")
    assert evening.todo(1)[1:] == ["Move the sled, then OK."]


def test_dents_of_a_bonus_are_shown_before_it_is_taken() -> None:
    evening = Evening(limits=(4,))
    evening.round()
    front, second = evening.state.order[:2]
    evening.turn(front)
    evening.tap(second, 3)
    evening.press(second, "left")
    assert evening.todo(second)[1:] == [
        "If you cross the next line (limit 4): no dent.",
        "With the bonus that line costs 1 dent.",
        "Balanced: move the sled 3, or 5 with the bonus.",
    ]


def test_only_dog_card_at_four_dents_has_a_warning() -> None:
    evening = Evening()
    evening.correct(1, dents=4, dogs=1)
    assert evening.todo(1)[1].startswith("You have 4 dents, and this is your only dog card.")
    evening.tap(1, 3)
    assert evening.todo(1)[1].startswith("You have 4 dents, and this is your only dog card.")
    evening.press(1, "left")
    assert any("only dog card" in todo for todo in evening.todo(1))
    evening.correct(1, dogs=2)
    assert not any("only dog card" in todo for todo in evening.todo(1))
    evening.press(1, "right")
    assert any("only dog card" in todo for todo in evening.todo(1))


def test_hand_step_stays_until_the_seats_next_turn() -> None:
    evening = Evening()
    evening.turn(1)
    for seat in (2, 3):
        assert evening.todo(1) == ["Your turn is over. Wait for the others."]
        assert evening.ticks(1) == ["Draw 1 card"]
        evening.turn(seat)
    [question] = evening.todo(1)
    assert question.startswith("Are you in place")
    assert evening.ticks(1) == ["Draw 1 card"]
    evening.press(1, "ok")
    up = evening.state.turn
    assert up is not None
    assert evening.ticks(up) == []
    assert evening.todo(up) == ["Play a card: tap it on the reader, or tap its value."]


def test_retired_seat_has_no_hand_step() -> None:
    evening = Evening()
    evening.turn(1)
    evening.act({"act": "retire", "seat": 1})
    assert evening.todo(1) == ["You are out of the race."]
    assert evening.ticks(1) == []


def test_eliminated_sled_takes_no_more_dents() -> None:
    evening = Evening()
    evening.correct(1, dents=3)
    evening.act({"act": "tap", "seat": 1, "card": {"value": 5}, "slot": "left"})
    for what in ("sapling", "edge"):
        evening.act({"act": "mark", "seat": 1, "what": what})
    evening.end(1)
    assert evening.state.sled(1).hand_step.dents == 1
    assert (evening.todo(1), evening.ticks(1)) == (["You are out of the race."], [])
    assert [say(todo) for todo in snow_tails.view(evening.state).todo][1:] == []


def test_empty_hand_shows_dent_and_draw_as_the_turn_begins() -> None:
    evening = Evening()
    evening.correct(2, dogs=0)
    evening.turn(1)
    assert evening.todo(2) == ["Play a card: tap it on the reader, or tap its value."]
    assert evening.ticks(2) == ["Take 1 dent", "Draw 4 cards"]
    assert [say(todo) for todo in snow_tails.view(evening.state).todo][1:] == [
        "Bert: Take 1 dent",
        "Bert: Draw 4 cards",
        "Ada: Draw 1 card",
    ]
    evening.tap(2, 3)
    assert evening.todo(2)[0].startswith("You play a 3.")
    assert evening.ticks(2) == []


def test_hand_emptied_by_a_correction_shows_dent_and_draw() -> None:
    evening = Evening()
    evening.correct(1, dogs=0, dents=2)
    assert evening.ticks(1) == ["Take 1 dent", "Draw 2 cards"]


def test_empty_deck_is_shuffled_between_two_draws() -> None:
    evening = Evening()
    evening.correct(1, deck=1)
    evening.turn(1, 3, "left", "right", "brake")
    assert evening.ticks(1) == ["Draw 1 card", "Shuffle: the deck is empty", "Then draw 2 cards"]


def test_waiting_seats_see_the_number_of_turns() -> None:
    evening = Evening(players=4)
    assert [evening.todo(seat)[-1] for seat in (2, 3, 4)] == [
        "You are next.",
        "Wait: 2 turns",
        "Wait: 3 turns",
    ]
    assert waits(evening) == [0, 1, 2, 3]
    evening.turn(1)
    assert evening.todo(1)[-1] == "Your turn is over. Wait for the others."
    evening.act({"act": "retire", "seat": 3})
    assert waits(evening) == [None, 0, None, 1]


def waits(evening: Evening) -> list[int | None]:
    return [seat["wait"] for seat in snow_tails.view(evening.state).state["seats"]]


def test_todo_carries_message_keys() -> None:
    evening = Evening()
    assert evening.seat(1).todo == (
        Say("snow_tails.todo_play"),
        Say("snow_tails.todo_opening_up", {"count": 5}),
    )


def test_race_without_a_winner_is_reported() -> None:
    evening = Evening(players=2)
    evening.act({"act": "retire", "seat": 1})
    evening.act({"act": "retire", "seat": 2})
    assert [say(todo) for todo in snow_tails.view(evening.state).todo] == [
        "The race is over. Nobody reached the finish."
    ]


def test_late_line_without_a_dent_keeps_the_hand_step() -> None:
    evening = Evening()
    evening.turn(1)
    evening.act({"act": "mark", "seat": 1, "what": "line", "late": True})
    assert evening.ticks(1) == ["Draw 1 card"]


def test_cost_of_a_late_mark_is_shown_to_the_seat_that_is_up() -> None:
    evening = Evening(players=2)
    evening.round()
    up = evening.state.turn
    assert up is not None
    evening.act({"act": "mark", "seat": up, "what": "edge", "late": True})
    hands = ["Take 1 dent", "Discard 1 card"]
    assert evening.todo(up) == ["Play a card: tap it on the reader, or tap its value."]
    assert evening.ticks(up) == hands
    evening.tap(up, 3)
    assert evening.ticks(up) == []
    assert evening.todo(up) == ["You play a 3. Where does it go? Left dog, right dog or brake."]
    evening.act({"act": "mark", "seat": up, "what": "sapling", "late": True})
    assert evening.ticks(up) == hands
    evening.press(up, "left")
    assert evening.ticks(up) == hands


def test_named_discard_leaves_the_list() -> None:
    evening = Evening()
    evening.correct(1, dogs=8)
    evening.turn(1)
    assert evening.ticks(1) == ["Discard 2 cards"]
    evening.tap(1, 4)
    assert evening.ticks(1) == ["Discard 1 card"]
    evening.tap(1, 5)
    assert evening.ticks(1) == []
    assert evening.todo(1) == ["Your turn is over. Wait for the others."]


def test_last_sled_draws_before_it_plays_on() -> None:
    evening = Evening(players=2)
    evening.act({"act": "retire", "seat": 1})
    play = "Play a card: tap it on the reader, or tap its value."
    assert evening.todo(2) == [play, "First shuffle all your dog cards and draw 5."]
    evening.turn(2)
    assert (evening.todo(2), evening.ticks(2)) == ([play], ["Draw 1 card"])


def test_hand_step_ends_when_the_order_step_gives_the_turn() -> None:
    evening = Evening(players=2)
    evening.turn(1)
    evening.turn(2, 3, "left", "right")
    evening.act({"act": "order", "seats": [2, 1]})
    assert evening.todo(2) == ["Play a card: tap it on the reader, or tap its value."]
    assert evening.ticks(1) == ["Draw 1 card"]
