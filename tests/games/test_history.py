"""The history of a race: acts, undo and redo."""

import sys
from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Any

import pytest
from trials import TRIALS

from companion.bench import players
from companion.errors import Malformed, Refused
from companion.games import GAMES, history
from companion.games.game import Say, Shown, View
from tests.games import random_play

GAME = GAMES["snow_tails"]
OPTIONS: Mapping[str, Any] = {
    "seats": [
        {"seat": 1, "name": "Ada", "colour": "red", "place": 1},
        {"seat": 3, "name": "Bob", "colour": "blue", "place": 2},
    ],
    "limits": [4, 5],
}
TAP = {"act": "tap", "seat": 1, "card": {"value": 4}}
LEFT = {"act": "slot", "seat": 1, "slot": "left"}
RIGHT = {"act": "slot", "seat": 1, "slot": "right"}
DONE = {"act": "done", "seat": 1}
UNDO = {"act": "undo"}
REDO = {"act": "redo"}


def after(*acts: Mapping[str, Any]) -> history.History:
    return history.replay(GAME, OPTIONS, acts)


def refused(race: history.History, act: Mapping[str, Any]) -> Refused:
    with pytest.raises(Refused) as caught:
        race.apply(act)
    return caught.value


def test_new_race_has_the_events_of_the_set_up_and_no_history() -> None:
    race = history.begin(GAME, OPTIONS)
    assert race.events == GAME.setup(OPTIONS)[1]
    assert (race.can_undo, race.can_redo, race.count, race.acts) == (False, False, 0, ())
    assert (race.undo_takes, race.redo_brings) == (None, None)
    assert refused(race, UNDO).key == "history.nothing_to_undo"
    assert refused(race, REDO).key == "history.nothing_to_redo"


def test_invalid_options_are_refused_by_the_game() -> None:
    with pytest.raises(Refused):
        history.begin(GAME, {"seats": []})


def test_act_returns_a_new_race_and_keeps_the_old_one() -> None:
    old = after(TAP)
    new, events = old.apply(LEFT)
    assert (old.acts, new.acts) == ((TAP,), (TAP, LEFT))
    assert new.events == events
    assert old == after(TAP)
    assert new != old


def test_undo_and_redo_restore_the_same_states() -> None:
    races = [history.begin(GAME, OPTIONS)]
    for act in (TAP, LEFT, DONE):
        races.append(races[-1].apply(act)[0])
    race = races[-1]
    for old in reversed(races[:-1]):
        race, _ = race.apply(UNDO)
        assert race.state is old.state
        assert race.acts == old.acts
    for new in races[1:]:
        race, _ = race.apply(REDO)
        assert race.state is new.state
    assert race == races[-1]
    assert not race.can_redo


def test_undo_and_redo_events_name_act_and_player() -> None:
    race = after(TAP)
    assert race.undo_takes == TAP
    race, (undone,) = race.apply(UNDO)
    assert (undone.key, undone.seat) == ("history.undone_of", 1)
    assert undone.params == {"name": "Ada", "what": Say("did.tap")}
    assert race.redo_brings == TAP
    _, (redone, *_) = race.apply(REDO)
    assert (redone.key, redone.seat) == ("history.redone_of", 1)


def test_redo_repeats_the_events_of_the_act() -> None:
    race = after(TAP, LEFT, DONE)
    announced = race.events
    assert announced
    race, _ = race.apply(UNDO)
    _, events = race.apply(REDO)
    assert events[1:] == announced


def test_undo_of_an_act_without_a_seat_names_no_player() -> None:
    race = after({"act": "correct", "set": {"round": 2}})
    race, (undone,) = race.apply(UNDO)
    assert (undone.key, undone.seat) == ("history.undone", None)
    assert undone.params == {"what": Say("did.correct")}


def test_accepted_act_clears_the_undone_acts() -> None:
    race = after(TAP, LEFT, UNDO)
    assert race.can_redo
    race, _ = race.apply(RIGHT)
    assert not race.can_redo
    assert refused(race, REDO).key == "history.nothing_to_redo"


def test_refused_act_keeps_the_undone_acts() -> None:
    race = after(TAP, LEFT, UNDO)
    refused(race, {"act": "mark", "seat": 1, "what": "line"})
    assert race.apply(REDO)[0] == after(TAP, LEFT)


def test_act_without_a_change_is_not_an_undo_step_and_keeps_the_undone_acts() -> None:
    race = after(TAP, LEFT, UNDO)
    same, _ = race.apply(TAP)
    assert same is race


