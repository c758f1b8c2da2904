"""Refusals of Reindeer Races as sentences, and their remedies."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from reindeer_race import Race, laid

from companion.messages import say

Json = Mapping[str, Any]


def card(what: str, count: int = 1, **more: int) -> dict[str, Any]:
    return {"object": what, "count": count, **more}


def track_card(number: int) -> dict[str, Any]:
    return {"kind": "track", "card": number}


def laid_cards(*cards: int) -> Race:
    race = Race(laid=None)
    for number in cards:
        race("tap", card=track_card(number))
    return race


def after_first_turn() -> Race:
    """A race after Ada's first turn."""
    race = Race()
    race("done", 1)
    return race


def stuck() -> Race:
    """A race in which all of Ada's reindeer are on tracks other than the gifts."""
    race = Race()
    race.stand(1, "log 1", "log 2", "log 3", "tree 1")
    return race


def tapped(*cards: str, hand: int = 5) -> Race:
    """A race in which Ada has tapped these cards, with one reindeer on the gift track."""
    race = Race()
    race.stand(1, "log 1", "gift 1")
    race.correct(1, hand=hand)
    race.tap(1, *cards)
    return race


def elf_of(race: Race) -> Race:
    race.tap(1, "elf")
    return race


def sideways() -> Race:
    """A race in which Ada's landing is asked for, near Bert's reindeer."""
    race = Race(spaces={"log": {3: "ice_left"}})
    race.stand(2, "log 5", "gift 3")
    race.tap(1, "log_2", "log_1")
    return race


def named(*cards: int) -> Race:
    """A race in which Ada has named surplus gifts of 2 with these copies."""
    race = Race()
    race.correct(1, hand=7)
    race("done", 1)
    for copy in cards:
        race("discard", 1, card=card("gift", 2, copy=copy))
    return race


def open_gift() -> Race:
    """A race with the first of the gifts in the discard."""
    race = Race()
    race("tap", 1, card=card("gift", copy=1))
    race("done", 1)
    return race


def over() -> Race:
    race = Race()
    race("end")
    return race


def left() -> Race:
    race = Race(3)
    race("retire", 3)
    return race


def won() -> Race:
    """A race in which Ada has the first reward of the letters and one of the fir trees."""
    race = Race()
    race.correct(1, tiles={"letter": [8]})
    return race


SPOT = {"track": "log", "space": 5}
NOT_A_CARD = "This is neither a movement card nor a track card."
FIRST_LAY = "First lay out all track cards."
CHOOSE_TRACK = "Ada: choose a track for the elves first."
NO_GIFTS = (
    "All four of Ada's reindeer are on other tracks: none can move on the gift track. "
    "Draw cards instead."
)


