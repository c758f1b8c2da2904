"""The end of a move: the landing and the effect of its space (RR-26, RR-40 to RR-45)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.errors import Refused
from companion.games.fields import refuse_wrong, whole
from companion.games.game import Event
from companion.games.reindeer_races import board, figures, rewards
from companion.games.reindeer_races.cards import draw
from companion.games.reindeer_races.path import Path
from companion.games.reindeer_races.state import (
    ACTIONS,
    Land,
    Pending,
    Spot,
    State,
    Team,
    Tile,
)
from companion.games.reindeer_races.turn import played
from companion.games.reindeer_races.values import refuse_order
from companion.games.reindeer_races.words import on_track, say

Act = Mapping[str, Any]
NO_ACTION = "none"


def chosen_path(state: State, team: Team, pending: Pending) -> tuple[int, Path]:
    """The reindeer and its path. Raises Refused if something has to be chosen first."""
    if pending.target is None:
        raise Refused("reindeer_races.track_first", name=team.name)
    number, way = figures.chosen(team, pending), figures.path(state, team, pending)
    if number is None or way is None:
        raise Refused("reindeer_races.reindeer_first", name=team.name)
    return number, way


def landing(state: State, team: Team, pending: Pending) -> tuple[int, Land]:
    """The reindeer and its landing. Raises Refused while that is unknown."""
    number, way = chosen_path(state, team, pending)
    land = figures.landing(pending, way)
    if land is None:
        raise Refused("reindeer_races.land_first", name=team.name)
    return number, land


def land(state: State, act: Act, events: list[Event]) -> State:
    """Set where the reindeer ended (AM-RR-03, AM-RR-05, unknown spaces).

    The effect of the space comes from the box unless the act gives it. A slide on ice is already
    included.
    """
    team, pending = played(state, act)
    number, way = chosen_path(state, team, pending)
    if not way.asked:
        raise Refused("reindeer_races.not_asked", name=team.name)
    track, end = act.get("track", pending.target), act["end"]
    ended = Land(track, end)
    if isinstance(end, int):
        refuse_wrong(whole(1, board.length(track)), end, "act", "end", act="land")
        seen = board.track_for(state, team, number, track)
        if end in seen.occupied:
            raise Refused("reindeer_races.occupied", space=end, track=on_track(track))
        ended = _on_space(track, end, act.get("action", seen.spaces[end - 1]))
    if ended == pending.land:
        return state
    events.append(_landed_event(team, number, ended))
    return replace(state, pending=replace(pending, land=ended))


def _on_space(track: str, space: int, action: str | None) -> Land:
    """The landing on a space. From the yeti's tracks the reindeer runs away (RR-43, RR-45)."""
    if action == "yeti":
        return Land(track, "off")
    return Land(track, space, action if action in ACTIONS else "")


def _landed_event(team: Team, number: int, ended: Land) -> Event:
    where: dict[str, Any] = {"reindeer": number, "track": on_track(ended.track)}
    if isinstance(ended.end, int):
        return say("reindeer_races.landed", team, space=ended.end, **where)
    return say(f"reindeer_races.landed_{ended.end}", team, **where)


def finish_move(
    state: State, team: Team, number: int, ended: Land, act: Act, events: list[Event]
) -> State:
    """Put the reindeer on its final spot and apply the effect of the space."""
    where: dict[str, Any] = {"reindeer": number, "track": on_track(ended.track)}
    if not isinstance(ended.end, int):
        state = state.with_team(board.place_reindeer(team, number, None))
        if ended.end == "off":
            events.append(say("reindeer_races.off", team, **where))
            return state
        return _give_reward(state, state.team(team.seat), number, ended.track, act, events)
    spot = Spot(ended.track, ended.end)
    state = state.with_team(board.place_reindeer(team, number, spot))
    events.append(say("reindeer_races.moved", team, space=spot.space, **where))
    if ended.action == "snowman":
        events.append(say("reindeer_races.turned", team, track=on_track(ended.track)))
        return board.turn_card(state, spot)
    if ended.action == "skis":
        events.append(say("reindeer_races.skis", team))
        return draw(state, state.team(team.seat), events)
    return state


def _give_reward(
    state: State, team: Team, number: int, track: str, act: Act, events: list[Event]
) -> State:
    """Give the highest tile left. The reindeer can start again next turn (RR-26)."""
    left = rewards.left(state, track)
    value = left[0] if left else act.get("tile")
    nth = 0 if left else len(rewards.won_on(state, track)) + 1
    tile = Tile(track, value, nth)
    refuse_order(state, team, tile, act)
    key = "reindeer_races.reward" if value else "reindeer_races.reward_unknown"
    where: dict[str, Any] = {"reindeer": number, "track": on_track(track)}
    events.append(say(key, team, "finished", **where, **({"value": value} if value else {})))
    return state.with_team(replace(team, tiles=(*team.tiles, tile)))
