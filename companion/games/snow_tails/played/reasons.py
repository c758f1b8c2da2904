"""Why a played sled plays so: one reason, with its numbers, for the act `done`."""

from typing import Any

from companion.games.snow_tails.played.ahead import left, lines_ahead
from companion.games.snow_tails.played.plays import Play
from companion.games.snow_tails.state import Sled, State
from companion.games.snow_tails.track import Track
from companion.games.snow_tails.track_pieces import TURNING

_NEAR = 9
"""Spaces within which a line is in reach of the next turn."""


def reason(state: State, sled: Sled, strength: str, play: Play) -> dict[str, Any]:
    """The reason as the act `done` has it: `reason`, and the numbers that its sentence needs."""
    drive = play.drive
    if drive.out:
        return {"reason": "out"}
    if drive.after.status == "finished":
        return {"reason": "finish"}
    if play.live.speed <= 0:
        return {"reason": "waits"}
    if drive.end.stop:
        return {"reason": "crash"}
    if drive.dents:
        return {"reason": "dents", "count": drive.dents}
    if play.bonus:
        return {"reason": "bonus", "count": play.bonus}
    return _for_line(state, sled, play) or {"reason": "safe" if strength == "careful" else "far"}


def _for_line(state: State, sled: Sled, play: Play) -> dict[str, Any] | None:
    """The reason that lies in the next line: it drives slowly enough, or keeps a card for it."""
    track, to = state.track, play.drive.to
    assert track is not None
    assert sled.dealt is not None
    lines = lines_ahead(track)[play.drive.after.lines :]
    if not lines or left(track, to) - lines[0].rows > _NEAR:
        return None
    limit = lines[0].limit
    if play.live.speed <= limit:
        return {"reason": "slow", "limit": limit}
    left_dog, right_dog, brake = play.mat
    for value in play.kept(sled.dealt.hand):
        slower = (value + right_dog - brake, left_dog + value - brake, left_dog + right_dog - value)
        if any(0 < speed <= limit for speed in slower):
            bend = _in_bend(track, play.drive.after.lines + 1)
            return {"reason": "keeps_bend" if bend else "keeps", "limit": limit}
    return None


def _in_bend(track: Track, number: int) -> bool:
    """Whether the line with this number lies in a bend."""
    pieces = zip(track.pieces, track.lines, strict=True)
    return any(
        piece.kind in TURNING and number in (one.number for one in lines) for piece, lines in pieces
    )
