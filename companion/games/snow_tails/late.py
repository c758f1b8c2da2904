"""Events added to a turn that is over: the seat's last turn is computed again."""

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from companion.errors import Refused
from companion.games.game import Event, Say
from companion.games.snow_tails.cards import drop_surplus
from companion.games.snow_tails.outcome import Outcome, fifth_dent_event, resolve, walked
from companion.games.snow_tails.rounds import settle
from companion.games.snow_tails.state import (
    MAX_DENTS,
    STOPS,
    HandStep,
    LastTurn,
    Sled,
    State,
    stopped,
    with_mark,
)
from companion.games.snow_tails.words import refuse_mark, say

LATE = ("line", "sapling", "edge")
"""Events that can be added late. Hitting a sled is not among them: it would change the draw."""

_KEYS = {
    "line": "snow_tails.late_line",
    "sapling": "snow_tails.late_sapling",
    "edge": "snow_tails.late_edge",
}


def late(state: State, act: Mapping[str, Any], events: list[Event]) -> State:
    """Add a mark to the last turn; dents, lines and status change by the difference."""
    sled, what = state.sled(act["seat"]), act["what"]
    turn = last_turn(state, sled, what)
    again = replace(turn, marks=with_mark(turn.marks, what))
    before, after = resolve(turn, state.limits), resolve(again, state.limits)
    events.append(say(_KEYS[what], sled))
    events += _doubt(sled, again, what)
    changed = _changed(state, sled, before, after)
    changed = replace(changed, last=again, walked=sled.walked + walked(again) - walked(turn))
    _announce(state, sled, changed, after.fifth and not before.fifth, events)
    if state.turn == sled.seat and not changed.racing:
        state = replace(state, pending=None)
    if changed.status != "eliminated":
        pending = state.pending_of(sled)
        changed = drop_surplus(changed, 0 if pending is None else pending.cards, events)
    return settle(state.with_sled(changed), events)


def late_ends_race(state: State, sled: Sled) -> frozenset[str]:
    """The marks that, added to the last turn, would bring the fifth dent (ST-36)."""
    if sled.last is None:
        return frozenset()
    return _ending(sled.last, state.limits, sled.dents, sled.lines)


@lru_cache(maxsize=256)
def _ending(turn: LastTurn, limits: tuple[int, ...], dents: int, lines: int) -> frozenset[str]:
    before = resolve(turn, limits)
    found = set()
    for what in LATE:
        after = resolve(replace(turn, marks=with_mark(turn.marks, what)), limits)
        now = dents + after.dents - before.dents, lines + after.lines - before.lines
        if _status(*now, len(limits) + 1, after.fifth) == "eliminated":
            found.add(what)
    return frozenset(found)


def _doubt(sled: Sled, turn: LastTurn, what: str) -> list[Event]:
    """The question about more lines or saplings than the turn drove spaces (ST-43)."""
    times, most = turn.marks.count(what), turn.speed + turn.bonus - stopped(turn.marks)
    if what in STOPS or times <= most:
        return []
    noted = Say(f"snow_tails.mark_{what}")
    return [say("snow_tails.late_doubt", sled, what=noted, times=times, most=most)]


def last_turn(state: State, sled: Sled, what: str) -> LastTurn:
    """The turn that a forgotten mark is added to. Raises Refused if it cannot be."""
    turn = sled.last
    refuse_mark(state, sled, what)
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
    """Refuse a line if none is left, or if the lines marked now would pass the finish."""
    if sled.lines == state.finish:
        raise Refused("snow_tails.no_more_lines", name=sled.name)
    pending = state.pending_of(sled)
    if pending is not None and sled.lines + 1 + pending.lines > state.finish:
        raise Refused("snow_tails.late_line_pending", name=sled.name)


def _changed(state: State, sled: Sled, before: Outcome, after: Outcome) -> Sled:
    """The sled with the difference of the two outcomes applied.

    With a dent taken since (ST-37), the late one can be the fifth. Without a new dent, the pending
    hand step stays.
    """
    dents = sled.dents + after.dents - before.dents
    lines = sled.lines + after.lines - before.lines
    status = _status(dents, lines, state.finish, after.fifth)
    dents = min(dents, MAX_DENTS)
    hand_step = sled.hand_step if dents == sled.dents else HandStep(dents=dents - sled.dents)
    return replace(sled, dents=dents, lines=lines, status=status, hand_step=hand_step)


def _status(dents: int, lines: int, finish: int, fifth: bool) -> str:
    if lines == finish:
        return "finished"
    return "eliminated" if fifth or dents > MAX_DENTS else "racing"


def _announce(state: State, sled: Sled, changed: Sled, fifth: bool, events: list[Event]) -> None:
    """Announce the late dents, an elimination and a finish."""
    count = changed.dents - sled.dents
    if count:
        events.append(say("snow_tails.dents_late", changed, "dents", count=count, dents=count))
    if fifth or changed.status == "eliminated":
        events.append(fifth_dent_event(state, changed))
    if changed.status == "finished" and sled.racing:
        events.append(say("snow_tails.finished", changed, "finished"))
