"""With a board: who stands where, and where mushers and animals may go (HU-14, HU-15, HU-21)."""

from functools import lru_cache

from companion.games.husky import figures
from companion.games.husky.board import At, Board, spread
from companion.games.husky.reach import bits, passes, reach
from companion.games.husky.state import State

AWAY = 3
"""So many spaces from every musher an animal is moved away, or as many as possible (HU-21)."""


def mushers_on(state: State, board: Board) -> int:
    """All spaces on which a musher stands."""
    spaces = 0
    for musher in state.mushers:
        if musher.at is not None:
            spaces |= board.bit(musher.at)
    return spaces


def animals_on(state: State, board: Board) -> int:
    """All spaces on which an animal stands."""
    spaces = 0
    for at in state.animals:
        spaces |= board.bit(at)
    return spaces


def shared(board: Board) -> int:
    """Spaces where several mushers may stand: checkpoints, start, finish (HU-30, AM-HU-06)."""
    return board.of("SF123")


def musher_ends(state: State) -> tuple[At, ...]:
    """Where the musher that is up may end its move; none if it does not move (any more)."""
    board, pending = state.board, state.pending
    if board is None or pending is None or figures.has_moved(state, pending):
        return ()
    up = state.musher(state.turn)
    assert up.at is not None
    steps = figures.distance(state)
    free = _free_for_mushers(state, board)
    if steps is None:
        return tuple(board.places(free & ~board.bit(up.at)))
    ends = reach(board.bit(up.at), free, board.of("F"), steps, board.stride)
    return tuple(board.places(ends))


def _free_for_mushers(state: State, board: Board) -> int:
    """Spaces that nobody stands on, or that mushers share."""
    others = mushers_on(state, board) & ~shared(board)
    return board.of("wgbSF123") & ~others & ~animals_on(state, board)


def passed(state: State, to: At) -> tuple[int, ...]:
    """The checkpoints that the move of the musher that is up to this space passes.

    Only where the move begins and ends is seen: as nobody would go around a checkpoint that he
    needs (HU-31), each that can be passed on the same way is, in order or not (AM-HU-05); the lower
    number first, where one way cannot lead over both. Where the move ends, that one is passed.
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
        marks = tuple(board.of(str(one)) for one in (*found, number))
        if number != last and _on_the_way(state, board, up.at, to, steps, marks):
            found.append(number)
    return tuple(sorted(found))


def _on_the_way(
    state: State, board: Board, at: At, to: At, steps: int, marks: tuple[int, ...]
) -> bool:
    """Whether the move can lead over all of these; it may be shorter than the distance only where
    it had to be, or at the finish."""
    free = _free_for_mushers(state, board) & ~board.of("F")
    here, end = board.bit(at), board.bit(to)
    most = [steps] if _full(board, here, free, steps, end) else range(steps, 0, -1)
    return any(passes(here, end, free, length, board.stride, marks) for length in most)


def _full(board: Board, here: int, free: int, steps: int, end: int) -> bool:
    """Whether the full distance leads to this space, which is no finish."""
    if end & board.of("F"):
        return False
    return passes(here, end, free, steps, board.stride, ())


def animal_ends(state: State, animal: int) -> tuple[At, ...]:
    """Where an animal (numbered from 1) may be moved in this turn (HU-15, HU-17, AM-HU-11)."""
    board, pending = state.board, state.pending
    if board is None or pending is None or animal in pending.animals or _waits(state):
        return ()
    if not _wanted(state, board, animal):
        return ()
    return _steps(state, board, animal)


def _steps(state: State, board: Board, animal: int) -> tuple[At, ...]:
    """The spaces at one or two steps, over free ones; a musher may stand on the last."""
    at = state.animals[animal - 1]
    region = board.regions[at] & ~_closed(state, board)
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
    """Exactly `steps`, or as far as possible; `last`: where the move may end."""
    near = spread(at, stride) & ~at
    if steps == 1:
        return near & last
    ends = 0
    for space in bits(near & free):
        ends |= spread(space, stride) & last & ~space & ~at
    return ends or near & last


def _closed(state: State, board: Board) -> int:
    """No animal may stand on the start while a musher still has to be placed there (HU-10)."""
    if all(musher.at is not None for musher in state.mushers if musher.racing):
        return 0
    return board.of("S") & ~mushers_on(state, board)


def _wanted(state: State, board: Board, animal: int) -> bool:
    """Whether the card names its species, and no other of that species was moved (HU-15)."""
    pending = state.pending
    assert pending is not None
    species = board.animals[animal - 1].species
    moved = [board.animals[one - 1].species for one in pending.animals]
    if species in moved:
        return False
    return len(moved) < 2 if pending.action is None else species in pending.action.animals


def _waits(state: State) -> bool:
    """Whether the musher must move first, or an animal must be moved away first."""
    return must_move(state) or bool(to_relocate(state))


def must_move(state: State) -> bool:
    """Whether the musher that is up still has to move."""
    return figures.distance(state) is not None and bool(musher_ends(state))


def unmoved(state: State) -> tuple[str, ...]:
    """The species of the card of which an animal still must be moved and can be (AM-HU-10).

    None any more once the event card was drawn: it comes after them.
    """
    board, pending = state.board, state.pending
    if board is None or pending is None or pending.action is None or pending.drawn is not None:
        return ()
    able = {
        animal.species
        for number, animal in enumerate(board.animals, 1)
        if number not in pending.animals
        and _wanted(state, board, number)
        and _steps(state, board, number)
    }
    return tuple(species for species in pending.action.animals if species in able)


def settled(state: State) -> bool:
    """Whether all figures have moved that had to: then come the event and the end (HU-16)."""
    if state.board is None:
        return True
    return not (to_relocate(state) or must_move(state) or unmoved(state))


def to_relocate(state: State) -> tuple[tuple[int, int], ...]:
    """Animals that must be moved away now, each with the seat that does it (HU-21, AM-HU-03)."""
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
    """Free spaces of its region, three spaces from every musher, else two, else any (AM-HU-12)."""
    board = state.board
    assert board is not None
    mushers = mushers_on(state, board)
    region = board.regions[state.animals[animal - 1]] & ~_closed(state, board)
    region &= ~animals_on(state, board)
    near = [mushers]
    for _ in range(AWAY - 1):
        near.append(spread(near[-1], board.stride) & board.all)
    for closer in reversed(near):
        if region & ~closer:
            return tuple(board.places(region & ~closer))
    return ()
