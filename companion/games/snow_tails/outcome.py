"""The outcome of a move for a sled: lines, dents, status (rules.md 1.8)."""

from typing import NamedTuple

from companion.games.game import Event
from companion.games.snow_tails.state import MAX_DENTS, STOPS, LastTurn, Sled, State, stopped
from companion.games.snow_tails.words import say

_DENTS = {
    "sapling": "snow_tails.dents_sapling",
    "limit": "snow_tails.dents_limit",
    "edge": "snow_tails.dents_edge",
    "empty": "snow_tails.dents_empty",
}


class Cause(NamedTuple):
    """A reason for dents. `line` and `limit` are set for a line crossed too fast."""

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
    stop = ""
    fifth = False
    for mark in turn.marks:
        if mark == "line":
            lines += 1
        elif mark in STOPS:
            stop = mark
        elif dents == MAX_DENTS:
            fifth = True
            break
        else:
            dents += 1
            causes.append(Cause("sapling", 1))
    if not fifth:
        dents, fifth = _deal(_due(turn, limits, lines, stop), dents, causes)
    finished = lines > len(limits)
    status = "finished" if finished else "eliminated" if fifth else "racing"
    return Outcome(dents, lines, status, tuple(causes), fifth, stop == "sled")


def _due(turn: LastTurn, limits: tuple[int, ...], lines: int, stop: str) -> list[Cause]:
    """The dents due at the end of the move: speed first, then the edge (ST-61, ST-62)."""
    speed = turn.speed + turn.bonus
    due = [
        Cause("limit", speed - limits[line], line + 1, limits[line])
        for line in range(turn.lines, min(lines, len(limits)))
        if speed > limits[line]
    ]
    if stop == "edge":
        due.append(Cause("edge", 1))
    return due


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
