"""Taps of cards in Husky: events and changes of the state."""

import json
from dataclasses import replace
from typing import Any

import pytest
from corpus import acts
from husky_box import PLAIN, SAMPLE, SAMPLE_WEATHER, sample
from husky_race import ROUND_2, Race, after, refusal

from companion import messages
from companion.games import husky
from companion.games.game import Say
from companion.games.husky.state import EVENTS, Pile

Said = list[tuple[int | None, str, str]]
MINUS = "\N{MINUS SIGN}"


def events(race: Race) -> Said:
    """The last act's events: seat, sentence, cue."""
    return [
        (event.seat, messages.say(Say(event.key, event.params)), event.cue) for event in race.events
    ]


def shown(seat: int, **card: Any) -> str:
    """A card by its face, in the notation of the corpus."""
    return json.dumps({"act": "tap", "seat": seat, "card": card})


FAR = "Ada plays a card. After the weather: snow 4, bush 6, ice 2; then wolf, bear"


@pytest.mark.parametrize(
    ("words", "seat", "sentence"),
    [
        ("1: weather 2", 1, "The weather: snow fair, bush fair, ice fair."),
        ("1: weather 1", 1, f"The weather: snow moderate {MINUS}1, bush fair, ice bad {MINUS}2."),
        (
            shown(1, kind="weather", card=7, white=2, green=1, blue=0),
            1,
            f"The weather: snow bad {MINUS}2, bush moderate {MINUS}1, ice fair.",
        ),
        (
            "1: weather 24",
            1,
            "A weather card was revealed, but nobody has entered what it shows: "
            "read it yourselves.",
        ),
        ("1: weather 2, card 1", 1, f"{FAR}, 1 each; then an event card."),
        ("1: weather 2; 4: retire; 1: card 1", 1, f"{FAR}, 2 each; then an event card."),
        (
            "1: weather 2, card 2, ok; 2: card 60",
            2,
            "Ben plays a card. Nobody has entered what it shows: read it yourselves.",
        ),
        (
            "1: weather 24, card 1",
            1,
            "Ada plays a card: subtract the weather yourselves; then wolf, bear, 1 each.",
        ),
        (
            "1: weather 2, attacked, card 1",
            1,
            "Ada plays a card and moves only the animals: wolf, bear, 1 each. No event card.",
        ),
        ("1: weather 2, card 1, event 1", 1, "Ada draws an event card: A hare."),
    ],
)
def test_card_is_announced(words: str, seat: int, sentence: str) -> None:
    """HU-04, HU-12, HU-15 to HU-17, HU-22."""
    assert events(after(words)) == [(seat, sentence, "card")]


def test_no_event_is_announced_without_event_cards() -> None:
    """HU-18."""
    assert events(after("1: weather 2, card 1", events=False)) == [(1, f"{FAR}, 1 each.", "card")]


@pytest.mark.parametrize("event", ["event 2", "event 3", "draw"])
def test_event_card_with_a_result_asks_for_it(event: str) -> None:
    """AM-HU-09: as the owner has entered it, and where nobody knows the card."""
    text = "A fall." if event == "event 2" else "read it and carry it out."
    asks = "did the event card change a place, a turn or a hand? Say so before you press OK."
    race = after(f"1: weather 2, card 2, ok; 2: card 1, {event}")
    drawn = (2, f"Ben draws an event card: {text}", "card")
    assert events(race) == [drawn, (2, f"Ben: {asks}", "")]
    assert race.events[0].params["text"] == ("A fall." if event == "event 2" else "")


def test_event_card_without_a_number_has_no_text() -> None:
    box = sample() | {"event": [{"text": "A hare."}] * EVENTS}
    race = after("1: weather 2, card 1, draw", box=box)
    assert events(race)[0] == (1, "Ada draws an event card: read it and carry it out.", "card")


@pytest.mark.parametrize(
    ("words", "weather"),
    [
        ("1: weather 1", {"card": 1, **SAMPLE_WEATHER}),
        ("1: weather 24", {"card": 24, "white": None, "green": None, "blue": None}),
        (shown(1, kind="weather", **SAMPLE_WEATHER), {"card": None, **SAMPLE_WEATHER}),
    ],
)
def test_revealed_weather_is_in_force(words: str, weather: dict[str, Any]) -> None:
    """HU-04."""
    race = Race()
    state = husky.view(race.state).state
    assert (state["weather"], state["weather_due"], state["weather_left"]) == (None, True, 24)
    state = husky.view(after(words).state).state
    assert (state["weather"], state["weather_due"], state["weather_left"]) == (weather, False, 23)
    no = refusal(f"{words}; {shown(1, kind='weather', white=0, green=0, blue=0)}")
    assert (no.key, no.params) == ("husky.weather_stands", {"name": "Ada"})


