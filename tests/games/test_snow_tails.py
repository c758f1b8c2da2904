"""Snow Tails: set-up options, malformed acts, legality.

The vectors of the rules are in `positions/`. These tests cover what vectors do not show: events,
keys and remedies of refusals, derived figures.
"""

from collections.abc import Mapping
from dataclasses import replace
from itertools import product
from random import Random
from typing import Any

import pytest
from snow_race import Race

from companion.errors import Malformed, Refused
from companion.games import GAMES, snow_tails
from companion.games.snow_tails import figures
from companion.games.snow_tails.invariants import broken
from companion.games.snow_tails.state import MARKS, SLOTS, VALUES, State


def options(**changes: Any) -> dict[str, Any]:
    seats = [
        {"name": "Ada", "colour": "red", "place": 1},
        {"name": "Ben", "colour": "blue", "place": 2},
    ]
    return {"seats": seats, "limits": [4], **changes}


# Set-up


def test_game_is_registered_by_name() -> None:
    assert GAMES["snow_tails"] is snow_tails


def test_start_places_set_the_opening_hands_and_the_order() -> None:
    seats = [
        {"seat": seat, "name": "x", "colour": str(place), "place": place}
        for seat, place in ((6, 5), (2, 4), (3, 1))
    ]
    state, events = snow_tails.setup({"seats": seats, "limits": []})
    assert [sled.dogs for sled in state.sleds] == [7, 6, 5]
    assert state.order == (3, 2, 6)
    assert state.turn == 3
    assert [event.key for event in events] == [
        *["snow_tails.opening_hand"] * 3,
        "snow_tails.round",
        "snow_tails.turn",
    ]
    assert events[0].params["count"] == 7


def test_settings_default_unless_given() -> None:
    usual = snow_tails.setup(options())[0].settings
    assert (usual.edition, usual.deck, usual.size, usual.dnf_points) == ("de", (4,) * 5, 20, 0)
    assert usual.bonus_may_crash
    assert usual.finished_count
    deck = {"1": 0, "2": 7, "3": 0, "4": 0, "5": 1}
    chosen = {"edition": "fr", "deck": deck, "bonus_may_crash": False, "finished_count": False}
    state, _ = snow_tails.setup(options(**chosen, dnf_points=2, flag="right"))
    assert state.settings.deck == (0, 7, 0, 0, 1)
    assert state.settings.edition == "fr"
    assert not state.settings.bonus_may_crash
    assert not state.settings.finished_count
    assert state.settings.dnf_points == 2
    assert state.flag == "right"


def one_seat(**changes: Any) -> dict[str, Any]:
    first = {"name": "Ada", "colour": "red", "place": 1, **changes}
    return options(seats=[first, {"name": "Ben", "colour": "blue", "place": 2}])


@pytest.mark.parametrize(
    ("wrong", "key", "field"),
    [
        ({}, "options.missing_field", "seats"),
        ([], "options.wrong_type", ""),
        ({"seats": []}, "options.wrong_length", "seats"),
        (options(limits=[0]), "options.out_of_range", "limits.1"),
        (options(limits=4), "options.wrong_type", "limits"),
        (options(limits=None), "options.wrong_type", "limits"),
        (options(flag="up"), "options.not_one_of", "flag"),
        (options(flag=None), "options.wrong_type", "flag"),
        (options(edition="en"), "options.not_one_of", "edition"),
        (options(deck=1), "options.deck_too_small", "deck"),
        (options(deck=21), "options.out_of_range", "deck"),
        (options(deck=4.0), "options.wrong_type", "deck"),
        (options(deck={"1": 9}), "options.missing_field", "deck.2"),
        (options(bonus_may_crash=1), "options.wrong_type", "bonus_may_crash"),
        (options(dnf_points=-1), "options.out_of_range", "dnf_points"),
        (options(dnf_points=True), "options.wrong_type", "dnf_points"),
        (options(laps=2), "options.unknown_field", "laps"),
        (one_seat(place=6), "options.out_of_range", "seats.1.place"),
        (one_seat(name=7), "options.wrong_type", "seats.1.name"),
        (one_seat(seat=None), "options.wrong_type", "seats.1.seat"),
        (one_seat(seat=2), "snow_tails.same_seat", None),
        (one_seat(colour="blue"), "snow_tails.same_colour", None),
        (one_seat(place=2), "snow_tails.same_place", None),
    ],
)
def test_invalid_option_is_refused_with_its_field(wrong: Any, key: str, field: str | None) -> None:
    with pytest.raises(Refused) as refusal:
        snow_tails.setup(wrong)
    assert refusal.value.key == key
    assert refusal.value.params.get("field") == field


