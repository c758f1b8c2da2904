"""The results of event cards as entered by the players (AM-HU-09)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.errors import Refused
from companion.games.game import Event, Say
from companion.games.husky.incidents import musher_on_board
from companion.games.husky.moves import end_if_finished, place_on, space
from companion.games.husky.play import Act
from companion.games.husky.state import Musher, State
from companion.games.husky.words import ground as in_words
from companion.games.husky.words import say

FIELDS = ("where", "to", "blocked", "cards")


def result(state: State, act: Act, events: list[Event]) -> State:
    """Enter what the event card changed for a musher: position, next turn, hand."""
    musher = musher_on_board(state, act)
    pending = state.pending
    if pending is None or pending.drawn is None:
        raise Refused("husky.no_event")
    wanted = {name: act[name] for name in FIELDS if name in act}
    if not wanted:
        raise Refused("act.empty", act="result", field="result", known=", ".join(FIELDS))
    changed = _with_hand(state, _moved(state, musher, wanted), wanted)
    changed = replace(changed, blocked=wanted.get("blocked", changed.blocked))
    if changed == musher:
        return state
    if "to" in wanted:
        events.append(say("husky.moved", changed, column=wanted["to"][0], row=wanted["to"][1]))
    if wanted.keys() != {"to"}:
        events.append(say("husky.event_result", changed, what=_words(wanted)))
    if not pending.where and musher.seat == state.turn:
        state = replace(state, pending=replace(pending, where=musher.place_known))
    given = max(0, musher.hand - changed.hand)
    state = state.with_musher(changed, played=state.played.plus(0, given))
    return end_if_finished(state, changed, events) if "to" in wanted else state


def _moved(state: State, musher: Musher, wanted: Mapping[str, Any]) -> Musher:
    """The musher at its new position: a space on a board, else a colour."""
    if "to" in wanted:
        musher = place_on(state, musher, space(wanted["to"]))
    if "where" not in wanted:
        return musher
    if state.board is not None:
        raise Refused("husky.board_knows")
    return replace(musher, place_known=wanted["where"])


def _with_hand(state: State, musher: Musher, wanted: Mapping[str, Any]) -> Musher:
    """The musher with cards drawn or given. The card in play stays in the hand."""
    more = wanted.get("cards", 0)
    least = 1 if musher.seat == state.turn else 0
    if more > state.deck:
        raise Refused("husky.result_deck", count=state.deck)
    if musher.hand + more < least:
        raise Refused("husky.result_hand", name=musher.name, count=musher.hand - least)
    return replace(musher, hand=musher.hand + more)


def _words(wanted: Mapping[str, Any]) -> list[Any]:
    """The changes in words."""
    found: list[Any] = []
    if "where" in wanted:
        found.append(in_words(wanted["where"]))
    if "blocked" in wanted:
        found.append(_part("blocked" if wanted["blocked"] else "free"))
    if wanted.get("cards"):
        more = wanted["cards"]
        found.append(_part("drew" if more > 0 else "gave", count=abs(more)))
    return found


def _part(what: str, **params: Any) -> Say:
    return Say(f"husky.result_{what}", params)
