"""Instructions for each seat and for the table, the most urgent first."""

from collections.abc import Iterator

from companion.games.game import Say
from companion.games.husky import figures, ground
from companion.games.husky.keys import DRAW, EVENT, FINISH, checkpoint_label
from companion.games.husky.legal import may_close, may_draw
from companion.games.husky.state import COLOUR_OF, DEAL, EVENTS, Musher, Pending, State
from companion.games.husky.words import conditions, species
from companion.games.husky.words import ground as in_words
from companion.games.keys import holding, pressing


def turns_until(state: State, musher: Musher) -> int:
    """Turns until this racing musher is up, 0 if it is."""
    seats = figures.racing(state)
    return (seats.index(musher.seat) - seats.index(state.turn or 0)) % len(seats)


def seat_todo(state: State, musher: Musher) -> tuple[Say, ...]:
    """The instructions for one seat."""
    if state.phase == "over":
        won = musher.place == 1
        return (Say("husky.todo_won" if won else "husky.todo_over"),)
    if not musher.racing:
        return (Say("husky.todo_out"),)
    dealt = musher.seat == state.turn and musher.hand == DEAL and _is_dealt_now(state)
    take = [Say("husky.todo_hand_up", {"count": DEAL})] if dealt else []
    now = (*_relocations(state, musher), *_weather(state, musher), *_seat(state, musher))
    return (*now[:1], *take, *now[1:])


def seat_ticks(state: State, musher: Musher) -> tuple[Say, ...]:
    """The cards that a seat takes after a deal (HU-03, HU-32), until it is up."""
    dealt = musher.racing and musher.hand == DEAL and musher.seat != state.turn
    if state.phase == "over" or not dealt:
        return ()
    return (Say("husky.todo_hand", {"count": DEAL}),)


def table_todo(state: State) -> tuple[Say, ...]:
    """The seat that the table waits for, its first instruction, the deal, and the weather."""
    if state.phase == "over":
        winner = next((musher for musher in state.mushers if musher.place == 1), None)
        if winner is None:
            return (Say("husky.todo_no_winner"),)
        return (Say("husky.todo_won_table", {"name": winner.name}),)
    waits = [seat for _, seat in ground.to_relocate(state)]
    seat = waits[0] if waits else state.start if state.due else state.turn
    who = state.musher(seat)
    first = seat_todo(state, who)[0]
    return (
        Say("husky.todo_of", {"name": who.name, "what": first}),
        *_to_deal(state),
        *_conditions(state),
    )


def _is_dealt_now(state: State) -> bool:
    """Whether no card of the newest deal has been played."""
    return not state.played.count and state.pending is None


def _to_deal(state: State) -> Iterator[Say]:
    """The decks to shuffle and the cards to deal, until the first of them is played."""
    if not _is_dealt_now(state):
        return
    first = "first" if state.settings.events else "first_plain"
    yield Say(f"husky.todo_deal{f'_{first}' if state.deal == 1 else ''}", {"count": DEAL})


def _relocations(state: State, musher: Musher) -> Iterator[Say]:
    for number, seat in ground.to_relocate(state):
        if seat == musher.seat and state.board is not None:
            animal = species([state.board.animals[number - 1].species])[0]
            yield Say("husky.todo_relocate", {"animal": animal, "number": number})


def _weather(state: State, musher: Musher) -> Iterator[Say]:
    """The instruction to reveal the weather, which comes first in a round (HU-04)."""
    if state.due:
        first = state.musher(state.start)
        own = musher.seat == first.seat
        yield (
            Say("husky.todo_weather")
            if own
            else Say("husky.todo_weather_wait", {"name": first.name})
        )


def _conditions(state: State) -> Iterator[Say]:
    if state.weather is not None:
        yield Say("husky.todo_conditions", conditions(state.weather))


