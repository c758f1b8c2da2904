"""Drawing, discarding and shuffling dog cards (ST-85 to ST-88)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.errors import Refused
from companion.games.game import Event
from companion.games.snow_tails.dealt import Dealt
from companion.games.snow_tails.figures import holdable
from companion.games.snow_tails.state import HAND, Card, HandStep, Sled, State
from companion.games.snow_tails.words import refuse_value, say


def fill_hand(state: State, sled: Sled, may_draw: bool, events: list[Event]) -> Sled:
    """Bring the hand to five cards, dents included (ST-85). After ST-66 no card is drawn."""
    sled = drop_surplus(sled, 0, events)
    wanted = HAND - sled.dogs - sled.dents
    if wanted <= 0:
        return sled
    if may_draw:
        return draw(state, sled, wanted, events)
    events.append(say("snow_tails.no_draw", sled))
    return sled


def drop_surplus(sled: Sled, least: int, events: list[Event]) -> Sled:
    """Discard surplus cards, unnamed, keeping at least `least` dog cards (ST-85, AM-ST-18)."""
    surplus = min(sled.dogs + sled.dents - HAND, sled.dogs - least)
    if surplus <= 0:
        return sled
    events.append(say("snow_tails.discard", sled, count=surplus))
    hand_step = replace(sled.hand_step, discard=surplus)
    return replace(
        sled, dogs=sled.dogs - surplus, unnamed=sled.unnamed + surplus, hand_step=hand_step
    )


def draw(state: State, sled: Sled, count: int, events: list[Event]) -> Sled:
    """Draw `count` cards; if the deck runs out, shuffle it and draw on (ST-87, AM-ST-16)."""
    first = min(count, state.deck(sled))
    more = count - first
    if first:
        events.append(say("snow_tails.draw", sled, count=first))
        sled = _take(sled, first)
    if more:
        sled = reshuffled(sled)
        events.append(say("snow_tails.shuffle", sled))
        events.append(say("snow_tails.draw", sled, count=more))
        sled = _take(sled, more)
    hand_step = HandStep(sled.hand_step.dents, sled.hand_step.discard, first, more > 0, more)
    return replace(sled, dogs=sled.dogs + count, hand_step=hand_step)


def _take(sled: Sled, count: int) -> Sled:
    """The sled with cards from its deck in its hand, if the table plays it."""
    return sled if sled.dealt is None else replace(sled, dealt=sled.dealt.draw(count))


def reshuffled(sled: Sled) -> Sled:
    """Return the discard and all cards under the dogs' top cards to the deck (ST-87)."""
    return replace(
        sled,
        left_pile=sled.left_pile[-1:],
        right_pile=sled.right_pile[-1:],
        discard=(),
        unnamed=0,
        unsure=(),
        dealt=sled.dealt and _shuffled(sled, sled.dealt),
    )


def _shuffled(sled: Sled, dealt: Dealt) -> Dealt:
    """The cards of a played sled after a shuffle, its highest surplus cards among them."""
    kept = len(dealt.hand) - sled.unnamed
    hand, surplus = dealt.hand[:kept], dealt.hand[kept:]
    open_cards = (*sled.left_pile[:-1], *sled.right_pile[:-1], *sled.discard)
    return replace(dealt, hand=hand).shuffle((*surplus, *(card.value for card in open_cards)))


def forget_copies(sled: Sled, value: int) -> Sled:
    """Forget which copies of this value are where, until the next shuffle."""

    def unknown(cards: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(Card(value) if card.value == value else card for card in cards)

    return replace(
        sled,
        left_pile=unknown(sled.left_pile),
        right_pile=unknown(sled.right_pile),
        discard=unknown(sled.discard),
        unsure=(*sled.unsure, value),
    )


def shuffle(state: State, act: Mapping[str, Any], events: list[Event]) -> State:
    """Shuffle an empty deck before a card has to be drawn (AM-ST-16)."""
    sled = state.sled(act["seat"])
    deck = state.deck(sled)
    if deck:
        fix = {"act": "correct", "seat": sled.seat, "set": {"deck": 0}}
        raise Refused("snow_tails.deck_not_empty", remedy=(fix, act), name=sled.name, count=deck)
    shuffled = reshuffled(sled)
    if shuffled == sled:
        raise Refused("snow_tails.nothing_to_shuffle", name=sled.name)
    events.append(say("snow_tails.shuffled", sled))
    return state.with_sled(shuffled)


def discard(state: State, act: Mapping[str, Any], events: list[Event]) -> State:
    """Name the value of one surplus card that was discarded unnamed."""
    sled, value = state.sled(act["seat"]), act["value"]
    if not sled.unnamed:
        raise Refused("snow_tails.nothing_to_name", name=sled.name)
    if not may_name(state, sled, value):
        raise refuse_value(sled, value)
    events.append(say("snow_tails.discard_named", sled, value=value))
    hand_step = replace(sled.hand_step, discard=max(0, sled.hand_step.discard - 1))
    lying = (*sled.discard, Card(value))
    dealt = sled.dealt and sled.dealt.without(value)
    named = replace(sled, unnamed=sled.unnamed - 1, discard=lying, hand_step=hand_step, dealt=dealt)
    return state.with_sled(named)


def may_name(state: State, sled: Sled, value: int) -> bool:
    """Whether a surplus card can have this value. Cards in play are excluded."""
    pending = state.pending_of(sled)
    held = pending.cards if pending is not None and pending.value == value else 0
    return sled.unnamed > 0 and holdable(state, sled, value) > held
