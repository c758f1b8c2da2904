"""Moves of figures on a board: event sentences and refusals."""

import pytest
from husky_race import after, refusal

from companion import messages

PLAYED = "1: weather 2, card 2"
"""Ada has played a card: three spaces, then a wolf and an elk."""

MOVED = f"{PLAYED}, to 3.5"
ATTACKED = f"{MOVED}, animal 2 3.5"
"""Her wolf was moved onto her own musher (AM-HU-14)."""

ELK = f"{PLAYED}; given 2: at=[6,2]; 1: to 3.5, animal 3 6.2"
"""An elk was moved onto Ben's musher."""

DRAWN = "1: weather 2, card 60, draw"
"""An unknown card, and an event card."""

AT_HOME = "given 1: at=[8,5] checkpoints=[1,2,3]"
FAR = "1 space within its region, onto no animal and no checkpoint."


def sentences(words: str, relocate: str = "now") -> list[str]:
    """The events of the last act as sentences, each with its cue."""
    events = after(words, box="small", relocate=relocate).events
    return [" ".join([messages.say(event), event.cue]).strip() for event in events]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (MOVED, ["Ada moves to row 5, column 3.", "Ada has passed checkpoint 1. card"]),
        (
            f"given 1: at=[8,5]; {PLAYED}, to 9.3",
            [
                "Ada moves to row 3, column 9.",
                "Ada has passed checkpoint 2. card",
                "Ada: the checkpoints come in order. Still missing: 1. refused",
                "Ada is at the finish, but that is no win: checkpoints are missing (1, 3). refused",
            ],
        ),
        (
            f"{AT_HOME}; {PLAYED}, to 9.3",
            [
                "Ada moves to row 3, column 9.",
                "Ada is at the finish! finished",
                "The race is over.",
                "Ada wins the race! winner",
            ],
        ),
        (
            "given 1: at=[7,5]; 1: weather 2, card 60, to 8.4",
            [
                "Ada moves to row 4, column 8.",
                "Ada has passed checkpoint 2. card",
                "Ada: the checkpoints come in order. Still missing: 1. refused",
            ],
        ),
        (
            "given 1: at=[9,3] checkpoints=[1,2,3]; 1: weather 2, card 60, finish",
            ["Ada is at the finish! finished", "The race is over.", "Ada wins the race! winner"],
        ),
        (
            f"given 1: at=[9,3]; {DRAWN}, result blocked=true",
            ["Ada, by the event card: misses the next move."],
        ),
        (f"{MOVED}, animal 1 1.5", ["Ada moves the wolf (no. 1) to row 5, column 1."]),
        (
            ATTACKED,
            [
                "Ada moves the wolf (no. 2) to row 5, column 3.",
                "Ada's musher is attacked (wolf): it misses its next move. dents",
                "Ada: move the wolf (no. 2) away first.",
            ],
        ),
        (f"{ATTACKED}, away 2 3.1", ["Ada moves the wolf (no. 2) away to row 1, column 3."]),
        (
            ELK,
            [
                "Ada moves the elk (no. 3) to row 2, column 6.",
                "Ben's musher is attacked (elk): it misses its next move. dents",
                "Ben: move the elk (no. 3) away first.",
            ],
        ),
        (f"{ELK}; 2: away 3 6.5", ["Ben moves the elk (no. 3) away to row 5, column 6."]),
        (
            f"{MOVED}, animal 1 1.5, animal 3 5.1; given 2: blocked=true; 1: ok",
            [
                "Ada is done.",
                "Ben: put your musher on the start space.",
                "It is Ben's turn. The musher misses this move.",
            ],
        ),
        (f"{DRAWN}, result to=[7,5]", ["Ada moves to row 5, column 7."]),
        (
            f"{DRAWN}, result to=[7,5] blocked=true cards=-1",
            [
                "Ada moves to row 5, column 7.",
                "Ada, by the event card: misses the next move, gives back 1 action card.",
            ],
        ),
        (
            f"{DRAWN}, result to=[9,3]",
            [
                "Ada moves to row 3, column 9.",
                "Ada is at the finish, but that is no win: checkpoints are missing (1, 2, 3)."
                " refused",
            ],
        ),
    ],
)
def test_moves_are_announced(words: str, expected: list[str]) -> None:
    """HU-14, HU-15, HU-20, HU-21, HU-31, HU-33, AM-HU-09."""
    assert sentences(words) == expected


@pytest.mark.parametrize("where", ["[7,5]", "[2,2]"])
def test_figure_put_on_its_own_space_stays(where: str) -> None:
    assert sentences(f"given 1: at={where}; {DRAWN}, result to={where}") == []


@pytest.mark.parametrize("where", ["[2,2]", "[3,3]", "[5,2]", "[8,4]", "[9,3]"])
def test_start_checkpoints_and_finish_hold_several_mushers(where: str) -> None:
    """HU-30, AM-HU-06."""
    both = after(f"given 2: at={where}; given 1: at={where}", box="small")
    assert both.shows(1)["at"] == both.shows(2)["at"]


