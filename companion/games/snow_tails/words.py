"""Events and refusals about a sled: message key and params."""

from collections.abc import Mapping
from typing import Any

from companion.errors import Refused
from companion.games.game import Event, Say
from companion.games.snow_tails.figures import Move
from companion.games.snow_tails.state import Sled, State

_MOVED = {
    None: "snow_tails.moved_straight",
    "left": "snow_tails.moved_left",
    "right": "snow_tails.moved_right",
}


_FACTS = {
    "snow_tails.dents_edge": "snow_tails.played_dents",
    "snow_tails.dents_empty": "snow_tails.played_dents",
    "snow_tails.dents_limit": "snow_tails.played_dents",
    "snow_tails.dents_sapling": "snow_tails.played_dents",
    "snow_tails.discard": "snow_tails.played_discard",
    "snow_tails.draw": "snow_tails.played_draw",
    "snow_tails.no_draw": "snow_tails.played_no_draw",
    "snow_tails.opening_hand": "snow_tails.played_opening_hand",
    "snow_tails.shuffle": "snow_tails.shuffled",
    "snow_tails.tapped": "snow_tails.played_card",
}
"""What people read as an order, and the fact in its place for a sled that the table plays."""


def say(key: str, sled: Sled, cue: str = "", **params: Any) -> Event:
    """An event at this sled's seat. The sled's `name` is among its params.

    A sled that the table plays handles its cards itself: nobody is asked to.
    """
    key = key if sled.dealt is None else _FACTS.get(key, key)
    return Event(key, sled.seat, {"name": sled.name, **params}, cue)


def refuse_value(sled: Sled, value: int) -> Refused:
    """The refusal of a card with a value that the sled cannot have in hand."""
    key = "value_gone" if sled.dealt is None else "played_not_in_hand"
    return Refused(f"snow_tails.{key}", name=sled.name, value=value)


def total(sled: Sled, live: Move) -> Event:
    """The event for the sum of a mat and the resulting move (ST-40 to ST-44)."""
    return say(move_key(live), sled, **move_params(live))


def move_key(live: Move) -> str:
    """The message key for this sum: stays, straight on, or drifting to a side."""
    return "snow_tails.stays" if live.speed <= 0 else _MOVED[live.drift_side]


def move_params(live: Move) -> dict[str, Any]:
    """The params of that message: `drift` of `speed` steps drift; `count` selects the plural."""
    return {
        "left": live.left,
        "right": live.right,
        "brake": live.brake,
        "speed": live.speed,
        "drift": live.drift_steps,
        "count": live.drift_steps,
    }


def not_up(state: State, act: Mapping[str, Any]) -> Refused:
    """The refusal for a seat that is not up. It names the seat that is, and its next action.

    The companion may be wrong about the turn. The remedy ends the turn of the seat that is up, or,
    if that seat has no card on the mat, gives the turn to the acting seat.
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


def refuse_mark(state: State, sled: Sled, what: str) -> None:
    """Refuse a mark on a laid course: what happens there follows from the move."""
    if state.track is not None:
        noted = Say(f"snow_tails.mark_{what}")
        raise Refused("snow_tails.course_knows", name=sled.name, what=noted)


def wrong_phase(state: State) -> Refused:
    """The refusal for an act of the other phase. It names the step that is due."""
    if state.phase == "order":
        return Refused("snow_tails.order_first")
    up = state.sled(state.turn)
    return Refused("snow_tails.not_order_step", seat=up.seat, name=up.name)
