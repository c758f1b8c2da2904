"""Instructions for each seat and for the table, the most urgent first."""

from collections.abc import Iterator

from companion.games.game import Say
from companion.games.snow_tails import figures
from companion.games.snow_tails.certain import open_pairs, question
from companion.games.snow_tails.foresight import last_dog, mark_doubts, move_todo
from companion.games.snow_tails.keys import late_line_label
from companion.games.snow_tails.options import opening_hand
from companion.games.snow_tails.order import first_place
from companion.games.snow_tails.pawns import pawn_todo, stood_todo
from companion.games.snow_tails.state import HAND, Pending, Sled, State


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
    """The instructions for one seat: what it does or waits for now."""
    if state.phase == "over":
        return (_ended(state, sled),)
    if sled.dealt is not None and sled.racing:
        return tuple(_played(state, sled))
    if sled.seat == state.turn:
        return (*pawn_todo(state), *_turn(state, sled, state.pending), *stood_todo(state))
    people = any(one.racing for one in state.sleds if one.dealt is None)
    pawns = () if people else pawn_todo(state)
    return (*pawns, *_standing(state, sled), *_no_draw(sled))


def seat_ticks(state: State, sled: Sled) -> tuple[Say, ...]:
    """The cards of a racing seat: its first hand, or what is left to do after its last turn.

    A played sled has no cards on the table. The first sled's instructions speak of its hand.
    """
    if state.phase == "over" or not sled.racing or sled.dealt is not None:
        return ()
    if _is_to_begin(state, sled) and (state.begun or sled.seat != state.turn):
        return (Say("snow_tails.todo_opening", {"count": opening_hand(sled.start)}),)
    return tuple(_hand_step(sled))


def table_todo(state: State) -> tuple[Say, ...]:
    """The seat or step that the table waits for, then the last seat's hand step."""
    if state.phase == "over":
        winner = next((sled for sled in state.sleds if sled.place == 1), None)
        won = _named("won", winner) if winner else Say("snow_tails.todo_no_winner")
        return (won, *pawn_todo(state))
    if state.phase == "order":
        doubts = (_named("doubt", state.sled(seat)) for seat in figures.doubts(state))
        order = _passed(state) or Say("snow_tails.todo_order_table")
        how = Say(f"snow_tails.todo_order_{'answer' if question(state) else 'ok'}")
        return (
            order,
            *doubts,
            *_unsaid(state),
            *_shared_spaces(state),
            how,
            *_last_hand_step(state),
        )
    up = state.sled(state.turn)
    if up.dealt is not None:
        return (*_played(state, up), *_last_hand_step(state))
    first = next(_turn(state, up, state.pending))
    asked = mark_doubts(state, up, state.pending) if state.pending else _first_hand(state, up)
    own = (_of(up, more) for more in (*_hand_step(up), *asked))
    return (
        *pawn_todo(state),
        _of(up, first),
        *own,
        *_other_hands(state, up),
        *_last_hand_step(state),
    )


def _is_to_begin(state: State, sled: Sled) -> bool:
    """Whether the sled has yet to show its first card of the race."""
    waits = state.round == 1 and turns_until(state, sled) is not None
    whole = sled.dogs == opening_hand(sled.start) and sled.last is None and sled.dealt is None
    return waits and whole and state.pending_of(sled) is None


def _first_hand(state: State, sled: Sled) -> Iterator[Say]:
    """The hand to draw (ST-13, ST-15) at the seat that is first up, which had no time for it."""
    if not state.begun and _is_to_begin(state, sled):
        yield Say("snow_tails.todo_opening_up", {"count": opening_hand(sled.start)})


