"""Sleds that the table plays: hidden cards, equal choices, strength, reasons."""

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Any

import pytest
import snow_course
from shared import seeds

from companion.bench import played as bench
from companion.errors import Refused
from companion.games import GAMES, history, snow_tails
from companion.games.game import DriveLight
from companion.games.snow_tails import invariants, track_course
from companion.games.snow_tails.dealt import STRENGTHS, deal, shuffled
from companion.games.snow_tails.pawns import REASONS, moved
from companion.games.snow_tails.played import choose, own_acts, owner
from companion.games.snow_tails.state import State, Why
from companion.messages import sentence


def options(*strengths: str, **more: Any) -> dict[str, Any]:
    """A race of seats that the table plays with these strengths, "" for people."""
    made = snow_course.options(len(strengths), snow_course.COURSES[1], seed=7, **more)
    for seat, strength in zip(made["seats"], strengths, strict=True):
        seat |= {"played": strength} if strength else {}
    return made


def race_of(game_options: dict[str, Any]) -> Iterator[tuple[Any, history.History]]:
    """A race that the table plays alone, act by act."""
    race = history.begin(GAMES["snow_tails"], game_options)
    while acts := own_acts(race.state):
        for act in acts:
            race, _ = race.apply(act)
            yield act, race


def up_with(strength: str) -> State:
    state: State = snow_course.begin(options(strength, "")).state
    return state


def test_shuffles_are_the_same_on_every_machine() -> None:
    assert shuffled([1, 2, 3, 4, 5], 7) == [4, 5, 3, 1, 2]
    assert deal("keen", 7, (4,) * 5, 5).hand == (2, 2, 2, 3, 5)


def test_shuffles_favour_no_order() -> None:
    places = [shuffled([1, 2, 3, 4, 5], seed * 0x9E3779B97F4A7C15).index(5) for seed in range(5000)]
    assert all(900 < places.count(place) < 1100 for place in range(5))


@pytest.mark.parametrize("seed", seeds(2, 20))
def test_race_played_by_the_table_keeps_all_rules_and_replays_from_its_acts(seed: int) -> None:
    made = options(*(Random(seed).choice(STRENGTHS) for _ in range(3)), edition="fr")
    acts = []
    for act, race in race_of({**made, "seed": seed}):
        acts.append(act)
        assert list(invariants.broken(race.state)) == []
    assert race.state.phase == "over"
    assert history.replay(GAMES["snow_tails"], {**made, "seed": seed}, acts) == race


@pytest.mark.parametrize("strength", STRENGTHS)
def test_choice_does_not_depend_on_cards_that_nobody_has_seen(strength: str) -> None:
    """Neither on the order of the own deck nor on another played hand."""
    state: State = snow_course.begin(options(strength, "merciless")).state
    chosen = choose(state, 1, strength, 5)
    mine, other = state.sleds
    assert mine.dealt is not None
    assert other.dealt is not None
    turned = replace(mine, dealt=replace(mine.dealt, deck=mine.dealt.deck[::-1]))
    swapped = replace(other.dealt, hand=other.dealt.deck[:5], deck=other.dealt.hand)
    hidden = state.with_sled(turned).with_sled(replace(other, dealt=swapped))
    assert choose(hidden, 1, strength, 5) == chosen


def test_view_shows_neither_hand_nor_deck_nor_seed() -> None:
    """Two races that differ only in hidden cards look the same to everybody."""
    one, other = (
        snow_tails.view(snow_tails.setup({**options("", "keen"), "seed": seed})[0])
        for seed in (1, 2)
    )
    assert json.dumps(one.state) == json.dumps(other.state)
    assert one.seats == other.seats
    assert one.todo == other.todo
    assert one.state["seats"][1]["played"] == "keen"
    assert "played" not in one.state["seats"][0]


def test_card_outside_its_hand_is_refused() -> None:
    races = (snow_course.begin({**options("keen", ""), "seed": seed}).state for seed in range(9))
    state = next(one for one in races if len(set(one.sled(1).dealt.hand)) < 5)
    dealt = state.sled(1).dealt
    missing = next(value for value in range(1, 6) if value not in dealt.hand)
    with pytest.raises(Refused) as refused:
        snow_tails.apply(state, {"act": "tap", "seat": 1, "card": {"value": missing}})
    assert refused.value.key == "snow_tails.played_not_in_hand"


def test_without_a_laid_course_it_is_refused() -> None:
    made = options("", "keen")
    with pytest.raises(Refused) as refused:
        snow_tails.setup({name: made[name] for name in ("seats", "limits")})
    assert refused.value.key == "snow_tails.played_no_course"


