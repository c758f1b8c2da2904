"""The decks as the web shows them: which cards have their tags, and which are missing."""

from collections.abc import Sequence
from typing import Any

from companion import messages, tags
from companion.errors import Refused
from companion.games import pieces
from companion.snapshot import card_words
from companion.store import Tagged


def overview(known: Sequence[Tagged], lang: str) -> dict[str, Any]:
    """Every known tag, how much of each deck is known, and the games that have decks."""
    counts: dict[tuple[str, str], int] = {}
    for tag in known:
        deck = (tag.game, str(tag.piece.get("colour", "")))
        counts[deck] = counts.get(deck, 0) + 1
    return {
        "tags": [_tag(tag, lang) for tag in known],
        "decks": [
            {"game": game, "colour": colour, "known": count}
            for (game, colour), count in sorted(counts.items())
        ],
        "games": [_decks_of(game) for game in pieces.games()],
    }


def deck(
    known: Sequence[Tagged], game: str, colour: str, composition: Any, lang: str
) -> dict[str, Any]:
    """A deck, card by card. Raises Refused, as `pieces.deck` does."""
    cards = pieces.deck(game, colour, composition)
    uids = [
        next((tag.uid for tag in known if (tag.game, tag.piece) == (game, card)), "")
        for card in cards
    ]
    return {
        "game": game,
        "colour": colour,
        "known": sum(map(bool, uids)),
        "of": len(cards),
        "complete": all(uids),
        "cards": [
            card_words(game, cards, card, uid, lang) for card, uid in zip(cards, uids, strict=True)
        ],
    }


def _decks_of(game: str) -> dict[str, Any]:
    """A game's decks, and what lies in its box: of one deck as of another if colours name them."""
    names = pieces.decks(game)
    return {
        "game": game,
        "composition": None if names else pieces.usual(game, "-"),
        "decks": [{"deck": name, "composition": pieces.usual(game, name)} for name in names],
    }


def _tag(tag: Tagged, lang: str) -> dict[str, Any]:
    try:
        text = messages.say(pieces.name(tag.game, tag.piece), lang)
    except Refused:  # a game that this version does not have
        text = tags.describe(tag.piece)
    return {"uid": tag.uid, "game": tag.game, "piece": tag.piece, "text": text}
