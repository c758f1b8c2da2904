"""Husky positions as one line of text, and their round trip."""

import pytest
from husky_box import PLAIN, ROWS, SAMPLE_WEATHER, board, sample
from husky_race import ROUND_2, Race, after
from test_husky_taps import shown

from companion.errors import Refused
from companion.games.husky.notation import read, write

ON_BOARD = "1: weather 2, card 1; given 2: at=[4,4]; 1: to 3.5, animal 2 4.4"
BOARD = "/".join(ROWS) + ":wolf.1.6,wolf.4.5,elk.6.1,elk.5.6,bear.9.1,bear.9.6"
CARDS = [
    *["4,6,2,wolf+bear,yes;3,3,3,wolf+elk,no;1,2,5,bear+elk,no"] * 19,
    "4,6,2,wolf+bear,yes;3,3,3,wolf+elk,no;-",
]
ENTERED = [
    "actions=" + ";".join(CARDS),
    "weathers=1,0,2" + ";0,0,0" * 5 + ";-" * 18,
    "texts=A%20hare%2e;A%20fall%2e" + ";-" * 28,
    "asks=no" + ",yes" * 29,
]


def test_default_values_of_a_start_are_left_out() -> None:
    race = Race(3, None, start=2, events=False)
    assert write(race.state) == (
        "husky/1 events=no start=2 turn=2 "
        "| seat=1 name=Ada colour=c1 | seat=2 name=Ben colour=c2 | seat=3 name=Cleo colour=c3"
    )


def test_position_without_a_board_is_written_in_full() -> None:
    words = "2: attacked; given 1: checkpoints=[3,1]; 4: retire; 1: card 1, on blue, event 1"
    line = write(after(f"{ROUND_2}; {words}").state)
    race = [
        "start=1 round=2 turn=1 due=no weather=0,0,0 weather_card=3",
        "pending=1/4,6,2,wolf+bear,yes/blue/1/no/",
        "last=4 played=2,5,8,11/7 shown=2,3/0 drawn=1/0 begun=yes",
    ]
    seats = [
        "seat=1 name=Ada colour=c1 hand=7 place_known=blue checkpoints=3,1 begun=yes",
        "seat=2 name=Ben colour=c2 hand=7 blocked=yes begun=yes attacks=1",
        "seat=3 name=Cleo colour=c3 hand=7 begun=yes",
        "seat=4 name=Dan colour=c4 hand=0 begun=yes status=eliminated",
    ]
    assert line == " | ".join([" ".join(["husky/1", *ENTERED, *race]), *seats])


def test_position_with_a_board_is_written_in_full() -> None:
    race = [
        f"start=1 board={BOARD} animals=1.6,4.4,6.1,5.6,9.1,9.6 turn=1 due=no weather=0,0,0",
        "weather_card=2 pending=1/4,6,2,wolf+bear,yes/start/-/yes/2 shown=2/0 begun=yes",
    ]
    seats = [
        "seat=1 name=Ada colour=c1 checkpoints=1 at=3.5",
        "seat=2 name=Ben colour=c2 blocked=yes attacks=1 at=4.4",
        "seat=3 name=Cleo colour=c3",
        "seat=4 name=Dan colour=c4",
    ]
    line = write(after(ON_BOARD, box="small", relocate="at_turn").state)
    settings = "husky/1 relocate=at_turn"
    assert line == " | ".join([" ".join([settings, *ENTERED, *race]), *seats])


@pytest.mark.parametrize(
    ("words", "box"),
    [
        ("given round=7", None),
        ("1: weather 2, card 60, draw", "sample"),
        ("1: weather 24, card 60", "sample"),
        (shown(1, kind="weather", **SAMPLE_WEATHER), None),
        (f"1: weather 1; {shown(1, kind='action', **PLAIN)}", None),
        (ON_BOARD, "small"),
        ("given 1: checkpoints=[1,2,3]; 1: weather 2, card 1, finish", "sample"),
        ("1: weather 2; end", "example"),
    ],
)
def test_position_round_trips(words: str, box: str | None) -> None:
    state = after(words, box=box).state
    assert read(write(state)) == state


def test_board_without_animals_round_trips() -> None:
    state = after("1: weather 2", box=sample() | {"board": board(animals=[])}).state
    assert read(write(state)) == state


@pytest.mark.parametrize(
    ("old", "new", "word"),
    [
        ("husky/1", "husky/2", "husky/2"),
        ("weather=0,0,0", "weather=0,0", "weather=0,0"),
        ("weather=0,0,0", "weather=0,0,0,0", "weather=0,0,0,0"),
        ("weather=0,0,0", "weather=0,0,snow", "weather=0,0,snow"),
        ("weather=0,0,0", "weather=0,0,3", "weather=0,0,3"),
        ("wolf+bear", "wolf+cat", None),
        ("wolf+bear", "wolf+wolf", None),
        (",wolf+bear", "9,wolf+bear", None),
        ("wolf+bear", "wolf", None),
        ("wolf+bear", "wolf+bear+elk", None),
        ("animals=1.6", "animals=1", None),
        ("animals=1.6", "animals=1.6.1", None),
        (":wolf.1.6", ":wolf.1", None),
        (":wolf.1.6", ":wolf.one.6", None),
        (":wolf.1.6", ":cat.1.6", None),
        (":wolf.1.6", ":wolf.1.7", None),
        (":wolf.1.6", ":elk.1.6", None),
        ("board=www", "board=wxw", None),
        ("board=www", "board=ww", None),
        ("board=www", "board=wwww", None),
        ("board=www", "board=:www", None),
        ("/wSw", "/www", None),
        ("2b/", "bb/", None),
        ("/start/-/yes/2", "/start/-/yes", None),
        ("/start/-/yes/2", "/start/x/yes/2", None),
        ("shown=2/0", "shown=2", "shown=2"),
        ("turn=1", "wings=1", "wings=1"),
        ("seat=1 ", "", "seat"),
    ],
)
def test_invalid_line_is_refused_with_the_word(old: str, new: str, word: str | None) -> None:
    line = write(after(ON_BOARD, box="small").state)
    assert old in line
    with pytest.raises(Refused) as refused:
        read(line.replace(old, new, 1))
    assert refused.value.key == "husky.notation"
    assert word in (None, refused.value.params["word"])
