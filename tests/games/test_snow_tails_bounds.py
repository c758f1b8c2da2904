"""The bounds of a Snow Tails position: the last valid value is read, the next is refused."""

from dataclasses import replace
from typing import Any

import pytest
from snow_race import COLOURS, Race, played_round

from companion.games import snow_tails
from companion.games.game import Tap
from companion.games.snow_tails import notation
from companion.games.snow_tails.invariants import broken
from companion.games.snow_tails.state import Card, LastTurn, Pending, Settings, Sled, State

START = Race(limits=(4,)).state
ADA = START.sled(1)
NINE_FOURS = Settings(deck=(4, 4, 4, 9, 4))


def with_ada(**changes: Any) -> State:
    return START.with_sled(replace(ADA, **changes))


def in_seat(seat: int) -> State:
    """A start with Ada in this seat."""
    sleds = (replace(ADA, seat=seat), START.sled(2))
    return replace(START, sleds=sleds, order=(seat, 2), turn=seat)


def six() -> State:
    sleds = tuple(Sled(at, str(at), colour, at) for at, colour in enumerate((*COLOURS, "pink"), 1))
    return replace(START, sleds=sleds, order=(1, 2, 3, 4, 5, 6))


def all_out(**changes: Any) -> State:
    """A race over with no sled finished."""
    sleds = tuple(replace(sled, status="eliminated") for sled in START.sleds)
    return replace(START, sleds=sleds, phase="over", turn=None, **changes)


def called() -> State:
    """A race ended early while both sleds were racing."""
    race = Race(limits=(4,))
    race("end")
    return race.state


def finished(**changes: Any) -> State:
    """A race in which Ada has finished and Ben is up."""
    done = replace(ADA, lines=2, status="finished", place=1, rows=0, lane=1)
    state = START.with_sled(replace(done, **changes))
    return replace(state, turn=2)


def pending(*slots: str, marks: tuple[str, ...] = (), **more: Any) -> State:
    return replace(START, pending=Pending(4, slots, marks, **more))


@pytest.mark.parametrize(
    "state",
    [
        replace(START, settings=Settings(edition="fr")),
        replace(START, settings=Settings(deck=(20,) * 5)),
        replace(START, settings=Settings(deck=(0, 0, 0, 3, 4))),
        with_ada(dogs=20),
        called(),
        replace(START, limits=(1,)),
        replace(START, limits=(99,)),
        replace(START, flag="right"),
        Race(5).state,
        in_seat(6),
        all_out(),
        finished(),
        with_ada(left_pile=(Card(4, 4),)),
        replace(with_ada(left_pile=(Card(4, 9),)), settings=NINE_FOURS),
        pending("left", copies=(4, 0, 0)),
        replace(pending("left", copies=(9, 0, 0)), settings=NINE_FOURS),
        pending("left", marks=("sapling", "line", "edge")),
        pending("left", marks=("line", "line")),
        played_round(0, 0).state,
    ],
)
def test_position_at_a_bound_is_read_back_unchanged(state: State) -> None:
    assert list(broken(state)) == []
    assert notation.read(notation.write(state)) == state


@pytest.mark.parametrize(
    ("state", "wrong"),
    [
        (replace(START, settings=Settings(deck=(21,) * 5)), "deck"),
        (replace(START, limits=(100,)), "limits"),
        (six(), "seat"),
        (in_seat(7), "seat"),
        (with_ada(start=6), "start"),
        (finished(rows=-1), "seat 1 walked"),
        (finished(rows=-1, lane=None), "seat 1 walked"),
        (finished(lane=0), "seat 1 walked"),
        (with_ada(last=LastTurn(4, 0, -1, 0, ("line",))), "seat 1 last"),
        (with_ada(lines=3, last=LastTurn(4, 0, 2, 0, ("line",))), "seat 1 last"),
        (with_ada(lines=1, dents=1, last=LastTurn(4, 0, 0, 0, ("edge", "line"))), "seat 1 last"),
        (with_ada(dents=1, last=LastTurn(0, 0, 0, 0, ("edge",))), "seat 1 last"),
        (replace(START, order=(1, 2, 2)), "order"),
        (replace(START, order=(1, 2, 3)), "order"),
        (all_out(order=()), "order"),
        (with_ada(status="eliminated"), "turn"),
        (pending("left", marks=("stone",)), "pending"),
        (pending("left", marks=("line", "stone")), "pending"),
        (pending("left", marks=("edge", "line")), "pending"),
        (pending("left", marks=("edge", "edge")), "pending"),
    ],
)
def test_position_beyond_a_bound_is_reported_with_the_field(state: State, wrong: str) -> None:
    assert wrong in list(broken(state))


def test_course_with_a_changed_crossed_line_is_refused_with_the_crossed_limits() -> None:
    refusal = played_round(1, 0).refused("course", limits=[5, 3, 5])
    assert (refusal.key, refusal.params) == (
        "snow_tails.course_crossed",
        {"limits": "4", "count": 1},
    )


def test_tap_carries_the_copy_number() -> None:
    piece = {"kind": "dog", "colour": "red", "value": 3, "copy": 2}
    act = {"act": "tap", "seat": 1, "card": {"colour": "red", "value": 3, "copy": 2}}
    assert snow_tails.read(START, Tap(1, piece)) == act


@pytest.mark.parametrize(("colour", "act"), [("blue", "discard"), ("red", "tap")])
def test_only_a_card_of_the_seats_colour_names_a_discard(colour: str, act: str) -> None:
    ben = START.sled(2)
    surplus = replace(ben, unnamed=1, hand_step=replace(ben.hand_step, discard=1))
    piece = {"kind": "dog", "colour": colour, "value": 3, "copy": 2}
    asked = snow_tails.read(START.with_sled(surplus), Tap(2, piece))
    assert isinstance(asked, dict)
    assert asked["act"] == act
