"""The owner's box of Husky: validation, missing entries, the example."""

from collections import Counter
from typing import Any

import pytest
from husky_box import ANIMALS, ROWS, SAMPLE, SAMPLE_WEATHER, board

from companion import messages
from companion.errors import Refused
from companion.games.husky import box, pieces
from companion.games.husky.board import COUNTS, MOST_HEIGHT, MOST_WIDTH, build
from companion.games.husky.state import Action, Cards, Weather


def test_example_is_complete_and_marked_with_the_printed_weather_totals() -> None:
    """HU-07, HU-T10: each colour's totals are 24 cards."""
    kept = box.read(box.example())
    assert box.missing(kept) == ()
    assert kept["example"] is True
    assert [len(kept[deck]) for deck in ("action", "weather", "event")] == [60, 24, 30]
    for colour, totals in box.TOTALS.items():
        states = Counter(card[colour] for card in kept["weather"])
        assert [states[state] for state in range(3)] == list(totals)
        assert sum(totals) == 24
    assert (kept["action"][0], kept["weather"][0]) == (SAMPLE, SAMPLE_WEATHER)


def test_example_board_has_all_animals_in_their_habitats() -> None:
    kept = build(box.read(box.example())["board"])
    assert (kept.width, kept.height) == (31, 14)
    assert Counter(animal.species for animal in kept.animals) == COUNTS
    assert len({animal.at for animal in kept.animals}) == 19


def test_partly_filled_box_is_kept_and_lists_missing_entries() -> None:
    unfinished = board(["w?S", "bb."], [])
    kept = box.read({"action": [SAMPLE], "weather": [None, SAMPLE_WEATHER], "board": unfinished})
    assert len(kept["action"]) == 60
    assert kept["action"][1] is None
    missing = {say.key: say.params for say in box.missing(kept)}
    assert missing["box.husky_action"] == {"known": 1, "of": 60}
    assert missing["box.husky_event"] == {"known": 0, "of": 30}
    assert missing["box.husky_spaces"] == {"count": 1}
    assert missing["box.husky_checkpoint_2"] == {"count": 2}
    assert missing["box.husky_finish"] == {"count": 1}
    assert missing["box.husky_wolf"] == {"count": 8}
    assert "box.husky_start" not in missing
    assert box.board(kept) is None


def test_empty_box_has_an_entry_for_every_card_and_lacks_all() -> None:
    """HU-01."""
    kept = box.read({})
    places = {"action": [None] * 60, "weather": [None] * 24, "event": [None] * 30}
    assert kept == {**places, "board": None}
    assert box.cards(kept) == Cards()
    assert box.board(kept) is None
    assert [messages.say(one) for one in box.missing({})] == [
        "0 of 60 action cards",
        "0 of 24 weather cards",
        "0 of 30 event cards",
    ]


def test_cards_have_their_faces() -> None:
    """HU-05, HU-06."""
    events = [{"text": "A hare.", "asks": False}, {"text": "A fall."}]
    entered = {"action": [SAMPLE], "weather": [None, SAMPLE_WEATHER], "event": events}
    assert box.cards(box.read(entered | {"example": True})) == Cards(
        actions=(Action(4, 6, 2, ("wolf", "bear"), True), *[None] * 59),
        weathers=(None, Weather(1, 0, 2), *[None] * 22),
        texts=("A hare.", "A fall.", *[None] * 28),
        asks=(False, *[True] * 29),
        example=True,
    )
    assert "example" not in box.read(entered | {"example": False})


ELKS = [("elk", x, 1) for x in range(1, 7)]


@pytest.mark.parametrize(
    ("begun", "lacks"),
    [
        (
            board(["w?S", "bb1"], [("wolf", 1, 1), ("bear", 1, 2)]),
            [
                "1 space of the board is missing",
                "the board has no finish (F)",
                "1 red space of checkpoint 1 is missing",
                "2 red spaces of checkpoint 2 are missing",
                "2 red spaces of checkpoint 3 are missing",
                "7 wolves are not on the board",
                "5 elk are not on the board",
                "5 bears are not on the board",
            ],
        ),
        (
            board(["gggggg", "112233", "F....."], ELKS[:4]),
            [
                "the board has no start space (S)",
                "8 wolves are not on the board",
                "1 elk is not on the board",
                "6 bears are not on the board",
            ],
        ),
        (
            board(),
            [
                "6 wolves are not on the board",
                "3 elk are not on the board",
                "4 bears are not on the board",
            ],
        ),
    ],
)
def test_missing_parts_of_a_map_are_listed(begun: dict[str, Any], lacks: list[str]) -> None:
    """HU-01, HU-24: a complete map lacks only animals."""
    kept = box.read(box.example() | {"board": begun})
    assert [messages.say(one) for one in box.missing(kept)] == lacks


