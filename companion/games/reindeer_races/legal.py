"""All legal acts of a state, except for free arguments.

Left out are durations of turns, copies of cards, single answers ("Bond!"), other tracks and actions
of a landing, values of tiles, numbers of cards to turn, and corrections; `apply` checks them.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from companion.games.reindeer_races import board, figures, rewards
from companion.games.reindeer_races.cards import may_name
from companion.games.reindeer_races.lay import may_flip
from companion.games.reindeer_races.path import Path
from companion.games.reindeer_races.state import (
    KINDS,
    OBJECTS,
    TRACK_CARDS_IN_BOX,
    Pending,
    State,
    Team,
)

Act = Mapping[str, Any]


def legal(state: State) -> Iterator[Act]:
    """The legal acts, those of the seat that is up first."""
    if state.phase == "over":
        return
    if state.phase == "lay":
        yield from _lays(state)
    elif state.phase == "rewards":
        yield from ({"act": "done", "seat": team.seat} for team in rewards.asked(state))
    else:
        up = state.team(state.turn)
        yield from _taps(state, up, state.pending or Pending(()))
        if state.pending is None:
            yield {"act": "done", "seat": up.seat}
        else:
            yield from _moves(state, up, state.pending)
    if may_flip(state):
        yield {"act": "flip"}
    for team in state.teams:
        yield from _any_time(state, team)
    if not state.pile:
        yield {"act": "shuffle"}
    yield {"act": "end"}


def _lays(state: State) -> Iterator[Act]:
    lying = {one.card for one in state.laid[:-1]}
    for card in range(1, TRACK_CARDS_IN_BOX + 1):
        if card not in lying:
            yield {"act": "tap", "card": {"kind": "track", "card": card}}


def _taps(state: State, up: Team, pending: Pending) -> Iterator[Act]:
    may = figures.playable(state, up, pending)
    for (what, count), one in zip(KINDS, may, strict=True):
        if one:
            yield {"act": "tap", "seat": up.seat, "card": {"object": what, "count": count}}


def _moves(state: State, up: Team, pending: Pending) -> Iterator[Act]:
    """The choices after cards were tapped."""
    if pending.played is None:
        for track in OBJECTS:
            if figures.candidates(up, track):
                yield {"act": "track", "seat": up.seat, "track": track}
    if pending.target is None:
        return
    for number in figures.candidates(up, pending.target):
        choice = {"act": "reindeer", "seat": up.seat, "reindeer": number}
        yield from (choice, {**choice, "leaps": False})
    way = figures.path(state, up, pending)
    if way is None:
        return
    if way.asked:
        yield from _lands(state, up, pending)
    yield from _dones(state, up, pending, way)


def _lands(state: State, up: Team, pending: Pending) -> Iterator[Act]:
    """The possible landings on the track of the move."""
    track = pending.target or ""
    seen = board.track_for(state, up, figures.chosen(up, pending), track)
    free = [space for space in range(1, seen.goal) if space not in seen.occupied]
    for end in (*free, "reward", "off"):
        yield {"act": "land", "seat": up.seat, "end": end}


def _dones(state: State, up: Team, pending: Pending, way: Path) -> Iterator[Act]:
    """The end of the turn, once the landing is known."""
    land = figures.landing(pending, way)
    if land is None:
        return
    yield {"act": "done", "seat": up.seat}
    if rewards.unknown(state, land):
        yield {"act": "done", "seat": up.seat, "last": True}


def _any_time(state: State, team: Team) -> Iterator[Act]:
    """Acts that are legal for a seat whether it is up or not."""
    for what, count in KINDS:
        if may_name(state, team, what, count):
            yield {"act": "discard", "seat": team.seat, "card": {"object": what, "count": count}}
    if team.racing:
        yield {"act": "retire", "seat": team.seat}
