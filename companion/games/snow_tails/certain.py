"""The pairs of sleds whose race order is certain at the end of a round, without a course.

The companion knows the order that was confirmed last, each sled's turn of this round and the lines
that it has crossed. It does not know distances, lanes or bends. Spaces moved are therefore never
compared: on the inside of a bend a sled passes another one with fewer spaces (ST-21, ST-22), and
how many fewer only the printed pieces say (AM-ST-17). Certain is what follows from the rules alone:

1. A sled that has finished is ahead of one that is racing (ST-90). Of two finishers, the one more
   rows past the line is ahead; in one row, the one nearer the flag (ST-91).
2. A sled that has crossed more lines is ahead: each line lies across the whole course (ST-60). Not
   so where the order of the last step said otherwise: then a line had been forgotten.
3. A sled that did not move (ST-42) stays behind every sled that was ahead: sleds only move forward
   (ST-43).
4. A sled that hit another one stands behind it (ST-65, ST-66), and so behind everything ahead of
   it. Which one it hit is not said: it is one of those that were ahead, since nobody behind has
   moved yet (ST-24). A placed or eliminated sled may still have stood on the course (AM-ST-11).
5. Ahead of one that is ahead of a third is ahead of the third.

Premise: the marks are complete. A forgotten one is added as a late mark, and the pairs follow. A
corrected turn, order, status or number of lines makes a round's turns prove nothing: then 1 alone
counts. Pairs that contradict each other are open.
"""

from collections.abc import Iterable, Iterator
from itertools import permutations

from companion.games.snow_tails.state import Sled, State

Pairs = frozenset[tuple[int, int]]
"""Seats (ahead, behind)."""


def certain_pairs(state: State) -> Pairs:
    """The pairs that the order step keeps as they are.

    If the table wants to be asked what is certain, too, they are those of a finished and a racing
    sled.
    """
    asked = [sled for sled in state.sleds if sled.asked]
    if state.settings.ask_certain:
        racing = [sled.seat for sled in asked if sled.racing]
        return frozenset((one.seat, seat) for one in asked if not one.racing for seat in racing)
    pairs = {
        (one.seat, other.seat)
        for one, other in permutations(asked, 2)
        if _is_ahead(state, one, other)
    }
    hits = [] if state.corrected else [_behind_one_of(state, sled) for sled in asked if _hit(sled)]
    _add_what_follows(pairs, [sled.seat for sled in asked], hits)
    return frozenset(pair for pair in pairs if pair[::-1] not in pairs)


def open_pairs(state: State) -> tuple[tuple[int, int], ...]:
    """The pairs of the proposal whose order the table has to say, front first."""
    certain, seats = certain_pairs(state), state.proposed
    pairs = ((one, other) for at, one in enumerate(seats) for other in seats[at + 1 :])
    return tuple(pair for pair in pairs if not {pair, pair[::-1]} & certain)


def question(state: State) -> tuple[int, int] | None:
    """The seats (behind, ahead) of the only open pair, as in the last order; else None."""
    if len(pairs := open_pairs(state)) != 1 or not set(pairs[0]) <= set(state.order):
        return None
    ahead, behind = sorted(pairs[0], key=state.order.index)
    return behind, ahead


def in_order(seats: Iterable[int], certain: Pairs) -> tuple[int, ...]:
    """The seats in this order, changed only where a certain pair says otherwise."""
    left, sorted_seats = list(seats), []
    while left:
        free = (seat for seat in left if not any((other, seat) in certain for other in left))
        sorted_seats.append(first := next(free))
        left.remove(first)
    return tuple(sorted_seats)


def _is_ahead(state: State, one: Sled, other: Sled) -> bool:
    """Whether a rule about two sleds says that the first is ahead of the second."""
    if not one.racing or not other.racing:
        return _finished_ahead(one, other)
    if state.corrected:
        return False
    return _more_lines(state, one, other) or (_was_ahead(state, one, other) and _stayed(other))


def _finished_ahead(one: Sled, other: Sled) -> bool:
    """Whether the first has finished and the second has not, or is nearer to the line."""
    if one.racing or other.racing:
        return other.racing
    if one.rows is None or other.rows is None:
        return False
    if one.rows != other.rows:
        return one.rows > other.rows
    return one.lane is not None and other.lane is not None and one.lane < other.lane


def _more_lines(state: State, one: Sled, other: Sled) -> bool:
    """Whether the first has crossed more lines and the last order did not say otherwise."""
    forgotten = _was_ahead(state, other, one) and _lines_before(one) > _lines_before(other)
    return one.lines > other.lines and not forgotten


def _lines_before(sled: Sled) -> int:
    return sled.last.lines if sled.last else sled.lines


def _was_ahead(state: State, one: Sled, other: Sled) -> bool:
    """Whether the order of this round's start has the first ahead of the second."""
    return one.seat in _ahead_of(state, other)


def _ahead_of(state: State, sled: Sled) -> tuple[int, ...]:
    return state.order[: state.order.index(sled.seat)] if sled.seat in state.order else ()


def _stayed(sled: Sled) -> bool:
    return sled.last is not None and sled.last.speed <= 0


def _hit(sled: Sled) -> bool:
    return sled.last is not None and sled.last.marks[-1:] == ("sled",)


def _behind_one_of(state: State, sled: Sled) -> tuple[int, frozenset[int]]:
    """A sled that hit another one, and the seats that it can have hit."""
    placed = (other.seat for other in state.sleds if other.place is not None)
    return sled.seat, frozenset((*_ahead_of(state, sled), *placed))


def _add_what_follows(
    pairs: set[tuple[int, int]], seats: list[int], hits: list[tuple[int, frozenset[int]]]
) -> None:
    """Add to the pairs what follows from them by 4 and 5, until nothing more does."""
    before = -1
    while len(pairs) > before:
        before = len(pairs)
        pairs.update(_chained(tuple(pairs)))
        for behind, hit in hits:
            pairs.update(
                (seat, behind)
                for seat in seats
                if hit and all(one == seat or (seat, one) in pairs for one in hit)
            )


def _chained(pairs: tuple[tuple[int, int], ...]) -> Iterator[tuple[int, int]]:
    for one, middle in pairs:
        yield from ((one, last) for first, last in pairs if first == middle and one != last)
