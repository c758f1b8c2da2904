"""Hands, the draw pile and the discard (RR-07, RR-10, RR-11)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.errors import Refused
from companion.games.fields import refuse_wrong, whole
from companion.games.game import Event
from companion.games.reindeer_races.figures import unseen
from companion.games.reindeer_races.state import (
    DRAWN,
    KINDS,
    MOST_HAND,
    MOVE_CARDS,
    Card,
    HandStep,
    State,
    Team,
)
from companion.games.reindeer_races.words import say, thing


def draw(state: State, team: Team, events: list[Event]) -> State:
    """Draw two cards, then discard down to seven (RR-10, RR-42). Shuffles an empty pile (RR-11)."""
    first = min(DRAWN, state.pile)
    more = DRAWN - first
    if first:
        events.append(say("reindeer_races.draw", team, count=first))
    team = replace(team, hand=team.hand + first, hand_step=HandStep(first, more > 0, more))
    state = state.with_team(team)
    if more:
        state = _reshuffled(state)
        events.append(say("reindeer_races.shuffle", team))
        events.append(say("reindeer_races.draw", team, count=more))
        team = state.team(team.seat)
        state = state.with_team(replace(team, hand=team.hand + more))
    return _down_to_seven(state, state.team(team.seat), events)


def _down_to_seven(state: State, team: Team, events: list[Event]) -> State:
    """Discard surplus cards, unnamed, because the companion sees no hands."""
    surplus = team.hand - MOST_HAND
    if surplus <= 0:
        return state
    events.append(say("reindeer_races.discard", team, count=surplus))
    hand_step = replace(team.hand_step, discard=surplus)
    team = replace(team, hand=MOST_HAND, to_name=surplus, hand_step=hand_step)
    return state.with_team(team, unnamed=state.unnamed + surplus)


def _reshuffled(state: State) -> State:
    """Shuffle the discard into the draw pile (RR-11)."""
    teams = tuple(replace(team, to_name=0) for team in state.teams)
    return replace(state, teams=teams, discard=(), unnamed=0)


def shuffle(state: State, act: Mapping[str, Any], events: list[Event]) -> State:
    """Shuffle the discard before a card has to be drawn."""
    if state.pile:
        fix = {"act": "correct", "set": {"pile": 0}}
        raise Refused("reindeer_races.pile_not_empty", remedy=(fix, act), count=state.pile)
    events.append(Event("reindeer_races.shuffled"))
    return _reshuffled(state)


def discard(state: State, act: Mapping[str, Any], events: list[Event]) -> State:
    """Name one of the surplus cards that were discarded unnamed."""
    team, card = state.team(act["seat"]), card_of(act)
    if card.kind not in KINDS:
        raise Refused("reindeer_races.no_such_card", card=thing(*card.kind))
    if not team.to_name:
        raise Refused("reindeer_races.nothing_to_name", name=team.name)
    refuse_open_copy(state, team, card, act)
    if not may_name(state, team, *card.kind):
        raise Refused("reindeer_races.card_gone", name=team.name, card=thing(*card.kind))
    events.append(say("reindeer_races.discard_named", team, card=thing(*card.kind)))
    hand_step = replace(team.hand_step, discard=max(0, team.hand_step.discard - 1))
    team = replace(team, to_name=team.to_name - 1, hand_step=hand_step)
    lying = (*state.discard, card)
    return state.with_team(team, discard=lying, unnamed=state.unnamed - 1)


def card_of(act: Mapping[str, Any]) -> Card:
    """The movement card of an act."""
    card = act["card"]
    return Card(card["object"], card.get("count", 1), card.get("copy", 0))


def refuse_open_copy(state: State, team: Team, card: Card, act: Mapping[str, Any]) -> None:
    """Refuse a copy that lies in the discard or is being played."""
    if not card.copy:
        return
    moves = state.box.moves
    most = moves[KINDS.index(card.kind)] if moves else MOVE_CARDS
    refuse_wrong(whole(1, most), card.copy, "act", "card", "copy", act=act["act"])
    if card in state.discard or (state.pending and card in state.pending.cards):
        unmarked = {name: value for name, value in act["card"].items() if name != "copy"}
        raise Refused(
            "reindeer_races.copy_open",
            remedy=({**act, "card": unmarked},),
            name=team.name,
            card=thing(*card.kind),
        )


def may_name(state: State, team: Team, what: str, count: int) -> bool:
    """Whether a surplus card can be of this kind. Cards being played are excluded."""
    held = state.pending.of_kind(what, count) if state.pending else 0
    return team.to_name > 0 and unseen(state, what, count) > held


def discard_unnamed(state: State, team: Team, count: int) -> State:
    """Discard `count` unnamed cards of a hand."""
    team = replace(team, hand=team.hand - count)
    return state.with_team(team, unnamed=state.unnamed + count)
