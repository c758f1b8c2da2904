"""A turn of Snow Tails: cards, marks, done, and the hand step."""

import pytest
from snow_race import Race

from companion.games import snow_tails
from companion.games.snow_tails import rounds
from companion.games.snow_tails.invariants import broken
from companion.games.snow_tails.notation import read, write
from companion.games.snow_tails.state import Card, LastTurn

NOTHING = {"costs": [], "dents": 0}
"""What a half-played turn without marks costs."""

# Tap and slot


def test_tap_announces_its_value_and_slot_the_sum() -> None:
    race = Race()
    race("tap", 1, card={"colour": "red", "value": 4, "copy": 2})
    assert race.event_params("tapped") == {"name": "Ada", "value": 4}
    race("slot", 1, slot="left")
    assert race.event_params("moved_left") == {
        **{"name": "Ada", "left": 4, "right": 3, "brake": 3, "speed": 4},
        **{"drift": 1, "count": 1},
    }
    race("slot", 1, slot="right")
    assert race.event_keys() == ["moved_straight"]
    race("slot", 1, slot="left")
    assert race.event_keys() == ["moved_right"]
    race("slot", 1, slot="right")
    assert race.event_keys() == ["tapped"]
    assert race.sled(1)["pending"] == {"value": 4, "slots": [], "marks": [], **NOTHING}


def test_same_value_again_returns_the_same_state() -> None:
    race = Race()
    race("tap", 1, card={"value": 4}, slot="left")
    for again in ({}, {"slot": "left"}):
        before = race.state
        race("tap", 1, card={"value": 4}, **again)
        assert race.state is before
        assert race.events == ()


def test_tap_at_a_slots_reader_fills_the_slot_and_never_empties_it() -> None:
    race = Race()
    race("tap", 1, card={"value": 2}, slot="brake")
    race("tap", 1, card={"value": 2}, slot="left")
    assert race.sled(1)["pending"]["slots"] == ["left", "brake"]
    race("mark", 1, what="line")
    assert (
        race.refused("tap", 1, card={"value": 2}, slot="right").key == "snow_tails.slot_after_mark"
    )


def test_refused_taps_give_the_reason() -> None:
    race = Race()
    foreign = race.refused("tap", 1, card={"colour": "blue", "value": 4})
    assert (foreign.key, foreign.params["owner"]) == ("snow_tails.foreign_card", "Ben")
    assert race.refused("tap", 1, card={"colour": "pink", "value": 4}).params["colour"] == "red"
    assert race.refused("slot", 1, slot="left").key == "snow_tails.tap_first"
    race("tap", 1, card={"value": 4}, slot="left")
    other = race.refused("tap", 1, card={"value": 5})
    assert other.key == "snow_tails.one_value"
    assert other.params == {"name": "Ada", "value": 4, "other": 5}


def test_value_with_all_copies_open_is_refused() -> None:
    race = Race(deck={"1": 1, "2": 9, "3": 0, "4": 0, "5": 0})
    assert race.refused("tap", 1, card={"value": 3}).key == "snow_tails.value_gone"
    race("tap", 1, card={"value": 1}, slot="left")
    short = race.refused("slot", 1, slot="brake")
    assert (short.key, short.params["count"]) == ("snow_tails.not_enough_copies", 1)
    race("done", 1)
    race.play(2, 2, "left")
    race("order")
    race.correct(turn=1)
    assert race.refused("tap", 1, card={"value": 1}).key == "snow_tails.value_gone"


def test_more_cards_than_in_hand_are_refused_with_a_working_remedy() -> None:
    race = Race()
    race.correct(1, dogs=1)
    race("tap", 1, card={"value": 4}, slot="left")
    refusal = race.refused("slot", 1, slot="right")
    assert refusal.key == "snow_tails.not_enough_dogs"
    assert refusal.params["count"] == 1
    for act in refusal.remedy:
        race.state, _ = snow_tails.apply(race.state, act)
    assert race.sled(1)["pending"]["slots"] == ["left", "right"]
    assert race.sled(1)["dogs"] == 2


def test_remedy_that_would_be_refused_is_not_offered() -> None:
    race = Race()
    race.correct(1, dogs=1, deck=0)
    race("tap", 1, card={"value": 4}, slot="left")
    assert race.refused("slot", 1, slot="right").remedy == ()


