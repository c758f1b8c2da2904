"""The view of a race for lights and phones, as in docs/acts-husky.md."""

from functools import partial
from typing import Any

from companion.games.game import Shown, View
from companion.games.husky import figures, ground
from companion.games.husky.board import Board
from companion.games.husky.seats import seat_views, table_todo, waited_for
from companion.games.husky.state import COLOURS, EVENTS, WEATHERS, Musher, Pending, State


def view(state: State) -> View:
    """The state as JSON, and each seat's lights, keys and instructions."""
    return View(
        up=waited_for(state),
        begun=state.begun or state.phase == "over",
        over=state.phase == "over",
        look=partial(_look, state),
    )


def _look(state: State) -> Shown:
    return Shown(_state(state), seat_views(state), table_todo(state))


def _state(state: State) -> dict[str, Any]:
    return {
        "game": "husky",
        "round": state.round,
        "phase": state.phase,
        "turn": state.turn,
        "order": list(state.order),
        "start": state.start,
        "example": state.cards.example,
        "events": state.settings.events,
        "relocate": state.settings.relocate,
        "steps": figures.animal_steps(state),
        **_cards(state),
        "seats": [_seat(state, musher) for musher in state.mushers],
        "board": None if state.board is None else _board(state, state.board),
        "result": _result(state),
    }


def _cards(state: State) -> dict[str, Any]:
    """The decks and piles, and the weather in force."""
    return {
        "deal": state.deal,
        "deck": state.deck,
        "played": state.played.count,
        "weather_due": state.due,
        "weather": _weather(state),
        "weather_left": WEATHERS - state.shown.count,
        "events_left": EVENTS - state.drawn.count,
        "seen": {
            "action": list(state.played.seen),
            "weather": list(state.shown.seen),
            "event": list(state.drawn.seen),
        },
    }


def _weather(state: State) -> dict[str, Any] | None:
    """The weather in force; its colours are null if its face is unknown."""
    if state.due or (state.phase == "over" and state.weather is None):
        return None
    shown = dict.fromkeys(COLOURS) if state.weather is None else state.weather._asdict()
    return {"card": state.weather_card or None, **shown}


def _seat(state: State, musher: Musher) -> dict[str, Any]:
    pending = state.pending_of(musher)
    up = musher.seat == state.turn
    return {
        "seat": musher.seat,
        "name": musher.name,
        "colour": musher.colour,
        "status": musher.status,
        "place": musher.place,
        "hand": musher.hand,
        "where": musher.place_known,
        "checkpoints": list(musher.checkpoints),
        "next_checkpoint": musher.missing[0] if musher.missing else None,
        "blocked": state.still if up else musher.blocked,
        "blocked_next": musher.blocked,
        "attacks": musher.attacks,
        "begun": musher.begun,
        "at": None if musher.at is None else list(musher.at),
        "pending": None if pending is None else _pending(state, musher, pending),
    }


def _pending(state: State, musher: Musher, pending: Pending) -> dict[str, Any]:
    action = pending.action
    return {
        "card": pending.card or None,
        "white": None if action is None else action.white,
        "green": None if action is None else action.green,
        "blue": None if action is None else action.blue,
        "animals": None if action is None else list(action.animals),
        "event": None if action is None else action.event,
        "where": figures.standing(musher, pending),
        "chosen": bool(pending.where),
        "distances": dict(figures.distances(state, action)),
        "distance": figures.distance(state),
        "event_due": figures.event_due(state),
        "drawn": pending.drawn is not None,
        "drawn_card": pending.drawn or None,
        "drawn_text": state.cards.texts[pending.drawn - 1] if pending.drawn else None,
        "asks": figures.asks(state),
        "moved": pending.moved,
        "moved_animals": list(pending.animals),
    }


def _board(state: State, board: Board) -> dict[str, Any]:
    """The map, the animals, and all possible moves."""
    relocating = ground.to_relocate(state)
    return {
        "width": board.width,
        "height": board.height,
        "spaces": list(board.rows),
        "reach": [list(at) for at in ground.musher_ends(state)],
        "animals": [
            {
                "animal": number,
                "species": animal.species,
                "at": list(at),
                "steps": [list(to) for to in ground.animal_ends(state, number)],
            }
            for number, (animal, at) in enumerate(zip(board.animals, state.animals, strict=True), 1)
        ],
        "relocate": [
            {
                "animal": number,
                "seat": seat,
                "to": [list(to) for to in ground.relocations(state, number)],
            }
            for number, seat in relocating
        ],
    }


def _result(state: State) -> list[dict[str, int | None]] | None:
    if state.phase != "over":
        return None
    return [
        {"seat": musher.seat, "place": musher.place, "points": figures.points(musher)}
        for musher in figures.ranking(state)
    ]
