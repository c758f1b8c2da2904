"""An independent model of Snow Tails, from rules.md 1.8 and the state's JSON alone.

`Table` follows each seat's cards act by act; `figures` computes the derived figures of a state. It
uses nothing of the rules' code, so an error would have to be made twice to go unnoticed.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

Json = Mapping[str, Any]
SLOTS = ("left", "right", "brake")


@dataclass
class Cards:
    """One seat's cards by value. `unnamed`: surplus discards."""

    copies: Counter[int]
    dogs: int
    piles: dict[str, list[int]] = field(default_factory=lambda: {"left": [], "right": []})
    discard: list[int] = field(default_factory=list)
    unnamed: int = 0

    @property
    def deck(self) -> int:
        lying = len(self.piles["left"]) + len(self.piles["right"]) + len(self.discard)
        return self.copies.total() - self.dogs - lying - self.unnamed

    @property
    def unseen(self) -> dict[str, int]:
        lying = Counter(self.piles["left"] + self.piles["right"] + self.discard)
        return {str(value): self.copies[value] - lying[value] for value in range(1, 6)}

    def shuffle(self) -> None:
        self.discard, self.unnamed = [], 0
        self.piles = {slot: pile[-1:] for slot, pile in self.piles.items()}

    def play(self, value: int, slots: list[str]) -> None:
        for slot in slots:
            (self.discard if slot == "brake" else self.piles[slot]).append(value)
        self.dogs -= len(slots)

    def draw(self, count: int) -> None:
        for _ in range(count):
            if self.deck == 0:
                self.shuffle()
            self.dogs += 1

    def to_five(self, dents: int, *, may_draw: bool = True, least: int = 0) -> None:
        surplus = min(self.dogs + dents - 5, self.dogs - least)
        if surplus > 0:
            self.dogs -= surplus
            self.unnamed += surplus
        elif may_draw:
            self.draw(5 - self.dogs - dents)


@dataclass
class Walked:
    """The outcome of a move: dents, lines, eliminated or not, whether it hit a sled."""

    dents: int
    lines: int
    out: bool = False
    crashed: bool = False

    def dent(self, finish: int) -> bool:
        """Take one dent. Returns False for the fifth, which ends the dealing (ST-80, ST-81)."""
        if self.dents == 4:
            self.out = self.lines < finish
            return False
        self.dents += 1
        return True


def walk(dents: int, lines: int, speed: int, marks: list[str], limits: list[int]) -> Walked:
    """Apply the events of a move in order (rules.md 1.8), then speed, then the edge.

    A fifth dent by a sapling ends it: later marks do not count (interfaces.md "Saplings").
    """
    done = Walked(dents, lines)
    finish = len(limits) + 1
    remembered: list[int] = []
    stop = None
    for mark in marks:
        if mark == "sapling":
            if not done.dent(finish):
                return done
        elif mark == "line":
            if done.lines < len(limits):
                remembered.append(limits[done.lines])
            done.lines += 1
        else:
            stop = mark
    done.crashed = stop == "sled"
    due = sum(max(0, speed - limit) for limit in remembered) + (stop == "edge")
    for _ in range(due):
        if not done.dent(finish):
            break
    return done


