"""The cards of the simulated room: every game's cards, each with its own tag."""

import json
from typing import Any

import pytest

from companion.drivers.simulated.cards import tagged_of
from companion.errors import Refused
from companion.games import GAME_SPECS, pieces


def decks(game: str) -> list[pieces.Deck]:
    """All decks of a game's example box, or two players' decks."""
    box = GAME_SPECS[game].box
    example = box.example() if box else {}
    names = pieces.decks(game) or ("red", "blue")
    return [pieces.deck(game, name, None, example) for name in names]


@pytest.mark.parametrize("game", list(GAME_SPECS))
def test_every_card_of_every_game_can_be_laid(game: str) -> None:
    for deck in decks(game):
        for piece in deck:
            tagged = tagged_of(json.loads(json.dumps(piece)))
            assert (tagged.game, tagged.piece) == (game, piece)
            assert list(tagged.piece) == list(piece)


def test_no_two_cards_share_a_tag() -> None:
    cards = [piece for game in GAME_SPECS for deck in decks(game) for piece in deck]
    uids = {tagged_of(card).uid for card in cards}
    assert len(uids) == len(cards)
    assert all(len(uid) == 14 and uid.startswith("04") for uid in uids)


def test_a_card_may_name_its_game_and_must_belong_to_it() -> None:
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
