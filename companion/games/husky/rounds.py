"""Turns, rounds and deals: the seat that is up, the weather, the end of the race."""

from dataclasses import replace

from companion.games.game import Event
from companion.games.husky import ground
from companion.games.husky.figures import next_up, racing
from companion.games.husky.state import DEAL, WEATHERS, Pile, State
from companion.games.husky.words import say, species


def give_turn(state: State, seat: int | None, events: list[Event]) -> State:
    """Give the turn to this seat, skipping seats without cards. With None the round ends.

    Cards are dealt as soon as nobody has one left, also in the middle of a round (HU-32).
    """
    if seat is not None and _all_played(state):
        state = _deal(state, events)
    while seat is not None:
        musher = state.musher(seat)
        if musher.hand:
            return begin_turn(state, seat, events)
        events.append(say("husky.no_cards", musher))
        seat = next_up(replace(state, turn=seat))
    return _next_round(state, events)


def begin_turn(state: State, seat: int, events: list[Event]) -> State:
    """Begin a turn, a blocked one after an attack (HU-20). A new musher is put on the start."""
    musher = state.musher(seat)
    at = state.board.start if state.board is not None and musher.at is None else musher.at
    up = replace(musher, blocked=False, at=at)
    state = state.with_musher(up, turn=seat, pending=None, still=musher.blocked)
    if not up.begun:
        events.append(say("husky.first_turn", up))
    events.append(say("husky.turn_blocked" if state.still else "husky.turn", up))
    announce_relocations(state, events)
    return state


def announce_relocations(state: State, events: list[Event]) -> None:
    """Announce the animals that have to be moved away now (HU-21)."""
    for animal, seat in ground.to_relocate(state):
        assert state.board is not None
        kind = state.board.animals[animal - 1].species
        (named,) = species([kind])
        events.append(say("husky.relocate", state.musher(seat), animal=named, number=animal))


def settle(state: State, events: list[Event]) -> State:
    """Update the turn after a hand has changed: a seat without cards passes it on."""
    up = state.musher(state.turn)
    if not up.hand:
        return give_turn(state, up.seat, events)
    return state


def _next_round(state: State, events: list[Event]) -> State:
    """Start the next round, with its weather due (HU-04), and deal if all cards are played."""
    state = replace(state, round=state.round + 1, due=True, weather=None, weather_card=0)
    events.append(Event("husky.round", params={"round": state.round}))
    if _all_played(state):
        state = _deal(state, events)
    state = with_weather_deck(state, events)
    events.append(say("husky.weather_due", state.musher(state.start)))
    return give_turn(state, racing(state)[0], events)


def _all_played(state: State) -> bool:
    return not any(state.musher(seat).hand for seat in racing(state))


def _deal(state: State, events: list[Event]) -> State:
    """Shuffle all sixty cards and deal eight to each player (HU-32)."""
    mushers = tuple(
        replace(musher, hand=DEAL) if musher.racing else musher for musher in state.mushers
    )
    events.append(Event("husky.deal", params={"count": DEAL}))
    return replace(state, mushers=mushers, played=Pile(), deal=state.deal + 1)


def with_weather_deck(state: State, events: list[Event]) -> State:
    """Shuffle the weather deck if it is used up (AM-HU-07)."""
    if state.shown.count < WEATHERS:
        return state
    events.append(say("husky.shuffle_weather", state.musher(state.start)))
    return replace(state, shown=Pile())


def finish_race(state: State, events: list[Event]) -> State:
    """End the race: drop half-played cards and announce the result (HU-33)."""
    state = replace(state, phase="over", turn=None, pending=None, still=False, due=False)
    events.append(Event("husky.over"))
    winner = next((musher for musher in state.mushers if musher.place == 1), None)
    events.append(say("husky.winner", winner, "winner") if winner else Event("husky.no_winner"))
    return state