def test_its_cards_are_not_corrected() -> None:
    with pytest.raises(Refused) as refused:
        snow_tails.apply(up_with("keen"), {"act": "correct", "seat": 1, "set": {"dogs": 3}})
    assert refused.value.key == "snow_tails.played_cards"


def test_keys_of_its_seat_say_nothing_about_its_hand() -> None:
    seat = snow_tails.view(up_with("keen")).seats[0]
    assert [name for name in seat.keys if name.startswith("value")] == []
    assert seat.ticks == ()
    assert [one.key for one in seat.todo] == ["snow_tails.todo_played_up"]


def test_surplus_cards_are_named_at_once() -> None:
    """Start place 5 begins with seven cards: after its turn it throws some away (ST-85)."""
    made = options("keen", "")
    made["seats"][0]["place"] = 5
    race = history.begin(GAMES["snow_tails"], made)
    race, _ = race.apply({"act": "correct", "set": {"turn": 1}})
    for act in own_acts(race.state):
        race, _ = race.apply(act)
    sled = race.state.sled(1)
    assert owner(race.state) == (1 if sled.unnamed else None)
    for act in own_acts(race.state):
        assert act["act"] == "discard"
        race, _ = race.apply(act)
    assert race.state.sled(1).unnamed == 0
    assert len(race.state.sled(1).dealt.hand) == race.state.sled(1).dogs


def test_pawn_is_shown_until_a_person_plays_a_card() -> None:
    race = history.begin(GAMES["snow_tails"], options("keen", "careful", ""))
    for _ in range(2):
        for act in own_acts(race.state):
            race, _ = race.apply(act)
    assert race.state.to_move == (1, 2)
    person = snow_tails.view(race.state).seats[2]
    keys = [one.key for one in person.todo]
    assert keys[:5:2] == ["snow_tails.todo_pawn", "snow_tails.todo_pawn", "snow_tails.todo_play"]
    assert keys[1:4:2] == ["snow_tails.todo_why"] * 2
    race, _ = race.apply({"act": "tap", "seat": 3, "card": {"value": 3}})
    assert race.state.to_move == ()


def own_turn(race: history.History) -> history.History:
    """The race after the turn of seat 1, which the table plays."""
    if race.state.turn != 1:
        race, _ = race.apply({"act": "correct", "set": {"turn": 1}})
    for act in own_acts(race.state):
        race, _ = race.apply(act)
    return race


def test_two_moves_before_a_person_plays_are_one_path_for_the_pawn() -> None:
    """Last in a round and first in the next one: people saw only the second move."""
    race = own_turn(own_turn(snow_course.begin(options("keen", ""))))
    state, sled = race.state, race.state.sled(1)
    assert sled.path[0] == track_course.start_place(state.track, sled.start)
    assert sled.path[-1] == sled.at
    for one, to in pairwise(sled.path):
        assert to in {state.track.step(one, drift).to for drift in (-1, 0, 1)}
    light = snow_tails.view(state).seats[0].light
    assert light.count == len(sled.path) - 1
    race, _ = race.apply({"act": "tap", "seat": 2, "card": {"value": 3}})
    assert own_turn(race).state.sled(1).path[0] == sled.at


def test_pawn_waits_for_people_though_its_sled_stands_still_in_the_next_turn() -> None:
    state = own_turn(snow_course.begin(options("keen", ""))).state
    sled = state.sled(1)
    still = state.with_sled(replace(sled, path=(sled.at,)))
    after = moved(still, sled, None)
    assert (after.to_move, after.sled(1).path) == ((1,), sled.path)


def test_person_reads_why_a_sled_has_stood_still_until_the_next_card() -> None:
    """Without its pawn to move, the phone said nothing of its turn."""
    state = own_turn(snow_course.begin(options("keen", ""))).state
    sled = state.sled(1)
    still = replace(state.with_sled(replace(sled, path=(), why=Why("waits"))), to_move=())
    keys = [one.key for one in snow_tails.view(still).seats[1].todo]
    assert keys[-1] == "snow_tails.why_waits"
    assert not {"snow_tails.todo_pawn", "snow_tails.todo_why"} & {*keys}
    played, _ = snow_tails.apply(still, {"act": "tap", "seat": 2, "card": {"value": 3}})
    assert keys[-1] not in [one.key for one in snow_tails.view(played).seats[1].todo]


def test_undone_turn_is_played_the_same_again() -> None:
    race = history.begin(GAMES["snow_tails"], options("merciless", ""))
    first = own_acts(race.state)
    for act in first:
        race, _ = race.apply(act)
    for _ in first:
        race, _ = race.apply({"act": "undo"})
    assert own_acts(race.state) == first


