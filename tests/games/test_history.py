"""history.py: the fold of a race's acts, undo and redo among them."""

import sys
from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from companion.bench import players as bots
from companion.errors import Malformed, Refused
from companion.games import GAMES, history
from companion.games.game import Say

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


def test_a_new_race_has_the_set_ups_events_and_nothing_to_undo_or_redo() -> None:
    race = history.begin(GAME, OPTIONS)
    assert race.events == GAME.setup(OPTIONS)[1]
    assert (race.can_undo, race.can_redo, race.count, race.acts) == (False, False, 0, ())
    assert (race.undo_takes, race.redo_brings) == (None, None)
    assert refused(race, UNDO).key == "history.nothing_to_undo"
    assert refused(race, REDO).key == "history.nothing_to_redo"


def test_bad_options_are_refused_as_the_game_refuses_them() -> None:
    with pytest.raises(Refused):
        history.begin(GAME, {"seats": []})


def test_an_act_gives_a_new_race_and_leaves_the_old_one_as_it_was() -> None:
    old = after(TAP)
    new, events = old.apply(LEFT)
    assert (old.acts, new.acts) == ((TAP,), (TAP, LEFT))
    assert new.events == events
    assert old == after(TAP)
    assert new != old


def test_undo_goes_back_act_by_act_to_the_very_states_and_redo_forward_again() -> None:
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


def test_undo_and_redo_say_which_act_it_was_and_whose() -> None:
    race = after(TAP)
    assert race.undo_takes == TAP
    race, (undone,) = race.apply(UNDO)
    assert (undone.key, undone.seat) == ("history.undone_of", 1)
    assert undone.params == {"name": "Ada", "what": Say("did.tap")}
    assert race.redo_brings == TAP
    _, (redone, *_) = race.apply(REDO)
    assert (redone.key, redone.seat) == ("history.redone_of", 1)


def test_redo_announces_the_acts_own_events_again() -> None:
    race = after(TAP, LEFT, DONE)
    announced = race.events
    assert announced
    race, _ = race.apply(UNDO)
    _, events = race.apply(REDO)
    assert events[1:] == announced


def test_an_act_of_the_whole_race_is_undone_in_nobodys_name() -> None:
    race = after({"act": "correct", "set": {"round": 2}})
    race, (undone,) = race.apply(UNDO)
    assert (undone.key, undone.seat) == ("history.undone", None)
    assert undone.params == {"what": Say("did.correct")}


def test_an_accepted_act_clears_what_could_be_redone() -> None:
    race = after(TAP, LEFT, UNDO)
    assert race.can_redo
    race, _ = race.apply(RIGHT)
    assert not race.can_redo
    assert refused(race, REDO).key == "history.nothing_to_redo"


def test_a_refused_act_clears_nothing() -> None:
    race = after(TAP, LEFT, UNDO)
    refused(race, {"act": "mark", "seat": 1, "what": "line"})
    assert race.apply(REDO)[0] == after(TAP, LEFT)


def test_an_act_that_changes_nothing_is_no_step_and_clears_nothing() -> None:
    race = after(TAP, LEFT, UNDO)
    same, _ = race.apply(TAP)
    assert same is race


def test_undo_and_redo_have_no_other_fields() -> None:
    race = after(TAP)
    error = refused(race, {"act": "undo", "steps": 2})
    assert (error.key, error.params["field"]) == ("act.unknown_field", "steps")
    assert refused(race, {"act": "redo", "seat": 1}).key == "act.unknown_field"


@pytest.mark.parametrize("act", [{}, {"act": "fly"}, {"act": None}, {"act": ["undo"]}])
def test_what_is_no_act_is_malformed(act: Mapping[str, Any]) -> None:
    with pytest.raises(Malformed):
        history.begin(GAME, OPTIONS).apply(act)


def test_a_stored_log_with_undo_and_redo_in_it_leads_to_an_equal_race() -> None:
    log = [TAP, LEFT, UNDO, RIGHT, DONE, UNDO, UNDO, REDO]
    race = history.begin(GAME, OPTIONS)
    for act in log:
        race, _ = race.apply(act)
    again = history.replay(GAME, OPTIONS, log)
    assert again == race
    assert again.can_redo
    assert again.acts == (TAP, RIGHT)


def test_races_differ_by_what_can_be_redone_and_are_equal_to_no_other_thing() -> None:
    assert after(TAP, LEFT, UNDO) != after(TAP)
    assert after(TAP, LEFT, UNDO) == after(TAP, LEFT, UNDO)
    assert after(TAP, LEFT, UNDO) != after(TAP, RIGHT, UNDO)
    assert after(TAP) != "a race"


def test_a_whole_race_goes_back_to_its_start_and_to_its_end_again() -> None:
    log = bots.play(GAME, OPTIONS, Random(3))
    race = history.replay(GAME, OPTIONS, log)
    end, steps = race, race.count
    assert GAME.view(end.state).over
    for _ in range(steps):
        race, _ = race.apply(UNDO)
    assert race.state == history.begin(GAME, OPTIONS).state
    for _ in range(steps):
        race, _ = race.apply(REDO)
    assert race == end


def test_a_race_longer_than_the_stack_is_deep_can_be_compared_and_thrown_away() -> None:
    toggles = [TAP, *[LEFT] * (3 * sys.getrecursionlimit())]
    one, other = history.replay(GAME, OPTIONS, toggles), history.replay(GAME, OPTIONS, toggles)
    assert one == other
    for _ in toggles:
        one, _ = one.apply(UNDO)
    assert one.count == 0
