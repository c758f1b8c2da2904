"""Taps of cards: the weather of the round, action cards, event cards."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.errors import Refused
from companion.games.fields import Field, boolean, items, one_of, record, whole
from companion.games.game import Event, Say
from companion.games.husky import box, figures, ground
from companion.games.husky.board import SPECIES
from companion.games.husky.play import check_settled, done
from companion.games.husky.state import (
    ACTIONS,
    BAD,
    COLOURS,
    EVENTS,
    Action,
    Pending,
    Pile,
    State,
    Weather,
)
from companion.games.husky.words import (
    conditions,
    face,
    not_up,
    say,
    species,
    weather_first,
)

Act = Mapping[str, Any]


card = record(
    {
        "kind": Field(one_of("action", "weather", "event")),
        "card": Field(whole(1, ACTIONS), required=False),
        **{colour: Field(box.distance, required=False) for colour in COLOURS},
        "animals": Field(items(one_of(*SPECIES)), required=False),
        "event": Field(boolean, required=False),
    }
)
"""A card by its number, its face, or both. `tap` checks the face of each kind."""

_SHOWS: Mapping[str, tuple[str, ...]] = {
    "action": (*COLOURS, "animals", "event"),
    "weather": COLOURS,
    "event": (),
}


def _check_card(shown: Mapping[str, Any]) -> None:
    """Refuse a card that does not exist or whose face is incomplete."""
    kind, fields = shown["kind"], _SHOWS[shown["kind"]]
    named: dict[str, Any] = {
        "what": Say(f"pieces.husky_kind_{kind}"),
        "fields": ", ".join(("kind", "card", *fields)),
    }
    if shown.get("card", 1) > box.COUNTS[kind]:
        raise Refused("husky.no_such_card", what=named["what"], count=box.COUNTS[kind])
    given = shown.keys() - {"kind", "card"}
    if given not in (set(), set(fields)) or (not given and "card" not in shown):
        raise Refused("husky.card_fields", **named)
    if kind == "weather" and any(shown.get(colour, 0) > BAD for colour in COLOURS):
        raise Refused("husky.card_weather", count=BAD)
    if kind == "action" and given and not len(shown["animals"]) == len(set(shown["animals"])) == 2:
        raise Refused("husky.card_animals")


def tap(state: State, act: Act, events: list[Event]) -> State:
    """Play a shown card. The next player's card ends the turn before it (rules.md 8.3)."""
    _check_card(act["card"])
    kind = act["card"]["kind"]
    if kind == "event":
        return _event(state, act, events)
    if kind == "weather" and not state.due and act["card"].get("card") == state.weather_card:
        return state
    state = _close_turn(state, act, events)
    return (_weather if kind == "weather" else _action)(state, act, events)


def _close_turn(state: State, act: Act, events: list[Event]) -> State:
    """End a turn that only waits for OK, if this is the next player's card."""
    weather = act["card"]["kind"] == "weather"
    waits = state.pending is not None and not state.due and not figures.event_due(state)
    last = figures.next_up(state) is None
    if not waits or act["seat"] == state.turn or weather != last:
        return state
    if act["seat"] != (state.start if weather else figures.next_up(state)):
        return state
    return done(state, {"act": "done", "seat": state.turn}, events)


def _weather(state: State, act: Act, events: list[Event]) -> State:
    """Reveal the weather of this round, by the start player (HU-04)."""
    _check_weather(state, act)
    first, shown = state.musher(state.start), act["card"]
    number = shown.get("card", 0)
    weather = _weather_of(state, shown)
    if weather is None:
        events.append(say("husky.weather_unknown", first, "card"))
    else:
        events.append(say("husky.weather", first, "card", **conditions(weather)))
    return replace(
        state,
        due=False,
        weather=weather,
        weather_card=number,
        shown=state.shown.plus(number),
        begun=True,
    )


def _check_weather(state: State, act: Act) -> None:
    first, number = state.musher(state.start), act["card"].get("card", 0)
    if not state.due:
        raise Refused("husky.weather_stands", name=first.name)
    if act["seat"] != state.start:
        raise Refused(
            "husky.weather_start",
            remedy=({**act, "seat": state.start},),
            seat=first.seat,
            name=first.name,
        )
    if number and number in state.shown.seen:
        raise Refused("husky.weather_played", remedy=_by_face(act, state), card=number)


def _weather_of(state: State, shown: Act) -> Weather | None:
    if "white" in shown:
        return box.weather(shown)
    number: int = shown["card"]
    return state.cards.weathers[number - 1]


