"""Turns and rounds: the seat that is up, the order step, places, the end of the race.

Every act that can change which sleds are racing ends with `settle`.
"""

from collections.abc import Iterable
from dataclasses import replace
from math import inf

from companion.games.game import Event
from companion.games.snow_tails.cards import draw
from companion.games.snow_tails.certain import certain_pairs, in_order, open_pairs
from companion.games.snow_tails.figures import points, result
from companion.games.snow_tails.outcome import Cause, dent_events, fifth_dent_event
from companion.games.snow_tails.state import HAND, MAX_DENTS, HandStep, Sled, State
from companion.games.snow_tails.track import Key, Track
from companion.games.snow_tails.words import say


def give_turn(state: State, seat: int | None, events: list[Event], again: bool = False) -> State:
    """Give the turn to this seat, or to the next one if its empty hand eliminates it (ST-37).

    With None the round ends. Half-played cards are dropped. The seat's hand step ends, unless it is
    up `again` right after its own turn.
    """
    while seat is not None:
        sled = state.sled(seat)
        sled = sled if again else replace(sled, hand_step=HandStep())
        state = state.with_sled(sled, turn=seat, pending=None)
        state = _fill_empty_hand(state, state.sled(seat), events)
        if state.sled(seat).racing:
            announce(state, events)
            return state
        seat = next_up(state)
    return _end_round(state, events)


def announce(state: State, events: list[Event]) -> None:
    """Announce the seat that is up, and warn it if the last dog card can eliminate it."""
    up = state.sled(state.turn)
    events.append(say("snow_tails.turn", up))
    if up.dents == MAX_DENTS and up.dogs == 1:
        events.append(say("snow_tails.last_dog", up))


def next_up(state: State) -> int | None:
    """The next racing seat after the one that is up; None at the end of the round."""
    behind = state.order[state.order.index(state.turn or 0) + 1 :]
    return next((seat for seat in behind if state.sled(seat).racing), None)


def settle(state: State, events: list[Event]) -> State:
    """Update turn or order step after a sled has changed.

    A sled that stopped racing passes the turn, an empty hand is filled, the order is proposed
    again. The half-played move of a laid course may end elsewhere now: none is chosen.
    """
    if state.pending is not None and state.pending.wanted is not None:
        state = replace(state, pending=replace(state.pending, wanted=None))
    if state.phase == "order":
        return _ask(state, events, anew=not state.shifted)
    up = state.sled(state.turn)
    if not up.racing:
        return give_turn(state, next_up(state), events)
    if not up.dogs:
        return give_turn(state, up.seat, events)
    return state


def propose(state: State, asked: Iterable[Sled]) -> tuple[int, ...]:
    """The likely race order of these sleds, front first, finished ones before the others.

    Finished sleds are sorted by rows past the line, then by lane at the flag; all by lines crossed,
    rows walked and finally the previous order. What is certain comes before all of that. On a laid
    course the spaces say it.
    """
    if state.track is not None:
        return by_course(state.track, asked)

    def rank(sled: Sled) -> tuple[float, ...]:
        return -sled.lines, *past_finish(sled), -sled.walked, order_before(state, sled)

    likely = (sled.seat for sled in sorted(asked, key=rank))
    return in_order(likely, certain_pairs(state))


def by_course(track: Track, asked: Iterable[Sled]) -> tuple[int, ...]:
    """The race order of these sleds by their spaces (ST-21, ST-91), finished ones first (ST-90)."""

    def rank(sled: Sled) -> tuple[bool, Key]:
        return not sled.racing, track.ahead(sled.at) if sled.at else ()

    return tuple(sled.seat for sled in sorted(asked, key=rank, reverse=True))


def past_finish(sled: Sled) -> tuple[float, float]:
    """Sort key for finished sleds: rows past the line, then the lane; unreported ones last."""
    return -(sled.rows or 0), sled.lane or inf


def order_before(state: State, sled: Sled) -> int:
    """The sled's index in this round's order; after the last one if it is not in it."""
    return state.order.index(sled.seat) if sled.seat in state.order else len(state.order)


