"""Sitting down by a card while a race is set up."""

import pytest

from companion.errors import Refused
from companion.games.game import Light
from companion.signals import Origin, Tag
from companion.store.store import Tagged
from companion.table.sit_down import SEATING_S, SitDown
from companion.table.strip_frames import StripFrames
from tests.table.table_actor import OPTIONS, Actor

RED = Tagged("AA", "snow_tails", {"kind": "dog", "colour": "red", "value": 4, "copy": 1})
BLUE = Tagged("BB", "snow_tails", {"kind": "dog", "colour": "blue", "value": 4, "copy": 1})


def tapped(table: Actor, seat: int, uid: str = "AA04") -> None:
    table.signal(Tag(seat, uid.ljust(14, "0"), Origin("node", "n")))


def test_a_card_seats_its_owner_at_one_seat_only() -> None:
    seating = SitDown(0.0).tap(3, RED).tap(1, BLUE).tap(3, RED)
    assert seating.seats == {1: "blue", 3: "red"}
    assert seating.tap(2, RED).seats == {1: "blue", 2: "red"}
    assert seating.tap(3, BLUE).seats == {3: "blue"}


@pytest.mark.parametrize(
    ("seat", "found", "key"),
    [
        (1, None, "seating.unknown_card"),
        (1, Tagged("C", "reindeer_races", {"kind": "mud", "value": 1}), "seating.no_colour"),
        (0, RED, "seating.shared_reader"),
    ],
)
def test_card_that_cannot_seat_a_player_is_refused(
    seat: int, found: Tagged | None, key: str
) -> None:
    with pytest.raises(Refused, match=key):
        SitDown(0.0).tap(seat, found)


def test_taps_seat_players_only_while_set_up_is_open(table: Actor) -> None:
    assert table.post("seating", "guest", do="start").status == 403
    assert table.post("seating", do="dance").key == "seating.no_such_step"
    table.post("seating", do="start")
    tapped(table, 3)
    tapped(table, 1, "DD")
    assert table.table.snapshot.sit_down is not None
    assert table.table.snapshot.sit_down.seats == {3: "red"}
    assert table.table.snapshot.notices[-1].key == "seating.unknown_card"
    table.post("seating", do="stop")
    assert table.table.snapshot.sit_down is None
    tapped(table, 3)
    assert table.table.snapshot.sit_down is None


def test_an_abandoned_set_up_ends_by_itself(table: Actor) -> None:
    table.post("seating", do="start")
    version = table.table.snapshot.version
    table.now += SEATING_S - 1
    table.post("seating", do="start")
    assert table.table.snapshot.version == version
    table.now += SEATING_S - 1
    table.table.tick(table.now)
    assert table.table.snapshot.sit_down is not None
    table.now += 1
    table.table.tick(table.now)
    assert table.table.snapshot.sit_down is None


def test_a_race_ends_sitting_down_and_its_taps_play(table: Actor) -> None:
    table.post("seating", do="start")
    table.begin()
    assert table.table.snapshot.sit_down is None
    table.post("seating", do="start")  # its set-up can still be reopened
    table.post("seating", do="stop")
    tapped(table, 1)
    table.rest()
    assert table.state["seats"][0]["pending"]["value"] == 4
    table.act(act="slot", seat=1, slot="left")
    assert table.act(act="done", seat=1).status == 200
    assert table.post("seating", do="start").key == "seating.race_runs"


def test_seat_taken_by_card_is_lit_in_its_colour(table: Actor) -> None:
    table.begin(options=OPTIONS)
    table.post("seating", do="start")
    tapped(table, 2)
    lamps = StripFrames()
    lengths = dict.fromkeys(range(1, 6), 4)
    frames = lamps.frames(table.table.snapshot, {}, lambda seat, now: 0.0, lengths, 0.0)
    lit = {seat for seat, frame in frames.items() if any(map(any, frame))}
    assert lit == {2}
    red, green, blue = frames[2][0]
    assert red > max(green, blue)
    assert len(set(frames[2])) == 1
    assert lamps._lights == {2: Light("seated")}
