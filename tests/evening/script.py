"""A race as a script: the random players' acts, corrections and other acts between turns."""

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

from companion.bench import players
from companion.errors import Refused
from companion.games import GAMES
from tests.evening.hands import Act

COLOURS = ("red", "blue", "green", "yellow", "purple")
NAMES = ("Ada", "Bo", "Cy", "Dee", "Eli")
LIMITS = (5, 4, 6)


def options(seats: Sequence[int], limits: Sequence[int] = LIMITS) -> dict[str, Any]:
    """The options of a race at these seats."""
    players = zip(seats, NAMES, COLOURS, range(1, 6), strict=False)
    told = [
        {"seat": seat, "name": name, "colour": colour, "place": place}
        for seat, name, colour, place in players
    ]
    return {"seats": told, "limits": list(limits)}


def plain(act: Act, by_page: int = 0) -> dict[str, Any]:
    """The act without the turn's length. `by_page`: a seat that plays without tags."""
    if act["act"] == "tap" and act["seat"] == by_page:
        return {**act, "card": {"value": act["card"]["value"]}}
    return {"bonus": False} | dict(act) | {"took_s": 0}


class Script:
    """All acts of one race, in order; the same seed gives the same race.

    `rows`: rows between two lines, few for a short race. `party.race`: the expected final race.
    """

    def __init__(self, chosen: Mapping[str, Any], seed: int, rows: int = 0):
        self.options = chosen
        self.rng = Random(seed)
        self.party = players.Party(GAMES["snow_tails"], chosen, self.rng)
        if rows:
            self.party.lines = [rows * (n + 1) for n in range(len(chosen["limits"]) + 1)]
        self.acts = list(self._play())
        assert self.state["phase"] == "over"

    @property
    def state(self) -> Mapping[str, Any]:
        """The expected final state."""
        return self.party.state

    def _play(self) -> Iterator[Act]:
        while turn := self.party.go_on():
            yield from turn
            if self.rng.random() < 0.25:
                yield from self._aside()

    def _aside(self) -> Iterator[Act]:
        """An act that people do between two turns, None if it is not possible now."""
        kinds = (self._second_thoughts, self._put_right, self._new_course, self._leaves)
        for act in self.rng.choices(kinds, (2, 4, 2, 1))[0]():
            try:
                race, _ = self.party.race.apply(act)
            except Refused:
                return
            if race is not self.party.race:
                self.party.see(race)
                yield act

    def _second_thoughts(self) -> Iterator[Act]:
        steps = self.rng.randint(1, 3)
        yield from [{"act": "undo"}] * steps
        yield from [{"act": "redo"}] * steps

    def _put_right(self) -> Iterator[Act]:
        racing = [seat for seat in self.state["seats"] if seat["status"] == "racing"]
        if not racing:
            return
        seat = self.rng.choice(racing)
        if self.rng.random() < 0.5:
            yield {"act": "correct", "set": {"round": self.state["round"] + 1}}
        else:
            brake = self.rng.randint(1, 5)
            yield {"act": "correct", "seat": seat["seat"], "set": {"brake": brake}}

    def _new_course(self) -> Iterator[Act]:
        limits = [*self.state["limits"][:-1], self.rng.randint(3, 7)]
        if any(seat["lines"] >= len(limits) for seat in self.state["seats"]):
            return
        yield {"act": "course", "limits": limits, "flag": "right"}
        self.party.limits = [*limits, None]

    def _leaves(self) -> Iterator[Act]:
        racing = [seat["seat"] for seat in self.state["seats"] if seat["status"] == "racing"]
        if len(racing) > 3 and self.state["phase"] == "turns":
            yield {"act": "retire", "seat": self.rng.choice(racing)}
