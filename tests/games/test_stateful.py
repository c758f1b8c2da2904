"""Random legal races of every game, and the properties that hold in all of them."""

import json
from collections.abc import Mapping
from random import Random
from typing import Any

import pytest
from corpus import Vector, play, vectors
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from shared import seeds, shown
from trials import TRIALS

from companion.errors import Malformed, Refused
from companion.games import GAMES, history
from tests.games import random_play

Json = Mapping[str, Any]
MOST_ACTS = 5000
"""The maximum number of acts of a random race."""


def accepted(race: history.History, act: Json) -> bool:
    try:
        race.apply(act)
    except Refused:
        return False
    return True


def text(act: Json) -> str:
    return json.dumps(act, sort_keys=True)


@pytest.mark.parametrize("batch", seeds(1, 125))
@pytest.mark.parametrize("name", list(GAMES))
def test_random_legal_races_keep_cards_and_figures_and_end(name: str, batch: int) -> None:
    for seed in range(25 * batch, 25 * batch + 25):
        rng = Random(seed)
        options = TRIALS[name].options(rng)
        race = history.begin(GAMES[name], options)
        before = shown(race)
        table = TRIALS[name].follower(options, before)
        for count, act in enumerate(random_play.wander(race, rng)):
            race, _ = race.apply(act)
            after = shown(race)
            table.follow(act, before, after)
            before = after
            assert count < MOST_ACTS, f"seed {seed} does not end"
        assert race.game.view(race.state).over, f"seed {seed} is stuck"


@pytest.mark.parametrize("batch", seeds(1, 20))
@pytest.mark.parametrize("name", list(GAMES))
def test_apply_accepts_exactly_the_legal_acts(name: str, batch: int) -> None:
    for seed in range(4 * batch, 4 * batch + 4):
        rng = Random(seed)
        race = history.begin(GAMES[name], TRIALS[name].options(rng))
        for act in random_play.wander(race, rng):
            race, _ = race.apply(act)
            if rng.random() < 0.3:
                exactly_legal(name, race)


@pytest.mark.parametrize("vector", vectors(), ids=lambda vector: vector.id)
def test_legal_is_exact_at_the_end_of_each_vector(vector: Vector) -> None:
    player = play(vector)
    if player is not None:
        exactly_legal(vector.game, player.race)


def exactly_legal(name: str, race: history.History) -> None:
    """Check that `legal` lists exactly the accepted candidates."""
    legal = {text(act) for act in race.game.legal(race.state)}
    candidates = {text(act): act for act in TRIALS[name].candidates(shown(race))}
    taken = {said for said, act in candidates.items() if accepted(race, act)}
    assert taken == legal


@pytest.mark.parametrize("name", list(GAMES))
def test_refused_act_changes_nothing(name: str) -> None:
    rng = Random(1)
    race = history.begin(GAMES[name], TRIALS[name].options(rng))
    for act in random_play.wander(race, rng):
        state, before = race.state, shown(race)
        for candidate in TRIALS[name].candidates(before):
            accepted(race, candidate)
        assert race.state is state
        assert shown(race) == before
        race, _ = race.apply(act)


@pytest.mark.parametrize("batch", seeds(1, 40))
@pytest.mark.parametrize("name", list(GAMES))
def test_undone_redone_and_replayed_races_are_equal(name: str, batch: int) -> None:
    for seed in range(10 * batch, 10 * batch + 10):
        rng = Random(seed)
        options = TRIALS[name].options(rng)
        race = history.begin(GAMES[name], options)
        log: list[Json] = []
        for wanted in random_play.wander(race, rng):
            for act in [wanted, *undo_and_redo(rng)]:
                before = race
                race, _ = race.apply(act)
                if race is not before:  # what changes nothing is not stored
                    log.append(json.loads(json.dumps(act)))
        assert history.replay(GAMES[name], options, log) == race
        check_full_undo_and_redo(race)


def undo_and_redo(rng: Random) -> list[Json]:
    """Sometimes undo the last act and redo it."""
    return [{"act": "undo"}, {"act": "redo"}] if rng.random() < 0.1 else []


def check_full_undo_and_redo(end: history.History) -> None:
    """Check that undoing everything gives the start, and redoing everything the end."""
    race = end
    while race.can_undo:
        race, _ = race.apply({"act": "undo"})
    assert race.acts == ()
    while race.can_redo:
        race, _ = race.apply({"act": "redo"})
    assert race == end


