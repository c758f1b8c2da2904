"""Unreachable states of Husky are reported by their fields."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from husky_race import Race
from test_husky_board import SNOW, race_on

from companion.games.husky.invariants import broken
from companion.games.husky.state import Pending, Pile, State, Weather

Change = Callable[[State], State]
FAIR = Weather(0, 0, 0)


def race(players: int = 4) -> State:
    """A race in which seat 1 is up and has played card 2."""
    race = Race(players, "sample")
    race.tap(1, "weather", 2)
    race.tap(1, "action", 2)
    return race.state


def of(**changes: Any) -> Change:
    return lambda state: replace(state, **changes)


def first(**changes: Any) -> Change:
    return lambda state: state.with_musher(replace(state.mushers[0], **changes))


def second(**changes: Any) -> Change:
    return lambda state: state.with_musher(replace(state.mushers[1], **changes))


def every(**changes: Any) -> Change:
    return lambda state: replace(
        state, mushers=tuple(replace(one, **changes) for one in state.mushers)
    )


def seated(*seats: int) -> Change:
    """A state with mushers at these seats."""

    def change(state: State) -> State:
        one = state.mushers[0]
        mushers = tuple(replace(one, seat=n, colour=f"c{k}") for k, n in enumerate(seats))
        return replace(state, mushers=mushers, start=seats[0], turn=seats[0])

    return change


def settings(**changes: Any) -> Change:
    return lambda state: replace(state, settings=replace(state.settings, **changes))


def cards(**changes: Any) -> Change:
    return lambda state: replace(state, cards=replace(state.cards, **changes))


def playing(**changes: Any) -> Change:
    return lambda state: replace(state, pending=replace(state.pending or Pending(), **changes))


def both(*changes: Change) -> Change:
    def change(state: State) -> State:
        for one in changes:
            state = one(state)
        return state

    return change


OVER = of(phase="over", turn=None, pending=None, due=False)
WON = first(status="finished", place=1, checkpoints=(2, 1, 3))


@pytest.mark.parametrize(
    "change",
    [
        of(),
        seated(1, 6, 3),
        seated(6, 5, 4, 3, 2, 1),
        settings(relocate="at_turn"),
        second(hand=0),
        both(OVER, WON),
        both(OVER, WON, first(hand=0)),
        second(status="eliminated", hand=0),
        of(drawn=Pile((1, 30), 28)),
        of(drawn=Pile(tuple(range(1, 31)))),
        playing(card=60),
        of(shown=Pile((2, 24, 1), 21)),
        of(played=Pile((), 60 - 4 * 8)),
        playing(card=0),
        of(pending=None),
        both(of(drawn=Pile((7,))), playing(drawn=7)),
        playing(drawn=0),
        playing(where="checkpoint_2"),
    ],
)
def test_reachable_race_breaks_no_invariant(change: Change) -> None:
    assert list(broken(change(race()))) == []


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (seated(1, 2), ["seat"]),
        (seated(1, 2, 3, 4, 5, 6, 1), ["seat"]),
        (seated(1, 2, 3, 4, 5, 6, 7), ["seat", "seat"]),
        (seated(1, 1, 2), ["seat"]),
        (seated(0, 1, 2), ["seat"]),
        (seated(7, 1, 2), ["seat"]),
        (every(colour="c1"), ["colour"]),
        (of(start=5), ["start"]),
        (settings(relocate="never"), ["relocate"]),
        (of(round=0), ["round"]),
        (of(deal=0), ["round"]),
        (cards(actions=(None,) * 59), ["cards"]),
        (cards(weathers=(None,) * 25), ["cards"]),
        (cards(texts=(None,) * 29), ["cards"]),
        (cards(asks=(True,) * 31), ["cards"]),
        (second(status="lost"), ["seat 2 status"]),
        (second(place_known="moon"), ["seat 2 place_known"]),
        (second(checkpoints=(1, 1)), ["seat 2 checkpoints"]),
        (second(checkpoints=(4,)), ["seat 2 checkpoints"]),
        (second(hand=-1), ["seat 2 hand"]),
        (of(played=Pile((), 60 - 4 * 8 + 1)), ["deck"]),
        (second(attacks=-1), ["seat 2 hand"]),
        (second(status="eliminated", hand=1), ["seat 2 hand"]),
        (second(status="eliminated", hand=0, blocked=True), ["seat 2 hand"]),
        (second(place=1, checkpoints=(1, 2, 3)), ["seat 2 place", "seat 2 place"]),
        (both(OVER, second(status="finished", checkpoints=(1, 2, 3))), ["seat 2 place"]),
        (both(OVER, WON, second(place=2)), ["seat 2 place"]),
        (both(OVER, WON, first(checkpoints=(1, 2))), ["seat 1 place"]),
        (both(WON, of(turn=2, start=2, pending=None)), ["seat 1 place"]),
        (second(at=(1, 1)), ["seat 2 at"]),
        (of(played=Pile((3, 3, 2))), ["played"]),
        (of(played=Pile((61, 2))), ["played"]),
        (of(drawn=Pile((0,))), ["drawn"]),
        (of(drawn=Pile((1,), -1)), ["drawn"]),
        (of(drawn=Pile((1, 30), 29)), ["drawn"]),
        (of(shown=Pile((2, 24, 1), 22)), ["shown"]),
        (of(phase="night"), ["phase"]),
        (of(phase="over"), ["turn"]),
        (both(OVER, of(turn=1)), ["turn"]),
        (both(OVER, of(due=True)), ["turn"]),
        (both(OVER, playing()), ["turn"]),
        (of(turn=None), ["turn"]),
        (of(turn=5), ["turn"]),
        (both(second(status="eliminated", hand=0), of(start=2)), ["start"]),
        (of(due=True, weather=FAIR, weather_card=0), ["weather"]),
        (of(due=True, weather=None, weather_card=2), ["weather"]),
        (of(shown=Pile(), weather_card=0), ["shown"]),
        (of(weather_card=3), ["weather_card"]),
        (first(hand=0), ["turn"]),
        (playing(card=-1), ["pending"]),
        (playing(card=61), ["pending"]),
        (both(of(played=Pile((5, 2))), playing(card=5)), ["pending"]),
        (both(of(played=Pile((5, 2, 3))), playing(card=2)), ["pending"]),
        (playing(where="moon"), ["pending"]),
        (playing(drawn=7), ["pending"]),
        (both(of(still=True), playing(drawn=0)), ["pending"]),
    ],
)
def test_broken_invariant_is_reported_with_its_field(change: Change, words: list[str]) -> None:
    assert list(broken(change(race()))) == words


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (of(), []),
        (both(first(at=(3, 2)), second(at=(3, 2))), []),
        (both(first(at=(4, 3)), second(at=(4, 2))), []),
        (of(animals=((2, 1),)), ["animals"]),
        (of(animals=((2, 1), (2, 1))), ["animals"]),
        (of(animals=((1, 1), (2, 5))), ["animals"]),
        (both(first(at=(4, 3)), second(at=(4, 3))), ["at"]),
        (both(first(at=(2, 5)), second(at=(2, 5))), ["at"]),
        (both(first(at=(1, 5)), second(at=(1, 5))), ["at"]),
        (first(at=(4, 5)), ["at"]),
    ],
)
def test_broken_board_is_reported_with_its_field(change: Change, words: list[str]) -> None:
    """`(3, 2)` is the start, `(1, 5)` bush, `(2, 5)` ice, `(4, 5)` nothing."""
    assert list(broken(change(race_on(SNOW).state))) == words
