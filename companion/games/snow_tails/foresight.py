"""Instructions during a move: what the marks and the next line cost, how the move ends.

They say what happens if the move ends now. No sled is out before its turn is done, because the
finish line can still save it (ST-81).
"""

from collections.abc import Iterator

from companion.games.game import Say
from companion.games.snow_tails import figures
from companion.games.snow_tails.course_todo import drive_todo
from companion.games.snow_tails.figures import Move
from companion.games.snow_tails.outcome import Outcome, resolve
from companion.games.snow_tails.state import (
    MAX_DENTS,
    LastTurn,
    Pending,
    Sled,
    State,
    stopped,
    with_mark,
)


def move_todo(state: State, sled: Sled, pending: Pending) -> Iterator[Say]:
    """The instructions once a move's cards are played. After a crash only OK is left (ST-66)."""
    live = figures.move(sled, pending)
    if state.track is not None:
        yield _sum(live)
        yield from drive_todo(state, sled, pending, live)
        return
    crash = pending.marks[-1] if stopped(pending.marks) else ""
    yield Say(f"snow_tails.todo_stopped_{crash}") if crash else _sum(live)
    yield from _saves(state, sled, pending, live)
    yield from mark_doubts(state, sled, pending)
    if not crash:
        yield from _next_line(state, sled, pending, live)
    if not _outcome(state, sled, live.speed, pending.marks).fifth:
        yield from last_dog(state, sled, pending)
    yield from _end(state, sled, pending, live)


def mark_doubts(state: State, sled: Sled, pending: Pending) -> Iterator[Say]:
    """Questions about marks that contradict each other or may include one press too many.

    Each line or sapling takes a space of the move (ST-43). The marks stay: the table may be right.
    """
    live = figures.move(sled, pending)
    most = max(0, figures.most_spaces(state, sled, pending, live))
    spaces = max(0, live.speed - stopped(pending.marks))
    for mark in ("line", "sapling"):
        times = pending.marks.count(mark)
        noted = {"what": Say(f"snow_tails.mark_{mark}"), "times": times}
        if times > most:
            yield Say("snow_tails.todo_doubt_marks", {**noted, "most": most})
        elif times > spaces:
            yield Say("snow_tails.todo_doubt_bonus", {**noted, "most": spaces})
        elif times > 1:
            yield Say("snow_tails.todo_doubt_twice", noted)


def last_dog(state: State, sled: Sled, pending: Pending | None) -> Iterator[Say]:
    """The warning of a sled that hitting a sled would leave without a card, at 4 dents (ST-37)."""
    cards = pending.cards if pending else 1
    if sled.dents < MAX_DENTS or sled.dogs > cards:
        return
    if pending is not None and sled.lines + pending.lines == state.finish:
        return
    hit = pending is not None and stopped(pending.marks)
    yield Say("snow_tails.todo_last_dog_hit" if hit else "snow_tails.todo_last_dog")


def _sum(live: Move) -> Say:
    figured = {
        "left": live.left,
        "right": live.right,
        "brake": live.brake,
        "speed": live.speed,
        "count": live.drift_steps,
    }
    if live.speed <= 0:
        return Say("snow_tails.todo_sum_still", figured)
    return Say(f"snow_tails.todo_sum_{live.drift_side or 'straight'}", figured)


def _saves(state: State, sled: Sled, pending: Pending, live: Move) -> Iterator[Say]:
    """What a fifth dent by these marks means if the move ends now without a bonus."""
    after = _outcome(state, sled, live.speed, pending.marks)
    if after.fifth:
        yield Say(_fifth(state, sled, pending, live, after))


