"""Moves on a laid course: how the move of the seat that is up can end, and which end is chosen.

The mildest end is taken unless another is chosen (the act `move`). Without a course there is none
of this: the players mark what happens (play.py).
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache, partial
from typing import NamedTuple

from companion.games.game import Event, Say
from companion.games.snow_tails import figures
from companion.games.snow_tails.outcome import Outcome, resolve
from companion.games.snow_tails.state import MAX_DENTS, STOPS, LastTurn, Pending, Sled, State
from companion.games.snow_tails.track import Place, Track
from companion.games.snow_tails.track_moves import End, outcomes
from companion.games.snow_tails.words import say

_SIDES = {None: 0, "left": -1, "right": 1}


class Drive(NamedTuple):
    """One end of a move and what it does to the sled.

    `end`: its path and what it meets, up to a fifth dent that stops it; `turn`: the same as the
    inputs of a turn; `after`: its outcome.
    """

    end: End
    turn: LastTurn
    after: Outcome

    @property
    def to(self) -> Place:
        """The space on which the sled stands then."""
        return self.end.to

    @property
    def dents(self) -> int:
        """The dents that it costs."""
        return self.after.dents - self.turn.dents

    @property
    def out(self) -> bool:
        """Whether it eliminates the sled."""
        return self.after.status == "eliminated"

    @property
    def apart(self) -> tuple[object, ...]:
        """What tells it apart from other ends: space, dents, what is hit, what is removed."""
        return self.to, self.after[:3], self.end.stop, self.end.hit, frozenset(self.end.saplings)


class _Case(NamedTuple):
    """All that the ends of a move depend on."""

    track: Track
    at: Place
    live: figures.Move
    bonus: int
    others: frozenset[Place]
    saplings: frozenset[Place]
    lines: int
    dents: int
    may_crash: bool
    french: bool


def drives(state: State, sled: Sled, bonus: int = 0) -> tuple[Drive, ...]:
    """The ends of this sled's move, the mildest first; none without a course.

    With a `bonus`, in spaces, only those in which it is begun (AM-ST-02): none if every way ends
    before.
    """
    if state.track is None or sled.at is None:
        return ()
    return _drives(
        _Case(
            state.track,
            sled.at,
            figures.move(sled, state.pending_of(sled)),
            bonus,
            standing(state, sled),
            frozenset(state.saplings),
            sled.lines,
            sled.dents,
            state.settings.bonus_may_crash,
            state.settings.edition == "fr",
        )
    )


def standing(state: State, sled: Sled) -> frozenset[Place]:
    """The places of the other sleds on the course. One with a place has left it (AM-ST-11)."""
    return frozenset(
        other.at for other in state.sleds if other.at and other.asked and other.seat != sled.seat
    )


def chosen(state: State, sled: Sled, bonus: int = 0) -> Drive | None:
    """The end that `done` takes: the one chosen for this bonus, else the mildest. None: no end."""
    ends = drives(state, sled, bonus)
    pending = state.pending_of(sled)
    wanted = pending.wanted if pending else None
    if wanted is not None and wanted.bonus == (bonus > 0):
        return there(ends, wanted.place)[wanted.which - 1]
    return ends[0] if ends else None


def where(track: Track, at: Place) -> Say:
    """A space in words: its piece is counted from 1."""
    piece, lane, space = at
    if piece >= len(track.pieces):
        return Say("snow_tails.space_behind", {"row": space, "lane": lane})
    return Say("snow_tails.space", {"piece": piece + 1, "lane": lane, "space": space})


def numbered(ends: tuple[Drive, ...]) -> Iterator[tuple[Drive, int]]:
    """Each end with its number among those on its space, from 1, the mildest first."""
    seen: dict[Place, int] = {}
    for drive in ends:
        seen[drive.to] = seen.get(drive.to, 0) + 1
        yield drive, seen[drive.to]


def there(ends: tuple[Drive, ...], to: Place) -> tuple[Drive, ...]:
    """The ends on this space, the mildest first."""
    return tuple(drive for drive in ends if drive.to == to)


def bonus_of(state: State, sled: Sled, pending: Pending | None, live: figures.Move) -> int:
    """The bonus that can be taken now, 0 for none. On a laid course some way must reach it."""
    size = figures.bonus(state, sled, live)
    if not figures.bonus_allowed(state, pending, size):
        return 0
    known = state.track is not None and pending is not None and pending.slots
    return size if not known or drives(state, sled, size) else 0


def told(state: State, sled: Sled, drive: Drive) -> list[Event]:
    """The events of a move: how far, what stopped it, which saplings come off the track."""
    end = drive.end
    events = []
    if drive.turn.speed > 0:
        key = f"snow_tails.drove_{end.stop}" if end.stop else "snow_tails.drove"
        other = {"other": hit_name(state, end)} if end.hit else {}
        events.append(say(key, sled, count=end.steps, **other))
    if end.saplings:
        events.append(say("snow_tails.saplings_off", sled, count=len(end.saplings)))
    return events


def hit_name(state: State, end: End) -> str:
    """The player whose sled this move hits."""
    return next(one.name for one in state.sleds if one.asked and one.at == end.hit)


def report(state: State, drive: Drive) -> dict[str, int]:
    """Rows past the finish and the lane from the flag, as the act `done` has them."""
    if state.track is None or drive.after.status != "finished":
        return {}
    rows, lane = state.track.past_finish(drive.to)
    return {"rows": rows, "lane": lane}


def driven(state: State, sled: Sled, drive: Drive | None) -> State:
    """The race after the sled has driven to this end: its space, the saplings that still stand."""
    if drive is None:
        return state.with_sled(sled)
    left = tuple(at for at in state.saplings if at not in drive.end.saplings)
    return state.with_sled(replace(sled, at=drive.to, path=drive.end.path), saplings=left)


@lru_cache(maxsize=64)
def _drives(case: _Case) -> tuple[Drive, ...]:
    live = case.live
    speed, side = max(0, live.speed), _SIDES[live.drift_side]
    ends = outcomes(
        case.track, case.at, speed, live.drift_steps, side, case.bonus, case.others, case.saplings
    )
    made = [_drive(case, end) for end in ends if _counts(case, end)]
    made.sort(key=partial(_mildness, case))
    apart: dict[tuple[object, ...], Drive] = {}
    for drive in made:
        apart.setdefault(drive.apart, drive)
    return tuple(apart.values())


def _counts(case: _Case, end: End) -> bool:
    """Whether this is an end of the move with its bonus (AM-ST-01, AM-ST-02)."""
    if not case.bonus:
        return True
    return end.steps >= case.live.speed and (case.may_crash or not end.stop)


def _drive(case: _Case, end: End) -> Drive:
    """The end as a turn. A line that the sled has crossed before does not count again."""
    end = _until_fifth(case, end)
    lines = [line for line in end.lines if line > case.lines]
    marks = tuple(
        "sapling" if not isinstance(met, int) else "line"
        for met in end.met
        if met in lines or not isinstance(met, int)
    )
    turn = LastTurn(
        case.live.speed,
        case.bonus,
        lines[0] - 1 if lines else case.lines,
        case.dents,
        (*marks, end.stop) if end.stop else marks,
    )
    return Drive(end, turn, resolve(turn, case.track.limits[:-1]))


def _until_fifth(case: _Case, end: End) -> End:
    """The move up to the sapling that is its fifth dent, which ends it (ST-76, ST-80).

    Across the finish line, the sled stays on the space reached, in French on the one before (D1).
    """
    first = MAX_DENTS - case.dents
    if len(end.saplings) <= first:
        return end
    fifth = end.saplings[first]
    met = end.met[: end.met.index(fifth) + 1]
    safe = len(case.track.limits) in met
    at = end.path.index(fifth)
    return End(end.path[: at if safe and case.french else at + 1], met)


def _mildness(case: _Case, drive: Drive) -> tuple[object, ...]:
    """The sort key of the mildest: not out, fewest dents, farthest, no collision, straight on."""
    behind = [-n for n in case.track.ahead(drive.to)]
    return drive.out, drive.dents, behind, ("", *STOPS).index(drive.end.stop), drive.end.path
