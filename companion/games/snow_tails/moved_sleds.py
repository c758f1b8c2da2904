"""A sled put on another space of a laid course by a correction."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from companion.errors import Refused
from companion.games.snow_tails.choosing import nearest, place_of
from companion.games.snow_tails.state import Sled, State
from companion.games.snow_tails.track import Place, Track


def set_space(state: State, sled: Sled, act: Mapping[str, Any]) -> Sled:
    """The sled on the space that the correction sets: the lines behind it count as crossed."""
    wanted = act["set"]
    if "at" not in wanted:
        return sled
    if state.track is None:
        raise Refused("snow_tails.no_course")
    at = place_of(wanted["at"], "set", "at", act="correct")
    if not state.track.has(at):
        raise Refused("snow_tails.no_space")
    if wanted.get("status", sled.status) == "eliminated":
        raise Refused("snow_tails.retire_racing", name=sled.name)
    lines = state.track.lines_behind(at)
    if lines < state.finish:
        racing = replace(sled, status="racing", place=None, rows=None, lane=None)
        return replace(racing, at=at, path=(), lines=lines)
    rows, lane = state.track.past_finish(at)
    return replace(sled, at=at, path=(), lines=lines, status="finished", rows=rows, lane=lane)


def refuse_taken(state: State, sled: Sled, act: Mapping[str, Any]) -> None:
    """Refuse a sled on the space of another (ST-23). The remedy moves that one to the nearest."""
    if state.track is None or not sled.asked:
        return
    others = [one for one in state.sleds if one.asked and one.seat != sled.seat]
    other = next((one for one in others if one.at is not None and one.at == sled.at), None)
    if other is None or other.at is None:
        return
    taken = {state.sled(sled.seat).at, *(one.at for one in others)}
    free = nearest(state.track, other.at, _around(state.track, other.at, taken))
    aside = {"act": "correct", "seat": other.seat, "set": {"at": list(free)}}
    raise Refused("snow_tails.space_taken", remedy=(aside, act), name=sled.name, other=other.name)


def _around(track: Track, at: Place, taken: set[Place | None]) -> Iterator[Place]:
    """The free spaces of this piece and its neighbours."""
    for piece in range(max(0, at[0] - 1), min(at[0] + 1, len(track.pieces)) + 1):
        spaces = track.pieces[min(piece, len(track.pieces) - 1)].spaces
        for lane, count in enumerate(spaces, 1):
            for space in range(1, count + 1):
                to = (piece, lane, space)
                if track.has(to) and to not in taken:
                    yield to
