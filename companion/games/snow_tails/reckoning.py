"""What a move does to a sled: lines, dents, out or protected (rules.md 1.8)."""

from typing import NamedTuple

from companion.games.game import Event
from companion.games.snow_tails.state import MAX_DENTS, STOPS, LastTurn, Sled, State
from companion.games.snow_tails.words import say

_DENTS = {
    "sapling": "snow_tails.dents_sapling",
    "limit": "snow_tails.dents_limit",
    "edge": "snow_tails.dents_edge",
    "empty": "snow_tails.dents_empty",
}


class Cause(NamedTuple):
    """A reason for dents; `line` and `limit` only for a line crossed too fast."""

    reason: str
    dents: int
    line: int = 0
    limit: int = 0


class Reckoning(NamedTuple):
    """What a turn came to: the sled's dents, lines and status after it.

    `causes`: dents truly taken, in order. `fifth`: a fifth dent came due, which eliminates unless
    the finish was crossed. `crashed`: the move ended at another sled.
    """

    dents: int
    lines: int
    status: str
    causes: tuple[Cause, ...]
    fifth: bool
    crashed: bool


def reckon(turn: LastTurn, limits: tuple[int, ...]) -> Reckoning:
    """The marks of a turn in the order in which they count (ST-60 to ST-81, AM-ST-03 to 06)."""
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
    return Reckoning(dents, lines, status, tuple(causes), fifth, stop == "sled")


def _due(turn: LastTurn, limits: tuple[int, ...], lines: int, stop: str) -> list[Cause]:
    """The dents that come due when the move is over: speed first, then the edge (ST-61, ST-62)."""
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
    """Dents one at a time; a fifth ends the dealing (ST-80, ST-81)."""
    for cause in due:
        taken = min(cause.dents, MAX_DENTS - dents)
        if taken:
            causes.append(cause._replace(dents=taken))
        dents += taken
        if taken < cause.dents:
            return dents, True
    return dents, False


def walked(turn: LastTurn) -> int:
    """Rows that the turn took the sled forward, about: a crash cuts the move by half."""
    speed = max(0, turn.speed + turn.bonus)
    return speed // 2 if any(mark in STOPS for mark in turn.marks) else speed


def tell_dents(sled: Sled, causes: tuple[Cause, ...], speed: int) -> list[Event]:
    """The dents to take, each with its reason."""
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


def tell_fifth(state: State, sled: Sled) -> Event:
    """Out, or protected behind the finish line; where it stands depends on the edition (D1)."""
    if sled.status == "eliminated":
        return say("snow_tails.out", sled, "out")
    if state.settings.edition == "fr":
        return say("snow_tails.protected_fr", sled)
    return say("snow_tails.protected_de", sled)
