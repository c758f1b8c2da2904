"""What people do and read for a sled that the table plays: they move its pawn, it says why."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from companion.games.game import Event, Say
from companion.games.snow_tails.driving import where
from companion.games.snow_tails.state import Sled, State
from companion.games.snow_tails.words import say

REASONS = (
    "out", "finish", "waits", "crash", "dents", "bonus", "slow", "keeps", "keeps_bend", "safe",
    "far",
)  # fmt: skip
"""The reasons of a played sled's turn; each has a sentence, `snow_tails.why_…`."""


def told_why(sled: Sled, act: Mapping[str, Any]) -> list[Event]:
    """The event of the reason that a played sled gives for its turn."""
    if sled.dealt is None or "why" not in act:
        return []
    params = {"count": 0, "limit": 0, "value": 0, **act["why"]}
    return [say(f"snow_tails.why_{params.pop('reason')}", sled, **params)]


def moved(state: State, before: Sled) -> State:
    """The race after a turn: people still have to move the pawn of a played sled that drove."""
    after = state.sled(before.seat)
    if after.dealt is None and not state.to_move:
        return state
    others = tuple(seat for seat in state.to_move if seat != before.seat)
    drove = after.dealt is not None and after.at != before.at and after.status != "eliminated"
    return replace(state, to_move=(*others, before.seat) if drove else others)


def pawn_todo(state: State) -> Iterator[Say]:
    """The pawns that people have to move, the one that drove first before the others."""
    for sled in map(state.sled, state.to_move):
        if state.track is not None and sled.at is not None:
            space = where(state.track, sled.at)
            yield Say("snow_tails.todo_pawn", {"name": sled.name, "space": space})
