"""The view of one seat, and the acts that its taps and presses mean."""

from collections.abc import Sequence
from itertools import pairwise

from companion.games.game import Act, DriveLight, Light, SeatView, Tap
from companion.games.keys import resolve_press
from companion.games.snow_tails import figures
from companion.games.snow_tails.driving import Drive, bonus_of, chosen
from companion.games.snow_tails.keys import extra_keys, seat_keys
from companion.games.snow_tails.state import Sled, State, stopped
from companion.games.snow_tails.todo import (
    proposed_place,
    seat_ticks,
    seat_todo,
    table_todo,
    turns_until,
)
from companion.games.snow_tails.track import Place
from companion.signals import Press

__all__ = ["read", "seat_view", "table_todo"]


def seat_view(state: State, sled: Sled) -> SeatView:
    """Everything that the seat's lights and phone show beyond the state."""
    return SeatView(
        sled.seat,
        sled.name,
        sled.colour,
        seat_todo(state, sled),
        _light(state, sled),
        seat_keys(state, sled),
        extra_keys(state, sled),
        seat_ticks(state, sled),
    )


def read(state: State, signal: Tap | Press) -> Act | str | None:
    """The act that a tap or press means, the menu that it opens ("" closes), or None."""
    if isinstance(signal, Tap):
        return _tap(state, signal)
    sled = _sled(state, signal.seat)
    return None if sled is None else resolve_press(seat_keys(state, sled), signal)


def _tap(state: State, tap: Tap) -> Act | None:
    """Play a card at the seat that is up; elsewhere name a surplus discard (8.1, step 6)."""
    card = {name: tap.piece[name] for name in ("colour", "value", "copy") if name in tap.piece}
    seat = tap.seat or _seat_of_card(state, card.get("colour"))
    sled = _sled(state, seat)
    if sled is None:
        return None
    surplus = sled.hand_step.discard and sled.unnamed
    if seat != state.turn and surplus and card.get("colour") in (None, sled.colour):
        return {"act": "discard", "seat": seat, "value": card["value"]}
    slot = {"slot": tap.slot} if tap.slot else {}
    return {"act": "tap", "seat": seat, "card": card, **slot}


def _seat_of_card(state: State, colour: object) -> int:
    """The seat of a card shown at a shared reader: by its colour, else the seat that is up."""
    seats = [sled.seat for sled in state.sleds if sled.colour == colour]
    return seats[0] if seats else state.turn or 0


def _sled(state: State, seat: int) -> Sled | None:
    return next((sled for sled in state.sleds if sled.seat == seat), None)


def _light(state: State, sled: Sled) -> Light:
    """The light of the seat's strip. The forms are listed in games/game.py."""
    if sled.seat in state.to_move and state.phase != "over":
        return _driven(sled)
    if sled.status == "eliminated":
        return Light("out")
    if sled.place is not None:
        won = state.phase == "over" and sled.place == 1
        return Light("winner" if won else "finished", sled.place)
    if state.phase == "order":
        return Light("order", proposed_place(state, sled) or 0)
    turns = turns_until(state, sled)
    if turns is None:
        return Light("moved")
    if turns:
        racing = sum(other.racing and other.seat in state.order for other in state.sleds)
        return Light("wait", turns, limit=racing - 1)
    return _up(state, sled)


def _driven(sled: Sled) -> DriveLight:
    """The move that people have to make for a played sled: how far, early or late drifts."""
    return DriveLight("drive", len(sled.path) - 1, drifts=_drifts(sled.path))


def _drifts(path: Sequence[Place]) -> tuple[int, ...]:
    """Which steps of a path lead to another lane, from 1."""
    lanes = [lane for _, lane, _ in path]
    return tuple(n for n, (one, other) in enumerate(pairwise(lanes), 1) if one != other)


def _up(state: State, sled: Sled) -> Light:
    pending = state.pending
    if pending is None:
        return Light("up")
    live = figures.move(sled, pending)
    drift = -live.drift_steps if live.drift_side == "left" else live.drift_steps
    size = bonus_of(state, sled, pending, live) if pending.slots else 0
    offered = size > 0 and not stopped(pending.marks)
    if pending.slots and live.speed > 0 and (drive := chosen(state, sled)):
        return _drive(drive, offered)
    return Light("speed", live.speed, drift, offered)


def _drive(drive: Drive, offered: bool) -> Light:
    """The chosen end on a laid course: how far, early or late drifts, a crash, dents."""
    drifts = _drifts(drive.end.path)
    if not (drifts or drive.dents or drive.end.stop):
        return Light("speed", drive.end.steps, bonus=offered)
    return DriveLight(
        "drive",
        drive.end.steps,
        bonus=offered,
        drifts=drifts,
        dents=drive.dents,
        stopped=bool(drive.end.stop),
    )