def test_undo_and_redo_have_no_other_fields() -> None:
    race = after(TAP)
    error = refused(race, {"act": "undo", "steps": 2})
    assert (error.key, error.params["field"]) == ("act.unknown_field", "steps")
    assert refused(race, {"act": "redo", "seat": 1}).key == "act.unknown_field"


@pytest.mark.parametrize("act", [{}, {"act": "fly"}, {"act": None}, {"act": ["undo"]}])
def test_value_that_is_not_an_act_is_malformed(act: Mapping[str, Any]) -> None:
    with pytest.raises(Malformed):
        history.begin(GAME, OPTIONS).apply(act)


def test_replayed_log_with_undo_and_redo_gives_an_equal_race() -> None:
    log = [TAP, LEFT, UNDO, RIGHT, DONE, UNDO, UNDO, REDO]
    race = history.begin(GAME, OPTIONS)
    for act in log:
        race, _ = race.apply(act)
    again = history.replay(GAME, OPTIONS, log)
    assert again == race
    assert again.can_redo
    assert again.acts == (TAP, RIGHT)


def test_races_with_different_undone_acts_differ() -> None:
    assert after(TAP, LEFT, UNDO) != after(TAP)
    assert after(TAP, LEFT, UNDO) == after(TAP, LEFT, UNDO)
    assert after(TAP, LEFT, UNDO) != after(TAP, RIGHT, UNDO)
    assert after(TAP) != "a race"


def test_whole_race_can_be_undone_and_redone() -> None:
    log = players.play(GAME, OPTIONS, Random(3))
    race = history.replay(GAME, OPTIONS, log)
    end, steps = race, race.count
    assert GAME.view(end.state).over
    for _ in range(steps):
        race, _ = race.apply(UNDO)
    assert race.state == history.begin(GAME, OPTIONS).state
    for _ in range(steps):
        race, _ = race.apply(REDO)
    assert race == end


def test_race_longer_than_the_recursion_limit_can_be_compared_and_freed() -> None:
    toggles = [TAP, *[LEFT] * (3 * sys.getrecursionlimit())]
    one, other = history.replay(GAME, OPTIONS, toggles), history.replay(GAME, OPTIONS, toggles)
    assert one == other
    for _ in toggles:
        one, _ = one.apply(UNDO)
    assert one.count == 0


def number(n: int) -> dict[str, Any]:
    return {"act": "n", "n": n}


class Doubtful:
    """A game whose newer rules ignore a repeated number and question a smaller one."""

    def setup(self, options: Any) -> Any:
        return 0, ()

    def view(self, state: int) -> Any:
        return View((), True, False, lambda: Shown({}))

    def apply(self, state: int, act: Any) -> Any:
        if act["n"] == state:
            return state, ()
        if act["n"] < state and state != 9:
            raise Refused("too_small", remedy=({"act": "n", "n": 9}, act))
        return act["n"], ()


def test_stored_act_that_no_longer_changes_anything_is_still_an_undo_step() -> None:
    race = history.replay(Doubtful(), {}, [number(3), number(3), {"act": "undo"}])
    assert (race.state, race.count) == (3, 1)


def test_stored_act_that_the_rules_now_refuse_replays_with_its_remedy_as_one_step() -> None:
    race = history.replay(Doubtful(), {}, [number(3), number(2)])
    assert (race.state, race.count, race.acts[-1]) == (2, 2, number(2))
    assert race.apply({"act": "undo"})[0].state == 3


# The time of a turn, struck


def turn(seat: int, took_s: float | None) -> list[Mapping[str, Any]]:
    timed = {} if took_s is None else {"took_s": took_s}
    laid = {"act": "tap", "seat": seat, "card": {"value": 4}, "slot": "left"}
    return [laid, {"act": "done", "seat": seat, **timed}]


def keys(race: history.History) -> list[str]:
    return [event.key for event in race.events]


def test_struck_time_passes_big_paws_to_the_longest_turn_that_counts() -> None:
    race = after(*turn(1, 20), *turn(3, 90))
    assert race.state.big_paws == 3
    race, (said, token) = race.apply({"act": "untimed", "seat": 3})
    assert (said.key, said.seat) == ("history.untimed", 3)
    assert said.params == {"name": "Bob", "seconds": 90}
    assert (token.key, token.seat) == ("snow_tails.big_paws", 1)
    assert (race.state.big_paws, race.state.longest_s) == (1, 20)
    race, _ = race.apply({"act": "untimed", "seat": 1})
    assert (race.state.big_paws, keys(race)) == (None, ["history.untimed", "history.no_token"])
    for _ in range(2):
        race, _ = race.apply(UNDO)
    assert race == after(
        *turn(1, 20), *turn(3, 90), *[{"act": "untimed", "seat": n} for n in (3, 1)], UNDO, UNDO
    )
    assert (race.state.big_paws, race.state.longest_s) == (3, 90)


