"""The acts of a turn: cards, track, reindeer, done (RR-10 to RR-26)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.errors import Refused
from companion.games.game import Event
from companion.games.reindeer_races import figures, rewards
from companion.games.reindeer_races.cards import card_of, draw, refuse_open_copy
from companion.games.reindeer_races.figures import unseen
from companion.games.reindeer_races.landing import finish_move, landing
from companion.games.reindeer_races.lay import lay
from companion.games.reindeer_races.rounds import end_race, pass_on, settle
from companion.games.reindeer_races.state import (
    ELF,
    KINDS,
    Card,
    HandStep,
    Pending,
    State,
    Team,
)
from companion.games.reindeer_races.turn import played, up
from companion.games.reindeer_races.values import nobody_knows
from companion.games.reindeer_races.words import on_track, say, steps, thing

Act = Mapping[str, Any]


def tap(state: State, act: Act, events: list[Event]) -> State:
    """Lay a track card, or play a movement card (RR-20, RR-21)."""
    shown = act["card"]
    if shown.get("kind") == "track":
        if "card" not in shown:
            raise Refused("reindeer_races.which_card")
        return lay(state, shown["card"], events)
    if "object" not in shown:
        raise Refused("reindeer_races.which_card")
    team = up(state, act)
    card = card_of(act)
    pending = state.pending or Pending(())
    if card.copy and card in pending.cards:
        return state
    _check_card(state, team, pending, card, act)
    keep = pending.track if card.what == ELF else None
    pending = figures.kept_choices(team, pending, Pending((*pending.cards, card), keep))
    events.append(_tapped(team, pending, card))
    state = replace(state, pending=pending)
    announce_path(state, team, pending, events)
    return state


def _check_card(state: State, team: Team, pending: Pending, card: Card, act: Act) -> None:
    """Refuse a card that does not fit the others or cannot be in the hand."""
    what, count = card.kind
    if card.kind not in KINDS:
        raise Refused("reindeer_races.no_such_card", card=thing(what, count))
    if what != ELF and pending.played not in (None, what):
        raise Refused(
            "reindeer_races.one_object",
            name=team.name,
            track=on_track(pending.played),
            card=thing(what, count),
        )
    if what != ELF and not figures.candidates(team, what):
        raise Refused("reindeer_races.no_reindeer", name=team.name, track=on_track(what))
    refuse_open_copy(state, team, card, act)
    if unseen(state, what, count) <= pending.of_kind(what, count):
        raise Refused("reindeer_races.card_gone", name=team.name, card=thing(what, count))
    cards = len(pending.cards) + 1
    if cards > team.hand:
        fix = {"act": "correct", "seat": team.seat, "set": {"hand": cards}}
        raise Refused(
            "reindeer_races.not_enough_cards", remedy=(fix, act), name=team.name, count=team.hand
        )


def _tapped(team: Team, pending: Pending, card: Card) -> Event:
    """The event for a tapped card, with the distance of all cards (RR-22)."""
    params: dict[str, Any] = {"card": thing(*card.kind), "count": pending.distance}
    if pending.target is None:
        return say("reindeer_races.tapped_elves", team, "card", **params)
    return say("reindeer_races.tapped", team, "card", track=on_track(pending.target), **params)


def track(state: State, act: Act, events: list[Event]) -> State:
    """Choose the track for elves alone (RR-22)."""
    team, pending = played(state, act)
    wanted = act["track"]
    if pending.played is not None:
        own = on_track(pending.played)
        raise Refused("reindeer_races.track_given", name=team.name, track=own)
    if not figures.candidates(team, wanted):
        raise Refused("reindeer_races.no_reindeer", name=team.name, track=on_track(wanted))
    if pending.track == wanted:
        return state
    pending = figures.kept_choices(team, pending, Pending(pending.cards, wanted))
    state = replace(state, pending=pending)
    params: dict[str, Any] = {"track": on_track(wanted), "count": pending.distance}
    events.append(say("reindeer_races.track_chosen", team, **params))
    announce_path(state, team, pending, events)
    return state


def reindeer(state: State, act: Act, events: list[Event]) -> State:
    """Choose the reindeer, and leap or pass for those it lands on (RR-23, RR-31, AM-RR-08)."""
    team, pending = played(state, act)
    number, target = act["reindeer"], pending.target
    if target is None:
        raise Refused("reindeer_races.track_first", name=team.name)
    if number not in figures.candidates(team, target):
        spot = team.reindeer[number - 1]
        raise Refused(
            "reindeer_races.elsewhere",
            name=team.name,
            reindeer=number,
            track=on_track(spot.track if spot else target),
        )
    leaps = act.get("leaps", True)
    leaps = leaps if isinstance(leaps, bool) else tuple(leaps)
    changed = replace(pending, reindeer=number, leaps=leaps, land=None)
    if changed == pending:
        return state
    state = replace(state, pending=changed)
    announce_path(state, team, changed, events)
    return state


def announce_path(state: State, team: Team, pending: Pending, events: list[Event]) -> None:
    """Announce the path once it is known, so that it can be checked before OK."""
    way = figures.path(state, team, pending)
    if way is None:
        return
    params: dict[str, Any] = {"reindeer": figures.chosen(team, pending), "steps": steps(way)}
    events.append(say("reindeer_races.path", team, track=on_track(pending.target), **params))
    if way.asked:
        events.append(say(f"reindeer_races.ask_{way.asked}", team))


def done(state: State, act: Act, events: list[Event]) -> State:
    """End the turn: make the move, or draw two cards if none was tapped.

    After the race `done` means that nobody knows the seat's missing values.
    """
    if state.phase == "rewards" and not act.keys() & {"tile", "last"}:
        return nobody_knows(state, act, events)
    team = up(state, act)
    pending = state.pending
    fresh = replace(team, to_name=0, hand_step=HandStep())
    state = state.with_team(fresh, begun=True)
    if pending is None:
        _refuse_tile(team, act)
        return pass_on(draw(state, fresh, events), events)
    state = _make_move(state, fresh, pending, act, events)
    if act.get("last"):
        return end_race(state, events)
    state = settle(state, events)
    return state if state.phase == "over" else pass_on(state, events)


def _refuse_tile(team: Team, act: Act) -> None:
    """Refuse the tile's value where the rewards are known."""
    if "tile" in act or "last" in act:
        raise Refused("reindeer_races.tile_not_asked", name=team.name)


def _make_move(state: State, team: Team, pending: Pending, act: Act, events: list[Event]) -> State:
    """Discard the played cards and move the reindeer."""
    number, land = landing(state, team, pending)
    if not rewards.unknown(state, land):
        _refuse_tile(team, act)
    team = replace(team, hand=team.hand - len(pending.cards))
    state = state.with_team(team, discard=state.discard + pending.cards)
    return finish_move(state, team, number, land, act, events)
