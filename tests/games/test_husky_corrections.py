"""Corrections in Husky: event sentences and effects."""

from typing import Any

import pytest
from husky_race import ROUND_2, Race, after, refusal, second_round
from test_husky_board import SNOW, race_on

from companion.games import husky
from companion.games.corrections import NOTHING
from companion.games.husky import notation
from companion.games.husky.state import Pile
from companion.messages import say


def sentence(race: Race, seat: int | None = None, **figures: object) -> str:
    """The event of the correction in English."""
    events = race("correct", seat, set=figures)
    return say(next(event for event in events if "corrected" in event.key), "en")


def test_retired_musher_can_only_be_set_back_to_racing() -> None:
    race = second_round()
    assert (
        sentence(race, 2, status="eliminated") == "Ben, corrected: Status racing → out of the race."
    )
    assert race.shows(2)["status"] == "eliminated"
    assert race.refused("correct", 2, set={"hand": 3}).key == "husky.not_racing"
    both = race.refused("correct", 2, set={"hand": 3, "status": "racing"})
    assert both.key == "husky.not_racing"
    assert sentence(race, 2, status="racing") == "Ben, corrected: Status out of the race → racing."
    assert race.shows(2)["status"] == "racing"


def test_blocked_applies_to_the_current_turn_of_the_seat_that_is_up() -> None:
    race = second_round()
    assert sentence(race, 1, blocked=True) == "Ada, corrected: Blocked turn no → yes."
    assert race.shows(1)["blocked"]
    before = race.state
    assert race("correct", 1, set={"blocked": True}) == ()
    assert race("correct", 1, set={"hand": race.shows(1)["hand"]}) == ()
    assert race.state is before
    assert sentence(race, 1, blocked=False) == "Ada, corrected: Blocked turn yes → no."
    assert not race.shows(1)["blocked"]


def test_blocked_applies_to_the_next_turn_of_another_seat() -> None:
    race = second_round()
    assert sentence(race, 2, blocked=True) == "Ben, corrected: Blocked turn no → yes."
    assert not race.shows(1)["blocked"]
    assert race.shows(2)["blocked"]
    before = race.state
    assert race("correct", 2, set={"blocked": True}) == ()
    assert race.state is before


def test_hand_cannot_be_smaller_than_the_cards_in_play() -> None:
    race = second_round()
    race.tap(1, "action", 12)
    assert race.refused("correct", 1, set={"hand": 0}).key == "husky.correct_pending"
    race("correct", 1, set={"hand": 1})
    assert race.shows(1)["hand"] == 1


@pytest.mark.parametrize("most", [True, False])
def test_hand_is_filled_only_from_deck_and_pile(most: bool) -> None:
    race = second_round()
    state = race.state
    left = race.shows(2)["hand"] + state.deck + state.played.unnamed
    if most:
        sentence(race, 2, hand=left)
        assert race.shows(2)["hand"] == left
        assert race.state.deck == 0
        assert race.state.played.unnamed == 0
    else:
        no = race.refused("correct", 2, set={"hand": left + 1})
        assert (no.key, no.params) == ("husky.correct_hand", {"name": "Ben", "count": left})


def test_start_player_is_named() -> None:
    race = second_round()
    assert sentence(race, start=3) == "The race, corrected: Start player Ada → Cleo."
    assert race.state.start == 3
    assert race("correct", set={"start": 3}) == ()
    sentence(race, 4, status="eliminated")
    for figure in ("turn", "start"):
        no = race.refused("correct", set={figure: 4})
        assert (no.key, no.params) == ("husky.not_racing", {"name": "Dan"})


def test_positions_are_given_by_column_and_row() -> None:
    race = race_on(SNOW)
    assert sentence(race, 2, at=[4, 3]) == f"Ben, corrected: Stands on {NOTHING} → row 3, column 4."
    moved = "Ben, corrected: Stands on row 3, column 4 → row 2, column 4."
    assert sentence(race, 2, at=[4, 2]) == moved
    wolf = "The race, corrected: wolf (no. 1) row 1, column 1 → row 1, column 2."
    assert sentence(race, animal=1, space=[2, 1]) == wolf
    there = race.refused("correct", 1, set={"at": [4, 2]})
    assert there.key == "husky.space_taken"
    assert there.params == {"name": "Ada", "column": 4, "row": 2}
    taken = race.refused("correct", set={"animal": 2, "space": [2, 1]})
    assert taken.key == "husky.animals_together"
    elsewhere = race.refused("correct", set={"animal": 1, "space": [2, 5]})
    assert elsewhere.key == "husky.other_region"
    assert elsewhere.params == {"number": 1, "column": 2, "row": 5}


START = "the start space (snow)"
MINUS = "\N{MINUS SIGN}"


