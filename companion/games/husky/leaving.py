"""Acts outside the turns: retiring, and ending the race early."""

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
    """Retire a player: the figure and cards go; the next player reveals the weather instead."""
    musher = state.musher(act["seat"])
    if not musher.racing:
        raise Refused("husky.not_racing", name=musher.name)
    events.append(say("husky.retired", musher, "out"))
    return remove_musher(state, musher, events)


def remove_musher(state: State, musher: Musher, events: list[Event]) -> State:
    """Remove a musher from the race."""
    behind = next_up(state)
    gone = replace(musher, status="eliminated", at=None, blocked=False, hand=0)
    changed = state.with_musher(gone, played=state.played.plus(0, musher.hand))
    left = racing(changed)
    if not left:
        return finish_race(changed, events)
    announce_steps(state, changed, events)
    if not changed.musher(changed.start).racing:
        changed = replace(changed, start=left[0])
        events.append(say("husky.new_start", changed.musher(changed.start)))
    return give_turn(changed, behind, events) if musher.seat == state.turn else changed


def announce_steps(before: State, after: State, events: list[Event]) -> None:
    """Announce the steps of animals if the number of players has changed them (HU-17)."""
    count = animal_steps(after)
    if count != animal_steps(before):
        events.append(Event("husky.steps", params={"count": count}))


def end(state: State, act: Mapping[str, Any], events: list[Event]) -> State:
    """End the race early, without a winner."""
    events.append(Event("husky.ended"))
    return finish_race(state, events)
