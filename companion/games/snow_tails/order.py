"""The order step: moving a seat in the proposal, confirming it, or giving the order."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.errors import Refused
from companion.games.game import Event
from companion.games.snow_tails.certain import certain_pairs
from companion.games.snow_tails.rounds import conclude
from companion.games.snow_tails.state import Sled, State
from companion.games.snow_tails.words import say, wrong_phase


def shift(state: State, act: Mapping[str, Any], events: list[Event]) -> State:
    """Move a seat one place forward (-1) or back (1) in the proposal."""
    if state.phase != "order":
        raise wrong_phase(state)
    sled = state.sled(act["seat"])
    if sled.seat not in state.proposed:
        raise Refused("snow_tails.not_asked", name=sled.name)
    other = neighbour(state, sled.seat, act["by"])
    if other is None:
        raise _no_shift(state, sled, act["by"])
    swap = {sled.seat: other, other: sled.seat}
    proposed = tuple(swap.get(seat, seat) for seat in state.proposed)
    place = first_place(state) + proposed.index(sled.seat)
    events.append(say("snow_tails.shifted", sled, place=place))
    return replace(state, proposed=proposed, shifted=True)


def _no_shift(state: State, sled: Sled, by: int) -> Refused:
    """The refusal at an end of the proposal, or at a sled that is certainly ahead or behind."""
    index = state.proposed.index(sled.seat) + by
    if 0 <= index < len(state.proposed):
        front, back = (sled, state.sled(state.proposed[index]))[::by]
        if front.racing == back.racing:
            return Refused("snow_tails.shift_certain", name=front.name, other=back.name)
    return Refused("snow_tails.shift_front" if by < 0 else "snow_tails.shift_back", name=sled.name)


def neighbour(state: State, seat: int, by: int) -> int | None:
    """The seat to swap with; None at the ends and where the order of the two is certain."""
    index = state.proposed.index(seat) + by
    if not 0 <= index < len(state.proposed):
        return None
    other = state.proposed[index]
    return None if {(seat, other), (other, seat)} & certain_pairs(state) else other


def first_place(state: State) -> int:
    """The race position of the first seat of the proposal."""
    return 1 + sum(sled.place is not None for sled in state.sleds)


def order(state: State, act: Mapping[str, Any], events: list[Event]) -> State:
    """Set the race order as given, or as proposed."""
    if state.phase != "order":
        raise wrong_phase(state)
    seats = tuple(act.get("seats", state.proposed))
    if sorted(seats) != sorted(state.proposed):
        listed = ", ".join(str(seat) for seat in state.proposed)
        raise Refused("snow_tails.order_seats", seats=listed)
    racing = [state.sled(seat).racing for seat in seats]
    if racing != sorted(racing):
        first = state.sled(seats[racing.index(True)])
        raise Refused("snow_tails.order_finished", name=first.name)
    return conclude(state, seats, events)
