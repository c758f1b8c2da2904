"""The tagged pieces of each game: validity, decks, names."""

from collections.abc import Mapping
from typing import Any

import pytest

from companion.errors import Refused
from companion.games import pieces, title
from companion.games.game import Say
from companion.games.snow_tails.story import STORY
from companion.games.spec import StoryOf, no_moments, race_order

DOG = {"kind": "dog", "colour": "red", "value": 3, "copy": 2}
MOVE = {"kind": "move", "object": "gift", "count": 2, "copy": 1}
TRACK = {"kind": "track", "card": 27}
ACTION = {"kind": "action", "card": 60}
Piece = Mapping[str, Any]


@pytest.mark.parametrize(
    ("game", "piece"),
    [
        ("snow_tails", DOG),
        ("snow_tails", {**DOG, "value": 5, "copy": 20}),
        ("snow_tails", {**DOG, "value": 1, "copy": 1}),
        ("snow_tails", {**DOG, "colour": "x"}),
        ("snow_tails", {**DOG, "colour": "é" * 40}),
        ("reindeer_races", MOVE),
        ("reindeer_races", {**MOVE, "count": 1, "copy": 77}),
        ("reindeer_races", {**MOVE, "object": "elf", "count": 1}),
        ("reindeer_races", TRACK),
        ("reindeer_races", {**TRACK, "card": 1}),
        ("husky", ACTION),
        ("husky", {"kind": "weather", "card": 24}),
        ("husky", {"kind": "event", "card": 1}),
    ],
)
def test_pieces_of_a_game_are_valid(game: str, piece: Piece) -> None:
    assert pieces.has_piece(game, piece)


@pytest.mark.parametrize(
    ("game", "piece"),
    [
        ("snow_tails", MOVE),
        ("snow_tails", {**DOG, "kind": "cat"}),
        ("snow_tails", {**DOG, "more": 1}),
        ("snow_tails", {"kind": "dog", "colour": "red", "value": 3}),
        ("snow_tails", {**DOG, "colour": ""}),
        ("snow_tails", {**DOG, "colour": "é" * 41}),
        ("snow_tails", {**DOG, "colour": "re\nd"}),
        ("snow_tails", {**DOG, "colour": 7}),
        ("snow_tails", {**DOG, "value": 0}),
        ("snow_tails", {**DOG, "value": 6}),
        ("snow_tails", {**DOG, "value": True}),
        ("snow_tails", {**DOG, "value": 3.0}),
        ("snow_tails", {**DOG, "copy": 0}),
        ("snow_tails", {**DOG, "copy": 21}),
        ("snow_tails", {**DOG, "copy": True}),
        ("reindeer_races", DOG),
        ("reindeer_races", {**MOVE, "kind": "dog"}),
        ("reindeer_races", {**MOVE, "more": 1}),
        ("reindeer_races", {**MOVE, "count": 3}),
        ("reindeer_races", {**MOVE, "count": True}),
        ("reindeer_races", {**MOVE, "object": "sock"}),
        ("reindeer_races", {**MOVE, "object": "elf"}),
        ("reindeer_races", {**MOVE, "copy": 78}),
        ("reindeer_races", {**TRACK, "card": 0}),
        ("reindeer_races", {**TRACK, "card": 28}),
        ("reindeer_races", {**TRACK, "copy": 1}),
        ("reindeer_races", {"kind": "track"}),
        ("husky", DOG),
        ("husky", {"kind": ["action"], "card": 1}),
        ("husky", {**ACTION, "card": 61}),
        ("husky", {**ACTION, "card": 0}),
        ("husky", {**ACTION, "card": True}),
        ("husky", {"kind": "weather", "card": 25}),
        ("husky", {"kind": "event", "card": 31}),
        ("husky", {"kind": "sock", "card": 1}),
    ],
)
def test_foreign_pieces_are_invalid(game: str, piece: Piece) -> None:
    assert not pieces.has_piece(game, piece)


def test_unknown_game_is_refused() -> None:
    with pytest.raises(Refused) as refused:
        pieces.has_piece("chess", DOG)
    assert (refused.value.key, refused.value.params) == ("tags.no_such_game", {"game": "chess"})


def test_every_game_has_a_title_and_decks() -> None:
    assert pieces.games() == ("snow_tails", "reindeer_races", "husky")
    assert [title(game) for game in pieces.games()] == [
        Say("ui.game_snow_tails"),
        Say("ui.game_reindeer_races"),
        Say("ui.game_husky"),
    ]
    assert [pieces.decks(game) for game in pieces.games()] == [
        (),
        ("moves", "tracks"),
        ("action", "weather", "event"),
    ]


@pytest.mark.parametrize(
    ("game", "piece", "deck", "called"),
    [
        ("snow_tails", DOG, "red", Say("pieces.deck", {"colour": "red"})),
        ("reindeer_races", MOVE, "moves", Say("pieces.deck_moves")),
        ("reindeer_races", TRACK, "tracks", Say("pieces.deck_tracks")),
        ("husky", ACTION, "action", Say("pieces.deck_action")),
    ],
)
def test_piece_has_a_deck_and_a_title(game: str, piece: Piece, deck: str, called: Say) -> None:
    assert pieces.deck_of(game, piece) == deck
    assert pieces.deck_title(game, deck) == called


