"""Random legal races of Reindeer Races: they end, and everything that can be counted agrees."""

import json
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from reindeer_by_hand import counted, spaces_gone, table

from companion import bots, history
from companion.errors import Malformed, Refused
from companion.games import reindeer_races as game
from companion.games.reindeer_races import box, invariants, notation
from companion.games.reindeer_races.state import KINDS, OBJECTS, SPACES, TRACK_CARDS

Json = Mapping[str, Any]
MOST_ACTS = 5000
"""No random race may be longer."""


def options(rng: Random) -> dict[str, Any]:
    """Races of all kinds: laid or to be laid, whole, partly filled and empty boxes."""
    count = rng.randint(2, 4)
    seats = rng.sample(range(1, 7), count)
    made: dict[str, Any] = {
        "seats": [{"seat": seat, "name": f"P{seat}", "colour": f"c{seat}"} for seat in seats],
        "first": rng.choice(seats),
        "bond_span": rng.choice([2, 3]),
    }
    contents = rng.choice(["example", "example", wild(rng), wild(rng), None])
    if contents is not None:
        made["box"] = contents
    if rng.random() < 0.7:
        cards = iter(rng.sample(range(1, 28), 25))
        made["laid"] = [
            [{"card": next(cards), "turned": rng.random() < 0.5} for _ in range(length)]
            for length in TRACK_CARDS.values()
        ]
    return made


def wild(rng: Random) -> dict[str, Any]:
    """A box full of action spaces, some of which nobody has entered."""
    pairs = [[rng.choice(SPACES), rng.choice(SPACES)] for _ in range(27)]
    tracks = [pair if rng.random() < 0.9 else None for pair in pairs]
    whole = box.example()
    known = [name for name in ("moves", "rewards") if rng.random() < 0.8]
    return {"tracks": tracks, **{name: whole[name] for name in known}}


def shown(race: history.Race) -> dict[str, Any]:
    """The state as it leaves the service."""
    state: dict[str, Any] = json.loads(json.dumps(game.view(race.state).state))
    return state


def accepted(race: history.Race, act: Json) -> bool:
    try:
        race.apply(act)
    except Refused:
        return False
    return True


def text(act: Json) -> str:
    return json.dumps(act, sort_keys=True)


def batches(quick: int, slow: int) -> list[Any]:
    """Few for every day, many more for the long run; none is played in both."""
    long = [pytest.param(n, marks=pytest.mark.slow) for n in range(quick, quick + slow)]
    return [*range(quick), *long]


@pytest.mark.parametrize("batch", batches(1, 39))
def test_a_thousand_random_legal_races_end_and_the_counts_agree(batch: int) -> None:
    for seed in range(25 * batch, 25 * batch + 25):
        rng = Random(seed)
        race = history.begin(game, options(rng))
        before = game.view(race.state).state
        cards = table(before)
        for count, act in enumerate(bots.wander(race, rng)):
            race, _ = race.apply(act)
            after = game.view(race.state).state
            cards.follow(act, before, after)
            counted(after)
            before = after
            assert count < MOST_ACTS, f"seed {seed} does not end"
        assert game.view(race.state).over, f"seed {seed} is stuck"


def candidates(state: Json) -> Iterator[dict[str, Any]]:
    """Every act but its free arguments, sensible or not."""
    for number in range(1, 28):
        yield {"act": "tap", "card": {"kind": "track", "card": number}}
    for seat in [*(seat["seat"] for seat in state["seats"]), 7]:
        for what, many in [*KINDS, ("elf", 2)]:
            card = {"object": what, "count": many}
            yield {"act": "tap", "seat": seat, "card": card}
            yield {"act": "discard", "seat": seat, "card": card}
        yield from ({"act": "track", "seat": seat, "track": track} for track in OBJECTS)
        for number in range(1, 5):
            yield {"act": "reindeer", "seat": seat, "reindeer": number}
            yield {"act": "reindeer", "seat": seat, "reindeer": number, "leaps": False}
        for end in (*range(1, 15), "reward", "off"):
            yield {"act": "land", "seat": seat, "end": end}
        yield {"act": "done", "seat": seat}
        yield {"act": "retire", "seat": seat}
    yield from ({"act": act} for act in ("flip", "shuffle", "end"))


