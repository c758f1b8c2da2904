"""Random players of Snow Tails: realistic whole races for the benchmark and the tests.

They shuffle, draw and discard cards, drive their sleds along a track, and make mistakes. All
randomness comes from the given `random.Random`, so a seed always plays the same race.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from random import Random
from typing import Any, NamedTuple

from companion.errors import Refused
from companion.games import history
from companion.games.game import Act, Game

SLOTS = ("left", "right", "brake")
COURSE_ROWS = 78
"""Length of a typical course: twelve to twenty rounds from start to finish."""

MOST_ROUNDS = 60
"""A longer race is ended early."""


def play(game: Game[Any], options: Mapping[str, Any], rng: Random) -> list[Act]:
    """Play one whole race; returns its accepted acts, undo and redo among them."""
    party = Party(game, options, rng)
    return [act for turn in iter(party.go_on, ()) for act in turn]


class Card(NamedTuple):
    """A dog card of a seat's deck."""

    value: int
    copy: int


class Plan(NamedTuple):
    """Cards that a musher may play: one for each slot, all of the same value."""

    value: int
    slots: tuple[str, ...]


@dataclass(slots=True)
class Musher:
    """A seat's real cards and its sled's position. `under`: the cards under the dogs' top cards."""

    seat: int
    colour: str
    rng: Random
    deck: list[Card]
    hand: list[Card] = field(default_factory=list)
    tops: dict[str, Card] = field(default_factory=dict)
    under: list[Card] = field(default_factory=list)
    discard: list[Card] = field(default_factory=list)
    rows: int = 0
    lane: int = 3

    def follow(self, dogs: int) -> None:
        """Draw or discard until the hand has `dogs` dog cards, as the companion shows."""
        while len(self.hand) > dogs:
            self.discard.append(self.hand.pop(self.rng.randrange(len(self.hand))))
        while len(self.hand) < dogs:
            if not self.deck:
                self.shuffle()
            self.hand.append(self.deck.pop())

    def shuffle(self) -> None:
        """Shuffle the discard and the cards under the dogs into the deck (ST-87)."""
        self.deck = self.discard + self.under + self.deck
        self.discard, self.under = [], []
        self.rng.shuffle(self.deck)

    def lay(self, plan: Plan) -> None:
        """Play the planned cards from the hand (ST-33, ST-34)."""
        for slot in plan.slots:
            card = next(card for card in self.hand if card.value == plan.value)
            self.hand.remove(card)
            if slot == "brake":
                self.discard.append(card)
                continue
            if slot in self.tops:
                self.under.append(self.tops[slot])
            self.tops[slot] = card

    def plans(self) -> Iterator[Plan]:
        """All plans that the hand allows (ST-30 to ST-32)."""
        values = [card.value for card in self.hand]
        for value in sorted(set(values)):
            for count in range(1, min(3, values.count(value)) + 1):
                yield from (Plan(value, slots) for slots in combinations(SLOTS, count))


