"""Passing the turn, and the end of the race (RR-07, RR-50, RR-51)."""

from dataclasses import replace

from companion.games.game import Event
from companion.games.reindeer_races.figures import emptied, points, standing
from companion.games.reindeer_races.state import OBJECTS, HandStep, State
from companion.games.reindeer_races.words import on_track, say


def announce(state: State, events: list[Event]) -> None:
    """Announce the seat that is up."""
    events.append(say("reindeer_races.turn", state.team(state.turn)))


def give_turn(state: State, seat: int, events: list[Event]) -> State:
    """Give the turn to this seat and drop half-played cards.

    The seat's hand step ends, unless it is up again right after its own turn.
    """
    team = state.team(seat)
    team = team if seat == state.turn else replace(team, hand_step=HandStep())
    state = state.with_team(team, turn=seat, pending=None)
    announce(state, events)
    return state


def pass_on(state: State, events: list[Event]) -> State:
    """Give the turn to the next racing seat clockwise, which may be the same again."""
    at = state.order.index(state.turn or 0)
    behind = state.order[at + 1 :] + state.order[: at + 1]
    seat = next(seat for seat in behind if state.team(seat).racing)
    again = state.order.index(seat) <= at
    return give_turn(replace(state, round=state.round + again), seat, events)


def settle(state: State, events: list[Event]) -> State:
    """Update the turn after a team has changed: pass it on, or end the race (RR-50)."""
    if not any(team.racing for team in state.teams):
        return finish_race(state, events)
    gone = next((track for track in OBJECTS if emptied(state, track)), None)
    if gone is not None:
        events.append(Event("reindeer_races.emptied", params={"track": on_track(gone)}))
        return finish_race(state, events)
    if state.phase == "turns" and not state.team(state.turn).racing:
        return pass_on(state, events)
    return state


def finish_race(state: State, events: list[Event]) -> State:
    """End the race: drop half-played cards and announce the result (RR-51)."""
    state = replace(state, phase="over", turn=None, pending=None)
    events.append(Event("reindeer_races.over"))
    places = standing(state)
    if places[0][1] is None:
        events.append(Event("reindeer_races.no_winner"))
    for team, place in places:
        if place == 1:
            events.append(say("reindeer_races.winner", team, "winner"))
    for team, place in places:
        key = "reindeer_races.points_out" if place is None else "reindeer_races.points"
        events.append(say(key, team, place=place, count=points(team)))
    return state