def test_struck_time_leaves_the_half_played_turn_as_it_is() -> None:
    order = {"act": "order", "seats": [1, 3]}
    race = after(*turn(1, 20), *turn(3, 90), order, TAP, {"act": "untimed", "seat": 3, "turn": 1})
    assert race.state.pending == after(*turn(1, 20), *turn(3, 90), order, TAP).state.pending
    race, _ = race.apply(LEFT)
    assert race.count == 8


def test_each_time_is_struck_by_its_own_turn() -> None:
    order = {"act": "order", "seats": [1, 3]}
    log = [*turn(1, 20), *turn(3, 10), order, *turn(1, 30)]
    first = after(*log, {"act": "untimed", "seat": 1, "turn": 1})
    assert first.state.longest_s == 30
    both, _ = first.apply({"act": "untimed", "seat": 1})
    assert (both.state.big_paws, both.state.longest_s) == (3, 10)
    assert history.struck(both.acts) == {1, 6}
    assert [act.get("took_s") for act in history.without_struck(both.acts)] == [
        *(None, None, None, 10),
        *(None, None, None),
    ]


@pytest.mark.parametrize(
    "strike",
    [
        {"seat": 3},
        {"seat": 1, "turn": 2},
        {"seat": 5},
        {"seat": 1, "turn": 1_000_000},
    ],
)
def test_strike_of_a_turn_without_a_time_is_refused(strike: Mapping[str, int]) -> None:
    race = after(*turn(1, 20), *turn(3, None))
    assert refused(race, {"act": "untimed", **strike}).key == "history.no_time"


def test_time_is_struck_only_once() -> None:
    race = after(*turn(1, 20), {"act": "untimed", "seat": 1})
    assert refused(race, {"act": "untimed", "seat": 1}).key == "history.no_time"


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({}, "missing_field"),
        ({"seat": 7}, "out_of_range"),
        ({"seat": 1, "turn": 0}, "out_of_range"),
        ({"seat": 1, "turn": None}, "wrong_type"),
        ({"seat": 1, "took_s": 3}, "unknown_field"),
    ],
)
def test_strike_has_a_seat_and_may_have_a_turn(fields: Mapping[str, Any], problem: str) -> None:
    assert refused(after(*turn(1, 20)), {"act": "untimed", **fields}).key == f"act.{problem}"


@pytest.mark.parametrize("name", list(GAMES))
@pytest.mark.parametrize("seed", range(3))
def test_race_with_struck_times_equals_an_untimed_one(name: str, seed: int) -> None:
    rng = Random(seed)
    options = TRIALS[name].options(rng)
    race = history.begin(GAMES[name], options)
    for act in random_play.wander(race, rng):
        timed = {"took_s": rng.randrange(90)} if act["act"] == "done" else {}
        race, _ = race.apply({**act, **timed})
    counts = Counter(act["seat"] for act in race.acts if act["act"] == "done")
    for seat, turns in counts.items():
        for number in range(1, turns + 1):
            race, _ = race.apply({"act": "untimed", "seat": seat, "turn": number})
    untimed = history.replay(GAMES[name], options, history.without_struck(race.acts))
    assert race.state == untimed.state
    assert not any("took_s" in act for act in untimed.acts)
    assert history.replay(GAMES[name], options, race.acts) == race


def test_acts_in_force_of_a_log_leave_out_undone_acts() -> None:
    assert history.standing([TAP, LEFT, UNDO, RIGHT, DONE, UNDO, UNDO, REDO]) == [0, 3]
    assert history.standing([UNDO, REDO, TAP, REDO]) == [2]


def test_turns_count_the_ended_turns_of_each_seat_that_are_in_force() -> None:
    def turn(seat: int, value: int) -> list[dict[str, Any]]:
        return [
            {"act": "tap", "seat": seat, "card": {"value": value}},
            {"act": "slot", "seat": seat, "slot": "left"},
            {"act": "done", "seat": seat},
        ]

    race = after(*turn(1, 3), *turn(3, 3), UNDO)
    assert history.turns(race.acts) == {1: 1}
    assert history.turns(race.apply(REDO)[0].acts) == {1: 1, 3: 1}