class Table:
    """Follow a race of JSON states and check each one."""

    def __init__(self, options: Json, state: Json) -> None:
        self.limits: list[int] = list(options["limits"])
        self.options = options
        deck = options.get("deck", 4)
        copies = dict.fromkeys("12345", deck) if isinstance(deck, int) else dict(deck)
        places = {seat["seat"]: seat["place"] for seat in options["seats"]}
        self.cards = {
            seat: Cards(Counter({int(v): n for v, n in copies.items()}), max(5, place + 2))
            for seat, place in places.items()
        }
        self.check(state)

    def follow(self, act: Json, before: Json, after: Json) -> None:
        """Apply an accepted act and compare."""
        seat = act.get("seat")
        if act["act"] == "done":
            self._done(act, before, after)
        elif act["act"] == "mark" and act.get("late"):
            self._late(_seat(after, seat))
        elif act["act"] == "discard":
            cards = self.cards[act["seat"]]
            cards.unnamed -= 1
            cards.discard.append(act["value"])
        elif act["act"] == "shuffle":
            self.cards[act["seat"]].shuffle()
        self._empty_hands(before, after)
        self.check(after)

    def _done(self, act: Json, before: Json, after: Json) -> None:
        was, now = _seat(before, act["seat"]), _seat(after, act["seat"])
        cards, pending = self.cards[act["seat"]], was["pending"]
        cards.play(pending["value"], pending["slots"])
        speed = was["left"] + was["right"] - was["brake"]
        if act.get("bonus"):
            speed += was["position"]
        walked = walk(was["dents"], was["lines"], speed, pending["marks"], self.limits)
        if not walked.out:
            cards.to_five(walked.dents, may_draw=not walked.crashed)
        forced = self._forced(cards, walked, before, after, act["seat"])
        expected = {
            **{slot: was[slot] for slot in SLOTS},
            "dents": min(4, walked.dents + forced),
            "lines": walked.lines,
            "pending": None,
        }
        assert {name: now[name] for name in expected} == expected
        finished = walked.lines > len(self.limits)
        out = walked.out or walked.dents + forced > 4
        assert now["status"] == ("finished" if finished else "eliminated" if out else "racing")

    def _forced(self, cards: Cards, walked: Walked, before: Json, after: Json, seat: int) -> bool:
        """Whether the same sled is up again at once with an empty hand (ST-37)."""
        alone = sum(
            other["status"] == "racing" for other in after["seats"] if other["seat"] != seat
        )
        racing = not walked.out and walked.lines <= len(self.limits)
        return racing and not alone and cards.dogs == 0 and after["round"] > before["round"]

    def _late(self, now: Json) -> None:
        """Update the cards for a late dent; the corpus checks the number of dents."""
        if now["status"] != "eliminated":
            pending = now["pending"]
            least = max(1, len(pending["slots"])) if pending else 0
            self.cards[now["seat"]].to_five(now["dents"], may_draw=False, least=least)

    def _empty_hands(self, before: Json, after: Json) -> None:
        """Check that a sled that came up without dog cards took a dent and drew (ST-37)."""
        for now in after["seats"]:
            cards = self.cards[now["seat"]]
            came_up = after["turn"] == now["seat"] and cards.dogs == 0
            if came_up and (before["turn"] != now["seat"] or after["round"] > before["round"]):
                cards.draw(5 - now["dents"])

    def check(self, state: Json) -> None:
        """Check every derived figure of the state."""
        for seat in state["seats"]:
            cards = self.cards[seat["seat"]]
            shown = {name: seat[name] for name in ("dogs", "deck", "unseen")}
            assert shown == {"dogs": cards.dogs, "deck": cards.deck, "unseen": cards.unseen}
            assert seat["discard"] == len(cards.discard) + cards.unnamed
            piles = len(cards.piles["left"]) + len(cards.piles["right"])
            total = seat["dogs"] + seat["deck"] + seat["discard"] + piles
            assert total == cards.copies.total()
            assert min(cards.deck, cards.dogs, cards.unnamed, *cards.unseen.values()) >= 0
            assert 0 <= seat["dents"] <= 4
            expected = figures(state, seat, self.options, self.limits)
            assert {name: seat[name] for name in expected} == expected
        assert state["doubts"] == _doubts(state)


def figures(state: Json, seat: Json, options: Json, limits: list[int]) -> dict[str, Any]:
    """The figures of a mat by ST-40 to ST-53, and the place (interfaces.md "position")."""
    speed = seat["left"] + seat["right"] - seat["brake"]
    drift = abs(seat["left"] - seat["right"])
    drifts = min(drift, speed) if speed > 0 else 0
    balanced = drift == 0
    position = _position(state, seat, options.get("finished_count", True))
    may = seat["status"] == "racing" and state["round"] >= 2 and balanced and speed >= 1
    bonus = position if may else 0
    crashed = {"edge", "sled"} & set((seat["pending"] or {"marks": []})["marks"])
    blocked = bool(crashed) and not options.get("bonus_may_crash", True)
    side = ("left" if seat["left"] > seat["right"] else "right") if drift else None
    return {
        **{"speed": speed, "drift": drift, "drift_side": side, "balanced": balanced},
        **{"drift_steps": drifts, "straight_steps": max(0, speed) - drifts},
        **{"position": position, "bonus": bonus, "bonus_allowed": bonus > 0 and not blocked},
        "next_limit": limits[seat["lines"]] if seat["lines"] < len(limits) else None,
    }


def _position(state: Json, seat: Json, finished_count: bool) -> int | None:
    if seat["place"] is not None:
        return int(seat["place"])
    if seat["status"] == "eliminated":
        return None
    by_seat = {other["seat"]: other for other in state["seats"]}
    racing = [
        number
        for number in state["order"]
        if by_seat[number]["status"] != "eliminated" and by_seat[number]["place"] is None
    ]
    placed = sum(other["place"] is not None for other in state["seats"])
    own = seat["seat"]
    before = racing.index(own) if own in racing else len(racing)
    return before + 1 + (placed if finished_count else 0)


def _doubts(state: Json) -> list[int]:
    lines = {seat["seat"]: seat["lines"] for seat in state["seats"]}
    proposed = list(state["proposed_order"] or [])
    return [
        seat
        for place, seat in enumerate(proposed)
        if any(lines[behind] > lines[seat] for behind in proposed[place + 1 :])
    ]


def _seat(state: Json, seat: Any) -> Json:
    return next(found for found in state["seats"] if found["seat"] == seat)
