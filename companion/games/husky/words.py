"""Events and refusals about a musher: message key and params."""

from collections.abc import Iterable, Mapping
from typing import Any

from companion.errors import Refused
from companion.games.game import Event, Say
from companion.games.husky.figures import distance, event_due
from companion.games.husky.ground import must_move, to_relocate, unmoved
from companion.games.husky.state import Action, Musher, State, Weather


def say(key: str, musher: Musher, cue: str = "", **params: Any) -> Event:
    """An event at this musher's seat. The musher's `name` is among its params."""
    return Event(key, musher.seat, {"name": musher.name, **params}, cue)


def species(names: Iterable[str]) -> list[Say]:
    """The names of these animals."""
    return [Say(f"husky.species_{name}") for name in names]


def ground(where: str) -> Say:
    """The name of a colour of the board or of a special space."""
    return Say(f"husky.ground_{where}")


def conditions(weather: Weather) -> dict[str, Say]:
    """The name of each colour's weather."""
    return {
        name: Say(f"husky.weather_{value}")
        for name, value in zip(Weather._fields, weather, strict=True)
    }


def face(action: Action) -> dict[str, Any]:
    """An action card as in an act."""
    return {**action._asdict(), "animals": list(action.animals)}


def not_up(state: State, act: Mapping[str, Any]) -> Refused:
    """The refusal for a seat that is not up. It names the seat that is, and its next action.

    The companion may be wrong about the turn of a seat that has played no card: the remedy gives it
    to the acting seat. With a board, required moves come first.
    """
    up = state.musher(state.turn)
    if state.due and state.pending is None:
        return weather_first(state)
    if state.pending is None:
        turn = {"act": "correct", "set": {"turn": act["seat"]}}
        return Refused("husky.not_up", remedy=(turn, act), seat=up.seat, name=up.name)
    left = unsettled(state)
    if left is not None:
        return left
    if event_due(state):
        return Refused("husky.not_up_event", seat=up.seat, name=up.name)
    return Refused("husky.not_up_ok", seat=up.seat, name=up.name)


def unsettled(state: State) -> Refused | None:
    """With a board: the refusal while figures have to move (HU-14, HU-15, HU-21), or None."""
    up = state.musher(state.turn)
    for _, seat in to_relocate(state):
        return Refused("husky.relocate_first", name=state.musher(seat).name)
    if must_move(state):
        return Refused("husky.move_first", name=up.name, count=distance(state))
    left = unmoved(state)
    return Refused("husky.animals_first", name=up.name, animals=species(left)) if left else None


def weather_first(state: State) -> Refused:
    """The refusal for an act that needs this round's weather."""
    first = state.musher(state.start)
    return Refused("husky.weather_first", seat=first.seat, name=first.name)