def _action(state: State, act: Act, events: list[Event]) -> State:
    """Play an action card, or replace it while nothing else has been done."""
    shown = act["card"]
    number = shown.get("card", 0)
    _check_up(state, act)
    if number and number in state.played.seen:
        raise Refused("husky.action_played", remedy=_by_face(act, state), card=number)
    up = state.musher(state.turn)
    where = state.pending.where if state.pending else figures.known_place(state, up)
    played = Pending(number, _action_of(state, shown), where)
    if state.pending is not None:
        if _same_card(state.pending, played, shown):
            return state
        if not _untouched(state.pending):
            raise Refused("husky.card_lies", name=up.name)
    state = replace(state, pending=played, begun=True)
    events.append(_played_event(state))
    return state


def _same_card(pending: Pending, played: Pending, shown: Mapping[str, Any]) -> bool:
    """Whether it is the card already played. A number alone is enough to tell."""
    if "white" not in shown:
        return pending.card == played.card
    return (pending.card, pending.action) == (played.card, played.action)


def _untouched(pending: Pending) -> bool:
    """Whether nothing has been done with the card yet."""
    return pending.drawn is None and not pending.moved and not pending.animals


def _action_of(state: State, shown: Mapping[str, Any]) -> Action | None:
    if "white" in shown:
        return box.action(shown)
    number: int = shown["card"]
    return state.cards.actions[number - 1]


def _check_up(state: State, act: Act) -> None:
    if state.due:
        raise weather_first(state)
    if act["seat"] != state.turn:
        raise not_up(state, act)
    for _, seat in ground.to_relocate(state):
        raise Refused("husky.relocate_first", name=state.musher(seat).name)


def _played_event(state: State) -> Event:
    """The event of a played card: distances, animals, and whether an event is due."""
    pending, up = state.pending, state.musher(state.turn)
    assert pending is not None
    action = pending.action
    if action is None:
        return say("husky.played_unknown", up, "card")
    named = {"animals": species(action.animals), "steps": figures.animal_steps(state)}
    if state.still:
        return say("husky.played_blocked", up, "card", **named)
    found = figures.distances(state, action)
    if found["white"] is None:
        return say("husky.played_no_weather", up, "card", **named)
    key = "husky.played_event" if figures.event_due(state) else "husky.played"
    count = figures.distance(state)
    return say(key, up, "card", **found, **named, value=count)


def _by_face(act: Act, state: State) -> tuple[Act, ...]:
    """The remedy for a wrong number: the same act with the face of the card."""
    shown = {name: value for name, value in act["card"].items() if name != "card"}
    if shown["kind"] == "action":
        action = _action_of(state, act["card"])
        shown |= face(action) if action else {}
    if shown["kind"] == "weather":
        weather = _weather_of(state, act["card"])
        shown |= weather._asdict() if weather else {}
    return ({**act, "card": shown},)


def _event(state: State, act: Act, events: list[Event]) -> State:
    """Show the event card that was drawn for the E (HU-16)."""
    pending, number = state.pending, act["card"]["card"]
    if pending is not None and act["seat"] == state.turn and pending.drawn == number:
        return state
    return draw_card(state, act, number, events)


def draw(state: State, act: Act, events: list[Event]) -> State:
    """Draw an event card without showing it."""
    return draw_card(state, act, 0, events)


def draw_card(state: State, act: Act, number: int, events: list[Event]) -> State:
    """Draw the event card of this turn; a used-up deck is shuffled before (AM-HU-08)."""
    _check_draw(state, act)
    pending, up, pile = state.pending, state.musher(state.turn), state.drawn
    assert pending is not None
    if pile.count >= EVENTS:
        events.append(say("husky.shuffle_event", up))
        pile = Pile()
    if number in pile.seen:
        raise Refused(
            "husky.event_played", remedy=({"act": "draw", "seat": act["seat"]},), card=number
        )
    what = state.cards.texts[number - 1] if number else None
    state = replace(state, pending=replace(pending, drawn=number), drawn=pile.plus(number))
    key = "husky.event" if what else "husky.event_unknown"
    events.append(say(key, up, "card", text=what or ""))
    if figures.asks(state):
        events.append(say("husky.event_asks", up))
    return state


def _check_draw(state: State, act: Act) -> None:
    if not state.settings.events:
        raise Refused("husky.no_events")
    if act["seat"] != state.turn:
        raise not_up(state, act)
    pending, up = state.pending, state.musher(state.turn)
    if pending is None:
        raise Refused("husky.tap_first", name=up.name)
    if state.still:
        raise Refused("husky.still_event", name=up.name)
    if pending.drawn is not None:
        raise Refused("husky.event_drawn", name=up.name)
    if not figures.event_comes(state):
        raise Refused("husky.no_event_due", name=up.name)
    check_settled(state)
