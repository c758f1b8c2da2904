"""Learning a deck: the card to tap next, learned tags, tags of other cards."""

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tests.library.box_game as box_game
from companion.errors import Refused
from companion.games import pieces
from companion.messages import say
from companion.store.store import Tagged
from companion.tags import learning
from companion.tags.learning import Learning

GAME = "snow_tails"


def uid(number: int) -> str:
    return f"04{number:012X}"


class Table:
    """A deck being learned, and the tags known so far."""

    def __init__(self, composition: Any = None, colour: str = "red", tags: tuple[Tagged, ...] = ()):
        self.tags = {tag.uid: tag for tag in tags}
        self.now = learning.begin(GAME, colour, composition, tags)

    def tap(self, text: str) -> str:
        """Tap a tag; return the reported outcome."""
        value, learned = self.now.tap(text, self.tags.get(text))
        return self._saved(value, learned)

    def take(self) -> str:
        return self._saved(*self.now.take())

    def _saved(self, value: Learning, learned: Tagged | None) -> str:
        if learned:
            kept = {u: t for u, t in self.tags.items() if t.piece != learned.piece}
            self.tags = {**kept, learned.uid: learned}
        self.now = value
        return said(value)


def said(value: Learning) -> str:
    return say(value.said) if value.said else ""


def asked(value: Learning) -> str:
    return say(value.asked) if value.asked else ""


def dog(value: int, copy: int, colour: str = "red") -> Mapping[str, Any]:
    return {"kind": "dog", "colour": colour, "value": value, "copy": copy}


def test_the_default_deck_has_four_cards_of_each_value() -> None:
    deck = pieces.deck(GAME, "red")
    assert len(deck) == 20
    assert deck[0] == dog(1, 1)
    assert deck[-1] == dog(5, 4)


def test_the_composition_can_be_chosen() -> None:
    assert len(pieces.deck(GAME, "red", 2)) == 10
    counts = {"1": 0, "2": 1, "3": 0, "4": 2, "5": 0}
    deck = pieces.deck(GAME, "red", counts)
    assert deck == (dog(2, 1), dog(4, 1), dog(4, 2))
    assert pieces.composition(GAME, "red", deck) == counts


@pytest.mark.parametrize(
    "composition",
    [
        0,
        -1,
        21,
        True,
        1.5,
        "4",
        [],
        {},
        {"1": 4},
        dict.fromkeys("123456", 4),
        dict.fromkeys("12345", 0),
    ],
)
def test_an_impossible_composition_is_refused(composition: Any) -> None:
    with pytest.raises(Refused) as caught:
        pieces.deck(GAME, "red", composition)
    assert caught.value.key == "tags.bad_deck"


@pytest.mark.parametrize("colour", ["", "x" * 41, "re\nd"])
def test_an_invalid_colour_is_refused(colour: str) -> None:
    with pytest.raises(Refused) as caught:
        learning.begin(GAME, colour, None, ())
    assert caught.value.key == "tags.bad_colour"


def test_an_unknown_game_is_refused() -> None:
    with pytest.raises(Refused) as caught:
        learning.begin("chess", "red", None, ())
    assert caught.value.key == "tags.no_such_game"


def test_the_next_card_is_asked_for_by_name() -> None:
    table = Table()
    names = []
    for number in range(6):
        names.append(asked(table.now))
        table.tap(uid(number))
    assert names[2] == "red 1, third of four"
    assert names[4] == "red 2, first of four"


def test_copies_are_numbered_unless_there_is_only_one() -> None:
    assert say(pieces.name(GAME, dog(1, 11), pieces.deck(GAME, "red", 12))) == "red 1, 11 of 12"
    assert say(pieces.name(GAME, dog(1, 1), pieces.deck(GAME, "red", 1))) == "red 1"
    assert say(pieces.name(GAME, dog(1, 3))) == "red 1, copy 3"


def test_twenty_taps_complete_a_deck() -> None:
    table = Table()
    for number in range(20):
        assert not table.now.complete
        assert table.now.known == number
        table.tap(uid(number))
    assert table.now.complete
    assert table.now.at is None
    assert table.now.missing == ()
    assert {tag.uid: tag.piece for tag in table.tags.values()}[uid(6)] == dog(2, 3)


def test_a_half_learned_deck_continues_at_its_gap() -> None:
    known = (Tagged(uid(1), GAME, dog(1, 1)), Tagged(uid(2), GAME, dog(1, 3)))
    table = Table(tags=known)
    assert table.now.known == 2
    assert asked(table.now) == "red 1, second of four"
    table.tap(uid(3))
    assert asked(table.now) == "red 1, fourth of four"


def test_a_card_tapped_twice_is_named_and_not_learned() -> None:
    table = Table()
    table.tap(uid(1))
    assert table.tap(uid(1)) == "This sticker already stands for red 1, first of four."
    assert (table.now.known, table.now.at, table.now.well) == (1, 1, False)


def test_a_tag_of_another_deck_is_named_and_not_learned() -> None:
    table = Table(tags=(Tagged(uid(9), GAME, dog(3, 2, "blue")),))
    assert "blue 3, copy 2" in table.tap(uid(9))
    assert table.now.known == 0


