"""Refused taps in Husky: key, params and remedy."""

from typing import Any

import pytest
from corpus import acts
from husky_box import PLAIN, SAMPLE, SAMPLE_WEATHER
from husky_race import ROUND_2, refusal
from test_husky_taps import shown

from companion.games.game import Say

TURNS = "1: card 2, ok; 2: card 5, ok; 3: card 8, ok; 4: card 11, ok"
"""The first round after its weather."""

ADA = {"seat": 1, "name": "Ada"}
WOLF, ELK = Say("husky.species_wolf"), Say("husky.species_elk")
KIND = "kind, card"
FIELDS = {
    "weather": f"{KIND}, white, green, blue",
    "action": f"{KIND}, white, green, blue, animals, event",
    "event": KIND,
}


@pytest.mark.parametrize(
    ("kind", "card"),
    [
        ("action", {}),
        ("action", {"white": 4}),
        ("action", {"card": 3, "white": 4}),
        ("weather", {}),
        ("weather", {"card": 4, "blue": 0}),
        ("weather", {"card": 4, **SAMPLE}),
        ("event", {}),
        ("event", {"card": 4, "event": True}),
    ],
)
def test_card_needs_a_number_or_a_complete_face(kind: str, card: dict[str, Any]) -> None:
    no = refusal(shown(1, kind=kind, **card))
    assert (no.key, no.params["fields"]) == ("husky.card_fields", FIELDS[kind])
    assert no.params["what"] == Say(f"pieces.husky_kind_{kind}")


@pytest.mark.parametrize(
    ("card", "key", "params"),
    [
        (
            {"kind": "weather", "card": 25},
            "no_such_card",
            {"what": Say("pieces.husky_kind_weather"), "count": 24},
        ),
        (
            {"kind": "event", "card": 31},
            "no_such_card",
            {"what": Say("pieces.husky_kind_event"), "count": 30},
        ),
        ({"kind": "weather", **SAMPLE_WEATHER, "blue": 3}, "card_weather", {"count": 2}),
        ({"kind": "action", **PLAIN, "animals": ["wolf"]}, "card_animals", {}),
        ({"kind": "action", **PLAIN, "animals": ["wolf", "wolf"]}, "card_animals", {}),
        ({"kind": "action", **PLAIN, "animals": ["wolf", "elk", "bear"]}, "card_animals", {}),
    ],
)
def test_nonexistent_card_is_refused(
    card: dict[str, Any], key: str, params: dict[str, Any]
) -> None:
    """HU-01, HU-05, HU-06."""
    no = refusal(f"{ROUND_2}; {shown(1, **card)}")
    assert (no.key, no.params) == (f"husky.{key}", params)


@pytest.mark.parametrize(
    ("words", "key", "params"),
    [
        ("1: card 3", "weather_first", ADA),
        ("2: card 3", "weather_first", ADA),
        ("2: event 1", "weather_first", ADA),
        (f"{ROUND_2}; 1: weather 4", "weather_stands", {"name": "Ada"}),
        (
            f"{ROUND_2}; {shown(1, kind='weather', white=0, green=0, blue=0)}",
            "weather_stands",
            {"name": "Ada"},
        ),
        (f"{ROUND_2}; 1: card 3; 3: card 6", "not_up_ok", ADA),
        (f"{ROUND_2}; 1: card 1; 2: card 6", "not_up_event", ADA),
        (f"{ROUND_2}; 1: card 1, draw, card 3", "card_lies", {"name": "Ada"}),
        (f"{ROUND_2}; 1: event 1", "tap_first", {"name": "Ada"}),
        (f"{ROUND_2}; 2: event 1", "not_up", ADA),
        (f"{ROUND_2}; 1: card 3, event 1", "no_event_due", {"name": "Ada"}),
        (f"{ROUND_2}; 1: attacked, card 1, event 1", "still_event", {"name": "Ada"}),
        (f"{ROUND_2}; 1: card 1, draw, event 1", "event_drawn", {"name": "Ada"}),
        (f"{ROUND_2}; 1: card 1, event 1, draw", "event_drawn", {"name": "Ada"}),
        (f"{ROUND_2}; 1: card 1, event 1; 2: event 1", "not_up_ok", ADA),
    ],
)
def test_card_out_of_turn_is_refused_with_the_seat_that_is_up(
    words: str, key: str, params: dict[str, Any]
) -> None:
    no = refusal(words)
    assert (no.key, no.params, no.remedy) == (f"husky.{key}", params, ())


def test_event_card_is_refused_if_events_are_off() -> None:
    """HU-18."""
    for event in ("draw", "event 1"):
        no = refusal(f"1: weather 2, card 1, {event}", events=False)
        assert (no.key, no.params) == ("husky.no_events", {})


@pytest.mark.parametrize(
    ("words", "key", "params", "remedy"),
    [
        ("2: weather 3", "weather_start", ADA, ["1: weather 3"]),
        (f"{ROUND_2}; 3: card 3", "not_up", ADA, ["given turn=3", "3: card 3"]),
        (f"{ROUND_2}; 1: card 2", "action_played", {"card": 2}, [shown(1, kind="action", **PLAIN)]),
        (f"{ROUND_2}; 1: card 60, ok; 2: card 60", "action_played", {"card": 60}, []),
        (
            f"1: weather 1; {TURNS}; 1: weather 1",
            "weather_played",
            {"card": 1},
            [shown(1, kind="weather", **SAMPLE_WEATHER)],
        ),
        (f"1: weather 24; {TURNS}; 1: weather 24", "weather_played", {"card": 24}, []),
        (
            f"{ROUND_2}; 1: card 1, event 1, ok; 2: card 4, event 1",
            "event_played",
            {"card": 1},
            ["2: draw"],
        ),
    ],
)
def test_refused_card_offers_a_remedy(
    words: str, key: str, params: dict[str, Any], remedy: list[str]
) -> None:
    no = refusal(words)
    assert (no.key, no.params) == (f"husky.{key}", params)
    assert list(no.remedy) == [act for line in remedy for act in acts("husky", line)]


@pytest.mark.parametrize(
    ("done", "key", "params"),
    [
        ("card 2", "move_first", {"name": "Ada", "count": 3}),
        ("card 2, to 4.4", "animals_first", {"name": "Ada", "animals": [WOLF, ELK]}),
        ("card 2, to 4.4, animal 1 1.5", "animals_first", {"name": "Ada", "animals": [ELK]}),
        ("card 2, to 4.4, animal 1 1.5, animal 3 5.1", "not_up_ok", ADA),
    ],
)
@pytest.mark.parametrize("card", ["2: event 1", "3: card 3", "3: ok"])
def test_next_card_is_refused_until_figures_have_moved(
    done: str, key: str, params: dict[str, Any], card: str
) -> None:
    """HU-14, HU-15."""
    no = refusal(f"1: weather 2, {done}; {card}", box="small")
    assert (no.key, no.params, no.remedy) == (f"husky.{key}", params, ())
