"""The draw of a round: who sits at which table, and on which start place. Pure.

Measure, summed over the whole tournament (`cost`): a pair's second race together costs 4, its third
8, its fourth 12 …; a player's second race from one start place costs 1, the third 2 …; a player's
second race at a smaller table of its round costs 2, the third 4 …. So every repetition costs more
than the one before, and a draw without any costs 0. Sizes and byes are settled before
(`sizes`), because the number of players forces them.

Method (`draw`): players in random order go where they cost least; then pairs of players of two
races are swapped as long as that lowers the cost; all of it is repeated from another random order,
and the best is kept. The start places of each race are dealt at their least cost, exactly.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from random import Random

from companion.errors import Refused

Seating = tuple[int, ...]
"""The players of a race by start place."""

MEET, SMALL = 4, 2
"""Costs of a repeated pair and of a repeated small table; a repeated start place costs 1."""

TRIED = 4000
"""Players in all the random orders that a draw tries: 60 players take less than a second."""


@dataclass(frozen=True, slots=True)
class Past:
    """How often pairs have met, players have used a start place (from 0), sat at a small table,
    and had a bye."""

    met: Counter[tuple[int, int]] = field(default_factory=Counter)
    places: Counter[tuple[int, int]] = field(default_factory=Counter)
    small: Counter[int] = field(default_factory=Counter)
    byes: Counter[int] = field(default_factory=Counter)

    def add(self, seatings: Iterable[Seating]) -> None:
        """Count the races of one round."""
        races = list(seatings)
        largest = max(map(len, races), default=0)
        for race in races:
            self.met.update(pair(*both) for both in combinations(race, 2))
            self.places.update((player, place) for place, player in enumerate(race))
            if len(race) < largest:
                self.small.update(race)


def pair(one: int, other: int) -> tuple[int, int]:
    """Two players in the order of their numbers."""
    return (one, other) if one < other else (other, one)


def past(rounds: Iterable[Iterable[Seating]]) -> Past:
    """What the races of these rounds have in common."""
    found = Past()
    for seatings in rounds:
        found.add(seatings)
    return found


def cost(found: Past) -> int:
    """The measure of a whole tournament's draws; 0 if nothing is repeated."""
    return (
        MEET * _repeats(found.met.values())
        + _repeats(found.places.values())
        + SMALL * _repeats(found.small.values())
    )


def _repeats(counts: Iterable[int]) -> int:
    return sum(n * (n - 1) // 2 for n in counts)


def sizes(players: int, least: int, most: int, at_table: int, tables: int) -> list[int]:
    """The sizes of a round's races, the largest first, as even as possible.

    About `at_table` players sit in a race; more, up to `most`, if then all races are driven at once
    on `tables` tables (0: unknown). The sum is less than `players` only if no number of races takes
    them all: the others have a bye. Raises Refused if they are too few for one race.
    """
    if players < least:
        raise Refused("tournament.too_few_players", count=players, least=least)
    for seated in range(players, least - 1, -1):
        fewest, highest = -(-seated // most), seated // least
        if fewest <= highest:
            races = min(max(fewest, -(-seated // at_table)), highest)
            if fewest <= tables < races:
                races = tables
            return [seated // races + (at < seated % races) for at in range(races)]
    raise AssertionError("one race of the least size is always possible")


def draw(
    players: Sequence[int], lengths: Sequence[int], found: Past, rng: Random
) -> tuple[list[Seating], list[int]]:
    """The races of a round by start place, and the players who have a bye.

    A bye goes to those with the fewest so far.
    """
    order = list(players)
    rng.shuffle(order)
    order.sort(key=lambda player: found.byes[player])
    idle = len(order) - sum(lengths)
    byes, seated = order[:idle], order[idle:]
    best: list[Seating] = []
    lowest: tuple[int, int] | None = None
    for _ in range(max(1, TRIED // max(1, len(seated)))):
        rng.shuffle(seated)
        search = _Search(seated, lengths, found)
        search.improve()
        if lowest is not None and search.cost > lowest[0]:
            continue
        dealt = [_dealt(race, found, rng) for race in search.races]
        costs = search.cost, sum(extra for extra, _ in dealt)
        if lowest is None or sum(costs) < sum(lowest):
            best, lowest = [seating for _, seating in dealt], costs
        if not any(lowest):
            break
    return best, sorted(byes)


class _Search:
    """Races of a round that get better by swaps. `cost`: that of the round, without start places.

    `near[p][r]`: the cost of player p among the players of race r.
    """

    def __init__(self, order: Sequence[int], lengths: Sequence[int], found: Past):
        self._met = {p: {q: MEET * found.met[pair(p, q)] for q in order} for p in order}
        self._small = [length < max(lengths) for length in lengths]
        self._near = {
            p: [SMALL * found.small[p] if small else 0 for small in self._small] for p in order
        }
        self.races: list[list[int]] = [[] for _ in lengths]
        self._at: dict[int, int] = {}
        self.cost = 0
        for player in order:
            self._seat(player, lengths)

    def _seat(self, player: int, lengths: Sequence[int]) -> None:
        near = self._near[player]
        room = [at for at, race in enumerate(self.races) if len(race) < lengths[at]]
        at = min(room, key=lambda at: (near[at], len(self.races[at]) / lengths[at]))
        self.cost += near[at]
        self.races[at].append(player)
        self._at[player] = at
        for other, near_other in self._near.items():
            near_other[at] += self._met[other][player]

    def improve(self) -> None:
        """Swap players of two races until no swap lowers the cost."""
        better = True
        while better:
            better = False
            for one, other in combinations(self._at, 2):
                gain = self._gain(one, other)
                if gain > 0:
                    self._swap(one, other)
                    self.cost -= gain
                    better = True

    def _gain(self, one: int, other: int) -> int:
        here, there = self._at[one], self._at[other]
        if here == there:
            return 0
        mine, theirs = self._near[one], self._near[other]
        return mine[here] + theirs[there] - mine[there] - theirs[here] + 2 * self._met[one][other]

    def _swap(self, one: int, other: int) -> None:
        here, there = self._at[one], self._at[other]
        self.races[here][self.races[here].index(one)] = other
        self.races[there][self.races[there].index(other)] = one
        self._at[one], self._at[other] = there, here
        first, second = self._met[one], self._met[other]
        for player, near in self._near.items():
            change = first[player] - second[player]
            near[here] -= change
            near[there] += change


def _dealt(race: Sequence[int], found: Past, rng: Random) -> tuple[int, Seating]:
    """The least cost of the start places of a race, and the race by start place.

    Exact: over all sets of players seated so far.
    """
    order = list(race)
    rng.shuffle(order)
    best: dict[frozenset[int], tuple[int, Seating]] = {frozenset(): (0, ())}
    for place in range(len(order)):
        after: dict[frozenset[int], tuple[int, Seating]] = {}
        for seated, (so_far, seating) in best.items():
            for player in order:
                if player not in seated:
                    both = seated | {player}
                    costs = so_far + found.places[player, place]
                    if both not in after or costs < after[both][0]:
                        after[both] = costs, (*seating, player)
        best = after
    return best[frozenset(order)]
