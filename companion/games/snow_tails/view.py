"""The view of a race for lights and phones, as in interfaces.md, section 2."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache, partial
from typing import Any, NamedTuple

from companion.games.game import SeatView, Shown, View
from companion.games.snow_tails import figures, track_course
from companion.games.snow_tails.certain import open_pairs
from companion.games.snow_tails.driving import bonus_of, chosen, drives, numbered
from companion.games.snow_tails.outcome import due, resolve
from companion.games.snow_tails.rounds import big_paws
from companion.games.snow_tails.seats import seat_view, table_todo
from companion.games.snow_tails.state import VALUES, LastTurn, Pending, Sled, State
from companion.games.snow_tails.todo import turns_until
from companion.games.snow_tails.track import Track


class _Side(NamedTuple):
    """One seat: its part of the state, and its own view."""

    shown: Mapping[str, Any]
    view: SeatView


def view(state: State) -> View:
    """The state as JSON, and each seat's lights, keys and instructions."""
    return View(
        up=_up(state),
        begun=state.begun or state.phase == "over",
        over=state.phase == "over",
        token=big_paws(state),
        look=partial(_look, state),
    )


def _look(state: State) -> Shown:
    resting = _resting(replace(state, pending=None))
    sides = [resting.get(sled.seat) or _side(state, sled) for sled in state.sleds]
    shown = _state(state, [side.shown for side in sides])
    return Shown(shown, tuple(side.view for side in sides), table_todo(state))


@lru_cache(maxsize=8)
def _resting(state: State) -> Mapping[int, _Side]:
    """The seats that are not up, cached: playing cards at the seat that is up leaves them alone."""
    return {sled.seat: _side(state, sled) for sled in state.sleds if sled.seat != state.turn}


def _side(state: State, sled: Sled) -> _Side:
    return _Side(_seat(state, sled), seat_view(state, sled))


def _up(state: State) -> tuple[int, ...]:
    return state.proposed if state.turn is None else (state.turn,)


def _state(state: State, seats: list[Mapping[str, Any]]) -> dict[str, Any]:
    order = state.phase == "order"
    on_course = _course(state, state.track) if state.track else {}
    if state.to_move:
        on_course["to_move"] = list(state.to_move)
    return {
        "game": "snow_tails",
        "round": state.round,
        "phase": state.phase,
        "turn": state.turn,
        "order": list(state.order),
        "proposed_order": list(state.proposed) if order else None,
        "open_pairs": [list(pair) for pair in open_pairs(state)],
        "doubts": list(figures.doubts(state)),
        "big_paws": state.big_paws,
        "limits": list(state.limits),
        "flag": state.flag,
        **on_course,
        "seats": seats,
        "result": _result(state),
    }


def _seat(state: State, sled: Sled) -> dict[str, Any]:
    pending = state.pending_of(sled)
    live = figures.move(sled, pending)
    bonus = figures.bonus(state, sled, live)
    shown = live._asdict()
    return {
        "seat": sled.seat,
        "name": sled.name,
        "colour": sled.colour,
        **shown,
        "bonus": bonus,
        "bonus_allowed": bonus_of(state, sled, pending, live) > 0,
        "position": figures.position(state, sled),
        "wait": turns_until(state, sled),
        "dents": sled.dents,
        "dogs": sled.dogs,
        "deck": state.deck(sled),
        "discard": len(sled.discard) + sled.unnamed,
        "unseen": {str(value): figures.unseen(state, sled, value) for value in VALUES},
        "lines": sled.lines,
        "next_limit": figures.next_limit(state, sled),
        "status": sled.status,
        **({"played": sled.dealt.strength} if sled.dealt else {}),
        "place": sled.place,
        **(_on_course(sled) if state.track else {}),
        "pending": None if pending is None else _pending(state, sled, pending, live),
    }


def _course(state: State, track: Track) -> dict[str, Any]:
    """The laid course by its id, and the saplings that still stand."""
    saplings = [list(at) for at in state.saplings]
    return {"course": track_course.shown(track)["id"], "saplings": saplings}


def _on_course(sled: Sled) -> dict[str, Any]:
    """The sled's space, and the spaces of its last move."""
    at = list(sled.at) if sled.asked and sled.at else None
    return {"at": at, "path": [list(one) for one in sled.path]}


def _pending(state: State, sled: Sled, pending: Pending, live: figures.Move) -> dict[str, Any]:
    turn = LastTurn(live.speed, 0, sled.lines, sled.dents, pending.marks)
    return {
        "value": pending.value,
        "slots": list(pending.slots),
        "marks": list(pending.marks),
        "costs": [
            {"dents": cause.dents, "limit": cause.limit or None}
            for cause in due(turn, state.limits)
        ],
        "dents": _dents(state, sled, pending, turn),
        **({"ends": list(_ends(state, sled, pending, live))} if state.track else {}),
    }


def _dents(state: State, sled: Sled, pending: Pending, turn: LastTurn) -> int:
    """The dents to take if the turn ends now without the bonus."""
    drive = chosen(state, sled) if pending.slots else None
    return drive.dents if drive else resolve(turn, state.limits).dents - sled.dents


def _ends(
    state: State, sled: Sled, pending: Pending, live: figures.Move
) -> Iterator[dict[str, Any]]:
    """The ends of the move on a laid course, without the bonus and with it, the mildest first."""
    size = bonus_of(state, sled, pending, live)
    for bonus in (0, size) if size else (0,):
        now = chosen(state, sled, bonus)
        for drive, which in numbered(drives(state, sled, bonus)) if pending.slots else ():
            yield {
                "to": list(drive.to),
                "which": which,
                "bonus": bonus > 0,
                "steps": drive.end.steps,
                "dents": drive.dents,
                "out": drive.out,
                "stop": drive.end.stop or None,
                "saplings": len(drive.end.saplings),
                "chosen": drive is now,
                **({"path": [list(at) for at in drive.end.path]} if drive is now else {}),
            }


def _result(state: State) -> list[dict[str, int | None]] | None:
    if state.phase != "over":
        return None
    return [
        {"seat": sled.seat, "place": sled.place, "points": figures.points(state, sled)}
        for sled in figures.result(state)
    ]
