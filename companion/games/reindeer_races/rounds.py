"""Passing the turn, and the end of the race (RR-07, RR-50, RR-51)."""

from collections.abc import Iterator
from dataclasses import replace

from companion.games.game import Event
from companion.games.reindeer_races import rewards
from companion.games.reindeer_races.state import OBJECTS, HandStep, State, Team
from companion.games.reindeer_races.words import on_track, say, tie_params


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
    if state.phase == "rewards" or not any(team.racing for team in state.teams):
        return end_race(state, events)
    gone = next((track for track in OBJECTS if rewards.emptied(state, track)), None)
    if gone is not None:
        events.append(Event("reindeer_races.emptied", params={"track": on_track(gone)}))
        return end_race(state, events)
    if state.phase == "turns" and not state.team(state.turn).racing:
        return pass_on(state, events)
    return state


def end_race(state: State, events: list[Event]) -> State:
    """End the race. Values of rewards that decide a place are asked for before (RR-51)."""
    asked = rewards.asked(state)
    if not asked:
        return finish_race(state, events)
    if state.phase != "rewards":
        names = [team.name for team in asked]
        events.append(Event("reindeer_races.ask_rewards", params={"names": names}))
    return replace(state, phase="rewards", turn=None, pending=None)


def finish_race(state: State, events: list[Event]) -> State:
    """Close the race: drop half-played cards and announce the result (RR-51)."""
    state = replace(state, phase="over", turn=None, pending=None)
    events.append(Event("reindeer_races.over"))
    places = rewards.standing(state)
    winners = [team for team, place in places if place == 1]
    if not winners:
        racing = any(team.racing for team in state.teams)
        events.append(Event(f"reindeer_races.{'no_king' if racing else 'no_winner'}"))
    events += [say("reindeer_races.winner", team, "winner") for team in winners]
    for tie in rewards.ties(state):
        events.append(Event(f"reindeer_races.{tie.kind}", tie.ahead.seat, tie_params(tie)))
    for team, place in places:
        events += _points(team, place)
    return state


def _points(team: Team, place: int | None) -> Iterator[Event]:
    """The points of a team; those of rewards with an unknown value are not among them."""
    count = rewards.known_points(team)
    if place is None and team.racing:
        yield say("reindeer_races.points_open", team, count=count)
    else:
        key = "reindeer_races.points_out" if team.retired else "reindeer_races.points"
        yield say(key, team, place=place, count=count)
    missing = rewards.missing(team)
    if missing:
        yield say("reindeer_races.points_missing", team, count=missing)
