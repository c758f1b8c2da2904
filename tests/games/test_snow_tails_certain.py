"""The certain pairs of the order step, against races with invented courses and true positions."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest

from companion.games.snow_tails import view
from companion.games.snow_tails.certain import certain_pairs, in_order
from companion.games.snow_tails.state import State
from tests.games.snow_race import Race

LANES = 5
ROWS = 150


class Course:
    """An invented course. In bends a lane skips rows, the inside lane most; lines lie across."""

    def __init__(self, chance: Random) -> None:
        self.spaces: list[list[bool]] = []  # row -> lane -> whether it has a space there
        self.inside: list[int] = []  # row -> the lane that is ahead among level sleds
        while len(self.spaces) < ROWS:
            inside, skipped = chance.choice([0, LANES - 1]), chance.choice([0.0, 0.0, 0.5])
            for _ in range(chance.randint(3, 8)):
                self.inside.append(inside)
                away = [abs(lane - inside) for lane in range(LANES)]
                self.spaces.append([chance.random() >= skipped * (1 - one / 4) for one in away])
        self.lines = sorted(chance.sample(range(8, ROWS - 60), chance.randint(1, 4)))
        self.inside[self.lines[-1] :] = [self.inside[-1]] * (len(self.inside) - self.lines[-1])

    def step(self, row: int, lane: int) -> tuple[int, int]:
        """The next space of this lane."""
        return next(at for at in range(row + 1, 9 * ROWS) if self._has(at, lane)), lane

    def _has(self, row: int, lane: int) -> bool:
        return row >= ROWS or self.spaces[row][lane]

    def ahead(self, space: tuple[int, int]) -> tuple[int, int]:
        """Sort key of a space: farther rows first, then nearer the inside."""
        row, lane = space
        return -row, abs(lane - self.inside[min(row, ROWS - 1)])


@dataclass
class Table:
    """A race played at random on an invented course; the marks are complete."""

    seed: int
    players: int
    rounds: int = 0
    unasked: int = 0
    chance: Random = field(init=False)

    def __post_init__(self) -> None:
        self.chance = Random(self.seed)
        self.course = Course(self.chance)
        limits = (99,) * (len(self.course.lines) - 1)  # nobody is too fast
        self.race = Race(self.players, limits, ask_certain=False, deck=20)
        inside = self.course.inside[0]  # ST-11: place 1 starts there
        self.spaces = {seat: (0, abs(inside - seat + 1)) for seat in range(1, self.players + 1)}

    def play(self) -> None:
        """Play to the end, or 30 rounds."""
        while self.race.state.phase != "over" and self.race.state.round < 30:
            self._turn()
            if self.race.state.phase == "order":
                self._order_step()

    def _by_position(self, seats: Iterable[int]) -> list[int]:
        return sorted(seats, key=lambda seat: self.course.ahead(self.spaces[seat]))

    def _turn(self) -> None:
        race, chance = self.race, self.chance
        seat, before = race.state.turn, race.state
        assert seat is not None
        if race.sled(seat)["dents"] > 2:  # nobody is eliminated
            race.correct(seat, dents=0, dogs=5)
        left = [int(value) for value, unseen in race.sled(seat)["unseen"].items() if unseen > 1]
        race("tap", seat, card={"value": chance.choice(left)})
        most = min(2, race.sled(seat)["dogs"])
        for slot in chance.sample(["left", "right", "brake"], chance.randint(1, most)):
            race("slot", seat, slot=slot)
        marks, end = self._drive(seat, race.sled(seat))
        for mark in marks:
            race("mark", seat, what=mark)
        self.spaces[seat] = end
        race("done", seat, **self._past_finish(seat))
        if race.state.round > before.round or race.state.phase == "over":
            self._check_unasked(before)

    def _check_unasked(self, before: State) -> None:
        """The round ended without a question: its order and places are the true ones."""
        after = self.race.state
        asked = [sled.seat for sled in before.sleds if sled.asked]
        racing = [seat for seat in asked if after.sled(seat).racing]
        placed = [seat for seat in asked if not after.sled(seat).racing]
        if len(asked) > 1:
            self.rounds += 1
            self.unasked += 1
        assert after.phase == "over" or list(after.order) == self._by_position(racing), self.seed
        by_place = sorted(placed, key=lambda seat: after.sled(seat).place or 0)
        assert by_place == self._by_position(placed), self.seed

    def _past_finish(self, seat: int) -> dict[str, int]:
        """Rows and lane past the finish line, said by every second player."""
        row, lane = self.spaces[seat]
        rows = row - self.course.lines[-1]
        if rows < 0 or self.chance.random() < 0.5:
            return {}
        return {"rows": rows, "lane": 1 + abs(lane - self.course.inside[-1])}

    def _drive(self, seat: int, shown: Any) -> tuple[list[str], tuple[int, int]]:
        """The marks of a move on the course, and the space where it ends."""
        space, marks = self.spaces[seat], list[str]()
        crossed, drifts = shown["lines"], shown["drift_steps"]
        side = {"left": -1, "right": 1, None: 0}[shown["drift_side"]]
        taken = {one for other, one in self.spaces.items() if other != seat and self._on(other)}
        for left in range(shown["speed"], 0, -1):
            row, lane = space
            drift = drifts and self.chance.randint(1, left) <= drifts
            lane += side if drift else 0
            drifts -= bool(drift)
            if not 0 <= lane < LANES:
                return [*marks, "edge"], space
            step = self.course.step(row, lane)
            if step in taken:
                return [*marks, "sled"], space
            over = sum(row < line <= step[0] for line in self.course.lines[crossed:])
            marks += ["line"] * over
            crossed += over
            space = step
        return marks, space

    def _on(self, seat: int) -> bool:
        sled = self.race.state.sled(seat)
        return sled.racing or (sled.status == "finished" and self.chance.random() < 0.8)

    def _order_step(self) -> None:
        state = self.race.state
        order = self._by_position(state.proposed)
        self.rounds += 1
        at = {seat: place for place, seat in enumerate(order)}
        for ahead, behind in certain_pairs(state):
            assert at[ahead] < at[behind], (self.seed, ahead, behind)
        self.race("order", seats=order)


def some_races(players: int) -> list[Table]:
    tables = [Table(seed, players) for seed in range(20)]
    for table in tables:
        table.play()
    return tables


@pytest.mark.parametrize("players", [2, 3, 5])
def test_certain_pairs_are_never_wrong(players: int) -> None:
    tables = some_races(players)
    assert sum(table.rounds for table in tables) > 200
    assert sum(table.unasked for table in tables) > 10


def turns(*played: str, **options: Any) -> Race:
    """A round: the words of each seat's turn, played with a 3 (on the left if no slot is said)."""
    race = Race(len(played), ask_certain=False, **options)
    for seat, words in enumerate(played, 1):
        value, *rest = words.split()
        race.play(seat, int(value), *rest)
    return race


