"""Snow Tails positions as one line of text."""

from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from snow_race import Race

from companion.errors import CompanionError, Refused
from companion.games import snow_tails
from companion.games.snow_tails import notation
from companion.games.snow_tails.invariants import broken
from companion.games.snow_tails.state import Card, LastTurn, Pending, Settings, State

PLAIN = (
    "snow_tails/1 limits=4,3,5 flag=left order=1,2 turn=1"
    " | seat=1 name=Ada colour=red start=1 | seat=2 name=Ben colour=blue start=2"
)


def played(seed: int) -> State:
    """A state from a race of random legal acts."""
    chance = Random(seed)
    race = Race(chance.randint(2, 5), (4, 3), deck=chance.choice([2, 4]), dnf_points=seed % 2)
    for _ in range(chance.randint(0, 120)):
        legal = [act for act in snow_tails.legal(race.state) if act["act"] != "end"]
        if not legal:
            break
        act = dict(chance.choice(legal))
        if act["act"] == "done":
            act |= {"took_s": chance.random() * 90, "rows": 1, "lane": 2}
        race.state, _ = snow_tails.apply(race.state, act)
    return race.state


def test_default_values_are_left_out() -> None:
    assert notation.write(Race().state) == PLAIN


def test_half_played_turn_is_written_field_by_field() -> None:
    race = Race()
    race.play(1, 3, "brake", "line", took_s=1.5)
    race("tap", 2, card={"value": 4, "copy": 2}, slot="left")
    race("mark", 2, what="line")
    assert notation.write(race.state) == (
        "snow_tails/1 limits=4,3,5 flag=left order=1,2 turn=2 pending=4/left/line/0/2,0,0"
        " big_paws=1 longest_s=1.5 begun=yes"
        " | seat=1 name=Ada colour=red start=1 discard=3 lines=1 walked=3 last=3/0/0/0/line"
        " told=0/0/1/no/0"
        " | seat=2 name=Ben colour=blue start=2"
    )


@pytest.mark.parametrize("seed", range(40))
def test_positions_of_a_race_round_trip(seed: int) -> None:
    state = played(seed)
    line = notation.write(state)
    assert "\n" not in line
    assert notation.read(line) == state


@settings(max_examples=60, deadline=None)
@given(st.text(), st.text())
def test_any_name_and_colour_round_trip(name: str, colour: str) -> None:
    state = Race().state
    named = state.with_sled(replace(state.sled(1), name=name, colour=colour + "!"))
    assert notation.read(notation.write(named)) == named


def test_lone_surrogate_round_trips() -> None:
    state = Race().state
    named = state.with_sled(replace(state.sled(1), name="\ud83d"))
    assert notation.read(notation.write(named)) == named


@settings(max_examples=150, deadline=None)
@given(st.one_of(st.text(), st.text(alphabet="snow_tails/1 =|,0123456789.-%").map(PLAIN.__add__)))
def test_invalid_text_raises_only_companion_errors(text: str) -> None:
    with suppress(CompanionError):
        assert list(broken(notation.read(text))) == []


@pytest.mark.parametrize(
    ("old", "new", "word"),
    [
        ("snow_tails/1", "snow_tails/2", "snow_tails/2"),
        ("turn=1", "turn=one", "turn=one"),
        ("turn=1", "turn=1234567890", "turn=1234567890"),
        ("turn=1", "turn=1 turn=1", "turn=1"),
        ("turn=1", "turn", "turn"),
        ("turn=1", "turn=1 wind=3", "wind=3"),
        ("turn=1", "turn=1 begun=1", "begun=1"),
        ("turn=1", "turn=1 longest_s=inf", "longest_s=inf"),
        ("turn=1", "turn=1 pending=4/left", "pending=4/left"),
        ("flag=left ", "", "flag"),
        (" start=1", "", "start"),
        ("name=Ada", "name=%e", "name=%e"),
    ],
)
def test_refusal_names_the_invalid_word(old: str, new: str, word: str) -> None:
    with pytest.raises(Refused) as refusal:
        notation.read(PLAIN.replace(old, new))
    assert isinstance(refusal.value, ValueError)
    assert refusal.value.key == "snow_tails.notation"
    assert refusal.value.params == {"word": word}


START = Race(limits=(4,)).state
UP = replace(START, pending=Pending(4, ("left",)))
ADA = START.sled(1)


def with_ada(**changes: Any) -> State:
    return START.with_sled(replace(ADA, **changes))


