"""Faults in the simulated room: cables, hanging programs, readers."""

import time
from collections.abc import Iterator

import pytest
from room_rig import GREEN, RED_FOUR, Played, two_seats

from companion.drivers.simulated.cards import uid_of
from companion.protocols.presence import MUTE_MS
from companion.signals import Button, Device, Gone, Tag
from tests.patience import PATIENCE_S


@pytest.fixture
def played() -> Iterator[Played]:
    with two_seats() as room:
        yield room


def test_an_unplugged_seat_is_dark_and_sends_nothing(played: Played) -> None:
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
    """The next presses, without releases."""
    told: list[Button] = []
    while len(told) < count:
        report = played.next()
        if isinstance(report, Button) and report.down:
            told.append(report)
    return told


def test_a_node_without_power_loses_its_memory(played: Played) -> None:
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


def test_a_cut_cables_events_arrive_later(played: Played) -> None:
    played.room.cut(1)
    played.room.press(1, "ok")
    played.await_seat(1, lambda seat: seat["down"] == ["ok"])
    played.await_seat(1, lambda seat: seat["down"] == [])
    played.room.mend(1)
    first, second = played.next(), played.next()
    assert isinstance(first, Button)
    assert isinstance(second, Button)
    assert (first.down, second.down) == (True, False)


def test_damaged_bytes_lose_no_press(played: Played) -> None:
    played.room.damage(1, 0.005)
    for button in ("left", "right", "brake"):
        played.room.press(1, button)
    assert [edge.button for edge in presses(played, 3)] == ["left", "right", "brake"]


def test_a_hanging_node_is_lost_and_returns(played: Played) -> None:
    played.room.stall(1)
    assert played.await_state(1, "lost")
    played.room.stall(1, False)
    assert played.await_state(1, "connected")


@pytest.mark.parametrize("cause", ["reload", "reset"])
def test_a_restarted_node_gets_its_light_back(played: Played, cause: str) -> None:
    played.room.show({1: GREEN})
    assert played.await_seat(1, lambda seat: seat["pixels"] == ["00FF00"] * 8)
    while not played.reports.empty():
        played.reports.get()
    played.room.reboot(1, cause)
    assert played.await_state(1, "connected")  # the visible state may miss such a short absence
    assert played.await_seat(1, lambda seat: seat["linked"] and seat["pixels"] == ["00FF00"] * 8)


def note(played: Played, seat: int) -> str:
    """The next change of the note of the seat's node."""
    while True:
        report = played.reports.get(timeout=PATIENCE_S)
        if isinstance(report, Device) and report.seat == seat and report.state == "connected":
            return report.note


def switch(played: Played, fault: str, on: bool) -> None:
    """Begin or end a fault of the reader at seat 1, as the page does."""
    played.room.hand({"hand": "fault", "seat": 1, "fault": fault, "on": on})
    played.await_seat(1, lambda seat: seat["faults"] == [fault] * on)


def test_a_mute_simulated_reader_is_reported_and_returns(played: Played) -> None:
    played.await_state(1, "connected")
    began = time.monotonic()
    switch(played, "mute", True)
    assert note(played, 1) == "link.reader_mute"
    assert time.monotonic() - began >= MUTE_MS / 1000
    switch(played, "mute", False)
    assert note(played, 1) == ""
    played.room.tap(1, RED_FOUR)
    assert isinstance(played.next(), Tag)


def test_two_cards_are_reported_until_one_is_left(played: Played) -> None:
    played.await_state(1, "connected")
    switch(played, "two", True)
    played.room.tap(1, RED_FOUR)
    assert note(played, 1) == "link.reader_two"
    switch(played, "two", False)
    tag = played.next()
    assert isinstance(tag, Tag)
    assert tag.uid == uid_of(RED_FOUR)


@pytest.mark.parametrize("fault", ["noise", "slow"])
def test_a_noisy_or_slow_reader_neither_loses_nor_doubles_taps(played: Played, fault: str) -> None:
    switch(played, fault, True)
    for seat in (1, 2):
        played.room.tap(seat, RED_FOUR)
        tag = played.next()
        assert isinstance(tag, Tag)
        assert (tag.seat, tag.uid) == (seat, uid_of(RED_FOUR))
    played.room.lift(1)
    assert isinstance(played.next(), Gone)


def test_late_answers_report_a_card_but_not_its_lifting(played: Played) -> None:
    switch(played, "late", True)
    played.room.tap(1, RED_FOUR)
    assert isinstance(played.next(), Tag)
    played.room.lift(1)
    switch(played, "late", False)
    assert isinstance(played.next(), Gone)


@pytest.mark.parametrize("fault", ["checksum", "truncated"])
def test_a_reader_with_truncated_answers_reads_nothing(played: Played, fault: str) -> None:
    played.await_state(1, "connected")
    switch(played, fault, True)
    played.room.tap(1, RED_FOUR)
    assert note(played, 1) == "link.reader_mute"
    switch(played, fault, False)
    assert isinstance(played.next(), Tag)


def test_a_seats_visible_state_shows_its_faults(played: Played) -> None:
    played.room.hand({"hand": "cut", "seat": 1})
    assert played.await_seat(1, lambda seat: seat["cut"] is True)
    played.room.hand({"hand": "damage", "seat": 1, "rate": 0.01})
    assert played.await_seat(1, lambda seat: seat["rate"] == 0.01)
    played.room.hand({"hand": "mend", "seat": 1})
    assert played.await_seat(1, lambda seat: not seat["cut"] and not seat["rate"])
    played.room.hand({"hand": "stall", "seat": 1, "stalled": True})
    assert played.await_seat(1, lambda seat: seat["stalled"] is True)
    played.room.hand({"hand": "stall", "seat": 1, "stalled": False})
    assert played.await_seat(1, lambda seat: not seat["stalled"] and bool(seat["linked"]))
    played.room.hand({"hand": "reboot", "seat": 1})
    assert played.await_state(1, "connected")