@pytest.mark.parametrize("game", ["snow_tails", "husky"])
def test_empty_piece_has_a_default_deck(game: str) -> None:
    assert pieces.deck_of(game, {}) == ""


@pytest.mark.parametrize(
    ("game", "piece", "called"),
    [
        ("snow_tails", DOG, Say("pieces.dog", {"colour": "red", "value": 3})),
        ("snow_tails", {}, Say("pieces.dog", {"colour": "", "value": 0})),
        ("reindeer_races", MOVE, Say("reindeer_races.card_gift", {"count": 2})),
        ("reindeer_races", {}, Say("reindeer_races.card_elf", {"count": 1})),
        ("reindeer_races", TRACK, Say("pieces.track_card", {"card": 27})),
        ("reindeer_races", {"kind": "track"}, Say("pieces.track_card", {"card": 0})),
        ("husky", {"kind": "event", "card": 7}, Say("pieces.husky_event", {"card": 7})),
        ("husky", {}, Say("pieces.husky_action", {"card": 0})),
    ],
)
def test_incomplete_piece_has_a_title(game: str, piece: Piece, called: Say) -> None:
    assert pieces.title(game, piece) == called


def copies(count: int) -> list[Piece]:
    return [{**DOG, "copy": copy} for copy in range(1, count + 1)]


RED_3 = Say("pieces.dog", {"colour": "red", "value": 3})


def nth(copy: Any, of: Any) -> Say:
    return Say("pieces.nth_of", {"what": RED_3, "nth": copy, "of": of})


@pytest.mark.parametrize(
    ("copy", "of", "called"),
    [
        (1, 0, RED_3),
        (2, 0, Say("pieces.copy", {"what": RED_3, "copy": 2})),
        (1, 1, RED_3),
        (2, 1, Say("pieces.copy", {"what": RED_3, "copy": 2})),
        (2, 2, nth(Say("pieces.nth_2"), Say("pieces.count_2"))),
        (1, 10, nth(Say("pieces.nth_1"), Say("pieces.count_10"))),
        (11, 11, nth(11, 11)),
    ],
)
def test_copy_is_named_by_its_number(copy: int, of: int, called: Say) -> None:
    others = [MOVE, {**DOG, "value": 4}]
    assert pieces.name("snow_tails", {**DOG, "copy": copy}, [*copies(of), *others]) == called


def test_piece_without_copies_has_only_its_title() -> None:
    assert pieces.name("husky", ACTION, [ACTION]) == Say("pieces.husky_action", {"card": 60})


def test_copies_are_the_same_card() -> None:
    assert pieces.same_card(DOG, {**DOG, "copy": 4})
    assert not pieces.same_card(DOG, {**DOG, "value": 4})


def test_deck_is_learned_card_by_card_and_copy_by_copy() -> None:
    learned = pieces.deck("snow_tails", "red", 2)
    assert [(piece["value"], piece["copy"]) for piece in learned] == [
        (value, copy) for value in (1, 2, 3, 4, 5) for copy in (1, 2)
    ]
    assert {(piece["kind"], piece["colour"]) for piece in learned} == {("dog", "red")}
    assert len(pieces.deck("snow_tails", "red")) == 20


def test_deck_can_have_other_numbers_of_copies() -> None:
    counts = {"1": 0, "2": 20, "3": 1, "4": 0, "5": 0}
    learned = pieces.deck("snow_tails", "red", counts)
    assert len(learned) == 21
    assert pieces.composition("snow_tails", "red", learned) == counts


def test_decks_of_the_other_games_follow_the_box() -> None:
    moves = pieces.deck("reindeer_races", "moves", box={"moves": {"gift_2": 2, "elf": 1}})
    assert moves == (MOVE, {**MOVE, "copy": 2}, {**MOVE, "object": "elf", "count": 1})
    counted = pieces.composition("reindeer_races", "moves", moves)
    assert {card: count for card, count in counted.items() if count} == {"gift_2": 2, "elf": 1}
    tracks = pieces.deck("reindeer_races", "tracks")
    usual = pieces.usual("reindeer_races", "moves", {"moves": {"gift_2": 2}})
    assert {card: count for card, count in usual.items() if count} == {"gift_2": 2}
    assert [piece["card"] for piece in tracks] == list(range(1, 28))
    assert tracks[-1] == TRACK
    assert pieces.deck("husky", "action")[-1] == ACTION
    assert len(pieces.deck("husky", "weather")) == 24
    assert len(pieces.deck("husky", "event")) == 30


@pytest.mark.parametrize("game", ["reindeer_races", "husky"])
def test_unknown_deck_is_refused_with_the_known_ones(game: str) -> None:
    listed = ", ".join(pieces.decks(game))
    for asked in (lambda: pieces.deck(game, "socks"), lambda: pieces.usual(game, "socks")):
        with pytest.raises(Refused) as refused:
            asked()
        assert refused.value.key == "tags.no_such_deck"
        assert refused.value.params == {"deck": "socks", "decks": listed}


