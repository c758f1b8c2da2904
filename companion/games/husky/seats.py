"""The views of the seats, and the acts that their taps and presses mean."""

from companion.games.game import Act, Light, SeatView, Tap
from companion.games.husky import figures, ground
from companion.games.husky.keys import card_used, extra_keys, seat_keys
from companion.games.husky.legal import may_close
from companion.games.husky.state import Musher, State
from companion.games.husky.todo import seat_ticks, seat_todo, table_todo, turns_until
from companion.games.keys import resolve_press
from companion.signals import Press

__all__ = ["read", "seat_views", "table_todo", "waited_for"]


def seat_views(state: State) -> tuple[SeatView, ...]:
    """The views of all seats for lights and phones, in listed order."""
    return tuple(
        SeatView(
            musher.seat,
            musher.name,
            musher.colour,
            seat_todo(state, musher),
            _light(state, musher),
            seat_keys(state, musher),
            extra_keys(state, musher),
            seat_ticks(state, musher),
        )
        for musher in state.mushers
    )


def waited_for(state: State) -> tuple[int, ...]:
    """The seats that the table waits for."""
    if state.phase == "over":
        return ()
    relocating = tuple(dict.fromkeys(seat for _, seat in ground.to_relocate(state)))
    if relocating:
        return relocating
    return (state.start,) if state.due else (state.turn or 0,)


def read(state: State, signal: Tap | Press) -> Act | str | None:
    """The act that a tap or press means, the menu that it opens ("" closes), or None."""
    if isinstance(signal, Tap):
        return _tap(state, signal)
    musher = _musher(state, signal.seat)
    return None if musher is None else resolve_press(seat_keys(state, musher), signal)


def _tap(state: State, tap: Tap) -> Act | None:
    """The act of a tapped card. Weather and event cards can be shown at any reader."""
    card = {name: tap.piece[name] for name in ("kind", "card") if name in tap.piece}
    match card.get("kind"):
        case "weather":
            seat = state.start
        case "event":
            seat = state.turn or tap.seat
        case _:
            seat = tap.seat or _next_player(state)
    if _musher(state, seat) is None:
        return None
    return {"act": "tap", "seat": seat, "card": card}


def _next_player(state: State) -> int:
    """The seat of an action card at a shared reader: the next seat once this turn is played."""
    after = figures.next_up(state)
    if after is not None and card_used(state.pending) and may_close(state):
        return after
    return state.turn or 0


def _musher(state: State, seat: int) -> Musher | None:
    return next((musher for musher in state.mushers if musher.seat == seat), None)


def _light(state: State, musher: Musher) -> Light:
    """The light of the seat's strip. The forms are listed in games/game.py."""
    if musher.status == "eliminated":
        return Light("out")
    if state.phase == "over":
        return Light("winner", 1) if musher.place == 1 else Light("moved")
    if musher.seat in waited_for(state):
        return _up(state, musher)
    turns = turns_until(state, musher)
    if turns:
        return Light("wait", turns, limit=len(figures.racing(state)) - 1)
    return Light("moved") if state.pending is None else _up(state, musher)


def _up(state: State, musher: Musher) -> Light:
    """The light with the distance, once it is known and this seat moves."""
    count = figures.distance(state) if musher.seat == state.turn else None
    return Light("up") if count is None else Light("speed", count)
