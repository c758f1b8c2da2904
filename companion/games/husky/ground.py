"""Positions on a board and possible moves of mushers and animals (HU-14, HU-15, HU-21)."""

from functools import lru_cache

from companion.games.husky import figures
from companion.games.husky.board import At, Board, spread
from companion.games.husky.reach import bits, passes, reach
from companion.games.husky.state import State

AWAY = 3
"""The distance from every musher to which an attacker is moved away, if possible (HU-21)."""


def mushers_on(state: State, board: Board) -> int:
    """All spaces with a musher."""
    spaces = 0
    for musher in state.mushers:
        if musher.at is not None:
            spaces |= board.bit(musher.at)
    return spaces


def animals_on(state: State, board: Board) -> int:
    """All spaces with an animal."""
    spaces = 0
    for at in state.animals:
        spaces |= board.bit(at)
    return spaces


def shared(board: Board) -> int:
    """Spaces for several mushers: checkpoints, start, finish (HU-30, AM-HU-06)."""
    return board.spaces_of("SF123")


def musher_ends(state: State) -> tuple[At, ...]:
    """The possible ends of the current musher's move; none if it does not move."""
    board, pending = state.board, state.pending
    if board is None or pending is None or figures.has_moved(state, pending):
        return ()
    up = state.musher(state.turn)
    assert up.at is not None
    steps = figures.distance(state)
    free = _free_for_mushers(state, board)
    if steps is None:
        return tuple(board.places(free & ~board.bit(up.at)))
    ends = reach(board.bit(up.at), free, board.spaces_of("F"), steps, board.stride)
    return tuple(board.places(ends))


def _free_for_mushers(state: State, board: Board) -> int:
    """Spaces that are free or shared by mushers."""
    others = mushers_on(state, board) & ~shared(board)
    return board.spaces_of("wgbSF123") & ~others & ~animals_on(state, board)


def passed(state: State, to: At) -> tuple[int, ...]:
    """The checkpoints that the current musher passes on its move to this space.

    Only start and end of a move are known. Players would not avoid a checkpoint that they need
    (HU-31), so every missing one that the move can pass counts, in any order (AM-HU-05); if one way
    cannot pass both, the lower number counts. A checkpoint at the end is always passed.
    """
    board, up, steps = state.board, state.musher(state.turn), figures.distance(state)
    assert board is not None
    assert up.at is not None
    kind = board.kind(to)
    last = int(kind[-1]) if kind.startswith("checkpoint") else 0
    found = [number for number in up.missing if number == last]
    if steps is None:
        return tuple(found)
    for number in up.missing:
        marks = tuple(board.spaces_of(str(one)) for one in (*found, number))
        if number != last and _on_the_way(state, board, up.at, to, steps, marks):
            found.append(number)
    return tuple(sorted(found))


def _on_the_way(
    state: State, board: Board, at: At, to: At, steps: int, marks: tuple[int, ...]
) -> bool:
    """Whether the move can pass at least one space of each mark.

    It can be shorter than the distance only if it has to be, or if it ends at the finish.
    """
    free = _free_for_mushers(state, board) & ~board.spaces_of("F")
    here, end = board.bit(at), board.bit(to)
    most = [steps] if _full_distance(board, here, free, steps, end) else range(steps, 0, -1)
    return any(passes(here, end, free, length, board.stride, marks) for length in most)


def _full_distance(board: Board, here: int, free: int, steps: int, end: int) -> bool:
    """Whether the full distance can end on this space, which is not a finish."""
    if end & board.spaces_of("F"):
        return False
    return passes(here, end, free, steps, board.stride, ())


def animal_ends(state: State, animal: int) -> tuple[At, ...]:
    """The possible ends of an animal's move in this turn (HU-15, HU-17, AM-HU-11).

    Animals are numbered from 1.
    """
    board, pending = state.board, state.pending
    if board is None or pending is None or animal in pending.animals or _animals_wait(state):
        return ()
    if not _named_by_card(state, board, animal):
        return ()
    return _steps(state, board, animal)


