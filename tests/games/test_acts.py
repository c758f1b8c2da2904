"""The validation of acts shared by all games, tested with a minimal game."""

from dataclasses import dataclass, replace
from typing import Any

import pytest

from companion.errors import Malformed, Refused
from companion.games.acts import Acts, correcting, kind
from companion.games.fields import Field, whole
from companion.games.game import Act, Event


@dataclass(frozen=True)
class Walk:
    """A game of two walkers, over at ten steps."""

    steps: tuple[int, int] = (0, 0)

    @property
    def phase(self) -> str:
        return "over" if max(self.steps) >= 10 else "race"

    def at(self, seat: int, steps: int) -> "Walk":
        first, second = self.steps
        return replace(self, steps=(steps, second) if seat == 1 else (first, steps))


def step(state: Walk, act: Act, events: list[Event]) -> Walk:
    """Take some steps. Three at once are refused, with one and then two as the remedy."""
    seat, steps = act["seat"], act["steps"]
    here = state.steps[seat - 1]
    if steps == 3:
        one = {"act": "step", "seat": seat, "steps": 1}
        raise Refused("walk.stumble", remedy=(one, {**one, "steps": 2}))
    events.append(Event("walk.stepped", seat, {"steps": steps}))
    return state.at(seat, here + steps)


def of_seat(state: Walk, act: Act, events: list[Event]) -> Walk:
    events.append(Event("walk.moved", act["seat"]))
    return state.at(act["seat"], act["steps"])


def of_race(state: Walk, act: Act, events: list[Event]) -> Walk:
    events.append(Event("walk.begun"))
    return Walk((act["steps"], act["steps"]))


def walking() -> Acts[Walk]:
    steps = Field(whole(0, 9))
    return Acts(
        {
            "step": kind({"seat": Field(whole(1)), "steps": steps}, step),
            "correct": kind(
                {"seat": Field(whole(1), required=False), "steps": steps},
                correcting(of_seat, of_race),
            ),
        },
        lambda state: range(1, len(state.steps) + 1),
        "walk.no_seat",
        "walk.over",
    )


def refused(state: Walk, act: Any) -> Refused:
    with pytest.raises(Refused) as caught:
        walking().apply(state, act)
    return caught.value


def test_act_returns_a_new_state_and_events_and_keeps_the_old_state() -> None:
    start = Walk()
    assert walking().apply(start, {"act": "step", "seat": 2, "steps": 4}) == (
        Walk((0, 4)),
        (Event("walk.stepped", 2, {"steps": 4}),),
    )
    assert start == Walk()


def test_correction_sets_figures_of_its_seat_or_else_of_the_race() -> None:
    of_one = {"act": "correct", "seat": 1, "steps": 5}
    assert walking().apply(Walk((1, 2)), of_one) == (Walk((5, 2)), (Event("walk.moved", 1),))
    of_all = {"act": "correct", "steps": 5}
    assert walking().apply(Walk((1, 2)), of_all) == (Walk((5, 5)), (Event("walk.begun"),))


@pytest.mark.parametrize(
    ("act", "key", "params"),
    [
        (
            {"act": "step", "seat": 3, "steps": 1},
            "walk.no_seat",
            {"seat": 3, "seats": "1, 2"},
        ),
        ({"act": "step", "seat": 1}, "act.missing_field", {"act": "step", "field": "steps"}),
        (
            {"act": "step", "seat": 1, "steps": 1, "wind": 2},
            "act.unknown_field",
            {"act": "step", "field": "wind", "known": "seat, steps"},
        ),
        (
            {"act": "correct", "steps": 10},
            "act.out_of_range",
            {"act": "correct", "field": "steps", "low": 0, "high": 9},
        ),
    ],
)
def test_refusal_has_key_and_params(act: Act, key: str, params: dict[str, Any]) -> None:
    said = refused(Walk(), act)
    assert (said.key, said.params, said.remedy) == (key, params, ())


def test_finished_race_refuses_acts_after_checking_their_form() -> None:
    over = Walk((10, 0))
    said = refused(over, {"act": "step", "seat": 3, "steps": 1})
    assert (said.key, said.params) == ("walk.over", {})
    assert refused(over, {"act": "step", "seat": 3}).key == "act.missing_field"


@pytest.mark.parametrize(
    ("act", "key", "params"),
    [
        (None, "act.no_object", {}),
        ([("act", "step")], "act.no_object", {}),
        ({"seat": 1}, "act.no_object", {}),
        ({"act": 7}, "act.no_object", {}),
        ({"act": "x" * 41}, "act.no_such_act", {"name": "x" * 40, "known": "step, correct"}),
    ],
)
def test_unknown_act_is_malformed(act: Any, key: str, params: dict[str, Any]) -> None:
    with pytest.raises(Malformed) as malformed:
        walking().apply(Walk(), act)
    assert (malformed.value.key, malformed.value.params) == (key, params)


STUMBLE = {"act": "step", "seat": 1, "steps": 3}


@pytest.mark.parametrize("far", [0, 6, 8])
def test_remedy_is_offered_if_all_its_acts_are_accepted(far: int) -> None:
    said = refused(Walk((far, 0)), STUMBLE)
    assert (said.key, said.remedy) == (
        "walk.stumble",
        ({"act": "step", "seat": 1, "steps": 1}, {"act": "step", "seat": 1, "steps": 2}),
    )


def test_remedy_refused_half_way_is_not_offered() -> None:
    said = refused(Walk((9, 0)), STUMBLE)
    assert (said.key, said.remedy) == ("walk.stumble", ())