@pytest.mark.parametrize(
    ("taps", "known"),
    [
        ([(2, None, "left")], {"left": 2}),
        ([(2, None, "left"), (0, None, "right")], {}),
        ([(2, "left", None), (3, "right", None)], {"left": 2, "right": 3}),
        ([(2, "left", None), (2, "right", None)], {}),
        ([(2, None, None), (3, "left", "right")], {"left": 3, "right": 2}),
        ([(2, None, None), (2, "left", "right")], {"left": 2}),
    ],
)
def test_copy_of_a_slot_is_recorded_only_if_known(
    taps: list[tuple[int, str | None, str | None]], known: dict[str, int]
) -> None:
    race = Race()
    for copy, at, then in taps:
        card = {"value": 4, "copy": copy} if copy else {"value": 4}
        race("tap", 1, card=card, **({"slot": at} if at else {}))
        if then:
            race("slot", 1, slot=then)
    race("done", 1)
    sled = race.state.sled(1)
    tops = {"left": sled.left_pile, "right": sled.right_pile}
    assert {slot: pile[-1].copy for slot, pile in tops.items() if pile and pile[-1].copy} == known


def test_copy_is_forgotten_when_a_card_is_taken_back() -> None:
    race = Race()
    race("tap", 1, card={"value": 4, "copy": 2}, slot="left")
    race("slot", 1, slot="left")
    assert list(broken(race.state)) == []
    for slot in ("left", "right"):
        race("slot", 1, slot=slot)
    race("done", 1)
    assert (race.state.sled(1).left_pile, race.state.sled(1).right_pile) == ((Card(4),),) * 2


def test_copy_recorded_as_face_up_is_accepted_with_a_notice() -> None:
    race = Race()
    race("tap", 1, card={"value": 4, "copy": 2}, slot="brake")
    race("done", 1)
    race.correct(turn=1)
    race("tap", 1, card={"value": 4, "copy": 2}, slot="left")
    assert race.event_params("copy_open") == {"name": "Ada", "value": 4}
    assert race.event_keys()[0] == "copy_open"
    assert race.sled(1)["pending"] == {"value": 4, "slots": ["left"], "marks": [], **NOTHING}
    race("done", 1)
    sled = race.state.sled(1)
    assert (sled.left_pile, sled.discard, sled.unsure) == ((Card(4),), (Card(4),), (4,))
    assert list(broken(race.state)) == []
    assert read(write(race.state)) == race.state


def test_copies_of_a_doubtful_value_are_unknown_until_the_shuffle() -> None:
    race = Race()
    copies = (2, 2, 1, 3)
    for copy, notice in zip(copies, (False, True, False, False), strict=True):
        race.correct(turn=1)
        race("tap", 1, card={"value": 4, "copy": copy}, slot="left")
        assert ("copy_open" in race.event_keys()) == notice
        race("done", 1)
    race.correct(1, deck=0)
    race("shuffle", 1)
    assert race.state.sled(1).unsure == ()
    race.correct(turn=1)
    race("tap", 1, card={"value": 4, "copy": 3}, slot="right")
    race("done", 1)
    assert race.state.sled(1).right_pile == (Card(4, 3),)


def test_other_values_keep_their_copies() -> None:
    race = Race()
    race("tap", 1, card={"value": 5, "copy": 1}, slot="right")
    race("done", 1)
    for _ in range(2):
        race.correct(turn=1)
        race("tap", 1, card={"value": 4, "copy": 2}, slot="left")
        race("done", 1)
    assert race.state.sled(1).right_pile == (Card(5, 1),)
    assert race.state.sled(1).left_pile == (Card(4), Card(4))


def test_tap_of_a_face_up_copy_after_a_slot_of_the_same_value_adds_a_notice() -> None:
    race = Race()
    race("tap", 1, card={"value": 4, "copy": 2}, slot="left")
    race("done", 1)
    race.correct(turn=1)
    race("tap", 1, card={"value": 4, "copy": 1}, slot="left")
    assert race("tap", 1, card={"value": 4, "copy": 2})[0].key == "snow_tails.copy_open"
    race("slot", 1, slot="brake")
    race("done", 1)
    assert race.state.sled(1).left_pile == (Card(4), Card(4))


# Whose turn it is


