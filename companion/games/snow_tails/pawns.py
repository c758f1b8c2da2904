"""What people do and read for a sled that the table plays: they move its pawn, it says why."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from companion.games.game import Event, Say
from companion.games.snow_tails.driving import where
from companion.games.snow_tails.state import Sled, State, Why
from companion.games.snow_tails.words import say

REASONS = (
    "out", "finish", "waits", "crash", "dents", "bonus", "slow", "keeps", "keeps_bend", "safe",
    "far",
)  # fmt: skip
"""The reasons of a played sled's turn; each has a sentence, `snow_tails.why_…`."""


def why_of(act: Mapping[str, Any]) -> Why | None:
    """The reason in an act `done`, None without one."""
    if "why" not in act:
        return None
    why = act["why"]
    return Why(why["reason"], why.get("count", 0), why.get("limit", 0))


def told_why(sled: Sled, why: Why | None) -> list[Event]:
    """The event of the reason that a played sled gives for its turn."""
    if sled.dealt is None or why is None:
        return []
    return [say(f"snow_tails.why_{why.reason}", sled, count=why.count, limit=why.limit)]


def moved(state: State, before: Sled, why: Why | None) -> State:
    """The race after a turn: people still have to move the pawn of a played sled that drove.

    A sled that drives again before a person's next card has one path for both moves.
    """
    after = state.sled(before.seat)
    if after.dealt is None:
        return state
    people = any(one.racing for one in state.sleds if one.dealt is None)
    waits = people and before.seat in state.to_move
    path = (*before.path[:-1], *after.path) if waits else after.path
    others = tuple(seat for seat in state.to_move if seat != before.seat)
    drove = len(path) > 1 and after.status != "eliminated"
    state = state.with_sled(replace(after, why=why, path=path))
    return replace(state, to_move=(*others, before.seat) if drove else others)


def seen(state: State) -> State:
    """The race as a person plays a card: the pawns stand where they belong, reasons are read."""
    sleds = tuple(replace(sled, why=None) if sled.why else sled for sled in state.sleds)
    return replace(state, sleds=sleds, to_move=())


def put_back(before: State, after: State) -> Iterator[tuple[str, Say]]:
    """The played sleds that an undo puts elsewhere, each with the space where its pawn returns."""
    for sled in after.sleds:
        moved = sled.dealt is not None and sled.at != before.sled(sled.seat).at
        if moved and after.track is not None and sled.at is not None:
            yield sled.name, where(after.track, sled.at)


def pawn_todo(state: State) -> Iterator[Say]:
    """The pawns that people have to move, the one that drove first before the others, and why."""
    for sled in map(state.sled, state.to_move):
        if state.track is not None and sled.at is not None:
            space = where(state.track, sled.at)
            yield Say("snow_tails.todo_pawn", {"name": sled.name, "space": space})
            for what in _why(sled):
                yield Say("snow_tails.todo_why", {"what": what})


def stood_todo(state: State) -> Iterator[Say]:
    """Why played sleds have stood still since a person's last card: nobody saw them move."""
    for sled in state.sleds:
        if sled.racing and sled.seat not in state.to_move:
            yield from _why(sled)


def _why(sled: Sled) -> Iterator[Say]:
    for event in told_why(sled, sled.why):
        yield Say(event.key, event.params)
