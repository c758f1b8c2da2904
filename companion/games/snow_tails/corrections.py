"""Corrections by hand: figures of one sled or of the race are set as the table says."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.errors import Refused
from companion.games import corrections
from companion.games.corrections import Figure
from companion.games.fields import (
    items,
    one_of,
    or_null,
    whole,
)
from companion.games.game import Event
from companion.games.snow_tails.driving import where
from companion.games.snow_tails.moved_sleds import refuse_taken, set_space
from companion.games.snow_tails.rounds import give_turn, settle
from companion.games.snow_tails.state import MAX_DENTS, SLOTS, STATUSES, HandStep, Sled, State
from companion.games.snow_tails.words import say

Wanted = Mapping[str, Any]

PROOF = frozenset({"lines", "status", "turn", "order"})
"""Figures that the certain pairs of a round rest on (certain.py)."""


def correct_sled(state: State, act: Mapping[str, Any], events: list[Event]) -> State:
    """Set figures of one sled. The record of its face-up cards stays as it is."""
    sled, wanted = state.sled(act["seat"]), act["set"]
    _check(state, wanted)
    _keep_pending(state, sled, wanted)
    figures = {name: wanted[name] for name in (*SLOTS, "dents") if name in wanted}
    changed = set_space(state, replace(_set_cards(state, sled, wanted), **figures), act)
    changed = _set_status(state, changed, wanted)
    _check_lines(state, changed)
    refuse_taken(state, changed, act)
    sleds = _set_place(state, changed, wanted)
    changed = next(one for one in sleds if one.seat == sled.seat)
    order = state.order
    if changed.racing and sled.seat not in order:
        order = (*order, sled.seat)
    if sleds == state.sleds and order == state.order:
        return state
    changes = corrections.words(_figures(state, sled), _figures(state, changed), act)
    events.append(say("snow_tails.corrected", sled, **changes))
    fresh = tuple(
        replace(one, last=None, hand_step=HandStep()) if one.seat == sled.seat else one
        for one in sleds
    )
    corrected = state.corrected or not PROOF.isdisjoint(wanted)
    return settle(replace(state, sleds=fresh, order=order, corrected=corrected), events)


def _figures(state: State, sled: Sled) -> list[Figure]:
    """The figures of a sled that a correction can set, with their names."""
    values = {name: getattr(sled, name) for name in (*SLOTS, "dents", "dogs")}
    values |= {"deck": state.deck(sled), "lines": sled.lines}
    values |= {"status": corrections.status(sled.status), "place": sled.place}
    if state.track is not None and sled.at is not None:
        values["at"] = where(state.track, sled.at)
    return corrections.figures(values)


def _check(state: State, wanted: Wanted) -> None:
    """Check the ranges that depend on the race."""
    cards = whole(0, state.settings.size)
    fields = {
        "left": whole(1, 5),
        "right": whole(1, 5),
        "brake": whole(1, 5),
        "dents": whole(0, MAX_DENTS),
        "dogs": cards,
        "deck": cards,
        "lines": whole(0, state.finish),
        "status": one_of(*STATUSES),
        "place": or_null(whole(1, len(state.sleds))),
        "at": items(whole(0)),
    }
    corrections.check_settable(fields, wanted)


def _keep_pending(state: State, sled: Sled, wanted: Wanted) -> None:
    """Refuse a correction that makes the half-played turn impossible."""
    pending = state.pending_of(sled)
    if pending is None:
        return
    for slot in pending.slots:
        if slot in wanted:
            raise Refused("snow_tails.correct_pending_slot", name=sled.name, slot=slot)
    if wanted.get("dogs", sled.dogs) < pending.cards:
        raise Refused("snow_tails.correct_pending_dogs", name=sled.name, count=pending.cards)


def _check_lines(state: State, sled: Sled) -> None:
    pending = state.pending_of(sled)
    if pending is not None and sled.lines + pending.lines > state.finish:
        raise Refused("snow_tails.correct_pending_lines", name=sled.name)


def _set_cards(state: State, sled: Sled, wanted: Wanted) -> Sled:
    """Set the dog cards in hand and in the deck, which the table knows if it plays the sled.

    With `dogs` alone, the deck makes up the difference; with `deck`, the discard does.
    """
    if sled.dealt is not None and not {"dogs", "deck"}.isdisjoint(wanted):
        raise Refused("snow_tails.played_cards", name=sled.name)
    dogs = wanted.get("dogs", sled.dogs)
    deck = state.deck(sled)
    if "deck" not in wanted:
        if dogs > sled.dogs + deck:
            raise Refused("snow_tails.correct_dogs", name=sled.name, count=sled.dogs + deck)
        return replace(sled, dogs=dogs)
    unnamed = sled.unnamed + sled.dogs + deck - dogs - wanted["deck"]
    keep = len(sled.discard) + min(0, unnamed)
    if keep < 0:
        most = sled.dogs + deck + len(sled.discard) + sled.unnamed
        raise Refused("snow_tails.correct_cards", name=sled.name, count=most)
    return replace(sled, dogs=dogs, unnamed=max(0, unnamed), discard=sled.discard[:keep])


def _set_status(state: State, sled: Sled, wanted: Wanted) -> Sled:
    """Set lines and status. A sled on the finish line is `finished`, and only such a sled."""
    finish = state.finish
    match wanted:
        case {"lines": int(lines), "status": str(status)}:
            pass
        case {"lines": int(lines)}:
            back = "racing" if sled.status == "finished" else sled.status
            status = "finished" if lines == finish else back
        case {"status": str(status)}:
            lines = finish if status == "finished" else min(sled.lines, finish - 1)
        case _:
            return sled
    if (lines == finish) != (status == "finished"):
        raise Refused("snow_tails.correct_finish", name=sled.name, lines=finish)
    if status == "finished":
        return replace(sled, lines=lines, status=status)
    return replace(sled, lines=lines, status=status, place=None, rows=None, lane=None)


def _set_place(state: State, sled: Sled, wanted: Wanted) -> tuple[Sled, ...]:
    """All sleds, with places that have no gap: the others close up or make room for this one."""
    place = wanted.get("place", sled.place)
    if place is not None and sled.status != "finished":
        raise Refused("snow_tails.correct_place", name=sled.name)
    others = [one for one in state.sleds if one.place is not None and one.seat != sled.seat]
    ranking = [one.seat for one in sorted(others, key=lambda one: one.place or 0)]
    if place is not None:
        if place > len(ranking) + 1:
            raise Refused("snow_tails.correct_place_gap", name=sled.name, most=len(ranking) + 1)
        ranking.insert(place - 1, sled.seat)
    places = {seat: number for number, seat in enumerate(ranking, 1)}
    return tuple(
        replace(sled if one.seat == sled.seat else one, place=places.get(one.seat))
        for one in state.sleds
    )


def correct_race(state: State, act: Mapping[str, Any], events: list[Event]) -> State:
    """Set whose turn it is, the round, this round's order, or the holder of Big Paws."""
    wanted = act["set"]
    seats = [sled.seat for sled in state.sleds]
    fields = {
        "turn": one_of(*seats),
        "round": whole(1),
        "order": items(whole(1, 6)),
        "big_paws": or_null(one_of(*seats)),
    }
    corrections.check_settable(fields, wanted)
    changed = _set_race_figures(state, wanted)
    turn = wanted.get("turn")
    if turn is not None:
        _check_turn(changed, turn)
    if changed == state and (turn is None or (turn == state.turn and state.pending is None)):
        return state
    changes = corrections.words(_race_figures(state), _race_figures(changed, turn), act)
    events.append(Event("snow_tails.corrected_race", None, changes))
    changed = replace(changed, corrected=state.corrected or not PROOF.isdisjoint(wanted))
    return settle(changed, events) if turn is None else give_turn(changed, turn, events)


