"""The story of a race of Husky, and invalid positions."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from husky_box import BOXES
from husky_race import Race, second_round

from companion.errors import Malformed, Refused
from companion.games import husky
from companion.games.husky import invariants, notation
from companion.games.husky.state import Cards, Pending, Pile, Settings, State
from companion.library.story import story

SEATS = [{"seat": seat, "name": f"P{seat}", "colour": f"c{seat}"} for seat in (1, 2, 3)]
OPTIONS = {"seats": SEATS, "box": BOXES["sample"]}


def card(seat: int, kind: str, number: int) -> dict[str, Any]:
    return {"act": "tap", "seat": seat, "card": {"kind": kind, "card": number}}


def test_story_lists_distances_checkpoints_and_attacks_by_round() -> None:
    log: list[dict[str, Any]] = [
        card(1, "weather", 2),
        card(1, "action", 2),
        {"act": "checkpoint", "seat": 1},
        {"act": "done", "seat": 1, "took_s": 9.5},
        card(2, "action", 3),
        {"act": "attack", "seat": 2},
        card(3, "action", 5),  # ends the turn of seat 2
        {"act": "done", "seat": 3},
        card(1, "weather", 3),
        card(1, "action", 6),
        {"act": "region", "seat": 1, "where": "blue"},
        {"act": "done", "seat": 1},
        card(2, "action", 8),
        {"act": "done", "seat": 2},
    ]
    found = story("husky", OPTIONS, log)
    one, two, three = found.seats
    assert one.figures == {"distance": [3, 5], "checkpoints": [1, 1], "attacks": [0, 0]}
    assert two.figures == {"distance": [1, 0], "checkpoints": [0, 0], "attacks": [1, 1]}
    assert three.figures["distance"] == [3, None]
    assert one.took_s == [9.5, None]
    assert [seat.place for seat in found.seats] == [[1, 1], [1, 2], [1, 2]]
    assert found.of_kind("checkpoint") == [{"round": 1, "seat": 1, "number": 1}]
    assert found.of_kind("attack") == [{"round": 1, "seat": 2}]


def test_winner_is_first_and_retired_musher_has_no_place() -> None:
    log: list[dict[str, Any]] = [
        {"act": "retire", "seat": 3},
        card(1, "weather", 2),
        card(1, "action", 2),
        {"act": "correct", "seat": 2, "set": {"checkpoints": [1, 2, 3]}},
        *({"act": "checkpoint", "seat": 1} for _ in range(3)),
        {"act": "finish", "seat": 1},
    ]
    found = story("husky", OPTIONS, log)
    assert [seat.place[-1] for seat in found.seats] == [1, 2, None]
    assert (found.seats[0].finished, found.seats[2].out) == (1, 1)


def test_positions_with_random_boxes_round_trip() -> None:
    races = [Race(3, None), Race(5, "example"), Race(4, "small"), second_round()]
    races[3].tap(1, "action", 1)
    races[3]("draw", 1)
    for race in races:
        line = notation.write(race.state)
        assert "\n" not in line
        assert notation.read(line) == race.state


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("husky/1", "husky/2"),
        ("turn=1", "turn=9"),
        ("turn=1", "turn=x"),
        ("hand=7", "hand=-1"),
        ("hand=7", "hand=60"),
        ("seat=2", "seat=1"),
        ("colour=c2", "colour=c1"),
        (" round=2", " round=0"),
        (" start=1", ""),
        (" start=1", " start=6"),
        ("weather_card=3", "weather_card=9"),
        ("due=no", "due=yes"),
        ("phase=turns", "phase=order"),
        ("place_known=start", "place_known=mud"),
        ("played=2,5,8,11/0", "played=2,2,8,11/0"),
        ("played=2,5,8,11/0", "played=2,5,8,11/60"),
        ("pending=1/", "pending=99/"),
    ],
)
def test_unreachable_position_is_refused(old: str, new: str) -> None:
    race = second_round()
    race.tap(1, "action", 1)
    usual = {"phase=turns": "due=no", "place_known=start": "begun=yes | ", "round=2": "round=2"}
    line = notation.write(race.state)
    old, new = (
        (usual[old], f"{new} {usual[old]}") if old in usual and old not in line else (old, new)
    )
    assert old in line, line
    with pytest.raises(Refused) as refusal:
        notation.read(line.replace(old, new, 1))
    assert refusal.value.key == "husky.notation"


def renamed_first(state: State) -> State:
    first, *others = state.mushers
    return replace(state, mushers=(replace(first, seat=9), *others))


def of_seat_1(state: State, **changes: Any) -> State:
    return state.with_musher(replace(state.musher(1), **changes))


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("seat", lambda state: replace(state, mushers=state.mushers[:2])),
        ("seat", renamed_first),
        ("relocate", lambda state: replace(state, settings=Settings(relocate="later"))),
        ("cards", lambda state: replace(state, cards=Cards(actions=()))),
        ("cards", lambda state: replace(state, cards=Cards(texts=()))),
        ("seat 1 status", lambda state: of_seat_1(state, status="gone")),
        ("seat 1 place_known", lambda state: of_seat_1(state, place_known="mud")),
        ("pending", lambda state: replace(state, pending=Pending(card=99))),
        ("seat 1 checkpoints", lambda state: of_seat_1(state, checkpoints=(1, 1))),
        ("seat 1 hand", lambda state: of_seat_1(state, status="eliminated")),
        ("seat 1 place", lambda state: of_seat_1(state, place=2)),
        ("seat 1 place", lambda state: of_seat_1(state, place=1, status="finished")),
        ("seat 1 at", lambda state: of_seat_1(state, at=(1, 1))),
        ("turn", lambda state: replace(state, phase="over")),
        ("phase", lambda state: replace(state, phase="order")),
        ("start", lambda state: of_seat_1(replace(state, turn=2), status="eliminated", hand=0)),
        ("shown", lambda state: replace(state, shown=Pile(), weather_card=0)),
        ("turn", lambda state: of_seat_1(state, hand=0)),
        ("pending", lambda state: replace(state, pending=Pending(where="mud"))),
        ("pending", lambda state: replace(state, pending=Pending(drawn=3))),
    ],
)
def test_broken_state_is_reported_with_its_field(
    name: str, change: Callable[[State], State]
) -> None:
    state = second_round().state
    assert list(invariants.broken(state)) == []
    assert name in list(invariants.broken(change(state)))


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("animals", lambda state: replace(state, animals=state.animals[1:])),
        ("animals", lambda state: replace(state, animals=((1, 1), (9, 6), *state.animals[2:]))),
        ("at", lambda state: of_seat_1(state, at=(2, 6))),
        (
            "at",
            lambda state: of_seat_1(state, at=(1, 1)).with_musher(
                replace(state.musher(2), at=(1, 1))
            ),
        ),
    ],
)
def test_broken_board_is_reported_with_its_field(
    name: str, change: Callable[[State], State]
) -> None:
    state = Race(4, "small").state
    assert list(invariants.broken(state)) == []
    assert name in list(invariants.broken(change(state)))


def test_unknown_seat_has_no_musher() -> None:
    with pytest.raises(KeyError, match="6"):
        second_round().state.musher(6)
    assert second_round().press(6, "ok") is None


@pytest.mark.parametrize("act", [None, [], {"act": 5}, {"act": "slot", "seat": 1}])
def test_value_that_is_not_an_act_is_malformed(act: Any) -> None:
    with pytest.raises(Malformed):
        husky.apply(Race(3).state, act)
