"""The cards of the simulated room: every game's, each with a sticker of its own."""

import json
from typing import Any

import pytest

from companion.drivers.simulated.cards import tagged_of
from companion.errors import Refused
from companion.games import GAME_SPECS, pieces


def decks(game: str) -> list[pieces.Deck]:
    """Every deck of a game's example, or two players' own ones."""
    box = GAME_SPECS[game].box
    example = box.example() if box else {}
    names = pieces.decks(game) or ("red", "blue")
    return [pieces.deck(game, name, None, example) for name in names]


@pytest.mark.parametrize("game", list(GAME_SPECS))
def test_every_card_of_every_game_can_be_laid_as_the_piece_that_it_is(game: str) -> None:
    for deck in decks(game):
        for piece in deck:
            tagged = tagged_of(json.loads(json.dumps(piece)))
            assert (tagged.game, tagged.piece) == (game, piece)
            assert list(tagged.piece) == list(piece)


def test_no_two_cards_have_one_sticker() -> None:
    cards = [piece for game in GAME_SPECS for deck in decks(game) for piece in deck]
    uids = {tagged_of(card).uid for card in cards}
    assert len(uids) == len(cards)
    assert all(len(uid) == 14 and uid.startswith("04") for uid in uids)


def test_a_card_may_name_its_game_and_another_game_has_no_such_card() -> None:
    card = {"colour": "red", "value": 4, "copy": 2}
    assert tagged_of({**card, "game": "snow_tails"}) == tagged_of(card)
    with pytest.raises(Refused):
        tagged_of({**card, "game": "chess"})


@pytest.mark.parametrize(
    "card",
    [
        {},
        {"copy": 1},
        {"kind": "dog"},
        {"colour": 4, "value": 4},
        {"colour": "red", "value": 4, "more": 1},
        {"colour": "red", "value": "4"},
        {"colour": "red", "value": 99},
    ],
)
def test_unknown_card_cannot_be_laid(card: Any) -> None:
    with pytest.raises(Refused) as no:
        tagged_of(card)
    assert no.value.key == "room.no_card"
