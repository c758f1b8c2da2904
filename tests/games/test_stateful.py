"""The same machine for every game: random legal races, and what must hold in all of them."""

import json
from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any

import pytest
from by_hand import Table, figures
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

from companion import bots, history
from companion.errors import Malformed, Refused
from companion.games import GAMES
from companion.games.snow_tails import invariants, notation

Json = Mapping[str, Any]
MOST_ACTS = 5000
"""No random race may be longer."""

STATE_FIELDS = {
    "snow_tails": {"game", "round", "phase", "turn", "order", "proposed_order", "doubts"}
    | {"big_paws", "seats", "result"}
}
SEAT_FIELDS = {
    "snow_tails": {"seat", "name", "colour", "left", "right", "brake", "speed", "drift"}
    | {"drift_side", "drift_steps", "straight_steps", "balanced", "bonus", "bonus_allowed"}
    | {"position", "dents", "dogs", "deck", "discard", "unseen", "lines", "next_limit", "status"}
    | {"place", "pending"}
}


def snow_tails_options(rng: Random) -> dict[str, Any]:
    """A race that ends soon, with seats, decks and settings of all kinds."""
    count = rng.randint(2, 5)
    seats, places = rng.sample(range(1, 7), count), rng.sample(range(1, 6), count)
    few = {str(value): rng.randint(2, 4) for value in range(1, 6)}
    return {
        "seats": [
            {"seat": seat, "name": f"Player {seat}", "colour": f"c{seat}", "place": place}
            for seat, place in zip(seats, places, strict=True)
        ],
        "limits": [rng.randint(1, 6) for _ in range(rng.randint(0, 3))],
        "deck": rng.choice([4, 4, 2, few]),
        "edition": rng.choice(["de", "fr"]),
        "bonus_may_crash": rng.random() < 0.5,
        "finished_count": rng.random() < 0.5,
        "dnf_points": rng.randint(0, 1),
    }


OPTIONS: Mapping[str, Callable[[Random], dict[str, Any]]] = {"snow_tails": snow_tails_options}


def snow_tails_candidates(state: Json) -> Iterator[dict[str, Any]]:
    """Every act of interfaces.md but its free arguments, sensible or not."""
    seats = [*(seat["seat"] for seat in state["seats"]), 7]
    slots = ("left", "right", "brake")
    for seat in seats:
        for value in range(1, 6):
            tap = {"act": "tap", "seat": seat, "card": {"value": value}}
            yield tap
            yield from ({**tap, "slot": slot} for slot in slots)
            yield {"act": "discard", "seat": seat, "value": value}
        yield from ({"act": "slot", "seat": seat, "slot": slot} for slot in slots)
        for what in ("line", "sapling", "edge", "sled"):
            yield {"act": "mark", "seat": seat, "what": what}
            yield {"act": "mark", "seat": seat, "what": what, "late": True}
        yield {"act": "done", "seat": seat}
        yield {"act": "done", "seat": seat, "bonus": True}
        yield from ({"act": "shift", "seat": seat, "by": by} for by in (-1, 1))
        yield {"act": "shuffle", "seat": seat}
        yield {"act": "retire", "seat": seat}
    yield from ({"act": act} for act in ("order", "end"))


CANDIDATES: Mapping[str, Callable[[Json], Iterator[dict[str, Any]]]] = {
    "snow_tails": snow_tails_candidates
}


def shown(race: history.Race) -> dict[str, Any]:
    """The state as it leaves the service."""
    state: dict[str, Any] = json.loads(json.dumps(race.game.view(race.state).state))
    return state


def accepted(race: history.Race, act: Json) -> bool:
    try:
        race.apply(act)
    except Refused:
        return False
    return True


def text(act: Json) -> str:
    return json.dumps(act, sort_keys=True)


def seeds(quick: int, slow: int) -> list[Any]:
    """Few seeds for every day, many more for the long run; none is played in both."""
    long = [pytest.param(n, marks=pytest.mark.slow) for n in range(quick, quick + slow)]
    return [*range(quick), *long]


@pytest.mark.parametrize("batch", seeds(4, 60))
@pytest.mark.parametrize("name", list(GAMES))
def test_random_legal_races_hold_the_cards_and_figures_and_end(name: str, batch: int) -> None:
    for seed in range(50 * batch, 50 * batch + 50):
        rng = Random(seed)
        options = OPTIONS[name](rng)
        race = history.begin(GAMES[name], options)
        before = shown(race)
        table = Table(options, before)
        for count, act in enumerate(bots.wander(race, rng)):
            race, _ = race.apply(act)
            after = shown(race)
            table.follow(act, before, after)
            before = after
            assert count < MOST_ACTS, f"seed {seed} does not end"
        assert race.game.view(race.state).over, f"seed {seed} is stuck"


