"""The tagged pieces of all games: validity, decks and names."""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.errors import Refused
from companion.games import GAME_SPECS
from companion.games.game import Say
from companion.games.spec import Json, Piece, Pieces

Deck = tuple[Piece, ...]

IN_WORDS = 10
"""The largest number that is written as a word."""

NOTHING: Json = {}
"""An empty box."""


def has_piece(game: str, piece: Piece) -> bool:
    """Whether the game has this piece. Raises Refused `tags.no_such_game`."""
    return _pieces(game).fits(piece)


def games() -> tuple[str, ...]:
    """The games whose pieces carry tags."""
    return tuple(GAME_SPECS)


def decks(game: str) -> tuple[str, ...]:
    """The names of a game's decks; empty if each player has one, named by its colour."""
    return _pieces(game).DECKS


def deck_of(game: str, piece: Piece) -> str:
    """The deck of a piece: one of `decks`, or a colour."""
    return _pieces(game).deck_of(piece)


def deck_title(game: str, name: str) -> Say:
    """The title of a deck: its name, or the colour of its player."""
    return Say(f"pieces.deck_{name}") if decks(game) else Say("pieces.deck", {"colour": name})


def usual(game: str, deck: str, box: Json = NOTHING) -> Mapping[str, int]:
    """The usual contents of a deck: copies of each card. Raises Refused."""
    return _pieces(game).usual(deck, box)


def deck(game: str, name: str, composition: Any = None, box: Json = NOTHING) -> Deck:
    """A deck in the order in which its cards are learned. `name`: a colour, or one of `decks`.

    `composition`: a number of copies of every card, or a number for each card as in `usual`; None
    for the contents of the owner's `box`. Raises Refused `tags.no_such_game`, `tags.no_such_deck`,
    `tags.bad_colour`, `tags.bad_deck`, `tags.empty_box`.
    """
    pieces = _pieces(game)
    if pieces.DECKS and name not in pieces.DECKS:
        raise Refused("tags.no_such_deck", deck=name, decks=", ".join(pieces.DECKS))
    usual = pieces.usual(name, box)
    if composition is None and not any(usual.values()):
        raise Refused("tags.empty_box", deck=deck_title(game, name))
    counts = _counts(composition, usual, pieces.most(name))
    return tuple(
        pieces.make(name, card, copy) for card in usual for copy in range(1, counts[card] + 1)
    )


def one_of(game: str, name: str) -> Piece:
    """The first card of a deck, as an example of its pieces. Raises Refused."""
    pieces = _pieces(game)
    return pieces.make(name, next(iter(pieces.usual(name, NOTHING))), 1)


def _counts(composition: Any, usual: Mapping[str, int], most: int) -> Mapping[str, int]:
    """The number of copies of each card. Raises Refused `tags.bad_deck`."""
    counts = dict.fromkeys(usual, composition) if _whole(composition) else composition
    counts = usual if counts is None else counts
    if (
        not isinstance(counts, Mapping)
        or counts.keys() != usual.keys()
        or not all(_whole(count) and 0 <= count <= most for count in counts.values())
        or not any(counts.values())
    ):
        raise Refused("tags.bad_deck", cards=", ".join(usual), most=most)
    return counts


def composition(game: str, name: str, cards: Deck) -> dict[str, int]:
    """The number of copies of each card in a deck, in the format of `deck`."""
    pieces = _pieces(game)
    return {
        card: sum(same_card(pieces.make(name, card, 1), piece) for piece in cards)
        for card in pieces.usual(name, NOTHING)
    }


def name(game: str, piece: Piece, among: Sequence[Piece] = ()) -> Say:
    """The name of a piece: "red 1, third of four" among its deck, else "red 1".

    Raises Refused `tags.no_such_game`, as all functions of this module do.
    """
    what = _pieces(game).title(piece)
    of = sum(same_card(piece, other) for other in among)
    copy = piece.get("copy", 1)
    if of < copy:
        return what if copy == 1 else Say("pieces.copy", {"what": what, "copy": copy})
    if of == 1:
        return what
    if of > IN_WORDS:
        return Say("pieces.nth_of", {"what": what, "nth": copy, "of": of})
    nth, count = Say(f"pieces.nth_{copy}"), Say(f"pieces.count_{of}")
    return Say("pieces.nth_of", {"what": what, "nth": nth, "of": count})


def title(game: str, piece: Piece) -> Say:
    """The name shared by all copies of a card, such as "red 1"."""
    return _pieces(game).title(piece)


def same_card(one: Piece, other: Piece) -> bool:
    """Whether two pieces are copies of one card, or the same piece."""
    return {**one, "copy": 1} == {**other, "copy": 1}


def _pieces(game: str) -> Pieces:
    try:
        return GAME_SPECS[game].pieces
    except KeyError:
        raise Refused("tags.no_such_game", game=game[:40]) from None


def _whole(number: Any) -> bool:
    return isinstance(number, int) and not isinstance(number, bool)
