"""What a tapped card means: this round's weather, what is played, what the event is."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.errors import Refused
from companion.games.fields import Check, Field, one_of, record, text, whole
from companion.games.game import Event
from companion.games.husky import box, figures, ground
from companion.games.husky.play import done
from companion.games.husky.state import (
    ACTIONS,
    COLOUR_OF,
    EVENTS,
    WEATHERS,
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


def _card(most: int, shown: Mapping[str, Field]) -> Check:
    """A card by its number, by what it shows, or by both; what it shows is whole or missing."""
    known = {"kind": Field(text), "card": Field(whole(1, most), required=False)}
    number_only = record(known | {name: Field(one.check, False) for name, one in shown.items()})
    whole_card = record(known | dict(shown))

    def check(value: Any) -> None:
        number_only(value)
        if "card" not in value or any(name in value for name in shown):
            whole_card(value)

    return check


_kind = record({"kind": Field(one_of("action", "weather", "event"))}, "card", *box.ACTION)
_CARDS = {
    "action": _card(ACTIONS, box.ACTION),
    "weather": _card(WEATHERS, box.WEATHER),
    "event": record({"kind": Field(text), "card": Field(whole(1, EVENTS))}),
}


def card(value: Any) -> None:
    """A card as a tap shows it. Raises Wrong."""
    _kind(value)
    _CARDS[value["kind"]](value)


def tap(state: State, act: Act, events: list[Event]) -> State:
    """A card was shown. The next player's card closes the turn before it (rules.md 8.3)."""
    kind = act["card"]["kind"]
    if kind == "event":
        return _event(state, act, events)
    if kind == "weather" and not state.due and act["card"].get("card") == state.weather_card:
        return state
    state = _closed(state, act, events)
    return (_weather if kind == "weather" else _action)(state, act, events)


def _closed(state: State, act: Act, events: list[Event]) -> State:
    """The turn that was only waiting for OK, closed by the card of the next player."""
    weather = act["card"]["kind"] == "weather"
    waits = state.pending is not None and not state.due and not figures.event_due(state)
    last = figures.next_up(state) is None
    if not waits or act["seat"] == state.turn or weather != last:
        return state
    if act["seat"] != (state.start if weather else figures.next_up(state)):
        return state
    return done(state, {"act": "done", "seat": state.turn}, events)


def _weather(state: State, act: Act, events: list[Event]) -> State:
    """The start player reveals the weather of this round (HU-04)."""
    first, shown = state.musher(state.start), act["card"]
    if not state.due:
        raise Refused("husky.weather_stands", name=first.name)
    if act["seat"] != state.start:
        raise Refused(
            "husky.weather_start",
            remedy=({**act, "seat": state.start},),
            seat=first.seat,
            name=first.name,
        )
    number = shown.get("card", 0)
    if number and number in state.shown.seen:
        raise Refused("husky.weather_played", remedy=_faces(act, state), card=number)
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


def _weather_of(state: State, shown: Act) -> Weather | None:
    if "white" in shown:
        return box.weather(shown)
    number: int = shown["card"]
    return state.cards.weathers[number - 1]


def _action(state: State, act: Act, events: list[Event]) -> State:
    """An action card is played; another one in its place as long as nothing else was done."""
    shown = act["card"]
    number = shown.get("card", 0)
    _check_up(state, act)
    if number and number in state.played.seen:
        raise Refused("husky.action_played", remedy=_faces(act, state), card=number)
    up = state.musher(state.turn)
    where = state.board.kind(up.at) if state.board is not None and up.at is not None else ""
    where = where if where in COLOUR_OF else ""
    played = Pending(number, _action_of(state, shown), where if up.begun else "start")
    if state.pending is not None:
        if (state.pending.card, state.pending.action) == (number, played.action):
            return state
        if not _fresh(state.pending):
            raise Refused("husky.card_lies", name=up.name)
    state = replace(state, pending=played, begun=True)
    events.append(_told(state))
    return state


def _fresh(pending: Pending) -> bool:
    """Whether nothing was done yet with the card."""
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


def _told(state: State) -> Event:
    """The three distances, the two animals and whether an event is due."""
    pending, up = state.pending, state.musher(state.turn)
    assert pending is not None
    action = pending.action
    if action is None:
        return say("husky.played_unknown", up, "card")
    named = {"animals": species(action.animals), "steps": state.settings.steps}
    if state.still:
        return say("husky.played_blocked", up, "card", **named)
    found = figures.distances(state, action)
    if found["white"] is None:
        return say("husky.played_no_weather", up, "card", **named)
    key = "husky.played_event" if figures.event_due(state) else "husky.played"
    count = figures.distance(state)
    return say(key, up, "card", **found, **named, value=count)


def _faces(act: Act, state: State) -> tuple[Act, ...]:
    """The same card by what it shows: a way on where its number must be wrong."""
    shown = {name: value for name, value in act["card"].items() if name != "card"}
    if shown["kind"] == "action" and len(shown) == 1:
        action = _action_of(state, act["card"])
        shown |= face(action) if action else {}
    if shown["kind"] == "weather" and len(shown) == 1:
        weather = _weather_of(state, act["card"])
        shown |= weather._asdict() if weather else {}
    return ({**act, "card": shown},)


def _event(state: State, act: Act, events: list[Event]) -> State:
    """The event card that was drawn for the E (HU-16)."""
    pending, number = state.pending, act["card"]["card"]
    if pending is not None and act["seat"] == state.turn and pending.drawn == number:
        return state
    return draw_card(state, act, number, events)


def draw(state: State, act: Act, events: list[Event]) -> State:
    """An event card was drawn that nobody showed."""
    return draw_card(state, act, 0, events)


def draw_card(state: State, act: Act, number: int, events: list[Event]) -> State:
    """The event of this turn; a deck that is used up was shuffled before (AM-HU-08)."""
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
    if not figures.may_draw(state):
        raise Refused("husky.no_event_due", name=up.name)