@pytest.mark.parametrize("batch", seeds(1, 20))
@pytest.mark.parametrize("name", list(GAMES))
def test_apply_accepts_exactly_what_legal_gives(name: str, batch: int) -> None:
    for seed in range(4 * batch, 4 * batch + 4):
        rng = Random(seed)
        race = history.begin(GAMES[name], OPTIONS[name](rng))
        for act in bots.wander(race, rng):
            race, _ = race.apply(act)
            if rng.random() < 0.3:
                exactly_legal(name, race)


@pytest.mark.parametrize("vector", vectors(), ids=lambda vector: vector.id)
def test_legal_is_exact_where_a_vector_of_the_corpus_ends(vector: Vector) -> None:
    player = play(vector)
    if player is not None:
        exactly_legal(vector.game, player.race)


def exactly_legal(name: str, race: history.Race) -> None:
    """Every candidate is accepted if and only if `legal` names it, and `legal` names no other."""
    legal = {text(act) for act in race.game.legal(race.state)}
    candidates = {text(act): act for act in CANDIDATES[name](shown(race))}
    taken = {said for said, act in candidates.items() if accepted(race, act)}
    assert taken == legal


@pytest.mark.parametrize("name", list(GAMES))
def test_a_refused_act_changes_nothing(name: str) -> None:
    rng = Random(1)
    race = history.begin(GAMES[name], OPTIONS[name](rng))
    for act in bots.wander(race, rng):
        state, before = race.state, shown(race)
        for candidate in CANDIDATES[name](before):
            accepted(race, candidate)
        assert race.state is state
        assert shown(race) == before
        race, _ = race.apply(act)


@pytest.mark.parametrize("batch", seeds(1, 20))
@pytest.mark.parametrize("name", list(GAMES))
def test_an_undone_and_redone_race_and_a_replayed_one_are_equal(name: str, batch: int) -> None:
    for seed in range(20 * batch, 20 * batch + 20):
        rng = Random(seed)
        options = OPTIONS[name](rng)
        race = history.begin(GAMES[name], options)
        log: list[Json] = []
        for wanted in bots.wander(race, rng):
            for act in [wanted, *hesitation(rng)]:
                race, _ = race.apply(act)
                log.append(json.loads(json.dumps(act)))
        assert history.replay(GAMES[name], options, log) == race
        there_and_back(race)


def hesitation(rng: Random) -> list[Json]:
    """Sometimes the act just done is taken back and done again."""
    return [{"act": "undo"}, {"act": "redo"}] if rng.random() < 0.1 else []


def there_and_back(end: history.Race) -> None:
    """All the way back gives the start, all the way forward the end again."""
    race = end
    while race.can_undo:
        race, _ = race.apply({"act": "undo"})
    assert race.acts == ()
    while race.can_redo:
        race, _ = race.apply({"act": "redo"})
    assert race == end


@pytest.mark.parametrize("name", list(GAMES))
def test_the_state_has_every_documented_field_and_the_view_agrees_with_it(name: str) -> None:
    rng = Random(2)
    race = history.begin(GAMES[name], OPTIONS[name](rng))
    for act in bots.wander(race, rng):
        race, _ = race.apply(act)
        state, view = shown(race), race.game.view(race.state)
        assert STATE_FIELDS[name] <= state.keys()
        assert state["game"] == name
        assert all(SEAT_FIELDS[name] <= seat.keys() for seat in state["seats"])
        assert [seat.seat for seat in view.seats] == [seat["seat"] for seat in state["seats"]]
        assert view.over == (state["phase"] == "over") == (state["result"] is not None)
        assert set(view.up) <= {seat["seat"] for seat in state["seats"]}
        assert bool(view.up) != view.over


@pytest.mark.parametrize("batch", seeds(1, 20))
def test_people_made_of_dice_find_their_own_cards_where_the_companion_says(batch: int) -> None:
    for seed in range(10 * batch, 10 * batch + 10):
        rng = Random(seed)
        options = snow_tails_options(rng) | {"limits": [5, 4, 6, 4]}
        party = bots.Party(GAMES["snow_tails"], options, rng)
        while party.go_on():
            for seat in party.state["seats"]:
                musher = party.mushers[seat["seat"]]
                lying = [*musher.tops.values(), *musher.under, *musher.discard]
                assert (len(musher.deck), len(musher.discard)) == (seat["deck"], seat["discard"])
                for value, unseen in seat["unseen"].items():
                    assert unseen >= sum(c.value == int(value) for c in musher.hand + musher.deck)
                assert len(lying) + len(musher.hand) + len(musher.deck) == len(set(lying)) + len(
                    set(musher.hand)
                ) + len(set(musher.deck))
        assert party.state["phase"] == "over", f"seed {seed} is stuck"


