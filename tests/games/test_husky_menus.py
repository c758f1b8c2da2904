"""The menus of a seat of Husky, and when the finish can be reported."""

from itertools import product

import pytest
from husky_key_lines import keys, lines
from husky_race import ROUND_2, Race, after

from companion.games import husky

MINUS = "\N{MINUS SIGN}"


@pytest.mark.parametrize(
    ("words", "seat", "expected"),
    [
        ("given 2: hand=7", 1, ["left Misses the next move -> result blocked=True", "", ""]),
        (
            "given 2: blocked=true",
            2,
            ["left Moves again next time -> result blocked=False", "", ""],
        ),
        ("given 1: hand=1", 1, ["", "", "brake (Gives back 1 action card -> result cards=-1)"]),
        ("given 1: hand=2", 1, ["", "", "brake Gives back 1 action card -> result cards=-1"]),
        ("given 2: hand=0", 2, ["", "", "brake (Gives back 1 action card -> result cards=-1)"]),
        ("given 2: hand=1", 2, ["", "", "brake Gives back 1 action card -> result cards=-1"]),
        ("given 3: hand=34", 1, ["", "right Draws 1 action card -> result cards=1", ""]),
        ("given 3: hand=35", 1, ["", "right (Draws 1 action card -> result cards=1)", ""]),
    ],
)
def test_event_menu_offers_possible_results(words: str, seat: int, expected: list[str]) -> None:
    """AM-HU-09: the card in play stays in the hand, and the deck limits the cards drawn."""
    race = after(f"{ROUND_2}; 1: card 1; {words}; 1: draw")
    *changes, attack, close = keys(race, seat, "event")
    assert [one for one in zip(changes, expected, strict=True) if one[1] not in ("", one[0])] == []
    assert (attack, close) == ("event I was attacked -> attack", "ok Close -> close")
    offered = [f"+ {one.partition(' ')[2]}" for one in changes if "(" not in one]
    assert keys(race, seat)[7:] == offered, "a phone has no key for what cannot be"


def test_event_menu_on_a_board_has_no_attack_key() -> None:
    words = "1: weather 2, card 1, to 4.6, animal 1 1.5, animal 5 8.1, draw"
    assert keys(after(words, box="small"), 1, "event")[3:] == [
        "event Close -> close",
        "ok Close -> close",
    ]


def test_three_keys_cycle_through_the_weather() -> None:
    """HU-06: nothing is chosen at first; the menus are only at the start player's seat."""
    race = Race(3, start=2)
    assert set(race.at(1).keys) == {""}
    menus = {f"weather:{white}-{green}-{blue}" for white, green, blue in product("?012", repeat=3)}
    assert set(race.at(2).keys) == {"", *menus}
    assert keys(race, 2)[5:] == [
        "ok Choose the weather… -> menu weather:?-?-?",
        "+ I was attacked -> attack",
    ]
    assert keys(race, 2, "weather:2-1-0") == lines(f"""
        left snow: bad {MINUS}2 -> menu weather:0-1-0
        right bush: moderate {MINUS}1 -> menu weather:2-2-0
        brake ice: fair -> menu weather:2-1-1
        event Close -> close
        ok Reveal this weather -> tap kind=weather white=2 green=1 blue=0
    """)
    assert keys(race, 2, "weather:?-0-?") == lines("""
        left snow: ? -> menu weather:0-0-?
        right bush: fair -> menu weather:?-1-?
        brake ice: ? -> menu weather:?-0-0
        event Close -> close
        ok (Choose all three first -> menu weather:?-0-?)
    """)


@pytest.mark.parametrize(
    ("words", "enabled"),
    [
        ("given 2: hand=7", False),
        ("1: attacked, card 3", False),
        ("given blue=2; 1: on blue, card 1", False),
        ("given blue=2; 1: on blue, card 1, draw", True),
        ("1: card 3", True),
        ("1: card 3, ok", True),
        ("1: card 3, ok; 2: card 6", False),
        ("1: card 3, ok; 2: card 6, ok", False),
    ],
)
def test_finish_can_be_reported_during_the_move_or_before_the_next_one(
    words: str, enabled: bool
) -> None:
    """HU-33."""
    race = after(f"{ROUND_2}; given 1: checkpoints=[1,2,3]; {words}")
    assert race.key(1, "event").act == {"act": "finish", "seat": 1}
    assert race.key(1, "event").enabled is enabled
    assert ({"act": "finish", "seat": 1} in husky.legal(race.state)) is enabled


def test_keys_do_nothing_after_the_race() -> None:
    race = after(f"{ROUND_2}; end")
    assert [(race.at(seat).keys, race.at(seat).extra) for seat in (1, 2)] == [({"": {}}, ())] * 2
