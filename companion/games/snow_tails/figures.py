"""Values derived from a state: speed, drift, bonus, position, unseen cards, result.

They are computed on each call; none is stored.
"""

from typing import NamedTuple

from companion.games.snow_tails.state import HAND, POINTS, Card, Pending, Sled, State, stopped


class Move(NamedTuple):
    """The sum of a mat (ST-40 to ST-44). `drift_side` is "left", "right" or None."""

    left: int
    right: int
    brake: int
    speed: int
    drift: int
    drift_side: str | None
    drift_steps: int
    straight_steps: int
    balanced: bool


def move(sled: Sled, pending: Pending | None) -> Move:
    """The current sum: the cards on the mat, with those being played."""
    left, right, brake = sled.left, sled.right, sled.brake
    if pending is not None:
        slots, value = pending.slots, pending.value
        left = value if "left" in slots else left
        right = value if "right" in slots else right
        brake = value if "brake" in slots else brake
    speed = left + right - brake
    drift = abs(left - right)
    side = None if drift == 0 else "left" if left > right else "right"
    steps = min(drift, max(speed, 0))
    return Move(left, right, brake, speed, drift, side, steps, max(speed, 0) - steps, left == right)


def position(state: State, sled: Sled) -> int | None:
    """The place in the race before the sled moves (ST-24, AM-ST-08, AM-ST-09)."""
    if sled.place is not None:
        return sled.place
    if sled.status == "eliminated":
        return None
    before = 0
    for seat in state.order:
        if seat == sled.seat:
            break
        other = state.sled(seat)
        before += other.status != "eliminated" and other.place is None
    placed = sum(other.place is not None for other in state.sleds)
    return before + 1 + (placed if state.settings.finished_count else 0)


def bonus(state: State, sled: Sled, live: Move) -> int:
    """The balanced bonus of this sum, 0 for none (ST-50)."""
    if state.round < 2 or not live.balanced or live.speed < 1 or not sled.racing:
        return 0
    return position(state, sled) or 0


def bonus_allowed(state: State, pending: Pending | None, size: int) -> bool:
    """Whether a bonus of this size can still be taken (AM-ST-01)."""
    if size == 0 or pending is None or state.settings.bonus_may_crash:
        return size > 0
    return not stopped(pending.marks)


def most_spaces(state: State, sled: Sled, pending: Pending, live: Move) -> int:
    """The most spaces that this move can drive, bonus included (ST-43, ST-53).

    A crash takes one: the step that would have entered the edge or the other sled.
    """
    size = bonus(state, sled, live)
    extra = size if bonus_allowed(state, pending, size) else 0
    return live.speed + extra - stopped(pending.marks)


def open_cards(sled: Sled) -> tuple[Card, ...]:
    """The face-up cards: both dogs' piles and the named cards of the discard."""
    return sled.left_pile + sled.right_pile + sled.discard


def unseen(state: State, sled: Sled, value: int) -> int:
    """Cards of a value that are neither on the mat nor, by value, in the discard."""
    known = sum(card.value == value for card in open_cards(sled))
    return state.settings.deck[value - 1] - known


def holdable(state: State, sled: Sled, value: int) -> int:
    """Cards of a value that the hand can hold; those that it does hold if the table plays it."""
    return unseen(state, sled, value) if sled.dealt is None else sled.dealt.hand.count(value)


def draws_nothing(sled: Sled) -> bool:
    """Whether the last turn ended at a sled, so that the hand stays short (ST-66)."""
    hit = sled.last is not None and sled.last.marks[-1:] == ("sled",)
    return hit and sled.asked and sled.dogs + sled.dents < HAND


def same_space(state: State, sled: Sled) -> Sled | None:
    """Another finisher of this round reported on the same space (ST-23), None if there is none."""
    if sled.rows is None or sled.lane is None or sled.place is not None:
        return None
    space = (sled.rows, sled.lane)
    others = (one for one in state.sleds if one.seat != sled.seat and one.place is None)
    return next((one for one in others if (one.rows, one.lane) == space), None)


def unsaid(state: State, sled: Sled) -> bool:
    """Whether this finisher's rows or lane are unreported but decide its place against another one.

    The lane decides only between finishers in one row (ST-92).
    """
    others = [one for one in state.sleds if one.status == "finished" and one.place is None]
    if sled not in others or len(others) < 2:
        return False
    in_row = any(one.rows == sled.rows for one in others if one.seat != sled.seat)
    return sled.rows is None or (sled.lane is None and in_row)


def next_limit(state: State, sled: Sled) -> int | None:
    """The limit of the next line; None if that is the finish line or the sled has finished."""
    return state.limits[sled.lines] if sled.lines < len(state.limits) else None


def doubts(state: State) -> tuple[int, ...]:
    """Seats proposed ahead of one that has crossed more lines: they may have forgotten one."""
    found = []
    most = 0
    for seat in reversed(state.proposed):
        lines = state.sled(seat).lines
        if lines < most:
            found.append(seat)
        most = max(most, lines)
    return tuple(reversed(found))


def points(state: State, sled: Sled) -> int:
    """Season points (ST-93, AM-ST-13)."""
    if sled.place is None:
        return state.settings.dnf_points
    return POINTS[sled.place - 1] if sled.place <= len(POINTS) else 0


def result(state: State) -> tuple[Sled, ...]:
    """All sleds at the end of the race: by place, then the eliminated by seat."""
    return tuple(
        sorted(state.sleds, key=lambda sled: (sled.place or len(state.sleds) + 1, sled.seat))
    )
