"""The choice of a played sled: the acts that it owes now.

It knows its hand and which cards are left in its deck, but neither their order nor any other hand.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from companion.games.game import Act
from companion.games.snow_tails.dealt import Dealt, shuffled
from companion.games.snow_tails.played import values
from companion.games.snow_tails.played.plays import Play, discards, plays
from companion.games.snow_tails.played.reasons import reason
from companion.games.snow_tails.state import HAND, Sled, State

OWN = frozenset({"tap", "slot", "mark", "unmark", "move", "done", "discard", "shuffle"})
"""The acts of a played sled that are the table's alone."""

FOREMOST, HANDS = 16, 12
"""Plays that `merciless` follows into the next turn, and the hands that it draws for each."""

Chance = Callable[[int], Sequence[int]]
"""The values of a deck in a chance order, by a number."""


def owner(state: State) -> int | None:
    """The played seat that has something to do now, None if people have."""
    for sled in state.sleds:
        if sled.dealt is not None and sled.racing and sled.unnamed:
            return sled.seat
    if state.phase == "turns" and state.sled(state.turn).dealt is not None:
        return state.turn
    return None


def is_own(state: State, act: Act) -> bool:
    """Whether this act is one of a played sled's that is the table's alone."""
    seats = [sled.seat for sled in state.sleds if sled.dealt is not None]
    return str(act.get("act")) in OWN and act.get("seat") in seats


def own_acts(state: State) -> list[Act]:
    """The acts that the table owes for its sled, [] if people are up. Equal states, equal acts."""
    seat = owner(state)
    dealt = state.sled(seat).dealt if seat is not None else None
    return [] if seat is None or dealt is None else choose(state, seat, dealt.strength, dealt.seed)


def choose(state: State, seat: int, strength: str, seed: int) -> list[Act]:
    """The acts of this seat, which is up or has surplus cards to throw away.

    `strength`: one of STRENGTHS. `seed`: for what the player imagines; never that of its shuffles'
    order.
    """
    sled = state.sled(seat)
    dealt = sled.dealt
    assert dealt is not None
    if sled.unnamed:
        return discards(seat, _surplus(dealt.hand, sled.dogs))
    play = _CHOICES[strength](state, sled, dealt, seed)
    *acts, done = play.acts(seat)
    return [*acts, {**done, "why": reason(state, sled, strength, play)}]


def _surplus(hand: Sequence[int], keep: int) -> list[int]:
    """The cards to throw away: of the value that it has most of, the middle ones first."""
    left, gone = list(hand), list[int]()
    while len(left) > keep:
        value = max(left, key=lambda one: (left.count(one), -abs(one - 3), one))
        left.remove(value)
        gone.append(value)
    return gone


def _careful(state: State, sled: Sled, dealt: Dealt, seed: int) -> Play:
    return min(plays(state, sled, dealt.hand), key=partial(values.careful, state))


def _keen(state: State, sled: Sled, dealt: Dealt, seed: int) -> Play:
    return min(plays(state, sled, dealt.hand), key=partial(values.keen, state))


def _merciless(state: State, sled: Sled, dealt: Dealt, seed: int) -> Play:
    """The play after which the finish is nearest in turns, the next one played with real hands."""
    found = sorted(plays(state, sled, dealt.hand), key=partial(values.expected, state))

    def turns(play: Play) -> float:
        if play.drive.after.status != "racing":
            return values.expected(state, play)
        hands = list(_hands(state, sled, dealt, play, seed))
        return sum(values.next_turn(state, play, hand) for hand in hands) / len(hands)

    return min(found[:FOREMOST], key=turns)


def _hands(
    state: State, sled: Sled, dealt: Dealt, play: Play, seed: int
) -> Iterator[tuple[int, ...]]:
    """Hands that the sled may have in its next turn (ST-85): what it keeps, and cards drawn."""
    kept, room = play.kept(dealt.hand), HAND - play.drive.after.dents
    draws = 0 if play.drive.after.crashed else max(0, room - len(kept))
    deck = sorted(dealt.deck) or [*range(1, 6)]
    for number in range(HANDS if draws else 1):
        drawn = shuffled(deck, seed ^ (state.round * HANDS + number + 1) * 0x9E3779B97F4A7C15)
        yield (*kept[: max(1, room)], *drawn[:draws])


_CHOICES: dict[str, Callable[[State, Sled, Dealt, int], Play]] = {
    "careful": _careful,
    "keen": _keen,
    "merciless": _merciless,
}
