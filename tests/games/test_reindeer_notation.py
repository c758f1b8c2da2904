"""A position of Reindeer Races is one line of text, and reads back as it was."""

import pytest
from reindeer_race import Race

from companion.errors import Refused
from companion.games.reindeer_races import notation
from companion.games.reindeer_races.notation import read, write


def eventful() -> Race:
    """A race with a bit of everything."""
    race = Race(3, {"gift": {2: "ice_left"}})
    race.stand(2, "log 3", "", "tree 14")
    race.correct(3, tiles={"letter": [8]})
    race.correct(1, hand=7)
    race("done", 1)
    race("tap", 2, card={"object": "letter", "count": 2, "copy": 3})
    race("done", 2)
    race("flip", card=9)
    race.tap(3, "gift_1", "elf")
    race("reindeer", 3, reindeer=2, leaps=[True, False])
    race("land", 3, end=4, track="log", action="skis")
    return race


def test_a_position_is_written_as_a_person_can_read_it() -> None:
    line = write(eventful().state)
    assert line.startswith("reindeer_races/1 moves=8,6,")
    for word in (
        "rewards=8,6,5,3,2;9,7,5,3;10,8,6;12,9;15",
        "laid=7,3,1,2,4,5,6,8,9t,10,",
        "discard=letter.2.3",
        "pending=gift.1,elf.1//2/yn/log.4.skis",
        "tiles=letter.8",
        "reindeer=log.3,letter.2,tree.14,",
        "told=2/no/0/2",
    ):
        assert word in line


def test_a_position_reads_back_as_it_was() -> None:
    state = eventful().state
    assert read(write(state)) == state
    for end in ("reward", "off"):
        race = eventful()
        race("land", 3, end=end)
        assert read(write(race.state)) == race.state
    for race in (Race(box=None, laid=None), Race(laid=None), Race(box="example")):
        assert read(write(race.state)) == race.state


@pytest.mark.parametrize(
    ("old", "new", "word"),
    [
        ("reindeer_races/1", "snow_tails/1", "snow_tails/1"),
        ("turn=3", "turn=4", "turn"),
        ("turn=3", "wings=3", "wings=3"),
        ("laid=7,3", "laid=7,7", "laid"),
        ("laid=7,3", "laid=7,99", "laid"),
        ("moves=8", "moves=9", "moves"),
        ("rewards=8", "rewards=1", "rewards"),
        ("rewards=8,6,5,3,2;", "rewards=;", "rewards"),
        ("tracks=pp", "tracks=px", None),
        ("tracks=pp", "tracks=p", None),
        ("discard=letter.2.3", "discard=letter", "discard=letter"),
        ("discard=letter.2.3", "discard=sock.2", "discard"),
        ("unnamed=2", "unnamed=1", "unnamed"),
        ("unnamed=2", "unnamed=70", "pile"),
        ("gift.1,elf.1//2/yn", "gift.1,log.1//2/yn", "pending"),
        ("gift.1,elf.1//2/yn", "gift.1,elf.1/log/2/yn", "pending"),
        ("gift.1,elf.1//2/yn", "gift.1,elf.1//2/maybe", None),
        ("log.4.skis", "log.11.skis", "pending"),
        ("log.4.skis", "off.4", None),
        ("tiles=letter.8", "tiles=letter.7", "tiles"),
        ("tiles=letter.8", "tiles=sock.8", "seat 3 tiles"),
        ("reindeer=log.3,letter.2", "reindeer=log.3,log.3", "reindeer"),
        ("reindeer=log.3,letter.2", "reindeer=log.13,letter.2", "reindeer"),
        ("reindeer=log.3,", "reindeer=", "seat 2 reindeer"),
        ("seat=2 ", "seat=3 ", "seat"),
        ("order=1,2,3", "order=1,2", "order"),
        (" hand=7", " hand=8", "seat 1 hand"),
        ("turn=3", "span=4 turn=3", "span"),
        ("turn=3", "round=0 turn=3", "round"),
        ("turn=3", "phase=over turn=3", "turn"),
        ("turn=3", "phase=lay turn=3", "reindeer"),
        ("turn=3", "phase=night turn=3", "phase"),
        ("seat=1 ", "", "seat"),
    ],
)
def test_a_line_that_makes_no_sense_is_refused_with_its_word(
    old: str, new: str, word: str | None
) -> None:
    line = write(eventful().state)
    assert old in line
    with pytest.raises(Refused) as refused:
        read(line.replace(old, new, 1))
    assert refused.value.key == "reindeer_races.notation"
    assert word in (None, refused.value.params["word"])


def test_every_space_has_a_letter_of_its_own() -> None:
    assert len(set(notation.LETTERS.values())) == 8