def test_example_asks_for_results_of_events_that_change_something() -> None:
    """AM-HU-09."""
    events = box.example()["event"]
    assert [number for number, one in enumerate(events, 1) if not one["asks"]] == [
        *(3, 7, 9),
        *(13, 17, 19),
        *(23, 27, 29),
    ]
    assert events[2]["text"] == events[12]["text"]
    assert events[2]["text"].endswith("nothing happens, but it is good.")


def filled(width: int, height: int, one: str = "w") -> dict[str, Any]:
    return board([one * width] * height, [])


@pytest.mark.parametrize(
    "data",
    [
        {"action": [{**SAMPLE, "white": 0, "green": 9}] * 60},
        {"weather": [*[SAMPLE_WEATHER] * 6, *[None] * 18]},
        {"event": [{"text": "A hare."}] * 30},
        {"board": filled(2, 1)},
        {"board": filled(MOST_WIDTH, MOST_HEIGHT)},
        {"board": board(["S112233?"], [("wolf", 8, 1), ("wolf", 1, 1)])},
        {"board": board(["gggggg"], ELKS[:5])},
        {"board": board(["wb", "gw"], [("wolf", 2, 2), ("bear", 2, 1), ("elk", 1, 2)])},
    ],
)
def test_box_at_its_bounds_is_kept(data: dict[str, Any]) -> None:
    """HU-01, HU-02, HU-05 to HU-07, HU-24."""
    assert box.read(data).items() >= data.items()


def quoted(what: str) -> str:
    return f"\N{LEFT DOUBLE QUOTATION MARK}{what}\N{RIGHT DOUBLE QUOTATION MARK}"


SHOWN = ("white", "green", "blue")
MODERATE, BAD = quoted("moderate \N{MINUS SIGN}1"), quoted("bad \N{MINUS SIGN}2")


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ({"action": [{**SAMPLE, "white": -1}]}, "action.1.white must be from 0 to 9."),
        ({"action": [{**SAMPLE, "blue": 10}]}, "action.1.blue must be from 0 to 9."),
        (
            {"action": [{**SAMPLE, "animals": ["elk", "elk"]}]},
            "action.1.animals must be one of wolf, bear.",
        ),
        (
            {"action": [{**SAMPLE, "animals": ["elk", "hare"]}]},
            "action.1.animals.2 must be one of wolf, elk, bear.",
        ),
        (
            {"action": [{**SAMPLE, "animals": ["elk", "wolf", "bear"]}]},
            "action.1.animals needs from 2 to 2 entries.",
        ),
        (
            {"action": [{**SAMPLE, "event": 1}]},
            "action.1.event has the wrong type. It needs: boolean.",
        ),
        ({"action": [{"white": 1}]}, "action.1.green is missing."),
        ({"weather": [{**SAMPLE_WEATHER, "green": 3}]}, "weather.1.green must be from 0 to 2."),
        ({"weather": [None] * 25}, "weather needs from 0 to 24 entries."),
        (
            {"weather": [dict.fromkeys(SHOWN, 2)] * 7},
            f"Too many weather cards have snow with {BAD}: there are 6.",
        ),
        (
            {"weather": [{**SAMPLE_WEATHER, "white": n % 2} for n in range(14)]},
            f"Too many weather cards have snow with {MODERATE}: there are 6.",
        ),
        ({"event": [None] * 31}, "event needs from 0 to 30 entries."),
        (
            {"event": [{"text": "A hare.", "asks": "no"}]},
            "event.1.asks has the wrong type. It needs: boolean.",
        ),
        ({"event": [{"asks": True}]}, "event.1.text is missing."),
        ({"example": 1}, "example has the wrong type. It needs: boolean."),
        ({"board": filled(1, 1)}, "board.width must be from 2 to 60."),
        ({"board": filled(MOST_WIDTH + 1, 1)}, "board.width must be from 2 to 60."),
        ({"board": filled(2, MOST_HEIGHT + 1)}, "board.height must be from 1 to 40."),
        ({"board": {**filled(2, 1), "height": 0}}, "board.height must be from 1 to 40."),
        ({"board": {**filled(2, 1), "height": 2}}, "The board has 1 rows, but its height is 2."),
        (
            {"board": {**filled(2, 2), "spaces": ["ww", "w"]}},
            "Row 2 of the board has 1 spaces, but its width is 2.",
        ),
        (
            {"board": {**filled(2, 1), "spaces": [5]}},
            "board.spaces.1 has the wrong type. It needs: string.",
        ),
        (
            {"board": board(["wx"], [])},
            f"Row 1, column 2: {quoted('x')} is no kind of space. There are: w g b S F 1 2 3 . ?",
        ),
        (
            {"board": board(["wS", "Sw"], [])},
            f"Row 2, column 1: {quoted('S')} is on the board too often. The right number is 1.",
        ),
        (
            {"board": board(["w2", "22"], [])},
            f"Row 2, column 2: {quoted('2')} is on the board too often. The right number is 2.",
        ),
        (
            {"board": board(["ww"], [("wolf", 0, 1)])},
            "board.animals.1.x must be from 1 to 1000000.",
        ),
        (
            {"board": board(["ww"], [("wolf", 1, 0)])},
            "board.animals.1.y must be from 1 to 1000000.",
        ),
        (
            {"board": board(["ww"], [("wolf", 1, 2)])},
            "Row 2, column 1: this animal does not live there (wolf).",
        ),
        (
            {"board": board(["ww", "ww"], [("wolf", 1, 2), ("wolf", 1, 2)])},
            "Row 2, column 1: two animals stand there (wolf).",
        ),
        (
            {"board": board(["ww", "wg"], [("bear", 2, 2)])},
            "Row 2, column 2: this animal does not live there (bear).",
        ),
        (
            {"board": board(["gggggg"], ELKS)},
            "There are too many of these animals on the board (elk): 5 are in the box.",
        ),
        (
            {"board": board(["ww"], [("hare", 1, 1)])},
            "board.animals.1.species must be one of wolf, elk, bear.",
        ),
    ],
)
def test_invalid_box_is_refused_with_a_sentence(data: dict[str, Any], sentence: str) -> None:
    with pytest.raises(Refused) as refusal:
        box.read(data)
    assert messages.say(refusal.value).removeprefix("The set-up: box.") == sentence


