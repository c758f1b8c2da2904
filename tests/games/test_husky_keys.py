"""The keys of a seat of Husky in full: label, act or menu, and whether it is enabled.

husky_key_lines.py defines the format of a line.
"""

import pytest
from husky_key_lines import keys, lines
from husky_race import ROUND_2, after


@pytest.mark.parametrize(
    ("words", "seat", "expected"),
    [
        (
            "given 3: hand=7",
            1,
            """
            left On snow -> region where=white
            right On bush -> region where=green
            brake On ice -> region where=blue
            event Checkpoint 1 passed -> checkpoint number=1
            event held I was attacked -> attack
            ok (Done -> done)
            + I was attacked -> attack
            """,
        ),
        (
            "1: card 3",
            1,
            """
            left On snow: 1 -> region where=white
            right On bush: 2 -> region where=green
            brake On ice: 5 -> region where=blue
            event Checkpoint 1 passed -> checkpoint number=1
            event held I was attacked -> attack
            ok Done -> done
            + I was attacked -> attack
            """,
        ),
        (
            "given 2: checkpoints=[2]; 1: card 3",
            2,
            """
            left On snow -> region where=white
            right On bush -> region where=green
            brake On ice -> region where=blue
            event Checkpoint 1 passed -> checkpoint number=1
            event held I was attacked -> attack
            ok (Done -> done)
            + I was attacked -> attack
            + On checkpoint 2 (ice) -> region where=checkpoint_2
            """,
        ),
        (
            "1: attacked, card 1",
            1,
            """
            left (On snow -> region where=white)
            right (On bush -> region where=green)
            brake (On ice -> region where=blue)
            event Checkpoint 1 passed -> checkpoint number=1
            event held I was attacked -> attack
            ok Done -> done
            + I was attacked -> attack
            """,
        ),
        (
            "1: card 1",
            1,
            """
            left On snow: 4 -> region where=white
            right On bush: 6 -> region where=green
            brake On ice: 2 -> region where=blue
            event Checkpoint 1 passed -> checkpoint number=1
            event held I was attacked -> attack
            ok (Done -> done)
            ok held Event card drawn -> draw
            + Event card drawn -> draw
            + I was attacked -> attack
            """,
        ),
        (
            "1: card 60",
            1,
            """
            left On snow -> region where=white
            right On bush -> region where=green
            brake On ice -> region where=blue
            event Checkpoint 1 passed -> checkpoint number=1
            event held I was attacked -> attack
            ok Done -> done
            ok held Event card drawn -> draw
            + Event card drawn -> draw
            + I was attacked -> attack
            """,
        ),
        (
            "1: card 1, draw",
            1,
            """
            left Now on snow -> result where=white
            right Now on bush -> result where=green
            brake Now on ice -> result where=blue
            event Checkpoint 1 passed -> checkpoint number=1
            event held The event changed something… -> menu event
            ok Done -> done
            + I was attacked -> attack
            + Misses the next move -> result blocked=True
            + Draws 1 action card -> result cards=1
            + Gives back 1 action card -> result cards=-1
            """,
        ),
        (
            "given 2: blocked=true; 1: card 1, draw",
            2,
            """
            left Now on snow -> result where=white
            right Now on bush -> result where=green
            brake Now on ice -> result where=blue
            event Checkpoint 1 passed -> checkpoint number=1
            event held The event changed something… -> menu event
            ok (Done -> done)
            + I was attacked -> attack
            + Moves again next time -> result blocked=False
            + Draws 1 action card -> result cards=1
            + Gives back 1 action card -> result cards=-1
            """,
        ),
        (
            "given 1: checkpoints=[3,1,2]; 1: card 3",
            1,
            """
            left On snow: 1 -> region where=white
            right On bush: 2 -> region where=green
            brake On ice: 5 -> region where=blue
            event At the finish! -> finish
            event held I was attacked -> attack
            ok Done -> done
            + I was attacked -> attack
            + On checkpoint 3 (bush) -> region where=checkpoint_3
            + On checkpoint 1 (snow) -> region where=checkpoint_1
            + On checkpoint 2 (ice) -> region where=checkpoint_2
            """,
        ),
    ],
)
def test_seat_has_exactly_these_keys_in_the_second_round(
    words: str, seat: int, expected: str
) -> None:
    """rules.md 8.3."""
    assert keys(after(f"{ROUND_2}; {words}"), seat) == lines(expected)


