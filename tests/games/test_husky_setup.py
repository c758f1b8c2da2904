"""The set-up of Husky (HU-01 to HU-04): options, first events, refusals."""

from typing import Any

import pytest
from husky_box import BOXES, SAMPLE_WEATHER

from companion import messages
from companion.errors import Refused
from companion.games import husky
from companion.games.husky import box
from companion.games.husky.state import Cards, Musher, Settings, State, Weather

SEATS = [
    {"name": "Ada", "colour": "red"},
    {"name": "Ben", "colour": "blue"},
    {"name": "Cleo", "colour": "green"},
]
MUSHERS = (Musher(1, "Ada", "red"), Musher(2, "Ben", "blue"), Musher(3, "Cleo", "green"))


def ada(**changes: Any) -> list[dict[str, Any]]:
    """Three seats, the first of them changed."""
    return [SEATS[0] | changes, *SEATS[1:]]


def test_defaults_follow_the_rule_book() -> None:
    """HU-03, HU-04, HU-16, AM-HU-03."""
    state, events = husky.setup({"seats": SEATS})
    assert state == State(Settings(True, "now"), Cards(), MUSHERS, start=1, turn=1)
    assert [messages.say(event) for event in events] == [
        "Everybody draws 8 action cards.",
        "Round 1 begins.",
        "Ada: reveal the next weather card.",
        "Ada: put your musher on the start space.",
        "It is Ada's turn.",
    ]
    assert [event.seat for event in events] == [None, None, 1, 1, 1]


def test_options_are_stored_in_the_state() -> None:
    seats = [one | {"seat": seat} for one, seat in zip(SEATS, (4, 6, 1), strict=True)]
    rules = {"start": 6, "events": False, "relocate": "at_turn"}
    entered = {"weather": [SAMPLE_WEATHER]}
    state, events = husky.setup({"seats": seats, **rules, "box": entered})
    mushers = (Musher(4, "Ada", "red"), Musher(6, "Ben", "blue"), Musher(1, "Cleo", "green"))
    cards = Cards(weathers=(Weather(1, 0, 2), *[None] * 23))
    assert state == State(Settings(False, "at_turn"), cards, mushers, start=6, turn=6)
    assert state.order == (6, 1, 4)
    assert messages.say(events[2]) == "Ben: reveal the next weather card."


def test_box_gives_cards_and_board() -> None:
    """The start player is on the start space (HU-10)."""
    state, _ = husky.setup({"seats": SEATS, "box": BOXES["small"]})
    board = box.board(box.read(BOXES["small"]))
    assert board is not None
    assert (state.board, state.animals) == (board, tuple(one.at for one in board.animals))
    assert [musher.at for musher in state.mushers] == [(2, 2), None, None]
    without, _ = husky.setup({"seats": SEATS, "box": BOXES["small"], "board": False})
    assert (without.board, without.animals, without.mushers) == (None, (), MUSHERS)
    assert without.cards == state.cards == box.cards(box.read(BOXES["small"]))


def test_example_and_missing_box_are_accepted() -> None:
    example, _ = husky.setup({"seats": SEATS, "box": "example"})
    assert example.cards == box.cards(box.read(box.example()))
    assert husky.setup({"seats": SEATS, "box": None}) == husky.setup({"seats": SEATS})


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({}, "seats is missing."),
        ({"seats": 5}, "seats has the wrong type. It needs: list."),
        ({"seats": SEATS[:2]}, "seats needs from 3 to 6 entries."),
        ({"seats": SEATS * 3}, "seats needs from 3 to 6 entries."),
        ({"seats": ada(seat=0)}, "seats.1.seat must be from 1 to 6."),
        ({"seats": ada(seat=7)}, "seats.1.seat must be from 1 to 6."),
        ({"seats": ada(name=5)}, "seats.1.name has the wrong type. It needs: string."),
        ({"seats": ada(colour=None)}, "seats.1.colour has the wrong type. It needs: string."),
        ({"seats": [*SEATS, {"colour": "red"}]}, "seats.4.name is missing."),
        ({"seats": [*SEATS, {"name": "Dan"}]}, "seats.4.colour is missing."),
        ({"seats": SEATS, "start": 0}, "start must be from 1 to 6."),
        ({"seats": SEATS, "start": 7}, "start must be from 1 to 6."),
        ({"seats": SEATS, "start": 4}, "start must be one of 1, 2, 3."),
        ({"seats": SEATS, "events": 1}, "events has the wrong type. It needs: boolean."),
        ({"seats": SEATS, "relocate": "later"}, "relocate must be one of now, at_turn."),
        ({"seats": SEATS, "board": None}, "board has the wrong type. It needs: boolean."),
        ({"seats": SEATS, "box": "sample"}, "box has the wrong type. It needs: object."),
    ],
)
def test_invalid_option_is_refused(options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(Refused) as refusal:
        husky.setup(options)
    assert messages.say(refusal.value) == f"The set-up: {sentence}"


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"seats": ada(seat=3)}, "Ada and Cleo both sit at seat 3."),
        ({"seats": ada(colour="blue")}, "Ada and Ben both play blue."),
        (
            {"seats": ada(hat=1)},
            "The set-up has no option seats.1.hat. It has: seat, name, colour.",
        ),
        (
            {"seats": SEATS, "dice": 2},
            "The set-up has no option dice. It has: seats, start, events, relocate, board, box.",
        ),
    ],
)
def test_duplicate_seats_and_unknown_options_are_refused(
    options: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(Refused) as refusal:
        husky.setup(options)
    assert messages.say(refusal.value) == sentence
