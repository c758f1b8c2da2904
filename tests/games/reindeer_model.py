"""An independent model of Reindeer Races, from the rules and the state's JSON alone.

It uses nothing of the rules' code, so an error would have to be made twice to go unnoticed.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

Json = Mapping[str, Any]
ALL_CARDS, ALL_TILES, ALL_REINDEER = 77, 15, 16


@dataclass
class Table:
    """The cards, followed act by act. `discard` by name, `unnamed` by number."""

    hands: dict[int, int]
    pile: int
    discard: Counter[str] = field(default_factory=Counter)
    unnamed: int = 0

    def follow(self, act: Json, before: Json, after: Json) -> None:
        """Follow one accepted act, with the state before and after it."""
        match act["act"]:
            case "done" if before["phase"] == "turns":
                self._done(act["seat"], before, after)
            case "discard":
                self.unnamed -= 1
                self.discard[name(act["card"])] += 1
            case "retire":
                self.unnamed += self.hands[act["seat"]]
                self.hands[act["seat"]] = 0
            case "shuffle":
                self._shuffle()
        self._agrees(after)
        counted(after)

    def _done(self, seat: int, before: Json, after: Json) -> None:
        pending = of(before, seat)["pending"]
        skis = pending and pending["end"]["action"] == "skis"
        if pending:
            self.discard.update(name(card) for card in pending["cards"])
            self.hands[seat] -= len(pending["cards"])
        if skis or not pending:
            for _ in range(2):
                if not self.pile:
                    self._shuffle()
                self.pile -= 1
                self.hands[seat] += 1
        surplus = max(0, self.hands[seat] - 7)
        self.hands[seat] -= surplus
        self.unnamed += surplus

    def _shuffle(self) -> None:
        self.pile += self.discard.total() + self.unnamed
        self.discard, self.unnamed = Counter(), 0

    def _agrees(self, state: Json) -> None:
        assert {seat["seat"]: seat["hand"] for seat in state["seats"]} == self.hands
        lying = self.discard.total() + self.unnamed
        assert (state["pile"], state["discard"]) == (self.pile, lying)
        assert self.pile + lying + sum(self.hands.values()) == ALL_CARDS
        if state["unseen"] is not None:
            assert sum(state["unseen"].values()) == ALL_CARDS - self.discard.total()


def table(state: Json) -> Table:
    hands = {seat["seat"]: seat["hand"] for seat in state["seats"]}
    return Table(hands, ALL_CARDS - sum(hands.values()))


def name(card: Json) -> str:
    return f"{card['object']}_{card.get('count', 1)}"


def of(state: Json, seat: int) -> Any:
    return next(shown for shown in state["seats"] if shown["seat"] == seat)


def track(state: Json, wanted: str) -> Any:
    return next(shown for shown in state["tracks"] if shown["track"] == wanted)


def counted(state: Json) -> None:
    """Check the pieces on the table: 15 tiles, four reindeer each, at most one on a space."""
    won = sum(len(seat["tiles"]) for seat in state["seats"])
    rewards = [shown["rewards"] for shown in state["tracks"]]
    if all(left is not None for left in rewards):
        assert won + sum(map(len, rewards)) == ALL_TILES
    standing = [(s["track"], one["space"]) for s in state["tracks"] for one in s["reindeer"]]
    assert len(set(standing)) == len(standing) <= ALL_REINDEER
    for seat in state["seats"]:
        assert len(seat["reindeer"]) == 4
        values = [tile["value"] for tile in seat["tiles"]]
        assert seat["points"] == (None if None in values else sum(values))
        on_tracks = [(one["track"], one["space"]) for one in seat["reindeer"] if one["track"]]
        assert set(on_tracks) <= set(standing)
        assert len(on_tracks) == sum(
            one["seat"] == seat["seat"] for s in state["tracks"] for one in s["reindeer"]
        )
    for shown in state["tracks"]:
        assert all(1 <= one["space"] <= shown["length"] for one in shown["reindeer"])


def spaces_gone(state: Json, seat: int) -> list[int] | None:
    """The spaces of the path, up to its end or the first question."""
    pending = of(state, seat)["pending"]
    if pending is None or pending["reindeer"] is None or pending["track"] is None:
        return None
    shown = track(state, pending["track"])
    mine = of(state, seat)["reindeer"][pending["reindeer"] - 1]
    start = mine["space"] or 0
    others = {one["space"] for one in shown["reindeer"]} - {mine["space"]}
    answers = iter(pending["leaps"])
    goal = shown["length"] + 1
    gone = [min(start + pending["distance"], goal)]
    while 0 < gone[-1] < goal and gone.count(gone[-1]) == 1:
        here = gone[-1]
        if here in others:
            by = state["bond_span"] if next(answers) else 1
        else:
            by = {"ice_forward": 1, "ice_back": -1}.get(shown["spaces"][here - 1], 0)
        if not by:
            break
        gone.append(min(here + by, goal))
    return gone