@pytest.mark.parametrize(
    ("race", "act", "sentence"),
    [
        (Race, {"act": "tap", "seat": 1, "card": {"kind": "track"}}, NOT_A_CARD),
        (Race, {"act": "tap", "seat": 1, "card": {"kind": "move"}}, NOT_A_CARD),
        (laid_cards, {"act": "tap", "seat": 1, "card": card("gift")}, FIRST_LAY),
        (laid_cards, {"act": "done", "seat": 1}, FIRST_LAY),
        (laid_cards, {"act": "flip"}, "No track card is laid yet."),
        (
            lambda: laid_cards(7, 3),
            {"act": "tap", "card": track_card(7)},
            "Track card 7 is already laid.",
        ),
        (lambda: laid_cards(7), {"act": "flip", "card": 3}, "Track card 3 is not on the table."),
        (
            Race,
            {"act": "tap", "card": track_card(26)},
            "All tracks are laid out: there is no place left for track card 26.",
        ),
        (
            after_first_turn,
            {"act": "flip"},
            "The race has begun: say which track card is turned round.",
        ),
        (
            Race,
            {"act": "tap", "seat": 1, "card": card("elf", 2)},
            "The game has no card with 2 elves.",
        ),
        (
            lambda: tapped("gift_1"),
            {"act": "tap", "seat": 1, "card": card("tree", 2)},
            "All cards of a move show the same object; only elves go with any. Ada moves on "
            "the gift track: a card with 2 fir trees does not fit.",
        ),
        (stuck, {"act": "tap", "seat": 1, "card": card("gift")}, NO_GIFTS),
        (
            lambda: tapped(*["gift_2"] * 6, hand=7),
            {"act": "tap", "seat": 1, "card": card("gift", 2)},
            "Every card with 2 gifts is already on the table: Ada cannot have it. Look at "
            "the card again.",
        ),
        (
            Race,
            {"act": "tap", "seat": 1, "card": card("gift", 2, copy=7)},
            "The act “tap”: card.copy must be from 1 to 6.",
        ),
        (Race, {"act": "track", "seat": 1, "track": "log"}, "Play a card first."),
        (lambda: elf_of(stuck()), {"act": "track", "seat": 1, "track": "gift"}, NO_GIFTS),
        (
            lambda: tapped("gift_1"),
            {"act": "track", "seat": 1, "track": "log"},
            "Ada's cards move on the gift track: only elves played alone may use any track.",
        ),
        (
            lambda: tapped("gift_1"),
            {"act": "reindeer", "seat": 1, "reindeer": 1},
            "Ada's reindeer 1 is on the log cake track: it stays there until it reaches the "
            "rewards.",
        ),
        (lambda: tapped("elf"), {"act": "reindeer", "seat": 1, "reindeer": 1}, CHOOSE_TRACK),
        (lambda: tapped("elf"), {"act": "done", "seat": 1}, CHOOSE_TRACK),
        (lambda: tapped("elf"), {"act": "land", "seat": 1, "end": 1}, CHOOSE_TRACK),
        (lambda: tapped("gift_1"), {"act": "done", "seat": 1}, "Ada: choose a reindeer first."),
        (sideways, {"act": "done", "seat": 1}, "Ada: first say where the reindeer stops."),
        (
            lambda: tapped("tree_1"),
            {"act": "land", "seat": 1, "end": 2},
            "Ada's reindeer already has an end: no need to choose one.",
        ),
        (
            sideways,
            {"act": "land", "seat": 1, "end": 5},
            "There is already a reindeer on space 5 of the log cake track.",
        ),
        (
            sideways,
            {"act": "land", "seat": 1, "end": 3, "track": "gift"},
            "There is already a reindeer on space 3 of the gift track.",
        ),
        (
            sideways,
            {"act": "land", "seat": 1, "end": 7, "track": "letter"},
            "The act “land”: end must be from 1 to 6.",
        ),
        (
            Race,
            {"act": "done", "seat": 1, "last": True},
            "Ada: the card list says which reward it is, or none was won.",
        ),
        (
            lambda: named(1),
            {"act": "discard", "seat": 1, "card": card("elf", 2)},
            "The game has no card with 2 elves.",
        ),
        (
            Race,
            {"act": "discard", "seat": 2, "card": card("elf")},
            "Bert has discarded no card that still has to be named.",
        ),
        (
            named,
            {"act": "discard", "seat": 1, "card": card("gift", 2, copy=7)},
            "The act “discard”: card.copy must be from 1 to 6.",
        ),
        (Race, {"act": "retire", "seat": 3}, "Seat 3 is not playing. Seats in the race: 1, 2."),
        (left, {"act": "retire", "seat": 3}, "Cleo is no longer in the race."),
        (over, {"act": "end"}, "The race is over. Only Undo still works."),
        (
            lambda: tapped("gift_1", "elf"),
            {"act": "correct", "seat": 1, "set": {"hand": 1}},
            "Ada is just playing 2 cards: the hand cannot be smaller.",
        ),
        (
            left,
            {"act": "correct", "seat": 3, "set": {"hand": 1}},
            "Cleo has left the race: no hand, no reindeer on the tracks.",
        ),
        (
            left,
            {"act": "correct", "seat": 3, "set": {"reindeer": {"1": SPOT}}},
            "Cleo has left the race: no hand, no reindeer on the tracks.",
        ),
        (
            stuck,
            {"act": "correct", "seat": 2, "set": {"reindeer": {"1": {**SPOT, "space": 11}}}},
            "The last space of the log cake track is 10.",
        ),
        (
            sideways,
            {"act": "correct", "seat": 1, "set": {"reindeer": {"1": SPOT}}},
            "There is already a reindeer on space 5 of the log cake track.",
        ),
        (
            lambda: tapped("gift_1"),
            {
                "act": "correct",
                "seat": 1,
                "set": {"reindeer": {str(at): {**SPOT, "space": at} for at in range(1, 5)}},
            },
            NO_GIFTS,
        ),
        (
            won,
            {"act": "correct", "seat": 2, "set": {"tiles": {"letter": [8]}}},
            "The reward 8 of the letter track is not available.",
        ),
        (
            won,
            {"act": "correct", "seat": 2, "set": {"tiles": {"letter": [None]}}},
            "Bert: the card list says which reward it is, or none was won.",
        ),
        (
            Race,
            {"act": "correct", "set": {"pile": 68}},
            "Draw pile and discard pile have 67 cards together: the draw pile cannot be larger.",
        ),
        (
            lambda: named(1),
            {"act": "correct", "set": {"pile": 68}},
            "Draw pile and discard pile have 65 cards together: the draw pile cannot be larger.",
        ),
        (left, {"act": "correct", "set": {"turn": 3}}, "Cleo has left the race."),
        (laid_cards, {"act": "correct", "set": {"turn": 1}}, FIRST_LAY),
        (laid_cards, {"act": "correct", "set": {"laid": {"log": laid()[2]}}}, FIRST_LAY),
        (laid_cards, {"act": "correct", "seat": 1, "set": {"reindeer": {"1": SPOT}}}, FIRST_LAY),
        (
            Race,
            {"act": "correct", "set": {"laid": {"letter": [{"card": 8}] * 3}}},
            "Track card 8 is laid twice.",
        ),
    ],
)
def test_refusal_has_its_sentence(
    race: Callable[[], Race], act: dict[str, Any], sentence: str
) -> None:
    assert say(race().refused(**act)) == sentence


