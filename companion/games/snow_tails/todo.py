"""Instructions for each seat and for the table, the most urgent first."""

from collections.abc import Iterator

from companion.games.game import Say
from companion.games.snow_tails import figures
from companion.games.snow_tails.figures import Move
from companion.games.snow_tails.order import first_place
from companion.games.snow_tails.outcome import Outcome, resolve
from companion.games.snow_tails.state import MAX_DENTS, LastTurn, Pending, Sled, State


def turns_until(state: State, sled: Sled) -> int | None:
    """Turns until this sled is up, 0 if it is; None if it has no turn left in this round."""
    if state.phase != "turns" or not sled.racing or sled.seat not in state.order:
        return None
    racing = [seat for seat in state.order if state.sled(seat).racing]
    turns = racing.index(sled.seat) - racing.index(state.turn or 0)
    return turns if turns >= 0 else None


def proposed_place(state: State, sled: Sled) -> int | None:
    """The place that the order step proposes for this sled; None if it is not included."""
    if sled.seat not in state.proposed:
        return None
    return first_place(state) + state.proposed.index(sled.seat)


def seat_todo(state: State, sled: Sled) -> tuple[Say, ...]:
    """The instructions for one seat."""
    if state.phase == "over":
        return (_ended(state, sled),)
    if sled.seat == state.turn:
        return tuple(_turn(state, sled, state.pending))
    return (*_hand_step(sled), *_standing(state, sled))


def table_todo(state: State) -> tuple[Say, ...]:
    """The seat or step that the table waits for, then the last seat's hand step."""
    if state.phase == "over":
        winner = next((sled for sled in state.sleds if sled.place == 1), None)
        return (_named("won", winner) if winner else Say("snow_tails.todo_no_winner"),)
    if state.phase == "order":
        doubts = (_named("doubt", state.sled(seat)) for seat in figures.doubts(state))
        return (Say("snow_tails.todo_order_table"), *doubts, *_last_hand_step(state))
    up = state.sled(state.turn)
    first = next(_turn(state, up, state.pending))
    return (_of(up, first), *_last_hand_step(state))


def _turn(state: State, sled: Sled, pending: Pending | None) -> Iterator[Say]:
    """The instructions for the seat that is up (rules.md 8.1, steps 1 to 5)."""
    live = figures.move(sled, pending)
    if pending is None:
        yield from _hand_step(sled)
        yield Say("snow_tails.todo_play")
    elif not pending.slots:
        yield Say("snow_tails.todo_slot", {"value": pending.value})
        yield from _hand_step(sled)
    else:
        yield _sum(live)
        yield from _hand_step(sled)
        yield from _marked(state, sled, pending, live)
        yield from _next_line(state, sled, pending, live)
    if sled.dents == MAX_DENTS and sled.dogs == (pending.cards if pending else 1):
        yield Say("snow_tails.todo_last_dog")
    if pending is not None and pending.slots:
        yield from _finish_turn(state, sled, pending, live)


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


def _marked(state: State, sled: Sled, pending: Pending, live: Move) -> Iterator[Say]:
    """The marks of this move, and the dents that they cause without a bonus."""
    if not pending.marks:
        return
    after = _outcome_at(state, sled, pending, live.speed)
    marks = [Say(f"snow_tails.mark_{mark}") for mark in pending.marks]
    dents = after.dents - sled.dents
    key = "snow_tails.todo_marked" if dents else "snow_tails.todo_marked_free"
    yield Say(key, {"marks": marks, "count": dents})
    if after.status == "eliminated":
        yield Say("snow_tails.todo_fifth")


def _next_line(state: State, sled: Sled, pending: Pending, live: Move) -> Iterator[Say]:
    """The cost of crossing the next line (ST-61), with the bonus only if it costs more."""
    lines = sled.lines + pending.lines
    out = _outcome_at(state, sled, pending, live.speed).status == "eliminated"
    if live.speed <= 0 or lines >= state.finish or out:
        return
    if lines == len(state.limits):
        yield Say("snow_tails.todo_finish")
        return
    line = _line(state, sled, pending, live.speed, "line")
    yield line
    if line.key == "snow_tails.todo_line_out":
        return
    bonus = _bonus(state, sled, pending, live)
    if live.speed + bonus > max(live.speed, state.limits[lines]):
        yield _line(state, sled, pending, live.speed + bonus, "line_bonus")


