"""Events and refusals about a sled: the key, and the names that its sentence needs."""

from collections.abc import Mapping
from typing import Any

from companion.errors import Refused
from companion.games.game import Event
from companion.games.snow_tails.figures import Move
from companion.games.snow_tails.state import Sled, State

_MOVED = {
    None: "snow_tails.moved_straight",
    "left": "snow_tails.moved_left",
    "right": "snow_tails.moved_right",
}


def say(key: str, sled: Sled, cue: str = "", **params: Any) -> Event:
    """An event at this sled's seat; its sentence may use the sled's `name`."""
    return Event(key, sled.seat, {"name": sled.name, **params}, cue)


def total(sled: Sled, live: Move) -> Event:
    """The sum in figures and what the sled does by it (ST-40 to ST-44)."""
    return say(move_key(live), sled, **move_params(live))


def move_key(live: Move) -> str:
    """The sentence that fits this sum: stays, straight on, or drifting to a side."""
    return "snow_tails.stays" if live.speed <= 0 else _MOVED[live.drift_side]


def move_params(live: Move) -> dict[str, Any]:
    """The figures of such a sentence: `drift` of the `speed` steps drift (`count`: the plural)."""
    return {
        "left": live.left,
        "right": live.right,
        "brake": live.brake,
        "speed": live.speed,
        "drift": live.drift_steps,
        "count": live.drift_steps,
    }


def not_up(state: State, act: Mapping[str, Any]) -> Refused:
    """The refusal for a seat that is not up: it names who is, and what that one must do next.

    The companion only believes whose turn it is. What makes it right: the one who is up was done,
    or, if no card of his lies on the mat, it is the other seat's turn.
    """
    up = state.sled(state.turn)
    if state.pending is None:
        key = "snow_tails.not_up"
    else:
        key = "snow_tails.not_up_ok" if state.pending.slots else "snow_tails.not_up_slot"
    if state.pending is not None and state.pending.slots:
        first: Mapping[str, Any] = {"act": "done", "seat": up.seat}
    else:
        first = {"act": "correct", "set": {"turn": act["seat"]}}
    return Refused(key, remedy=(first, act), seat=up.seat, name=up.name)


def wrong_phase(state: State) -> Refused:
    """The refusal for an act of the other phase: it names what is to be done now."""
    if state.phase == "order":
        return Refused("snow_tails.order_first")
    up = state.sled(state.turn)
    return Refused("snow_tails.not_order_step", seat=up.seat, name=up.name)