@pytest.mark.parametrize(
    ("words", "seat", "expected"),
    [
        (
            "",
            1,
            """
            left (On snow -> region where=white)
            right (On bush -> region where=green)
            brake (On ice -> region where=blue)
            event (Event card drawn -> draw)
            ok (Done -> done)
            """,
        ),
        (
            "card 1",
            1,
            """
            left (On snow: 4 -> region where=white)
            right (On bush: 6 -> region where=green)
            brake (On ice: 2 -> region where=blue)
            event (Event card drawn -> draw)
            ok (Done -> done)
            """,
        ),
        (
            "card 60",
            1,
            """
            left (On snow -> region where=white)
            right (On bush -> region where=green)
            brake (On ice -> region where=blue)
            event Checkpoint 1 passed -> checkpoint number=1
            ok Done -> done
            ok held Event card drawn -> draw
            + Event card drawn -> draw
            """,
        ),
        (
            "card 60",
            2,
            """
            left (On snow -> region where=white)
            right (On bush -> region where=green)
            brake (On ice -> region where=blue)
            event (Event card drawn -> draw)
            ok (Done -> done)
            """,
        ),
        (
            "card 1, to 4.6, animal 1 1.5, animal 5 8.1",
            1,
            """
            left (On snow: 4 -> region where=white)
            right (On bush: 6 -> region where=green)
            brake (On ice: 2 -> region where=blue)
            event Event card drawn -> draw
            ok (Done -> done)
            ok held Event card drawn -> draw
            """,
        ),
        (
            "card 1, to 4.6, animal 1 1.5, animal 5 8.1, draw",
            1,
            """
            left (On snow: 4 -> region where=white)
            right (On bush: 6 -> region where=green)
            brake (On ice: 2 -> region where=blue)
            event (Event card drawn -> draw)
            event held The event changed something… -> menu event
            ok Done -> done
            + Misses the next move -> result blocked=True
            + Draws 1 action card -> result cards=1
            + Gives back 1 action card -> result cards=-1
            """,
        ),
        (
            "card 1, to 4.6, animal 1 1.5, animal 5 8.1, draw",
            2,
            """
            left (On snow -> region where=white)
            right (On bush -> region where=green)
            brake (On ice -> region where=blue)
            event (Event card drawn -> draw)
            ok (Done -> done)
            """,
        ),
        (
            "card 2, to 3.2, animal 1 1.5, animal 3 5.1, ok",
            1,
            """
            left (On snow -> region where=white)
            right (On bush -> region where=green)
            brake (On ice -> region where=blue)
            event (Event card drawn -> draw)
            ok (Done -> done)
            """,
        ),
    ],
)
def test_seat_has_exactly_these_keys_on_a_board(words: str, seat: int, expected: str) -> None:
    """Facts that the board shows need no key."""
    race = after(f"1: weather 2, {words}" if words else "1: weather 2", box="small")
    assert keys(race, seat) == lines(expected)


def test_keys_in_the_first_round_need_no_place() -> None:
    """HU-10, HU-13: its place needs no key, and no other musher is on the board."""
    race = after("1: weather 2")
    assert keys(race, 1) == lines("""
        left (On snow -> region where=white)
        right (On bush -> region where=green)
        brake (On ice -> region where=blue)
        event Checkpoint 1 passed -> checkpoint number=1
        event held I was attacked -> attack
        ok (Done -> done)
        + I was attacked -> attack
    """)
    assert keys(race, 2) == lines("""
        left (On snow -> region where=white)
        right (On bush -> region where=green)
        brake (On ice -> region where=blue)
        event (Checkpoint 1 passed -> checkpoint number=1)
        event held (I was attacked -> attack)
        ok (Done -> done)
    """)
