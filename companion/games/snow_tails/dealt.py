"""The cards of a sled that the table plays: its hand, its deck, and how the deck is shuffled. Pure.

Equal seeds shuffle equally, on every machine and in every version: the numbers come from the
generator below and from nothing else.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

STRENGTHS = ("careful", "keen", "merciless")
"""How well the table plays, the weakest first."""

_WORD = 2**64 - 1


@dataclass(frozen=True, slots=True)
class Dealt:
    """The cards of a played sled. Neither hand nor deck is part of a view.

    `seed`: of all its shuffles; `shuffles`: those made so far. `hand`: values in ascending order,
    surplus cards that are still to be named among them. `deck`: values, the next card first.
    """

    strength: str
    seed: int
    shuffles: int = 0
    hand: tuple[int, ...] = ()
    deck: tuple[int, ...] = ()

    def draw(self, count: int) -> "Dealt":
        """Take cards from the deck into the hand."""
        hand = tuple(sorted((*self.hand, *self.deck[:count])))
        return replace(self, hand=hand, deck=self.deck[count:])

    def without(self, value: int, count: int = 1) -> "Dealt":
        """The cards with `count` of this value out of the hand."""
        hand = list(self.hand)
        for _ in range(count):
            hand.remove(value)
        return replace(self, hand=tuple(hand))

    def shuffle(self, back: Iterable[int]) -> "Dealt":
        """Shuffle these cards and what is left of the deck."""
        number = self.shuffles + 1
        cards = shuffled(sorted((*self.deck, *back)), self.seed ^ _mixed(number))
        return replace(self, deck=tuple(cards), shuffles=number)


def deal(strength: str, seed: int, copies: Sequence[int], count: int) -> Dealt:
    """The cards at the start: the deck is shuffled, `count` cards are drawn.

    `copies`: how many cards of each value the deck has.
    """
    cards = [value for value, many in enumerate(copies, 1) for _ in range(many)]
    return Dealt(strength, seed).shuffle(cards).draw(count)


def shuffled(cards: Sequence[int], seed: int) -> list[int]:
    """The cards in an order that follows from the seed: Fisher and Yates with SplitMix64."""
    order, state = list(cards), seed & _WORD
    for last in range(len(order) - 1, 0, -1):
        state = (state + 0x9E3779B97F4A7C15) & _WORD
        at = _mixed(state) * (last + 1) >> 64
        order[at], order[last] = order[last], order[at]
    return order


def seed_of(race: int, number: int) -> int:
    """The seed of the deck with this number in a race with this seed."""
    return _mixed((race + number * 0x9E3779B97F4A7C15) & _WORD)


def _mixed(word: int) -> int:
    """SplitMix64's finalizer: 64 bits, each of which depends on all of the word's."""
    word = ((word ^ word >> 30) * 0xBF58476D1CE4E5B9) & _WORD
    word = ((word ^ word >> 27) * 0x94D049BB133111EB) & _WORD
    return word ^ word >> 31
