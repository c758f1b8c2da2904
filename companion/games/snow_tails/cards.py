"""The hand step, drawing and shuffling, and the discard (ST-85 to ST-88)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.errors import Refused
from companion.games.game import Event
from companion.games.snow_tails.figures import unseen
from companion.games.snow_tails.state import HAND, Card, Sled, State, Told
from companion.games.snow_tails.words import say


def fill_hand(state: State, sled: Sled, may_draw: bool, events: list[Event]) -> Sled:
    """The hand brought to five cards, dents included (ST-85); not drawn after ST-66."""
    sled = drop_surplus(sled, 0, events)
    wanted = HAND - sled.dogs - sled.dents
    if wanted <= 0:
        return sled
    if may_draw:
        return draw(state, sled, wanted, events)
    events.append(say("snow_tails.no_draw", sled))
    return sled


def drop_surplus(sled: Sled, least: int, events: list[Event]) -> Sled:
    """Surplus cards of the hand booked by number, down to `least` dogs (ST-85, AM-ST-18)."""
    surplus = min(sled.dogs + sled.dents - HAND, sled.dogs - least)
    if surplus <= 0:
        return sled
    events.append(say("snow_tails.discard", sled, count=surplus))
    told = replace(sled.told, discard=surplus)
    return replace(sled, dogs=sled.dogs - surplus, unnamed=sled.unnamed + surplus, told=told)


def draw(state: State, sled: Sled, count: int, events: list[Event]) -> Sled:
    """`count` cards drawn; when the deck runs out it is shuffled first (ST-87, AM-ST-16)."""
    first = min(count, state.deck(sled))
    more = count - first
    if first:
        events.append(say("snow_tails.draw", sled, count=first))
    if more:
        sled = gathered(sled)
        events.append(say("snow_tails.shuffle", sled))
        events.append(say("snow_tails.draw", sled, count=more))
    told = Told(sled.told.dents, sled.told.discard, first, more > 0, more)
    return replace(sled, dogs=sled.dogs + count, told=told)


def gathered(sled: Sled) -> Sled:
    """The discard and all cards under the dogs' top cards go back into the deck (ST-87)."""
    return replace(
        sled,
        left_pile=sled.left_pile[-1:],
        right_pile=sled.right_pile[-1:],
        discard=(),
        unnamed=0,
    )


def shuffle(state: State, act: Mapping[str, Any], events: list[Event]) -> State:
    """The deck was shuffled before a card had to be drawn (AM-ST-16)."""
    sled = state.sled(act["seat"])
    deck = state.deck(sled)
    if deck:
        fix = {"act": "correct", "seat": sled.seat, "set": {"deck": 0}}
        raise Refused("snow_tails.deck_not_empty", remedy=(fix, act), name=sled.name, count=deck)
    shuffled = gathered(sled)
    if shuffled == sled:
        raise Refused("snow_tails.nothing_to_shuffle", name=sled.name)
    events.append(say("snow_tails.shuffled", sled))
    return state.with_sled(shuffled)


def discard(state: State, act: Mapping[str, Any], events: list[Event]) -> State:
    """One of the surplus cards that were booked by number gets its value."""
    sled, value = state.sled(act["seat"]), act["value"]
    if not sled.unnamed:
        raise Refused("snow_tails.nothing_to_name", name=sled.name)
    if not may_name(state, sled, value):
        raise Refused("snow_tails.value_gone", name=sled.name, value=value)
    events.append(say("snow_tails.discard_named", sled, value=value))
    told = replace(sled.told, discard=max(0, sled.told.discard - 1))
    lying = (*sled.discard, Card(value))
    named = replace(sled, unnamed=sled.unnamed - 1, discard=lying, told=told)
    return state.with_sled(named)


def may_name(state: State, sled: Sled, value: int) -> bool:
    """Whether a surplus card can have this value: a card that is being played cannot be it."""
    pending = state.pending_of(sled)
    held = pending.cards if pending is not None and pending.value == value else 0
    return sled.unnamed > 0 and unseen(state, sled, value) > held