MOVES, STAYS = "3 left", "1 left right"  # speeds 3 and -1


def open_pairs_after(*played: str) -> list[list[int]]:
    race = turns(*played)
    assert race.state.phase == "order"
    return list(view(race.state).state["open_pairs"])


def test_sled_with_more_lines_is_ahead_without_a_question() -> None:
    race = turns(MOVES, f"{MOVES} line")
    assert (race.state.round, race.state.order) == (2, (2, 1))
    assert race.event_keys()[-3:] == ["order_certain", "round", "turn"]


def test_sled_that_stayed_is_still_behind() -> None:
    assert turns(MOVES, STAYS).state.order == (1, 2)
    assert turns(STAYS, STAYS).state.order == (1, 2)
    assert open_pairs_after(STAYS, MOVES) == [[2, 1]]


def test_spaces_are_not_compared() -> None:
    assert open_pairs_after("5 left right", "1 left") == [[1, 2]]


def test_second_sled_that_hits_another_one_stands_behind_the_first() -> None:
    assert turns("1 left", f"{MOVES} sled").state.order == (1, 2)


def test_third_sled_that_hits_another_one_stands_behind_the_leader_of_both() -> None:
    assert open_pairs_after(MOVES, MOVES, f"{MOVES} sled") == [[1, 2], [1, 3], [2, 3]]
    assert open_pairs_after(f"{MOVES} line", MOVES, f"{MOVES} sled") == [[2, 3]]


def test_sled_that_hits_one_of_a_placed_and_a_racing_sled_is_open() -> None:
    race = Race(3, limits=(), ask_certain=False)
    race.play(1, 3, "left", "line")
    race.play(2, 3, "left")
    race.play(3, 3, "left")
    race("order", seats=[1, 2, 3])
    race.play(2, 3, "left")
    race.play(3, 3, "right", "sled")
    assert race.state.phase == "order"


