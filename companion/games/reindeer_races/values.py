"""The values of rewards that the box does not know: entered, checked, asked for after the race."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from companion.errors import Refused
from companion.games.game import Event
from companion.games.reindeer_races import rewards
from companion.games.reindeer_races.rounds import settle
from companion.games.reindeer_races.state import State, Team, Tile
from companion.games.reindeer_races.words import on_track, say

Act = Mapping[str, Any]


def value(state: State, act: Act, events: list[Event]) -> State:
    """Enter the value of a reward, named by its position among the team's."""
    team, at, amount = state.team(act["seat"]), act["reward"] - 1, act["value"]
    if rewards.known(state):
        raise Refused("reindeer_races.tile_not_asked", name=team.name)
    if at >= len(team.tiles):
        count = len(team.tiles)
        raise Refused("reindeer_races.no_such_reward", name=team.name, count=count)
    old = team.tiles[at]
    new = old._replace(value=amount)
    if new == old:
        return state
    refuse_order(state, team, new, act)
    tiles = (*team.tiles[:at], new, *team.tiles[at + 1 :])
    events.append(say("reindeer_races.valued", team, track=on_track(new.track), value=amount))
    return settle(state.with_team(replace(team, tiles=tiles)), events)


def nobody_knows(state: State, act: Act, events: list[Event]) -> State:
    """Leave the team's missing values open."""
    team = state.team(act["seat"])
    if team not in rewards.asked(state):
        raise Refused("reindeer_races.rewards_first")
    events.append(say("reindeer_races.unsure", team, count=rewards.missing(team)))
    return settle(state.with_team(replace(team, unsure=True)), events)


def refuse_order(
    state: State, team: Team, tile: Tile, act: Act, before: State | None = None
) -> None:
    """Refuse a value above one won before it on its track, or below one won after it.

    The remedy treats the other value as misread: it becomes unknown, then `act` is done. `before`:
    the state that the remedy corrects, if it is not `state`.
    """
    wrong = list(_misplaced(state, tile))
    if not wrong:
        return
    owner, other = wrong[0]
    key = "tile_after" if other.nth < tile.nth else "tile_before"
    raise Refused(
        f"reindeer_races.{key}",
        remedy=(*_forget(before or state, wrong), act),
        name=team.name,
        value=tile.value,
        track=on_track(tile.track),
        second=owner.name,
        other=other.value,
    )


def _misplaced(state: State, tile: Tile) -> Iterator[tuple[Team, Tile]]:
    """The rewards with a known value that cannot stand beside this one (RR-06, RR-26)."""
    if tile.value is None or rewards.known(state):
        return
    for team in state.teams:
        for other in team.tiles:
            if other.track != tile.track or other.value is None:
                continue
            before = other.nth < tile.nth and other.value < tile.value
            if before or (other.nth > tile.nth and other.value > tile.value):
                yield team, other


def _forget(state: State, wrong: list[tuple[Team, Tile]]) -> Iterator[Act]:
    """Corrections that make these rewards unknown."""
    track, misread = wrong[0][1].track, [tile for _, tile in wrong]
    for team in state.teams:
        own = [tile for tile in team.tiles if tile.track == track]
        if any(tile in misread for tile in own):
            values = [None if tile in misread else tile.value for tile in own]
            yield {"act": "correct", "seat": team.seat, "set": {"tiles": {track: values}}}
