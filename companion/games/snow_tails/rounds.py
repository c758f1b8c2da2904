"""From turn to turn and from round to round: who is up, the order step, places, the end.

Everybody who may change who still races ends with `settle`.
"""

from collections.abc import Iterable
from dataclasses import replace
from math import inf

from companion.games.game import Event
from companion.games.snow_tails.cards import draw
from companion.games.snow_tails.figures import points, result
from companion.games.snow_tails.reckoning import Cause, tell_dents, tell_fifth
from companion.games.snow_tails.state import HAND, MAX_DENTS, Sled, State, Told
from companion.games.snow_tails.words import say


def give_turn(state: State, seat: int | None, events: list[Event], again: bool = False) -> State:
    """The turn goes to this seat, or past it if the empty hand puts it out (ST-37).

    None: the round ends. Half-played cards are dropped; what the seat was told is past, unless it
    is up `again` right after its own turn.
    """
    while seat is not None:
        sled = state.sled(seat)
        sled = sled if again else replace(sled, told=Told())
        state = state.with_sled(sled, turn=seat, pending=None)
        state = _feed(state, state.sled(seat), events)
        if state.sled(seat).racing:
            announce(state, events)
            return state
        seat = next_up(state)
    return _end_round(state, events)


def announce(state: State, events: list[Event]) -> None:
    """Says who is up, and warns one who would be out if the last dog card is not made good."""
    up = state.sled(state.turn)
    events.append(say("snow_tails.turn", up))
    if up.dents == MAX_DENTS and up.dogs == 1:
        events.append(say("snow_tails.last_dog", up))


def next_up(state: State) -> int | None:
    """The next racing seat behind the one that is up, None at the end of the round."""
    behind = state.order[state.order.index(state.turn or 0) + 1 :]
    return next((seat for seat in behind if state.sled(seat).racing), None)


def settle(state: State, events: list[Event]) -> State:
    """Puts turn or order step right after a sled has changed: passed on, fed, asked anew."""
    if state.phase == "order":
        return _ask(state, events, anew=not state.shifted)
    up = state.sled(state.turn)
    if not up.racing:
        return give_turn(state, next_up(state), events)
    if not up.dogs:
        return give_turn(state, up.seat, events)
    return state


def propose(state: State, asked: Iterable[Sled]) -> tuple[int, ...]:
    """The likely race order of these sleds, front first; finished ones stand before the others.

    Finished: rows reported past the line, then the lane at the flag. All: lines crossed, rows
    walked, and where nothing tells them apart the order before.
    """

    def rank(sled: Sled) -> tuple[float, ...]:
        return -sled.lines, *past_finish(sled), -sled.walked, order_before(state, sled)

    return tuple(sled.seat for sled in sorted(asked, key=rank))


def past_finish(sled: Sled) -> tuple[float, float]:
    """How finished sleds rank: rows past the line, then the lane; one that nobody told is last."""
    return -(sled.rows or 0), sled.lane or inf


def order_before(state: State, sled: Sled) -> int:
    """The sled's index in this round's order; one that is not in it comes last."""
    return state.order.index(sled.seat) if sled.seat in state.order else len(state.order)


def conclude(state: State, order: tuple[int, ...], events: list[Event]) -> State:
    """The order step is answered: places for the finished, a new round for the racing (ST-92)."""
    finished = [seat for seat in order if not state.sled(seat).racing]
    state = give_places(state, finished, events)
    racing = tuple(seat for seat in order if state.sled(seat).racing)
    if not racing:
        return finish_race(state, events)
    again = not state.proposed and racing == state.order[-1:]
    state = replace(
        _levelled(state, racing),
        phase="turns",
        round=state.round + 1,
        order=racing,
        proposed=(),
        shifted=False,
    )
    events.append(Event("snow_tails.round", params={"round": state.round}))
    return give_turn(state, racing[0], events, again)


def give_places(state: State, seats: Iterable[int], events: list[Event]) -> State:
    """The next places, in this order."""
    taken = sum(sled.place is not None for sled in state.sleds)
    for place, seat in enumerate(seats, taken + 1):
        placed = replace(state.sled(seat), place=place)
        state = state.with_sled(placed)
        events.append(say("snow_tails.place", placed, place=place))
    return state


def finish_race(state: State, events: list[Event]) -> State:
    """The race is over: nothing half-played stays, the result is said."""
    state = replace(state, phase="over", turn=None, pending=None, proposed=(), shifted=False)
    events.append(Event("snow_tails.over"))
    standing = result(state)
    if standing[0].place is None:
        events.append(Event("snow_tails.no_winner"))
    else:
        events.append(say("snow_tails.winner", standing[0], "winner"))
    for sled in standing:
        key = "snow_tails.points" if sled.place is not None else "snow_tails.points_out"
        events.append(say(key, sled, place=sled.place, points=points(state, sled)))
    return state


def _feed(state: State, sled: Sled, events: list[Event]) -> State:
    """Without a dog card in hand: one dent, then cards up to five (ST-37, AM-ST-07)."""
    if sled.dogs:
        return state
    if sled.dents == MAX_DENTS:
        out = replace(sled, status="eliminated")
        events.append(tell_fifth(state, out))
        return state.with_sled(out)
    dented = replace(sled, dents=sled.dents + 1, told=Told(dents=1))
    events += tell_dents(dented, (Cause("empty", 1),), 0)
    return state.with_sled(draw(state, dented, HAND - dented.dents, events))


def _end_round(state: State, events: list[Event]) -> State:
    return _ask(replace(state, phase="order", turn=None, pending=None), events, anew=True)


def _ask(state: State, events: list[Event], anew: bool) -> State:
    """The order step asks; with fewer than two sleds there is nothing to ask."""
    asked = [sled for sled in state.sleds if sled.asked]
    proposed = propose(state, asked) if anew else _kept(state, asked)
    if len(asked) < 2:
        return conclude(state, proposed, events)
    if not state.proposed:
        events.append(Event("snow_tails.order_asked"))
    return replace(state, proposed=proposed)


def _kept(state: State, asked: list[Sled]) -> tuple[int, ...]:
    """The order that people have begun to make, with those who came and went since."""
    seats = [sled.seat for sled in asked]
    kept = [seat for seat in state.proposed if seat in seats]
    kept += [seat for seat in seats if seat not in kept]
    return tuple(sorted(kept, key=lambda seat: state.sled(seat).racing))


def _levelled(state: State, order: tuple[int, ...]) -> State:
    """The rows walked, made to agree with the order that the table has confirmed.

    Whoever is in front of another has come at least as far: inside lanes of bends are shorter.
    """
    most = 0
    for seat in reversed(order):
        sled = state.sled(seat)
        most = max(most, sled.walked)
        state = state.with_sled(replace(sled, walked=most))
    return state
