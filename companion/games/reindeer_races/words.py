"""Events and refusals about a team: message key and params."""

from collections.abc import Mapping
from itertools import zip_longest
from typing import Any

from companion.errors import Refused
from companion.games.game import Event, Say
from companion.games.reindeer_races.path import Path, Step
from companion.games.reindeer_races.rewards import Tie
from companion.games.reindeer_races.state import State, Team


def say(key: str, team: Team, cue: str = "", **params: Any) -> Event:
    """An event at this team's seat. The team's `name` is among its params."""
    return Event(key, team.seat, {"name": team.name, **params}, cue)


def thing(what: str, count: int) -> Say:
    """The name of a movement card, such as "2 gifts"."""
    return Say(f"reindeer_races.card_{what}", {"count": count})


def on_track(track: str | None) -> Say:
    """The name of a track."""
    return Say(f"reindeer_races.track_{track}")


def tie_params(tie: Tie) -> dict[str, Any]:
    """The params of the sentence that says why a tie on points was won (RR-51)."""
    names = {"name": tie.ahead.name, "second": tie.behind.name}
    return {**names, "value": tie.value, "less": tie.less}


def steps(path: Path) -> list[Say]:
    """The steps of a path in words; a step that leaves the track names no space."""
    said = []
    for step, after in zip_longest(path.steps, path.steps[1:]):
        if not _leaves(step, after):
            said.append(_step(step))
        elif step.kind != "move":
            said.append(Say(f"reindeer_races.step_{step.kind}_out"))
    return said


def _leaves(step: Step, after: Step | None) -> bool:
    """Whether the step leads beyond the last space, or back before the first (AM-RR-04)."""
    if after is None:
        return False
    return after.kind == "reward" or (after.kind == "off" and step.space == 0)


def _step(step: Step) -> Say:
    params = {} if step.kind in ("reward", "off", "skis") else {"space": step.space}
    return Say(f"reindeer_races.step_{step.kind}", params)


def not_up(state: State, act: Mapping[str, Any]) -> Refused:
    """The refusal for a seat that is not up. It names the seat that is, and its next action.

    The companion may be wrong about the turn. The remedy ends the turn of the seat that is up, or,
    if that seat has tapped no card, gives the turn to the acting seat.
    """
    up = state.team(state.turn)
    if state.pending is None:
        first: Mapping[str, Any] = {"act": "correct", "set": {"turn": act.get("seat")}}
        return Refused("reindeer_races.not_up", remedy=(first, act), seat=up.seat, name=up.name)
    first = {"act": "done", "seat": up.seat}
    return Refused("reindeer_races.not_up_ok", remedy=(first, act), seat=up.seat, name=up.name)