def test_race_has_begun_with_the_first_card() -> None:
    """The set-up cannot be reopened any more."""
    for words, begun in (("given white=0 green=0 blue=0", False), ("1: weather 2", True)):
        assert husky.view(after(words).state).begun is begun
    assert husky.view(after("given white=0 green=0 blue=0; 1: card 3").state).begun


@pytest.mark.parametrize(
    ("words", "keys"),
    [
        (f"{ROUND_2}; 1: card 3; 2: card 60", ["done", "turn", "played_unknown"]),
        (
            "1: weather 2, card 2, ok; 2: card 5, ok; 3: card 8, ok; 4: card 11; 1: weather 3",
            ["done", "round", "weather_due", "turn", "weather"],
        ),
    ],
)
def test_next_players_card_ends_the_turn(words: str, keys: list[str]) -> None:
    """rules.md 8.3: after the last player's turn it is the weather card."""
    assert after(words).event_keys() == keys


def test_single_player_has_to_end_each_turn() -> None:
    no = refusal("1: weather 2; 2: retire; 3: retire; 4: retire; 1: card 2, weather 3")
    assert no.key == "husky.weather_stands"


@pytest.mark.parametrize(("where", "value"), [("white", 1), ("green", 2), ("blue", 4)])
def test_card_is_announced_with_its_distance(where: str, value: int) -> None:
    """HU-12; `value` is in the event for readers other than people."""
    race = after(f'{ROUND_2}; given blue=1; given 1: where="{where}"; 1: card 3')
    assert race.events[0].params["value"] == value


def test_first_turn_begins_on_the_start_space() -> None:
    """HU-10, HU-13."""
    pending = after("1: weather 2, card 3").shows(1)["pending"]
    assert (pending["where"], pending["chosen"], pending["distance"]) == ("start", True, 1)


@pytest.mark.parametrize(
    ("words", "again"),
    [
        ("1: weather 2, card 2", "1: weather 2"),
        ("1: weather 2, card 2", "3: weather 2"),
        ("1: weather 2, card 2", "1: card 2"),
        ("1: weather 2, card 2", shown(1, kind="action", card=2, **PLAIN)),
        (f"1: weather 2; {shown(1, kind='action', **PLAIN)}", shown(1, kind="action", **PLAIN)),
        ("1: weather 2, card 60", "1: card 60"),
        ("1: weather 2, card 1, event 1", "1: event 1"),
        ("1: weather 2, card 1, event 1", "1: card 1"),
    ],
)
def test_same_card_again_changes_nothing(words: str, again: str) -> None:
    race = after(words)
    before = race.state
    assert race.do(*acts("husky", again)) == ()
    assert race.state is before


@pytest.mark.parametrize(
    ("other", "card", "white"),
    [
        ("1: card 3", 3, 1),
        (shown(1, kind="action", card=2, **SAMPLE), 2, 4),
        (shown(1, kind="action", **PLAIN), None, 3),
    ],
)
def test_unused_card_can_be_replaced(other: str, card: int | None, white: int) -> None:
    race = after(f"1: weather 2, card 2; {other}")
    pending = race.shows(1)["pending"]
    assert (pending["card"], pending["white"]) == (card, white)


@pytest.mark.parametrize("done", ["to 4.4", "to 4.4, animal 1 1.5"])
def test_used_card_cannot_be_replaced(done: str) -> None:
    no = refusal(f"1: weather 2, card 2, {done}, card 3", box="small")
    assert (no.key, no.params) == ("husky.card_lies", {"name": "Ada"})


def test_card_is_refused_while_an_attacker_has_to_be_moved_away() -> None:
    """HU-21."""
    words = "1: weather 2, card 2; given 2: at=[4,4]; 1: to 3.5, animal 2 4.4"
    for card in ("1: card 3", "2: card 3"):
        no = refusal(f"{words}; {card}", box="small")
        assert (no.key, no.params) == ("husky.relocate_first", {"name": "Ben"})


def test_shared_reader_after_leaving_the_finish_belongs_to_the_next_player() -> None:
    """HU-33: it was there without all checkpoints, and the finish has no colour."""
    first = "1: weather 2, card 2, to 3.2, animal 1 1.5, animal 3 5.1, ok"
    race = after(f"{first}; given turn=1; given 1: at=[9,3]; 1: card 5", box="small")
    assert race.card(0, "action", 3)["seat"] == 1
    for act in acts("husky", "1: to 9.2, animal 2 4.4, animal 4 5.5"):
        race.do(act)
    assert race.card(0, "action", 3)["seat"] == 2


def test_used_up_event_deck_is_shuffled_before_drawing() -> None:
    """AM-HU-08."""
    race = after(f"{ROUND_2}; 1: card 1")
    race.state = replace(race.state, drawn=Pile(tuple(range(1, EVENTS + 1))))
    race.tap(1, "event", 1)
    assert events(race)[0] == (1, "Ada: the event cards are used up. Shuffle all 30.", "")
    assert race.state.drawn == Pile((1,))
