"""What lights and phones may know of a race of Sprint, and what taps and presses mean."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from companion.games.sprint.rules import Sled, State

from companion.games.game import Act, Key, Keys, Light, Say, SeatView, Shown, Tap, View
from companion.games.keys import resolve_press
from companion.signals import Press


def view(state: State) -> View:
    """The state as JSON, and each seat's light, keys and instructions."""
    over = state.phase == "over"
    begun = over or any(sled.at for sled in state.sleds) or state.card is not None
    return View(() if over else (state.up.seat,), begun, over, partial(_look, state))


def read(state: State, signal: Tap | Press) -> Act | str | None:
    """The act that a tap or press means. A shared reader (seat 0) serves the seat that is up."""
    if isinstance(signal, Press):
        return resolve_press(_keys(state, signal.seat), signal)
    card = {name: signal.piece[name] for name in ("colour", "value", "copy")}
    return {"act": "tap", "seat": signal.seat or state.up.seat, "card": card}


def _look(state: State) -> Shown:
    seats = tuple(
        SeatView(
            sled.seat,
            sled.name,
            sled.colour,
            _todo(state, sled),
            _light(state, sled),
            _keys(state, sled.seat),
        )
        for sled in state.sleds
    )
    return Shown(_json(state), seats, _todo(state, state.up))


def _json(state: State) -> dict[str, Any]:
    """`order`, `turn`, `round`, `phase`, `result` and each seat's `place` and `status` are what the
    shared pages and the story read; the rest is the game's own."""
    over = state.phase == "over"
    order = sorted(state.sleds, key=lambda sled: -sled.at)
    places = {sled.seat: place for place, sled in enumerate(order, 1)}
    return {
        "game": "sprint",
        "round": state.round,
        "phase": state.phase,
        "turn": None if over else state.up.seat,
        "order": [] if over else [sled.seat for sled in order],
        "finish": state.finish,
        "seats": [
            {
                "seat": sled.seat,
                "name": sled.name,
                "colour": sled.colour,
                "at": sled.at,
                "card": state.card if sled is state.up else None,
                "status": "finished" if over else "racing",
                "place": places[sled.seat] if over else None,
            }
            for sled in state.sleds
        ],
        "result": [
            {"seat": sled.seat, "place": places[sled.seat], "points": len(order) - n}
            for n, sled in enumerate(order)
        ]
        if over
        else None,
    }


def _todo(state: State, sled: Sled) -> tuple[Say, ...]:
    if state.phase == "over":
        return (Say("sprint.over"),)
    if sled is not state.up:
        return (Say("sprint.wait", {"name": state.up.name}),)
    if state.card is None:
        return (Say("sprint.tap", {"name": sled.name}),)
    return (Say("sprint.move", {"name": sled.name, "count": state.card}),)


def _light(state: State, sled: Sled) -> Light:
    """The forms are listed in games/game.py; lights/ draws them."""
    if state.phase == "over":
        return Light("winner" if sled.at >= state.finish else "finished")
    if sled is not state.up:
        waits = (state.sleds.index(sled) - state.turn) % len(state.sleds)
        return Light("wait", waits)
    return Light("up") if state.card is None else Light("speed", state.card)


def _keys(state: State, seat: int) -> Mapping[str, Mapping[str, Keys]]:
    """One menu, without a name; OK ends the turn, the other buttons do nothing."""
    ready = state.phase != "over" and seat == state.up.seat and state.card is not None
    done = Key(Say("sprint.key_done"), {"act": "done", "seat": seat}, enabled=ready)
    return {"": {"left": Keys(), "right": Keys(), "brake": Keys(), "event": Keys(),
                 "ok": Keys(press=done)}}  # fmt: skip