def _seat(state: State, musher: Musher) -> Iterator[Say]:
    if musher.seat != state.turn:
        if musher.blocked:
            yield Say("husky.todo_attacked")
        yield Say("husky.todo_wait", {"count": turns_until(state, musher)})
    elif state.pending is not None:
        yield from _turn(state, musher, state.pending)
    elif not state.due:
        if not musher.begun:
            yield Say("husky.todo_start")
        if state.still and state.board is None and state.settings.relocate == "at_turn":
            yield Say("husky.todo_move_away")
        yield Say("husky.todo_play_blocked" if state.still else "husky.todo_play")


def _turn(state: State, musher: Musher, pending: Pending) -> Iterator[Say]:
    """The instructions for the seat that is up: move, animals, event, OK (rules.md 8.3)."""
    if pending.drawn is None:
        yield from _distance(state, musher, pending)
        yield from _animals(state, pending)
    yield from _event(state, pending)
    yield from _passing(state, musher, pending)
    if may_close(state):
        yield Say("husky.todo_done")


def _passing(state: State, musher: Musher, pending: Pending) -> Iterator[Say]:
    """The report of checkpoint or finish that the companion cannot see.

    A board shows them, except for the checkpoints of a move of unknown distance.
    """
    count = figures.distance(state)
    stays = count == 0 and pending.drawn is None
    if state.still or stays or (state.board is not None and count is not None):
        return
    if musher.missing:
        number = musher.missing[0]
        press = pressing("event", checkpoint_label(number))
        yield Say("husky.todo_next", {"number": number, "press": press})
    elif state.board is None:
        yield Say("husky.todo_finish", {"press": pressing("event", FINISH)})


def _distance(state: State, musher: Musher, pending: Pending) -> Iterator[Say]:
    if state.still:
        yield Say("husky.todo_still")
        return
    if pending.moved:
        return
    count = figures.distance(state)
    if state.board is None and musher.begun and not pending.where:
        found = figures.distances(state, pending.action)
        yield (
            Say("husky.todo_where_read") if count is None else Say("husky.todo_where", dict(found))
        )
        return
    where = figures.standing(musher, pending)
    if count is None:
        yield _unknown(state, where)
        return
    yield Say(
        "husky.todo_move" if count else "husky.todo_stay",
        {
            "where": in_words(where),
            "count": count,
        },
    )


def _unknown(state: State, where: str) -> Say:
    """The instruction for a card with an unknown face: players read the distance off it."""
    if state.weather is None:
        return Say("husky.todo_read_all", {"where": in_words(where)})
    less = getattr(state.weather, COLOUR_OF[where])
    if not less:
        return Say("husky.todo_read_free", {"where": in_words(where)})
    return Say("husky.todo_read", {"where": in_words(where), "less": less})


def _animals(state: State, pending: Pending) -> Iterator[Say]:
    count, action = figures.animal_steps(state), pending.action
    if action is None:
        if not pending.animals:
            yield Say("husky.todo_animals_read", {"count": count})
        elif len(pending.animals) == 1:
            yield Say("husky.todo_animal_read", {"count": count})
        return
    left = species(action.animals if state.board is None else ground.unmoved(state))
    if len(left) == 1:
        yield Say("husky.todo_animal", {"animal": left[0], "count": count})
    elif left:
        yield Say("husky.todo_animals", {"animals": left, "count": count})


def _event(state: State, pending: Pending) -> Iterator[Say]:
    if pending.drawn is not None:
        text = state.cards.texts[pending.drawn - 1] if pending.drawn else None
        yield Say("husky.todo_event_text", {"text": text}) if text else Say("husky.todo_event_read")
        if figures.asks(state):
            asks = Say("husky.todo_event_asks", {"press": holding("event", EVENT)})
            yield asks if state.board is None else Say("husky.todo_event_board")
    elif may_draw(state):
        if state.drawn.count >= EVENTS:
            yield Say("husky.todo_shuffle_event")
        due = "event" if figures.event_due(state) else "event_maybe"
        by_event = state.board is not None and figures.distance(state) is not None
        press = pressing("event", DRAW) if by_event else holding("ok", DRAW)
        yield Say(f"husky.todo_{due}", {"press": press})
