"""The tagged things of each game: which there are, their decks, and what people call them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.errors import Refused
from companion.games.game import Say

Piece = Mapping[str, Any]
Deck = tuple[Piece, ...]

VALUES = range(1, 6)
COPIES = range(1, 21)
"""Copies of one value that a deck can have at most (interfaces.md section 2, `deck`)."""

IN_WORDS = 10
"""Numbers up to this are said in words."""


def has_piece(game: str, piece: Piece) -> bool:
    """Whether the game has this piece. Raises Refused `tags.no_such_game`."""
    return _pieces(game).fits(piece)


def games() -> tuple[str, ...]:
    """The games whose pieces carry tags."""
    return tuple(_GAMES)


def usual(game: str) -> Mapping[str, int]:
    """The deck as it lies in the box: how many copies of each card. Raises Refused."""
    return _pieces(game).usual


def deck(game: str, colour: str, composition: Any = None) -> Deck:
    """A player's deck in the order in which its cards are learned.

    `composition`: a number of copies of every card, or so many of each, named as in `usual`; None
    for the usual deck. Raises Refused `tags.no_such_game`, `tags.bad_colour`, `tags.bad_deck`.
    """
    pieces = _pieces(game)
    counts = dict.fromkeys(pieces.usual, composition) if _whole(composition) else composition
    counts = pieces.usual if counts is None else counts
    if (
        not isinstance(counts, Mapping)
        or counts.keys() != pieces.usual.keys()
        or not all(_whole(count) and 0 <= count <= COPIES[-1] for count in counts.values())
        or not any(counts.values())
    ):
        raise Refused("tags.bad_deck", cards=", ".join(pieces.usual), most=COPIES[-1])
    made = tuple(
        pieces.make(colour, card, copy)
        for card in pieces.usual
        for copy in range(1, counts[card] + 1)
    )
    if not pieces.fits(made[0]):
        raise Refused("tags.bad_colour", colour=colour)
    return made


def composition(game: str, cards: Deck) -> dict[str, int]:
    """How many copies of each card a deck has, as `deck` takes it."""
    made = _pieces(game).make
    return {
        card: sum(same_card(made(piece.get("colour", ""), card, 1), piece) for piece in cards)
        for card in usual(game)
    }


def name(game: str, piece: Piece, among: Sequence[Piece] = ()) -> Say:
    """What people call a piece: "red 1, third of four", if its deck is given ("red 1" if not)."""
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
    """What all copies of a card are called: "red 1"."""
    return _pieces(game).title(piece)


def same_card(one: Piece, other: Piece) -> bool:
    """Whether two pieces are copies of one card (or the same)."""
    return {**one, "copy": 1} == {**other, "copy": 1}


@dataclass(frozen=True, slots=True)
class _Pieces:
    """A game's tagged pieces. `usual`: card -> copies; `make`: colour, card, copy -> piece."""

    fits: Callable[[Piece], bool]
    usual: Mapping[str, int]
    make: Callable[[str, str, int], Piece]
    title: Callable[[Piece], Say]


def _pieces(game: str) -> _Pieces:
    try:
        return _GAMES[game]
    except KeyError:
        raise Refused("tags.no_such_game", game=game) from None


def _dog_fits(piece: Piece) -> bool:
    """A dog card: colours are the players' own words, values and copies as decks have them."""
    if set(piece) != {"kind", "colour", "value", "copy"} or piece["kind"] != "dog":
        return False
    colour, value, copy = piece["colour"], piece["value"], piece["copy"]
    return (
        isinstance(colour, str)
        and 0 < len(colour) <= 40
        and colour.isprintable()
        and _whole(value)
        and value in VALUES
        and _whole(copy)
        and copy in COPIES
    )


def _dog(colour: str, card: str, copy: int) -> Piece:
    return {"kind": "dog", "colour": colour, "value": int(card), "copy": copy}


def _dog_title(piece: Piece) -> Say:
    return Say("pieces.dog", {"colour": piece.get("colour", ""), "value": piece.get("value", 0)})


def _whole(number: Any) -> bool:
    return isinstance(number, int) and not isinstance(number, bool)


_GAMES: Mapping[str, _Pieces] = {
    "snow_tails": _Pieces(_dog_fits, {str(value): 4 for value in VALUES}, _dog, _dog_title),
}
