"""Checks of whose turn it is, for every act of a turn."""

from collections.abc import Mapping
from typing import Any

from companion.errors import Refused
from companion.games.reindeer_races.state import Pending, State, Team
from companion.games.reindeer_races.words import not_up


def up(state: State, act: Mapping[str, Any]) -> Team:
    """The team of the act's seat. Raises Refused if it is not up.

    Without a seat, the act belongs to the seat that is up.
    """
    if state.phase == "lay":
        raise Refused("reindeer_races.lay_first")
    if state.phase == "rewards":
        raise Refused("reindeer_races.rewards_first")
    if act.get("seat", state.turn) != state.turn:
        raise not_up(state, act)
    return state.team(state.turn)


def played(state: State, act: Mapping[str, Any]) -> tuple[Team, Pending]:
    """The team that is up and its half-played turn. Raises Refused before a tap."""
    team = up(state, act)
    if state.pending is None:
        raise Refused("reindeer_races.tap_first", name=team.name)
    return team, state.pending