def test_seat_that_is_not_up_is_refused_with_the_one_that_is() -> None:
    race = Race()
    tap = {"act": "tap", "seat": 2, "card": {"value": 4}}
    first = race.refused("tap", 2, card={"value": 4})
    assert first.key == "snow_tails.not_up"
    assert (first.params["seat"], first.params["name"]) == (1, "Ada")
    assert first.remedy == ({"act": "correct", "set": {"turn": 2}}, tap)
    race("tap", 1, card={"value": 4})
    assert race.refused("tap", 2, card={"value": 4}).key == "snow_tails.not_up_slot"
    race("slot", 1, slot="left")
    forgotten = race.refused("tap", 2, card={"value": 4})
    assert forgotten.key == "snow_tails.not_up_ok"
    assert forgotten.remedy == ({"act": "done", "seat": 1}, tap)
    assert race.refused("done", 2).remedy == ()


def test_acts_of_the_other_phase_are_refused_with_the_step_due() -> None:
    race = Race()
    for act in ("order", "shift"):
        fields = {"seat": 1, "by": 1} if act == "shift" else {}
        refusal = race.refused(act, **fields)
        assert (refusal.key, refusal.params["name"]) == ("snow_tails.not_order_step", "Ada")
    race.play(1, 4, "left")
    race.play(2, 4, "left")
    assert race.refused("tap", 1, card={"value": 4}).key == "snow_tails.order_first"
    assert race.refused("correct", set={"turn": 1}).key == "snow_tails.correct_turn_phase"


# Marks and done


def test_marks_need_a_slot_and_a_moving_sled() -> None:
    race = Race()
    assert race.refused("mark", 1, what="line").key == "snow_tails.tap_first"
    assert race.refused("done", 1).key == "snow_tails.tap_first"
    race("tap", 1, card={"value": 1})
    assert race.refused("mark", 1, what="line").key == "snow_tails.slot_first"
    assert race.refused("done", 1).key == "snow_tails.slot_first"
    race.correct(1, brake=5)
    race("slot", 1, slot="left")
    assert race.event_keys() == ["stays"]
    assert race.refused("mark", 1, what="line").key == "snow_tails.no_move"


def test_marks_are_announced_with_their_meaning() -> None:
    race = Race(limits=(4, 5))
    race("tap", 1, card={"value": 5}, slot="left")
    race("mark", 1, what="line")
    assert race.event_params("line_marked_fast") == {
        **{"name": "Ada", "line": 1, "limit": 4, "speed": 5, "count": 1}
    }
    race("mark", 1, what="line")
    assert race.event_keys() == ["line_marked"]
    race("mark", 1, what="line")
    assert race.event_keys() == ["finish_marked"]
    assert race.refused("mark", 1, what="line").key == "snow_tails.no_more_lines"
    race("mark", 1, what="sapling")
    assert race.event_keys() == ["sapling_marked"]
    race("mark", 1, what="edge")
    assert (race.event_keys(), race.events[0].cue) == (["edge_marked"], "crash")
    assert race.refused("mark", 1, what="sled").key == "snow_tails.second_stop"
    race("mark", 1, what="sapling")
    assert race.sled(1)["pending"]["marks"] == [*["line"] * 3, "sapling", "sapling", "edge"]


def test_hitting_a_sled_ends_the_move_without_a_draw() -> None:
    race = Race()
    race("tap", 1, card={"value": 4}, slot="left")
    race("mark", 1, what="sled")
    assert (race.event_keys(), race.events[0].cue) == (["sled_marked"], "crash")
    race("done", 1)
    assert "no_draw" in race.event_keys()
    assert race.sled(1)["dogs"] == 4


def test_done_announces_sum_dents_cards_and_next_seat() -> None:
    race = Race(limits=(3,))
    race.play(1, 4, "left", "line", "sapling", "edge")
    assert race.event_keys() == [
        *["moved_left", "dents_sapling", "dents_limit", "dents_edge"],
        *["discard", "turn"],
    ]
    assert race.event_params("dents_limit") == {
        **{"name": "Ada", "count": 1, "dents": 1, "line": 1, "limit": 3, "speed": 4}
    }
    assert [event.cue for event in race.events[1:4]] == ["dents"] * 3
    assert race.event_params("discard")["count"] == 2
    assert race.event_params("turn")["name"] == "Ben"
    assert race.state.sled(1).hand_step.dents == 3
    assert race.state.sled(1).hand_step.discard == 2


def test_marks_without_speed_after_a_correction_are_refused_at_done() -> None:
    race = Race()
    race("tap", 1, card={"value": 1}, slot="left")
    race("mark", 1, what="edge")
    race.correct(1, brake=5)
    assert race.refused("done", 1).key == "snow_tails.marks_without_move"
    assert {"act": "done", "seat": 1} not in list(snow_tails.legal(race.state))


