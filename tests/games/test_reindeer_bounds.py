"""The bounds of a Reindeer Races position, ties in its story, and shared readers."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from reindeer_race import Race

from companion.errors import Refused
from companion.games import reindeer_races
from companion.games.game import Tap
from companion.games.reindeer_races.box import MOST_VALUE
from companion.games.reindeer_races.invariants import broken
from companion.games.reindeer_races.notation import read, write
from companion.games.reindeer_races.state import (
    MOVE_CARDS,
    Card,
    Laid,
    Pending,
    Spot,
    State,
    Tile,
)
from companion.games.reindeer_races.story import STORY

START = Race(3).state
CARD_ZERO = (Laid(0), *START.laid[1:])


def of(**changes: Any) -> State:
    return replace(START, **changes)


def of_box(**changes: Any) -> State:
    return replace(START, box=replace(START.box, **changes))


def of_team(**changes: Any) -> State:
    return START.with_team(replace(START.teams[0], **changes))


def of_teams(count: int) -> State:
    """A state with this many teams."""
    colours = ("red", "blue", "green", "yellow", "white")
    some = [replace(START.teams[0], seat=at, colour=colours[at - 1]) for at in range(1, count + 1)]
    return of(teams=tuple(some), order=tuple(range(1, count + 1)))


def in_seat(seat: int) -> State:
    """A state whose first team sits here."""
    teams = (replace(START.teams[0], seat=seat), *START.teams[1:])
    return of(teams=teams, order=(seat, 2, 3), turn=seat)


@pytest.mark.parametrize(
    "state",
    [
        of_box(moves=(*(1,) * (len(START.box.moves) - 2), 0, 78 - len(START.box.moves) + 1)),
        of_box(rewards=((MOST_VALUE, 5, 4, 3, 2), (9, 7, 5, 3), (10, 8, 6), (12, 9), (15,))),
        of(unnamed=START.unnamed + START.pile),
        of(discard=(Card("gift", 1, MOVE_CARDS),)),
        of_teams(4),
        of_teams(2),
        in_seat(6),
        of(span=2),
        of(laid=START.laid[1:], phase="lay", turn=None),
        of(laid=START.laid[1:], phase="over", turn=None),
        of(phase="over", turn=None),
        of(laid=()),
        of(laid=(Laid(27, turned=True), Laid(26), *START.laid[2:])),
        of_box(rewards=((5, 4, 3, 2, 1), (9, 7, 5, 3), (10, 8, 6), (12, 9), (15,))),
        of_box(tracks=(("plain", "yeti"), *[None] * 26)),
        of_team(hand=0),
        of_team(hand=7),
        replace(of_team(to_name=2), unnamed=2),
        of(discard=(Card("gift", 1),) * 8),
        of(pending=Pending((Card("gift", 1),) * 5)),
        of(pending=Pending((Card("gift", 1),)), discard=(Card("gift", 1),) * 7),
        of(pending=Pending((Card("elf", 1),), "log")),
        replace(Race(box=None).state, begun=True),
        Race(box=None).state.with_team(replace(START.teams[0], tiles=(Tile("gift", None, 1),))),
        of_team(reindeer=(Spot("letter", 1), Spot("letter", 6), Spot("tree", 14), None)),
    ],
    ids=[
        *("no card of a kind", "the highest reward", "an empty pile", "the last copy"),
        *("four teams", "two teams", "the last seat", "a short Bond!"),
        *("one card to lay", "a race called before all lie", "a race called", "no cards laid"),
        *("the last cards of the box", "the lowest reward"),
        *("one track card entered", "no hand", "a full hand", "all surplus to be named"),
        *("all of a kind lie open", "the whole hand is played", "the last of a kind is played"),
        *("elves on a track", "an empty box", "a tile nobody entered", "first and last spaces"),
    ],
)
def test_position_at_a_bound_is_read_back_unchanged(state: State) -> None:
    assert list(broken(state)) == []
    assert read(write(state)) == state


@pytest.mark.parametrize(
    ("state", "wrong"),
    [
        (of_teams(1), "seat"),
        (of_teams(5), "seat"),
        (in_seat(7), "seat"),
        (in_seat(0), "seat"),
        (of(span=1), "span"),
        (of_box(rewards=((5, 4, 3, 2, 0), (9, 7, 5, 3), (10, 8, 6), (12, 9), (15,))), "rewards"),
        (of_team(reindeer=(Spot("letter", 7), None, None, None)), "reindeer"),
        (of_team(reindeer=(Spot("letter", 0), None, None, None)), "reindeer"),
        (of(discard=(Card("gift", 1, MOVE_CARDS + 1),)), "discard"),
        (of(discard=(Card("gift", 1, -1),)), "discard"),
        (replace(of_team(to_name=2), unnamed=1), "unnamed"),
        (of(discard=(Card("gift", 1),) * 9), "pile"),
        (of(unnamed=START.unnamed + START.pile + 1), "pile"),
        (of(pending=Pending((Card("gift", 1),) * 6)), "pending"),
        (of(pending=Pending((Card("gift", 1),)), discard=(Card("gift", 1),) * 8), "pending"),
        (of(laid=CARD_ZERO), "laid"),
        (of(laid=START.laid[1:]), "laid"),
        (of(laid=START.laid, phase="lay", turn=None), "laid"),
        (of(laid=(*START.laid, Laid(26)), phase="over", turn=None), "laid"),
        (of(phase="over"), "turn"),
        (of_team(tiles=(Tile("letter", MOST_VALUE + 1),)), "seat 1 tiles"),
    ],
)
def test_position_beyond_a_bound_is_reported_with_the_field(state: State, wrong: str) -> None:
    assert wrong in list(broken(state))


def test_highest_value_is_a_valid_tile() -> None:
    assert "seat 1 tiles" not in list(broken(of_team(tiles=(Tile("letter", MOST_VALUE),))))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("discard=gift.1", "discard=gift.1.2.3"),
        ("tiles=letter.8", "tiles=letter.8.8.8"),
        ("reindeer=log.3", "reindeer=log.3.3"),
    ],
)
def test_word_with_an_extra_part_is_refused(old: str, new: str) -> None:
    race = Race()
    race.stand(1, "log 3")
    race.correct(1, tiles={"letter": [8]})
    line = write(replace(race.state, discard=(Card("gift", 1),)))
    assert old in line
    with pytest.raises(Refused) as refused:
        read(line.replace(old, new, 1))
    assert refused.value.params["word"].startswith(new)


def test_card_at_a_shared_reader_belongs_to_the_seat_that_is_up() -> None:
    race = Race(3)
    race("done", 1)
    asked = reindeer_races.read(race.state, Tap(0, {"kind": "move", "object": "elf", "count": 1}))
    assert asked == {"act": "tap", "seat": 2, "card": {"object": "elf", "count": 1}}


def test_card_at_a_shared_reader_belongs_to_the_first_seat_until_the_tracks_are_laid() -> None:
    state = Race(3, laid=None).state
    asked = reindeer_races.read(state, Tap(0, {"kind": "track", "card": 7}))
    assert asked == {"act": "tap", "seat": state.order[0], "card": {"kind": "track", "card": 7}}


def test_tap_of_the_seat_that_is_up_plays_even_with_a_discard_to_name() -> None:
    state = of_team(to_name=1)
    asked = reindeer_races.read(state, Tap(1, {"kind": "move", "object": "elf", "count": 1}))
    assert isinstance(asked, dict)
    assert asked["act"] == "tap"


Turn = Callable[[dict[str, Any], dict[str, Any], dict[str, Any]], float | None]
FIGURES: dict[str, Turn] = {figure.name: figure.turn for figure in STORY.figures if figure.turn}


@pytest.mark.parametrize(("act", "counts"), [("done", True), ("correct", True), ("tap", False)])
def test_points_and_rewards_count_after_turns_and_corrections(act: str, counts: bool) -> None:
    after = {"points": 13, "tiles": [{"value": 8}, {"value": 5}]}
    assert FIGURES["points"]({"act": act}, after, after) == (13 if counts else None)
    assert FIGURES["rewards"]({"act": act}, after, after) == (2 if counts else None)