def _other_hands(state: State, up: Sled) -> Iterator[Say]:
    """The hands to draw at the other seats before the first card; more on start places 4 and 5."""
    others = [sled for sled in map(state.sled, state.order) if sled != up and sled.dealt is None]
    if not others or not any(_first_hand(state, up)):
        return
    yield Say("snow_tails.todo_opening_table", {"count": HAND})
    for sled in others:
        if sled.racing and (count := opening_hand(sled.start)) > HAND:
            yield Say("snow_tails.todo_opening_more", {"name": sled.name, "count": count})


def _unsaid(state: State) -> Iterator[Say]:
    """The finishers whose unreported space decides a place, in one sentence."""
    names = [sled.name for sled in state.sleds if figures.unsaid(state, sled)]
    if len(names) == 1:
        yield Say("snow_tails.todo_unsaid_table", {"name": names[0]})
    elif names:
        yield Say("snow_tails.todo_unsaid_several_table", {"names": names})


def _shared_spaces(state: State) -> Iterator[Say]:
    """Sleds reported on the same space past the finish, each once."""
    for sled in state.sleds:
        other = figures.same_space(state, sled)
        if other is not None and state.sleds.index(sled) < state.sleds.index(other):
            names = {"name": sled.name, "other": other.name}
            yield Say("snow_tails.todo_same_space_table", names)


def _turn(state: State, sled: Sled, pending: Pending | None) -> Iterator[Say]:
    """The instructions for the seat that is up (rules.md 8.1, steps 1 to 5)."""
    if pending is None:
        yield Say("snow_tails.todo_play")
        yield from _first_hand(state, sled)
        yield from last_dog(state, sled, None)
    elif not pending.slots:
        yield Say("snow_tails.todo_slot", {"value": pending.value})
        yield from last_dog(state, sled, pending)
    else:
        yield from move_todo(state, sled, pending)


def _played(state: State, sled: Sled) -> Iterator[Say]:
    """The instructions at a seat that the table plays: move its pawn, else wait for it."""
    yield from pawn_todo(state)
    if sled.seat == state.turn:
        yield Say("snow_tails.todo_played_up", {"name": sled.name})
    elif sled.seat not in state.to_move:
        yield Say("snow_tails.todo_played", {"name": sled.name})


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


def _no_draw(sled: Sled) -> Iterator[Say]:
    """The reminder that a sled that hit another one draws no cards (ST-66), until its next turn."""
    if figures.draws_nothing(sled):
        yield Say("snow_tails.todo_no_draw")


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
            yield Say("snow_tails.todo_doubt", {"key": late_line_label(state, sled)})
        other = figures.same_space(state, sled)
        if other is not None:
            yield Say("snow_tails.todo_same_space", {"name": other.name})
        yield _place_asked(state, sled, place)
        if figures.unsaid(state, sled):
            yield Say("snow_tails.todo_unsaid")
    elif sled.status == "finished":
        yield Say("snow_tails.todo_finished")
    elif turns is None:
        yield Say("snow_tails.todo_moved")
    else:
        yield Say("snow_tails.todo_wait", {"count": turns})


def _place_asked(state: State, sled: Sled, place: int) -> Say:
    """The question of the order step at one seat: only what is open is asked."""
    if asked := _passed(state):
        return asked
    if any(sled.seat in pair for pair in open_pairs(state)):
        return Say("snow_tails.todo_order", {"place": place})
    return Say("snow_tails.todo_order_others", {"place": place})


def _passed(state: State) -> Say | None:
    """The question about the only two sleds whose order is open."""
    if (pair := question(state)) is None:
        return None
    behind, ahead = (state.sled(seat) for seat in pair)
    return Say("snow_tails.todo_passed", {"name": behind.name, "other": ahead.name})


def _last_hand_step(state: State) -> Iterator[Say]:
    """The hand step of the seat that moved last, which may still be under way."""
    order = state.order
    at = order.index(state.turn) if state.turn in order else len(order)
    if at > 0:
        sled = state.sled(order[at - 1])
        steps = (*seat_ticks(state, sled), *_no_draw(sled))
        yield from (_of(sled, step) for step in steps)


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