def test_fifth_dent_eliminates_and_no_further_dents_are_dealt() -> None:
    race = Race(3, limits=(1,))
    race.correct(1, dents=3)
    race.play(1, 5, "left", "line", "edge")
    assert race.event_params("dents_limit")["count"] == 1
    assert [event.cue for event in race.events if event.key == "snow_tails.out"] == ["out"]
    sled = race.sled(1)
    assert (sled["status"], sled["dents"], sled["dogs"], sled["position"]) == (
        *("eliminated", 4, 4),
        None,
    )


@pytest.mark.parametrize("edition", ["de", "fr"])
def test_editions_differ_only_in_the_message_for_a_protected_sled(edition: str) -> None:
    race = Race(limits=(), edition=edition)
    race.correct(1, dents=4)
    race.play(1, 4, "left", "line", "sapling", "edge", rows=2, lane=3)
    assert f"protected_{edition}" in race.event_keys()
    assert "finished" in [event.cue for event in race.events]
    sled = race.state.sled(1)
    assert (sled.status, sled.dents, sled.rows, sled.lane) == ("finished", 4, 2, 3)


def test_marks_after_a_protected_fifth_dent_do_not_count() -> None:
    race = Race(limits=())
    race.correct(1, dents=4, dogs=1)
    race.play(1, 4, "left", "line", "sapling", "sled")
    assert "no_draw" not in race.event_keys()
    assert race.sled(1)["dogs"] == 1


def test_refused_bonus_gives_the_reason() -> None:
    race = Race(bonus_may_crash=False)
    race("tap", 1, card={"value": 3}, slot="left")
    assert race.refused("done", 1, bonus=True).key == "snow_tails.no_bonus_round"
    race.correct(round=2)
    race("mark", 1, what="edge")
    assert race.refused("done", 1, bonus=True).key == "snow_tails.no_bonus_crash"
    assert race.sled(1)["bonus"] == 1
    assert not race.sled(1)["bonus_allowed"]
    race.correct(turn=1)
    race("tap", 1, card={"value": 4}, slot="left")
    assert race.refused("done", 1, bonus=True).params["left"] == 4
    race.correct(turn=1, round=2)
    race.correct(1, left=1, right=1)
    race("tap", 1, card={"value": 2}, slot="brake")
    assert race.refused("done", 1, bonus=True).key == "snow_tails.no_bonus_speed"


def test_bonus_equals_the_position_and_counts_towards_the_limit() -> None:
    race = Race(limits=(4,)).second_round()
    race.play(1, 3, "left")
    assert race.sled(2)["bonus"] == 2
    race.play(2, 3, "left", "line", bonus=True)
    assert race.event_params("bonus_taken") == {"name": "Ben", "count": 2, "speed": 5}
    assert race.sled(2)["dents"] == 1
    assert race.state.sled(2).last == LastTurn(speed=3, bonus=2, lines=0, dents=0, marks=("line",))


def test_big_paws_goes_only_to_a_strictly_longer_turn() -> None:
    race = Race(3)
    race.play(1, 4, "left", took_s=0)
    race.play(2, 4, "left", took_s=0)
    assert race.state.big_paws == 1
    race.play(3, 4, "left", took_s=0.5)
    assert race.state.big_paws == 3
    assert race.event_params("big_paws")["name"] == "Cleo"
    race("order")
    race.correct(turn=3)
    race.play(3, 4, "left", took_s=9)
    assert "big_paws" not in race.event_keys()
    assert race.state.longest_s == 9
    race.correct(big_paws=None)
    assert race.state.big_paws is None
    assert race.state.longest_s == 0


def test_big_paws_is_first_announced_at_the_end_of_the_first_round() -> None:
    race = Race(3)
    for seat, took_s in ((1, 5), (2, 9)):
        race.play(seat, 4, "left", took_s=took_s)
        assert "big_paws" not in race.event_keys()
        assert rounds.big_paws(race.state) is None
    race("retire", 3)
    assert (race.state.big_paws, race.event_params("big_paws")["name"]) == (2, "Ben")
    race("order")
    race.play(1, 3, "left", took_s=10)
    assert race.event_params("big_paws")["name"] == "Ada"


def test_first_round_without_times_announces_nobody() -> None:
    race = Race(2)
    race.play(1, 4, "left")
    race.play(2, 4, "left")
    assert "big_paws" not in race.event_keys()
