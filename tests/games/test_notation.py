"""The building blocks of notations, tested with a minimal game."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

import pytest

from companion.errors import Refused
from companion.games import notation
from companion.games.notation import BadWord, Codec, Line, Record


@dataclass(frozen=True)
class Settings:
    """The options of the game."""

    length: int
    slow: bool = False


@dataclass(frozen=True)
class Step:
    """A step and its direction."""

    by: int
    way: str


@dataclass(frozen=True)
class Walker:
    """A player."""

    seat: int
    name: str = ""
    steps: tuple[Step, ...] = ()


@dataclass(frozen=True)
class Walk:
    """The state."""

    settings: Settings
    turn: int | None = None
    took_s: float = 0.0
    path: tuple[int, ...] = ()
    ways: tuple[str, ...] = ()
    walkers: tuple[Walker, ...] = ()


def broken(state: Walk) -> Iterable[str]:
    if len(state.walkers) == 1:
        yield "seat"
    if state.turn == 9:
        yield "turn"


def line() -> Line[Walk]:
    step = notation.record_of(Step, notation.number, notation.plain)
    return Line(
        "walk/1",
        "walk.notation",
        Record(
            Walk,
            {
                "turn": notation.number,
                "took_s": notation.seconds,
                "path": notation.list_of(notation.number),
                "ways": notation.list_of(notation.plain),
            },
        ),
        {"settings": Record(Settings, {"length": notation.number, "slow": notation.yes_no})},
        "walkers",
        Record(
            Walker,
            {
                "seat": notation.number,
                "name": notation.name,
                "steps": notation.list_of(step, ";"),
            },
        ),
        broken,
    )


BARE = Walk(Settings(7))
FULL = Walk(
    Settings(-12, True),
    2,
    1.5,
    (3, 1, 2),
    ("left", ""),
    (
        Walker(1, "Zoë 1|=", (Step(2, "left"), Step(-1, ""))),
        Walker(2),
    ),
)
SAID = (
    "walk/1 length=-12 slow=yes turn=2 took_s=1.5 path=3,1,2 ways=left,"
    " | seat=1 name=Zoë%201%7c%3d steps=2/left;-1/ | seat=2"
)


@pytest.mark.parametrize(
    ("state", "said"),
    [
        (BARE, "walk/1 length=7"),
        (FULL, SAID),
        (replace(BARE, ways=("a=b",)), "walk/1 length=7 ways=a=b"),
        (replace(BARE, turn=999_999_999), "walk/1 length=7 turn=999999999"),
    ],
)
def test_states_round_trip(state: Walk, said: str) -> None:
    assert line().write(state) == said
    assert line().read(said) == state
    assert line().read(f"  {said}\n") == state


def test_default_values_can_be_written() -> None:
    assert line().read("walk/1 slow=no took_s=0 length=7 path= ways=") == BARE


@pytest.mark.parametrize(
    ("said", "word"),
    [
        ("", ""),
        ("walk/2 length=7", "walk/2"),
        ("walk/1", "length"),
        ("walk/1  length=7", ""),
        ("walk/1 length", "length"),
        ("walk/1 length=", "length="),
        ("walk/1 length=7 wind=3", "wind=3"),
        ("walk/1 length=7 length=7", "length=7"),
        ("walk/1 length=--7", "length=--7"),
        ("walk/1 length=+7", "length=+7"),
        ("walk/1 length=\N{SUPERSCRIPT TWO}", "length=\N{SUPERSCRIPT TWO}"),
        ("walk/1 length=\N{ARABIC-INDIC DIGIT TWO}", "length=\N{ARABIC-INDIC DIGIT TWO}"),
        ("walk/1 length=1234567890", "length=1234567890"),
        ("walk/1 length=7 slow=maybe", "slow=maybe"),
        ("walk/1 length=7 took_s=soon", "took_s=soon"),
        ("walk/1 length=7 took_s=nan", "took_s=nan"),
        ("walk/1 length=7 path=1,,2", "path=1,,2"),
        ("walk/1 length=7 | seat=1  name=A | seat=2", ""),
        ("walk/1 length=7 | name=A | seat=2", "seat"),
        ("walk/1 length=7 | seat=1 name=%4 | seat=2", "name=%4"),
        ("walk/1 length=7 | seat=1 name=%ff | seat=2", "name=%ff"),
        ("walk/1 length=7 | seat=1 steps=2 | seat=2", "steps=2"),
        ("walk/1 length=7 | seat=1 steps=2/left/up | seat=2", "steps=2/left/up"),
        ("walk/1 length=7 | seat=1 steps=2/left; | seat=2", "steps=2/left;"),
        ("walk/1 length=7 | seat=1", "seat"),
        ("walk/1 length=7 turn=9", "turn"),
    ],
)
def test_invalid_line_is_refused_with_the_word(said: str, word: str) -> None:
    with pytest.raises(Refused) as refused:
        line().read(said)
    assert (refused.value.key, refused.value.params) == ("walk.notation", {"word": word})


@pytest.mark.parametrize(
    ("codec", "value", "said"),
    [
        (notation.number, -30, "-30"),
        (notation.seconds, 0.1, "0.1"),
        (notation.yes_no, True, "yes"),
        (notation.yes_no, False, "no"),
        (notation.plain, "a-b", "a-b"),
        (notation.name, "A ñ\n\ud83d%", "A%20ñ%0a%ed%a0%bd%25"),
        (notation.numbers, (), ""),
        (notation.numbers, (1, 2), "1,2"),
        (notation.plains, ("a", "b"), "a,b"),
    ],
)
def test_values_round_trip(codec: Codec, value: Any, said: str) -> None:
    assert codec.write(value) == said
    assert codec.read(said) == value


def test_record_with_a_wrong_number_of_fields_is_invalid() -> None:
    codec = notation.record_of(Step, notation.number)
    with pytest.raises(ValueError, match="zip"):
        codec.write(Step(1, "left"))


def test_field_without_a_default_is_required() -> None:
    assert notation.made(Walker, seat=3) == Walker(3)
    with pytest.raises(BadWord, match=r"^seat$"):
        notation.made(Walker, name="A")