def conclude(state: State, order: tuple[int, ...], events: list[Event]) -> State:
    """End the order step: give places to the finished sleds, start the next round (ST-92)."""
    finished = [seat for seat in order if not state.sled(seat).racing]
    state = give_places(state, finished, events)
    racing = tuple(seat for seat in order if state.sled(seat).racing)
    if not racing:
        return finish_race(state, events)
    again = not state.proposed and racing[0] == state.order[-1]
    state = replace(
        _level_walked(state, racing),
        phase="turns",
        round=state.round + 1,
        order=racing,
        proposed=(),
        shifted=False,
        corrected=False,
    )
    events.append(Event("snow_tails.round", params={"round": state.round}))
    return give_turn(state, racing[0], events, again)


def give_places(state: State, seats: Iterable[int], events: list[Event]) -> State:
    """Give the next free places to these seats, in this order."""
    taken = sum(sled.place is not None for sled in state.sleds)
    for place, seat in enumerate(seats, taken + 1):
        placed = replace(state.sled(seat), place=place)
        state = state.with_sled(placed)
        events.append(say("snow_tails.place", placed, place=place))
    return state


def finish_race(state: State, events: list[Event]) -> State:
    """End the race: drop half-played cards and announce the result."""
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


def _fill_empty_hand(state: State, sled: Sled, events: list[Event]) -> State:
    """Fill an empty hand: one dent, then cards up to five (ST-37, AM-ST-07)."""
    if sled.dogs:
        return state
    if sled.dents == MAX_DENTS:
        out = replace(sled, status="eliminated")
        events.append(fifth_dent_event(state, out))
        return state.with_sled(out)
    dented = replace(sled, dents=sled.dents + 1, hand_step=HandStep(dents=1))
    events += dent_events(dented, (Cause("empty", 1),), 0)
    return state.with_sled(draw(state, dented, HAND - dented.dents, events))


def big_paws(state: State) -> Event | None:
    """The announcement of who has the Big Paws; None before every sled has had a turn (ST-94)."""
    if state.big_paws is None or (state.round == 1 and state.phase == "turns"):
        return None
    return say("snow_tails.big_paws", state.sled(state.big_paws))


def _end_round(state: State, events: list[Event]) -> State:
    state = replace(state, phase="order", turn=None, pending=None)
    if state.round == 1 and (token := big_paws(state)):
        events.append(token)
    return _ask(state, events, anew=True)


def _ask(state: State, events: list[Event], anew: bool) -> State:
    """Begin or update the order step. Without a question it ends at once."""
    asked = [sled for sled in state.sleds if sled.asked]
    proposed = propose(state, asked) if anew else _edited_proposal(state, asked)
    if len(asked) < 2:
        return conclude(state, proposed, events)
    if state.track is not None:
        events.append(Event("snow_tails.order_course"))
        return conclude(state, proposed, events)
    step = replace(state, proposed=proposed)
    if anew and not state.settings.ask_certain and not open_pairs(step):
        events.append(Event("snow_tails.order_certain"))
        return conclude(state, proposed, events)
    if not state.proposed:
        events.append(Event("snow_tails.order_asked"))
    return step


def _edited_proposal(state: State, asked: list[Sled]) -> tuple[int, ...]:
    """The order as already edited by the players, without sleds that left, new ones added."""
    seats = [sled.seat for sled in asked]
    kept = [seat for seat in state.proposed if seat in seats]
    kept += [seat for seat in seats if seat not in kept]
    kept.sort(key=lambda seat: state.sled(seat).racing)
    return in_order(kept, certain_pairs(state))


def _level_walked(state: State, order: tuple[int, ...]) -> State:
    """Make the rows walked agree with the order that the table has confirmed.

    A sled ahead of another has walked at least as far: inside lanes of bends are shorter.
    """
    most = 0
    for seat in reversed(order):
        sled = state.sled(seat)
        most = max(most, sled.walked)
        state = state.with_sled(replace(sled, walked=most))
    return state