# Malformed acts


@pytest.mark.parametrize("nonsense", [None, 7, [], "tap", {}, {"act": "fly"}, {"act": ["tap"]}])
def test_value_that_is_not_an_act_is_malformed(nonsense: Any) -> None:
    with pytest.raises(Malformed):
        snow_tails.apply(Race().state, nonsense)


@pytest.mark.parametrize(
    ("act", "key", "field"),
    [
        ({"act": "slot", "seat": 1}, "act.missing_field", "slot"),
        ({"act": "slot", "seat": 7, "slot": "left"}, "act.out_of_range", "seat"),
        ({"act": "slot", "seat": 1, "slot": "top"}, "act.not_one_of", "slot"),
        ({"act": "tap", "seat": 1, "card": 4}, "act.wrong_type", "card"),
        (
            {"act": "tap", "seat": 1, "card": {"value": 4, "copy": 5}},
            "act.out_of_range",
            "card.copy",
        ),
        ({"act": "done", "seat": 1, "took_s": float("nan")}, "act.out_of_range", "took_s"),
        ({"act": "done", "seat": 1, "took_s": 10**400}, "act.out_of_range", "took_s"),
        ({"act": "done", "seat": 1, "took_s": "long"}, "act.wrong_type", "took_s"),
        ({"act": "done", "seat": 1, "lane": 0}, "act.out_of_range", "lane"),
        ({"act": "shift", "seat": 1, "by": 0}, "act.not_one_of", "by"),
        ({"act": "shift", "seat": 1, "by": True}, "act.wrong_type", "by"),
        ({"act": "order", "seats": [1, None]}, "act.wrong_type", "seats.2"),
        ({"act": "end", "why": "tea"}, "act.unknown_field", "why"),
        ({"act": "course"}, "act.missing_field", "limits"),
        ({"act": "correct", "seat": 1}, "act.missing_field", "set"),
        ({"act": "correct", "seat": 1, "set": []}, "act.wrong_type", "set"),
        ({"act": "correct", "seat": 1, "set": {}}, "act.empty", "set"),
        ({"act": "correct", "set": {}}, "act.empty", "set"),
        ({"act": "correct", "seat": 1, "set": {"turn": 1}}, "act.unknown_field", "set.turn"),
        ({"act": "correct", "set": {"left": 1}}, "act.unknown_field", "set.left"),
        ({"act": "correct", "seat": 1, "set": {"left": None}}, "act.wrong_type", "set.left"),
        ({"act": "correct", "seat": 1, "set": {"dents": 5}}, "act.out_of_range", "set.dents"),
        ({"act": "correct", "seat": 1, "set": {"lines": 5}}, "act.out_of_range", "set.lines"),
        ({"act": "correct", "seat": 1, "set": {"place": 3}}, "act.out_of_range", "set.place"),
        ({"act": "correct", "set": {"turn": 5}}, "act.not_one_of", "set.turn"),
        ({"act": "correct", "set": {"round": 0}}, "act.out_of_range", "set.round"),
    ],
)
def test_invalid_field_of_an_act_is_refused_with_its_name(act: Any, key: str, field: str) -> None:
    with pytest.raises(Refused) as refusal:
        snow_tails.apply(Race().state, act)
    assert (refusal.value.key, refusal.value.params["field"]) == (key, field)
    assert refusal.value.params["act"] == act["act"]


