"""Decks as JSON for the pages: each card with its tag, and the deck being learned."""

from collections.abc import Callable, Sequence
from typing import Any

from companion import messages
from companion.errors import Refused
from companion.games import GAME_SPECS, pieces
from companion.games.spec import Json, Piece
from companion.store.store import Tagged
from companion.tags import tag_file
from companion.tags.learning import Learning


def all_decks(known: Sequence[Tagged], box_of: Callable[[str], Json], lang: str) -> dict[str, Any]:
    """Every known tag, the number of known tags of each deck, and the decks of each game.

    `box_of` returns the contents of a game's box.
    """
    counts: dict[tuple[str, str], int] = {}
    for tag in known:
        if tag.game in GAME_SPECS:  # skip games that this version does not have
            deck = (tag.game, pieces.deck_of(tag.game, tag.piece))
            counts[deck] = counts.get(deck, 0) + 1
    return {
        "tags": [_tag(tag, lang) for tag in known],
        "decks": [
            {"game": game, **_deck(game, named, lang), "known": count}
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
        **_deck(game, named, lang),
        "known": sum(map(bool, uids)),
        "of": len(cards),
        "complete": all(uids),
        "cards": _cards(game, cards, uids, lang),
    }


def learning(deck: Learning, lang: str) -> dict[str, Any]:
    """A deck being learned, with the card to tap next and the outcome of the last tap."""
    return {
        "game": deck.game,
        **_deck(deck.game, deck.named, lang),
        "composition": pieces.composition(deck.game, deck.named, deck.deck),
        "reader": deck.reader,
        "at": None if deck.at is None else deck.at + 1,
        "asked": messages.say(deck.asked, lang) if deck.asked else None,
        "known": deck.known,
        "of": len(deck.deck),
        "complete": deck.complete,
        "said": messages.say(deck.said, lang) if deck.said else "",
        "well": deck.well,
        "doubt": deck.doubt,
        "cards": _cards(deck.game, deck.deck, deck.uids, lang),
    }


def _deck(game: str, named: str, lang: str) -> dict[str, str]:
    """A deck's colour, name and title; `colour` is "" if the game's decks have names."""
    colour = "" if pieces.decks(game) else named
    title = messages.say(pieces.deck_title(game, named), lang)
    return {"colour": colour, "deck": named, "title": title}


def _cards(
    game: str, cards: Sequence[Piece], uids: Sequence[str], lang: str
) -> list[dict[str, Any]]:
    """The cards of a deck with their names and tags ("" for none)."""
    return [
        {
            "piece": card,
            "title": messages.say(pieces.title(game, card), lang),
            "text": messages.say(pieces.name(game, card, cards), lang),
            "uid": uid,
        }
        for card, uid in zip(cards, uids, strict=True)
    ]


def _decks_of(game: str, box: Json, lang: str) -> dict[str, Any]:
    """A game's named decks, or the one composition that decks of all colours share."""
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
    except Refused:  # this version does not have the game
        text = tag_file.describe(tag.piece)
    return {"uid": tag.uid, "game": tag.game, "piece": tag.piece, "text": text}
