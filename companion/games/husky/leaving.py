"""The race around the turns: a player leaving, the race called."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.errors import Refused
from companion.games.game import Event
from companion.games.husky.figures import animal_steps, next_up, racing
from companion.games.husky.rounds import finish_race, give_turn
from companion.games.husky.state import Musher, State
from companion.games.husky.words import say


def retire(state: State, act: Mapping[str, Any], events: list[Event]) -> State:
    """A player leaves: figure and cards go; the next one reveals the weather in his place."""
    musher = state.musher(act["seat"])
    if not musher.racing:
        raise Refused("husky.not_racing", name=musher.name)
    events.append(say("husky.retired", musher, "out"))
    return without(state, musher, events)


def without(state: State, musher: Musher, events: list[Event]) -> State:
    """The race without this musher."""
    behind = next_up(state)
    gone = replace(musher, status="eliminated", at=None, blocked=False, hand=0)
    changed = state.with_musher(gone, played=state.played.plus(0, musher.hand))
    left = racing(changed)
    if not left:
        return finish_race(changed, events)
    tell_steps(state, changed, events)
    if not changed.musher(changed.start).racing:
        changed = replace(changed, start=left[0])
        events.append(say("husky.new_start", changed.musher(changed.start)))
    return give_turn(changed, behind, events) if musher.seat == state.turn else changed


def tell_steps(before: State, after: State, events: list[Event]) -> None:
    """Says how far animals move from now on, where it is another number of players (HU-17)."""
    count = animal_steps(after)
    if count != animal_steps(before):
        events.append(Event("husky.steps", params={"count": count}))


def end(state: State, act: Mapping[str, Any], events: list[Event]) -> State:
    """The race is called: nobody has won it."""
    events.append(Event("husky.ended"))
    return finish_race(state, events)
