"""The plays of a turn: a card, its slots, and the end of the move that they lead to."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any, NamedTuple

from companion.games.game import Act
from companion.games.snow_tails import figures
from companion.games.snow_tails.driving import Drive, bonus_of, drives, numbered
from companion.games.snow_tails.state import SLOTS, Pending, Sled, State

SLOT_SETS = tuple(slots for count in (1, 2, 3) for slots in combinations(SLOTS, count))
"""The slots that cards of one value can lie on (ST-32), the fewest first."""


class Play(NamedTuple):
    """A whole turn. `which`: the number of the end among those on its space.

    `mildest`: it is the end that the move takes unless another is chosen.
    """

    pending: Pending
    live: figures.Move
    bonus: int
    drive: Drive
    which: int
    mildest: bool

    @property
    def mat(self) -> tuple[int, int, int]:
        """The values that lie on the mat then: left, right, brake."""
        return self.live.left, self.live.right, self.live.brake

    def kept(self, hand: Sequence[int]) -> list[int]:
        """The cards that stay in this hand."""
        left = list(hand)
        for _ in self.pending.slots:
            left.remove(self.pending.value)
        return left

    def acts(self, seat: int) -> list[dict[str, Any]]:
        """The acts of the turn, those that people would send."""
        bonus = {"bonus": True} if self.bonus else {}
        card = {"value": self.pending.value}
        acts: list[dict[str, Any]] = [{"act": "tap", "seat": seat, "card": card}]
        acts += [{"act": "slot", "seat": seat, "slot": slot} for slot in self.pending.slots]
        if not self.mildest:
            to = list(self.drive.to)
            acts.append({"act": "move", "seat": seat, "to": to, "which": self.which, **bonus})
        return [*acts, {"act": "done", "seat": seat, **bonus}]


def plays(state: State, sled: Sled, hand: Sequence[int]) -> Iterator[Play]:
    """All plays of the sled that is up with these cards, on a laid course."""
    for value in sorted(set(hand)):
        for slots in SLOT_SETS:
            if len(slots) <= hand.count(value):
                yield from _ends(replace(state, pending=Pending(value, slots)), sled)


def _ends(state: State, sled: Sled) -> Iterator[Play]:
    pending = state.pending
    assert pending is not None
    live = figures.move(sled, pending)
    size = bonus_of(state, sled, pending, live)
    for bonus in (0, size) if size else (0,):
        for number, (drive, which) in enumerate(numbered(drives(state, sled, bonus))):
            yield Play(pending, live, bonus, drive, which, mildest=number == 0)


def discards(seat: int, values: Sequence[int]) -> list[Act]:
    """The acts that throw these surplus cards away."""
    return [{"act": "discard", "seat": seat, "value": value} for value in values]