def test_read_is_idempotent() -> None:
    for data in ({}, {"action": [SAMPLE]}, box.example()):
        kept = box.read(data)
        assert box.read(kept) == kept


@pytest.mark.parametrize(
    ("data", "key", "field"),
    [
        ([], "options.wrong_type", "box"),
        ({"cards": []}, "options.unknown_field", "box.cards"),
        ({"action": [SAMPLE] * 61}, "options.wrong_length", "box.action"),
        ({"action": [{**SAMPLE, "white": 10}]}, "options.out_of_range", "box.action.1.white"),
        ({"action": [{**SAMPLE, "animals": ["wolf"]}]}, "options.wrong_length", None),
        ({"action": [{**SAMPLE, "animals": ["elk", "elk"]}]}, "options.not_one_of", None),
        ({"weather": [None, {**SAMPLE_WEATHER, "blue": 3}]}, "options.out_of_range", None),
        ({"weather": [SAMPLE_WEATHER] * 7}, "husky.weather_totals", None),
        ({"event": [{"text": 5}]}, "options.wrong_type", "box.event.1.text"),
        ({"board": {}}, "options.missing_field", "box.board.width"),
        ({"board": board(["ww", "w"], [])}, "husky.board_row", None),
        ({"board": board(["wz"], [])}, "husky.board_space", None),
        ({"board": board(["SS"], [])}, "husky.board_twice", None),
        ({"board": board(["wb"], [("wolf", 2, 1)])}, "husky.board_habitat", None),
        ({"board": board(["w1"], [("wolf", 2, 1)])}, "husky.board_habitat", None),
        ({"board": board(["ww"], [("wolf", 3, 1)])}, "husky.board_habitat", None),
        ({"board": board(["ww"], [("wolf", 1, 1)] * 2)}, "husky.board_taken", None),
    ],
)
def test_invalid_value_is_refused_with_its_field(data: Any, key: str, field: str | None) -> None:
    with pytest.raises(Refused) as refusal:
        box.read(data)
    assert refusal.value.key == key
    assert field is None or refusal.value.params["field"] == field


def test_invalid_space_is_reported_by_row_and_column() -> None:
    rows = [*ROWS[:2], "ww1g3gbxF", *ROWS[3:]]
    with pytest.raises(Refused) as refusal:
        box.read({"board": board(rows, ANIMALS)})
    assert (refusal.value.params["row"], refusal.value.params["column"]) == (3, 8)


def test_map_without_a_start_is_not_used() -> None:
    kept = box.read({"board": board([row.replace("S", "w") for row in ROWS])})
    assert box.board(kept) is None
    whole = box.board(box.read({"board": board()}))
    assert whole is not None
    assert whole.kind((0, 1)) == whole.kind((1, 7)) == "nothing"
    assert box.missing({"action": []})


def test_only_cards_of_the_three_decks_are_pieces() -> None:
    for deck, count in (("action", 60), ("weather", 24), ("event", 30)):
        usual = pieces.usual(deck, {})
        build = [pieces.make(deck, card, 1) for card in usual]
        assert len(build) == count
        assert all(pieces.fits(piece) for piece in build)
        assert {pieces.deck_of(piece) for piece in build} == {deck}
        assert pieces.title(build[6]).key == f"pieces.husky_{deck}"
        assert pieces.most(deck) == 1
    for wrong in (
        {"kind": "weather", "card": 25},
        {"kind": "action", "card": True},
        {"kind": "action"},
        {"kind": 4, "card": 1},
        {"kind": "dog", "card": 1},
    ):
        assert not pieces.fits(wrong)
    with pytest.raises(Refused):
        pieces.usual("dogs", {})