def _race_figures(state: State, turn: int | None = None) -> list[Figure]:
    """The figures of the race that a correction can set. `turn`: the seat that will be up."""
    names: Mapping[int | None, str] = {sled.seat: sled.name for sled in state.sleds}
    return corrections.figures(
        {
            "turn": names.get(turn or state.turn),
            "round": state.round,
            "order": [names[seat] for seat in state.order],
            "big_paws": names.get(state.big_paws),
        }
    )


def _set_race_figures(state: State, wanted: Wanted) -> State:
    """The race with its new figures, but for `turn`."""
    order = tuple(wanted.get("order", state.order))
    if sorted(order) != sorted(state.order):
        listed = ", ".join(str(seat) for seat in state.order)
        raise Refused("snow_tails.order_seats", seats=listed)
    big_paws = wanted.get("big_paws", state.big_paws)
    return replace(
        state,
        round=wanted.get("round", state.round),
        order=order,
        big_paws=big_paws,
        longest_s=0.0 if big_paws is None else state.longest_s,
    )


def _check_turn(state: State, turn: int) -> None:
    if state.phase != "turns":
        raise Refused("snow_tails.correct_turn_phase")
    sled = state.sled(turn)
    if not sled.racing or turn not in state.order:
        raise Refused("snow_tails.correct_turn_racing", name=sled.name)
