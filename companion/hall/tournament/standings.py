"""The standings: points, tie-breaks in their order, and the reason for each place. Pure.

Points. A place is worth its points in the largest race of the round. A smaller race shares out as
much per player: with `k` players where the largest has `K`, place p gets the mean of the points
between (p-1)·K/k and p·K/k of the places. So nobody gains by sitting at a small table. Equal places
share what they cover, rounded to a sixtieth. A sled that did not finish, a no-show and a round
before entry give 0; a bye gives the mean of a race. Points are kept in sixtieths, in which the rest
is exact.

Order. 1 points; 2 more first places, then more second places, and so on; 3 among those still equal,
more often ahead in the races they drove against each other; 4 the stronger opponents, by the sum of
their points; then they share the place. Finals come first: final 1 by its places, then final 2, and
so on, equal ones by the qualifying rounds; then everybody else. Players who withdrew are ranked,
too.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from companion.hall.tournament.state import Race, State

UNIT = 60
"""Parts of a point: a multiple of every size of a race."""

Key = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """A player's row. Equal players share a rank.

    `parts`: qualifying points in sixtieths. `places`: how often the player came first, second, ….
    `by`: what puts the player behind the row above: "final", "final_place", "points", "places",
    "ahead", "opponents", or "shared"; "" in the first row.
    """

    rank: int
    player: int
    parts: int
    places: tuple[int, ...]
    final: int
    by: str


def points_of(points: Sequence[int], size: int, race: Race) -> dict[int, int]:
    """The parts that a race gives each of its players, where `size` is its round's largest."""
    ranks = Counter(place for place in race.places if place is not None)
    found = {}
    for player, place in zip(race.players, race.places, strict=True):
        if place is None:
            found[player] = 0
        else:
            ahead = sum(n for better, n in ranks.items() if better < place)
            share = Fraction(size, len(race.players))
            found[player] = _mean(points, ahead * share, (ahead + ranks[place]) * share)
    return found


def _mean(points: Sequence[int], low: Fraction, high: Fraction) -> int:
    """The mean of the points between two places, in parts, rounded to one part."""
    total = Fraction(0)
    for place, value in enumerate(points):
        total += value * max(
            Fraction(0), min(high, Fraction(place + 1)) - max(low, Fraction(place))
        )
    return round(total / (high - low) * UNIT)


def bye_points(points: Sequence[int], size: int) -> int:
    """The parts of a bye: the mean of a race of this size."""
    return _mean(points, Fraction(0), Fraction(max(size, 1)))


def standings(state: State) -> tuple[Row, ...]:
    """Every player's row, the best first; equal ones in order of entry."""
    ordered = _Order(state)
    rows: list[Row] = []
    for at, player in enumerate(ordered.players):
        by = ordered.why(ordered.players[at - 1], player) if at else ""
        rank = rows[-1].rank if by == "shared" else at + 1
        parts, places = ordered.parts[player], ordered.counts(player)
        rows.append(Row(rank, player, parts, places, ordered.final(player)[0], by))
    return tuple(rows)


def qualifiers(state: State) -> list[list[int]]:
    """The players who have not withdrawn, the best first; each list shares a rank."""
    rows = [row for row in standings(state) if row.player in state.active]
    return [[row.player for row in same] for _, same in groupby(rows, lambda row: row.rank)]


class _Order:
    """The players in their order. The reasons are kept in the order in which they decide."""

    def __init__(self, state: State):
        self._races = [race for race in state.races if race.over and not race.final]
        self._finals = [race for race in state.races if race.over and race.final]
        entered = [each.n for each in state.players]
        self.parts = _parts(state, self._races)
        self._most = max((len(race.players) for race in self._races), default=0)
        self._met = self._opponents()
        self._ahead: dict[int, int] = dict.fromkeys(entered, 0)
        for _, group in groupby(sorted(entered, key=self._so_far), self._so_far):
            self._ahead |= self._between(list(group))
        self._reasons: tuple[tuple[str, Callable[[int], Key]], ...] = (
            ("final", lambda p: self.final(p)[:1]),
            ("final_place", lambda p: self.final(p)[1:]),
            ("points", lambda p: (-self.parts[p],)),
            ("places", self._fewer),
            ("ahead", lambda p: (-self._ahead[p],)),
            ("opponents", lambda p: (-sum(self.parts[q] for q in self._met[p]),)),
        )
        self.players = sorted(entered, key=lambda p: [key(p) for _, key in self._reasons])

    def why(self, better: int, player: int) -> str:
        """The first reason that separates two players, "shared" if none does."""
        found = (name for name, key in self._reasons if key(better) != key(player))
        return next(found, "shared")

    def final(self, player: int) -> Key:
        """The number of the player's final and the place in it; (0, 0) before finals are driven.

        Players without a final come behind every final, sleds that did not finish behind the rest.
        """
        for race in self._finals:
            if player in race.players:
                place = race.places[race.players.index(player)]
                return race.final, len(race.players) + 1 if place is None else place
        return (max((race.final for race in self._finals), default=-1) + 1, 0)

    def counts(self, player: int) -> tuple[int, ...]:
        """How often the player came first, second, …"""
        found = Counter(
            race.places[race.players.index(player)]
            for race in self._races
            if player in race.players
        )
        return tuple(found[place] for place in range(1, self._most + 1))

    def _so_far(self, player: int) -> Key:
        """The reasons before that of races against each other, in one."""
        return (*self.final(player), -self.parts[player], *self._fewer(player))

    def _fewer(self, player: int) -> Key:
        return tuple(-count for count in self.counts(player))

    def _opponents(self) -> dict[int, list[int]]:
        found: dict[int, list[int]] = defaultdict(list)
        for race in self._races:
            for player in race.players:
                found[player] += [other for other in race.players if other != player]
        return found

    def _between(self, group: Sequence[int]) -> dict[int, int]:
        """How many more times each was ahead of than behind others of this group."""
        found = dict.fromkeys(group, 0)
        for race in self._races if len(group) > 1 else ():
            placed = {p: at for p, at in zip(race.players, race.places, strict=True) if p in found}
            for one, mine in placed.items():
                for theirs in placed.values():
                    found[one] += _beats(mine, theirs) - _beats(theirs, mine)
        return found


def _beats(place: int | None, other: int | None) -> bool:
    return place is not None and (other is None or place < other)


def _parts(state: State, races: Iterable[Race]) -> dict[int, int]:
    """Each player's qualifying points, byes among them."""
    found = {each.n: 0 for each in state.players}
    points = state.settings.points
    for race in races:
        for player, parts in points_of(points, state.largest(race.round), race).items():
            found[player] += parts
    for number, player in state.byes:
        found[player] += bye_points(points, state.largest(number))
    return found