def test_unknown_seat_is_refused_with_the_seats_in_play() -> None:
    refusal = Race().refused("retire", 3)
    assert refusal.key == "snow_tails.no_seat"
    assert refusal.params == {"seat": 3, "seats": "1, 2"}


# Legality


def candidates(state: State) -> list[dict[str, Any]]:
    """All acts that `legal` is compared on, sensible or not."""
    acts: list[dict[str, Any]] = [{"act": "order"}, {"act": "end"}]
    for sled in state.sleds:
        seat = {"seat": sled.seat}
        acts += [{"act": "retire", **seat}, {"act": "shuffle", **seat}]
        acts += [{"act": "done", **seat}, {"act": "done", **seat, "bonus": True}]
        acts += [{"act": "shift", **seat, "by": by} for by in (-1, 1)]
        acts += [{"act": "slot", **seat, "slot": slot} for slot in SLOTS]
        acts += [{"act": "mark", **seat, "what": what} for what in MARKS]
        acts += [{"act": "mark", **seat, "what": what, "late": True} for what in MARKS]
        acts += [{"act": "unmark", **seat, "what": what} for what in MARKS]
        for value, slot in product(VALUES, (None, *SLOTS)):
            tap = {"act": "tap", **seat, "card": {"value": value}}
            acts.append(tap if slot is None else {**tap, "slot": slot})
            acts += [] if slot else [{"act": "discard", **seat, "value": value}]
    return acts


def accepted(state: State, act: Mapping[str, Any]) -> bool:
    try:
        snow_tails.apply(state, act)
    except Refused:
        return False
    return True


def weight(act: Mapping[str, Any]) -> float:
    """The weight of an act in the random races."""
    rare = {"end": 0.01, "retire": 0.02, "done": 9, "mark": 0.3 if act.get("late") else 4}
    return rare.get(act["act"], 1)


@pytest.mark.parametrize("seed", range(24))
def test_legal_is_exactly_what_apply_accepts_in_random_races(seed: int) -> None:
    chance = Random(seed)
    limits = tuple(chance.randint(3, 7) for _ in range(chance.randint(0, 3)))
    deck = chance.choice([4, 2, {"1": 5, "2": 0, "3": 1, "4": 1, "5": 0}])
    players, may_crash = chance.randint(2, 5), chance.random() < 0.5
    race = Race(players, limits, bonus_may_crash=may_crash, deck=deck)
    acts = 0
    while race.state.phase != "over":
        legal = list(snow_tails.legal(race.state))
        if acts % 13 == 0:
            known = [act for act in candidates(race.state) if accepted(race.state, act)]
            assert sorted(map(str, legal)) == sorted(map(str, known))
        [act] = chance.choices(legal, [weight(act) for act in legal])
        race.state, race.events = snow_tails.apply(race.state, act)
        assert list(broken(race.state)) == []
        acts += 1
        assert acts < 3000
    assert all(event.params.get("name", "x") for event in race.events)


def test_value_missing_from_the_deck_cannot_be_tapped() -> None:
    race = Race(deck={"1": 4, "2": 0, "3": 4, "4": 4, "5": 4})
    taps = [act["card"]["value"] for act in snow_tails.legal(race.state) if act["act"] == "tap"]
    assert list(dict.fromkeys(taps)) == [1, 3, 4, 5]


def test_preview_does_not_change_the_state() -> None:
    race = Race()
    race("tap", 1, card={"value": 4}, slot="left")
    before = race.state
    after, _ = snow_tails.apply(before, {"act": "done", "seat": 1})
    assert after is not before
    assert before.turn == 1
    assert before.pending is not None


def test_state_lookup_of_an_unknown_seat_raises_key_error() -> None:
    with pytest.raises(KeyError, match="6"):
        Race().state.sled(6)


def test_next_limit_is_none_before_the_finish_line() -> None:
    state = Race(limits=(4,)).state
    crossed = state.with_sled(replace(state.sled(1), lines=1))
    assert figures.next_limit(state, state.sled(1)) == 4
    assert figures.next_limit(crossed, crossed.sled(1)) is None