def exactly_legal(race: history.Race) -> None:
    """Every candidate is accepted if and only if `legal` names it, and `legal` names no other."""
    legal = {text(act) for act in game.legal(race.state) if "last" not in act}
    every = {text(act): act for act in candidates(shown(race))}
    assert {said for said, act in every.items() if accepted(race, act)} == legal


@pytest.mark.parametrize("batch", batches(1, 20))
def test_apply_accepts_exactly_what_legal_gives(batch: int) -> None:
    for seed in range(4 * batch, 4 * batch + 4):
        rng = Random(seed)
        race = history.begin(game, options(rng))
        for act in bots.wander(race, rng):
            race, _ = race.apply(act)
            if rng.random() < 0.1:
                exactly_legal(race)


def spoken(rng: Random, act: Json) -> Json:
    """The act with a free argument now and then: leaps one by one, another track, skis."""
    if act["act"] == "reindeer" and rng.random() < 0.5:
        return {**act, "leaps": [rng.random() < 0.5 for _ in range(rng.randint(0, 4))]}
    if act["act"] == "land" and rng.random() < 0.5:
        return {**act, "action": rng.choice(["snowman", "skis", "none"])}
    return act


@pytest.mark.parametrize("batch", batches(1, 20))
def test_every_position_holds_reads_back_and_leads_where_a_hand_would_move(batch: int) -> None:
    for seed in range(20 * batch, 20 * batch + 20):
        rng = Random(seed)
        race = history.begin(game, options(rng))
        while legal := list(game.legal(race.state)):
            act = spoken(rng, rng.choice(legal if rng.random() < 0.2 else likely(legal)))
            if not accepted(race, act):
                continue
            race, _ = race.apply(act)
            assert list(invariants.broken(race.state)) == [], act
            if rng.random() < 0.1:
                assert notation.read(notation.write(race.state)) == race.state
            state = game.view(race.state).state
            if state["turn"] is not None:
                gone = spaces_gone(state, state["turn"])
                assert gone is None or moved_over(state) == gone


def likely(legal: list[Json]) -> list[Json]:
    """What brings a race on."""
    return [act for act in legal if act["act"] not in ("end", "retire", "flip")]


def moved_over(state: Json) -> list[int]:
    pending = next(seat["pending"] for seat in state["seats"] if seat["seat"] == state["turn"])
    moves = ("move", "pass", "leap", "slide")
    return [s["space"] if s["space"] else 0 for s in pending["path"] if s["kind"] in moves]


@pytest.mark.parametrize("batch", batches(1, 20))
def test_an_undone_and_redone_race_and_a_replayed_one_are_equal(batch: int) -> None:
    for seed in range(5 * batch, 5 * batch + 5):
        rng = Random(seed)
        chosen = options(rng)
        race = history.begin(game, chosen)
        log: list[Json] = []
        for wanted in bots.wander(race, rng):
            pause = [{"act": "undo"}, {"act": "redo"}] if rng.random() < 0.1 else []
            for act in [wanted, *pause]:
                race, _ = race.apply(act)
                log.append(json.loads(json.dumps(act)))
        assert history.replay(game, chosen, log) == race
        end = race
        while race.can_undo:
            race, _ = race.apply({"act": "undo"})
        assert race.state == history.begin(game, chosen).state
        while race.can_redo:
            race, _ = race.apply({"act": "redo"})
        assert race == end


