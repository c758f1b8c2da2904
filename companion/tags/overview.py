"""The decks as the web shows them: which cards have their tags, and which are missing."""

from collections.abc import Callable, Sequence
from typing import Any

from companion import messages
from companion.errors import Refused
from companion.games import GAME_SPECS, pieces
from companion.games.spec import Json
from companion.store.store import Tagged
from companion.table.snapshot import card_words, deck_words
from companion.tags import tag_file as tags


def overview(known: Sequence[Tagged], box_of: Callable[[str], Json], lang: str) -> dict[str, Any]:
    """Every known tag, how much of each deck is known, and the games with their decks.

    `box_of`: what is in a game's box.
    """
    counts: dict[tuple[str, str], int] = {}
    for tag in known:
        if tag.game in GAME_SPECS:  # and not a game that this version does not have
            deck = (tag.game, pieces.deck_of(tag.game, tag.piece))
            counts[deck] = counts.get(deck, 0) + 1
    return {
        "tags": [_tag(tag, lang) for tag in known],
        "decks": [
            {"game": game, **deck_words(game, named, lang), "known": count}
            for (game, named), count in sorted(counts.items())
        ],
        "games": [_decks_of(game, box_of(game), lang) for game in GAME_SPECS],
    }


def deck(
    known: Sequence[Tagged], game: str, named: str, composition: Any, box: Json, lang: str
) -> dict[str, Any]:
    """A deck, card by card. Raises Refused, as `pieces.deck` does."""
    cards = pieces.deck(game, named, composition, box)
    uids = [
        next((tag.uid for tag in known if (tag.game, tag.piece) == (game, card)), "")
        for card in cards
    ]
    return {
        "game": game,
        **deck_words(game, named, lang),
        "known": sum(map(bool, uids)),
        "of": len(cards),
        "complete": all(uids),
        "cards": [
            card_words(game, cards, card, uid, lang) for card, uid in zip(cards, uids, strict=True)
        ],
    }


def _decks_of(game: str, box: Json, lang: str) -> dict[str, Any]:
    """A game's decks, and what lies in its box: of one deck as of another if colours name them."""
    names = pieces.decks(game)
    return {
        "game": game,
        "composition": None if names else pieces.usual(game, "-"),
        "decks": [
            {
                "deck": name,
                "title": messages.say(pieces.deck_title(game, name), lang),
                "composition": pieces.usual(game, name, box),
            }
            for name in names
        ],
    }


def _tag(tag: Tagged, lang: str) -> dict[str, Any]:
    try:
        text = messages.say(pieces.name(tag.game, tag.piece), lang)
    except Refused:  # a game that this version does not have
        text = tags.describe(tag.piece)
    return {"uid": tag.uid, "game": tag.game, "piece": tag.piece, "text": text}
