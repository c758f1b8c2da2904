"""What the owner enters: read with checks, what it lacks said, an example that says so."""

from collections import Counter
from typing import Any

import pytest
from husky_box import ANIMALS, ROWS, SAMPLE, SAMPLE_WEATHER, board

from companion.errors import Refused
from companion.games.husky import box, pieces
from companion.games.husky.board import COUNTS, made


def test_the_example_is_whole_says_so_and_has_the_weather_of_the_rule_book() -> None:
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


def test_the_example_has_a_board_with_all_animals_at_home() -> None:
    kept = made(box.read(box.example())["board"])
    assert (kept.width, kept.height) == (31, 14)
    assert Counter(animal.species for animal in kept.animals) == COUNTS
    assert len({animal.at for animal in kept.animals}) == 19


def test_a_box_that_is_half_full_is_kept_and_says_what_it_lacks() -> None:
    unfinished = board(["w?S", "bb."], [])
    kept = box.read({"action": [SAMPLE], "weather": [None, SAMPLE_WEATHER], "board": unfinished})
    assert len(kept["action"]) == 60
    assert kept["action"][1] is None
    said = {say.key: say.params for say in box.missing(kept)}
    assert said["box.husky_action"] == {"known": 1, "of": 60}
    assert said["box.husky_event"] == {"known": 0, "of": 30}
    assert said["box.husky_spaces"] == {"count": 1}
    assert said["box.husky_checkpoint_2"] == {"count": 2}
    assert said["box.husky_finish"] == {"count": 1}
    assert said["box.husky_wolf"] == {"count": 8}
    assert "box.husky_start" not in said
    assert box.board(kept) is None


def test_what_was_read_reads_again() -> None:
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
def test_nonsense_is_refused_with_its_place(data: Any, key: str, field: str | None) -> None:
    with pytest.raises(Refused) as refusal:
        box.read(data)
    assert refusal.value.key == key
    assert field is None or refusal.value.params["field"] == field


def test_a_wrong_space_is_named_by_row_and_column() -> None:
    rows = [*ROWS[:2], "ww1g3gbxF", *ROWS[3:]]
    with pytest.raises(Refused) as refusal:
        box.read({"board": board(rows, ANIMALS)})
    assert (refusal.value.params["row"], refusal.value.params["column"]) == (3, 8)


def test_a_map_without_a_start_is_not_played_on() -> None:
    kept = box.read({"board": board([row.replace("S", "w") for row in ROWS])})
    assert box.board(kept) is None
    whole = box.board(box.read({"board": board()}))
    assert whole is not None
    assert whole.kind((0, 1)) == whole.kind((1, 7)) == "nothing"
    assert box.missing({"action": []})


def test_every_card_of_the_three_decks_is_a_piece_and_nothing_else() -> None:
    for deck, count in (("action", 60), ("weather", 24), ("event", 30)):
        usual = pieces.usual(deck, {})
        made = [pieces.make(deck, card, 1) for card in usual]
        assert len(made) == count
        assert all(pieces.fits(piece) for piece in made)
        assert {pieces.deck_of(piece) for piece in made} == {deck}
        assert pieces.title(made[6]).key == f"pieces.husky_{deck}"
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