@pytest.mark.parametrize(
    ("words", "changes"),
    [
        ("given 1: hand=5", "Ada, corrected: Cards in hand 7 → 5."),
        (
            'given 1: checkpoints=[2,1] where="checkpoint_2"',
            f"Ada, corrected: Stands on {START} → checkpoint 2 (ice), "
            f"Checkpoints passed {NOTHING} → 2, 1.",
        ),
        (
            "given 2: blocked=true hand=0",
            "Ben, corrected: Cards in hand 7 → 0, Blocked turn no → yes.",
        ),
        ("2: attacked; given 2: hand=5", "Ben, corrected: Cards in hand 7 → 5."),
        ("1: attacked; given 1: hand=5", "Ada, corrected: Cards in hand 7 → 5."),
        ("1: attacked; given 2: blocked=true", "Ben, corrected: Blocked turn no → yes."),
        (
            'given 2: status="eliminated" blocked=true hand=3',
            "Ben, corrected: Status racing → out of the race.",
        ),
        (
            "given turn=2 round=3 start=2 white=1",
            "The race, corrected: Whose turn Ada → Ben, Round 2 → 3, Start player Ada → Ben, "
            f"Weather in the snow fair → moderate {MINUS}1.",
        ),
        (
            "given due=true",
            "The race, corrected: Weather still to come no → yes, "
            f"Weather in the snow fair → {NOTHING}, Weather in the bush fair → {NOTHING}, "
            f"Weather on the ice fair → {NOTHING}.",
        ),
        (
            "given due=false blue=2",
            f"The race, corrected: Weather on the ice fair → bad {MINUS}2.",
        ),
        (
            "1: card 3; given turn=1 round=2 due=false",
            "The race, corrected: Whose turn Ada → Ada, Round 2 → 2, "
            "Weather still to come no → no.",
        ),
    ],
)
def test_changed_figures_are_named(words: str, changes: str) -> None:
    """rules.md 8.4: only changed figures, or those set if only a card was dropped."""
    race = after(f"{ROUND_2}; {words}")
    assert say(race.events[0], "en") == changes


def test_known_place_of_a_musher_can_be_corrected() -> None:
    """HU-10: it stood on the start space, and its first turn is over now."""
    race = after('1: weather 2; given 1: where="start"')
    assert say(race.events[0], "en") == f"Ada, corrected: Stands on {START} → {START}."
    assert race.shows(1)["begun"]


@pytest.mark.parametrize(
    "words",
    [
        "given 2: hand=7",
        "given 1: hand=7 blocked=false",
        'given 1: status="racing"',
        '2: retire; given 2: status="eliminated"',
        "given turn=1",
        "given round=2 start=1 due=false white=0",
        "given due=true; given due=true",
        "2: attacked; given 2: blocked=true",
        "1: attacked; given 1: blocked=true",
    ],
)
def test_correction_to_current_values_returns_the_same_state(words: str) -> None:
    *before, last = words.split("; ")
    race = after("; ".join([ROUND_2, *before]))
    state = race.state
    race = after("; ".join([ROUND_2, *before, last]))
    assert (race.events, race.state) == ((), state)


@pytest.mark.parametrize(
    ("words", "seat", "shown"),
    [
        ("given 1: hand=5", 1, {"blocked": False, "blocked_next": False, "hand": 5}),
        ("given 2: hand=5", 2, {"blocked": False, "blocked_next": False, "hand": 5}),
        ("1: attacked; given 1: hand=5", 1, {"blocked": True, "blocked_next": False}),
        ("2: attacked; given 2: hand=5", 2, {"blocked_next": True}),
        ("given 1: blocked=true", 1, {"blocked": True, "blocked_next": False}),
        ("1: attacked, card 1; given 1: blocked=false", 1, {"blocked": False}),
        ('2: retire; given 2: status="racing"', 2, {"status": "racing", "hand": 0}),
        ("1: attacked; given turn=3", 1, {"blocked_next": True}),
        ("1: attacked, card 3; given turn=1", 1, {"blocked": True, "pending": None}),
    ],
)
def test_correction_leaves_other_figures_unchanged(
    words: str, seat: int, shown: dict[str, Any]
) -> None:
    """HU-20, HU-22: a blocked turn stays blocked until it is cleared explicitly."""
    state = after(f"{ROUND_2}; {words}").shows(seat)
    assert {name: state[name] for name in shown} == shown


@pytest.mark.parametrize(
    ("words", "box", "where"),
    [
        ('given 1: where="green"', "sample", "green"),
        ("given 1: at=[7,5]", "small", "green"),
        ("given 1: hand=5", "small", "start"),
    ],
)
def test_pending_move_starts_from_the_corrected_place(words: str, box: str, where: str) -> None:
    """HU-12."""
    race = after(f"1: weather 2, card 3; {words}", box=box)
    pending = race.shows(1)["pending"]
    assert (pending["where"], pending["chosen"]) == (where, True)
    assert pending["distance"] == {"green": 2, "start": 1}[where]