def _fifth(state: State, sled: Sled, pending: Pending, live: Move, after: Outcome) -> str:
    """The message key for a fifth dent: its effect if the move ends now, and what can save it."""
    if after.status == "finished":
        return "snow_tails.todo_fifth_safe"
    if not _finish_in_reach(state, sled, pending, live):
        return "snow_tails.todo_fifth"
    marks = pending.marks
    for _ in range(state.finish - after.lines):
        marks = with_mark(marks, "line")
    if _outcome(state, sled, live.speed, marks).status != "finished":
        return "snow_tails.todo_fifth_sapling"
    return f"snow_tails.todo_fifth_{'stopped' if stopped(pending.marks) else 'line'}"


def _finish_in_reach(state: State, sled: Sled, pending: Pending, live: Move) -> bool:
    """Whether this move can cross all lines that are left, the finish included."""
    return state.finish - sled.lines <= figures.most_spaces(state, sled, pending, live)


def _next_line(state: State, sled: Sled, pending: Pending, live: Move) -> Iterator[Say]:
    """The cost of crossing the next line (ST-61), with the bonus only if it costs more."""
    lines = sled.lines + pending.lines
    out = _outcome(state, sled, live.speed, pending.marks).status == "eliminated"
    if live.speed <= 0 or lines >= state.finish or out:
        return
    if lines == len(state.limits):
        yield Say("snow_tails.todo_finish")
        return
    line, out = _line(state, sled, pending, live, 0)
    yield line
    bonus = _bonus(state, sled, pending, live)
    if not out and live.speed + bonus > max(live.speed, state.limits[lines]):
        yield _line(state, sled, pending, live, bonus)[0]


def _line(state: State, sled: Sled, pending: Pending, live: Move, bonus: int) -> tuple[Say, bool]:
    """The dents that the next line would cause, and whether it would eliminate the sled."""
    speed = live.speed + bonus
    before = _outcome(state, sled, speed, pending.marks)
    after = _outcome(state, sled, speed, with_mark(pending.marks, "line"))
    dents = after.dents - before.dents
    key = "line_bonus" if bonus else "line"
    out = after.status == "eliminated"
    if out:
        key += "_out_finish" if _finish_in_reach(state, sled, pending, live) else "_out"
    elif not dents:
        key += "_free"
    limit = {"limit": state.limits[sled.lines + pending.lines]}
    line = Say(f"snow_tails.line_{'more' if pending.lines else 'next'}", limit)
    return Say(f"snow_tails.todo_{key}", {"line": line, "count": dents}), out


def _end(state: State, sled: Sled, pending: Pending, live: Move) -> Iterator[Say]:
    """How to end the move, and what the bonus costs beyond what is noted."""
    bonus = _bonus(state, sled, pending, live)
    if stopped(pending.marks):
        if bonus:
            yield Say("snow_tails.todo_bonus_crash", {"bonus": bonus})
    elif bonus:
        speeds = {"speed": live.speed, "more": live.speed + bonus}
        yield Say("snow_tails.todo_bonus", speeds)
    else:
        yield Say("snow_tails.todo_done" if live.speed > 0 else "snow_tails.todo_done_still")
    if bonus:
        yield from _bonus_cost(state, sled, pending, live, bonus)


def _bonus_cost(
    state: State, sled: Sled, pending: Pending, live: Move, bonus: int
) -> Iterator[Say]:
    """The dents that the marks would cause with the bonus, if they are more."""
    plain = _outcome(state, sled, live.speed, pending.marks)
    after = _outcome(state, sled, live.speed + bonus, pending.marks)
    if after.status == "eliminated" and plain.status == "racing":
        yield Say("snow_tails.todo_bonus_out")
    elif after.dents > plain.dents:
        yield Say("snow_tails.todo_bonus_dents", {"count": after.dents - sled.dents})


def _outcome(state: State, sled: Sled, speed: int, marks: tuple[str, ...]) -> Outcome:
    """The outcome of a move at this speed, bonus included, with these marks."""
    return resolve(LastTurn(speed, 0, sled.lines, sled.dents, marks), state.limits)


def _bonus(state: State, sled: Sled, pending: Pending, live: Move) -> int:
    size = figures.bonus(state, sled, live)
    return size if figures.bonus_allowed(state, pending, size) else 0