@pytest.mark.parametrize("name", list(GAMES))
def test_state_has_every_documented_field(name: str) -> None:
    rng = Random(2)
    race = history.begin(GAMES[name], TRIALS[name].options(rng))
    for act in random_play.wander(race, rng):
        race, _ = race.apply(act)
        state, view = shown(race), race.game.view(race.state)
        assert state.keys() >= TRIALS[name].STATE_FIELDS
        assert state["game"] == name
        assert all(seat.keys() >= TRIALS[name].SEAT_FIELDS for seat in state["seats"])
        assert [seat.seat for seat in view.seats] == [seat["seat"] for seat in state["seats"]]
        assert view.over == (state["phase"] == "over") == (state["result"] is not None)
        assert set(view.up) <= {seat["seat"] for seat in state["seats"]}
        assert bool(view.up) != view.over


@pytest.mark.parametrize("batch", seeds(1, 60))
@pytest.mark.parametrize("name", list(GAMES))
def test_races_stay_valid_under_corrections(name: str, batch: int) -> None:
    for seed in range(10 * batch, 10 * batch + 10):
        rng, trial = Random(seed), TRIALS[name]
        options = trial.options(rng)
        race = history.begin(GAMES[name], options)
        while race.count < 120 and not (view := race.game.view(race.state)).over:
            free_act = rng.random() < 0.2
            wanderer = random_play.wander(race, rng)
            act = trial.free_act(rng, view.state) if free_act else next(wanderer)
            if accepted(race, act):
                race, _ = race.apply(act)
                trial.check_race(race, options)
                if act["act"] == "correct":
                    exactly_legal(name, race)
        assert history.replay(race.game, options, race.acts).state == race.state


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=5,
)


@pytest.mark.parametrize("name", list(GAMES))
@given(data=st.data())
def test_any_json_is_accepted_refused_or_malformed(name: str, data: st.DataObject) -> None:
    rng = Random(data.draw(st.integers(0, 50)))
    race = history.begin(GAMES[name], TRIALS[name].options(rng))
    for act, _ in zip(random_play.wander(race, rng), range(rng.randint(0, 60)), strict=False):
        race, _ = race.apply(act)
    for candidate in rng.sample(
        [*TRIALS[name].candidates(shown(race)), TRIALS[name].free_act(rng, shown(race))], 5
    ):
        field = data.draw(st.sampled_from([*candidate, "bonus", "late", "set", "x"]))
        act = {**candidate, field: data.draw(JSON)}
        try:
            race, _ = race.apply(act)
        except (Refused, Malformed):
            continue
        shown(race)


class Machine(RuleBasedStateMachine):
    """Small random steps of all kinds, for states that a random race seldom reaches."""

    name = next(iter(GAMES))

    @initialize(seed=st.integers(0, 10_000))
    def begin(self, seed: int) -> None:
        self.options = TRIALS[self.name].options(Random(seed))
        self.race = history.begin(GAMES[self.name], self.options)
        self.log: list[Json] = []
        self.states = [self.race.state]
        self.ahead: list[Any] = []

    def do(self, act: Json) -> None:
        before = self.race
        self.race, _ = self.race.apply(act)
        if self.race is not before:  # what changes nothing is not stored
            self.log.append(act)

    @precondition(lambda self: not self.race.game.view(self.race.state).over)
    @rule(data=st.data())
    def act(self, data: st.DataObject) -> None:
        legal = [act for act in self.race.game.legal(self.race.state) if act["act"] != "end"]
        before = self.race.state
        self.do(data.draw(st.sampled_from(sorted(legal, key=text))))
        if self.race.state is not before:
            self.states.append(self.race.state)
            self.ahead = []

    @rule()
    def undo(self) -> None:
        if len(self.states) == 1:
            assert not accepted(self.race, {"act": "undo"})
            return
        self.do({"act": "undo"})
        self.ahead.append(self.states.pop())

    @rule()
    def redo(self) -> None:
        if not self.ahead:
            assert not accepted(self.race, {"act": "redo"})
            return
        self.do({"act": "redo"})
        self.states.append(self.ahead.pop())

    @rule(junk=st.dictionaries(st.sampled_from(["act", "seat", "card"]), st.integers() | st.text()))
    def junk(self, junk: Json) -> None:
        with pytest.raises((Refused, Malformed)):
            self.race.apply(junk)

    @invariant()
    def stands_where_it_should(self) -> None:
        if hasattr(self, "race"):
            assert self.race.state == self.states[-1]
            assert self.race.count == len(self.states) - 1

    def teardown(self) -> None:
        if hasattr(self, "race"):
            assert history.replay(GAMES[self.name], self.options, self.log) == self.race


def machine(game: str) -> type[RuleBasedStateMachine]:
    return type(f"Machine_{game}", (Machine,), {"name": game})


@pytest.mark.parametrize("name", list(GAMES))
def test_random_steps_with_undo_and_redo(name: str) -> None:
    run_state_machine_as_test(
        machine(name), settings=settings(max_examples=25, stateful_step_count=40, deadline=None)
    )
