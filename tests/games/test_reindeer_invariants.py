"""Unreachable states of Reindeer Races are reported by their fields."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from reindeer_race import Race

from companion.games.reindeer_races.invariants import broken
from companion.games.reindeer_races.state import Card, Laid, Land, Pending, Spot, State, Tile

Change = Callable[[State], State]


def race() -> State:
    """A race in which seat 1 is up with a gift and an elf, and the landing is asked for."""
    race = Race(3, {"gift": {2: "ice_left"}})
    race.stand(2, "log 3", "gift 5")
    race.tap(1, "gift_1", "elf")
    return race.state


def of(**changes: Any) -> Change:
    return lambda state: replace(state, **changes)


def of_box(**changes: Any) -> Change:
    return lambda state: replace(state, box=replace(state.box, **changes))


def of_team(**changes: Any) -> Change:
    return lambda state: state.with_team(replace(state.teams[0], **changes))


def playing(*cards: Card, **changes: Any) -> Change:
    return lambda state: replace(state, pending=replace(Pending(cards), **changes))


def every_team(**changes: Any) -> Change:
    return lambda state: replace(
        state, teams=tuple(replace(team, **changes) for team in state.teams)
    )


GIFT, LOG, ELF = Card("gift", 1), Card("log", 1), Card("elf", 1)
LAID = tuple(Laid(card) for card in range(1, 26))
BESIDE = (None,) * 4


def test_reachable_race_breaks_no_invariant() -> None:
    state = race()
    assert list(broken(state)) == []
    asked = playing(GIFT, ELF, land=Land("gift", 4, "skis"))(state)
    assert list(broken(asked)) == []
    gone = playing(GIFT, ELF, land=Land("gift", "reward"))(state)
    assert list(broken(gone)) == []


@pytest.mark.parametrize(
    ("change", "word"),
    [
        (of_box(moves=(77,)), "moves"),
        (of_box(moves=(-1, *(1,) * 8, 2, 68)), "moves"),
        (of_box(tracks=(None,) * 26), "tracks"),
        (of_box(tracks=(("plain", "lava"), *(None,) * 26)), "tracks"),
        (of_box(tracks=(("plain",), *(None,) * 26)), "tracks"),
        (of_box(rewards=((1,) * 15,) + ((),) * 4), "rewards"),
        (of_box(rewards=((1, 2),) * 5), "rewards"),
        (of_box(rewards=((),) * 4), "rewards"),
        (of(span=4), "span"),
        (of(round=0), "round"),
        (every_team(seat=9), "seat"),
        (of(order=(1, 2)), "order"),
        (of_team(colour="blue"), "colour"),
        (of_team(hand=8), "seat 1 hand"),
        (of_team(to_name=-1), "seat 1 to_name"),
        (of_team(reindeer=(None,)), "seat 1 reindeer"),
        (of_team(retired=True), "seat 1 retired"),
        (of_team(tiles=(Tile("sock", 3),)), "seat 1 tiles"),
        (of(discard=(Card("sock", 1),)), "discard"),
        (of(discard=(Card("gift", 1, 2),) * 2), "discard"),
        (of_team(to_name=1), "unnamed"),
        (of(unnamed=70), "pile"),
        (of(discard=(GIFT,) * 9), "pile"),
        (of(laid=LAID[:3]), "laid"),
        (of(laid=(Laid(28), *LAID[1:])), "laid"),
        (of(laid=(Laid(2), *LAID[1:])), "laid"),
        (of_team(reindeer=(Spot("log", 3), *BESIDE[1:])), "reindeer"),
        (of_team(reindeer=(Spot("log", 11), *BESIDE[1:])), "reindeer"),
        (of(phase="lay", turn=None, pending=None), "reindeer"),
        (of_team(tiles=(Tile("tree", 15),)), "phase"),
        (of_team(tiles=(Tile("tree", 14),)), "tiles"),
        (of(phase="night"), "phase"),
        (every_team(retired=True, hand=0, reindeer=BESIDE), "phase"),
        (of(turn=None), "turn"),
        (of(phase="over"), "turn"),
        (playing(), "pending"),
        (playing(*(GIFT,) * 6), "pending"),
        (playing(Card("sock", 1)), "pending"),
        (playing(GIFT, LOG), "pending"),
        (lambda state: playing(*(ELF,) * 5)(of(discard=(ELF,) * 3)(state)), "pending"),
        (playing(GIFT, track="gift"), "pending"),
        (playing(ELF, track="sock"), "pending"),
        (playing(ELF, reindeer=1), "pending"),
        (playing(GIFT, reindeer=5), "pending"),
        (
            lambda state: playing(GIFT)(
                of_team(reindeer=tuple(Spot("tree", space) for space in (1, 2, 3, 4)))(state)
            ),
            "pending",
        ),
        (playing(GIFT, land=Land("gift", 4)), "pending"),
        (playing(GIFT, ELF, land=Land("sock", 4)), "pending"),
        (playing(GIFT, ELF, land=Land("gift", 5)), "pending"),
        (playing(GIFT, ELF, land=Land("gift", 13)), "pending"),
        (playing(GIFT, ELF, land=Land("gift", "moon")), "pending"),
        (playing(GIFT, ELF, land=Land("gift", 4, "dance")), "pending"),
    ],
)
def test_broken_invariant_is_reported_with_its_field(change: Change, word: str) -> None:
    assert word in list(broken(change(race())))


def test_unknown_seat_has_no_team() -> None:
    with pytest.raises(KeyError, match="5"):
        race().team(5)
