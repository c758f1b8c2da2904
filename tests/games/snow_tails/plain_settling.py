"""What a ride costs a sled, in the order of rules.md 1.8: saplings at once, then limits, then the
edge, and nothing more after a fifth dent."""

from dataclasses import dataclass

from tests.games.snow_tails.plain_moves import Place, Ride

MOST_DENTS = 4


@dataclass(frozen=True)
class Sledge:
    """The sled that moves: its dents, and how many lines of the course it has crossed."""

    dents: int
    lines: int


@dataclass(frozen=True)
class Settled:
    """A sled after its move. `out`: a fifth dent was due, and the finish not crossed (ST-80)."""

    at: Place
    dents: int
    lines: int
    out: bool
    stop: str
    hit: Place | None
    removed: frozenset[Place]


def settled(one: Ride, sled: Sledge, speed: int, french: bool) -> Settled:
    """The sled after a ride. `speed`: the one that counts at the lines (ST-53, AM-ST-02)."""
    dents, lines, home = sled.dents, sled.lines, False
    removed: set[Place] = set()
    limits = []
    for met, (kind, what) in zip(one.met, one.events, strict=True):
        if isinstance(met, Place):
            removed.add(met)  # D10: also if it is the fifth dent
            if dents == MOST_DENTS:
                before = one.path[one.path.index(met) - 1]
                at = before if home and french else met  # D1
                return Settled(at, dents, lines, not home, "", None, frozenset(removed))
            dents += 1
        elif isinstance(met, int) and met > sled.lines:  # docs/acts.md: once in a race
            lines = met
            home |= kind == "finish"
            limits.append(what if kind == "line" and isinstance(what, int) else speed)
    due = dents + sum(max(0, speed - limit) for limit in limits) + (one.stop == "edge")
    out = due > MOST_DENTS and not home  # ST-81
    at, now = one.end, min(MOST_DENTS, due)
    return Settled(at, now, lines, out, one.stop, one.hit, frozenset(removed))