class Party:
    """The players at a table of Snow Tails.

    `race` is the companion's history of the race, `state` the state that it shows (interfaces.md
    section 2).
    """

    def __init__(self, game: Game[Any], options: Mapping[str, Any], rng: Random) -> None:
        self.see(history.begin(game, options))
        self.rng = rng
        self.mushers = {
            seat["seat"]: Musher(seat["seat"], seat["colour"], rng, _deck(options))
            for seat in self.state["seats"]
        }
        for musher in self.mushers.values():
            musher.shuffle()
        self._follow()
        limits = self.state["limits"]
        spacing = max(6, COURSE_ROWS // (len(limits) + 1))
        self.lines = [spacing * (number + 1) for number in range(len(limits) + 1)]
        self.limits: list[int | None] = [*limits, None]

    def seat(self, seat: int) -> Mapping[str, Any]:
        """One seat's part of the state."""
        return next(found for found in self.state["seats"] if found["seat"] == seat)

    def go_on(self) -> tuple[Act, ...]:
        """Play the next turn or order step; returns its accepted acts, () once the race is over."""
        state = self.state
        if state["phase"] == "over":
            return ()
        if state["round"] > MOST_ROUNDS:
            acts = list(self._do({"act": "end"}))
        elif state["phase"] == "order":
            acts = list(self._order())
        else:
            acts = list(self._turn(self.mushers[state["turn"]]))
        return tuple(acts)

    def _do(self, act: Act) -> Iterator[Act]:
        """Do an act and adjust the hands to it; a refused act is left out."""
        try:
            race, _ = self.race.apply(act)
        except Refused:
            return
        self.see(race)
        self._follow()
        yield act

    def see(self, race: history.History) -> None:
        """Continue from this history, which others may have changed."""
        self.race = race
        self.state: Mapping[str, Any] = race.game.view(race.state).state

    def _follow(self) -> None:
        for seat in self.state["seats"]:
            self.mushers[seat["seat"]].follow(seat["dogs"])

    def _turn(self, musher: Musher) -> Iterator[Act]:
        plan = self._plan(musher)
        yield from self._cards(musher, plan)
        bonus, marks = self._drive(musher)
        forgotten = bool(marks) and marks[0] == "line" and self._slip(0.05)
        for what in marks[1:] if forgotten else marks:
            yield from self._do({"act": "mark", "seat": musher.seat, "what": what})
        musher.lay(plan)
        yield from self._do(self._done(musher, bonus))
        if forgotten:
            late = {"act": "mark", "seat": musher.seat, "what": "line", "late": True}
            yield from self._do(late)
        if self._slip(0.03):
            yield from self._second_thought()

    def _second_thought(self) -> Iterator[Act]:
        """Undo the last act and redo it; the cards stay where they are."""
        for act in ({"act": "undo"}, {"act": "redo"}):
            self.see(self.race.apply(act)[0])
            yield act

    def _slip(self, chance: float) -> bool:
        return self.rng.random() < chance

    def _plan(self, musher: Musher) -> Plan:
        """Choose the best plan that the hand allows, with some randomness."""
        seat = self.seat(musher.seat)
        return max(musher.plans(), key=lambda plan: self._worth(musher, seat, plan))

    def _worth(self, musher: Musher, seat: Mapping[str, Any], plan: Plan) -> float:
        mat: dict[str, int] = {
            slot: plan.value if slot in plan.slots else seat[slot] for slot in SLOTS
        }
        speed = mat["left"] + mat["right"] - mat["brake"]
        over = self._over(seat, musher.rows + speed, speed)
        ruin = 20 if seat["dents"] + over > 4 else 0
        drift = abs(mat["left"] - mat["right"])
        return speed - 3 * over - ruin - 0.7 * drift + 3 * self.rng.random()

    def _over(self, seat: Mapping[str, Any], rows: int, speed: int) -> int:
        """Dents that this speed costs on the way to a row."""
        limits = self._limits_on(seat["lines"], rows)
        return sum(max(0, speed - limit) for limit in limits if limit is not None)

    def _limits_on(self, lines: int, rows: int) -> Sequence[int | None]:
        """Limits that a sled crosses on its way to a row, after it has crossed `lines` lines."""
        crossed = sum(line < rows for line in self.lines[lines:])
        return self.limits[lines : lines + crossed]

    def _cards(self, musher: Musher, plan: Plan) -> Iterator[Act]:
        card = next(card for card in musher.hand if card.value == plan.value)
        shown = {"colour": musher.colour, "value": card.value, "copy": card.copy}
        if self._slip(0.1):
            shown = {"value": card.value}
        yield from self._do({"act": "tap", "seat": musher.seat, "card": shown})
        spare = [slot for slot in SLOTS if slot not in plan.slots]
        wrong = [self.rng.choice(spare)] * 2 if spare and self._slip(0.05) else []
        for slot in [*wrong, *plan.slots]:
            yield from self._do({"act": "slot", "seat": musher.seat, "slot": slot})

    def _drive(self, musher: Musher) -> tuple[bool, list[str]]:
        """Move the sled on the real track; returns whether the bonus was used, and the marks."""
        seat = self.seat(musher.seat)
        speed, size = seat["speed"], seat["bonus"]
        if speed <= 0:
            return False, []
        bonus = seat["bonus_allowed"] and self._gains(musher, seat, speed + size)
        steps = speed + size if bonus else speed
        crash = self._slip(0.02 + 0.03 * seat["drift_steps"])
        bonus = bonus and not crash
        steps = self.rng.randrange(speed) if crash else steps
        marks = ["line"] * len(self._limits_on(seat["lines"], musher.rows + steps))
        musher.rows += steps
        musher.lane = self.rng.randint(1, 5)
        if self._slip(0.05):
            marks.insert(self.rng.randint(0, len(marks)), "sapling")
        return bonus, [*marks, self.rng.choice(("edge", "sled"))] if crash else marks

    def _gains(self, musher: Musher, seat: Mapping[str, Any], speed: int) -> bool:
        """Whether this speed costs no dent, or only one on a sled with fewer than three."""
        over = self._over(seat, musher.rows + speed, speed)
        return over <= (1 if seat["dents"] < 3 else 0)

    def _done(self, musher: Musher, bonus: bool) -> Act:
        act: dict[str, Any] = {"act": "done", "seat": musher.seat}
        if bonus:
            act["bonus"] = True
        if musher.rows > self.lines[-1]:
            act |= {"rows": musher.rows - self.lines[-1], "lane": musher.lane}
        return act | {"took_s": round(self.rng.uniform(8, 90), 1)}

    def _order(self) -> Iterator[Act]:
        """Correct the proposed order, one seat and place at a time, and accept it."""
        proposed = list(self.state["proposed_order"])
        for place, seat in enumerate(sorted(proposed, key=self._ahead)):
            while self.state["proposed_order"].index(seat) > place:
                done = tuple(self._do({"act": "shift", "seat": seat, "by": -1}))
                if not done:
                    break
                yield from done
        yield from self._do({"act": "order"})

    def _ahead(self, seat: int) -> tuple[bool, int, int]:
        """Sort key that puts the leading sled first: finished, rows, inner lane (ST-21, ST-91)."""
        musher = self.mushers[seat]
        return self.seat(seat)["status"] != "finished", -musher.rows, musher.lane


def _deck(options: Mapping[str, Any]) -> list[Card]:
    """A seat's deck (ST-03, setting `deck`)."""
    deck = options.get("deck", 4)
    copies = dict.fromkeys("12345", deck) if isinstance(deck, int) else deck
    return [Card(int(value), copy + 1) for value in copies for copy in range(copies[value])]