def test_a_tag_of_an_unknown_game_is_named_and_not_learned() -> None:
    table = Table(tags=(Tagged(uid(9), "chess", {"kind": "rook"}),))
    assert "chess" in table.tap(uid(9))


def test_the_tag_of_another_card_can_be_taken_over() -> None:
    table = Table()
    table.tap(uid(1))
    table.tap(uid(1))
    table.take()
    assert table.now.uids[:2] == ("", uid(1))
    assert table.tags[uid(1)].piece == dog(1, 2)
    with pytest.raises(Refused) as caught:
        table.now.take()
    assert caught.value.key == "learn.nothing_to_take"


def test_a_tag_can_be_taken_over_only_right_after_its_tap() -> None:
    table = Table()
    table.tap(uid(1))
    table.tap(uid(1))
    for step in (table.now.back(), table.now.skip(), table.now.choose(5)):
        with pytest.raises(Refused):
            step.take()


@pytest.mark.parametrize("text", ["08A1B2C3", "08 a1 b2 c3"])
def test_a_random_uid_is_reported_and_not_learned(text: str) -> None:
    table = Table()
    assert "phone or a bank card" in table.tap(text)
    assert table.now.known == 0


@pytest.mark.parametrize("text", ["", "04A30B", "04A30B5AEB6C8000", "nonsense"])
def test_an_incomplete_read_is_reported_and_not_learned(text: str) -> None:
    table = Table()
    assert "not read completely" in table.tap(text)
    assert table.now.known == 0


def test_uids_are_learned_in_one_spelling() -> None:
    """Field report 25."""
    table = Table()
    table.tap("04:a3:0b:5a:eb:6c:80")
    assert list(table.tags) == ["04A30B5AEB6C80"]


def test_back_learns_the_previous_card_again() -> None:
    table = Table()
    table.tap(uid(1))
    table.now = table.now.back()
    assert asked(table.now) == "red 1, first of four"
    assert "instead" in table.tap(uid(2))
    assert list(table.tags) == [uid(2)]
    assert table.now.back().back().back().at == 0


def test_a_known_tag_on_its_own_card_is_confirmed() -> None:
    table = Table()
    table.tap(uid(1))
    table.now = table.now.choose(1)
    assert table.tap(uid(1)) == "Right: red 1, first of four."
    assert table.now.at == 1


def test_skipped_cards_are_asked_for_at_the_end() -> None:
    table = Table(composition=1)
    table.now = table.now.skip()
    for number in range(4):
        table.tap(uid(number))
    assert asked(table.now) == "red 1"
    table.now = table.now.skip()
    assert table.now.asked is None
    assert table.now.missing == (dog(1, 1),)
    table.now = table.now.skip()
    assert asked(table.now) == "red 1"


def test_only_cards_of_the_deck_can_be_chosen() -> None:
    now = Table().now.choose(20)
    assert asked(now) == "red 5, fourth of four"
    for number in (0, 21):
        with pytest.raises(Refused):
            now.choose(number)


def test_a_complete_deck_names_tapped_cards() -> None:
    table = Table(composition=1)
    for number in range(5):
        table.tap(uid(number))
    assert table.tap(uid(3)) == "This is red 4."
    assert table.now.well
    assert "Choose" in table.tap(uid(77))
    assert not table.now.well


def test_refreshed_takes_over_imported_tags() -> None:
    now = Table().now.refreshed([Tagged(uid(1), GAME, dog(1, 1)), Tagged(uid(2), "chess", {})])
    assert now.known == 1


steps = st.one_of(
    st.sampled_from(["back", "skip", "take"]),
    st.integers(1, 10),
    st.integers(0, 12).map(uid),
)


@given(st.lists(steps, max_size=60))
def test_any_steps_leave_the_deck_equal_to_the_saved_tags(done: list[Any]) -> None:
    table = Table(composition=2)
    for step in done:
        if isinstance(step, int):
            table.now = table.now.choose(step)
        elif step == "take":
            if table.now.doubt and table.now.at is not None:
                table.take()
        elif step in ("back", "skip"):
            table.now = getattr(table.now, step)()
        else:
            table.tap(step)
        again = learning.begin(GAME, "red", 2, table.tags.values())
        assert table.now.uids == again.uids
        assert table.now.complete == (again.at is None)


def test_a_named_deck_comes_from_game_and_box(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    box_game.add_to_games(monkeypatch)
    tracks = learning.begin(box_game.NAME, "tracks", None, ())
    tracks, learned = tracks.tap(uid(1), None)
    assert learned == Tagged(uid(1), box_game.NAME, {"kind": "track", "card": 1})
    assert [tracks.known, len(tracks.deck), asked(tracks)] == [1, 3, "track 2 0"]
    box = {"moves": {"letter_1": 2, "elf": 1}}
    moves = learning.begin(box_game.NAME, "moves", None, (), box=box)
    assert [piece["object"] for piece in moves.deck] == ["letter_1", "letter_1", "elf"]
    assert asked(moves) == "letter_1 0, first of two"


def test_an_empty_or_unknown_named_deck_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    box_game.add_to_games(monkeypatch)
    for name, key in (("moves", "tags.empty_box"), ("red", "tags.no_such_deck")):
        with pytest.raises(Refused) as no:
            learning.begin(box_game.NAME, name, None, ())
        assert no.value.key == key