def by_people(rng: Random, state: Json) -> dict[str, Any]:
    """An act with free arguments, sensible or not: corrections, a new course, a late player."""
    seats = [seat["seat"] for seat in state["seats"]]
    order = rng.sample(state["order"], len(state["order"]))
    of_sled = {"left": 5, "right": 5, "brake": 5, "dents": 4, "dogs": 6, "deck": 16, "lines": 3}
    wanted = {name: rng.randint(0, most) for name, most in of_sled.items()}
    wanted["status"] = rng.choice(["racing", "finished", "eliminated"])
    wanted["place"] = rng.choice([None, 1, 2])
    of_race = {"turn": rng.choice(seats), "round": rng.randint(1, 9), "order": order}
    of_race["big_paws"] = rng.choice([None, *seats])
    sled = {name: wanted[name] for name in rng.sample(list(wanted), rng.choice([1, 1, 2, 3]))}
    race = {name: of_race[name] for name in rng.sample(list(of_race), rng.choice([1, 1, 2]))}
    limits = [rng.randint(1, 6) for _ in range(rng.randint(0, 3))]
    return rng.choice(
        [
            {"act": "correct", "seat": rng.choice(seats), "set": sled},
            {"act": "correct", "set": race},
            {"act": "course", "limits": limits, "flag": rng.choice(["left", "right"])},
            {"act": "order", "seats": order},
            {"act": "done", "seat": state["turn"], "rows": rng.randint(0, 9), "took_s": 9.5},
        ]
    )


@pytest.mark.parametrize("batch", seeds(1, 30))
def test_whatever_people_correct_the_race_stays_one_that_can_be(batch: int) -> None:
    for seed in range(20 * batch, 20 * batch + 20):
        rng = Random(seed)
        options = snow_tails_options(rng)
        race = history.begin(GAMES["snow_tails"], options)
        while race.count < 120 and not (view := race.game.view(race.state)).over:
            act = by_people(rng, view.state) if rng.random() < 0.2 else next(bots.wander(race, rng))
            if accepted(race, act):
                race, _ = race.apply(act)
                still_a_race(race, options)
                if act["act"] == "correct":
                    exactly_legal("snow_tails", race)
        assert history.replay(race.game, options, race.acts).state == race.state


def still_a_race(race: history.Race, options: Json) -> None:
    """Cards and figures agree, and the position reads back from its one line."""
    state = shown(race)
    assert list(invariants.broken(race.state)) == []
    assert notation.read(notation.write(race.state)) == race.state
    for seat in state["seats"]:
        expected = figures(state, seat, options, state["limits"])
        assert {name: seat[name] for name in expected} == expected
        unnamed = sum(seat["unseen"].values()) - seat["dogs"] - seat["deck"]
        assert 0 <= unnamed <= seat["discard"]
        assert 0 <= seat["dents"] <= 4
    up = next((seat for seat in state["seats"] if seat["seat"] == state["turn"]), None)
    assert up is None or (up["status"] == "racing" and up["dogs"] > 0)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=5,
)


@pytest.mark.parametrize("name", list(GAMES))
@settings(max_examples=200, deadline=None)
@given(data=st.data())
def test_whatever_json_is_sent_is_accepted_refused_or_malformed(
    name: str, data: st.DataObject
) -> None:
    rng = Random(data.draw(st.integers(0, 50)))
    race = history.begin(GAMES[name], OPTIONS[name](rng))
    for act, _ in zip(bots.wander(race, rng), range(rng.randint(0, 60)), strict=False):
        race, _ = race.apply(act)
    for candidate in rng.sample([*CANDIDATES[name](shown(race)), by_people(rng, shown(race))], 5):
        field = data.draw(st.sampled_from([*candidate, "bonus", "late", "set", "x"]))
        act = {**candidate, field: data.draw(JSON)}
        try:
            race, _ = race.apply(act)
        except (Refused, Malformed):
            continue
        shown(race)


class Machine(RuleBasedStateMachine):
    """Small steps of all kinds, for what a whole random race seldom meets."""

    name = "snow_tails"

    @initialize(seed=st.integers(0, 10_000))
    def begin(self, seed: int) -> None:
        self.options = OPTIONS[self.name](Random(seed))
        self.race = history.begin(GAMES[self.name], self.options)
        self.log: list[Json] = []
        self.states = [self.race.state]
        self.ahead: list[Any] = []

    def do(self, act: Json) -> None:
        self.race, _ = self.race.apply(act)
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
def test_steps_back_and_forth_stand_where_they_should(name: str) -> None:
    run_state_machine_as_test(
        machine(name), settings=settings(max_examples=25, stateful_step_count=40, deadline=None)
    )