@pytest.mark.parametrize("colour", ["", "x" * 41, "re\td"])
def test_invalid_colour_is_refused(colour: str) -> None:
    with pytest.raises(Refused) as refused:
        pieces.deck("snow_tails", colour)
    assert (refused.value.key, refused.value.params) == ("tags.bad_colour", {"colour": colour})


def test_deck_of_an_empty_box_is_refused() -> None:
    with pytest.raises(Refused) as refused:
        pieces.deck("reindeer_races", "moves")
    assert refused.value.key == "tags.empty_box"
    assert refused.value.params == {"deck": Say("pieces.deck_moves")}
    assert len(pieces.deck("reindeer_races", "moves", 1)) == 11


@pytest.mark.parametrize(
    "wrong",
    [
        0,
        -1,
        21,
        True,
        "four",
        [4, 4, 4, 4, 4],
        {"1": 4},
        dict.fromkeys("12345", 0),
        dict.fromkeys("12345", 21),
        dict.fromkeys("12345", True),
        {**dict.fromkeys("12345", 4), "1": -1},
        dict.fromkeys("123456", 4),
    ],
)
def test_invalid_composition_is_refused_with_cards_and_maximum(wrong: Any) -> None:
    with pytest.raises(Refused) as refused:
        pieces.deck("snow_tails", "red", wrong)
    assert refused.value.key == "tags.bad_deck"
    assert refused.value.params == {"cards": "1, 2, 3, 4, 5", "most": 20}


@pytest.mark.parametrize(
    ("game", "deck", "most"),
    [("reindeer_races", "moves", 77), ("reindeer_races", "tracks", 1), ("husky", "event", 1)],
)
def test_number_of_copies_is_limited(game: str, deck: str, most: int) -> None:
    assert pieces.deck(game, deck, most)
    with pytest.raises(Refused) as refused:
        pieces.deck(game, deck, most + 1)
    assert refused.value.params["most"] == most


@pytest.mark.parametrize(
    ("game", "deck", "first"),
    [
        ("snow_tails", "red", {**DOG, "value": 1, "copy": 1}),
        ("reindeer_races", "moves", {**MOVE, "object": "letter", "count": 1}),
        ("reindeer_races", "tracks", {**TRACK, "card": 1}),
        ("husky", "weather", {"kind": "weather", "card": 1}),
    ],
)
def test_first_card_is_an_example_of_a_decks_pieces(game: str, deck: str, first: Piece) -> None:
    assert pieces.one_of(game, deck) == first


def at(seat: int, status: str = "racing", place: int | None = None) -> dict[str, Any]:
    return {"seat": seat, "status": status, "place": place}


def test_race_order_keeps_places_and_adds_racing_seats() -> None:
    seats = [at(1, "finished", 1), at(2), at(3, "eliminated"), at(4), at(5, "finished", 2)]
    state = {"seats": seats, "order": [4, 3, 2, 1]}
    assert race_order(state) == {1: 1, 2: 4, 3: None, 4: 3, 5: 2}


def test_story_has_no_moments_by_default() -> None:
    assert list(no_moments({"act": "done"}, {}, {}, {})) == []
    assert StoryOf((), ()).places is race_order


SPEED, DENTS = STORY.figures


@pytest.mark.parametrize(
    ("act", "speed"),
    [({"act": "done"}, 5), ({"act": "done", "bonus": True}, 7), ({"act": "slot"}, None)],
)
def test_speed_of_a_turn_includes_the_bonus_taken(act: Piece, speed: int | None) -> None:
    assert SPEED.turn
    assert SPEED.turn(act, {"speed": 5, "bonus": 2}, {"speed": 0, "bonus": 0}) == speed
    assert DENTS.stands
    assert DENTS.stands({"dents": 3}) == 3


@pytest.mark.parametrize(
    ("before", "after", "times", "moments"),
    [
        (None, 2, {1: [None, 4.0], 2: [3.0, 9.5]}, [(2, 9.5)]),
        (1, 2, {1: [4.0], 2: [None]}, [(2, None)]),
        (1, 2, {1: [9.5], 2: [4.0]}, [(2, None)]),
        (1, 2, {1: [None], 2: [None]}, [(2, None)]),
        (2, 2, {1: [4.0], 2: [9.5]}, []),
        (2, None, {1: [4.0], 2: [9.5]}, []),
    ],
)
def test_st_94_big_paws_moment_when_another_seat_gets_it(
    before: int | None,
    after: int | None,
    times: dict[int, list[float | None]],
    moments: list[tuple[int, float | None]],
) -> None:
    act = {"act": "done", "seat": 2}
    found = STORY.moments(act, {"big_paws": before}, {"big_paws": after}, times)
    assert list(found) == [
        {"kind": "big_paws", "seat": seat, "took_s": took_s} for seat, took_s in moments
    ]
    assert list(STORY.moments(act, {}, {}, times)) == []
