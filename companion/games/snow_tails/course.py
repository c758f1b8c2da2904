"""Acts outside the turns: changing the course, retiring, ending the race early."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.errors import Refused
from companion.games.game import Event
from companion.games.snow_tails.relaid import relay
from companion.games.snow_tails.rounds import (
    by_course,
    finish_race,
    give_places,
    order_before,
    past_finish,
    settle,
)
from companion.games.snow_tails.state import HandStep, Sled, State
from companion.games.snow_tails.words import say


def course(state: State, act: Mapping[str, Any], events: list[Event]) -> State:
    """Change the course during the race (rules.md D13): its pieces, or its limits ahead."""
    if "pieces" in act:
        return relay(state, act, events)
    if "limits" not in act and "flag" not in act:
        raise Refused("act.missing_field", act="course", field="limits")
    if state.track is not None:
        raise Refused("snow_tails.course_laid")
    limits = tuple(act.get("limits", state.limits))
    flag = act.get("flag", state.flag)
    if limits != state.limits:
        _check_limits(state, limits)
    elif flag == state.flag:
        return state
    listed = ", ".join(str(limit) for limit in limits)
    events.append(Event(_course_key(limits, flag), params={"limits": listed}))
    return replace(state, limits=limits, flag=flag)


def _course_key(limits: tuple[int, ...], flag: str) -> str:
    if not limits:
        return "snow_tails.course_free_left" if flag == "left" else "snow_tails.course_free_right"
    return "snow_tails.course_left" if flag == "left" else "snow_tails.course_right"


def _check_limits(state: State, limits: tuple[int, ...]) -> None:
    """Refuse a change to lines already crossed or marked, or to a course already finished."""
    crossed = max(sled.lines for sled in state.sleds)
    if state.pending is not None:
        crossed = max(crossed, state.sled(state.turn).lines + state.pending.lines)
    if crossed == state.finish:
        raise Refused("snow_tails.course_finish")
    if limits[:crossed] != state.limits[:crossed]:
        listed = ", ".join(str(limit) for limit in state.limits[:crossed])
        raise Refused("snow_tails.course_crossed", limits=listed, count=crossed)


def retire(state: State, act: Mapping[str, Any], events: list[Event]) -> State:
    """Retire a player: the sled counts as eliminated."""
    sled = state.sled(act["seat"])
    if not sled.racing:
        raise Refused("snow_tails.retire_racing", name=sled.name)
    events.append(say("snow_tails.retired", sled, "out"))
    gone = replace(sled, status="eliminated", hand_step=HandStep())
    return settle(state.with_sled(gone), events)


def end(state: State, act: Mapping[str, Any], events: list[Event]) -> State:
    """End the race early: the finished sleds get the next places, then the racing ones."""
    events.append(Event("snow_tails.ended"))

    def rank(sled: Sled) -> tuple[float, ...]:
        if state.proposed:
            return sled.racing, state.proposed.index(sled.seat)
        return sled.racing, *past_finish(sled), order_before(state, sled)

    asked = sorted((sled for sled in state.sleds if sled.asked), key=rank)
    seats = by_course(state.track, asked) if state.track else [sled.seat for sled in asked]
    state = give_places(state, seats, events)
    return finish_race(state, events)
