"""The outcome of a move for a sled: lines, dents, status (rules.md 1.8)."""

from typing import NamedTuple

from companion.games.game import Event
from companion.games.snow_tails.state import MAX_DENTS, LastTurn, Sled, State, stopped
from companion.games.snow_tails.words import say

_DENTS = {
    "sapling": "snow_tails.dents_sapling",
    "limit": "snow_tails.dents_limit",
    "edge": "snow_tails.dents_edge",
    "empty": "snow_tails.dents_empty",
}


class Cause(NamedTuple):
    """A reason for dents: a mark, or an empty hand. `line` and `limit` are set for a line.

    The finish line has the limit 0, which means none.
    """

    reason: str
    dents: int
    line: int = 0
    limit: int = 0


class Outcome(NamedTuple):
    """The outcome of a turn: the sled's dents, lines and status after it.

    `causes`: dents taken, in order. `fifth`: a fifth dent was due, which eliminates the sled unless
    it has crossed the finish. `crashed`: the move ended at another sled.
    """

    dents: int
    lines: int
    status: str
    causes: tuple[Cause, ...]
    fifth: bool
    crashed: bool


def resolve(turn: LastTurn, limits: tuple[int, ...]) -> Outcome:
    """Apply the marks of a turn in order (ST-60 to ST-81, AM-ST-03 to 06)."""
    lines, dents = turn.lines, turn.dents
    causes: list[Cause] = []
    later: list[Cause] = []
    fifth = False
    for cause in due(turn, limits):
        if cause.reason != "sapling":
            lines += cause.reason == "limit"
            later.append(cause)
        elif dents == MAX_DENTS:
            fifth = True
            break
        else:
            dents += 1
            causes.append(cause)
    if not fifth:
        dents, fifth = _deal(later, dents, causes)
    finished = lines > len(limits)
    status = "finished" if finished else "eliminated" if fifth else "racing"
    hit = any(cause.reason == "sled" for cause in later)
    return Outcome(dents, lines, status, tuple(causes), fifth, hit)


def due(turn: LastTurn, limits: tuple[int, ...]) -> tuple[Cause, ...]:
    """The dents that each mark makes due, 0 or more (ST-61, ST-66, ST-70, ST-76).

    A sapling's is taken at once, the others at the end of the move: speed first, then the edge,
    which is always the last mark (ST-62). How many are left to take does not count here.
    """
    causes, line = [], turn.lines
    for mark in turn.marks:
        if mark == "line":
            line += 1
            causes.append(_crossed(turn, limits, line))
        else:
            causes.append(Cause(mark, 0 if mark == "sled" else 1))
    return tuple(causes)


def _crossed(turn: LastTurn, limits: tuple[int, ...], line: int) -> Cause:
    if line > len(limits):
        return Cause("limit", 0, line)
    limit = limits[line - 1]
    return Cause("limit", max(0, turn.speed + turn.bonus - limit), line, limit)


def _deal(due: list[Cause], dents: int, causes: list[Cause]) -> tuple[int, bool]:
    """Take dents one at a time; a fifth ends the dealing (ST-80, ST-81)."""
    for cause in due:
        taken = min(cause.dents, MAX_DENTS - dents)
        if taken:
            causes.append(cause._replace(dents=taken))
        dents += taken
        if taken < cause.dents:
            return dents, True
    return dents, False


def walked(turn: LastTurn) -> int:
    """Rows that the turn moved the sled forward, estimated: a crash halves the move."""
    speed = max(0, turn.speed + turn.bonus)
    return speed // 2 if stopped(turn.marks) else speed


def dent_events(sled: Sled, causes: tuple[Cause, ...], speed: int) -> list[Event]:
    """The events for the dents to take, each with its reason."""
    return [
        say(
            _DENTS[cause.reason],
            sled,
            "dents",
            count=cause.dents,
            dents=cause.dents,
            line=cause.line,
            limit=cause.limit,
            speed=speed,
        )
        for cause in causes
    ]


def fifth_dent_event(state: State, sled: Sled) -> Event:
    """The event for a fifth dent: eliminated, or protected behind the finish line (D1)."""
    if sled.status == "eliminated":
        return say("snow_tails.out", sled, "out")
    if state.settings.edition == "fr":
        return say("snow_tails.protected_fr", sled)
    return say("snow_tails.protected_de", sled)
