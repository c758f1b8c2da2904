"""Reindeer Races positions as one line of text, and their round trip."""

from collections.abc import Callable
from typing import Any

import pytest
from reindeer_race import Race

from companion.errors import Refused
from companion.games.reindeer_races import notation
from companion.games.reindeer_races.notation import read, write


def eventful() -> Race:
    """A race in which every kind of field is used."""
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


def test_position_is_readable_text() -> None:
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


ADA_AND_BERT = "seat=1 name=Ada colour=red | seat=2 name=Bert colour=blue"


@pytest.mark.parametrize(
    ("options", "line"),
    [
        ({"box": None, "laid": None}, "order=1,2 turn=1"),
        (
            {"box": {"tracks": [*[None] * 26, ["plain", "yeti"]]}, "laid": None},
            f"tracks={'-,' * 26}py order=1,2 phase=lay",
        ),
        (
            {"box": "example", "laid": None, "bond_span": 2},
            "moves=8,6,8,6,8,6,8,6,8,6,7 tracks=pp,pf,bp,kp,ps,py,fp,pp,pk,sp,bf,pp,yp,pl,rp,pp,"
            "ks,pb,ff,pp,sk,pr,pp,ly,bb,ps,kf rewards=8,6,5,3,2;9,7,5,3;10,8,6;12,9;15 "
            "example=yes order=1,2 span=2 phase=lay",
        ),
    ],
)
def test_start_position_is_written_in_full(options: dict[str, Any], line: str) -> None:
    state = Race(**options).state
    assert write(state) == f"reindeer_races/1 {line} | {ADA_AND_BERT}"
    assert read(write(state)) == state


SIDEWAYS = {"act": "land", "seat": 1, "end": 4, "track": "gift", "action": "skis"}


@pytest.mark.parametrize(
    ("cards", "acts", "word"),
    [
        (["elf"], [], "elf.1///yes/"),
        (["elf"], [{"act": "track", "seat": 1, "track": "gift"}], "elf.1/gift//yes/"),
        (["gift_2", "elf"], [], "gift.2,elf.1///yes/"),
        (
            ["elf"],
            [
                {"act": "track", "seat": 1, "track": "log"},
                {"act": "tap", "seat": 1, "card": {"object": "gift", "count": 1}},
            ],
            "elf.1,gift.1///yes/",
        ),
        (
            ["gift_2"],
            [{"act": "reindeer", "seat": 1, "reindeer": 4, "leaps": False}],
            "gift.2//4/no/",
        ),
        (
            ["gift_2"],
            [{"act": "reindeer", "seat": 1, "reindeer": 4, "leaps": [False, True]}],
            "gift.2//4/ny/",
        ),
        (["log_2"], [SIDEWAYS], "log.2///yes/gift.4.skis"),
        (["log_2"], [{"act": "land", "seat": 1, "end": 2}], "log.2///yes/log.2."),
        (["log_2"], [{"act": "land", "seat": 1, "end": "off"}], "log.2///yes/log.off."),
    ],
)
def test_half_played_turn_is_one_word(
    cards: list[str], acts: list[dict[str, Any]], word: str
) -> None:
    race = Race(spaces={"log": {2: "ice_left"}})
    race.tap(1, *cards)
    for act in acts:
        race.do(act)
    assert f" pending={word} |" in write(race.state)
    assert read(write(race.state)) == race.state


def own_space() -> Race:
    """A race in which a reindeer slides sideways back to its own space."""
    race = Race(spaces={"log": {2: "ice_left"}})
    race.stand(1, "log 1")
    race.tap(1, "log_1")
    race("reindeer", 1, reindeer=1)
    race("land", 1, end=1)
    return race


def none_beside() -> Race:
    """A race in which the team that is up has no reindeer beside the tracks."""
    race = Race()
    race.stand(1, "gift 1", "log 2", "log 3", "log 4")
    race.tap(1, "gift_1")
    return race


def all_gone() -> Race:
    race = Race()
    race("retire", 1)
    race("retire", 2)
    return race


def called() -> Race:
    """A race ended early in the middle of a turn."""
    race = Race()
    race.tap(1, "gift_1")
    race("end")
    return race


def emptied() -> Race:
    """A race with the last reward of a track gone."""
    race = Race()
    race.correct(1, tiles={"tree": [15]})
    return race


@pytest.mark.parametrize("race", [own_space, none_beside, all_gone, called, emptied])
def test_rare_positions_round_trip(race: Callable[[], Race]) -> None:
    state = race().state
    assert read(write(state)) == state


def test_position_round_trips() -> None:
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
        ("turn=3", "phase=lay turn=3", "laid"),
        ("turn=3", "phase=night turn=3", "phase"),
        ("seat=1 ", "", "seat"),
        ("name=Ada ", "", "name"),
        ("order=1,2,3 ", "", "order"),
        ("laid=7,3", "laid=7,3x", None),
        ("tracks=pp", "tracks=ppp", None),
        ("discard=letter.2.3", "discard=letter.2.x", "discard=letter.2.x"),
        ("told=2/no/0/2", "told=2/no/0", "told=2/no/0"),
        ("log.4.skis", "log.4.skis.1", None),
        ("log.4.skis", "log.moon.", None),
    ],
)
def test_invalid_line_is_refused_with_the_word(old: str, new: str, word: str | None) -> None:
    line = write(eventful().state)
    assert old in line
    with pytest.raises(Refused) as refused:
        read(line.replace(old, new, 1))
    assert refused.value.key == "reindeer_races.notation"
    assert word in (None, refused.value.params["word"])


def test_every_space_has_its_own_letter() -> None:
    assert len(set(notation.LETTERS.values())) == 8
