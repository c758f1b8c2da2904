"""Events and refusals about a team: the key, and the names that its sentence needs."""

from collections.abc import Mapping
from itertools import zip_longest
from typing import Any

from companion.errors import Refused
from companion.games.game import Event, Say
from companion.games.reindeer_races.path import Path, Step
from companion.games.reindeer_races.state import State, Team


def say(key: str, team: Team, cue: str = "", **params: Any) -> Event:
    """An event at this team's seat; its sentence may use the team's `name`."""
    return Event(key, team.seat, {"name": team.name, **params}, cue)


def thing(what: str, count: int) -> Say:
    """What stands on a movement card: "2 gifts"."""
    return Say(f"reindeer_races.card_{what}", {"count": count})


def on_track(track: str | None) -> Say:
    """The name of a track."""
    return Say(f"reindeer_races.track_{track}")


def steps(path: Path) -> list[Say]:
    """A path in words, step by step; one that leaves the track has no space to name."""
    said = []
    for step, after in zip_longest(path.steps, path.steps[1:]):
        if not _leaves(step, after):
            said.append(_step(step))
        elif step.kind != "move":
            said.append(Say(f"reindeer_races.step_{step.kind}_out"))
    return said


def _leaves(step: Step, after: Step | None) -> bool:
    """Whether it leads beyond the last space, or back before the first (AM-RR-04)."""
    if after is None:
        return False
    return after.kind == "reward" or (after.kind == "off" and step.space == 0)


def _step(step: Step) -> Say:
    params = {} if step.kind in ("reward", "off", "skis") else {"space": step.space}
    return Say(f"reindeer_races.step_{step.kind}", params)


def not_up(state: State, act: Mapping[str, Any]) -> Refused:
    """The refusal for a seat that is not up: it names who is, and what that one must do next.

    The companion only believes whose turn it is. What makes it right: the one who is up was done,
    or, if no card of his is tapped, it is the other seat's turn.
    """
    up = state.team(state.turn)
    if state.pending is None:
        first: Mapping[str, Any] = {"act": "correct", "set": {"turn": act.get("seat")}}
        return Refused("reindeer_races.not_up", remedy=(first, act), seat=up.seat, name=up.name)
    first = {"act": "done", "seat": up.seat}
    return Refused("reindeer_races.not_up_ok", remedy=(first, act), seat=up.seat, name=up.name)