def _line(state: State, sled: Sled, pending: Pending, speed: int, key: str) -> Say:
    """The dents that the next line would cause at this speed."""
    before = _outcome_at(state, sled, pending, speed)
    after = _outcome_at(state, sled, pending, speed, "line")
    dents = after.dents - before.dents
    if after.status == "eliminated":
        key += "_out"
    elif not dents:
        key += "_free"
    limit = state.limits[sled.lines + pending.lines]
    params = {"limit": limit, "count": dents}
    return Say(f"snow_tails.todo_{key}", params)


def _outcome_at(state: State, sled: Sled, pending: Pending, speed: int, *crossed: str) -> Outcome:
    """The outcome of the move at this speed, with these additional marks."""
    marks = (*crossed, *pending.marks)
    return resolve(LastTurn(speed, 0, sled.lines, sled.dents, marks), state.limits)


def _finish_turn(state: State, sled: Sled, pending: Pending, live: Move) -> Iterator[Say]:
    bonus = _bonus(state, sled, pending, live)
    if bonus:
        yield Say("snow_tails.todo_bonus", {"bonus": bonus})
    else:
        yield Say("snow_tails.todo_done" if live.speed > 0 else "snow_tails.todo_done_still")


def _bonus(state: State, sled: Sled, pending: Pending, live: Move) -> int:
    size = figures.bonus(state, sled, live)
    return size if figures.bonus_allowed(state, pending, size) else 0


def _hand_step(sled: Sled) -> Iterator[Say]:
    """The card handling of a seat, in the order of HandStep."""
    step = sled.hand_step
    if step.dents:
        yield Say("snow_tails.todo_dents", {"count": step.dents})
    if step.discard:
        yield Say("snow_tails.todo_discard", {"count": step.discard})
    if step.draw:
        yield Say("snow_tails.todo_draw", {"count": step.draw})
    if step.shuffle:
        yield Say("snow_tails.todo_shuffle")
    if step.more:
        yield Say("snow_tails.todo_draw_more", {"count": step.more})


def _standing(state: State, sled: Sled) -> Iterator[Say]:
    """The status of a seat that is not up, and its place in the order step."""
    place = proposed_place(state, sled)
    turns = turns_until(state, sled)
    if sled.status == "eliminated":
        yield Say("snow_tails.todo_out")
    elif sled.place is not None:
        yield Say("snow_tails.todo_placed", {"place": sled.place})
    elif place is not None:
        if sled.seat in figures.doubts(state):
            yield Say("snow_tails.todo_doubt")
        yield Say("snow_tails.todo_order", {"place": place})
    elif sled.status == "finished":
        yield Say("snow_tails.todo_finished")
    elif turns is None:
        yield Say("snow_tails.todo_moved")
    else:
        yield Say("snow_tails.todo_wait", {"count": turns})


def _last_hand_step(state: State) -> Iterator[Say]:
    """The hand step of the seat that moved last, which may still be under way."""
    order = state.order
    at = order.index(state.turn) if state.turn in order else len(order)
    if at > 0:
        sled = state.sled(order[at - 1])
        yield from (_of(sled, step) for step in _hand_step(sled))


def _ended(state: State, sled: Sled) -> Say:
    points = figures.points(state, sled)
    if sled.place is None:
        return Say("snow_tails.todo_ended_out", {"count": points})
    key = "snow_tails.todo_ended_won" if sled.place == 1 else "snow_tails.todo_ended"
    return Say(key, {"place": sled.place, "count": points})


def _named(what: str, sled: Sled) -> Say:
    return Say(f"snow_tails.todo_{what}_table", {"name": sled.name})


def _of(sled: Sled, what: Say) -> Say:
    return Say("snow_tails.todo_of", {"name": sled.name, "what": what})
