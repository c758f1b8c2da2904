"""A mark that was forgotten: the seat's last turn is reckoned again."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.errors import Refused
from companion.games.game import Event
from companion.games.snow_tails.cards import drop_surplus
from companion.games.snow_tails.play import stopped, with_mark
from companion.games.snow_tails.reckoning import Reckoning, reckon, tell_fifth, walked
from companion.games.snow_tails.rounds import settle
from companion.games.snow_tails.state import MAX_DENTS, STOPS, LastTurn, Sled, State, Told
from companion.games.snow_tails.words import say

LATE = ("line", "sapling", "edge")
"""What can be added to a turn that is over; another sled would have changed the drawing."""

_KEYS = {
    "line": "snow_tails.late_line",
    "sapling": "snow_tails.late_sapling",
    "edge": "snow_tails.late_edge",
}


def late(state: State, act: Mapping[str, Any], events: list[Event]) -> State:
    """Adds a mark to the last turn; dents, lines and status change by the difference."""
    sled, what = state.sled(act["seat"]), act["what"]
    turn = last_turn(state, sled, what)
    again = replace(turn, marks=with_mark(turn.marks, what))
    before, after = reckon(turn, state.limits), reckon(again, state.limits)
    events.append(say(_KEYS[what], sled))
    changed = _changed(state, sled, before, after)
    changed = replace(changed, last=again, walked=sled.walked + walked(again) - walked(turn))
    _tell(state, sled, changed, after.fifth and not before.fifth, events)
    if state.turn == sled.seat and not changed.racing:
        state = replace(state, pending=None)
    if changed.status != "eliminated":
        pending = state.pending_of(sled)
        changed = drop_surplus(changed, 0 if pending is None else pending.cards, events)
    return settle(state.with_sled(changed), events)


def last_turn(state: State, sled: Sled, what: str) -> LastTurn:
    """The turn that a forgotten mark is added to. Raises Refused if it cannot be."""
    turn = sled.last
    if sled.status == "eliminated":
        raise Refused("snow_tails.late_out", name=sled.name)
    if what not in LATE:
        raise Refused("snow_tails.late_sled", name=sled.name)
    if turn is None:
        raise Refused("snow_tails.late_no_turn", name=sled.name)
    if turn.speed <= 0:
        raise Refused("snow_tails.late_no_move", name=sled.name)
    if what in STOPS and stopped(turn.marks):
        raise Refused("snow_tails.late_second_stop", name=sled.name)
    if what == "line":
        _check_line(state, sled)
    return turn


def _check_line(state: State, sled: Sled) -> None:
    """There is a line left, and with it the lines that are marked now do not pass the finish."""
    if sled.lines == state.finish:
        raise Refused("snow_tails.no_more_lines", name=sled.name)
    pending = state.pending_of(sled)
    if pending is not None and sled.lines + 1 + pending.lines > state.finish:
        raise Refused("snow_tails.late_line_pending", name=sled.name)


def _changed(state: State, sled: Sled, before: Reckoning, after: Reckoning) -> Sled:
    """The sled with the difference of the two reckonings.

    A dent taken since (ST-37) can make the late one the fifth. Without a dent more, what the hands
    were told before still stands.
    """
    dents = sled.dents + after.dents - before.dents
    lines = sled.lines + after.lines - before.lines
    status = "racing"
    if lines == state.finish:
        status = "finished"
    elif after.fifth or dents > MAX_DENTS:
        status = "eliminated"
    dents = min(dents, MAX_DENTS)
    told = sled.told if dents == sled.dents else Told(dents=dents - sled.dents)
    return replace(sled, dents=dents, lines=lines, status=status, told=told)


def _tell(state: State, sled: Sled, changed: Sled, fifth: bool, events: list[Event]) -> None:
    """What the difference means at the table."""
    count = changed.dents - sled.dents
    if count:
        events.append(say("snow_tails.dents_late", changed, "dents", count=count, dents=count))
    if fifth or changed.status == "eliminated":
        events.append(tell_fifth(state, changed))
    if changed.status == "finished" and sled.racing:
        events.append(say("snow_tails.finished", changed, "finished"))
