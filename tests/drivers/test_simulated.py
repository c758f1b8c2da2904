"""The simulated room: hands move, and what arrives went through the nodes' real program."""

import os
import random
import threading
import time
from collections.abc import Callable, Iterator
from queue import SimpleQueue
from typing import Any

import pytest
from driver_rig import PATIENCE_S, Disk, bright

from companion.config import Config, Leds, Seat, simulated
from companion.drivers.hearing import Report
from companion.drivers.simulated import SimulatedRoom
from companion.drivers.simulated_cards import piece_of, uid_of
from companion.errors import Refused
from companion.games import pieces
from companion.protocols.presence import MUTE_MS
from companion.signals import Button, Device, Gone, Tag

RED_FOUR = {"colour": "red", "value": 4, "copy": 2}
GREEN = ((0, 255, 0),) * 8
BLACK = ((0, 0, 0),) * 8


class Played:
    """A room of two seats, and everything it reports; all is settled when it is taken."""

    def __init__(self, config: Config | None = None) -> None:
        self.reports: SimpleQueue[Report] = SimpleQueue()
        disk = Disk()
        self.room = SimulatedRoom(
            bright(config or simulated(2)),
            self.reports.put,
            disk.positions.get,
            disk.next_session,
            random.Random(1),
        )

    def next(self) -> Report:
        """The next report but beats and devices."""
        while True:
            report = self.reports.get(timeout=PATIENCE_S)
            if isinstance(report, Tag | Gone | Button):
                self.room.settle(report.origin)
                return report

    def await_state(self, seat: int, state: str) -> None:
        while True:
            report = self.reports.get(timeout=PATIENCE_S)
            if isinstance(report, Device) and (report.seat, report.state) == (seat, state):
                return

    def await_seat(self, seat: int, fits: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Until an onlooker sees the seat so."""
        version, seats = self.room.look()
        while not fits(seats[seat - 1]):
            newer = self.room.wait(version, PATIENCE_S)
            assert newer > version, seats[seat - 1]
            version, seats = self.room.look()
        return seats[seat - 1]


@pytest.fixture
def played() -> Iterator[Played]:
    played = Played()
    played.room.start()
    played.await_seat(1, lambda seat: bool(seat["linked"]))
    played.await_seat(2, lambda seat: bool(seat["linked"]))
    yield played
    played.room.close()


def test_a_card_is_laid_and_lifted(played: Played) -> None:
    played.room.tap(2, RED_FOUR)
    tag = played.next()
    assert isinstance(tag, Tag)
    assert (tag.seat, tag.uid) == (2, uid_of(RED_FOUR))
    known = played.room.tagged(tag.uid)
    assert known is not None
    assert (known.game, known.piece) == ("snow_tails", {"kind": "dog", **RED_FOUR})
    assert played.room.look()[1][1]["card"] == {"kind": "dog", **RED_FOUR}
    played.room.lift(2)
    assert isinstance(played.next(), Gone)
    assert played.room.look()[1][1]["card"] is None


def test_a_foreign_tag_is_laid_by_its_uid(played: Played) -> None:
    played.room.tap(1, "08a1b2c3")
    tag = played.next()
    assert isinstance(tag, Tag)
    assert tag.uid == "08A1B2C3"
    assert played.room.tagged(tag.uid) is None
    assert played.room.look()[1][0]["card"] == {"uid": "08A1B2C3"}


def test_what_a_hand_is_told_in_a_row_it_does_in_a_row(played: Played) -> None:
    played.room.tap(1, RED_FOUR)
    played.room.press(1, "left")
    played.room.press(1, "ok")
    told = [played.next() for _ in range(5)]
    assert isinstance(told[0], Tag)
    edges = [(each.button, each.down) for each in told[1:] if isinstance(each, Button)]
    assert edges == [("left", True), ("left", False), ("ok", True), ("ok", False)]


def test_a_press_lasts_as_long_as_it_was_said_to(played: Played) -> None:
    played.room.press(1, "ok", hold_s=0.5)
    down, up = played.next(), played.next()
    assert isinstance(down, Button)
    assert isinstance(up, Button)
    assert 0.45 <= (up.ticks_ms - down.ticks_ms) / 1000 <= 0.7


def test_two_buttons_are_down_at_once(played: Played) -> None:
    played.room.down(1, "brake")
    played.room.down(1, "ok")
    first, second = played.next(), played.next()
    assert isinstance(first, Button)
    assert isinstance(second, Button)
    assert second.held == {"brake", "ok"}
    played.await_seat(1, lambda seat: seat["down"] == ["brake", "ok"])
    played.room.up(1, "brake")
    third = played.next()
    assert isinstance(third, Button)
    assert (third.button, third.held) == ("brake", {"ok"})


def test_the_strip_shows_what_the_node_received(played: Played) -> None:
    played.room.show({1: GREEN})
    seat = played.await_seat(1, lambda seat: seat["pixels"] == ["00FF00"] * 8)
    assert seat == {
        "seat": 1,
        "pixels": ["00FF00"] * 8,
        "cable": True,
        "linked": True,
        "down": [],
        "card": None,
        "cut": False,
        "rate": 0.0,
        "stalled": False,
        "faults": [],
    }
    assert played.room.strips() == {1: GREEN, 2: BLACK}


def test_without_its_cable_a_seat_reaches_nothing_and_is_dark(played: Played) -> None:
    played.room.show({1: GREEN, 2: GREEN})
    played.await_seat(2, lambda seat: seat["pixels"] == ["00FF00"] * 8)
    played.room.unplug(2)
    seat = played.await_seat(2, lambda seat: not seat["cable"])
    assert (seat["linked"], seat["pixels"]) == (False, ["000000"] * 8)
    played.room.press(2, "ok")
    played.await_seat(2, lambda seat: seat["down"] == ["ok"])
    played.await_seat(2, lambda seat: seat["down"] == [])
    played.room.press(1, "right")
    assert [(each.seat, each.button) for each in presses(played, 1)] == [(1, "right")]
    played.room.plug(2)
    played.await_seat(2, lambda seat: seat["pixels"] == ["00FF00"] * 8)
    played.room.press(2, "brake")
    assert [(each.seat, each.button) for each in presses(played, 1)] == [(2, "brake")]


def presses(played: Played, count: int) -> list[Button]:
    """The next presses, their releases left out."""
    told: list[Button] = []
    while len(told) < count:
        report = played.next()
        if isinstance(report, Button) and report.down:
            told.append(report)
    return told


def test_pulled_power_takes_the_nodes_memory_with_it(played: Played) -> None:
    played.room.press(1, "ok")
    first = presses(played, 1)[0]
    played.next()
    played.room.unplug(1)
    played.room.plug(1)
    played.await_state(1, "connected")
    played.room.press(1, "ok")
    again = presses(played, 1)[0]
    assert again.origin.session != first.origin.session
    assert again.origin.seq == 1


def test_a_cut_cable_delivers_later_what_the_node_kept(played: Played) -> None:
    played.room.cut(1)
    played.room.press(1, "ok")
    played.await_seat(1, lambda seat: seat["down"] == ["ok"])
    played.await_seat(1, lambda seat: seat["down"] == [])
    played.room.mend(1)
    first, second = played.next(), played.next()
    assert isinstance(first, Button)
    assert isinstance(second, Button)
    assert (first.down, second.down) == (True, False)


def test_damaged_bytes_damage_no_game(played: Played) -> None:
    played.room.damage(1, 0.005)
    for button in ("left", "right", "brake"):
        played.room.press(1, button)
    assert [edge.button for edge in presses(played, 3)] == ["left", "right", "brake"]


def test_a_node_that_hangs_is_lost_and_comes_back(played: Played) -> None:
    played.room.stall(1)
    played.await_state(1, "lost")
    played.room.stall(1, False)
    played.await_state(1, "connected")


@pytest.mark.parametrize("cause", ["reload", "reset"])
def test_a_node_that_restarts_gets_its_light_back(played: Played, cause: str) -> None:
    played.room.show({1: GREEN})
    played.await_seat(1, lambda seat: seat["pixels"] == ["00FF00"] * 8)
    played.room.reboot(1, cause)
    played.await_seat(1, lambda seat: not seat["linked"])
    played.await_seat(1, lambda seat: seat["linked"] and seat["pixels"] == ["00FF00"] * 8)


def test_every_change_is_announced(played: Played) -> None:
    changed = threading.Event()
    played.room.watch(changed.set)
    played.room.down(1, "ok")
    assert changed.wait(PATIENCE_S)


def test_the_page_moves_the_same_hands(played: Played) -> None:
    played.room.hand({"hand": "tap", "seat": 1, "card": RED_FOUR})
    assert isinstance(played.next(), Tag)
    played.room.hand({"hand": "down", "seat": 1, "button": "ok"})
    assert isinstance(played.next(), Button)
    played.room.hand({"hand": "up", "seat": 1, "button": "ok"})
    assert isinstance(played.next(), Button)
    played.room.hand({"hand": "lift", "seat": 1})
    assert isinstance(played.next(), Gone)
    played.room.hand({"hand": "unplug", "seat": 1})
    played.await_seat(1, lambda seat: not seat["cable"])
    played.room.hand({"hand": "unplug", "seat": 1})
    played.room.hand({"hand": "plug", "seat": 1})
    played.await_seat(1, lambda seat: bool(seat["linked"]))


@pytest.mark.parametrize(
    "movement",
    [
        {},
        {"hand": "wave", "seat": 1},
        {"hand": ["tap"], "seat": 1},
        {"hand": "close", "seat": 1},
        {"hand": "lift"},
        {"hand": "lift", "seat": 9},
        {"hand": "lift", "seat": "1"},
        {"hand": "lift", "seat": True},
        {"hand": "lift", "seat": 1, "card": RED_FOUR},
        {"hand": "down", "seat": 1},
        {"hand": "down", "seat": 1, "button": "fire"},
        {"hand": "down", "seat": 1, "button": ["ok"]},
        {"hand": "tap", "seat": 1, "card": None},
        {"hand": "tap", "seat": 1, "card": "red 4"},
        {"hand": "tap", "seat": 1, "card": {"colour": "red"}},
        {"hand": "tap", "seat": 1, "card": {"colour": 3, "value": 4}},
        {"hand": "tap", "seat": 1, "card": {"colour": "red", "value": 4, "copy": True}},
        {"hand": "tap", "seat": 1, "card": {"colour": "red", "value": 4, "suit": "x"}},
        {"hand": "tap", "seat": 1, "card": {"colour": "red", "value": 4, "kind": "cat"}},
        {"hand": "cut", "seat": 9},
        {"hand": "damage", "seat": 1},
        {"hand": "damage", "seat": 1, "rate": 1.5},
        {"hand": "damage", "seat": 1, "rate": float("nan")},
        {"hand": "damage", "seat": 1, "rate": True},
        {"hand": "damage", "seat": 1, "rate": "much"},
        {"hand": "stall", "seat": 1, "stalled": 1},
        {"hand": "reboot", "seat": 1, "cause": "reset"},
        {"hand": "fault", "seat": 1, "fault": "mute"},
        {"hand": "fault", "seat": 1, "fault": "fire", "on": True},
        {"hand": "fault", "seat": 1, "fault": ["mute"], "on": True},
        {"hand": "fault", "seat": 1, "fault": "mute", "on": "yes"},
        {"hand": "fault", "seat": 9, "fault": "mute", "on": True},
    ],
)
def test_a_movement_without_sense_is_refused(played: Played, movement: dict[str, Any]) -> None:
    before = played.room.look()
    with pytest.raises(Refused, match=r"^room\."):
        played.room.hand(movement)
    assert played.room.look() == before


def note(played: Played, seat: int) -> str:
    """What the driver says of the seat's node beside its state, when that changes next."""
    while True:
        report = played.reports.get(timeout=PATIENCE_S)
        if isinstance(report, Device) and report.seat == seat and report.state == "connected":
            return report.note


def switch(played: Played, fault: str, on: bool) -> None:
    """A fault of the reader at seat 1 begins or ends, as the page has it."""
    played.room.hand({"hand": "fault", "seat": 1, "fault": fault, "on": on})
    played.await_seat(1, lambda seat: seat["faults"] == [fault] * on)


def test_a_mute_reader_is_noticed_and_said_and_comes_back(played: Played) -> None:
    played.await_state(1, "connected")
    began = time.monotonic()
    switch(played, "mute", True)
    assert note(played, 1) == "link.reader_mute"
    assert time.monotonic() - began >= MUTE_MS / 1000
    switch(played, "mute", False)
    assert note(played, 1) == ""
    played.room.tap(1, RED_FOUR)
    assert isinstance(played.next(), Tag)


def test_two_cards_are_told_until_one_is_left(played: Played) -> None:
    played.await_state(1, "connected")
    switch(played, "two", True)
    played.room.tap(1, RED_FOUR)
    assert note(played, 1) == "link.reader_two"
    switch(played, "two", False)
    tag = played.next()
    assert isinstance(tag, Tag)
    assert tag.uid == uid_of(RED_FOUR)


@pytest.mark.parametrize("fault", ["noise", "slow"])
def test_noise_and_slowness_at_the_reader_lose_no_tap_and_double_none(
    played: Played, fault: str
) -> None:
    switch(played, fault, True)
    for seat in (1, 2):
        played.room.tap(seat, RED_FOUR)
        tag = played.next()
        assert isinstance(tag, Tag)
        assert (tag.seat, tag.uid) == (seat, uid_of(RED_FOUR))
    played.room.lift(1)
    assert isinstance(played.next(), Gone)


def test_answers_that_come_late_tell_of_a_card_but_not_that_it_is_gone(played: Played) -> None:
    switch(played, "late", True)
    played.room.tap(1, RED_FOUR)
    assert isinstance(played.next(), Tag)
    played.room.lift(1)
    switch(played, "late", False)
    assert isinstance(played.next(), Gone)


@pytest.mark.parametrize("fault", ["checksum", "truncated"])
def test_a_reader_of_which_no_answer_is_whole_reads_nothing(played: Played, fault: str) -> None:
    played.await_state(1, "connected")
    switch(played, fault, True)
    played.room.tap(1, RED_FOUR)
    assert note(played, 1) == "link.reader_mute"
    switch(played, fault, False)
    assert isinstance(played.next(), Tag)


def test_an_onlooker_sees_what_is_wrong_with_a_seat(played: Played) -> None:
    played.room.hand({"hand": "cut", "seat": 1})
    played.await_seat(1, lambda seat: seat["cut"] is True)
    played.room.hand({"hand": "damage", "seat": 1, "rate": 0.01})
    played.await_seat(1, lambda seat: seat["rate"] == 0.01)
    played.room.hand({"hand": "mend", "seat": 1})
    played.await_seat(1, lambda seat: not seat["cut"] and not seat["rate"])
    played.room.hand({"hand": "stall", "seat": 1, "stalled": True})
    played.await_seat(1, lambda seat: seat["stalled"] is True)
    played.room.hand({"hand": "stall", "seat": 1, "stalled": False})
    played.await_seat(1, lambda seat: not seat["stalled"] and bool(seat["linked"]))
    played.room.hand({"hand": "reboot", "seat": 1})
    played.await_state(1, "connected")


def test_the_rooms_nodes_follow_the_table_file_but_not_its_wires() -> None:
    seats = (
        Seat(1, "red", node="E6605838834A1B2F", leds=Leds("BGR", reverse=True)),
        Seat(2, "blue", port="/dev/none"),
        Seat(3, "green"),
    )
    played = Played(Config("", "en", seats))
    played.room.start()
    for seat in (1, 2, 3):
        played.await_seat(seat, lambda seat: bool(seat["linked"]))
    devices = played.room.devices()
    assert [device.seat for device in devices] == [1, 2, 3]
    assert devices[0].id == "E6605838834A1B2F"
    assert all(device.simulated for device in devices)
    colours = ((1, 2, 3), *BLACK[1:])
    played.room.show({1: colours})
    played.await_seat(1, lambda seat: seat["pixels"][0] == "010203")
    played.room.close()


def test_at_the_end_everything_is_dark_and_given_back() -> None:
    before = len(os.listdir("/proc/self/fd")), threading.active_count()
    for _ in range(5):
        played = Played()
        played.room.start()
        played.room.show({1: GREEN})
        played.await_seat(1, lambda seat: seat["pixels"] == ["00FF00"] * 8)
        played.room.close()
        assert played.room.strips()[1] == BLACK
    assert (len(os.listdir("/proc/self/fd")), threading.active_count()) == before


def test_every_card_of_a_deck_has_a_sticker_of_its_own() -> None:
    red, blue = [pieces.deck("snow_tails", colour) for colour in ("red", "blue")]
    uids = {uid_of(card) for card in red + blue}
    assert len(red) == 20
    assert len(uids) == 40
    assert all(len(uid) == 14 and uid.startswith("04") for uid in uids)
    assert uid_of({"colour": "red", "value": 4}) == uid_of({"colour": "red", "value": 4, "copy": 1})
    assert piece_of({"colour": "red", "value": 4})["kind"] == "dog"