@pytest.mark.parametrize(
    ("state", "wrong"),
    [
        (replace(START, settings=Settings(edition="en")), "edition"),
        (replace(START, settings=Settings(deck=(4, 4))), "deck"),
        (replace(START, settings=Settings(deck=(1, 1, 1, 1, 1))), "deck"),
        (replace(START, settings=Settings(dnf_points=-1)), "dnf_points"),
        (replace(START, limits=(0,)), "limits"),
        (replace(START, flag="up"), "flag"),
        (replace(START, round=0), "round"),
        (replace(START, sleds=START.sleds[:1]), "seat"),
        (replace(START, sleds=(replace(ADA, seat=2), START.sled(2))), "seat"),
        (with_ada(colour="blue"), "colour"),
        (with_ada(start=0), "start"),
        (replace(START, longest_s=3.0), "longest_s"),
        (replace(START, big_paws=3), "big_paws"),
        (replace(START, order=(1, 1)), "order"),
        (replace(START, order=(1,)), "order"),
        (replace(START, phase="tea"), "phase"),
        (replace(START, phase="order", turn=None), "proposed"),
        (replace(START, phase="order", turn=None, proposed=(1,)), "proposed"),
        (replace(START, phase="over", turn=None), "place"),
        (replace(START, phase="order", proposed=(1, 2)), "turn"),
        (replace(START, proposed=(1, 2)), "proposed"),
        (replace(START, turn=None), "turn"),
        (replace(START, turn=3), "turn"),
        (with_ada(dogs=0), "turn"),
        (with_ada(left=6), "seat 1 left"),
        (with_ada(dents=5), "seat 1 dents"),
        (with_ada(lines=3), "seat 1 lines"),
        (with_ada(status="lost"), "seat 1 status"),
        (with_ada(lines=2), "seat 1 status"),
        (with_ada(place=1), "seat 1 place"),
        (with_ada(rows=1), "seat 1 rows"),
        (with_ada(walked=-1), "seat 1 walked"),
        (with_ada(lines=2, status="finished", place=2), "place"),
        (with_ada(dogs=21), "seat 1 dogs"),
        (with_ada(unnamed=-1), "seat 1 dogs"),
        (with_ada(left_pile=(Card(6),)), "seat 1 piles"),
        (with_ada(left_pile=(Card(4, 5),)), "seat 1 piles"),
        (with_ada(left_pile=(Card(4, 2), Card(4, 2))), "seat 1 piles"),
        (with_ada(left_pile=(Card(4),) * 5), "seat 1 piles"),
        (with_ada(last=LastTurn(4, 0, 0, 0, ("line",))), "seat 1 last"),
        (with_ada(last=LastTurn(4, 0, 0, 0, ("edge", "line"))), "seat 1 last"),
        (with_ada(last=LastTurn(4, 0, 2, 0, ("line",))), "seat 1 last"),
        (with_ada(last=LastTurn(0, 0, 0, 0, ("edge",))), "seat 1 last"),
        (with_ada(last=LastTurn(4, -1, 0, 0)), "seat 1 last"),
        (with_ada(last=LastTurn(4, 0, 0, 5)), "seat 1 last"),
        (with_ada(last=LastTurn(4, 0, 0, 0, ("edge",))), "seat 1 last"),
        (replace(UP, pending=Pending(6)), "pending"),
        (replace(UP, pending=Pending(4, ("brake", "left"))), "pending"),
        (replace(UP, pending=Pending(4, (), ("line",))), "pending"),
        (replace(UP, pending=Pending(4, ("left",), ("line",) * 3)), "pending"),
        (replace(UP, pending=Pending(4, ("left",), copies=(0, 2, 0))), "pending"),
        (replace(UP, pending=Pending(4, ("left",), copies=(5, 0, 0))), "pending"),
        (replace(UP, pending=Pending(4, ("left",), copies=(1,))), "pending"),  # type: ignore[arg-type]
        (with_ada(dogs=1, left_pile=(Card(4),) * 4), "pending"),
    ],
)
def test_unreachable_position_is_refused(state: State, wrong: str) -> None:
    if wrong == "pending" and state.pending is None:
        state = replace(state, pending=Pending(4, ("left",)))
    assert wrong in list(broken(state))
    with pytest.raises(Refused):
        notation.read(notation.write(state))


def test_finished_sleds_come_first_in_a_proposal() -> None:
    race = Race(limits=())
    race.play(1, 4, "left", "line")
    race.play(2, 4, "left")
    turned = replace(race.state, proposed=(2, 1))
    assert list(broken(turned)) == ["proposed"]