def test_hand_is_filled_from_the_deck_before_the_pile() -> None:
    for hand, deck, unnamed in ((35, 0, 7), (40, 0, 2), (42, 0, 0), (5, 30, 7)):
        race = after(f"{ROUND_2}; 4: retire; given 2: hand={hand}")
        assert (race.state.deck, race.state.played.unnamed) == (deck, unnamed)
    no = refusal(f"{ROUND_2}; 4: retire; given 2: hand=43")
    assert (no.key, no.params) == ("husky.correct_hand", {"name": "Ben", "count": 42})


@pytest.mark.parametrize(
    ("words", "pile", "again"),
    [
        (f"{ROUND_2}; given due=true", Pile((2,)), 3),
        ("1: weather 24; given due=true", Pile(), 24),
        ("given white=1 green=1 blue=0; given due=true", Pile(), 1),
        (f"{ROUND_2}; given due=true; given white=0 green=0 blue=0", Pile((2,), 1), None),
    ],
)
def test_weather_card_returns_to_its_deck(words: str, pile: Pile, again: int | None) -> None:
    """HU-04, rules.md 8.4."""
    race = after(words)
    assert race.state.shown == pile
    assert "weather_card" not in notation.write(race.state), "of no card the number is known"
    state = husky.view(race.state).state
    assert state["weather_due"] is (again is not None)
    if again is not None:
        assert state["weather"] is None
        assert race.tap(1, "weather", again)


NAMED = {"name": "Ada"}


@pytest.mark.parametrize(
    ("words", "key", "params"),
    [
        ("given 1: checkpoints=[1,1]", "checkpoint_twice", NAMED),
        ("1: card 3; given 1: hand=0", "correct_pending", NAMED),
        ("1: card 1, draw; given 1: blocked=true", "moved_already", NAMED),
        ("1: retire; given 1: hand=3", "not_racing", NAMED),
        ("1: retire; given turn=1", "not_racing", NAMED),
        ("1: retire; given start=1", "not_racing", NAMED),
        ("1: card 3, ok; given 1: hand=0; given turn=1", "correct_no_cards", NAMED),
        ("given 1: at=[3,3]", "no_board", {}),
        ("given animal=1 space=[3,3]", "no_board", {}),
        ("given due=true white=2", "correct_due", {}),
        ("given due=true; given white=2 green=1", "correct_weather", {}),
    ],
)
def test_impossible_correction_is_refused(words: str, key: str, params: dict[str, Any]) -> None:
    no = refusal(f"{ROUND_2}; {words}")
    assert (no.key, no.params) == (f"husky.{key}", params)


@pytest.mark.parametrize(
    ("words", "key", "params"),
    [
        ('given 2: where="white"', "husky.board_knows", {}),
        ("given animal=1", "husky.correct_animal", {}),
        ("given space=[1,1]", "husky.correct_animal", {}),
        ("given animal=1 space=[1]", "husky.space_pair", {}),
        ("given animal=7 space=[1,1]", "husky.no_such_animal", {"number": 7, "count": 6}),
        (
            "given animal=3 space=[9,1]",
            "husky.other_region",
            {"number": 3, "column": 9, "row": 1},
        ),
        (
            "given animal=100 space=[1,1]",
            "act.out_of_range",
            {"act": "correct", "field": "set.animal", "low": 1, "high": 99},
        ),
        (
            "given round=0",
            "act.out_of_range",
            {"act": "correct", "field": "set.round", "low": 1, "high": 1_000_000},
        ),
    ],
)
def test_impossible_correction_on_a_board_is_refused(
    words: str, key: str, params: dict[str, Any]
) -> None:
    no = refusal(f"1: weather 2; {words}", box="small")
    assert (no.key, no.params) == (key, params)


def test_musher_not_yet_on_the_board_has_no_position() -> None:
    """HU-10."""
    no = refusal('1: weather 2; given 2: where="white"')
    assert (no.key, no.params) == ("husky.not_on_board", {"name": "Ben"})


def test_only_the_corrected_animal_is_named() -> None:
    words = "1: weather 2, card 2; given turn=1 animal=5 space="
    bear = "bear (no. 5) row 1, column 9 → row 1, column 8"
    race = after(f"{words}[8,1]", box="small")
    assert say(race.events[0], "en") == f"The race, corrected: {bear}."
    race = after(f"{words}[9,1]", box="small")
    assert say(race.events[0], "en") == "The race, corrected: Whose turn Ada → Ada."
