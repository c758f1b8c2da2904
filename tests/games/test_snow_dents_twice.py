"""What the ends of a move cost: the rules against the plain reckoning, dent by dent."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

import pytest
from shared import seeds
from snow_course import COURSES, begin, options, random_options, straight

from companion.games.snow_tails.driving import drives
from companion.games.snow_tails.figures import move
from companion.games.snow_tails.state import Pending, Sled, State
from companion.games.snow_tails.track import Track
from companion.games.snow_tails.track_pieces import TrackPiece
from tests.games.snow_tails.plain_courses import places
from tests.games.snow_tails.plain_moves import Place, Scene, across, rides
from tests.games.snow_tails.plain_settling import Settled, Sledge, settled

POSITIONS = 50
"""Of each race."""


def positions(chance: Random) -> Iterator[tuple[State, Sled]]:
    """Sleds anywhere on a course, often battered, with a card laid and saplings ahead."""
    state: State = begin(random_options(chance)).state
    assert state.track
    pieces = state.track.pieces
    everywhere = [at for at in places(pieces) if _behind(pieces, at) < state.finish]
    for _ in range(POSITIONS):
        at, *others = chance.sample(everywhere, len(state.sleds))
        first = replace(
            state.sleds[0],
            at=at,
            lines=max(_behind(pieces, at), chance.choice((0, 0, 0, _behind(pieces, at) + 1))),
            dents=chance.choice((0, 2, 3, 4)),
            left=chance.randint(1, 5),
            right=chance.randint(1, 5),
            brake=chance.randint(1, 3),
        )
        if first.lines >= state.finish:
            continue
        rest = (replace(one, at=to) for one, to in zip(state.sleds[1:], others, strict=True))
        ahead = [to for to in places(pieces) if at.piece <= to.piece <= at.piece + 1]
        trees = [to for to in ahead if to not in (at, *others) and to.piece < len(pieces)]
        few = chance.sample(trees, min(len(trees), chance.randint(0, 15)))
        slot = chance.choice(("left", "right", "brake"))
        pending = Pending(chance.randint(1, 5), (slot,))
        sleds = (first, *rest)
        yield (
            replace(state, turn=first.seat, sleds=sleds, saplings=tuple(few), pending=pending),
            first,
        )


def _behind(pieces: Sequence[TrackPiece], at: Place) -> int:
    """The lines behind a place, in its lane."""
    return sum(
        number < at.piece or at.space > after[at.lane - 1]
        for number in range(min(at.piece, len(pieces) - 1) + 1)
        for after, _ in across(pieces, number)
    )


def by_the_rules(state: State, sled: Sled, bonus: int) -> list[Settled]:
    return [
        Settled(
            Place(*drive.to),
            drive.after.dents,
            drive.after.lines,
            drive.out,
            drive.end.stop,
            drive.end.hit and Place(*drive.end.hit),
            frozenset(Place(*at) for at in drive.end.saplings),
        )
        for drive in drives(state, sled, bonus)
    ]


def plainly(state: State, sled: Sled, bonus: int) -> set[Settled]:
    assert state.track
    assert sled.at
    live = move(sled, state.pending)
    speed, side = max(0, live.speed), {"left": -1, "right": 1, None: 0}[live.drift_side]
    others = [Place(*one.at) for one in state.sleds if one.at and one.seat != sled.seat]
    scene = Scene(state.track.pieces, others, [Place(*at) for at in state.saplings])
    found = rides(scene, Place(*sled.at), speed, live.drift_steps, side, bonus)
    if bonus:  # AM-ST-01, 02
        may_crash = state.settings.bonus_may_crash
        found = {one for one in found if one.steps >= speed and (may_crash or not one.stop)}
    before, french = Sledge(sled.dents, sled.lines), state.settings.edition == "fr"
    return {settled(one, before, speed + bonus, french) for one in found}


@pytest.mark.parametrize("seed", seeds(4, 196))
def test_ends_of_a_move_cost_the_same_by_both_reckonings(seed: int) -> None:
    chance = Random(seed)
    for state, sled in positions(chance):
        live = move(sled, state.pending)
        straight = live.speed > 0 and not live.drift_steps
        for bonus in (0, chance.randint(1, 5)) if straight else (0,):
            found = by_the_rules(state, sled, bonus)
            assert (set(found), len(found)) == (plainly(state, sled, bonus), len(set(found)))


@pytest.mark.parametrize(("edition", "ends"), [("fr", {(0, 1, 3), (0, 2, 3)}), ("de", {(0, 2, 4)})])
def test_sled_across_the_finish_stays_at_its_fifth_sapling(
    edition: str, ends: set[tuple[int, int, int]]
) -> None:
    """D1: on the sapling's space, or in French on the one before, which the way there decides."""
    state: State = begin(options(2, COURSES[0], edition=edition)).state
    finish = straight("9", 2, 5, kind="finish", finish=(1, 1), flag="left")
    one, other = state.sleds
    sled = replace(one, at=(0, 1, 1), dents=4, left=2, right=3)
    state = replace(
        state,
        track=Track((finish,)),
        limits=(),
        turn=sled.seat,
        sleds=(sled, replace(other, at=None)),
        saplings=((0, 2, 4),),
        pending=Pending(2, ("brake",)),
    )
    found = drives(state, sled)
    assert {drive.to for drive in found} == ends
    assert {(drive.after.dents, drive.out) for drive in found} == {(4, False)}
