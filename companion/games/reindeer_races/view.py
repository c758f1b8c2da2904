"""The view of a race for lights and phones, as in docs/acts-reindeer_races.md."""

from collections.abc import Iterator
from functools import partial
from typing import Any

from companion.games.game import Shown, View
from companion.games.reindeer_races import board, figures, rewards
from companion.games.reindeer_races.box import MOVES
from companion.games.reindeer_races.path import Path, says_bond
from companion.games.reindeer_races.seats import seat_views, table_todo
from companion.games.reindeer_races.state import OBJECTS, Pending, State, Team


def view(state: State) -> View:
    """The state as JSON, and each seat's lights, keys and instructions."""
    return View(
        up=_up(state),
        begun=state.begun or state.phase == "over",
        over=state.phase == "over",
        look=partial(_look, state),
    )


def _look(state: State) -> Shown:
    return Shown(_state(state), seat_views(state), table_todo(state))


def _up(state: State) -> tuple[int, ...]:
    """The seats that are up. Any racing seat can lay track cards; after the race, those asked."""
    if state.phase == "rewards":
        return tuple(team.seat for team in rewards.asked(state))
    if state.phase == "lay":
        return tuple(seat for seat in state.order if state.team(seat).racing)
    return () if state.turn is None else (state.turn,)


def _state(state: State) -> dict[str, Any]:
    return {
        "game": "reindeer_races",
        "example": state.box.example,
        "round": state.round,
        "phase": state.phase,
        "turn": state.turn,
        "order": list(state.order),
        "bond_span": state.span,
        "pile": state.pile,
        "discard": len(state.discard) + state.unnamed,
        "unseen": _unseen(state),
        "laid": len(state.laid),
        "tracks": [_track(state, track) for track in OBJECTS],
        "seats": [_seat(state, team) for team in state.teams],
        "result": _result(state),
    }


def _unseen(state: State) -> dict[str, int] | None:
    """Cards of each kind that are not known to be in the discard; None without a box."""
    if not state.box.moves:
        return None
    return dict(zip(MOVES, figures.unseen_of_all(state), strict=True))


def _track(state: State, track: str) -> dict[str, Any]:
    return {
        "track": track,
        "length": board.length(track),
        "cards": [
            {"card": laid.card if laid else None, "turned": bool(laid and laid.turned)}
            for laid in board.cards_on(state, track)
        ],
        "spaces": [space or "unknown" for space in board.spaces(state, track)],
        "rewards": list(rewards.left(state, track)) if rewards.known(state) else None,
        "reindeer": [
            {"seat": team.seat, "reindeer": number, "space": spot.space}
            for team in state.teams
            for number, spot in enumerate(team.reindeer, 1)
            if spot and spot.track == track
        ],
    }


def _seat(state: State, team: Team) -> dict[str, Any]:
    pending = state.pending_of(team)
    over = state.phase == "over"
    return {
        "seat": team.seat,
        "name": team.name,
        "colour": team.colour,
        "status": "eliminated" if team.retired else "finished" if over else "racing",
        "place": rewards.place(state, team),
        "place_now": rewards.place_now(state, team),
        "hand": team.hand,
        "to_name": team.to_name,
        "points": rewards.points(team),
        "tiles": [{"track": tile.track, "value": tile.value} for tile in team.tiles],
        "missing": list(_missing(state, team)),
        "reindeer": [
            {
                "reindeer": number,
                **_spot(spot.track if spot else None, spot.space if spot else None),
            }
            for number, spot in enumerate(team.reindeer, 1)
        ],
        "pending": _pending(state, team, pending) if pending else None,
    }


def _missing(state: State, team: Team) -> Iterator[dict[str, Any]]:
    """The rewards with an unknown value, by their position, and the values possible for each."""
    for at, tile in enumerate(team.tiles, 1):
        if tile.value is None:
            least, most = rewards.bounds(state, tile)
            yield {"reward": at, "track": tile.track, "least": least, "most": most}


def _spot(track: str | None, space: int | None) -> dict[str, Any]:
    return {"track": track, "space": space}


def _pending(state: State, team: Team, pending: Pending) -> dict[str, Any]:
    """The half-played turn, with the path that it leads to."""
    target = pending.target
    way = figures.path(state, team, pending)
    return {
        "cards": [{"object": card.what, "count": card.worth} for card in pending.cards],
        "distance": pending.distance,
        "track": target,
        "tracks": [
            track
            for track in (OBJECTS if pending.played is None else (pending.played,))
            if figures.candidates(team, track)
        ],
        "candidates": list(figures.candidates(team, target)) if target else [],
        "reindeer": figures.chosen(team, pending),
        "leaps": [says_bond(pending.leaps, one) for one in range(1, (way.met if way else 0) + 1)],
        "path": _path(pending, way),
        "asked": (way.asked or None) if way else None,
        "end": _end(pending, way),
    }


def _path(pending: Pending, way: Path | None) -> list[dict[str, Any]]:
    """The steps of the path; a landing given by the table is the last one."""
    steps = [
        {"kind": step.kind, **_spot(pending.target, step.space)}
        for step in (way.steps if way else ())
    ]
    land = pending.land
    if land is not None:
        space = land.end if isinstance(land.end, int) else None
        kind = "land" if isinstance(land.end, int) else land.end
        steps.append({"kind": kind, **_spot(land.track, space)})
    return steps


def _end(pending: Pending, way: Path | None) -> dict[str, Any] | None:
    """The final position of the reindeer; None while it is unknown."""
    land = figures.landing(pending, way) if way else None
    if land is None:
        return None
    on_space = isinstance(land.end, int)
    return {
        "kind": "space" if on_space else land.end,
        "track": land.track,
        "space": land.end if on_space else None,
        "action": land.action or None,
    }


def _result(state: State) -> list[dict[str, Any]] | None:
    if state.phase != "over":
        return None
    return [
        {
            **{"seat": team.seat, "place": place, "points": rewards.points(team)},
            **({"open": True} if place is None and team.racing else {}),
        }
        for team, place in rewards.standing(state)
    ]