def _steps(state: State, board: Board, animal: int) -> tuple[At, ...]:
    """Spaces one or two steps away over free ones; a musher can be on the last."""
    at = state.animals[animal - 1]
    region = board.regions[at] & ~_reserved_start(state, board)
    mushers, others = mushers_on(state, board), animals_on(state, board)
    return tuple(
        board.places(
            _animal_reach(
                board.bit(at),
                region & ~others,
                region & ~others & ~mushers,
                figures.animal_steps(state),
                board.stride,
            )
        )
    )


@lru_cache(maxsize=256)
def _animal_reach(at: int, last: int, free: int, steps: int, stride: int) -> int:
    """The ends at exactly `steps`, or as near to that as possible. `last`: allowed end spaces."""
    near = spread(at, stride) & ~at
    if steps == 1:
        return near & last
    ends = 0
    for space in bits(near & free):
        ends |= spread(space, stride) & last & ~space & ~at
    return ends or near & last


def _reserved_start(state: State, board: Board) -> int:
    """The start, while a musher has yet to be placed there (HU-10): closed to animals."""
    if all(musher.at is not None for musher in state.mushers if musher.racing):
        return 0
    return board.spaces_of("S") & ~mushers_on(state, board)


def _named_by_card(state: State, board: Board, animal: int) -> bool:
    """Whether the card names this species and no other animal of it has moved (HU-15)."""
    pending = state.pending
    assert pending is not None
    species = board.animals[animal - 1].species
    moved = [board.animals[one - 1].species for one in pending.animals]
    if species in moved:
        return False
    return len(moved) < 2 if pending.action is None else species in pending.action.animals


def _animals_wait(state: State) -> bool:
    """Whether a musher's move or a relocation has to come first."""
    return must_move(state) or bool(to_relocate(state))


def must_move(state: State) -> bool:
    """Whether the musher that is up still has to move."""
    return figures.distance(state) is not None and bool(musher_ends(state))


def unmoved(state: State) -> tuple[str, ...]:
    """The species on the card with an animal that still has to move and can (AM-HU-10).

    Empty after the event card is drawn, which comes after the animals.
    """
    board, pending = state.board, state.pending
    if board is None or pending is None or pending.action is None or pending.drawn is not None:
        return ()
    able = {
        animal.species
        for number, animal in enumerate(board.animals, 1)
        if number not in pending.animals
        and _named_by_card(state, board, number)
        and _steps(state, board, number)
    }
    return tuple(species for species in pending.action.animals if species in able)


def settled(state: State) -> bool:
    """Whether all required moves are done, so that the event and the end can follow (HU-16)."""
    if state.board is None:
        return True
    return not (to_relocate(state) or must_move(state) or unmoved(state))


def to_relocate(state: State) -> tuple[tuple[int, int], ...]:
    """Animals to be moved away now, each with the seat that does it (HU-21, AM-HU-03)."""
    board = state.board
    if board is None or state.phase == "over":
        return ()
    found = []
    for number, at in enumerate(state.animals, 1):
        seats = [musher.seat for musher in state.mushers if musher.at == at]
        if state.settings.relocate == "at_turn":
            seats = [seat for seat in seats if seat == state.turn and state.pending is None]
        if seats and relocations(state, number):
            found.append((number, seats[0]))
    return tuple(found)


def relocations(state: State, animal: int) -> tuple[At, ...]:
    """Free spaces in its region, at least 3 (else 2, else 1) from all mushers (AM-HU-12)."""
    board = state.board
    assert board is not None
    mushers = mushers_on(state, board)
    region = board.regions[state.animals[animal - 1]] & ~_reserved_start(state, board)
    region &= ~animals_on(state, board)
    near = [mushers]
    for _ in range(AWAY - 1):
        near.append(spread(near[-1], board.stride) & board.all)
    for closer in reversed(near):
        if region & ~closer:
            return tuple(board.places(region & ~closer))
    return ()