def few_in_the_pile() -> Race:
    race = Race()
    race.correct(pile=1)
    return race


FIX_HAND = {"act": "correct", "seat": 1, "set": {"hand": 6}}
GIFT = {"act": "tap", "seat": 1, "card": card("gift")}


@pytest.mark.parametrize(
    ("race", "act", "sentence", "remedy"),
    [
        (
            lambda: tapped(*["gift_1"] * 5),
            GIFT,
            "Ada has only 5 cards in hand.",
            [FIX_HAND, GIFT],
        ),
        (
            Race,
            {"act": "shuffle"},
            "There are still 67 cards in the draw pile: no need to shuffle.",
            [{"act": "correct", "set": {"pile": 0}}, {"act": "shuffle"}],
        ),
        (
            after_first_turn,
            GIFT,
            "It is Bert's turn: Bert plays or draws first.",
            [{"act": "correct", "set": {"turn": 1}}, GIFT],
        ),
        (
            lambda: tapped("tree_1"),
            {**GIFT, "seat": 2},
            "It is still Ada's turn: waiting for OK.",
            [{"act": "done", "seat": 1}, {**GIFT, "seat": 2}],
        ),
        (
            open_gift,
            {"act": "tap", "seat": 2, "card": card("gift", copy=1)},
            "This exact card (1 gift) is already in the discard pile: Bert cannot have it.",
            [{"act": "tap", "seat": 2, "card": card("gift")}],
        ),
        (
            lambda: named(3),
            {"act": "discard", "seat": 1, "card": card("gift", 2, copy=3)},
            "This exact card (2 gifts) is already in the discard pile: Ada cannot have it.",
            [{"act": "discard", "seat": 1, "card": card("gift", 2)}],
        ),
        (
            few_in_the_pile,
            {"act": "correct", "seat": 1, "set": {"hand": 7}},
            "Ada's hand and the draw pile have 6 cards together: the hand cannot be larger.",
            [],
        ),
    ],
)
def test_refusal_offers_a_remedy(
    race: Callable[[], Race], act: dict[str, Any], sentence: str, remedy: list[Json]
) -> None:
    asked = race()
    refused = asked.refused(**act)
    assert (say(refused), list(refused.remedy)) == (sentence, remedy)
    for one in remedy:
        asked.do(one)
