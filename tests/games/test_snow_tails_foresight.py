"""Instructions during a move: a fifth dent, a crash, the bonus, the finish line."""

import pytest
from snow_evening import Evening

from companion.games import snow_tails
from companion.games.game import Light
from companion.messages import say

STOPPED = "Your sled stops on the last space it reached. Press OK."
MOVE = "Move the sled, then OK."
OK_IS_OUT = "That is your fifth dent: when you press OK, you are out of the race."


def fast(dents: int = 4, limits: tuple[int, ...] = (4,), **figures: int) -> Evening:
    """Ada is up at speed 5 with these dents, her card on the left dog."""
    evening = Evening(limits=limits)
    evening.correct(1, dents=dents, **figures)
    evening.tap(1, 5)
    evening.press(1, "left")
    return evening


def test_fifth_dent_is_not_final_while_the_finish_line_can_save_the_sled() -> None:
    evening = fast()
    evening.press(1, "event")
    assert evening.todo(1)[1:] == [
        "If you stop here, that is your fifth dent, and you are out. "
        "Cross the finish line, and you are safe.",
        MOVE,
    ]
    assert evening.seat(1).light == Light("speed", 5, drift=-2)
    evening.press(1, "event")
    assert evening.todo(1)[1:] == [
        "You are across the finish line: the fifth dent does not count, you are safe.",
        "2 \N{MULTIPLICATION SIGN} line in one move? Undo takes one back.",
        MOVE,
    ]
    evening.press(1, "ok")
    assert evening.state.sled(1).status == "finished"


def test_elimination_is_announced_when_the_turn_is_done() -> None:
    evening = fast()
    line = {"act": "mark", "seat": 1, "what": "line"}
    evening.state, marked = snow_tails.apply(evening.state, line)
    assert [(event.key, event.cue) for event in marked] == [("snow_tails.line_marked_fast", "")]
    evening.state, done = snow_tails.apply(evening.state, {"act": "done", "seat": 1})
    assert ("snow_tails.out", "out") in [(event.key, event.cue) for event in done]
    assert evening.seat(1).light == Light("out")


def test_finish_line_out_of_reach_does_not_save_the_sled() -> None:
    evening = fast(limits=(4,) * 5)
    evening.press(1, "event")
    assert evening.todo(1)[1] == OK_IS_OUT


def test_crash_is_a_fifth_dent_unless_the_finish_line_came_before() -> None:
    evening = fast(limits=())
    evening.act({"act": "mark", "seat": 1, "what": "edge"})
    assert evening.todo(1) == [
        STOPPED,
        "That is your fifth dent: when you press OK, you are out. "
        "Did you cross the finish line before the crash? Enter it, and you are safe.",
    ]
    evening.press(1, "event")
    assert evening.todo(1)[1].startswith("You are across the finish line")


def test_sapling_counts_as_the_fifth_dent_before_later_lines() -> None:
    evening = fast(limits=())
    evening.act({"act": "mark", "seat": 1, "what": "sapling"})
    assert evening.todo(1)[1] == (
        "The sapling is your fifth dent: when you press OK, you are out. Did you cross the finish "
        "line before it? Take the sapling back, enter the line first, and you are safe."
    )
    far = fast(limits=(9,) * 9)
    far.act({"act": "mark", "seat": 1, "what": "sapling"})
    assert far.todo(1)[1] == OK_IS_OUT


@pytest.mark.parametrize(
    ("limits", "words"),
    [
        ((4, 9), "your fifth dent, and you are out unless you finish."),
        ((4,) * 6, "your fifth dent, and you are out."),
    ],
    ids=["in_reach", "out_of_reach"],
)
def test_next_line_that_eliminates_names_the_finish_only_in_reach(
    limits: tuple[int, ...], words: str
) -> None:
    assert fast(limits=limits).todo(1)[1] == f"If you cross the next line (limit 4): {words}"


