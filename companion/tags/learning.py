"""Learn a deck's tags by tapping card after card. Pure.

A Learning is immutable: each tap returns a new one. The caller looks up the tapped tag, saves the
learned one, and shows the new Learning once it is on disk: table/tag_learning.py at the table,
cli/learn.py on a terminal.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from companion.errors import Refused
from companion.games import pieces
from companion.games.game import Say
from companion.games.pieces import Deck
from companion.games.spec import Json, Piece
from companion.store.records import Tagged
from companion.tags.tag_file import normal, random_uid


@dataclass(frozen=True, slots=True)
class Learning:
    """A deck being learned. `named`: the deck's colour, or its name if the game's decks have names.

    `uids`: the tag of each card of `deck`, "" for none. `at`: the index of the card to tap next,
    None if there is none. `said`: the outcome of the last tap, a success if `well`. `doubt`: a
    tapped tag that belongs to another card; `take` gives it to this one. `reader`: the seat whose
    reader is used, 0 for any reader.
    """

    game: str
    named: str
    deck: Deck
    uids: tuple[str, ...]
    at: int | None
    reader: int = 0
    said: Say | None = None
    well: bool = True
    doubt: str = ""

    @property
    def known(self) -> int:
        """How many cards of the deck have a tag."""
        return sum(map(bool, self.uids))

    @property
    def complete(self) -> bool:
        """Whether every card of the deck has a tag."""
        return all(self.uids)

    @property
    def missing(self) -> tuple[Piece, ...]:
        """The cards without a tag."""
        return tuple(piece for piece, uid in zip(self.deck, self.uids, strict=True) if not uid)

    def name(self, piece: Piece) -> Say:
        """The name of a card, such as "red 1, third of four"."""
        return pieces.name(self.game, piece, self.deck)

    @property
    def asked(self) -> Say | None:
        """The name of the card to tap next."""
        return None if self.at is None else self.name(self.deck[self.at])

    def tap(self, uid: str, found: Tagged | None) -> tuple["Learning", Tagged | None]:
        """Handle a tapped tag; also returns the tag to save, if any. `found`: its piece so far."""
        try:
            uid = normal(uid)
        except Refused:
            return self.failed(Say("learn.bad_read", {"uid": uid})), None
        if random_uid(uid):
            return self.failed(Say("tags.random_uid", {"uid": uid})), None
        here = None if self.at is None else self.deck[self.at]
        if found is None:
            choose = Say("learn.choose", {"uid": uid})
            return self._learn(uid) if here else (self.failed(choose), None)
        if found.game == self.game and found.piece == here:
            return self._learn(uid)
        return self._other(uid, found), None

    def take(self) -> tuple["Learning", Tagged]:
        """Give the last tapped tag, which belongs to another card, to this card.

        Raises Refused `learn.nothing_to_take`.
        """
        if self.at is None or not self.doubt:
            raise Refused("learn.nothing_to_take")
        freed = tuple("" if uid == self.doubt else uid for uid in self.uids)
        return replace(self, uids=freed)._learn(self.doubt)

    def back(self) -> "Learning":
        """Go back to the card before this one, to learn it again."""
        last = len(self.deck) if self.at is None else self.at
        return self._ask(max(0, last - 1))

    def skip(self) -> "Learning":
        """Go to the next card without a tag."""
        return self._ask(self._next(self.at, self.uids))

    def choose(self, number: int) -> "Learning":
        """Go to a card by its number in the deck, from 1. Raises Refused `learn.no_such_card`."""
        if not 1 <= number <= len(self.deck):
            raise Refused("learn.no_such_card", n=number, of=len(self.deck))
        return self._ask(number - 1)

    def failed(self, said: Say) -> "Learning":
        """The same deck with the reason why the last tap taught nothing."""
        return replace(self, said=said, well=False, doubt="")

    def refreshed(self, tags: Iterable[Tagged]) -> "Learning":
        """The same deck with these known tags (after an import)."""
        uids = _uids(self.game, self.deck, tags)
        at = self.at if self.at is not None and not uids[self.at] else self._next(None, uids)
        return replace(self, uids=uids, at=at, doubt="")

    def _learn(self, uid: str) -> tuple["Learning", Tagged]:
        assert self.at is not None
        at, piece = self.at, self.deck[self.at]
        old = self.uids[at]
        key = "learn.learned" if not old else "learn.same" if old == uid else "learn.replaced"
        uids = (*self.uids[:at], uid, *self.uids[at + 1 :])
        learned = replace(
            self,
            uids=uids,
            at=self._next(at, uids),
            said=Say(key, {"piece": self.name(piece)}),
            well=True,
            doubt="",
        )
        return learned, Tagged(uid, self.game, piece)

    def _other(self, uid: str, found: Tagged) -> "Learning":
        """Report a tag of another card: of this deck, another deck or another game."""
        if found.game == self.game and found.piece in self.deck:
            name, key = self.name(found.piece), "learn.twice"
        else:
            name, key = _far_name(found), "learn.other_deck"
        if self.at is None:
            said = Say("learn.is", {"piece": name})
            return replace(self, said=said, well=True, doubt="")
        return replace(self, said=Say(key, {"piece": name}), well=False, doubt=uid)

    def _ask(self, at: int | None) -> "Learning":
        return replace(self, at=at, said=None, well=True, doubt="")

    def _next(self, at: int | None, uids: tuple[str, ...]) -> int | None:
        """The next card without a tag after this one, starting over at the end of the deck."""
        first = 0 if at is None else at + 1
        places = [*range(first, len(uids)), *range(first)]
        return next((place for place in places if not uids[place] and place != at), None)


def begin(
    game: str,
    named: str,
    composition: Any,
    tags: Iterable[Tagged],
    reader: int = 0,
    box: Json = pieces.NOTHING,
) -> Learning:
    """Start at the first card without a tag. Raises Refused, as `pieces.deck` does."""
    deck = pieces.deck(game, named, composition, box)
    uids = _uids(game, deck, tags)
    at = next((place for place, uid in enumerate(uids) if not uid), None)
    return Learning(game, named, deck, uids, at, reader)


def _uids(game: str, deck: Deck, tags: Iterable[Tagged]) -> tuple[str, ...]:
    of_game = [tag for tag in tags if tag.game == game]
    return tuple(next((t.uid for t in of_game if t.piece == piece), "") for piece in deck)


def _far_name(found: Tagged) -> Say:
    """The name of a piece of another deck, which may belong to an unknown game."""
    try:
        return pieces.name(found.game, found.piece)
    except Refused:
        return Say("learn.of_game", {"game": found.game})
