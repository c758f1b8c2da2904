"""An independent model of Husky, from rules.md 7 and the state's JSON alone.

`Table` follows weather, hands and blocked turns act by act. It uses nothing of the rules' code, so
an error would have to be made twice to go unnoticed.
"""

from collections.abc import Mapping
from typing import Any

from husky_board_model import Ground

Json = Mapping[str, Any]
COLOURS = ("white", "green", "blue")
SPECIAL = {"start": "white", "checkpoint_1": "white", "checkpoint_2": "blue"}
SPECIAL["checkpoint_3"] = "green"


def of(state: Json, seat: int | None) -> Json:
    """One seat's part of the state."""
    found: Json = next(one for one in state["seats"] if one["seat"] == seat)
    return found


def up(state: Json) -> Json | None:
    """The part of the seat that is up."""
    return None if state["turn"] is None else of(state, state["turn"])


def counts(state: Json) -> None:
    """Check that 60, 24 and 30 cards are accounted for (HU-01)."""
    hands = sum(seat["hand"] for seat in state["seats"])
    assert state["deck"] + state["played"] + hands == 60
    assert min(state["deck"], state["played"], *(seat["hand"] for seat in state["seats"])) >= 0
    assert 0 <= state["weather_left"] <= 24
    assert 0 <= state["events_left"] <= 30
    assert len(state["seen"]["action"]) <= state["played"]
    assert len(state["seen"]["weather"]) <= 24 - state["weather_left"]
    assert len(state["seen"]["event"]) <= 30 - state["events_left"]


def distances(state: Json) -> None:
    """Check the distance of the seat that is up (HU-12, AM-HU-01)."""
    seat = up(state)
    if seat is None or seat["pending"] is None:
        return
    pending, weather = seat["pending"], state["weather"]
    known = pending["white"] is not None and weather is not None and weather["white"] is not None
    if not known:
        assert pending["distance"] is (0 if seat["blocked"] else None) or seat["blocked"]
        return
    less = {one: max(0, pending[one] - weather[one]) for one in COLOURS}
    assert pending["distances"] == less
    colour = SPECIAL.get(pending["where"], pending["where"])
    assert pending["distance"] == (0 if seat["blocked"] else less[colour])
    due = pending["event"] and state["events"] and not seat["blocked"] and not pending["drawn"]
    assert pending["event_due"] == bool(due)


class Table:
    """The figures that follow from the acts."""

    def __init__(self, options: Json, state: Json) -> None:
        self.order = [seat["seat"] for seat in state["seats"]]

    def follow(self, act: Json, before: Json, after: Json) -> None:
        """Follow one accepted act."""
        counts(after)
        distances(after)
        if after["board"] is not None:
            Ground(after).holds()
        playing = [seat for seat in after["seats"] if seat["status"] != "eliminated"]
        assert after["steps"] == (2 if len(playing) <= 3 else 1), "HU-17"
        if act["act"] in ("done", "tap") and self._turned(before, after):
            self._done(before, after)
        if act["act"] == "attack":
            self._attacked(act["seat"], before, after)
        if act["act"] == "finish":
            assert of(after, act["seat"])["checkpoints"][2:], "no win without all checkpoints"
            assert after["result"][0] == {"seat": act["seat"], "place": 1, "points": 1}

    def _turned(self, before: Json, after: Json) -> bool:
        return before["turn"] != after["turn"] or before["round"] != after["round"]

    def _done(self, before: Json, after: Json) -> None:
        """Check a completed turn: card, next seat, end of a blocked turn (HU-22, HU-23)."""
        was, now = up(before), up(after)
        assert was is not None
        assert now is not None
        dealt = after["deal"] > before["deal"]
        if not dealt:
            assert of(after, was["seat"])["hand"] == was["hand"] - 1
        else:
            racing = [seat for seat in after["seats"] if seat["status"] == "racing"]
            assert {seat["hand"] for seat in racing} == {8}
        assert now["seat"] == self._next(was["seat"], after)
        assert now["blocked"] == of(before, now["seat"])["blocked_next"]
        if now["seat"] != was["seat"]:
            assert of(after, was["seat"])["blocked_next"] == was["blocked_next"]

    def _next(self, seat: int, state: Json) -> int:
        at = self.order.index(seat)
        behind = [*self.order[at + 1 :], *self.order[: at + 1]]
        return next(
            one for one in behind if of(state, one)["status"] == "racing" and of(state, one)["hand"]
        )

    def _attacked(self, seat: int, before: Json, after: Json) -> None:
        """Check that an attack blocks the next turn, or this one (HU-20, AM-HU-04)."""
        was, now = of(before, seat), of(after, seat)
        fresh = seat == before["turn"] and was["pending"] is None
        assert now["blocked" if fresh else "blocked_next"]
        assert now["attacks"] == was["attacks"] + 1