def test_after_a_crash_no_move_and_no_bonus_is_offered() -> None:
    evening = Evening(limits=(3, 9))
    evening.round()
    evening.tap(1, 3)
    evening.press(1, "left")
    evening.press(1, "event")
    assert evening.todo(1)[-2:] == [
        "Balanced: move the sled 3, or 4 with the bonus.",
        "With the bonus it costs 1 dent.",
    ]
    evening.act({"act": "mark", "seat": 1, "what": "edge"})
    assert evening.todo(1) == [
        STOPPED,
        "Did you crash only in the bonus movement (+1)? Then end the turn with "
        "“Crashed in the bonus: done”.",
        "With the bonus it costs 2 dents.",
    ]
    assert say(snow_tails.view(evening.state).todo[0]) == f"Ada: {STOPPED}"
    assert not evening.seat(1).light.bonus
    assert evening.extra(1)[2:4] == [
        "Done · costs 1 dent",
        "Crashed in the bonus: done · costs 2 dents",
    ]


def test_ok_after_a_crash_takes_no_bonus_unless_event_is_pressed() -> None:
    evening = Evening(limits=(3, 9))
    evening.round()
    evening.tap(1, 3)
    evening.press(1, "left")
    for what in ("line", "edge"):
        evening.act({"act": "mark", "seat": 1, "what": what})
    before = evening.state
    evening.press(1, "ok")
    assert evening.state is before
    evening.press(1, "ok")
    assert evening.state.sled(1).dents == 1


def test_crash_during_the_bonus_is_a_separate_choice() -> None:
    evening = Evening(limits=(3, 9))
    evening.round()
    evening.tap(1, 3)
    evening.press(1, "left")
    for what in ("line", "edge"):
        evening.act({"act": "mark", "seat": 1, "what": what})
    evening.press(1, "ok")
    assert evening.labels(1)[-2:] == [
        "Crashed in the bonus: done · costs 2 dents",
        "Done · costs 1 dent",
    ]
    evening.press(1, "event")
    assert evening.state.sled(1).dents == 2
    last = evening.state.sled(1).last
    assert last is not None
    assert last.bonus == 1


def test_crash_without_a_possible_bonus_offers_none() -> None:
    evening = fast(dents=0)
    evening.act({"act": "mark", "seat": 1, "what": "sled"})
    assert evening.extra(1) == ["Line crossed: limit 4", "Hit a sapling", "Done · no new cards"]
    evening.press(1, "ok")
    assert evening.state.turn == 2


def test_bonus_that_would_eliminate_is_announced() -> None:
    evening = Evening(limits=(3, 9))
    evening.round()
    evening.correct(1, dents=4)
    evening.tap(1, 3)
    evening.press(1, "left")
    assert evening.todo(1)[2] == (
        "With the bonus that line is your fifth dent, and you are out unless you finish."
    )
    evening.press(1, "event")
    assert evening.todo(1)[-1] == (
        "With the bonus that is your fifth dent, and you are out unless you finish."
    )


def test_sled_that_hit_another_draws_nothing_until_its_next_turn() -> None:
    nothing = "Draw no cards: you hit a sled"
    evening = fast(dents=0)
    evening.act({"act": "mark", "seat": 1, "what": "sled"})
    assert evening.todo(1)[0] == f"{STOPPED[:-1]}, and draw no cards."
    evening.press(1, "ok")
    assert evening.todo(1) == ["Your turn is over. Wait for the others.", nothing]
    assert evening.ticks(1) == []
    assert [say(todo) for todo in snow_tails.view(evening.state).todo][-1] == f"Ada: {nothing}"
    evening.turn(2)
    evening.turn(3)
    assert evening.todo(1)[-1] == nothing
    evening.press(1, "ok")
    while evening.state.turn != 1:
        evening.turn(evening.state.turn or 0)
    assert evening.todo(1) == ["Play a card: tap it on the reader, or tap its value."]


def test_full_hand_needs_no_draw_after_hitting_a_sled() -> None:
    evening = fast(dents=0, dogs=7)
    evening.act({"act": "mark", "seat": 1, "what": "sled"})
    evening.press(1, "ok")
    assert evening.ticks(1) == ["Discard 1 card"]


def test_last_dog_card_after_hitting_a_sled_has_a_warning() -> None:
    evening = fast(dogs=1, limits=(9,))
    evening.act({"act": "mark", "seat": 1, "what": "sled"})
    assert evening.todo(1)[-1] == (
        "You have 4 dents and draw no cards: your next turn begins with the fifth dent, "
        "and you are out."
    )


def test_last_dog_card_has_no_warning_after_the_finish_line() -> None:
    evening = fast(dogs=1, limits=())
    assert any("only dog card" in todo for todo in evening.todo(1))
    evening.press(1, "event")
    assert not any("only dog card" in todo for todo in evening.todo(1))