def test_delayed_relocation_is_announced_twice() -> None:
    """AM-HU-03: at the attack, and at the victim's turn."""
    assert sentences(ATTACKED, relocate="at_turn") == [
        "Ada moves the wolf (no. 2) to row 5, column 3.",
        "Ada's musher is attacked (wolf): it misses its next move. dents",
        "Ada: move the attacker away at the beginning of your next turn.",
    ]
    others = (
        "2: card 5, to 1.4, animal 1 1.5, animal 3 4.1, ok; "
        "3: card 8, to 2.4, animal 1 1.6, animal 3 5.1, ok; "
        "4: card 11, to 1.3, animal 1 1.5, animal 3 4.1, ok"
    )
    assert sentences(f"{ATTACKED}, animal 3 5.1, ok; {others}", relocate="at_turn") == [
        "Dan is done.",
        "Round 2 begins.",
        "Ada: reveal the next weather card.",
        "It is Ada's turn. The musher misses this move.",
        "Ada: move the wolf (no. 2) away first.",
    ]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("1: weather 2, to 3.5", "Play an action card first."),
        ("1: weather 2; 2: to 3.5", "It is Ada's turn: Ada plays a card first."),
        ("1: weather 2, animal 1 1.5", "Play an action card first."),
        (
            f"{PLAYED}, to 4.5",
            "Ada cannot end on row 5, column 4: it must be 3 spaces, none used twice, "
            "no figure crossed.",
        ),
        (f"{PLAYED}, to 2.3.4", "A space is two numbers: column and row."),
        (f"{MOVED}, to 2.5", "Ada has already moved. Take that back first."),
        (f"given 1: blocked=true; {MOVED}", "Ada's musher misses this move."),
        (
            "given 1: at=[8,5]; 1: weather 1, card 1, to 8.6",
            "The distance is 0: Ada's musher stays where it is.",
        ),
        (
            "1: weather 2, card 60, to 4.5",
            "Ada cannot stand on row 5, column 4: the space is taken, or there is none.",
        ),
        (f"{PLAYED}; 2: to 3.5", "Ada moves the musher first: 3 spaces."),
        (f"{PLAYED}, animal 2 3.5", "Ada moves the musher first: 3 spaces."),
        (f"{PLAYED}, ok", "Ada moves the musher first: 3 spaces."),
        (f"{MOVED}, ok", "Ada still has to move: wolf, elk."),
        (f"{MOVED}, animal 5 8.1", "The card names other animals: wolf, elk."),
        (f"{MOVED}, animal 7 8.1", "There is no animal 7, only animals 1 to 6."),
        (f"{MOVED}, animal 2 4.2", f"The wolf (no. 2) cannot go to row 2, column 4: {FAR}"),
        (
            f"4: retire; {MOVED}, animal 1 5.5",
            "The wolf (no. 1) cannot go to row 5, column 5: 2 spaces within its region, "
            "onto no animal and no checkpoint.",
        ),
        (
            f"{MOVED}, animal 3 5.1, animal 4 5.5",
            "The elk was already moved: move one animal of each of the two species.",
        ),
        (
            "1: weather 2, card 60, animal 1 2.5, animal 2 4.4",
            "The wolf was already moved: move one animal of each of the two species.",
        ),
        (
            "1: weather 2, card 60, to 3.5, animal 1 1.5, animal 3 5.1, animal 5 8.1",
            "Ada has moved both animals.",
        ),
        (f"{ATTACKED}, animal 3 5.1", "Ada moves the attacker away first."),
        (f"{ATTACKED}, ok", "Ada moves the attacker away first."),
        (
            f"{ATTACKED}, away 2 4.4",
            "The wolf (no. 2) cannot go to row 4, column 4: it needs a free space of its region, "
            "as far from the mushers as the rules ask.",
        ),
        (
            f"{ELK}; 2: away 3 4.1",
            "The elk (no. 3) cannot go to row 1, column 4: it needs a free space of its region, "
            "as far from the mushers as the rules ask.",
        ),
        (f"{ATTACKED}, away 1 1.1", "Ada has no animal 1 to move away now."),
        (f"{ATTACKED}, away 7 1.1", "There is no animal 7, only animals 1 to 6."),
        (f"{ATTACKED}; 2: away 2 1.1", "Ben has no animal 2 to move away now."),
        ("given 1: at=[2,6]", "There is no space at row 6, column 2."),
        (
            "given 2: at=[1,1]; given 1: at=[7,5]; given 1: at=[1,1]",
            "Ada cannot stand on row 1, column 1: the space is taken, or there is none.",
        ),
        (f"{DRAWN}, result to=[2,6]", "There is no space at row 6, column 2."),
        (f"{DRAWN}, result to=[2,6,1]", "A space is two numbers: column and row."),
        (
            f"given 2: at=[1,1]; {DRAWN}, result to=[1,1]",
            "Ada cannot stand on row 1, column 1: the space is taken, or there is none.",
        ),
    ],
)
def test_refused_moves_give_the_reason(words: str, sentence: str) -> None:
    assert messages.say(refusal(words, box="small")) == sentence


@pytest.mark.parametrize("what", ["to 3.5", "animal 1 1.5", "away 1 1.5"])
def test_moves_to_spaces_need_a_board(what: str) -> None:
    refused = refusal(f"1: weather 2, card 2, {what}")
    assert messages.say(refused) == "This race is played without a board in the companion."


@pytest.mark.parametrize("what", ["on white", "attacked", 'result where="green"', "finish"])
def test_reports_that_the_board_shows_are_refused(what: str) -> None:
    refused = refusal(f"{AT_HOME}; {DRAWN}, {what}", box="small")
    sentence = "The companion sees that on the board: move the figures there."
    assert messages.say(refused) == sentence


def test_turn_cannot_end_before_the_attacker_is_moved_away() -> None:
    """HU-21: also if the second animal is the attacker."""
    race = after(f"{MOVED}, animal 3 5.1, animal 2 3.5", box="small")
    assert not race.key(1, "ok").enabled
    race("relocate", 1, animal=2, to=[3, 1])
    assert race.key(1, "ok").enabled


def test_musher_at_the_finish_keeps_its_last_known_place() -> None:
    """HU-12, HU-31: the finish has no colour."""
    assert after(f"given 1: at=[9,3]; {DRAWN}, ok", box="small").shows(1)["where"] == "start"
