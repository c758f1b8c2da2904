"""Moves of musher and animals from space to space, with a board."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.errors import Refused
from companion.games.game import Event
from companion.games.husky import figures, ground
from companion.games.husky.board import At, Board
from companion.games.husky.incidents import apply_attack, pass_checkpoint, win
from companion.games.husky.state import Musher, Pending, State
from companion.games.husky.words import not_up, say, species

Act = Mapping[str, Any]


def move(state: State, act: Act, events: list[Event]) -> State:
    """Move the musher that is up (HU-14). Checkpoints and finish are detected."""
    _, up, pending = _playing(state, act)
    _check_move(state, up, pending)
    to, ends = space(act["to"]), ground.musher_ends(state)
    if to not in ends:
        raise _unreachable(state, up, to)
    passing = ground.passed(state, to)
    state = state.with_musher(replace(up, at=to), pending=replace(pending, moved=True))
    events.append(say("husky.moved", up, column=to[0], row=to[1]))
    for number in passing:
        state = pass_checkpoint(state, state.musher(up.seat), number, events)
    return end_if_finished(state, state.musher(up.seat), events)


def _check_move(state: State, up: Musher, pending: Pending) -> None:
    if figures.has_moved(state, pending):
        raise Refused("husky.moved_already", name=up.name)
    if state.still:
        raise Refused("husky.still", name=up.name)
    if figures.distance(state) == 0:
        raise Refused("husky.no_move", name=up.name)


def _unreachable(state: State, up: Musher, to: At) -> Refused:
    count = figures.distance(state)
    named: dict[str, Any] = {"name": up.name, "column": to[0], "row": to[1]}
    if count is None:
        return Refused("husky.space_taken", **named)
    return Refused("husky.space_far", **named, count=count)


def end_if_finished(state: State, up: Musher, events: list[Event]) -> State:
    """End the race if the musher is at the finish with all checkpoints passed (HU-33)."""
    if not figures.may_be_at_finish(state, up):
        return state
    if up.missing:
        events.append(say("husky.finish_early", up, "refused", missing=list(up.missing)))
        return state
    return win(state, up, events)


def animal(state: State, act: Act, events: list[Event]) -> State:
    """Move an animal of the card (HU-15); on a musher's space it attacks (HU-20)."""
    board, up, pending = _playing(state, act)
    number, to = act["animal"], space(act["to"])
    _check_animal(state, board, up, pending, number)
    if to not in ground.animal_ends(state, number):
        raise _no_step(state, board, number, to)
    kind = board.animals[number - 1].species
    (named,) = species([kind])
    events.append(
        say("husky.animal_moved", up, animal=named, number=number, column=to[0], row=to[1])
    )
    pending = replace(pending, animals=(*pending.animals, number))
    state = replace(state, pending=pending, animals=with_animal(state, number, to))
    for victim in [musher for musher in state.mushers if musher.at == to]:
        state = apply_attack(state, state.musher(victim.seat), kind, events)
    return state


def _check_animal(state: State, board: Board, up: Musher, pending: Pending, number: int) -> None:
    check_number(board, number)
    for _, seat in ground.to_relocate(state):
        raise Refused("husky.relocate_first", name=state.musher(seat).name)
    if ground.must_move(state):
        raise Refused("husky.move_first", name=up.name, count=figures.distance(state))
    kinds = [board.animals[one - 1].species for one in pending.animals]
    kind = board.animals[number - 1].species
    if kind in kinds:
        raise Refused("husky.animal_twice", animal=species([kind])[0])
    if pending.action is not None and kind not in pending.action.animals:
        raise Refused("husky.animal_not_named", animals=species(pending.action.animals))
    if len(kinds) == 2:
        raise Refused("husky.animals_done", name=up.name)


def _no_step(state: State, board: Board, number: int, to: At) -> Refused:
    named = species([board.animals[number - 1].species])[0]
    return Refused(
        "husky.animal_far",
        animal=named,
        number=number,
        column=to[0],
        row=to[1],
        count=figures.animal_steps(state),
    )


def relocate(state: State, act: Act, events: list[Event]) -> State:
    """Move an attacker away within its region, by the attacked player (HU-21)."""
    board, number, to = board_of(state), act["animal"], space(act["to"])
    check_number(board, number)
    musher = state.musher(act["seat"])
    if (number, musher.seat) not in ground.to_relocate(state):
        raise Refused("husky.not_to_relocate", name=musher.name, number=number)
    named = species([board.animals[number - 1].species])[0]
    where = {"animal": named, "number": number, "column": to[0], "row": to[1]}
    if to not in ground.relocations(state, number):
        raise Refused("husky.relocate_near", **where)
    events.append(say("husky.relocated", musher, **where))
    return replace(state, animals=with_animal(state, number, to))


def place_on(state: State, musher: Musher, to: At) -> Musher:
    """The musher put on a space by an event card or a correction."""
    board = board_of(state)
    closed = ground.mushers_on(state, board) & ~ground.shared(board)
    if musher.at is not None:
        closed &= ~board.bit(musher.at)
    if board.kind(to) == "nothing":
        raise Refused("husky.no_space", column=to[0], row=to[1])
    if board.bit(to) & (closed | ground.animals_on(state, board)):
        raise Refused("husky.space_taken", name=musher.name, column=to[0], row=to[1])
    return replace(musher, at=to)


def _playing(state: State, act: Act) -> tuple[Board, Musher, Pending]:
    """The board, the musher that is up and its half-played turn. Raises Refused."""
    board = board_of(state)
    if act["seat"] != state.turn:
        raise not_up(state, act)
    up = state.musher(state.turn)
    if state.pending is None:
        raise Refused("husky.tap_first", name=up.name)
    return board, up, state.pending


def board_of(state: State) -> Board:
    if state.board is None:
        raise Refused("husky.no_board")
    return state.board


def check_number(board: Board, number: int) -> None:
    if not 1 <= number <= len(board.animals):
        raise Refused("husky.no_such_animal", number=number, count=len(board.animals))


def with_animal(state: State, number: int, to: At) -> tuple[At, ...]:
    return (*state.animals[: number - 1], to, *state.animals[number:])


def space(to: Sequence[int]) -> At:
    """A space from an act: column and row. Raises Refused."""
    if len(to) != 2:
        raise Refused("husky.space_pair")
    x, y = to
    return x, y