def test_chain_makes_a_third_pair_certain() -> None:
    """1 ahead of 3 by the line, 3 ahead of 4 which stays: 1 ahead of 4, though both are moved."""
    pairs = certain_pairs(turns(f"{MOVES} line", MOVES, MOVES, STAYS).state)
    assert pairs >= {(1, 2), (1, 3), (1, 4), (2, 4), (3, 4)}
    assert (2, 3) not in pairs


def test_finishers_are_told_apart_by_rows_and_lane_that_were_said() -> None:
    race = Race(3, limits=(), ask_certain=False)
    race.play(1, 3, "left", "line", rows=1, lane=1)
    race.play(2, 3, "left", "line", rows=2, lane=2)
    race.play(3, 3, "left", "line", rows=2, lane=1)
    assert [race.sled(seat)["place"] for seat in (1, 2, 3)] == [3, 2, 1]


@pytest.mark.parametrize(
    "said", [({"rows": 1}, {"rows": 1}), ({"rows": 1}, {}), ({"rows": 1, "lane": 2},) * 2]
)
def test_finishers_of_one_row_or_an_unsaid_one_are_asked(
    said: tuple[dict[str, int], dict[str, int]],
) -> None:
    race = Race(2, limits=(), ask_certain=False)
    race.play(1, 3, "left", "line", **said[0])
    race.play(2, 3, "left", "line", **said[1])
    assert race.state.phase == "order"


def test_lines_that_the_last_order_contradicted_prove_nothing() -> None:
    race = turns(f"{MOVES} line", MOVES, MOVES)
    race("order", seats=[2, 1, 3])
    for seat in (2, 1, 3):
        race.play(seat, 3, "left")
    assert {(1, 3)} == certain_pairs(race.state)


@pytest.mark.parametrize("figures", [{"lines": 1}, {"status": "eliminated"}])
def test_after_a_corrected_sled_every_racing_pair_is_open(figures: dict[str, object]) -> None:
    race = Race(4, ask_certain=False)
    race.play(1, 3, "left", "line")
    race.correct(4, **figures)
    for seat in (2, 3, 4):
        if race.state.sled(seat).racing:
            race.play(seat, 1, "left", "right")
    assert certain_pairs(race.state) == frozenset()
    race("order")
    assert not race.state.corrected


def test_after_a_corrected_turn_every_pair_is_open() -> None:
    race = Race(2, ask_certain=False)
    race.correct(turn=2)
    race.play(2, 1, "left", "right")
    assert race.state.phase == "order"


def test_corrected_dents_leave_the_turn_of_others_certain() -> None:
    race = Race(2, ask_certain=False)
    race.correct(2, dents=1)
    race.play(1, 3, "left")
    race.play(2, 1, "left", "right")
    assert race.state.round == 2


def test_late_line_can_answer_the_question() -> None:
    race = turns(MOVES, MOVES)
    assert race.state.phase == "order"
    race("mark", 2, what="line", late=True)
    assert (race.state.round, race.state.order) == (2, (2, 1))


def test_late_line_moves_a_shifted_proposal_no_further_than_it_must() -> None:
    race = turns(MOVES, MOVES, MOVES)
    race("shift", 3, by=-1)
    race("mark", 2, what="line", late=True)
    assert (race.state.phase, race.state.proposed) == ("order", (2, 1, 3))


def test_shift_past_a_certain_pair_is_refused() -> None:
    race = turns(f"{MOVES} line", MOVES, MOVES)
    refusal = race.refused("shift", 2, by=-1)
    assert refusal.key == "snow_tails.shift_certain"
    assert (refusal.params["name"], refusal.params["other"]) == ("Ada", "Ben")
    assert race.refused("shift", 1, by=1).params == refusal.params
    assert race.refused("shift", 1, by=-1).key == "snow_tails.shift_front"
    race("shift", 3, by=-1)
    assert race.state.proposed == (1, 3, 2)


def test_table_that_wants_to_be_asked_always_is() -> None:
    race = Race(2)
    race.play(1, 3, "left")
    race.play(2, 3, "left", "line")
    assert view(race.state).state["open_pairs"] == [[2, 1]]
    race("shift", 1, by=-1)


def test_in_order_moves_only_what_is_certain() -> None:
    assert in_order((3, 1, 2), frozenset({(2, 3)})) == (1, 2, 3)
    assert in_order((1, 2, 3), frozenset()) == (1, 2, 3)
