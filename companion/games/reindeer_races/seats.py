"""The views of the seats, and the acts that their taps and presses mean."""

from companion.games.game import Act, Light, SeatView, Tap
from companion.games.keys import resolve_press
from companion.games.reindeer_races import rewards
from companion.games.reindeer_races.keys import extra_keys, seat_keys
from companion.games.reindeer_races.state import State, Team
from companion.games.reindeer_races.todo import (
    seat_ticks,
    seat_todo,
    table_todo,
    turns_until,
)
from companion.signals import Press

__all__ = ["read", "seat_views", "table_todo"]


def seat_views(state: State) -> tuple[SeatView, ...]:
    """The views of all seats for lights and phones, in listed order."""
    return tuple(
        SeatView(
            team.seat,
            team.name,
            team.colour,
            seat_todo(state, team),
            _light(state, team),
            seat_keys(state, team),
            extra_keys(state, team),
            seat_ticks(state, team),
        )
        for team in state.teams
    )


def read(state: State, signal: Tap | Press) -> Act | str | None:
    """The act that a tap or press means, the menu that it opens ("" closes), or None."""
    if isinstance(signal, Tap):
        return _tap(state, signal)
    team = _team(state, signal.seat)
    return None if team is None else resolve_press(seat_keys(state, team), signal)


def _tap(state: State, tap: Tap) -> Act | None:
    """Play a card at the seat that is up; elsewhere name a surplus discard (8.2).

    At a shared reader a card belongs to the seat that is up. Track cards are laid at any reader.
    """
    seat = tap.seat or state.turn or state.order[0]
    team = _team(state, seat)
    if team is None:
        return None
    if tap.piece.get("kind") == "track":
        shown = {"kind": "track", "card": tap.piece["card"]}
        return {"act": "tap", "seat": seat, "card": shown}
    card = {name: tap.piece[name] for name in ("object", "count", "copy") if name in tap.piece}
    if seat != state.turn and team.to_name:
        return {"act": "discard", "seat": seat, "card": card}
    return {"act": "tap", "seat": seat, "card": card}


def _team(state: State, seat: int) -> Team | None:
    return next((team for team in state.teams if team.seat == seat), None)


def _light(state: State, team: Team) -> Light:
    """The light of the seat's strip. The forms are listed in games/game.py."""
    if team.retired:
        return Light("out")
    if state.phase == "over":
        place = rewards.place(state, team)
        return Light("winner" if place == 1 else "finished", place or 0)
    if state.phase == "rewards":
        return Light("up") if team in rewards.asked(state) else Light("finished")
    turns = turns_until(state, team)
    if turns:
        racing = sum(other.racing for other in state.teams)
        return Light("wait", turns, limit=racing - 1)
    pending = state.pending_of(team)
    return Light("speed", pending.distance) if pending else Light("up")