def test_every_turn_gives_a_reason_that_names_no_card() -> None:
    reasons = set()
    for act, _ in race_of(options("careful", "keen", "merciless")):
        if act["act"] == "done":
            reasons.add(act["why"]["reason"])
            assert "value" not in act["why"]
    assert len(reasons) >= 3


def test_reason_of_an_older_race_does_not_tell_its_card() -> None:
    race = snow_course.begin(options("keen", ""))
    *acts, done = own_acts(race.state)
    for act in acts:
        race, _ = race.apply(act)
    why = {"reason": "keeps", "value": 3, "limit": 4}
    race, events = race.apply({**done, "why": why})
    told = next(event for event in events if event.key == "snow_tails.why_keeps")
    assert told.params == {"name": race.state.sled(1).name, "count": 0, "limit": 4}


def test_nobody_is_asked_to_handle_its_cards() -> None:
    """What people read as an order ("draw 1 card") is a fact for a sled that the table plays."""
    orders = "draw", "shuffle", "discard", "no_draw", "opening_hand", "tapped"
    keys = set()
    race = snow_tails.setup(options("keen", "merciless"))
    keys.update(event.key for event in race[1])
    for seed in range(3):
        for _, after in race_of({**options("keen", "merciless"), "seed": seed}):
            keys.update(event.key for event in after.events)
    assert keys.isdisjoint(f"snow_tails.{key}" for key in orders)
    assert not any(key.startswith("snow_tails.dents_") for key in keys)
    assert {"snow_tails.played_draw", "snow_tails.played_dents"} <= keys


def test_one_person_alone_is_not_called_everybody_else() -> None:
    made = options("keen", "")
    made["seats"][0]["place"], made["seats"][1]["place"] = 2, 1
    todo = snow_tails.view(snow_course.begin(made).state).todo
    assert "snow_tails.todo_opening_table" not in [one.key for one in todo]


def test_strip_of_its_seat_shows_its_move_until_a_person_plays() -> None:
    race = snow_course.begin(options("keen", ""))
    for act in own_acts(race.state):
        race, _ = race.apply(act)
    light = snow_tails.view(race.state).seats[0].light
    path = race.state.sled(1).path
    drifts = tuple(n for n, (one, to) in enumerate(pairwise(path), 1) if one[1] != to[1])
    assert light == DriveLight("drive", len(path) - 1, drifts=drifts)
    race, _ = race.apply({"act": "tap", "seat": 2, "card": {"value": 3}})
    assert snow_tails.view(race.state).seats[0].light.form == "moved"


@pytest.mark.parametrize("reason", REASONS)
@pytest.mark.parametrize("lang", ["en", "de", "fr"])
def test_every_reason_has_a_sentence(reason: str, lang: str) -> None:
    params = {"name": "Balto", "count": 2, "limit": 4, "value": 3}
    assert "Balto" in sentence(f"snow_tails.why_{reason}", params, lang)


def test_reason_of_a_turn_is_told() -> None:
    race = history.begin(GAMES["snow_tails"], options("keen", ""))
    for act in own_acts(race.state):
        race, events = race.apply(act)
    assert any(event.key.startswith("snow_tails.why_") for event in events)


@pytest.mark.parametrize(
    ("one", "other", "least"),
    [("merciless", "random", 0.9), ("merciless", "keen", 0.5), ("keen", "careful", 0.5)],
)
def test_stronger_player_wins_more_often(one: str, other: str, least: float) -> None:
    """A wide bound on few races; `companion bench --played` has the figures of 500."""
    assert bench.share(one, other, 12) >= least


def test_person_who_has_finished_is_still_asked_to_move_its_sled() -> None:
    race = snow_course.begin(options("keen", ""))
    for act in own_acts(race.state):
        race, _ = race.apply(act)
    race, _ = race.apply({"act": "correct", "seat": 2, "set": {"status": "eliminated"}})
    todo = [one.key for one in snow_tails.view(race.state).seats[1].todo]
    assert todo[0] == "snow_tails.todo_pawn"


def test_a_numbered_deck_of_the_seed_is_the_same_at_every_seat() -> None:
    """So everybody's first sled of the table has the same cards in the race for today."""
    first, second = options("keen", ""), options("", "keen")
    first["seats"][0]["cards"] = second["seats"][1]["cards"] = 1
    hands = [snow_course.begin(first).state.sled(1), snow_course.begin(second).state.sled(2)]
    assert hands[0].dealt == hands[1].dealt
    assert snow_course.begin(options("", "keen")).state.sled(2).dealt != hands[1].dealt
