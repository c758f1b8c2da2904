"""The act `move`: choose another end of the move on a laid course, before `done`."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from companion.errors import Refused
from companion.games.fields import items, refuse_wrong, whole
from companion.games.game import Event
from companion.games.snow_tails.driving import chosen, drives, there, where
from companion.games.snow_tails.play import bonus_taken, played, up
from companion.games.snow_tails.state import State, Wanted
from companion.games.snow_tails.track import Place, Track
from companion.games.snow_tails.words import say

_place = items(whole(0), 3, 3)


def choose(state: State, act: Mapping[str, Any], events: list[Event]) -> State:
    """Choose the end of this move. One that cannot be reached is refused with the nearest."""
    sled = up(state, act)
    if state.track is None:
        raise Refused("snow_tails.no_course")
    pending, live = played(state, sled)
    if live.speed <= 0:
        raise Refused("snow_tails.no_move", name=sled.name, speed=live.speed)
    to, which = place_of(act["to"], "to", act="move"), act.get("which", 1)
    bonus = bonus_taken(state, sled, pending, live) if act.get("bonus") else 0
    ends = drives(state, sled, bonus)
    found = there(ends, to)
    if which > len(found):
        close = nearest(state.track, to, (drive.to for drive in ends))
        raise Refused("snow_tails.no_end", name=sled.name, space=where(state.track, close))
    drive = found[which - 1]
    if drive is chosen(state, sled, bonus):
        return state
    events.append(say("snow_tails.end_chosen", sled, space=where(state.track, drive.to)))
    return replace(state, pending=replace(pending, wanted=Wanted(to, which, bonus > 0)))


def place_of(value: Any, *path: str, act: str) -> Place:
    """The place in an act: piece, lane, space. Raises Refused unless it has these three."""
    refuse_wrong(_place, value, "act", *path, act=act)
    piece, lane, space = value
    return piece, lane, space


def nearest(track: Track, to: Place, places: Iterable[Place]) -> Place:
    """The place nearest to `to`: along the course first, then across it."""

    def far(at: Place) -> tuple[float, int, Place]:
        return abs(track.along(at) - track.along(to)), abs(at[1] - to[1]), at

    return min(places, key=far)