def by_people(rng: Random, state: Json) -> dict[str, Any]:
    """A correction, sensible or not."""
    spots = [{"track": rng.choice(OBJECTS), "space": rng.randint(1, 8)} for _ in range(4)]
    rewards = box.example()["rewards"]
    tiles = [{"track": track, "value": rewards[track][-1]} for track in rng.sample(OBJECTS[:4], 2)]
    of_team = {
        "hand": rng.randint(0, 8),
        "reindeer": [rng.choice([None, spot]) for spot in spots],
        "tiles": tiles[: rng.randint(0, 2)],
        "status": rng.choice(["racing", "racing", "eliminated"]),
    }
    seats = [seat["seat"] for seat in state["seats"]]
    of_race = {"turn": rng.choice(seats), "round": rng.randint(1, 9), "pile": rng.randint(0, 70)}
    if rng.random() < 0.6:
        wanted = {name: of_team[name] for name in rng.sample(list(of_team), rng.choice([1, 1, 2]))}
        return {"act": "correct", "seat": rng.choice(seats), "set": wanted}
    wanted = {name: of_race[name] for name in rng.sample(list(of_race), rng.choice([1, 2]))}
    return {"act": "correct", "set": wanted}


@pytest.mark.parametrize("batch", batches(1, 30))
def test_whatever_people_correct_the_race_stays_one_that_can_be(batch: int) -> None:
    for seed in range(20 * batch, 20 * batch + 20):
        rng = Random(seed)
        chosen = options(rng)
        race = history.begin(game, chosen)
        while race.count < 120 and not (view := game.view(race.state)).over:
            act = by_people(rng, view.state) if rng.random() < 0.2 else next(bots.wander(race, rng))
            if accepted(race, act):
                race, _ = race.apply(act)
                assert list(invariants.broken(race.state)) == [], (seed, act)
                counted(shown(race))
                if act["act"] == "correct" and rng.random() < 0.3:
                    exactly_legal(race)
        assert history.replay(game, chosen, race.acts).state == race.state


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=5,
)


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_whatever_json_is_sent_is_accepted_refused_or_malformed(data: st.DataObject) -> None:
    rng = Random(data.draw(st.integers(0, 50)))
    race = history.begin(game, options(rng))
    for act, _ in zip(bots.wander(race, rng), range(rng.randint(0, 60)), strict=False):
        race, _ = race.apply(act)
    for candidate in rng.sample([*candidates(shown(race)), by_people(rng, shown(race))], 5):
        field = data.draw(st.sampled_from([*candidate, "leaps", "action", "set", "card", "x"]))
        act = {**candidate, field: data.draw(JSON)}
        try:
            race, _ = race.apply(act)
        except (Refused, Malformed):
            continue
        shown(race)


class Machine(RuleBasedStateMachine):
    """Small steps of all kinds, for what a whole random race seldom meets."""

    @initialize(seed=st.integers(0, 10_000))
    def begin(self, seed: int) -> None:
        self.race = history.begin(game, options(Random(seed)))
        self.states = [self.race.state]
        self.ahead: list[Any] = []

    @precondition(lambda self: not game.view(self.race.state).over)
    @rule(data=st.data())
    def act(self, data: st.DataObject) -> None:
        legal = [act for act in game.legal(self.race.state) if act["act"] != "end"]
        before = self.race.state
        self.race, _ = self.race.apply(data.draw(st.sampled_from(sorted(legal, key=text))))
        if self.race.state is not before:
            self.states.append(self.race.state)
            self.ahead = []

    @rule()
    def undo(self) -> None:
        if len(self.states) > 1:
            self.race, _ = self.race.apply({"act": "undo"})
            self.ahead.append(self.states.pop())

    @rule()
    def redo(self) -> None:
        if self.ahead:
            self.race, _ = self.race.apply({"act": "redo"})
            self.states.append(self.ahead.pop())

    @invariant()
    def the_table_is_as_it_was_left(self) -> None:
        assert self.race.state == self.states[-1]
        assert list(invariants.broken(self.race.state)) == []
        view = game.view(self.race.state)
        assert bool(view.up) != view.over
        counted(json.loads(json.dumps(view.state)))


TestMachine = Machine.TestCase
TestMachine.settings = settings(max_examples=15, stateful_step_count=40, deadline=None)
